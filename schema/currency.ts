/** What stands before an amount in the console and on invoices, by language. The server's sentences have the English one. */
export const currency = { en: 'Rs.', ne: 'रु.' };
