/** The colours that follow from a provider's own, by the console's theme; names as in src/layout/palette.ts. */
export interface BrandColors {
  /** The colour itself, behind the symbol. */
  brand: string;
  accent: string;
  'accent-strong': string;
  'accent-text': string;
  'on-accent': string;
  tint: string;
}

type Rgb = readonly [number, number, number];
const WHITE: Rgb = [255, 255, 255];
const BLACK: Rgb = [0, 0, 0];
/** What text and buttons of each theme are drawn on: the one with the least contrast (src/layout/palette.ts). */
const LIGHT_CANVAS = rgbOf('#f5f7fa');
const DARK_SURFACE = rgbOf('#151f29');
const DARK_RAISED = rgbOf('#1b2733');
const DARK_TEXT = rgbOf('#0b1a26');

/** WCAG 2.2, level AA, for text. */
export const CONTRAST_MIN = 4.5;
/** What is derived has a little more, because channels are rounded. */
const DERIVED_MIN = 4.6;

/** `#2e77ae` */
export const COLOR = /^#[0-9a-f]{6}$/i;

function rgbOf(color: string): Rgb {
  const value = Number.parseInt(color.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}
const hex = (color: Rgb): string =>
  `#${color.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;
const mixed = (from: Rgb, to: Rgb, share: number): Rgb =>
  from.map((channel, index) => channel + ((to[index] as number) - channel) * share) as unknown as Rgb;

/** Relative luminance (WCAG 2.2). */
function luminance(color: Rgb): number {
  const [r, g, b] = color.map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as unknown as Rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function ratio(one: Rgb, other: Rgb): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** The contrast of two colours, from 1 to 21. */
export const contrast = (one: string, other: string): number => ratio(rgbOf(one), rgbOf(other));

/** The colour, moved towards black or white as little as reaches the contrast with every one of these. */
function readable(color: Rgb, towards: Rgb, ...against: readonly Rgb[]): Rgb {
  for (let share = 0; share < 1; share += 0.02) {
    const found = mixed(color, towards, share);
    if (against.every((other) => ratio(found, other) >= DERIVED_MIN)) return found;
  }
  return towards;
}

/** Undefined if white text can be read on a colour (`#rrggbb`); otherwise one sentence that names one on which it can. */
export function colorProblem(color: string): string | undefined {
  const found = contrast(color, '#ffffff');
  if (found >= CONTRAST_MIN) return undefined;
  const better = hex(readable(rgbOf(color), BLACK, WHITE));
  return `White text on this colour has a contrast of ${found.toFixed(1)}. It needs ${CONTRAST_MIN}. Use a darker colour, such as ${better}.`;
}

/** Both themes from one colour on which white text can be read. Every pair of text and background has WCAG AA. */
export function brandColors(color: string): Record<'light' | 'dark', BrandColors> {
  const own = rgbOf(color);
  const lightTint = mixed(WHITE, own, 0.08);
  const darkTint = mixed(DARK_SURFACE, own, 0.2);
  const pale = readable(own, WHITE, DARK_RAISED, DARK_TEXT, darkTint);
  return {
    light: {
      brand: hex(own),
      accent: hex(own),
      'accent-strong': hex(mixed(own, BLACK, 0.16)),
      'accent-text': hex(readable(mixed(own, BLACK, 0.08), BLACK, LIGHT_CANVAS, lightTint)),
      'on-accent': hex(WHITE),
      tint: hex(lightTint),
    },
    dark: {
      brand: hex(own),
      accent: hex(pale),
      'accent-strong': hex(mixed(pale, WHITE, 0.35)),
      'accent-text': hex(pale),
      'on-accent': hex(DARK_TEXT),
      tint: hex(darkTint),
    },
  };
}
