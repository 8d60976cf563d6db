import { z } from 'zod';

const party = z.object({ name: z.string(), pan: z.string().nullable(), address: z.string().nullable() });

/**
 * A line of a monthly invoice, in minor units: `amount` with VAT, `taxable` without. `name` is the operator of messages or
 * the name of a package. `parts` is null for what has none.
 */
export const invoiceLine = z.object({
  item: z.enum(['sms', 'viber', 'package', 'adjustment']),
  name: z.string().nullable(),
  parts: z.int().nullable(),
  percent: z.number(),
  taxable: z.int(),
  amount: z.int(),
});
export type InvoiceLine = z.infer<typeof invoiceLine>;

/**
 * GET /v1/credit/invoices/{uuid}/ (ours): the tax invoice of a confirmed payment or of a post-paid account's month, as
 * issued, with the names and addresses of that day. Money is in minor units; taxable + vat = total.
 */
export const invoice = z.object({
  uuid: z.uuid(),
  /** What the numbers of the fiscal year begin with; empty or missing: nothing. */
  prefix: z.string().nullish(),
  /** Consecutive within the fiscal year, starting at 1 or where its series begins. */
  number: z.int().positive(),
  /** Nepal's fiscal year, which begins on 1 Shrawan: `2083/84`. */
  fiscal_year: z.string(),
  issued_at: z.iso.datetime(),
  /** The date in Bikram Sambat as known on the day of issue, `2083-08-09`; null when no calendar had that day. */
  date_bs: z.string().nullish(),
  /** Whether the calendar that also determined `fiscal_year` was a forecast or unknown. */
  calendar_provisional: z.boolean().nullish(),
  /** Null for a month's invoice, as are method and reference. */
  payment: z.uuid().nullable(),
  method: z.string().nullable(),
  reference: z.string().nullable(),
  seller: party,
  buyer: party,
  kind: z.enum(['topup', 'package', 'month']),
  /** Name of the package; null for a top-up. */
  item: z.string().nullable(),
  taxable: z.int(),
  vat: z.int(),
  /** For a month with several rates the last one; `lines` have each. */
  vat_percent: z.number(),
  total: z.int(),
  /** Of a month's invoice: the month in Bikram Sambat, `2083-08`, its lines, the last day to pay it and what is paid. */
  month: z.string().nullish(),
  lines: z.array(invoiceLine).nullish(),
  due_on: z.iso.date().nullish(),
  paid: z.int().nullish(),
  /**
   * How often it was handed out before, as a print, a PDF or a mail. Unless it is 0, the next is a copy of the original.
   */
  handed_out: z.int().nonnegative().nullish(),
  /** Of another account's invoice, which only staff get: whose it is now. */
  account: z.uuid().nullish(),
  account_name: z.string().nullish(),
});
export type Invoice = z.infer<typeof invoice>;

/** The address of an invoice's paper: `pdf`, `mail` or `print`. */
export const invoicePath = (uuid: string, paper: 'pdf' | 'mail' | 'print'): string =>
  `/v1/credit/invoices/${uuid}/${paper}/`;

/** POST .../print/: which copy of the original the print is; 0 is the original itself. */
export const invoicePrint = z.object({ copy: z.int().nonnegative() });
/** POST .../mail/: the address that the PDF is sent to, that of the user; empty for an API key that may not read the profile. */
export const invoiceMail = z.object({ to: z.string() });
/** The language of the paper. */
export const invoiceLanguage = z.strictObject({ language: z.enum(['en', 'ne']).default('en') });

const NUMBER_DIGITS = 6;

/** `2083/84-000123`: the fiscal year and the number within it, after the prefix. */
export const invoiceNumber = ({
  prefix,
  fiscal_year,
  number,
}: Pick<Invoice, 'prefix' | 'fiscal_year' | 'number'>): string =>
  `${prefix ?? ''}${fiscal_year}-${String(number).padStart(NUMBER_DIGITS, '0')}`;

/**
 * Splits an amount with VAT into the taxable amount and the tax: 113000 at 13 % is 100000 and 13000. `percent` has at most
 * two decimals.
 */
export function splitVat(total: number, percent: number): { taxable: number; vat: number } {
  // Hundredths of a percent: 13.13 * 100 is not whole, and a fraction could round to the next paisa.
  const hundredths = Math.round(percent * 100);
  const taxable = Math.round((total * 10_000) / (10_000 + hundredths));
  return { taxable, vat: total - taxable };
}

/** A row of an invoice's table: `quantity` of an item for `taxable` minor units without VAT. */
export interface InvoiceRow {
  item: Exclude<Invoice['kind'], 'month'> | InvoiceLine['item'];
  name: string | null;
  quantity: number;
  taxable: number;
  /** Null where the whole invoice has one rate. */
  percent: number | null;
}

/** The rows of an invoice's table. */
export function invoiceRows(invoice: Invoice): InvoiceRow[] {
  const { kind, item: name, taxable, lines } = invoice;
  if (kind !== 'month') return [{ item: kind, name, quantity: 1, taxable, percent: null }];
  const hasOneRate = vatByPercent(invoice).length === 1;
  return (lines ?? []).map(({ parts, percent, amount: _, ...line }) => ({
    ...line,
    quantity: parts ?? 1,
    percent: hasOneRate ? null : percent,
  }));
}

/** The tax of each rate that an invoice has, lowest rate first. */
export function vatByPercent({
  lines,
  vat,
  vat_percent,
}: Pick<Invoice, 'lines' | 'vat' | 'vat_percent'>): { percent: number; vat: number }[] {
  const sums = new Map<number, number>();
  for (const { percent, amount, taxable } of lines ?? [])
    sums.set(percent, (sums.get(percent) ?? 0) + amount - taxable);
  if (sums.size === 0) return [{ percent: vat_percent, vat }];
  return [...sums].map(([percent, sum]) => ({ percent, vat: sum })).sort((a, b) => a.percent - b.percent);
}
