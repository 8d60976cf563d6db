import { z } from 'zod';
import { sentDay } from './moments.ts';
import { operators } from './phone.ts';
import { inOrder, isInOrder, isShort, REPORTS, reportOf, short } from './report.ts';
import { marginKinds } from './reportKinds.ts';

/** GET (ours): what was charged and what it cost, for staff. Below it, `export/` is the CSV file. */
export const MARGINS = `${REPORTS}margin/`;

/** Days of Asia/Kathmandu, both included. `calendar`: whose months. */
export const marginQuery = z
  .strictObject({
    by: z.enum(marginKinds),
    ...{ from: sentDay(), until: sentDay() },
    operator: z.enum(operators).optional(),
    account: z.uuid().optional(),
    calendar: z.enum(['ad', 'bs']).default('ad'),
  })
  .refine(isInOrder, inOrder)
  .refine(isShort, short);
export type MarginQuery = z.infer<typeof marginQuery>;

/**
 * Minor units, may be fractional. `parts` were accepted by operators in the period, `unknown` of them over a link without a
 * cost price. `charged` in the period, less what was released: from wallets, and the share of their price for parts of
 * packages; VAT included, `net` without it. `cost` of the other parts, and `margin`: net less cost. Both are null if no
 * part's cost is known.
 */
const figures = {
  parts: z.int(),
  unknown: z.int(),
  charged: z.number(),
  net: z.number(),
  cost: z.number().nullable(),
  margin: z.number().nullable(),
};

/**
 * Rows by month are in order, otherwise most charged first, at most REPORT_ROWS. `key`: the month (`2026-11`, or of Bikram
 * Sambat `2083-08`), the account's uuid, the operator, or the link's name. `name`: the account's.
 */
export const marginReport = reportOf(figures);
export type MarginReport = z.infer<typeof marginReport>;
export type MarginRow = MarginReport['rows'][number];
