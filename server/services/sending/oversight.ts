import { sql } from 'kysely';
import { type CampaignStatus, campaignMoves } from '#schema/campaignState.ts';
import type { OversightSummary } from '#schema/oversight.ts';
import type { WaitsFor } from '#schema/waitsFor.ts';
import type { Db } from '../../db/database.ts';
import { emailsOfHolders } from '../mail/holders.ts';
import { postMail } from '../mail/mail.ts';
import { audit } from '../platform/audit.ts';
import type { Caller } from '../platform/caller.ts';
import { notFound, Problem } from '../platform/problem.ts';
import { countDecided, waitsFor } from './approval.ts';
import { requireApproved } from './approvedSender.ts';
import { end, resumeLocked } from './campaigns.ts';
import { requireTakerOf } from './destination.ts';
import { wakeWorkers } from './wakeWorkers.ts';

interface Overseen {
  account: string;
  user: string;
  name: string;
  sender: string;
  status: CampaignStatus;
  held: boolean;
  test: boolean;
  waits_for: WaitsFor | null;
}

async function lockAny(trx: Db, uuid: string): Promise<Overseen> {
  const { rows } = await sql<Overseen>`
    SELECT account, "user", name, sender, status, held, test, ${waitsFor('campaign')} AS waits_for
    FROM campaign WHERE uuid = ${uuid} FOR UPDATE`.execute(trx);
  if (!rows[0]) throw notFound();
  return rows[0];
}

/** Records what somebody decided on a campaign, for its account, with the state before and after. */
export async function noted(
  trx: Db,
  caller: Caller,
  uuid: string,
  action: string,
  { account, name, status, waits_for }: Pick<Overseen, 'account' | 'name' | 'status' | 'waits_for'>,
  reason?: string | null,
): Promise<void> {
  const { rows } = await sql<Pick<Overseen, 'status' | 'waits_for'>>`
    SELECT status, ${waitsFor('campaign')} AS waits_for FROM campaign WHERE uuid = ${uuid}`.execute(trx);
  // A colleague's approval may leave the status as it is.
  const isColleagues = waits_for === 'colleague';
  await audit(trx, caller, {
    action,
    entity: 'admin/campaigns',
    record: uuid,
    account,
    title: name,
    before: { status, ...(isColleagues && { waits_for }) },
    after: {
      status: rows[0]?.status,
      ...(isColleagues && { waits_for: rows[0]?.waits_for }),
      ...(reason && { reason }),
    },
  });
}

/** Mails a decision to the users of the campaign's account who may see it. */
export async function mailDecision(
  trx: Db,
  uuid: string,
  account: string,
  kind: 'campaign-approved' | 'campaign-rejected' | 'campaign-stopped',
): Promise<void> {
  for (const to of await emailsOfHolders(trx, account, ['campaign-list', 'get']))
    await postMail(trx, { kind, to, about: uuid });
}

/** The conflict of a decision on a campaign that waits for none. */
export const decided = (): Problem =>
  new Problem(
    'conflict',
    'This campaign no longer needs a decision. Reload the page to see its current state.',
  );

/** Locks a campaign that waits for a decision, if the caller may decide. */
async function lockWaiting(trx: Db, caller: Caller, uuid: string): Promise<Overseen> {
  const found = await lockAny(trx, uuid);
  if (found.status !== 'draft') throw decided();
  if (found.user === caller.user) {
    throw new Problem('forbidden', 'You created this campaign, so another staff member must decide.');
  }
  return found;
}

/**
 * Approves a waiting campaign, in the caller's transaction: it is sent at its time, or now if that has passed. Throws
 * `forbidden` for its creator, `conflict` if it was decided meanwhile, its sender ID is no longer approved or a colleague has
 * to approve it first, `no_operator` if no link could take it.
 */
export async function approve(trx: Db, caller: Caller, uuid: string): Promise<void> {
  const found = await lockWaiting(trx, caller, uuid);
  if (found.waits_for === 'colleague') {
    throw new Problem(
      'conflict',
      'A colleague of its creator must approve this campaign first. You can reject it now.',
    );
  }
  await requireApproved(trx, uuid);
  await requireTakerOf(trx, uuid, found.test);
  await sql`
    UPDATE campaign SET status = 'preparing', decided_by = ${caller.user}, decided_at = now()
    WHERE uuid = ${uuid}`.execute(trx);
  await countDecided(trx, uuid);
  await wakeWorkers(trx);
  await noted(trx, caller, uuid, 'approve', found);
  await mailDecision(trx, uuid, found.account, 'campaign-approved');
}

/**
 * Rejects a waiting campaign, in the caller's transaction: nothing is sent, everything it held is released, and the
 * customer reads the reason. Throws like `approve`.
 */
export async function reject(trx: Db, caller: Caller, uuid: string, reason: string): Promise<void> {
  const found = await lockWaiting(trx, caller, uuid);
  await sql`UPDATE campaign SET decided_by = ${caller.user}, decided_at = now() WHERE uuid = ${uuid}`.execute(
    trx,
  );
  await end(trx, uuid, 'failed', reason);
  await wakeWorkers(trx);
  await noted(trx, caller, uuid, 'reject', found, reason);
  await mailDecision(trx, uuid, found.account, 'campaign-rejected');
}

/** Pauses any account's campaign until staff resume it. Messages in flight are still sent. */
export async function hold(trx: Db, caller: Caller, uuid: string, reason: string | null): Promise<void> {
  const found = await lockAny(trx, uuid);
  if (!campaignMoves[found.status].includes('paused')) {
    throw new Problem('conflict', 'Only a campaign that is sending can be paused.');
  }
  await sql`UPDATE campaign SET status = 'paused', held = true, error = ${reason} WHERE uuid = ${uuid}`.execute(
    trx,
  );
  await noted(trx, caller, uuid, 'pause', found, reason);
}

/** Resumes a campaign that staff have paused. One paused by its customer can only be resumed by the customer. */
export async function resumeHeld(trx: Db, caller: Caller, uuid: string): Promise<void> {
  const found = await lockAny(trx, uuid);
  if (!found.held) {
    throw new Problem(
      'conflict',
      found.status === 'paused'
        ? 'The customer paused this campaign. Only the customer can resume it.'
        : 'Only a paused campaign can be resumed.',
    );
  }
  await resumeLocked(trx, uuid);
  await countDecided(trx, uuid);
  await noted(trx, caller, uuid, 'resume', found);
}

/** Ends any account's campaign permanently; the customer reads the reason, and unsent messages are released. */
export async function stop(trx: Db, caller: Caller, uuid: string, reason: string): Promise<void> {
  const found = await lockAny(trx, uuid);
  if (found.status === 'draft') {
    throw new Problem('conflict', 'This campaign needs approval. Approve or reject it.');
  }
  if (!campaignMoves[found.status].includes('cancelled')) {
    throw new Problem('conflict', 'This campaign has ended and cannot be stopped.');
  }
  await end(trx, uuid, 'cancelled', reason);
  await noted(trx, caller, uuid, 'stop', found, reason);
  await mailDecision(trx, uuid, found.account, 'campaign-stopped');
}

/** How many campaigns wait for the approval of staff, and how many flagged ones are not finished. */
export async function oversightSummary(db: Db): Promise<OversightSummary> {
  const { rows } = await sql<OversightSummary>`
    SELECT count(*) FILTER (WHERE ${waitsFor('campaign')} = 'provider')::int AS waiting,
      count(*) FILTER (WHERE attention IN (1, 3))::int AS flagged
    FROM campaign WHERE attention > 0`.execute(db);
  return rows[0] as OversightSummary;
}
