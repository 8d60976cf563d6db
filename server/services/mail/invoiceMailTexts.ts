import type { ComposedMail } from '#schema/mailTemplate.ts';
import type { Language } from './mailTexts.ts';

/** The mail that an invoice is attached to, by its number and its seller. */
export const invoiceText: Readonly<Record<Language, (number: string, seller: string) => ComposedMail>> = {
  en: (number, seller) => ({
    subject: `Tax invoice ${number}`,
    lines: [
      `Tax invoice ${number} of ${seller} is attached as a PDF.`,
      'You get this e-mail because you asked for it on the page of the invoice.',
    ],
  }),
  ne: (number, seller) => ({
    subject: `कर बीजक ${number}`,
    lines: [
      `${seller} को कर बीजक ${number} यस इमेलसँग PDF मा संलग्न छ।`,
      'बीजकको पृष्ठबाट तपाईंले पठाउन भन्नुभएकाले यो इमेल आएको हो।',
    ],
  }),
};
