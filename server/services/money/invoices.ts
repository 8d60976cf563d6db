import { sql } from 'kysely';
import { type BikramSambat, bsText } from '#schema/bikramSambat.ts';
import { type Invoice, splitVat } from '#schema/invoice.ts';
import type { Db } from '../../db/database.ts';
import { nepalDay } from '../platform/nepalTime.ts';
import { notFound } from '../platform/problem.ts';
import { calendarNow } from '../platform/providerSettings.ts';
import { nextNumber } from './invoiceSeries.ts';
import { vatOn } from './vat.ts';

/** The issuer of invoices: name and PAN as registered with the tax office. */
export type Seller = Invoice['seller'];

/** The dates on an invoice of a moment, by the calendar as currently known. Throws RangeError before 1943. */
function datesOf(at: Date, calendar: BikramSambat) {
  const day = nepalDay(at);
  const bs = calendar.toBs(day);
  const year = calendar.fiscalYear(day);
  if (!year) throw new RangeError('The fiscal year of this day is not known.');
  return { fiscalYear: year.name, dateBs: bs ? bsText(bs) : null, isProvisional: year.isProvisional };
}

/**
 * Issues the tax invoice of a confirmed payment, in the confirming transaction, and returns its uuid. The number is the
 * next of the fiscal year (`nextNumber`). Call it last, because all other invoices wait. The dates come from the calendar as
 * currently known, the tax from the rate of the day; both stay when those change.
 */
export async function issueInvoice(
  trx: Db,
  payment: string,
  seller: Seller,
  at = new Date(),
): Promise<string> {
  const { fiscalYear, dateBs, isProvisional } = datesOf(at, await calendarNow(trx));
  const paid = await sql<{ account: string; amount: number }>`
    SELECT account, amount FROM payment_reference WHERE uuid = ${payment}`.execute(trx);
  const { account, amount } = paid.rows[0] as { account: string; amount: number };
  const percent = await vatOn(trx, nepalDay(at));
  const { taxable, vat } = splitVat(amount, percent);
  const { rows } = await sql<{ uuid: string }>`
    WITH next AS (${nextNumber(fiscalYear)})
    INSERT INTO invoice (account, payment, fiscal_year, prefix, number, issued_at, date_bs, calendar_provisional, seller,
      buyer, taxable, vat, vat_percent, total)
    SELECT a.uuid, ${payment}, ${fiscalYear}, next.prefix, next.last, ${at.toISOString()}, ${dateBs}, ${isProvisional},
      ${JSON.stringify(seller)},
      jsonb_build_object('name', a.name, 'pan', a.pan, 'address', a.address), ${taxable}, ${vat},
      ${percent}, ${amount}
    FROM next, account a WHERE a.uuid = ${account} RETURNING uuid`.execute(trx);
  const uuid = rows[0]?.uuid as string;
  await sql`UPDATE payment_reference SET invoice = ${uuid} WHERE uuid = ${payment}`.execute(trx);
  return uuid;
}

/**
 * The entity of the audit log whose entries say that an invoice was handed out, and the actions of those: they are what
 * copies are counted by.
 */
export const PAPERS = { entity: 'invoices', ways: ['print', 'download', 'mail'] } as const;

/** An account's invoice as issued, and how often it was handed out. Throws `not_found` for another account's. */
export async function showInvoice(db: Db, account: string, uuid: string): Promise<Invoice> {
  const { rows } = await sql<Invoice>`
    SELECT i.uuid, i.prefix, i.number, i.fiscal_year, i.issued_at, i.date_bs, i.calendar_provisional, i.payment, p.method,
      p.reference, i.seller, i.buyer,
      p.kind, p.package_name AS item, i.taxable, i.vat, i.vat_percent::float8 AS vat_percent, i.total,
      (SELECT count(*)::int FROM audit_entry e WHERE e.record = i.uuid AND e.entity = ${PAPERS.entity}
        AND e.action = ANY(${[...PAPERS.ways]})) AS handed_out
    FROM invoice i JOIN payment_reference p ON p.uuid = i.payment
    WHERE i.uuid = ${uuid} AND i.account = ${account}`.execute(db);
  if (!rows[0]) throw notFound();
  return rows[0];
}
