import { type RawBuilder, sql } from 'kysely';
import type { CampaignStatus } from '#schema/campaignState.ts';
import { managesTeamPair } from '#schema/permissions.ts';
import type { WaitsFor } from '#schema/waitsFor.ts';
import type { Db } from '../../db/database.ts';
import { managesTeam } from '../access/teamManagers.ts';
import { emailsOfHolders } from '../mail/holders.ts';
import { postMail } from '../mail/mail.ts';
import type { Caller } from '../platform/caller.ts';
import { notFound, Problem } from '../platform/problem.ts';
import { countApproved, waitsFor } from './approval.ts';
import { requireApproved } from './approvedSender.ts';
import { end } from './campaigns.ts';
import { requireTakerOf } from './destination.ts';
import { decided, mailDecision, noted } from './oversight.ts';
import { wakeWorkers } from './wakeWorkers.ts';

/** SQL of the names of those who may approve campaign `t`; null if it waits for no colleague. */
export const approversOf: RawBuilder<string[] | null> = sql<string[] | null>`
  CASE WHEN ${waitsFor('t')} = 'colleague' THEN (
    SELECT coalesce(json_agg(u.name ORDER BY u.uuid), '[]') FROM users u
    WHERE u.account = t.account AND u.uuid <> t."user" AND ${managesTeam('u')}) END`;

/** Mails those who may approve an account's campaign, in the transaction that accepts it to wait for a colleague. */
export async function askColleagues(trx: Db, account: string, campaign: string): Promise<void> {
  for (const to of await emailsOfHolders(trx, account, managesTeamPair))
    await postMail(trx, { kind: 'campaign-waits', to, about: campaign });
}

interface Waiting {
  account: string;
  user: string;
  name: string;
  status: CampaignStatus;
  test: boolean;
  waits_for: WaitsFor | null;
}

interface Decision {
  uuid: string;
  status: CampaignStatus;
}

/** Locks a campaign of the caller's account that waits for a colleague, if the caller may decide. */
async function lockWaiting(trx: Db, caller: Caller, uuid: string): Promise<Waiting> {
  const { rows } = await sql<Waiting>`
    SELECT account, "user", name, status, test, ${waitsFor('campaign')} AS waits_for
    FROM campaign WHERE uuid = ${uuid} AND account = ${caller.account} FOR UPDATE`.execute(trx);
  const [found] = rows;
  if (!found) throw notFound();
  if (found.waits_for !== 'colleague') throw decided();
  if (found.user === caller.user) {
    throw new Problem('forbidden', 'You created this campaign, so a colleague must decide.');
  }
  return found;
}

const note = (trx: Db, caller: Caller, uuid: string): Promise<unknown> =>
  sql`UPDATE campaign SET colleague_by = ${caller.user}, colleague_at = now() WHERE uuid = ${uuid}`.execute(
    trx,
  );

/**
 * Approves a campaign of the caller's account, in the caller's transaction: it is sent at its time, or now if that has
 * passed; or it waits for staff, if their limit asks for it. Throws `forbidden` for its creator, `conflict` if it was decided
 * meanwhile or its sender ID is no longer approved, `no_operator` if no link could take it.
 */
export async function approveAsColleague(trx: Db, caller: Caller, uuid: string): Promise<Decision> {
  const found = await lockWaiting(trx, caller, uuid);
  await requireApproved(trx, uuid);
  await requireTakerOf(trx, uuid, found.test);
  // Like accepting: the account first, then its days.
  await sql`SELECT FROM account WHERE uuid = ${found.account} FOR NO KEY UPDATE`.execute(trx);
  const needsStaff = await countApproved(trx, uuid);
  const status = needsStaff ? 'draft' : 'preparing';
  await note(trx, caller, uuid);
  await sql`UPDATE campaign SET status = ${status}, needs_staff = ${needsStaff} WHERE uuid = ${uuid}`.execute(
    trx,
  );
  await wakeWorkers(trx);
  await noted(trx, caller, uuid, 'approve', found);
  if (!needsStaff) await mailDecision(trx, uuid, found.account, 'campaign-approved');
  return { uuid, status };
}

/**
 * Rejects a campaign of the caller's account, in the caller's transaction: nothing is sent, everything it held is released,
 * and its creator reads the reason. Throws like `approveAsColleague`.
 */
export async function rejectAsColleague(
  trx: Db,
  caller: Caller,
  uuid: string,
  reason: string,
): Promise<Decision> {
  const found = await lockWaiting(trx, caller, uuid);
  await note(trx, caller, uuid);
  await end(trx, uuid, 'failed', reason);
  await wakeWorkers(trx);
  await noted(trx, caller, uuid, 'reject', found, reason);
  await mailDecision(trx, uuid, found.account, 'campaign-rejected');
  return { uuid, status: 'failed' };
}
