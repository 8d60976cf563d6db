import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { Limits } from './smpp/sender.ts';
import { liveWorkers } from './workers.ts';

/** What a worker may use of a link's window and rate now, as the link takes it. */
export type Share = Limits;

export const NO_SHARE: Share = { window: 0, rate: 0 };

/** A link as every worker must see it at one moment, and what the others hold of it. */
export interface Shared {
  link: string;
  window: number;
  /** Parts per second; 0 is without a limit. */
  rate: number;
  /** Of the other workers that are bound and live, how many come before this one, and how many there are. */
  before: number;
  others: number;
  /** What the others hold; a rate of null is without a limit. */
  held_window: number;
  held_rate: number | null;
}

/** Seconds for which a dead worker's share is kept for what it may have had unanswered. */
const GRACE = 3;

/**
 * Locks links, in one order everywhere, and answers what is left of them for a worker; null when the database
 * does not hold this worker for alive any more. Until the transaction ends no other worker's share of them changes.
 * A share ends with its worker, which lives as long as its session's lock is held: one that is only silent keeps it.
 */
export async function lockShares(
  trx: Db,
  worker: number,
  links: readonly string[],
): Promise<Map<string, Shared> | null> {
  // Claims take a weaker lock of these rows, and do not wait for this one.
  await sql`SELECT FROM operator_link WHERE uuid = ANY(${links}) ORDER BY uuid FOR NO KEY UPDATE`.execute(
    trx,
  );
  const { rows } = await sql<Shared & { lives: boolean }>`
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
      SELECT *, lives OR seen_at > now() - make_interval(secs => ${GRACE}) AS holds FROM other
      WHERE other.link = l.uuid) o ON true
    WHERE l.uuid = ANY(${links}) GROUP BY l.uuid`.execute(trx);
  if (rows.some(({ lives }) => !lives)) return null;
  return new Map(rows.map((row) => [row.link, row]));
}

/**
 * A worker's fair share of a link, and how much of it is free now. The workers that are bound share equally; where
 * the window is smaller than their number, the first of them have one each and the others nothing.
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

/** The part of a share that another one has too: what may be used while one becomes the other. */
export const lesserOf = (a: Share, b: Share): Share => {
  const window = Math.min(a.window, b.window);
  if (window === 0) return NO_SHARE;
  return { window, rate: a.rate === 0 ? b.rate : b.rate === 0 ? a.rate : Math.min(a.rate, b.rate) };
};

/** Has the other workers look at their shares now. */
export async function tellWorkers(db: Db): Promise<void> {
  await sql`SELECT pg_notify('operator_link', '')`.execute(db);
}
