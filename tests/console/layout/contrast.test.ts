import { describe, expect, it } from 'vitest';
import { palettes } from '../../../src/layout/palette.ts';

/** Relative luminance, as WCAG 2.2 defines it. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

const WORDS = ['text', 'quiet', 'accent-text', 'success', 'error', 'warning'] as const;
/** Borders of fields, outlines of what has the focus, bars of charts. */
const SHAPES = ['field', 'accent', 'quiet', 'success', 'error'] as const;
const GROUNDS = ['canvas', 'surface', 'raised'] as const;

describe.each(Object.entries(palettes))('in the %s theme', (_, palette) => {
  it.each(GROUNDS)('words have 4.5:1 and shapes 3:1 on the %s', (ground) => {
    const below = (names: readonly (keyof typeof palette)[], least: number) =>
      names.filter((name) => contrast(palette[name], palette[ground]) < least);
    expect(below(WORDS, 4.5)).toEqual([]);
    expect(below(SHAPES, 3)).toEqual([]);
  });

  it('words on the accent and on the tint have 4.5:1', () => {
    expect(contrast(palette['on-accent'], palette.accent)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(palette['accent-text'], palette.tint)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(palette.text, palette.tint)).toBeGreaterThanOrEqual(4.5);
  });
});
