import { bsMonths } from './dayTexts.ts';

/** `Mangsir 2083` of `2083-08`, in Nepali `मंसिर 2083`. Not in dayTexts.ts, which the console loads with every page. */
export function bsMonthText(month: string, language: 'en' | 'ne'): string {
  const [year, at] = month.split('-').map(Number);
  return `${bsMonths[language][(at as number) - 1]} ${year}`;
}
