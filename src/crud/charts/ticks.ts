/** Pixels that a character of a label takes at most, on average. */
const CHARACTER = 7.5;

/** The width that a text needs. */
export const widthOf = (text: string): number => [...text].length * CHARACTER;

/** The text without what does not fit into a width; a vowel sign stays with its letter. */
export function shortened(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let kept = '';
  for (const letter of text.match(/\P{M}\p{M}*/gu) ?? []) {
    if (widthOf(`${kept}${letter}…`) > width) break;
    kept += letter;
  }
  return `${kept.trimEnd()}…`;
}

/** Steps between the labels of categories, so that their rhythm is easy to read; longer ones are weeks. */
const RHYTHMS = [1, 2, 3, 5, 7, 10, 14];

/**
 * The numbers of a value axis: from 0 in even, round steps (1, 2 or 5 times a power of ten) up to the first one at or above
 * `most`, in at most `steps` steps. No step is smaller than `unit`.
 */
export function evenTicks(most: number, steps: number, unit = 1): number[] {
  const least = Math.max(unit, most / Math.max(1, steps));
  const power = 10 ** Math.floor(Math.log10(least));
  // Divided by the power, because 3 * 0.1 is more than 0.3.
  const step = power * ([1, 2, 5].find((round) => round >= least / power) ?? 10);
  const count = Math.max(1, Math.ceil(most / step));
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

/** Every how many categories have a label, if at most `fitting` labels have room side by side. */
export function labelEvery(categories: number, fitting: number): number {
  const least = categories / Math.max(1, fitting);
  return RHYTHMS.find((every) => every >= least) ?? Math.ceil(least);
}
