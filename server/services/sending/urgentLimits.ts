import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { invalidField, Problem } from '../platform/problem.ts';
import { readDelivery } from './deliverySettings.ts';
import { campaignDay, leavingDay } from './leavingDay.ts';

/** Recipients of the account's urgent campaigns of a day, less what was cancelled, or sent before it. */
async function acceptedFor(db: Db, account: string, day: string): Promise<number> {
  const { rows } = await sql<{ sum: number }>`
    SELECT coalesce(sum(recipients - cancelled - sent_before), 0)::bigint AS sum FROM campaign
    WHERE account = ${account} AND urgent AND NOT trial AND ${campaignDay} = ${day}::date`.execute(db);
  return (rows[0] as { sum: number }).sum;
}

/**
 * Throws an error of `urgent` if a campaign to so many recipients is more than the provider allows at once, or on the day on
 * which it is sent. In the accepting transaction it is asked once the account is locked, so that campaigns at the same time
 * are counted.
 */
export async function requireUrgentLimits(
  db: Db,
  account: string,
  recipients: number,
  scheduledAt: string | null,
): Promise<void> {
  const { urgent_max, urgent_daily } = await readDelivery(db);
  if (urgent_max === 0) throw invalidField('urgent', 'Your provider does not accept urgent campaigns.');
  if (recipients > urgent_max)
    throw invalidField('urgent', `An urgent message can have up to ${urgent_max} recipients.`);
  if (urgent_daily === null) return;
  const { rows } = await sql<{ day: string }>`SELECT ${leavingDay(scheduledAt)}::text AS day`.execute(db);
  const { day } = rows[0] as { day: string };
  const accepted = await acceptedFor(db, account, day);
  if (accepted + recipients > urgent_daily)
    throw invalidField(
      'urgent',
      `Your account can send ${urgent_daily} urgent messages a day, and ${accepted} are already accepted for ${day}. Send this campaign without "urgent", choose another day, or ask your provider for a higher limit.`,
    );
}

/**
 * Throws `conflict` if what is left of an urgent campaign, which moves to another day, is more than its account may send on
 * that one. Before it is moved, in a transaction that has the account locked.
 */
export async function requireUrgentDay(trx: Db, campaign: string, day: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<{ account: string; queued: number; next: string }>`
    SELECT account, queued, next::text FROM (
      SELECT account, queued, ${campaignDay} AS day, ${day} AS next FROM campaign
      WHERE uuid = ${campaign} AND urgent AND NOT trial) c
    WHERE next <> day AND next >= nepal_day(now())`.execute(trx);
  const [moved] = rows;
  const { urgent_daily } = moved ? await readDelivery(trx) : { urgent_daily: null };
  if (!moved || urgent_daily === null) return;
  if ((await acceptedFor(trx, moved.account, moved.next)) + moved.queued <= urgent_daily) return;
  throw new Problem(
    'conflict',
    'With this campaign, your account would send more urgent messages on that day than your provider allows. Choose another day.',
  );
}
