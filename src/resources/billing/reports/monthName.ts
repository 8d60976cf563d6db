import { adMonths, bsMonths } from '#schema/dayTexts.ts';
import { digits } from '../../../core/format.ts';
import { preferences } from '../../../core/preferences.ts';

/** Years of Bikram Sambat are 56 or 57 ahead; no report has both before 2050 of ours. */
const BS_FROM = 2050;

/** `Nov 2026` of `2026-11`, `Mangsir 2083` of `2083-08`. */
export function monthName(key: string): string {
  const [year = Number.NaN, month = Number.NaN] = key.split('-').map(Number);
  const name = (year >= BS_FROM ? bsMonths : adMonths)[preferences.get().language][month - 1];
  return name ? digits(`${name} ${year}`) : key;
}
