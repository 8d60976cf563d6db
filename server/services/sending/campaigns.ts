import { type Kysely, sql } from 'kysely';
import { type CampaignStatus, campaignMoves } from '#schema/campaignState.ts';
import type { Db } from '../../db/database.ts';
import { requireSchema } from '../../db/migrate.ts';
import { pipelined } from '../../db/pipelined.ts';
import { prepared } from '../../db/preparedStatements.ts';
import { audit } from '../platform/audit.ts';
import type { Caller } from '../platform/caller.ts';
import { notFound, Problem } from '../platform/problem.ts';
import { countedOf } from './approval.ts';
import { refuseSuspended } from './approvedSender.ts';
import { countResumedCampaign, uncountCampaign } from './campaignDays.ts';
import { addDaily, type Daily } from './daily.ts';
import { erasedBetween } from './erasedListed.ts';
import { makeUnknown } from './failover/compare.ts';
import { messagesInFlight } from './messagesInFlight.ts';
import { uuidAfter, uuidsFrom } from './messageUuids.ts';
import { mayEnd, settle } from './settle.ts';
import { heldFor } from './viberMessages.ts';
import { leaveWithViber } from './viberReceipts.ts';
import { wake, wakeWorkers } from './wakeWorkers.ts';

interface Locked {
  name: string;
  status: CampaignStatus;
  held: boolean;
}

/** The message to a customer whose campaign staff have paused. */
const HELD = 'Your provider has paused this campaign. Ask your provider to resume it, or cancel it.';

const cannot: Record<'paused' | 'sending' | 'cancelled', string> = {
  paused: 'Only a campaign that is sending can be paused.',
  sending: 'Only a paused campaign can be resumed.',
  cancelled: 'This campaign has ended and cannot be cancelled.',
};

const actions = { paused: 'pause', sending: 'resume', cancelled: 'cancel' } as const;

/** Locks a campaign of the caller's account and records a transition, or refuses it with `conflict`. */
async function lockFor(
  trx: Db,
  caller: Caller,
  uuid: string,
  to: 'paused' | 'sending' | 'cancelled',
): Promise<void> {
  const { rows } = await sql<Locked>`
    SELECT name, status, held FROM campaign
    WHERE uuid = ${uuid} AND account = ${caller.account} FOR UPDATE`.execute(trx);
  if (!rows[0]) throw notFound();
  const { name, status, held } = rows[0];
  if (held && to === 'sending') throw new Problem('conflict', HELD);
  const isMeant = to !== 'sending' || status === 'paused';
  if (!isMeant || !campaignMoves[status].includes(to)) throw new Problem('conflict', cannot[to]);
  await audit(trx, caller, {
    action: actions[to],
    entity: 'admin/campaigns',
    record: uuid,
    title: name,
    before: { status },
    after: { status: to },
  });
}

/** Stops claiming a campaign's messages; those in flight are still sent. */
export const pause = (db: Kysely<unknown>, caller: Caller, uuid: string): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await lockFor(trx, caller, uuid, 'paused');
    await sql`UPDATE campaign SET status = 'paused' WHERE uuid = ${uuid}`.execute(trx);
  });

export const resume = (db: Kysely<unknown>, caller: Caller, uuid: string): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await lockFor(trx, caller, uuid, 'sending');
    await resumeLocked(trx, uuid);
    await countResumedCampaign(trx, uuid);
  });

/**
 * Resumes a paused campaign, in the caller's transaction, which holds its lock. Throws `conflict` like
 * `refuseSuspended`.
 */
export async function resumeLocked(trx: Db, uuid: string): Promise<void> {
  await refuseSuspended(trx, uuid);
  await sql`UPDATE campaign SET status = 'sending', held = false, error = NULL WHERE uuid = ${uuid}`.execute(
    trx,
  );
  await settle(trx, [uuid]);
  await wakeWorkers(trx);
}

/**
 * Ends a campaign: messages not handed to an operator are cancelled and their money released. Workers recall messages in
 * flight that are not written; partly written ones are still sent and charged.
 */
export const cancel = (db: Kysely<unknown>, caller: Caller, uuid: string): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await lockFor(trx, caller, uuid, 'cancelled');
    await end(trx, uuid, 'cancelled');
  });

/**
 * Ends a campaign, in the caller's transaction, which has it locked, and releases what it no longer needs: `cancelled`, or
 * `failed` if nothing was sent. `error` is for the customer; if missing, the existing one stays.
 */
export async function end(
  trx: Db,
  uuid: string,
  status: 'cancelled' | 'failed',
  error?: string,
): Promise<void> {
  const counted = await countedOf(trx, uuid);
  // From here on nobody claims any of these; earlier claims are behind `claimed_to`.
  await sql`SELECT FROM campaign_queue WHERE campaign = ${uuid} ORDER BY operator FOR UPDATE`.execute(trx);
  await sql`
    UPDATE message m SET status = 'cancelled', finished_at = now(), updated_at = now() FROM campaign_queue q
    WHERE q.campaign = ${uuid} AND q.waiting > 0 AND m.campaign = ${uuid} AND m.operator = q.operator
      AND m.uuid > q.claimed_to AND m.status = 'queued'`.execute(trx);
  await sql`DELETE FROM campaign_queue WHERE campaign = ${uuid}`.execute(trx);
  const waiting = await sql<{ message: string }>`
    DELETE FROM message_retry WHERE campaign = ${uuid} AND hand IS NULL RETURNING message`.execute(trx);
  const gone = waiting.rows.map(({ message }) => message);
  const daily: Daily = [];
  // What Viber has cannot be taken back, but no SMS follows.
  await leaveWithViber(trx, gone, daily);
  await sql`
    UPDATE message SET status = 'cancelled', finished_at = now(), updated_at = now()
    WHERE uuid = ANY(${gone}) AND status = 'queued'`.execute(trx);
  // Recipients that are not messages yet become cancelled messages when they are expanded.
  await sql`
    UPDATE campaign c SET status = ${status}, finished_at = now(), held = false,
      error = ${error ?? null},
      cancelled = c.cancelled + c.queued - h.n, queued = h.n,
      dropped_exact = c.cost_exact - c.captured_exact - h.amount,
      package_dropped = c.package_parts - c.package_captured - h.package_parts
    FROM (SELECT count(*) FILTER (WHERE status = 'queued') AS n, coalesce(sum(${heldFor('message')}), 0) AS amount,
            coalesce(sum(package_parts), 0) AS package_parts
          FROM message WHERE uuid IN (
            SELECT uuid FROM (${messagesInFlight(sql`h.campaign = ${uuid}`)}) held
            UNION ALL SELECT message FROM message_unknown WHERE campaign = ${uuid})) h
    WHERE c.uuid = ${uuid}`.execute(trx);
  await settle(trx, [uuid]);
  if (counted) await uncountCampaign(trx, uuid, counted);
  await addDaily(trx, daily);
}

/** Positions of a plan expanded per transaction. The first chunks are small, because many campaigns may be waiting to begin. */
const FIRST_CHUNK = 1000;
const CHUNK = 10_000;

/** The campaign ended meanwhile: the messages must be created again, as cancelled. */
class Ended extends Error {}

/**
 * Expands the next recipients of one campaign: an urgent one, otherwise the one with the fewest queued messages, so that
 * none waits for another's million. Returns whether there was one, so that the caller continues. Each chunk is one
 * transaction: a crash repeats and loses nothing. Sending starts with the first chunk.
 */
export const expandNext = (db: Kysely<unknown>): Promise<boolean> =>
  db
    .transaction()
    .execute(expandChunk)
    .catch((error: unknown) => {
      if (error instanceof Ended) return true;
      throw error;
    });

async function expandChunk(trx: Db): Promise<boolean> {
  // The plan is locked, and the campaign only once its messages exist: outcomes are recorded meanwhile.
  const nextPlan = sql<{ campaign: string }>`${prepared}
    SELECT c.uuid AS campaign FROM campaign c JOIN plan p ON p.uuid = c.plan AND p.account = c.account
    WHERE c.expanding AND c.status <> 'draft'
    ORDER BY c.urgent DESC, c.status IN ('cancelled', 'failed'),
      greatest(0, c.expanded_to - (c.recipients - c.queued)), c.created_at
    LIMIT 1 FOR NO KEY UPDATE OF p SKIP LOCKED`;
  const [, next] = await pipelined(trx, requireSchema, (db) => nextPlan.execute(db));
  if (!next.rows[0]) return false;
  type Expanded = Record<'uuid' | 'account' | 'plan' | 'from', string> & { prices: Prices };
  const { rows } = await sql<
    Expanded & { status: CampaignStatus; expanded_to: number; last: number | null; was_approved: boolean }
  >`${prepared}
    SELECT uuid, account, plan, status, expanded_to, prices,
      coalesce(decided_at, colleague_at) IS NOT NULL AS was_approved,
      (SELECT max(position) FROM plan_recipient r WHERE r.plan = c.plan) AS last, greatest(clock_timestamp(), (
      SELECT uuid_time(m.uuid) + interval '1 millisecond' FROM message m
      WHERE m.campaign = c.uuid ORDER BY m.uuid DESC LIMIT 1))::text AS from
    FROM campaign c WHERE uuid = ${next.rows[0].campaign} AND expanding`.execute(trx);
  const campaign = rows[0];
  // Another process has just created the last of them.
  if (!campaign) return true;
  const isOver = campaign.status === 'cancelled' || campaign.status === 'failed';
  const status = isOver ? 'cancelled' : 'queued';
  const last = campaign.last ?? 0;
  const from = campaign.expanded_to;
  // A range, not LIMIT: before PostgreSQL has counted a new plan's rows, it would sort all of them for each chunk.
  const to = Math.min(last, from + (from === 0 ? FIRST_CHUNK : CHUNK));
  // Recipients who opted out while the campaign waited for approval are excluded.
  const isChecked = campaign.was_approved && !isOver;
  const erased = isChecked ? await erasedBetween(trx, campaign, from, to) : [];
  const before = sql`(sum(n.parts) OVER (PARTITION BY n.operator ORDER BY n.position) - n.parts)`;
  const covered = Object.values(campaign.prices).some(({ package_parts }) => package_parts > 0)
    ? sql`greatest(0, least(n.parts, p.package_parts - ${before}))::int`
    : sql`0`;
  const isListed = sql`EXISTS (SELECT FROM blacklist_number WHERE account = p.account AND phone = n.phone)`;
  const made = await sql<{
    used: Record<string, number> | null;
    waiting: Record<string, number> | null;
    refused: number;
    amount: string;
    package_parts: number;
  }>`${prepared}
    WITH price AS MATERIALIZED (
      SELECT p.key AS operator, (p.value->>'price')::numeric AS price, (p.value->>'sms_price')::numeric AS sms_price,
        (p.value->>'package_parts')::int AS package_parts, c.uuid AS campaign, c.account, c.channel, ${uuidsFrom(campaign.from)}
      FROM campaign c CROSS JOIN LATERAL jsonb_each(c.prices) p WHERE c.uuid = ${campaign.uuid}
    ), priced AS MATERIALIZED (
      SELECT ${uuidAfter(sql`n.position - ${from}::int`)} AS uuid, n.position, n.row, n.phone, n.operator, n.text, n.parts,
        n.sms_parts, p.campaign, p.account, p.channel, p.price, n.sms_parts * p.sms_price AS sms_amount, ${covered} AS covered,
        ${isChecked ? sql`(n.position = ANY(${erased}::int[]) OR ${isListed})` : sql`false`} AS refused
      FROM plan_recipient n
      -- Looked up for each, in order: PostgreSQL has not counted a new plan, and would join it the other way.
      CROSS JOIN LATERAL (SELECT * FROM price WHERE operator = n.operator OFFSET 0) p
      WHERE n.plan = ${campaign.plan} AND n.refusal IS NULL AND n.position > ${from} AND n.position <= ${to}
    ), made AS (
      -- Each uuid is greater than the previous one, also across chunks and clock changes: claims continue after the last
      -- uuid they took.
      INSERT INTO message (uuid, account, campaign, row, phone, operator, text, parts, package_parts, amount, channel,
        other_parts, other_amount, status, error, finished_at)
      SELECT uuid, account, campaign, row, phone, operator, text, parts, covered, (parts - covered) * price, channel, sms_parts, sms_amount,
        CASE WHEN refused THEN 'cancelled' ELSE ${status} END, CASE WHEN refused THEN 'BLACKLISTED' END, CASE WHEN refused THEN now() END
      FROM priced ORDER BY position
    )
    SELECT (
        SELECT jsonb_object_agg(operator, n) FROM (SELECT operator, sum(covered) AS n FROM priced GROUP BY operator) u
      ) AS used, (
        SELECT jsonb_object_agg(operator, n)
        FROM (SELECT operator, count(*) AS n FROM priced WHERE NOT refused GROUP BY operator) w) AS waiting,
      count(*) FILTER (WHERE refused) AS refused,
      coalesce(sum(greatest((parts - covered) * price, coalesce(sms_amount, 0))) FILTER (WHERE refused), 0)::text AS amount,
      coalesce(sum(covered) FILTER (WHERE refused), 0)::int AS package_parts
    FROM priced`.execute(trx);
  const { used, waiting, refused, amount, package_parts } = made.rows[0] as (typeof made.rows)[0];
  const left = Object.fromEntries(
    Object.entries(campaign.prices).map(([operator, price]) => [
      operator,
      { ...price, package_parts: price.package_parts - (used?.[operator] ?? 0) },
    ]),
  );
  const isLast = to === last;
  const drop = sql`${prepared} DELETE FROM plan_recipient WHERE plan = ${campaign.plan} AND refusal IS NULL`;
  const change = sql<{ ends: boolean }>`${prepared}
    UPDATE campaign SET expanded_to = ${to}, expanding = ${!isLast}, prices = ${JSON.stringify(left)},
      queued = queued - ${refused}, cancelled = cancelled + ${refused},
      dropped_exact = dropped_exact + ${amount}::numeric, package_dropped = package_dropped + ${package_parts},
      status = CASE WHEN status <> 'preparing' THEN status
                    WHEN scheduled_at > now() THEN 'scheduled' ELSE 'sending' END,
      started_at = CASE WHEN status = 'preparing' AND coalesce(scheduled_at <= now(), true) THEN now()
                        ELSE started_at END
    WHERE uuid = ${campaign.uuid} AND status IN ('cancelled', 'failed') = ${isOver}
    RETURNING ${mayEnd} AS ends`;
  const [, changed] = await pipelined(
    trx,
    // Before the campaign is locked: there may be a million.
    async (db) => isLast && drop.execute(db),
    (db) => change.execute(db),
  );
  if (!changed.rows[0]) throw new Ended();
  const queue = sql`${prepared}
    INSERT INTO campaign_queue AS q (campaign, operator, waiting)
    SELECT ${campaign.uuid}::uuid, key, value::int FROM jsonb_each_text(${JSON.stringify(waiting)}::jsonb) ORDER BY key
    ON CONFLICT (campaign, operator) DO UPDATE SET waiting = q.waiting + excluded.waiting`;
  const [, lost] = await pipelined(
    trx,
    async (db) => waiting && !isOver && queue.execute(db),
    (db) => makeUnknown(db, campaign.uuid),
    async (db) => campaign.status === 'preparing' && sql`${prepared} SELECT ${wake}`.execute(db),
  );
  if (isLast && (changed.rows[0].ends || lost.length > 0)) await settle(trx, [campaign.uuid]);
  await addDaily(trx, lost);
  return true;
}

type Prices = Record<
  string,
  { price: number; package_parts: number; release_undelivered: boolean; sms_price?: number }
>;

/** For campaign `t`: its messages by encoding, as counted by its plan when it was accepted. */
export const encodingsOf = sql`(SELECT p.summary -> 'encodings' FROM plan p WHERE p.uuid = t.plan AND p.account = t.account)`;
