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
  /** Messages that the operator never had, without those that it refuses and the unknown ones. */
  lost: number;
  /** Messages of which nobody can say whether the operator has them. */
  unknown: number;
  /** Campaigns and messages that are neither sent nor settled. */
  open: number;
  /** Places where the books do not agree. */
  violations: number;
  /** Answers that no program can act on. */
  surprises: number;
}

type Unsettled = Pick<Verdict, 'unknown' | 'open'>;

async function unsettledOf(db: Kysely<unknown>): Promise<Unsettled> {
  const { rows } = await sql<Unsettled>`
    SELECT (SELECT count(*) FROM campaign WHERE status <> 'completed')
        + count(*) FILTER (WHERE status IN ('queued', 'submitted')) AS open,
      count(*) FILTER (WHERE status = 'unknown') AS unknown
    FROM message`.execute(db);
  return rows[0] as Unsettled;
}

/** Messages and campaigns that are not at their end. */
export async function unsettled(db: Kysely<unknown>): Promise<number> {
  const { unknown, open } = await unsettledOf(db);
  return unknown + open;
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
  const accountedFor = new Set(
    messages.flatMap(({ phone, status }) => (/^(rejected|unknown)$/.test(status) ? [phone.slice(1)] : [])),
  );
  const { rows: campaigns } = await sql<{ uuid: string }>`SELECT uuid FROM campaign`.execute(db);
  const kept = new Set(campaigns.map(({ uuid }) => uuid));
  return {
    gone: [...accepted.keys()].filter((uuid) => !kept.has(uuid)).length,
    untold: campaigns.filter(({ uuid }) => !accepted.has(uuid)).length,
    twice: [...taken.values()].filter((times) => times > 1).length,
    lost: [...accepted.values()].flat().filter((number) => !taken.has(number) && !accountedFor.has(number))
      .length,
    ...(await unsettledOf(db)),
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
