import { type Kysely, sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { requireSchema } from '../../db/migrate.ts';
import { pipelined } from '../../db/pipelined.ts';
import { prepared } from '../../db/preparedStatements.ts';
import { isBarred } from './approvedSender.ts';
import { isFor } from './destination.ts';
import { type ClaimedIn, claimedIn, requireSameDatabase } from './failover/identity.ts';
import { lockTurns, noteTurns, sharers, type Turn, withinWeights } from './linkWeights.ts';
import { messagesFrom } from './messageRange.ts';
import { allowedNow, lockPace, notePace } from './pace.ts';
import { takesOperator } from './routing.ts';
import { toOther } from './viberMessages.ts';

export interface Claimed {
  uuid: string;
  /** The claim's key; its outcome refers to it. */
  hand: number;
  campaign: string;
  operator: string;
  phone: string;
  text: string | null;
  /** Number of the attempt. */
  attempts: number;
}

/** A campaign with messages that may be sent now. */
export interface Sending {
  uuid: string;
  account: string;
  urgent: boolean;
  /** Their operators, of those that the link serves. */
  operators: string[];
  /** How many they are. */
  waiting: number;
  /** What the account's rate cap allows now, over all its campaigns; null without one. */
  allowed: number | null;
  /** Of operators whose messages the link shares by weight; null without any. */
  turns: Turn[] | null;
}

/**
 * Campaigns of active accounts, and sender IDs that the operator has approved, with messages that may be sent over a link now, no more than its weight
 * allows, oldest first; or only urgent ones. Reads the queues instead of the messages: there may be thousands of campaigns, and
 * this runs before every claim.
 */
export async function sendingCampaigns(db: Db, link: string, onlyUrgent = false): Promise<Sending[]> {
  const { rows } = await sql<Sending>`${prepared}
    WITH waiting AS MATERIALIZED (
      SELECT q.campaign, q.operator, c.channel, q.waiting
      FROM campaign_queue q JOIN campaign c ON c.uuid = q.campaign WHERE q.waiting > 0
      UNION ALL SELECT campaign, operator, channel, count(*) FROM message_retry WHERE hand IS NULL AND not_before <= now()
      GROUP BY campaign, operator, channel
    ), taken AS MATERIALIZED (
      SELECT o.operator, l.is_simulator, l.channel, s.members, jsonb_build_object('operator', o.operator, 'members', s.members,
        'total', s.total, 'weight', l.weight, 'own', coalesce((t.claimed->>l.name)::bigint, 0),
        'all', (SELECT coalesce(sum(value::bigint), 0) FROM jsonb_each_text(t.claimed))) AS turn
      FROM operator_link l CROSS JOIN LATERAL (SELECT DISTINCT operator FROM waiting w WHERE w.channel = l.channel) o
      LEFT JOIN LATERAL (${sharers(sql`o.operator`)}) s ON true
      LEFT JOIN link_turn t ON t.operator = o.operator AND t.members = s.members
      WHERE l.name = ${link} AND ${takesOperator('l', sql`o.operator`)}
    )
    SELECT c.uuid, c.account, c.urgent, array_agg(DISTINCT w.operator) AS operators, sum(w.waiting)::int AS waiting,
      ${allowedNow} AS allowed,
      jsonb_agg(taken.turn || jsonb_build_object('waiting', w.waiting)) FILTER (WHERE taken.members IS NOT NULL) AS turns
    FROM waiting w JOIN taken USING (operator, channel) JOIN campaign c ON c.uuid = w.campaign JOIN account a ON a.uuid = c.account
    LEFT JOIN account_pace p ON p.account = a.uuid
    WHERE c.status = 'sending' AND ${isFor(sql`taken.is_simulator`, 'c')} AND a.is_active
      AND NOT (w.channel = 'sms' AND ${isBarred('c', sql`w.operator`)})
      AND (c.urgent OR ${!onlyUrgent})
    GROUP BY c.uuid, a.uuid, p.account ORDER BY c.uuid`.execute(db);
  return withinWeights(rows);
}

/**
 * Whether campaigns may have messages that wait, or messages to be tried again, for whatever link. Short, unlike
 * `sendingCampaigns`: a dispatcher without messages asks it twice a second.
 */
export async function hasWaiting(db: Db): Promise<boolean> {
  const { rows } = await sql<{ waits: boolean }>`${prepared}
    SELECT EXISTS (SELECT FROM message_retry WHERE hand IS NULL AND not_before <= now()) OR EXISTS (
      SELECT FROM campaign c JOIN campaign_queue q ON q.campaign = c.uuid
      WHERE c.status = 'sending' AND q.waiting > 0) AS waits`.execute(db);
  return rows[0]?.waits === true;
}

/** What a campaign's messages share. */
export interface Content {
  sender: string;
  body: string;
}

/** Sender, as a link of this name uses it, and body of campaigns. They never change once sending. */
export async function contentsOf(
  db: Db,
  campaigns: readonly string[],
  link: string,
): Promise<Map<string, Content>> {
  const { rows } = await sql<Content & { uuid: string }>`${prepared}
    SELECT uuid, CASE WHEN ${channelOf(link)} = 'viber' THEN coalesce(viber, sender) ELSE sender END AS sender, body
    FROM campaign WHERE uuid = ANY(${campaigns})`.execute(db);
  return new Map(rows.map(({ uuid, ...content }) => [uuid, content]));
}

/** SQL: the channel of the link with this name. */
const channelOf = (link: string) => sql`(SELECT channel FROM operator_link WHERE name = ${link})`;

type Wanted = Pick<Sending, 'uuid' | 'operators'> &
  Partial<Pick<Sending, 'account' | 'allowed' | 'turns'>> & { limit: number };

/**
 * Claims messages of campaigns for a worker, at most `limit` of each and no more than their accounts' rate caps and the
 * link's weight allow, for a link that serves these operators; retries come first. It is committed before the first of them goes to an operator: what a crash leaves claimed is unknown, and never
 * sent again. A link that has been paused or deleted gets none; one with messages in flight cannot be deleted. Throws
 * NewerSchema or DatabaseMoved, having claimed nothing; `identity` is of the database that the worker knows.
 */
export const claim = (
  db: Kysely<unknown>,
  worker: number,
  link: string,
  wanted: readonly Wanted[],
  identity?: string,
): Promise<Claimed[]> =>
  db.transaction().execute(async (trx) => {
    const openLink = sql<ClaimedIn>`${prepared}
      SELECT ${claimedIn} FROM operator_link WHERE name = ${link} AND is_active FOR KEY SHARE`;
    const [, open] = await pipelined(trx, requireSchema, (db) => openLink.execute(db));
    if (!open.rows[0]) return [];
    requireSameDatabase(open.rows[0], identity);
    const allowed = await lockPace(trx, wanted);
    if (allowed.length === 0) return [];
    const rooms = await lockTurns(trx, link, allowed);
    // Locked before the retries, in the same order as ending a campaign.
    const [queues, again] = await pipelined(
      trx,
      (db) => lockQueues(db, allowed, link),
      (db) => claimRetries(db, worker, link, withRoom(allowed, rooms)),
    );
    const taken = Map.groupBy(again, ({ campaign }) => campaign);
    const left = new Map(allowed.map(({ uuid, limit }) => [uuid, limit - (taken.get(uuid)?.length ?? 0)]));
    const roomsLeft = new Map(rooms);
    for (const { operator } of again)
      if (rooms.has(operator)) roomsLeft.set(operator, (roomsLeft.get(operator) ?? 0) - 1);
    const claimed = [...again, ...(await claimNext(trx, worker, link, queues, left, roomsLeft))];
    await notePace(trx, allowed, claimed);
    await noteTurns(trx, link, rooms, claimed);
    return claimed;
  });

/** Without the operators of which the link may claim nothing now, by `rooms`. */
const withRoom = (wanted: readonly Wanted[], rooms: ReadonlyMap<string, number>): Wanted[] =>
  wanted.map((one) => ({ ...one, operators: one.operators.filter((operator) => rooms.get(operator) !== 0) }));

interface Queue {
  campaign: string;
  operator: string;
  claimed_to: string;
  waiting: number;
}

/** Always in the same order. Reads after this lock see other workers' finished claims. */
async function lockQueues(trx: Db, wanted: readonly Wanted[], link: string): Promise<Queue[]> {
  const { rows } = await sql<Queue>`${prepared}
    SELECT q.campaign, q.operator, q.claimed_to, q.waiting
    FROM ${recordsOf(wanted)} JOIN campaign_queue q ON q.campaign = w.uuid AND q.operator = ANY(w.operators)
    -- Of a Viber campaign a link for SMS takes only retries.
    WHERE q.waiting > 0 AND (SELECT channel FROM campaign c WHERE c.uuid = q.campaign) = ${channelOf(link)}
    ORDER BY q.campaign, q.operator FOR UPDATE OF q`.execute(trx);
  return rows;
}

async function claimRetries(
  trx: Db,
  worker: number,
  link: string,
  wanted: readonly Wanted[],
): Promise<Claimed[]> {
  // In addition to the JSON, whose numbers the planner cannot see, so that it uses the index.
  const most = Math.max(...wanted.map(({ limit }) => limit));
  const { rows } = await sql<Claimed>`
    WITH due AS MATERIALIZED (
      SELECT d.message, w.uuid AS campaign FROM ${recordsOf(wanted)}
      CROSS JOIN LATERAL (
        SELECT r.message FROM unnest(w.operators) AS o(operator) CROSS JOIN LATERAL (
          SELECT message FROM message_retry
          WHERE campaign = w.uuid AND operator = o.operator AND hand IS NULL AND not_before <= now()
            AND channel = ${channelOf(link)}
          ORDER BY not_before LIMIT ${most} FOR UPDATE SKIP LOCKED) r
        LIMIT w."limit") d
    ), hands AS (
      INSERT INTO hand (worker, link, channel, campaign, messages)
      SELECT ${worker}, ${link}, ${channelOf(link)}, campaign, count(*) FROM due GROUP BY campaign RETURNING id, campaign
    )
    UPDATE message_retry r SET hand = hands.id FROM due JOIN hands USING (campaign) JOIN message m ON m.uuid = due.message
    WHERE r.message = due.message
    RETURNING m.uuid, hands.id AS hand, m.campaign, m.operator, m.phone, m.text, m.attempts + 1 AS attempts`.execute(
    trx,
  );
  // From here on it is an SMS, whatever Viber says later.
  const uuids = rows.map(({ uuid }) => uuid);
  if (uuids.length > 0)
    await sql`
      UPDATE message m SET ${toOther('m', 'sms')} FROM message_retry r
      WHERE m.uuid = ANY(${uuids}) AND r.message = m.uuid AND r.channel = 'sms' AND m.channel = 'viber'`.execute(
      trx,
    );
  return rows;
}

/**
 * Claims the next messages of locked queues: those after the last claimed, in order of creation. `left` is the limit per
 * campaign, `rooms` the one per operator, if it has any.
 */
async function claimNext(
  trx: Db,
  worker: number,
  link: string,
  queues: readonly Queue[],
  left: Map<string, number>,
  rooms: Map<string, number>,
): Promise<Claimed[]> {
  const shares = queues.flatMap((queue) => {
    const places = left.get(queue.campaign) ?? 0;
    const room = rooms.get(queue.operator) ?? Number.POSITIVE_INFINITY;
    const n = Math.max(0, Math.min(queue.waiting, places, room));
    left.set(queue.campaign, places - n);
    rooms.set(queue.operator, room - n);
    return n > 0 ? [{ ...queue, n }] : [];
  });
  if (shares.length === 0) return [];
  const most = Math.max(...shares.map(({ n }) => n));
  const from = messagesFrom(shares.map(({ campaign }) => campaign));
  const { rows } = await sql<Claimed>`
    WITH next AS MATERIALIZED (
      SELECT m.*, q.campaign, q.operator
      FROM jsonb_to_recordset(${JSON.stringify(shares)}::jsonb) AS q(campaign uuid, operator text, claimed_to uuid, n int)
      CROSS JOIN LATERAL (
        SELECT uuid, phone, text, attempts FROM (
          SELECT uuid, phone, text, attempts FROM message
          WHERE campaign = q.campaign AND operator = q.operator AND status = 'queued'
            AND uuid > q.claimed_to AND uuid >= ${from}
          ORDER BY uuid LIMIT ${most}) m
        LIMIT q.n) m
    ), hands AS (
      INSERT INTO hand (worker, link, channel, campaign, operator, first, last, messages)
      SELECT ${worker}, ${link}, ${channelOf(link)}, campaign, operator, (array_agg(uuid ORDER BY uuid))[1],
        (array_agg(uuid ORDER BY uuid DESC))[1], count(*)
      FROM next GROUP BY campaign, operator RETURNING *
    ), moved AS (
      UPDATE campaign_queue q SET claimed_to = h.last, waiting = q.waiting - h.messages
      FROM hands h WHERE q.campaign = h.campaign AND q.operator = h.operator
    )
    SELECT n.uuid, h.id AS hand, n.campaign, n.operator, n.phone, n.text, n.attempts + 1 AS attempts
    FROM next n JOIN hands h USING (campaign, operator)`.execute(trx);
  // The driver makes texts of their own for each row, which would be copied with every collection of young objects.
  let former: Claimed | undefined;
  for (const row of rows) {
    if (former?.hand === row.hand) {
      row.campaign = former.campaign;
      row.operator = former.operator;
    }
    former = row;
  }
  return rows;
}

const recordsOf = (wanted: readonly Wanted[]) => {
  const records = JSON.stringify(wanted.map(({ uuid, operators, limit }) => ({ uuid, operators, limit })));
  return sql`jsonb_to_recordset(${records}::jsonb) AS w(uuid uuid, operators text[], "limit" int)`;
};
