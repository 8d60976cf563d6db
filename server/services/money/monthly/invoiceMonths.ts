import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { databaseNow } from '../../platform/databaseClock.ts';
import { calendarNow } from '../../platform/providerSettings.ts';
import type { Seller } from '../invoices.ts';
import { invoiceMonth } from './invoiceMonth.ts';
import { endedMonth } from './month.ts';

interface Log {
  error(details: object, message: string): void;
}

/**
 * Closes the newest month that is over for every post-paid account for which that was not done; each in a transaction of
 * its own, so that one account's fault does not hold up the others. All processes may do it at once. Returns how many
 * invoices it issued. Without a seller it does nothing until there is one: the next invoice then has everything.
 */
export async function invoiceMonths(
  db: Kysely<unknown>,
  seller: () => Promise<Seller | null>,
  log: Log,
  at?: Date,
): Promise<number> {
  const month = endedMonth(await calendarNow(db), at ?? (await databaseNow(db)));
  if (!month) return 0;
  const { rows } = await sql<{ uuid: string; days: number }>`
    SELECT a.uuid, b.invoice_days AS days FROM account a, billing_setting b
    WHERE a.billing = 'postpaid'
      AND NOT EXISTS (SELECT FROM billed_month m WHERE m.account = a.uuid AND m.month = ${month.name})
    ORDER BY a.uuid`.execute(db);
  const by = rows.length > 0 ? await seller() : null;
  if (!by) return 0;
  let issued = 0;
  for (const { uuid, days } of rows) {
    try {
      const invoice = await db
        .transaction()
        .execute((trx) => invoiceMonth(trx, uuid, month, { seller: by, days, at }));
      if (invoice) issued += 1;
    } catch (error) {
      log.error({ err: error, account: uuid, month: month.name }, 'a month could not be invoiced');
    }
  }
  return issued;
}
