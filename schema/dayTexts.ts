import type { BsDay } from './bikramSambat.ts';

type Language = 'en' | 'ne';

/** The months of Bikram Sambat. */
export const bsMonths = {
  en: [
    ...['Baisakh', 'Jestha', 'Ashadh', 'Shrawan', 'Bhadra', 'Ashwin'],
    ...['Kartik', 'Mangsir', 'Poush', 'Magh', 'Falgun', 'Chaitra'],
  ],
  ne: [...['वैशाख', 'जेठ', 'असार', 'साउन', 'भदौ', 'असोज'], ...['कात्तिक', 'मंसिर', 'पुस', 'माघ', 'फागुन', 'चैत']],
};

/** The Gregorian months as dates show them. */
export const adMonths = {
  en: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
  ne: [
    ...['जनवरी', 'फेब्रुअरी', 'मार्च', 'अप्रिल', 'मे', 'जुन'],
    ...['जुलाई', 'अगस्ट', 'सेप्टेम्बर', 'अक्टोबर', 'नोभेम्बर', 'डिसेम्बर'],
  ],
};

/** `6 Mangsir 2083`, in Nepali `2083 मंसिर 6`: each language has its own order. */
export function bsDayText({ year, month, day }: BsDay, language: Language): string {
  const name = bsMonths[language][month - 1];
  return language === 'ne' ? `${year} ${name} ${day}` : `${day} ${name} ${year}`;
}

/** `2 Jan 2026` of an ISO day. */
export function adDayText(iso: string, language: Language): string {
  const [year, month, day] = iso.split('-').map(Number);
  return `${day} ${adMonths[language][(month as number) - 1]} ${year}`;
}
