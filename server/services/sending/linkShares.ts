import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { prepared } from '../../db/preparedStatements.ts';
import { hasCome } from '../platform/farTimes.ts';
import type { Limits } from './link/link.ts';
import { liveWorkers } from './workers.ts';

/** A worker's current share of a link's window and rate, as passed to the link. */
export type Share = Limits;

export const NO_SHARE: Share = { window: 0, rate: 0 };

/** A link's limits as all workers see them at a moment, and the shares of the others. */
export interface Shared {
  link: string;
  window: number;
  /** Parts per second; 0 is no limit. */
  rate: number;
  /** Of the other bound and live workers: how many come before this one, and how many there are. */
  before: number;
  others: number;
  /** The others' shares; a null rate is no limit. */
  held_window: number;
  held_rate: number | null;
}

/** Seconds that a dead worker's share stays reserved for its unanswered messages. */
const GRACE = 3;

/**
 * Locks links, always in the same order, and returns what is free for a worker; null if the database considers this worker
 * dead. Until the transaction ends no other worker's share changes. A share ends with its worker, which lives as long as
 * its session's lock is held: a silent worker keeps it.
 */
export async function lockShares(
  trx: Db,
  worker: number,
  links: readonly string[],
): Promise<Map<string, Shared> | null> {
  // Claims use a weaker lock on these rows and do not wait for this one.
  await sql`${prepared}
    SELECT FROM operator_link WHERE uuid = ANY(${links}) ORDER BY uuid FOR NO KEY UPDATE`.execute(trx);
  const { rows } = await sql<Shared & { lives: boolean }>`${prepared}
    WITH live AS MATERIALIZED (${liveWorkers}), other AS (
      SELECT s.*, s.worker IN (SELECT worker FROM live) AS lives FROM operator_link_state s
      WHERE s.worker <> ${worker}
    )
    SELECT l.uuid AS link, l."window", l.rate, ${worker} IN (SELECT worker FROM live) AS lives,
      count(o.link) FILTER (WHERE o.lives AND o.state = 'bound' AND o.worker < ${worker})::int AS before,
      count(o.link) FILTER (WHERE o.lives AND o.state = 'bound')::int AS others,
      coalesce(sum(o.window_share) FILTER (WHERE o.holds), 0)::int AS held_window,
      CASE WHEN NOT coalesce(bool_or(o.holds AND o.rate_share IS NULL), false)
        THEN coalesce(sum(o.rate_share) FILTER (WHERE o.holds), 0) END AS held_rate
    FROM operator_link l LEFT JOIN LATERAL (
      SELECT *, lives OR (seen_at > now() - make_interval(secs => ${GRACE}) AND ${hasCome(sql`seen_at`)}) AS holds FROM other
      WHERE other.link = l.uuid) o ON true
    WHERE l.uuid = ANY(${links}) GROUP BY l.uuid`.execute(trx);
  if (rows.some(({ lives }) => !lives)) return null;
  return new Map(rows.map((row) => [row.link, row]));
}

/**
 * A worker's fair share of a link, and how much of it is free now. Bound workers share equally; if the window is smaller
 * than their number, the first ones get one each and the others nothing.
 */
export function shareOf({ window, rate, before, others, held_window, held_rate }: Shared): {
  fair: Share;
  now: Share;
} {
  const sharers = Math.min(others + 1, window);
  if (before >= sharers) return { fair: NO_SHARE, now: NO_SHARE };
  const fair = {
    window: Math.floor(window / sharers) + (before < window % sharers ? 1 : 0),
    rate: rate / sharers,
  };
  const freeWindow = Math.max(0, Math.min(fair.window, window - held_window));
  const freeRate = held_rate === null ? 0 : Math.max(0, Math.min(fair.rate, rate - held_rate));
  const isFree = freeWindow > 0 && (rate === 0 || freeRate > 0);
  return { fair, now: isFree ? { window: freeWindow, rate: freeRate } : NO_SHARE };
}

/** The smaller of two shares in each dimension: what may be used during a change from one to the other. */
export const smallerShare = (a: Share, b: Share): Share => {
  const window = Math.min(a.window, b.window);
  if (window === 0) return NO_SHARE;
  return { window, rate: a.rate === 0 ? b.rate : b.rate === 0 ? a.rate : Math.min(a.rate, b.rate) };
};

/** Notifies the other workers to read their shares now. */
export async function notifyWorkers(db: Db): Promise<void> {
  await sql`SELECT pg_notify('operator_link', '')`.execute(db);
}
