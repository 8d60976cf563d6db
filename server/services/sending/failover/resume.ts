import { hostname } from 'node:os';
import { type Kysely, sql } from 'kysely';
import type { Failover } from '#schema/failover.ts';
import type { Db } from '../../../db/database.ts';
import { isAlive } from '../../../db/embeddedFiles.ts';
import { prepared } from '../../../db/preparedStatements.ts';
import { audit } from '../../platform/audit.ts';
import type { Caller } from '../../platform/caller.ts';
import { userName } from '../../platform/names.ts';
import { Problem } from '../../platform/problem.ts';
import { wakeWorkers } from '../wakeWorkers.ts';
import type { Move } from './compare.ts';
import { isSameCluster, markOf } from './identity.ts';
import type { LastDatabase } from './lastDatabase.ts';
import { isDecided, type Marks, marksOf } from './marks.ts';

/** The database that a process is connected to, and the move to it while messages wait because of it. */
interface Seen {
  identity: string;
  move?: Move;
}

/** A process seen within this many seconds before a failover counts as running at the time. */
const SEEN_WITHIN = 60;
/** Seconds that processes have to return: one that the database has forgotten must report that it runs. */
const PATIENCE = 15;

/** Processes that ran before the open failover, or run now, and have not compared themselves with this database. */
const missing = sql`
  SELECT p.* FROM failover f JOIN server_process p ON p.uuid = ANY(f.processes) OR p.seen_at >= f.noticed_at
  WHERE f.resumed_at IS NULL AND p.checked_identity IS DISTINCT FROM f.identity`;

/**
 * Detects that the database was replaced or restarted, or has gone back; messages then wait. `seen`: the identity of the
 * database that this process saw before, from which it may have returned to a former one. `remembered`: what it, or one before
 * it, remembers.
 */
export async function noticeMove(
  db: Kysely<unknown>,
  seen?: string,
  remembered?: Pick<LastDatabase, 'trace' | 'laterThan'>,
): Promise<Seen> {
  // Called every second by every process, so nothing is locked, and thus written, unless something has changed.
  const { rows } = await sql<Marks & { identity: string; agreed: string | null }>`${prepared}
    SELECT database_identity() AS identity, identity AS agreed, ${marksOf(remembered?.trace ?? null)}
    FROM sending_database`.execute(db);
  const { identity, agreed, ...marks } = rows[0] as (typeof rows)[0];
  const later = remembered?.laterThan(identity, marks);
  const last = later && (seen || !isDecided(later, marks)) ? later : seen;
  const isUnchanged = identity === agreed && (last === undefined || last === identity);
  return isUnchanged ? { identity } : noteMove(db, last);
}

const noteMove = (db: Kysely<unknown>, last: string | undefined): Promise<Seen> =>
  db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ identity: string; agreed: string | null }>`
      SELECT database_identity() AS identity, identity AS agreed FROM sending_database FOR UPDATE`.execute(
      trx,
    );
    const { identity, agreed } = rows[0] as (typeof rows)[0];
    // This database knows nothing of the one that the process comes from: it is a former one that leads again, and trusts
    // itself. What sending did meanwhile is in the processes' memories alone.
    const isReturn = last !== undefined && last !== agreed && !isSameCluster(last, identity);
    const from = isReturn ? last : agreed;
    if (isReturn || agreed === null)
      await sql`UPDATE sending_database SET identity = ${from ?? identity}`.execute(trx);
    // Some may have compared with it when it led before.
    if (isReturn) await sql`UPDATE server_process SET checked_identity = NULL`.execute(trx);

    if (from === null || from === identity) return { identity };
    const isOther = !isSameCluster(from, identity);
    // Nobody knows how far: what was sent since may be more than processes and journals remember.
    const hasGoneBack = markOf(from) !== undefined;
    await sql`
      INSERT INTO failover AS f (identity, is_other_cluster, is_beyond_memory, processes)
      VALUES (${identity}, ${isOther}, ${hasGoneBack}, ARRAY(
        SELECT uuid FROM server_process
        WHERE seen_at > (SELECT max(seen_at) FROM server_process) - make_interval(secs => ${SEEN_WITHIN})))
      ON CONFLICT ((true)) WHERE resumed_at IS NULL DO UPDATE SET identity = excluded.identity,
        is_other_cluster = f.is_other_cluster OR excluded.is_other_cluster,
        is_beyond_memory = f.is_beyond_memory OR excluded.is_beyond_memory
      WHERE f.identity <> excluded.identity OR (excluded.is_beyond_memory AND NOT f.is_beyond_memory)`.execute(
      trx,
    );
    return { identity, move: { identity, isOther, from } };
  });

/** The processes of this host that no longer run. */
async function forgetDead(trx: Db): Promise<void> {
  const { rows } = await sql<{ uuid: string; pid: number }>`
    SELECT uuid, pid FROM (${missing}) m WHERE host = ${hostname()}`.execute(trx);
  const dead = rows.filter(({ pid }) => !isAlive(pid)).map(({ uuid }) => uuid);
  if (dead.length > 0) await sql`DELETE FROM server_process WHERE uuid = ANY(${dead})`.execute(trx);
}

/** Sending continues, waits for processes that may still report, or waits for an administrator. */
type Sending = 'goes on' | 'waits' | 'needs a decision';

/**
 * Resumes sending if nothing can be lost: every process that ran has compared itself and found everything, or the same
 * database was just restarted. Otherwise an administrator decides. `isWitnessed`: the caller saw that the former database
 * cannot have had more (replacedDatabase.ts), so no process is unknown to this one and waited for.
 */
export const resumeIfSafe = (db: Kysely<unknown>, isWitnessed = false): Promise<Sending> =>
  db.transaction().execute(async (trx) => {
    const open = await lockOpen(trx);
    if (!open) return 'goes on';
    // Those of another cluster stay, because nobody knows what they had sent.
    if (!open.is_other_cluster) await forgetDead(trx);
    const { rows } = await sql<{ lost: boolean; missing: boolean; over: boolean }>`
      SELECT f.messages > 0 OR f.is_beyond_memory
          OR EXISTS (SELECT FROM failover_message WHERE failover = f.uuid)
          OR EXISTS (SELECT FROM failover_campaign WHERE failover = f.uuid) AS lost,
        EXISTS (${missing}) AS missing, f.noticed_at < now() - make_interval(secs => ${PATIENCE}) AS over
      FROM failover f WHERE f.uuid = ${open.uuid}`.execute(trx);
    const { lost, missing: isMissing, over } = rows[0] as (typeof rows)[0];
    if (lost) return 'needs a decision';
    const mayReport = isMissing || (open.is_other_cluster && !isWitnessed);
    if (mayReport && !over) return 'waits';
    if (open.is_other_cluster && isMissing) return 'needs a decision';
    await resumeSending(trx, open, null);
    return 'goes on';
  });

interface Open {
  uuid: string;
  identity: string;
  is_other_cluster: boolean;
}

async function lockOpen(trx: Db): Promise<Open | undefined> {
  await sql`SELECT FROM sending_database FOR UPDATE`.execute(trx);
  const { rows } = await sql<Open>`
    SELECT uuid, identity, is_other_cluster FROM failover WHERE resumed_at IS NULL`.execute(trx);
  return rows[0];
}

async function resumeSending(trx: Db, { uuid, identity }: Open, by: string | null): Promise<void> {
  await sql`UPDATE sending_database SET identity = ${identity}`.execute(trx);
  if (by)
    await sql`UPDATE failover SET resumed_at = now(), resumed_by = ${by} WHERE uuid = ${uuid}`.execute(trx);
  else await sql`DELETE FROM failover WHERE uuid = ${uuid}`.execute(trx); // nothing was lost
  await wakeWorkers(trx);
}

/** An administrator resumes sending. Throws `conflict` if it is not stopped. */
export async function resumeByStaff(db: Kysely<unknown>, caller: Caller): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const open = await lockOpen(trx);
    if (!open) throw new Problem('conflict', 'Sending is not stopped.');
    const before = await readFailover(trx);
    await resumeSending(trx, open, caller.user);
    await audit(trx, caller, {
      action: 'resume',
      entity: 'admin/failover',
      record: open.uuid,
      after: { messages: before?.messages ?? 0, campaigns: before?.campaigns.length ?? 0 },
    });
  });
}

/** The failover that staff must decide on, otherwise the last one with losses; null: none. */
export async function readFailover(db: Db): Promise<Failover | null> {
  const { rows } = await sql<Failover>`
    SELECT f.uuid, f.is_other_cluster, f.messages, f.is_beyond_memory, f.noticed_at, f.resumed_at,
      ${userName(sql`f.resumed_by`)} AS resumed_by,
      (SELECT count(*)::int FROM failover_message WHERE failover = f.uuid) AS pending,
      (SELECT coalesce(json_agg(json_build_object('role', m.role, 'host', m.host, 'pid', m.pid, 'seen_at', m.seen_at)
         ORDER BY m.seen_at), '[]') FROM (${missing}) m) AS missing,
      (SELECT coalesce(json_agg(json_build_object('uuid', c.campaign, 'account', a.name, 'name', c.name,
         'recipients', c.recipients, 'cost', c.cost, 'accepted_at', c.accepted_at, 'handed', c.handed)
         ORDER BY c.campaign), '[]')
       FROM failover_campaign c LEFT JOIN account a ON a.uuid = c.account WHERE c.failover = f.uuid) AS campaigns
    FROM failover f
    ORDER BY f.uuid DESC LIMIT 1`.execute(db);
  return rows[0] ?? null;
}
