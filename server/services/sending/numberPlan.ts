import { type Kysely, sql } from 'kysely';
import type { NumberPlan } from '#schema/numberRanges.ts';
import type { Db } from '../../db/database.ts';
import { databaseNow } from '../platform/databaseClock.ts';
import { nepalDay } from '../platform/nepalTime.ts';
import { loadNumberPlan } from '../platform/numbers.ts';
import { invalidField, Problem } from '../platform/problem.ts';

/** Contacts processed at once. */
const BATCH = 5000;

/** When an entry may begin: today or later in Nepal; defaults to today. Throws an error of the field. */
export async function requireDay(trx: Db, day: string | null | undefined): Promise<string> {
  const today = nepalDay(await databaseNow(trx));
  if (!day) return today;
  if (day < today) throw invalidField('valid_from', 'Choose today or a later day.');
  return day;
}

const decided = (): Problem =>
  new Problem(
    'conflict',
    'This entry is already in force and cannot be changed. Add a new entry for its prefix instead.',
  );

/**
 * Refuses to change an entry that was in force before today, because campaigns were priced by it. Locks it until the
 * caller's transaction ends.
 */
export async function requireOpen(trx: Db, uuid: string): Promise<void> {
  const { rows } = await sql`
    SELECT FROM number_range WHERE uuid = ${uuid} AND valid_from >= nepal_day(now()) FOR UPDATE`.execute(trx);
  if (rows.length === 0) throw decided();
}

/** Deletes a future entry, in the caller's transaction. Throws `conflict` for one in force. */
export async function deleteRange(trx: Db, uuid: string): Promise<void> {
  const { numAffectedRows } = await sql`
    DELETE FROM number_range WHERE uuid = ${uuid} AND valid_from > nepal_day(now())`.execute(trx);
  if (!numAffectedRows) throw decided();
}

/** Updates the operator of an account's contacts with a prefix to the current number plan. */
async function refreshContacts(db: Db, plan: NumberPlan, account: string, prefix: string): Promise<void> {
  let after = '';
  for (;;) {
    const { rows } = await sql<{ phone: string; operator: string }>`
      SELECT phone, operator FROM contact
      WHERE account = ${account} AND phone LIKE ${`${prefix}%`} AND phone > ${after}
      ORDER BY phone LIMIT ${BATCH}`.execute(db);
    const last = rows.at(-1);
    if (!last) return;
    const wrong = rows
      .map(({ phone, operator }) => ({ phone, operator, now: plan.find(phone).operator }))
      .filter(({ operator, now }) => operator !== now);
    if (wrong.length > 0) {
      await sql`
        UPDATE contact c SET operator = w.now
        FROM jsonb_to_recordset(${JSON.stringify(wrong)}::jsonb) AS w(phone text, now text)
        WHERE c.account = ${account} AND c.phone = w.phone`.execute(db);
    }
    after = last.phone;
  }
}

/**
 * Updates contacts for entries that took effect since the last run, in small transactions; called by housekeeping. A
 * campaign's cost never depends on it, because a plan uses the number plan for every recipient.
 */
export async function followNumberPlan(db: Kysely<unknown>): Promise<void> {
  const due = await sql<{ uuid: string; prefix: string; updated_at: string }>`
    SELECT uuid, prefix, updated_at::text FROM number_range
    WHERE NOT applied AND valid_from <= nepal_day(now()) ORDER BY valid_from`.execute(db);
  if (due.rows.length === 0) return;
  const plan = await loadNumberPlan(db);
  const accounts = await sql<{ uuid: string }>`SELECT uuid FROM account`.execute(db);
  for (const { uuid, prefix, updated_at } of due.rows) {
    for (const account of accounts.rows) await refreshContacts(db, plan, account.uuid, prefix);
    // An entry that was changed meanwhile is due again.
    await sql`
      UPDATE number_range SET applied = true
      WHERE uuid = ${uuid} AND updated_at = ${updated_at}::text::timestamptz`.execute(db);
  }
}
