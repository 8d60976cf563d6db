import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Font } from 'fontkit';

const FAMILY = '@fontsource/noto-sans-devanagari/files/noto-sans-devanagari';
/** Each file has a part of the family's characters. */
const subsets = ['latin', 'latin-ext', 'devanagari'] as const;
type Subset = (typeof subsets)[number];
export type Weight = 400 | 600;

export const fontName = (subset: Subset, weight: Weight): string => `${subset}-${weight}`;

const { resolve } = createRequire(import.meta.url);

let loaded: Promise<ReadonlyMap<string, Font>> | undefined;

async function load(): Promise<ReadonlyMap<string, Font>> {
  // With its tables of Unicode it takes a tenth of the server's start, and few starts lead to a paper.
  const { create } = await import('fontkit');
  const fonts = subsets.flatMap((subset) =>
    ([400, 600] as const).map(
      async (weight): Promise<[string, Font]> => [
        fontName(subset, weight),
        create(await readFile(resolve(`${FAMILY}-${subset}-${weight}-normal.woff`))) as Font,
      ],
    ),
  );
  return new Map(await Promise.all(fonts));
}

/** The fonts by `fontName`; read from the disk once. */
export function paperFonts(): Promise<ReadonlyMap<string, Font>> {
  loaded ??= load();
  return loaded;
}

// The danda belongs to no script, and joiners to whatever they join.
const DEVANAGARI = /[\u0900-\u097f\u200c\u200d]/;
const LATIN = /[ -\u00ff\u0152\u0153\u2000-\u206f\u20ac\u2122]/;

const subsetOf = (character: string): Subset =>
  DEVANAGARI.test(character) ? 'devanagari' : LATIN.test(character) ? 'latin' : 'latin-ext';

/** A text as runs of one font each, so that Devanagari is shaped as a whole. */
export function fontRuns(text: string): { text: string; subset: Subset }[] {
  const found: { text: string; subset: Subset }[] = [];
  for (const character of text) {
    const subset = subsetOf(character);
    const last = found.at(-1);
    if (last?.subset === subset) last.text += character;
    else found.push({ text: character, subset });
  }
  return found;
}
