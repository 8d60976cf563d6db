import { type Kysely, sql } from 'kysely';
import { checkLedger } from '../../server/services/reports/ledgerCheck.ts';
import type { RunningSimulator } from '../support/simulator.ts';
import type { Traffic } from './traffic.ts';

/** What must never be anything but 0, of everything that was accepted so far. */
export interface Verdict {
  /** Campaigns that were answered with 201 and are gone. */
  gone: number;
  /** Campaigns that are there and nobody was told of. */
  untold: number;
  /** Messages that the operator took twice. */
  twice: number;
  /** Messages that the operator never had, without those that it refuses. */
  lost: number;
  /** Messages that are neither sent nor settled. */
  open: number;
  /** Places where the books do not agree. */
  violations: number;
  /** Answers that no program can act on. */
  surprises: number;
}

/** Messages and campaigns that are not at their end. */
export async function unsettled(db: Kysely<unknown>): Promise<number> {
  const { rows } = await sql<{ open: number }>`
    SELECT (SELECT count(*) FROM campaign WHERE status <> 'completed')
      + (SELECT count(*) FROM message WHERE status IN ('queued', 'submitted', 'unknown')) AS open`.execute(
    db,
  );
  return rows[0]?.open ?? 0;
}

/** Compares what customers were told, what the operator took, and what the database says, when nothing moves. */
export async function judge(
  db: Kysely<unknown>,
  operator: RunningSimulator,
  { accepted, surprises }: Pick<Traffic, 'accepted' | 'surprises'>,
): Promise<Verdict> {
  const taken = new Map<string, number>();
  for (const { to } of await operator.accepted()) taken.set(to, (taken.get(to) ?? 0) + 1);
  const { rows: messages } = await sql<{
    phone: string;
    status: string;
  }>`SELECT phone, status FROM message`.execute(db);
  const rejected = new Set(
    messages.filter(({ status }) => status === 'rejected').map(({ phone }) => phone.slice(1)),
  );
  const { rows: campaigns } = await sql<{ uuid: string }>`SELECT uuid FROM campaign`.execute(db);
  const kept = new Set(campaigns.map(({ uuid }) => uuid));
  return {
    gone: [...accepted.keys()].filter((uuid) => !kept.has(uuid)).length,
    untold: campaigns.filter(({ uuid }) => !accepted.has(uuid)).length,
    twice: [...taken.values()].filter((times) => times > 1).length,
    lost: [...accepted.values()].flat().filter((number) => !taken.has(number) && !rejected.has(number))
      .length,
    open: await unsettled(db),
    violations: (await checkLedger(db, { messages: true })).length,
    surprises: surprises.length,
  };
}

/** The longest time without a message at the operator since `from`, all in milliseconds since 1970. */
export function longestPause(arrivals: readonly number[], from: number): { ms: number; endedAt: number } {
  let longest = { ms: 0, endedAt: from };
  let last = from;
  for (const at of arrivals) {
    if (at < from) continue;
    if (at - last > longest.ms) longest = { ms: at - last, endedAt: at };
    last = at;
  }
  return longest;
}
