import { sql } from 'kysely';
import { vatPercentOn } from '#schema/billingSettings.ts';
import { invoiceNumber } from '#schema/invoice.ts';
import { balancePair } from '#schema/permissions.ts';
import type { Db } from '../../../db/database.ts';
import { emailsOfHolders } from '../../mail/holders.ts';
import { postMail } from '../../mail/mail.ts';
import { audit } from '../../platform/audit.ts';
import { databaseNow } from '../../platform/databaseClock.ts';
import { nepalDay } from '../../platform/nepalTime.ts';
import { issueCopy } from '../invoiceCopies.ts';
import { insertInvoice, PAPERS, type Seller, showInvoice } from '../invoices.ts';
import { readVatRates } from '../vat.ts';
import { invoicedMonths, usedBeyondAdvances, usedBy } from './due.ts';
import { monthlyLines, type Used } from './lines.ts';
import { dayAfter, type EndedMonth } from './month.ts';

const isMessages = (item: Used['item']): boolean => item === 'sms' || item === 'viber';

/** Mails an invoice to all of its account's users who may see the balance; each gets a paper of its own number. */
async function mailInvoice(trx: Db, account: string, uuid: string): Promise<void> {
  for (const to of await emailsOfHolders(trx, account, balancePair)) {
    const { entry } = await issueCopy(trx, null, { account, uuid, way: 'mail' });
    await postMail(trx, { kind: 'invoice-month', to, about: entry });
  }
}

/**
 * Closes a month of a post-paid account, in the caller's transaction: issues the tax invoice of what it has used by the end
 * of the month and has neither paid in advance nor been invoiced, and mails it. Returns the invoice's uuid; null if there
 * was nothing to invoice, and undefined if the month is closed or the account is no longer post-paid. The account is locked
 * before its money is read, so that of several workers one does it, and no money moves meanwhile. Its use, which may be
 * millions of rows, is read before that, so that nobody waits for it: those days are over, and what is late all the same is on
 * the next invoice. `at`: the moment of the invoice; by default now, with the account locked, because a run over many accounts
 * may take long.
 */
export async function invoiceMonth(
  trx: Db,
  account: string,
  { name: month, lastDay }: EndedMonth,
  { seller, days, at }: { seller: Seller; days: number; at?: Date | undefined },
): Promise<string | null | undefined> {
  const used = await usedBy(trx, account, lastDay);
  const taken = used.reduce((sum, { item, amount }) => sum + (isMessages(item) ? amount : 0), 0);
  const open = await sql`
    SELECT FROM account a WHERE a.uuid = ${account} AND a.billing = 'postpaid'
    FOR NO KEY UPDATE`.execute(trx);
  if (open.rows.length === 0) return undefined;
  const { rows } = await sql<{ entry: string | null; due: number; is_closed: boolean }>`
    SELECT n.uuid AS entry,
      (${usedBeyondAdvances(sql`${account}::uuid`, sql`${lastDay}::date`, sql`n.uuid`, () => sql`${taken}::bigint`)}
        - ${invoicedMonths(sql`${account}`)})::bigint AS due,
      EXISTS (SELECT FROM billed_month WHERE account = ${account} AND month = ${month}) AS is_closed
    FROM (SELECT 1) one LEFT JOIN LATERAL (
      SELECT uuid FROM wallet_entry WHERE account = ${account} ORDER BY uuid DESC LIMIT 1) n ON true`.execute(
    trx,
  );
  const { entry = null, due = 0, is_closed = true } = rows[0] ?? {};
  if (is_closed) return undefined;
  const uuid = due > 0 ? await issue(trx, account, { month, lastDay, used, due, seller, days, at }) : null;
  await sql`
    INSERT INTO billed_month (account, month, last_day, entry, invoice)
    VALUES (${account}, ${month}, ${lastDay}, ${entry}, ${uuid})`.execute(trx);
  if (uuid) await mailInvoice(trx, account, uuid);
  return uuid;
}

interface Due {
  month: string;
  lastDay: string;
  used: readonly Used[];
  /** Minor units. */
  due: number;
  seller: Seller;
  days: number;
  at: Date | undefined;
}

async function issue(
  trx: Db,
  account: string,
  { month, lastDay, used, due, seller, days, at: given }: Due,
): Promise<string> {
  const at = given ?? (await databaseNow(trx));
  const rates = await readVatRates(trx);
  const lines = monthlyLines(used, due, (day) => vatPercentOn(rates, day) ?? 0);
  const sum = (of: (line: (typeof lines)[number]) => number) =>
    lines.reduce((all, line) => all + of(line), 0);
  const total = sum((line) => line.amount);
  if (total !== due) throw new Error(`the lines of an invoice are ${total}, not ${due}`);
  const taxable = sum((line) => line.taxable);
  const uuid = await insertInvoice(trx, {
    ...{ account, seller, at, total, taxable, vat: total - taxable },
    percent: vatPercentOn(rates, lastDay) ?? 0,
    month: { month, lines, due_on: dayAfter(nepalDay(at), days) },
  });
  const issued = await showInvoice(trx, account, uuid);
  await audit(trx, null, {
    ...{ action: 'create', entity: PAPERS.entity, record: uuid, account, title: invoiceNumber(issued) },
    after: { month, total, due_on: issued.due_on },
  });
  return uuid;
}
