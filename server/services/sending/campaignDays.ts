import { sql } from 'kysely';
import type { Plan } from '#schema/compose.ts';
import type { Db } from '../../db/database.ts';
import { pipelined } from '../../db/pipelined.ts';
import {
  type Counted,
  countResumed,
  countUnapproved,
  forecastApproval,
  moveCounted,
  type Needs,
  type Requested,
  uncountCancelled,
} from './approval.ts';
import { countAccepted, countResumedDay, forecastCap, moveAccepted, uncountEnded } from './dailyCap.ts';
import { campaignDayAt } from './leavingDay.ts';
import { requireUrgentDay } from './urgentLimits.ts';

/*
 * A campaign counts towards its day twice: what may be sent at all (dailyCap.ts), and what may be sent without an approval
 * (approval.ts). Both are counted here, so that neither is forgotten; what is urgent is added up from the campaigns themselves
 * (urgentLimits.ts). The cap comes first: it locks the account, and needs the former day of a campaign that is resumed, which
 * the other changes.
 */

/** How a campaign compares with both limits of its day. Only a forecast: `countCampaign` decides. */
export async function forecastDay(
  db: Db,
  campaign: Requested,
): Promise<Pick<Plan, 'needs_approval' | 'approval' | 'colleague_approval' | 'daily_cap'>> {
  const { user, recipients, scheduledAt } = campaign;
  const [approval, daily_cap] = await Promise.all([
    forecastApproval(db, campaign),
    forecastCap(db, user, recipients, scheduledAt),
  ]);
  return { ...approval, daily_cap };
}

/**
 * Counts a campaign towards its day, in the accepting transaction, which has the account locked; returns whose approval it
 * needs. Throws an error of `recipients` above the daily cap.
 */
export async function countCampaign(trx: Db, campaign: Requested): Promise<Needs> {
  const [, needs] = await pipelined(
    trx,
    (db) => countAccepted(db, campaign),
    (db) => countUnapproved(db, campaign),
  );
  return needs;
}

/**
 * Moves a campaign whose sending has not started to the day of its new time, in the transaction that changes it and has its
 * account locked. Throws `conflict` if that day has no room.
 */
export async function moveCampaign(trx: Db, campaign: string, scheduledAt: string | null): Promise<void> {
  await requireUrgentDay(trx, campaign, campaignDayAt(scheduledAt));
  await moveAccepted(trx, campaign, scheduledAt);
  await moveCounted(trx, campaign, scheduledAt);
}

/** Counts the rest of a campaign that its account resumes on a later day towards today. Throws `conflict` without room. */
export async function countResumedCampaign(trx: Db, campaign: string): Promise<void> {
  await countResumedDay(trx, campaign);
  await countResumed(trx, campaign);
}

/** Removes the totals of past days. */
export async function clearDays(db: Db): Promise<void> {
  for (const totals of ['accepted_day', 'colleague_day', 'unapproved_day'])
    await sql`DELETE FROM ${sql.table(totals)} WHERE day < nepal_day(now())`.execute(db);
}

/** Subtracts what ending a campaign has cancelled, last in the transaction; `before`: `countedOf` before it was ended. */
export async function uncountCampaign(trx: Db, campaign: string, before: Counted): Promise<void> {
  await uncountEnded(trx, campaign, before.cancelled);
  await uncountCancelled(trx, campaign, before);
}
