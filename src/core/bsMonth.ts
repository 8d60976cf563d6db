import { bsMonthText } from '#schema/bsMonthText.ts';
import { digits } from './format.ts';
import { preferences } from './preferences.ts';

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;

/** A month of Bikram Sambat, `2083-08`: `Mangsir 2083`, in the reader's language and digits; a dash for what is none. */
export const bsMonth = (month: string): string =>
  MONTH.test(month) ? digits(bsMonthText(month, preferences.get().language)) : '–';
