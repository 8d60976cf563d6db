import { bsMonthText } from '#schema/bsMonthText.ts';
import { digits } from './format.ts';
import { preferences } from './preferences.ts';

/** A month of Bikram Sambat, `2083-08`: `Mangsir 2083`, in the reader's language and digits. */
export const bsMonth = (month: string): string => digits(bsMonthText(month, preferences.get().language));
