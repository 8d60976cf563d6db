import { linesInWords } from '#schema/amountInWords.ts';
import { type BikramSambat, readBsText } from '#schema/bikramSambat.ts';
import { bsMonthText } from '#schema/bsMonthText.ts';
import { currency } from '#schema/currency.ts';
import { adDayText, bsDayText } from '#schema/dayTexts.ts';
import { type Invoice, invoiceNumber, invoiceRows, vatByPercent } from '#schema/invoice.ts';
import { invoiceEnglish } from '#schema/invoiceEnglish.ts';
import { invoiceNepali } from '#schema/invoiceNepali.ts';
import { grouped } from '../mail/decisionMails.ts';
import type { Language } from '../mail/mailTexts.ts';
import { nepalDay } from '../platform/nepalTime.ts';
import { newPaper, type Paper } from './paper.ts';

const texts = { en: invoiceEnglish, ne: invoiceNepali };

/** Points from the page's edge, and the width between. */
const LEFT = 48;
const WIDTH = 595.28 - 2 * LEFT;
const HALF = WIDTH / 2 - 12;
const RIGHT = LEFT + WIDTH - HALF;

const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/%\{(\w+)\}/g, (_, name: string) => values[name] ?? '');

/**
 * A tax invoice as a PDF of A4 pages, with what the console's page of it has (src/resources/billing/invoice/Paper.tsx).
 * `copy`: which copy of the original it is; 0 is the original. Its number, amounts and dates are as issued; the day until which it
 * is to be paid is in both calendars where `calendar` knows it.
 */
export async function invoicePdf(
  invoice: Invoice,
  copy: number,
  language: Language,
  calendar: BikramSambat,
): Promise<Buffer> {
  const t = texts[language];
  const number = invoiceNumber(invoice);
  const title = fill(t.title, { number });
  const paper = await newPaper({
    title,
    author: invoice.seller.name ?? '',
    language,
    foot: copy > 0 ? `${title} · ${fill(t.copy, { count: String(copy) })}` : title,
  });
  let y = head(paper, invoice, copy, language);
  y = facts(paper, invoice, language, { y: y + 14, calendar });
  amounts(paper, invoice, language, y + 16);
  return paper.finish();
}

const groupedCount = (count: number): string => grouped(count * 100).slice(0, -3);

type Party = Invoice['seller'];

/** Name, address and PAN, and the y below them. */
function party(
  paper: Paper,
  { name, address, pan }: Party,
  pan_: string,
  { y, size }: { y: number; size: number },
): number {
  const at = { x: LEFT, width: HALF };
  let below = paper.text(name ?? '', { ...at, y, size, weight: 600 });
  if (address) below = paper.text(address, { ...at, y: below });
  return paper.text(fill(pan_, { pan: pan ?? '–' }), { ...at, y: below });
}

function head(paper: Paper, { seller }: Invoice, copy: number, language: Language): number {
  const t = texts[language];
  const left = party(paper, seller, t.pan, { y: 48, size: 14 });
  const at = { x: RIGHT, width: HALF, align: 'end' } as const;
  let right = paper.text('कर बीजक', { ...at, y: 48, size: 14, weight: 600 });
  right = paper.text('Tax Invoice', { ...at, y: right, size: 14, weight: 600 });
  if (copy > 0)
    right = paper.text(fill(t.copy, { count: String(copy) }), { ...at, y: right + 2, size: 11, weight: 600 });
  const y = Math.max(left, right) + 10;
  paper.rule(LEFT, y, WIDTH);
  return y;
}

/** A day in each calendar that has it. */
function daysOf(calendar: BikramSambat, iso: string, language: Language): string[] {
  const bs = calendar.toBs(iso);
  return [...(bs ? [bsDayText(bs, language)] : []), adDayText(iso, language)];
}

/** The buyer, and number, dates and payment beside. */
function facts(
  paper: Paper,
  invoice: Invoice,
  language: Language,
  { y, calendar }: { y: number; calendar: BikramSambat },
): number {
  const t = texts[language];
  const { method, reference, month, due_on: due, date_bs, calendar_provisional: isProvisional } = invoice;
  const left = party(paper, invoice.buyer, t.pan, {
    y: paper.text(t.buyer, { x: LEFT, y, width: HALF, size: 9, grey: true }),
    size: 11,
  });
  const day = readBsText(date_bs ?? '');
  const methods: Readonly<Record<string, string>> = t.method;
  const lines = [
    [t.number, invoiceNumber(invoice)],
    [t.dateBs, day ? bsDayText(day, language) : t.noBsDate],
    [t.dateAd, adDayText(nepalDay(new Date(invoice.issued_at)), language)],
    ...(month && due
      ? [
          [t.month, bsMonthText(month, language)],
          // Both calendars do not fit on a line in all months.
          ...daysOf(calendar, due, language).map((text, n) => [n === 0 ? t.dueOn : '', text]),
        ]
      : [[t.paidBy, [methods[method ?? ''] ?? method, reference].filter(Boolean).join(', ')]]),
  ] as [string, string][];
  let right = y;
  for (const [label, value] of lines) {
    const below = paper.text(label, { x: RIGHT, y: right, width: 100, grey: true });
    right = Math.max(below, paper.text(value, { x: RIGHT + 104, y: right, width: HALF - 104 }));
  }
  const below = Math.max(left, right) + 6;
  const note = day ? isProvisional && fill(t.provisional, { year: String(day.year) }) : t.noCalendar;
  return note ? paper.text(note, { x: LEFT, y: below, width: WIDTH, size: 8.5, grey: true }) : below;
}

const COLUMNS = [
  { x: LEFT, width: 36 },
  { x: LEFT + 40, width: WIDTH - 240 },
  { x: LEFT + WIDTH - 190, width: 70, align: 'end' },
  { x: LEFT + WIDTH - 110, width: 110, align: 'end' },
] as const;

/** The width of a sum, which has its currency beside it. */
const SUM = 140;

/**
 * Serial number, particulars, quantity and amount under their heading, which each page has, and the closing below: on the
 * last row's page, because a signature on a page without rows could be put below others.
 */
function amounts(paper: Paper, invoice: Invoice, language: Language, top: number): void {
  const t = texts[language];
  const row = (cells: readonly string[], top: number, grey = false): number => {
    const ends = COLUMNS.map((column, n) => paper.text(cells[n] ?? '', { ...column, y: top, grey }));
    const end = Math.max(...ends) + 5;
    paper.rule(LEFT, end, WIDTH);
    return end + 6;
  };
  const heading = (y: number): number => {
    paper.rule(LEFT, y, WIDTH);
    return row([t.serial, t.particulars, t.quantity, t.amount], y + 6, true);
  };
  const names: Readonly<Record<string, string>> = t.operator;
  const rows = invoiceRows(invoice).map(({ item, name, quantity, taxable, percent }, n) => {
    const what = fill(t.item[item], { name: names[name ?? ''] ?? name ?? '' });
    const sold = percent === null ? what : fill(t.lineVat, { item: what, percent: String(percent) });
    return [String(n + 1), sold, groupedCount(quantity), grouped(taxable)];
  });
  let below = top;
  for (const n of rows.length > 0 ? rows.keys() : [0]) {
    const cells = rows[n];
    below = paper.together(below, (y, isFurther) => {
      const first = isFurther || n === 0 ? heading(y) : y;
      const end = cells ? row(cells, first) : first;
      return n >= rows.length - 1 ? closing(paper, invoice, language, end) : end;
    });
  }
}

/** The sums, the total in words and the signature; returns the y below them. */
function closing(paper: Paper, invoice: Invoice, language: Language, y: number): number {
  const t = texts[language];
  let below = y;
  const sums: [string, number][] = [
    [t.taxable, invoice.taxable],
    ...vatByPercent(invoice).map(({ percent, vat }): [string, number] => [
      fill(t.vat, { percent: String(percent) }),
      vat,
    ]),
    [t.total, invoice.total],
  ];
  for (const [label, minor] of sums) {
    const weight = label === t.total ? 600 : 400;
    paper.text(label, { x: LEFT, y: below, width: WIDTH - SUM - 10, align: 'end', weight });
    const sum = { x: LEFT + WIDTH - SUM, width: SUM, align: 'end' } as const;
    below = paper.text(`${currency[language]} ${grouped(minor)}`, { ...sum, y: below, weight }) + 3;
  }
  below += 10;
  for (const { text } of linesInWords(invoice.total, language))
    below = paper.text(text, { x: LEFT, y: below, width: WIDTH });
  return signature(paper, invoice, language, below + 55);
}

/** A line to sign on, for the seller; returns the y below it. */
function signature(paper: Paper, { seller }: Invoice, language: Language, y: number): number {
  const t = texts[language];
  const width = 190;
  const x = LEFT + WIDTH - width;
  paper.rule(x, y, width);
  const below = paper.text(t.signature, { x, y: y + 6, width });
  return paper.text(fill(t.forSeller, { name: seller.name ?? '' }), { x, y: below, width, grey: true });
}
