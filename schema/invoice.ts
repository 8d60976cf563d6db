import { z } from 'zod';

const party = z.object({ name: z.string(), pan: z.string().nullable(), address: z.string().nullable() });

/**
 * GET /v1/credit/invoices/{uuid}/ (ours): the tax invoice of a confirmed payment, as issued, with the names and addresses
 * of that day. Money is in minor units; taxable + vat = total.
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
  payment: z.uuid(),
  method: z.string(),
  reference: z.string().nullable(),
  seller: party,
  buyer: party,
  kind: z.enum(['topup', 'package']),
  /** Name of the package; null for a top-up. */
  item: z.string().nullable(),
  taxable: z.int(),
  vat: z.int(),
  vat_percent: z.number(),
  total: z.int(),
  /**
   * How often it was handed out before, as a print, a PDF or a mail. Unless it is 0, the next is a copy of the original.
   */
  handed_out: z.int().nonnegative().nullish(),
});
export type Invoice = z.infer<typeof invoice>;

/** The address of an invoice's paper: `pdf`, `mail` or `print`. */
export const invoicePath = (uuid: string, paper: 'pdf' | 'mail' | 'print'): string =>
  `/v1/credit/invoices/${uuid}/${paper}/`;

/** POST .../print/: which copy of the original the print is; 0 is the original itself. */
export const invoicePrint = z.object({ copy: z.int().nonnegative() });
/** POST .../mail/: the address that the PDF is sent to, that of the signed-in user. */
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
