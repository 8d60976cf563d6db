import { sql } from 'kysely';
import { billing, type VatInput, type VatRate, vatPercentOn } from '#schema/billingSettings.ts';
import type { Db } from '../../db/database.ts';
import { audit } from '../platform/audit.ts';
import type { Caller } from '../platform/caller.ts';
import { databaseNow } from '../platform/databaseClock.ts';
import { nepalDay } from '../platform/nepalTime.ts';
import { invalidField, notFound } from '../platform/problem.ts';

/** All VAT rates, oldest first; the first has no day, because it has held from the beginning. */
export async function readVatRates(db: Db): Promise<VatRate[]> {
  const { rows } = await sql<VatRate>`
    SELECT CASE WHEN row_number() OVER (ORDER BY valid_from) > 1 THEN to_char(valid_from, 'YYYY-MM-DD') END AS "from",
      percent::float8 AS percent
    FROM vat_rate ORDER BY valid_from`.execute(db);
  return rows;
}

/** The percent of VAT on a day of Nepal. */
export async function vatOn(db: Db, day: string): Promise<number> {
  const percent = vatPercentOn(await readVatRates(db), day);
  if (percent === undefined) throw new Error('the table of VAT rates is empty');
  return percent;
}

/** Rates of days that are over are final: invoices were issued by them. */
async function refusePast(trx: Db, from: string, now?: Date): Promise<void> {
  const today = nepalDay(now ?? (await databaseNow(trx)));
  if (from < today)
    throw invalidField('from', `A rate cannot change in the past. The earliest day is ${today}.`);
}

/** Two changes of rates at once would each be recorded with the rates from before the other. */
const lock = (trx: Db) => sql`LOCK TABLE vat_rate IN SHARE ROW EXCLUSIVE MODE`.execute(trx);

async function record(trx: Db, caller: Caller, before: readonly VatRate[]): Promise<VatRate[]> {
  const after = await readVatRates(trx);
  const event = { action: 'update', entity: billing.name, account: null };
  await audit(trx, caller, { ...event, before: { vat_rates: before }, after: { vat_rates: after } });
  return after;
}

/** Sets the rate from a day on, in the caller's transaction. Throws `invalid` for a day before `now`'s. */
export async function setVatRate(
  trx: Db,
  caller: Caller,
  { from, percent }: VatInput,
  now?: Date,
): Promise<VatRate[]> {
  await refusePast(trx, from, now);
  await lock(trx);
  const before = await readVatRates(trx);
  await sql`
    INSERT INTO vat_rate (valid_from, percent) VALUES (${from}, ${percent})
    ON CONFLICT (valid_from) DO UPDATE SET percent = excluded.percent`.execute(trx);
  return record(trx, caller, before);
}

/** Removes a rate that was set for `now`'s day or later. Throws `invalid` for an earlier day, and `not_found`. */
export async function removeVatRate(trx: Db, caller: Caller, from: string, now?: Date): Promise<VatRate[]> {
  await refusePast(trx, from, now);
  await lock(trx);
  const before = await readVatRates(trx);
  const { rows } = await sql`DELETE FROM vat_rate WHERE valid_from = ${from} RETURNING valid_from`.execute(
    trx,
  );
  if (rows.length === 0) throw notFound();
  return record(trx, caller, before);
}
