import { type Kysely, sql } from 'kysely';
import type { CampaignStatus } from '#schema/campaignState.ts';
import type { Db } from '../../db/database.ts';
import { audit } from '../platform/audit.ts';
import type { Caller } from '../platform/caller.ts';
import { invalidField, notFound, Problem } from '../platform/problem.ts';
import { moveCampaign } from './campaignDays.ts';
import { wakeWorkers } from './wakeWorkers.ts';

interface Locked {
  name: string;
  account: string;
  status: CampaignStatus;
  scheduled_at: string | null;
  due: boolean;
  past: boolean;
}

const BEGUN = 'Only a campaign whose sending has not started can be scheduled for another time.';

/**
 * Gives a campaign of the caller's account that waits for its time or for approval another time; null sends it now. Its texts,
 * recipients and cost stay. Throws `conflict` once its sending has started, or if its new day has no room for it (without
 * approval, as urgent, or at all), and an error of the field for a time that has passed.
 */
export const reschedule = (
  db: Kysely<unknown>,
  caller: Caller,
  uuid: string,
  scheduledAt: string | null,
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const { name, account, status, scheduled_at, due, past } = await lock(trx, caller, uuid, scheduledAt);
    if (past) throw invalidField('scheduled_at', 'This time has passed. Choose a later one.');
    if (status !== 'draft' && (status !== 'scheduled' || due)) throw new Problem('conflict', BEGUN);
    await audit(trx, caller, {
      action: 'reschedule',
      entity: 'admin/campaigns',
      record: uuid,
      title: name,
      before: { scheduled_at },
      after: { scheduled_at: scheduledAt },
    });
    // Like accepting: the account first, then its days.
    await sql`SELECT FROM account WHERE uuid = ${account} FOR NO KEY UPDATE`.execute(trx);
    await moveCampaign(trx, uuid, scheduledAt);
    await sql`
      UPDATE campaign SET scheduled_at = ${status === 'draft' ? sql`${scheduledAt}::timestamptz` : sql`coalesce(${scheduledAt}::timestamptz, now())`}
      WHERE uuid = ${uuid}`.execute(trx);
    await wakeWorkers(trx);
  });

async function lock(trx: Db, caller: Caller, uuid: string, scheduledAt: string | null): Promise<Locked> {
  const { rows } = await sql<Locked>`
    SELECT name, account, status, scheduled_at, coalesce(scheduled_at <= now(), false) AS due,
      coalesce(${scheduledAt}::timestamptz <= now(), false) AS past
    FROM campaign WHERE uuid = ${uuid} AND account = ${caller.account} FOR UPDATE`.execute(trx);
  if (!rows[0]) throw notFound();
  return rows[0];
}
