import type { onlineMethods } from './paymentReference.ts';

/** The names of the online payment services. */
export const serviceNames = {
  en: { esewa: 'eSewa', khalti: 'Khalti' },
  ne: { esewa: 'इसेवा', khalti: 'खल्ती' },
} satisfies Record<string, Record<(typeof onlineMethods)[number], string>>;
