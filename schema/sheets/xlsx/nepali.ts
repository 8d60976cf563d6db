import { addLocale } from 'numfmt';

type Months = NonNullable<Parameters<typeof addLocale>[0]['mmmm']>;
const months: Months = [
  'जनवरी',
  'फेब्रुअरी',
  'मार्च',
  'अप्रिल',
  'मे',
  'जुन',
  'जुलाई',
  'अगस्ट',
  'सेप्टेम्बर',
  'अक्टोबर',
  'नोभेम्बर',
  'डिसेम्बर',
];

/** Formats may mark their dates as Nepali ([$-461]), which numfmt does not support. The names come from Unicode's CLDR. */
export function addNepali(): void {
  addLocale(
    {
      mmmm: months,
      mmm: months,
      dddd: ['आइतबार', 'सोमबार', 'मङ्गलबार', 'बुधबार', 'बिहिबार', 'शुक्रबार', 'शनिबार'],
      ddd: ['आइत', 'सोम', 'मङ्गल', 'बुध', 'बिहि', 'शुक्र', 'शनि'],
      ampm: ['पूर्वाह्न', 'अपराह्न'],
    },
    'ne-NP',
  );
}
