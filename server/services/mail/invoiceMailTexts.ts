import type { ComposedMail } from '#schema/mailTemplate.ts';
import type { Language } from './mailTexts.ts';

interface Month {
  number: string;
  seller: string;
  month: string;
  amount: string;
  due: string;
  link: string;
}

/** The mail with the invoice of a post-paid account's month. All values are formatted. */
export const monthText: Readonly<Record<Language, (values: Month) => ComposedMail>> = {
  en: ({ number, seller, month, amount, due, link }) => ({
    subject: `Tax invoice ${number} for ${month}: ${amount}`,
    lines: [
      `Tax invoice ${number} of ${seller} for ${month} is attached as a PDF.`,
      `Pay ${amount} by ${due}.`,
      { link, label: 'See the invoice and pay' },
    ],
  }),
  ne: ({ number, seller, month, amount, due, link }) => ({
    subject: `${month}को कर बीजक ${number}: ${amount}`,
    lines: [
      `${month}को ${seller}को कर बीजक ${number} यस इमेलसँग PDFमा संलग्न छ।`,
      `${amount} बुझाउने अन्तिम मिति: ${due}।`,
      { link, label: 'बीजक हेर्नुहोस् र भुक्तानी गर्नुहोस्' },
    ],
  }),
};

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
      `${seller}को कर बीजक ${number} यस इमेलसँग PDFमा संलग्न छ।`,
      'बीजकको पृष्ठबाट तपाईंले पठाउन भन्नुभएकाले यो इमेल आएको हो।',
    ],
  }),
};
