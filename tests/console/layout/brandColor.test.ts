import { expect, test } from 'vitest';
import { brandColors, CONTRAST_MIN, colorProblem, contrast } from '#schema/brandColor.ts';
import { palettes } from '../../../src/layout/palette.ts';

/** Every colour of a coarse grid, and the product's. */
const steps = ['00', '33', '66', '99', 'cc', 'ff'];
const grid = steps.flatMap((r) => steps.flatMap((g) => steps.map((b) => `#${r}${g}${b}`)));
const usable = [...grid, '#2e77ae'].filter((color) => !colorProblem(color));

test('contrast is that of WCAG', () => {
  expect(contrast('#ffffff', '#000000')).toBeCloseTo(21);
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
  expect(contrast('#2e77ae', '#2e77ae')).toBe(1);
});

test('a colour that white text cannot be read on is refused, with one that it can', () => {
  expect(colorProblem('#767676')).toBeUndefined();
  const text = colorProblem('#ff9900') ?? '';
  expect(text).toMatch(
    /^White text on this colour has a contrast of 2\.1\. It needs 4\.5\. .*#[0-9a-f]{6}\.$/,
  );
  const better = /#[0-9a-f]{6}/.exec(text)?.[0] as string;
  expect(contrast(better, '#ffffff')).toBeGreaterThanOrEqual(CONTRAST_MIN);
  expect(usable.length).toBeGreaterThan(70);
  expect(usable.length).toBeLessThan(grid.length);
});

test.each(['light', 'dark'] as const)('every colour makes a %s theme whose texts can all be read', (mode) => {
  const { canvas, surface, raised, text, quiet } = palettes[mode];
  for (const color of usable) {
    const c = brandColors(color)[mode];
    const pairs = {
      'text of a button': [c['on-accent'], c.accent],
      'text of a pressed button': [c['on-accent'], c['accent-strong']],
      ...Object.fromEntries(
        Object.entries({ canvas, surface, raised, tint: c.tint }).map(([name, back]) => [
          `a link on ${name}`,
          [c['accent-text'], back],
        ]),
      ),
      'text on the tint': [text, c.tint],
      'quiet text on the tint': [quiet, c.tint],
    } as Record<string, [string, string]>;
    for (const [name, [front, back]] of Object.entries(pairs))
      expect(contrast(front, back), `${color}: ${name}`).toBeGreaterThanOrEqual(CONTRAST_MIN);
    // Focus outlines and selected edges.
    expect(contrast(c.accent, surface), color).toBeGreaterThanOrEqual(3);
  }
});
