import { type Kysely, sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { type Daily, type DailyChange, withDaily } from './daily.ts';
import { isSameCluster } from './failover/identity.ts';
import { type FoundJournal, type Journals, noJournals } from './journal/journals.ts';
import { type Held, outcomesOf } from './journal/replay.ts';
import { messagesInFlight } from './messagesInFlight.ts';
import { momentOf, senderOf } from './messageUse.ts';
import { idsOfUnknown } from './operatorIds.ts';
import { applyOutcomes, recordOutcomes } from './outcomes.ts';
import { lockCampaigns, settle } from './settle.ts';

/**
 * Namespace of the advisory locks by which workers show that they are alive. They hold them exclusively; who gives a dead
 * worker up shares its lock, so that it neither looks alive nor returns meanwhile.
 */
export const WORKER_LOCKS = 7_731;

/** Namespace of the advisory locks that let one process at a time give a worker up. */
const REAPER_LOCKS = 7_732;

/** The numbers of live workers. */
export const liveWorkers = sql`
  SELECT objid::bigint AS worker FROM pg_locks
  WHERE locktype = 'advisory' AND classid = ${WORKER_LOCKS} AND objsubid = 2 AND granted AND mode = 'ExclusiveLock'
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

/** A number for a new worker, never reused. */
export async function newWorker(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`SELECT nextval('worker_id')::int AS id`.execute(db);
  return rows[0]?.id as number;
}

/** The results for messages that dead workers had in flight. */
export interface Reaped {
  /** Whether the operator got them is not known. */
  unknown: number;
  /** Settled by their journals. */
  recorded: number;
}

export interface ReapOptions {
  journals?: Journals;
  /** Identity of the database, for its journals. */
  identity?: string;
  /**
   * Called for each worker that seems dead and whose journal does not prove it: it may just be disconnected. `hasJournal`:
   * its own host may still return and report.
   */
  isSpared?(worker: number, hasJournal: boolean): boolean;
}

/**
 * Finds workers that died with messages in flight (their session's lock is free). Their journals show which were answered
 * and which not started. The others become unknown: nobody can say whether the operator got them, so they stay held and are
 * not sent again.
 */
export async function reapDeadWorkers(
  db: Kysely<unknown>,
  { journals = noJournals, identity = '', isSpared = () => false }: ReapOptions = {},
): Promise<Reaped> {
  const { rows } = await sql<{ worker: number; kept: string | null }>`
    SELECT h.worker, j.identity AS kept FROM (SELECT DISTINCT worker FROM hand) h LEFT JOIN worker_journal j USING (worker)
    WHERE h.worker NOT IN (${liveWorkers})`.execute(db);
  const all: Reaped = { unknown: 0, recorded: 0 };
  for (const { worker, kept } of rows) {
    const hasJournal = kept !== null && isSameCluster(kept, identity);
    const journal = await journals.find(worker, identity);
    const reaped = await withDaily(db, async (trx, daily) => {
      const lock = await sql<{ dead: boolean }>`
        SELECT pg_try_advisory_xact_lock(${REAPER_LOCKS}, ${worker})
          AND pg_try_advisory_xact_lock_shared(${WORKER_LOCKS}, ${worker}) AS dead`.execute(trx);
      if (!lock.rows[0]?.dead || (!journal?.isGone && isSpared(worker, hasJournal))) return undefined;
      return reap(trx, worker, journal, daily);
    });
    all.unknown += reaped?.unknown ?? 0;
    all.recorded += reaped?.recorded ?? 0;
  }
  return all;
}

async function reap(trx: Db, worker: number, journal: FoundJournal | null, daily: Daily): Promise<Reaped> {
  // All of them before anything else, because settling campaigns locks accounts.
  await lockCampaigns(trx, sql`SELECT campaign FROM hand WHERE worker = ${worker}`);
  const outcomes = journal ? outcomesOf((await heldBy(trx, worker)).rows, journal) : [];
  if (outcomes.length > 0) await applyOutcomes(trx, daily, worker, outcomes);
  await sql`DELETE FROM worker_journal WHERE worker = ${worker}`.execute(trx);
  return { unknown: await abandon(trx, worker, daily), recorded: outcomes.length };
}

/**
 * Puts back what a worker claimed but never received, because the answer to its claim was lost. Only the worker itself can
 * know that, when it has nothing in flight.
 */
export async function requeueUnsent(db: Kysely<unknown>, worker: number): Promise<void> {
  const { rows } = await heldBy(db, worker);
  if (rows.length === 0) return;
  const back = { status: 'queued', error: 'NOT_SENT', seconds: 0, spared: true } as const;
  await recordOutcomes(
    db,
    worker,
    rows.map(({ uuid, hand }) => ({ uuid, hand, ...back })),
  );
}

const heldBy = (db: Db, worker: number) =>
  sql<Held>`
    SELECT m.uuid, held.hand, m.phone, m.attempts + 1 AS attempts
    FROM (${messagesInFlight(sql`h.worker = ${worker}`)}) held JOIN message m ON m.uuid = held.uuid`.execute(
    db,
  );

async function abandon(trx: Db, worker: number, daily: Daily): Promise<number> {
  const locked = await lockCampaigns(trx, sql`SELECT campaign FROM hand WHERE worker = ${worker}`);
  const held = await heldBy(trx, worker);
  const uuids = held.rows.map(({ uuid }) => uuid);
  const { rows } = await sql<DailyChange & { sent: number }>`
    WITH hands AS (
      DELETE FROM hand WHERE worker = ${worker} RETURNING id, link
    ), held AS (
      SELECT uuid, hand FROM jsonb_to_recordset(${JSON.stringify(held.rows)}::jsonb) AS held(uuid uuid, hand bigint)
    ), retried AS (
      DELETE FROM message_retry WHERE message = ANY(${uuids})
    ), moved AS (
      UPDATE message m SET status = 'unknown', link = hands.link, attempts = attempts + 1, submitted_at = now(),
        updated_at = now(), error = 'WORKER_DIED'
      FROM held JOIN hands ON hands.id = held.hand WHERE m.uuid = held.uuid
      RETURNING m.uuid, m.account, m.campaign, m.phone, m.operator, m.channel, m.link
    ), lost AS (
      INSERT INTO message_unknown (message, campaign, link, phone, submitted_at)
      SELECT uuid, campaign, link, phone, now() FROM moved
    ), ${idsOfUnknown(sql`moved`)}, counted AS (
      UPDATE campaign c SET queued = c.queued - d.n, unknown = c.unknown + d.n
      FROM (SELECT campaign, count(*) AS n FROM moved GROUP BY campaign) d WHERE c.uuid = d.campaign
    )
    SELECT account, ${momentOf(sql`now()`)}, operator, link, ${senderOf(sql`moved.campaign`)} AS sender,
      uuid_day(uuid) AS made, count(*) AS sent
    FROM moved GROUP BY 1, 2, 3, 4, 5, 6, 7`.execute(trx);
  daily.push(...rows);
  await settle(trx, locked);
  return rows.reduce((sum, { sent }) => sum + sent, 0);
}
