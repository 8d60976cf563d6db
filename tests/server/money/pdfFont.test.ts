import { expect, test } from 'vitest';
import { BikramSambat } from '#schema/bikramSambat.ts';
import type { Invoice } from '#schema/invoice.ts';
import { invoicePdf } from '../../../server/services/money/invoicePdf.ts';
import { fontName, fontRuns, paperFonts } from '../../../server/services/money/paperFonts.ts';
import { newPdfFont } from '../../../server/services/money/pdfFont.ts';
import { textOfPdf } from '../../support/pdfText.ts';

const shape = async (text: string) => {
  const font = (await paperFonts()).get(fontName('devanagari', 400));
  return newPdfFont(font!, 'x')
    .shape(text, 10)
    .glyphs.map(({ code }) => code);
};

test('Devanagari is shaped: letters join, and a vowel sign stands before its letter', async () => {
  expect(await shape('क्ष')).toHaveLength(1);
  expect(await shape('र्थ')).toHaveLength(2);
  // Codes are given in the order of drawing: in `किक` the sign is the first, and both letters are the second.
  const [sign, letter, again] = await shape('किक');
  expect([sign, letter, again]).toEqual([sign, again, again]);
  expect(sign).not.toBe(letter);
});

test('a text is cut where its script changes, and a danda stays with its script', () => {
  expect(fontRuns('PAN: प्यान। Łódź').map(({ text, subset }) => `${subset} ${text}`)).toEqual([
    'latin PAN: ',
    'devanagari प्यान।',
    'latin  ',
    'latin-ext Ł',
    'latin ód',
    'latin-ext ź',
  ]);
});

const calendar = new BikramSambat();
const invoice: Invoice = {
  ...{ uuid: '0198a000-0000-7000-8000-000000000001', number: 123, fiscal_year: '2083/84' },
  ...{ issued_at: '2026-10-31T18:30:00Z', date_bs: '2083-07-15', calendar_provisional: false },
  ...{ payment: '0198a000-0000-7000-8000-000000000002', method: 'cheque', reference: '00412277' },
  seller: { name: 'Demo Provider', pan: '600000000', address: 'Kathmandu' },
  buyer: { name: 'हिमाल ट्रेडर्स', pan: null, address: null },
  ...{ kind: 'topup', item: null, taxable: 884_956, vat: 115_044, vat_percent: 13, total: 1_000_000 },
};

test('a PDF has one page, its title and what was found at each place of its table', async () => {
  const pdf = (await invoicePdf(invoice, 0, 'en', calendar)).toString('latin1');
  expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1);
  const title = Buffer.from('Tax invoice 2083/84-000123', 'utf16le').swap16().toString('hex');
  expect(pdf).toContain(`/Title <feff${title}>`);
  const table = pdf.slice(Number(/startxref\n(\d+)/.exec(pdf)?.[1]));
  const places = [...table.matchAll(/^(\d{10}) 00000 n $/gm)].map(([, place]) => Number(place));
  expect(places.length).toBeGreaterThan(10);
  for (const [at, place] of places.entries())
    expect(pdf.slice(place, place + 12)).toMatch(new RegExp(`^${at + 1} 0 obj\n`));
});

test('a copy says that it is one', async () => {
  const [original, copy] = [
    await invoicePdf(invoice, 0, 'en', calendar),
    await invoicePdf(invoice, 1, 'en', calendar),
  ];
  expect(copy.length).toBeGreaterThan(original.length + 50);
});

test.each([
  ['en', '2 Mangsir 2083\n18 Nov 2026\n'],
  ['ne', '2083 मंसिर 2\n18 नोभेम्बर 2026\n'],
] as const)('a month says in both calendars until when it is to be paid (%s)', async (language, day) => {
  const month = {
    ...invoice,
    ...{ kind: 'month' as const, month: '2083-07', due_on: '2026-11-18', lines: [] },
  };
  expect(textOfPdf(await invoicePdf(month, 0, language, calendar))).toContain(day);
  const beyond = { ...month, due_on: '2150-11-18' };
  expect(textOfPdf(await invoicePdf(beyond, 0, 'en', calendar))).toContain('\n18 Nov 2150\n');
});

test('Nepali is copied and searched as it is written', async () => {
  const lines = textOfPdf(await invoicePdf(invoice, 0, 'ne', calendar)).split('\n');
  expect(lines).toEqual(
    expect.arrayContaining(['हिमाल ट्रेडर्स', 'मिति (वि.सं.)', '2083 कात्तिक 15', 'मू.अ.कर 13%']),
  );
});
