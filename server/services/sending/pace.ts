import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/database.ts';

/** SQL: whether row `p` of account_pace, if any, says something. Far ahead is only what a clock wrote that was put back since. */
const isMeant = sql`p.next_at < clock_timestamp() + interval '1 second'`;

/** SQL of how many messages account `a` may start now; null without a rate cap. `p` is its row of account_pace, if any. */
export const allowedNow: RawBuilder<unknown> = sql`CASE WHEN a.rate_cap IS NOT NULL THEN greatest(0, floor(
  a.rate_cap * CASE WHEN ${isMeant} THEN least(1, extract(epoch FROM clock_timestamp() - p.next_at)) ELSE 1 END))::int END`;

/** A campaign with messages that may be sent, and what its account's rate cap allows now; null or missing without one. */
interface Paced {
  account: string;
  allowed: number | null;
  urgent: boolean;
  waiting: number;
}

/**
 * Reduces what waits to what the accounts' rate caps allow now, urgent campaigns first. The others of an account share in
 * random order: what is left after rounding then goes to each of them in turn, without anybody's memory.
 */
export function withinPace<T extends Paced>(campaigns: readonly T[], random = Math.random): T[] {
  if (campaigns.every(({ allowed }) => allowed === null)) return [...campaigns];
  return [...Map.groupBy(campaigns, ({ account }) => account).values()].flatMap((own) => {
    const allowed = own[0]?.allowed ?? null;
    if (allowed === null) return own;
    return divide(own, allowed, random);
  });
}

/**
 * Divides places among takers, urgent ones first and the others in random order; returns who gets any, and as `waiting`
 * how many.
 */
export function divide<T extends Pick<Paced, 'urgent' | 'waiting'>>(
  takers: readonly T[],
  places: number,
  random: () => number,
): T[] {
  let left = places;
  const order = takers
    .map((taker) => ({ taker, place: taker.urgent ? -1 : random() }))
    .sort((a, b) => a.place - b.place);
  return order.flatMap(({ taker }, done) => {
    const share = taker.urgent ? left : Math.ceil(left / (order.length - done));
    const waiting = Math.min(taker.waiting, share);
    left -= waiting;
    return waiting > 0 ? [{ ...taker, waiting }] : [];
  });
}

/** What a claim wants of a campaign. */
interface Wanted {
  uuid: string;
  limit: number;
  account?: string;
  allowed?: number | null;
}

/**
 * Reduces a claim to what the accounts' rate caps allow, in its transaction. Locks the pace of accounts that have a cap, so
 * that no other worker or link claims of them until `notePace` has counted; others cost nothing.
 */
export async function lockPace<T extends Wanted>(trx: Db, wanted: readonly T[]): Promise<T[]> {
  const capped = [
    ...new Set(wanted.flatMap(({ account, allowed }) => (allowed == null ? [] : (account ?? [])))),
  ];
  if (capped.length === 0) return [...wanted];
  await sql`
    INSERT INTO account_pace (account, next_at)
    SELECT account, clock_timestamp() - interval '1 second' FROM unnest(${capped.sort()}::uuid[]) AS c(account)
    ON CONFLICT (account) DO NOTHING`.execute(trx);
  await sql`SELECT FROM account_pace WHERE account = ANY(${capped}) ORDER BY account FOR UPDATE`.execute(trx);
  // Read after the lock, because a statement that waits for it still sees the former value.
  const { rows } = await sql<{ account: string; allowed: number | null }>`
    SELECT a.uuid AS account, ${allowedNow} AS allowed
    FROM account a JOIN account_pace p ON p.account = a.uuid WHERE a.uuid = ANY(${capped})`.execute(trx);
  const left = new Map(rows.map(({ account, allowed }) => [account, allowed ?? Number.POSITIVE_INFINITY]));
  return wanted.flatMap((campaign) => {
    const room = left.get(campaign.account ?? '');
    if (room === undefined) return [campaign];
    const limit = Math.min(campaign.limit, room);
    left.set(campaign.account as string, room - limit);
    return limit > 0 ? [{ ...campaign, limit }] : [];
  });
}

/** Counts claimed messages towards their accounts' rate caps. At most one second's messages are saved up. */
export async function notePace(
  trx: Db,
  wanted: readonly Wanted[],
  claimed: readonly { campaign: string }[],
): Promise<void> {
  const accounts = new Map(
    wanted.map(({ uuid, account, allowed }) => [uuid, allowed == null ? '' : account]),
  );
  const counts = Map.groupBy(claimed, ({ campaign }) => accounts.get(campaign) || '');
  counts.delete('');
  if (counts.size === 0) return;
  const taken = [...counts].map(([account, { length: n }]) => ({ account, n }));
  await sql`
    UPDATE account_pace p SET next_at = make_interval(secs => t.n::float8 / a.rate_cap)
      + greatest(CASE WHEN ${isMeant} THEN p.next_at END, clock_timestamp() - interval '1 second')
    FROM jsonb_to_recordset(${JSON.stringify(taken)}::jsonb) AS t(account uuid, n int) JOIN account a ON a.uuid = t.account
    WHERE p.account = t.account AND a.rate_cap IS NOT NULL`.execute(trx);
}
