import { sql } from 'kysely';
import { type Invoice, invoiceNumber } from '#schema/invoice.ts';
import type { Db } from '../../db/database.ts';
import { audit } from '../platform/audit.ts';
import type { Caller } from '../platform/caller.ts';
import { PAPERS, showInvoice } from './invoices.ts';

type Way = (typeof PAPERS.ways)[number];

export interface IssuedCopy {
  invoice: Invoice;
  /** Which copy of the original the paper is; 0 is the original itself. */
  copy: number;
  /** The uuid of its entry in the audit log. */
  entry: string;
}

/**
 * Records that an account's invoice is handed out, and answers with what it then is. Two at once get different numbers.
 * `by` null: the server itself mails it. Throws `not_found` for another account's, except with `withMonths` for a month's.
 */
export async function issueCopy(
  trx: Db,
  by: Caller | null,
  { account, uuid, way, withMonths }: { account: string; uuid: string; way: Way; withMonths?: boolean },
): Promise<IssuedCopy> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('invoice ' || ${uuid}, 0))`.execute(trx);
  const invoice = await showInvoice(trx, account, uuid, withMonths);
  const title = invoiceNumber(invoice);
  const copy = invoice.handed_out ?? 0;
  const event = {
    action: way,
    entity: PAPERS.entity,
    record: uuid,
    account: invoice.account ?? account,
    title,
  };
  const entry = await audit(trx, by, { ...event, after: { copy } });
  return { invoice, copy, entry: entry as string };
}

/** What an entry of the audit log handed out; undefined if there is no such entry. */
export async function issuedCopy(db: Db, entry: string | null): Promise<IssuedCopy | undefined> {
  const { rows } = await sql<{ account: string; record: string; copy: number }>`
    SELECT i.account, e.record, (e.after->>'copy')::int AS copy FROM audit_entry e JOIN invoice i ON i.uuid = e.record
    WHERE e.uuid = ${entry} AND e.entity = ${PAPERS.entity}`.execute(db);
  const found = rows[0];
  if (!found || !entry) return undefined;
  return { invoice: await showInvoice(db, found.account, found.record), copy: found.copy, entry };
}
