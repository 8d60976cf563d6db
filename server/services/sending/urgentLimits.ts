import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { invalidField } from '../platform/problem.ts';
import { readDelivery } from './deliverySettings.ts';
import { nepalDayOf } from './leavingDay.ts';

/** Recipients of the account's urgent campaigns that were accepted today (Nepal), less what was cancelled. */
async function acceptedToday(db: Db, account: string): Promise<number> {
  const { rows } = await sql<{ sum: number }>`
    SELECT coalesce(sum(recipients - cancelled), 0)::bigint AS sum FROM campaign
    WHERE account = ${account} AND urgent AND NOT trial AND ${nepalDayOf(sql`created_at`)} = ${nepalDayOf(sql`now()`)}
      AND uuid >= uuid_floor(now() - interval '1 day')`.execute(db);
  return (rows[0] as { sum: number }).sum;
}

/**
 * Throws an error of `urgent` if a campaign to so many recipients is more than the provider allows. In the accepting
 * transaction it is asked once the account is locked, so that campaigns at the same time are counted.
 */
export async function requireUrgentLimits(db: Db, account: string, recipients: number): Promise<void> {
  const { urgent_max, urgent_daily } = await readDelivery(db);
  if (urgent_max === 0) throw invalidField('urgent', 'Your provider does not accept urgent campaigns.');
  if (recipients > urgent_max)
    throw invalidField('urgent', `An urgent message can have up to ${urgent_max} recipients.`);
  if (urgent_daily === null) return;
  const accepted = await acceptedToday(db, account);
  if (accepted + recipients > urgent_daily)
    throw invalidField(
      'urgent',
      `Your account can send ${urgent_daily} urgent messages a day, and ${accepted} are already accepted today. Send this campaign without "urgent", or ask your provider for a higher limit.`,
    );
}
