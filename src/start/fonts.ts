import type { Language } from '../core/preferences.ts';

type Font = readonly [font: string, character: string];

const DEVANAGARI = 'क';

const LATIN: readonly Font[] = [
  ['400 1em Poppins', 'A'],
  ['500 1em Poppins', 'A'],
];

/** The fonts that the server links with every page (scripts/earlyFiles.ts). */
const linked: Readonly<Record<Language, readonly Font[]>> = {
  en: LATIN,
  ne: [...LATIN, ['400 1em Poppins', DEVANAGARI], ['500 1em Poppins', DEVANAGARI]],
};

/** What the first screen is written in besides those. */
const fonts: Readonly<Record<Language, readonly Font[]>> = {
  en: [
    ['600 1em Inter', 'A'],
    ['600 1em Poppins', 'A'],
    ['400 1em Figures', '0'],
    // The button that switches to Nepali.
    ['500 1em "Poppins Nepali"', 'न'],
  ],
  ne: [
    ['600 1em Inter', 'A'],
    ['600 1em Poppins', 'A'],
    ['600 1em Poppins', DEVANAGARI],
    ['400 1em Figures', '0'],
    ['400 1em Poppins', '०'],
    ['500 1em Poppins', '०'],
  ],
};

/**
 * What a list that the server has drawn waits for. In English these are all fonts of the first screen, which the server links with
 * it; in Nepali they would be more than the six connections of HTTP/1.1 and wait for one another.
 */
export const drawnFonts = (language: Language): readonly Font[] =>
  language === 'en' ? [...linked.en, ...fonts.en] : linked.ne;

const load = ([font, character]: Font) => document.fonts?.load(font, character).catch(() => undefined);

/**
 * Loads the first screen's fonts once its code has come, while React renders it, and those for Devanagari if its rows have any.
 * Left alone, the browser requests a font when it lays the page out; it then looks up the machine's own fonts, and lays the
 * page out once more when the font has come.
 *
 * Gain: the first layout of a list takes about half as long (docs/evidence/benchmarks.md), and less moves after it. Nothing
 * but speed breaks without it.
 */
export function loadFonts(language: Language, rows?: Promise<unknown>): void {
  fonts[language].forEach(load);
  if (language === 'en')
    void rows?.then((page) => {
      // A row's title is bolder than the rest of it.
      const weights = new Set<string>();
      JSON.stringify(page, (name, value: unknown) => {
        if (typeof value === 'string' && /[\u0900-\u097f]/.test(value))
          weights.add(name === 'name' ? '500' : '400');
        return value;
      });
      for (const weight of weights) load([`${weight} 1em Poppins`, DEVANAGARI]);
    });
}
