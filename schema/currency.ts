/** What stands before an amount, by language. */
export const currency = { en: 'Rs.', ne: 'रु.' };
