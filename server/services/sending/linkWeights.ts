import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { divide } from './pace.ts';
import { accepts } from './routing.ts';

/** How a link shares the messages of an operator with others of its priority, and what is sent of a campaign. */
export interface Turn {
  operator: string;
  /** The links that share and their weights, as text to compare. */
  members: string;
  weight: number;
  /** The sum of their weights. */
  total: number;
  /** Messages that the link has claimed, and that all have, since the same links share. */
  own: number;
  all: number;
  /** Of the campaign. */
  waiting: number;
  /** How many all together may have claimed; missing until it is known what waits in all campaigns. */
  until?: number;
}

interface Shared {
  operators: string[];
  waiting: number;
  urgent: boolean;
  /** Of operators that the link shares. */
  turns: Turn[] | null;
}

/**
 * How far links may run ahead of each other, in messages: after each so many, and whenever nothing waits, each has its
 * exact share. With much less a fast link would wait for the others' next claim.
 */
const AHEAD = 1000;

/**
 * SQL of the links that share an operator's messages with link `l`: `members` and `total` of `Turn`. No row if it has no
 * weight. Links that are paused, down or throttled have no share, which the others take over.
 */
export const sharers = (operator: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  SELECT string_agg(peer.name || ' ' || peer.weight, ',' ORDER BY peer.name) AS members, sum(peer.weight)::int AS total
  FROM operator_link peer
  WHERE l.weight IS NOT NULL AND peer.weight IS NOT NULL AND peer.priority = l.priority
    AND NOT l.is_simulator AND NOT peer.is_simulator AND l.channel = 'sms' AND peer.channel = 'sms' AND (peer.uuid = l.uuid OR ${accepts('peer', operator)})
  HAVING count(*) > 0`;

/**
 * How many messages a link may claim: its share of `until`, rounded up, less what it has. So together they may always claim
 * everything, and none more than a message beyond its share.
 */
const roomOf = ({ weight, total }: Turn, own: number, until: number): number =>
  Math.max(0, Math.ceil((weight * until) / total) - own);

/**
 * Reduces what waits to what the link may claim now by its weight. Others than the urgent campaigns get what there is in
 * random order, as within a rate cap.
 */
export function withinWeights<T extends Shared>(campaigns: readonly T[], random = Math.random): T[] {
  const shared = campaigns.flatMap((campaign) =>
    (campaign.turns ?? []).map((turn) => ({ ...turn, campaign, urgent: campaign.urgent })),
  );
  if (shared.length === 0) return [...campaigns];
  const given = [...Map.groupBy(shared, ({ operator }) => operator).values()].flatMap((turns) => {
    const first = turns[0] as Turn;
    const until = first.all + Math.min(AHEAD, sumOf(turns));
    return divide(turns, roomOf(first, first.own, until), random).map((turn) => ({ ...turn, until }));
  });
  const kept = Map.groupBy(given, ({ campaign }) => campaign);
  return campaigns.flatMap((campaign) => {
    if (!campaign.turns) return [campaign];
    const turns = (kept.get(campaign) ?? []).map(({ campaign: _, urgent: __, ...turn }) => turn);
    const waiting = campaign.waiting - sumOf(campaign.turns) + sumOf(turns);
    const isOf = (all: readonly Turn[], operator: string) => all.some((turn) => turn.operator === operator);
    const operators = campaign.operators.filter(
      (operator) => isOf(turns, operator) || !isOf(campaign.turns as Turn[], operator),
    );
    return waiting > 0 ? [{ ...campaign, operators, waiting, turns }] : [];
  });
}

const sumOf = (turns: readonly { waiting: number }[]): number =>
  turns.reduce((sum, { waiting }) => sum + waiting, 0);

/**
 * Locks the counts of operators that a link shares, in its claim's transaction, and returns how many messages of each it
 * may claim. The counts begin anew when other links share, or with other weights.
 */
export async function lockTurns(
  trx: Db,
  link: string,
  wanted: readonly { turns?: Turn[] | null }[],
): Promise<Map<string, number>> {
  const turns = new Map(wanted.flatMap((one) => one.turns ?? []).map((turn) => [turn.operator, turn]));
  if (turns.size === 0) return new Map();
  const { rows } = await sql<{ operator: string; own: number; all: number }>`
    INSERT INTO link_turn AS t (operator, members, claimed)
    SELECT operator, members, '{}'
    FROM jsonb_to_recordset(${JSON.stringify([...turns.values()])}::jsonb) AS w(operator text, members text)
    ORDER BY operator
    ON CONFLICT (operator) DO UPDATE SET members = excluded.members,
      claimed = CASE WHEN t.members = excluded.members THEN t.claimed ELSE '{}' END
    RETURNING operator, coalesce((claimed->>${link})::bigint, 0) AS own,
      (SELECT coalesce(sum(value::bigint), 0)::bigint FROM jsonb_each_text(claimed)) AS "all"`.execute(trx);
  return new Map(
    rows.map(({ operator, own, all }) => {
      const turn = turns.get(operator) as Turn;
      const { until = turn.all + turn.waiting } = turn;
      // Begun anew meanwhile: what was known to be claimed counts no more.
      return [operator, roomOf(turn, own, all < turn.all ? all + until - turn.all : until)];
    }),
  );
}

/** Counts what a link has claimed of the operators that it shares. */
export async function noteTurns(
  trx: Db,
  link: string,
  shared: ReadonlyMap<string, number>,
  claimed: readonly { operator: string }[],
): Promise<void> {
  const counts = [...Map.groupBy(claimed, ({ operator }) => operator)].flatMap(([operator, { length: n }]) =>
    shared.has(operator) ? [{ operator, n }] : [],
  );
  if (counts.length === 0) return;
  await sql`
    UPDATE link_turn t
    SET claimed = t.claimed || jsonb_build_object(${link}::text, coalesce((t.claimed->>${link})::bigint, 0) + c.n)
    FROM jsonb_to_recordset(${JSON.stringify(counts)}::jsonb) AS c(operator text, n int)
    WHERE t.operator = c.operator`.execute(trx);
}
