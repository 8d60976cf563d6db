import { expect, test } from 'vitest';
import { BikramSambat } from '#schema/bikramSambat.ts';
import type { Invoice, InvoiceLine } from '#schema/invoice.ts';
import { invoicePdf } from '../../../server/services/money/invoicePdf.ts';
import { pagesOfPdf } from '../../support/pdfText.ts';

const calendar = new BikramSambat();

/** A month's invoice with as many lines; every seventh takes two lines of text. */
const month = (count: number): Invoice => {
  const lines = Array.from(
    { length: count },
    (_, n): InvoiceLine => ({
      ...{ item: 'package', name: `Offer ${n + 1}${n % 7 === 6 ? ' for all districts of the country' : ''}` },
      ...{ parts: null, percent: 13, taxable: 100_000, amount: 113_000 },
    }),
  );
  return {
    ...{ uuid: '0198a000-0000-7000-8000-000000000001', number: 123, fiscal_year: '2083/84' },
    ...{ issued_at: '2026-11-17T19:15:00Z', date_bs: '2083-08-02', calendar_provisional: false },
    ...{ payment: null, method: null, reference: null },
    seller: { name: 'Demo Provider', pan: '600000000', address: 'Kathmandu' },
    buyer: { name: 'हिमाल ट्रेडर्स', pan: null, address: null },
    ...{ kind: 'month', month: '2083-07', due_on: '2026-12-02', item: null, lines },
    ...{ taxable: 100_000 * count, vat: 13_000 * count, vat_percent: 13, total: 113_000 * count },
  };
};

const words = {
  en: {
    heading: 'S.N.\nParticulars\nQuantity\nAmount (Rs.)\n',
    closing: ['Taxable amount', 'VAT 13%', 'Total', 'In words: ', 'अक्षरेपी: ', 'Authorised signature'],
    foot: 'Tax invoice 2083/84-000123 · Copy of original (2)',
  },
  ne: {
    heading: 'क्र.सं.\nविवरण\nपरिमाण\nरकम (रु.)\n',
    closing: ['कर लाग्ने रकम', 'मू.अ.कर 13%', 'जम्मा', 'अक्षरेपी: ', 'In words: ', 'अधिकृत हस्ताक्षर'],
    foot: 'कर बीजक 2083/84-000123 · सक्कलको प्रतिलिपि (2)',
  },
} as const;

/** The serial numbers of the rows on a page. */
const serials = (text: string): number[] =>
  [...text.matchAll(/^(\d+)\n.*Offer/gm)].map(([, serial]) => Number(serial));

test.each([
  ['en', 1, 1],
  ['en', 12, 1],
  // The rows alone fit on one page, and what is below them does not.
  ['en', 18, 2],
  ['ne', 20, 2],
  ['en', 60, 3],
  ['ne', 300, 13],
] as const)('%s: %i lines take %i pages, each with the heading, the last with the sums', async (...of) => {
  const [language, count, sheets] = of;
  const pages = pagesOfPdf(await invoicePdf(month(count), 2, language, calendar));
  expect(pages).toHaveLength(sheets);
  const { heading, closing, foot } = words[language];
  for (const [n, { text, lowest }] of pages.entries()) {
    expect(text.split(heading)).toHaveLength(2);
    expect(serials(text).length).toBeGreaterThan(0);
    expect(lowest).toBeGreaterThan(20);
    const isLast = n === sheets - 1;
    for (const one of closing)
      expect([one, n, text.split(`\n${one}`).length - 1]).toEqual([one, n, isLast ? 1 : 0]);
    expect(text.includes(foot)).toBe(sheets > 1);
    expect(text.includes(`\n${n + 1} / ${sheets}\n`)).toBe(sheets > 1);
  }
  expect(pages.flatMap(({ text }) => serials(text))).toEqual(Array.from({ length: count }, (_, n) => n + 1));
  const last = pages.at(-1)?.text ?? '';
  const places = closing.map((one) => last.indexOf(`\n${one}`));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(places[0]).toBeGreaterThan(last.lastIndexOf('Offer'));
});

test('each number of lines keeps the last one above the sums, and nothing is below the page', async () => {
  for (let count = 13; count < 27; count++) {
    const pages = pagesOfPdf(await invoicePdf(month(count), 0, 'en', calendar));
    expect(serials(pages.at(-1)?.text ?? '').at(-1)).toBe(count);
    expect(Math.min(...pages.map(({ lowest }) => lowest))).toBeGreaterThan(20);
  }
});
