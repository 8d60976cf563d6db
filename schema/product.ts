/** The product's name where a provider has set none, in the languages of the console. */
export const product: Readonly<Record<'en' | 'ne', string>> = {
  en: 'Bulk SMS Console',
  ne: 'बल्क एसएमएस कन्सोल',
};
