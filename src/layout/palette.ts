import { config } from '../core/config.ts';
import { type Mode, preferences } from '../core/preferences.ts';
import { isOnPaper } from './paper.ts';

/** Shades of the product's blue; 500 is its colour (specification, section 9). */
const brand = {
  50: '#eef5fa',
  200: '#aed0e7',
  300: '#7fb6da',
  500: '#2e77ae',
  600: '#256394',
};

const light = {
  canvas: '#f5f7fa',
  surface: '#ffffff',
  raised: '#ffffff',
  line: '#e2e7ee',
  field: '#7e8da0',
  text: '#17222e',
  quiet: '#526172',
  accent: brand[500],
  'accent-strong': brand[600],
  'accent-text': brand[600],
  'on-accent': '#ffffff',
  tint: brand[50],
  success: '#1c7a4b',
  error: '#b9322b',
  warning: '#9a5b00',
  shadow: '0 8px 28px rgb(18 38 58 / 14%), 0 1px 3px rgb(18 38 58 / 10%)',
};

export type Palette = typeof light;

export const palettes: Record<Mode, Palette> = {
  light,
  dark: {
    canvas: '#0e151c',
    surface: '#151f29',
    raised: '#1b2733',
    line: '#283644',
    field: '#6d7f92',
    text: '#e8eef4',
    quiet: '#a2b2c2',
    accent: brand[300],
    'accent-strong': brand[200],
    'accent-text': brand[300],
    'on-accent': '#0b1a26',
    tint: '#1a2f42',
    success: '#5fca93',
    error: '#ff8f86',
    warning: '#f0b45c',
    shadow: '0 8px 28px rgb(0 0 0 / 50%), 0 1px 3px rgb(0 0 0 / 40%)',
  },
};

/** A theme's colours, with those of the provider's brand. */
export const paletteOf = (mode: Mode): Palette => ({
  ...palettes[mode],
  ...config().branding.colors?.[mode],
});

/** System fonts come before those that only have Devanagari, because looking up a missing font takes time. */
const FALLBACK =
  "Fallback, system-ui, 'Noto Sans Devanagari', 'Kohinoor Devanagari', 'Nirmala UI', sans-serif";

export const fonts = {
  body: `Poppins, ${FALLBACK}`,
  heading: `Inter, InterFallback, Poppins, ${FALLBACK}`,
};

/** The theme to render: the chosen one, on paper the light one. */
export const shownMode = (): Mode => (isOnPaper() ? 'light' : preferences.get().mode);

/** The CSS properties of a theme: colours, those of the provider's brand among them, and fonts. */
export const themeProperties = (mode: Mode): [name: string, value: string][] => [
  ['color-scheme', mode],
  ...Object.entries(paletteOf(mode)).map(([name, value]): [string, string] => [`--${name}`, value]),
  ['--font-body', fonts.body],
  ['--font-heading', fonts.heading],
];

/** Applies theme and language to the document, for plain CSS and native widgets. */
export function applyPreferences(): void {
  const { language } = preferences.get();
  const mode = shownMode();
  const root = document.documentElement;
  root.lang = language;
  root.dataset.theme = mode;
  for (const [name, value] of themeProperties(mode)) root.style.setProperty(name, value);
}
