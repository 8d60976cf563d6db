import { sql } from 'kysely';
import { type BikramSambat, bsText } from '#schema/bikramSambat.ts';
import { type Invoice, type InvoiceLine, splitVat } from '#schema/invoice.ts';
import type { Db } from '../../db/database.ts';
import { databaseNow } from '../platform/databaseClock.ts';
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

interface NewInvoice {
  account: string;
  seller: Seller;
  at: Date;
  /** Minor units; taxable + vat = total. */
  total: number;
  taxable: number;
  vat: number;
  percent: number;
  /** One of the two. */
  payment?: string;
  month?: { month: string; lines: readonly InvoiceLine[]; due_on: string };
}

/**
 * Writes an invoice in the caller's transaction and returns its uuid. The number is the next of the fiscal year
 * (`nextNumber`). Call it late, because all other invoices wait. The dates come from the calendar as currently known, and
 * stay when that changes.
 */
export async function insertInvoice(trx: Db, invoice: NewInvoice): Promise<string> {
  const { account, at, seller, payment = null, month, taxable, vat, percent, total } = invoice;
  const { fiscalYear, dateBs, isProvisional } = datesOf(at, await calendarNow(trx));
  const { rows } = await sql<{ uuid: string }>`
    WITH next AS (${nextNumber(fiscalYear)})
    INSERT INTO invoice (account, payment, fiscal_year, prefix, number, issued_at, date_bs, calendar_provisional, seller,
      buyer, taxable, vat, vat_percent, total, month, due_on, lines)
    SELECT a.uuid, ${payment}, ${fiscalYear}, next.prefix, next.last, ${at.toISOString()}, ${dateBs}, ${isProvisional},
      ${JSON.stringify(seller)},
      jsonb_build_object('name', a.name, 'pan', a.pan, 'address', a.address), ${taxable}, ${vat},
      ${percent}, ${total}, ${month?.month ?? null}, ${month?.due_on ?? null}::date,
      ${month ? JSON.stringify(month.lines) : null}::jsonb
    FROM next, account a WHERE a.uuid = ${account} RETURNING uuid`.execute(trx);
  return rows[0]?.uuid as string;
}

/**
 * Issues the tax invoice of a confirmed payment, in the confirming transaction, and returns its uuid: of what has not paid
 * monthly invoices, which have their own tax. The tax is that of the day.
 */
export async function issueInvoice(trx: Db, payment: string, seller: Seller, given?: Date): Promise<string> {
  const at = given ?? (await databaseNow(trx));
  const paid = await sql<{ account: string; total: number }>`
    SELECT p.account, (p.amount - coalesce((
      SELECT sum(s.amount) FROM invoice_settlement s WHERE s.payment = p.uuid), 0))::bigint AS total
    FROM payment_reference p WHERE p.uuid = ${payment}`.execute(trx);
  const { account, total } = paid.rows[0] as { account: string; total: number };
  const percent = await vatOn(trx, nepalDay(at));
  const uuid = await insertInvoice(trx, {
    ...{ account, seller, at, payment, total, percent },
    ...splitVat(total, percent),
  });
  await sql`UPDATE payment_reference SET invoice = ${uuid} WHERE uuid = ${payment}`.execute(trx);
  return uuid;
}

/**
 * The entity of the audit log whose entries say that an invoice was handed out, and the actions of those: they are what
 * copies are counted by.
 */
export const PAPERS = { entity: 'invoices', ways: ['print', 'download', 'mail'] } as const;

/**
 * An account's invoice as issued, and how often it was handed out. Throws `not_found` for another account's; with
 * `withMonths`, those of others' months are found too, and name their account.
 */
export async function showInvoice(
  db: Db,
  account: string,
  uuid: string,
  withMonths = false,
): Promise<Invoice> {
  const { rows } = await sql<Invoice>`
    SELECT i.uuid, i.prefix, i.number, i.fiscal_year, i.issued_at, i.date_bs, i.calendar_provisional, i.payment, p.method,
      p.reference, i.seller, i.buyer,
      coalesce(p.kind, 'month') AS kind, p.package_name AS item, i.taxable, i.vat, i.vat_percent::float8 AS vat_percent,
      i.total, i.month, i.lines, i.due_on,
      CASE WHEN i.month IS NOT NULL THEN (
        SELECT coalesce(sum(s.amount), 0)::bigint FROM invoice_settlement s WHERE s.invoice = i.uuid) END AS paid,
      (SELECT count(*)::int FROM audit_entry e WHERE e.record = i.uuid AND e.entity = ${PAPERS.entity}
        AND e.action = ANY(${[...PAPERS.ways]})) AS handed_out, a.uuid AS account, a.name AS account_name
    FROM invoice i LEFT JOIN payment_reference p ON p.uuid = i.payment
    LEFT JOIN account a ON a.uuid = i.account AND a.uuid <> ${account}
    WHERE i.uuid = ${uuid} AND (i.account = ${account} OR (${withMonths} AND i.month IS NOT NULL))`.execute(
    db,
  );
  if (!rows[0]) throw notFound();
  return rows[0];
}
