import type { BikramSambat } from './bikramSambat.ts';
import { adDayText, bsDayText } from './dayTexts.ts';

/** An ISO day in both calendars, `17 Mangsir 2083 (2 Dec 2026)`; in the Gregorian one alone where BS is not known. */
export function dayInBoth(calendar: BikramSambat, iso: string, language: 'en' | 'ne'): string {
  const bs = calendar.toBs(iso);
  const ad = adDayText(iso, language);
  return bs ? `${bsDayText(bs, language)} (${ad})` : ad;
}
