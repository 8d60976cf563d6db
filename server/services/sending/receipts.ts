import { type Kysely, type RawBuilder, sql } from 'kysely';
import { readPhone } from '#schema/phone.ts';
import type { Db } from '../../db/database.ts';
import { prepared } from '../../db/preparedStatements.ts';
import { type Actor, audit } from '../platform/audit.ts';
import { addDaily, type Daily, withDaily } from './daily.ts';
import { type Hours, validityHours } from './deliverySettings.ts';
import type { Receipt } from './link/link.ts';
import { sameSystemId } from './linkLogins.ts';
import { messagesSince, messagesUntilNow } from './messageRange.ts';
import { type FinalStatus, type Move, moveMessages } from './moveMessages.ts';
import { campaignsOf, lockCampaigns, settle } from './settle.ts';
import { applyViberResults, noteRead } from './viberReceipts.ts';

/** A delivery receipt from an operator. */
export interface ReceivedReceipt {
  link: string;
  operator_id: string;
  /** The recipient's number in E.164. */
  phone: string;
  status: FinalStatus;
  error: string | null;
  /** The recipient has read it, in Viber. */
  read?: boolean;
}

/** What is recorded of a receipt; null for one that says nothing final: the message waits for the next. */
export function recordedOf(
  link: string,
  { operatorId: operator_id, source: phone, status, error }: Receipt,
): ReceivedReceipt | null {
  if (status === 'pending' || status === 'unknown') return null;
  const of = { link, operator_id, phone, error };
  return status === 'read' ? { ...of, status: 'delivered', read: true } : { ...of, status };
}

/** Days after which only the sweep looks up a message's receipt, in all months. */
const RECENT = 35;

/** Where receipts are looked up: all messages, or recent ones. */
type Among = 'all' | 'recent';

/** A part that a receipt of the batch names: the receipt's number and words, and the message. */
interface NamedPart {
  n: number;
  /** Of the message: perhaps not the receipt's. */
  link: string;
  operator_id: string;
  status: FinalStatus;
  error: string | null;
  message: string;
  /** Of a message of one part. */
  alone: boolean;
  /** Of a Viber message. */
  viber: boolean;
  read: boolean;
  /** The message's number; null if its month is packed. */
  phone: string | null;
}

const within = (among: Among): RawBuilder<unknown> =>
  among === 'all'
    ? sql``
    : sql`AND p.message >= ${messagesSince(RECENT)} AND p.message < ${messagesUntilNow()}`;

/** The SELECT of the parts that receipt `r` names though it came over another link, to the same number. */
const partsElsewhere = (among: Among): RawBuilder<unknown> => sql`
  SELECT p.message, p.link, p.alone, p.viber, m.phone
  FROM ${sameSystemId} s JOIN message_part p ON p.link = s.other JOIN message m ON m.uuid = p.message
  WHERE s.link = r.link AND p.operator_id = r.operator_id AND m.phone = r.phone
    -- Mostly there are no such links: asked once for all receipts.
    AND EXISTS (SELECT FROM ${sameSystemId} s) ${within(among)}`;

/**
 * The SELECT of the parts that receipt `r` names. With OFFSET 0 after it, each is looked up separately: the planner
 * underestimates the JSON's rows, and an index condition on all of them would be read for each.
 */
export const partsNamed = (among: Among): RawBuilder<unknown> => sql`
  SELECT p.message, p.link, p.alone, p.viber, m.phone FROM message_part p LEFT JOIN message m ON m.uuid = p.message
  WHERE p.operator_id = r.operator_id AND p.link = r.link ${within(among)}
  UNION ALL ${partsElsewhere(among)}`;

/**
 * Records receipts in one transaction. Those of unidentified messages are kept until the message is known, and those of old
 * messages until the sweep.
 */
export const recordReceipts = (
  db: Kysely<unknown>,
  receipts: readonly ReceivedReceipt[],
  validity: Hours = validityHours,
): Promise<void> =>
  withDaily(db, async (trx, daily) => settle(trx, await applyReceipts(trx, receipts, daily, { validity })));

/** Removes and returns the kept receipts of these operator ids, to be applied. */
export async function keptReceipts(
  trx: Db,
  links: readonly string[],
  ids: readonly string[],
): Promise<ReceivedReceipt[]> {
  // Mostly there are none at all: the many ids are not even read then.
  const { rows } = await sql<ReceivedReceipt>`${prepared}
    DELETE FROM receipt r WHERE EXISTS (SELECT FROM receipt)
      AND operator_id IN (SELECT json_array_elements_text(${JSON.stringify(ids)}::json))
      AND (link = ANY(${links}) OR EXISTS (${partsElsewhere('recent')} AND p.link = ANY(${links})))
    RETURNING link, operator_id, phone, status, error, read`.execute(trx);
  return rows;
}

/**
 * Changes the state of each receipt's message once; for a message of several parts when all receipts, or a negative one,
 * are in. Returns the campaigns that the caller then settles.
 */
export async function applyReceipts(
  trx: Db,
  receipts: readonly ReceivedReceipt[],
  daily: Daily,
  { among = 'recent', validity = validityHours }: { among?: Among; validity?: Hours } = {},
): Promise<string[]> {
  if (receipts.length === 0) return [];
  const text = JSON.stringify(receipts.map((receipt, n) => ({ ...receipt, n })));
  const r = sql`jsonb_to_recordset(${text}::jsonb)
    AS r(n int, link text, operator_id text, phone text, status text, error text, read boolean)`;
  const { rows } = await sql<NamedPart>`${prepared}
    SELECT r.n, r.operator_id, r.status, r.error, coalesce(r.read, false) AS read, p.*
    FROM ${r} CROSS JOIN LATERAL (${partsNamed(among)} OFFSET 0) p ORDER BY r.n`.execute(trx);
  const named = meant(rows, receipts, among);
  const whole = named.filter(({ alone }) => alone).map((row) => ({ ...row, uuid: row.message }));
  const parts = await recordParts(
    trx,
    named.filter(({ alone }) => !alone),
    whole.map(({ uuid }) => uuid),
  );
  const viber = whole.filter((row) => row.viber);
  // All of them before any is changed, in the order in which everybody locks them.
  const locked =
    viber.length > 0 ? await lockCampaigns(trx, campaignsOf(named.map(({ message }) => message))) : [];
  const counting = new Set(await applyViberResults(trx, viber, daily));
  const moved = whole.filter((row) => !row.viber || counting.has(row.uuid));
  const moves = [...moved.map(({ uuid, status, error }) => ({ uuid, status, error })), ...parts.moves];
  const changed = await moveMessages(trx, moves, daily, validity);
  await noteRead(
    trx,
    viber.filter(({ read }) => read).map(({ uuid }) => uuid),
  );
  const campaigns = [...new Set([...locked, ...changed])];

  const known = new Set([...whole.map((row) => row.n), ...parts.known]);
  const early = receipts.filter((_, n) => !known.has(n));
  if (early.length === 0) return campaigns;
  await sql`
    INSERT INTO receipt (link, operator_id, phone, status, error, read)
    SELECT link, operator_id, phone, status, error, coalesce(read, false)
    FROM jsonb_to_recordset(${JSON.stringify(early)}::jsonb)
      AS r(link text, operator_id text, phone text, status text, error text, read boolean)`.execute(trx);
  return campaigns;
}

/**
 * The message that each receipt is about. Operators use ids again, some from the first one after each restart: of the messages
 * with a receipt's id it is the newest to its number, of its own link if there is one. If there is none, the right one may not be recorded yet, so only the
 * sweep takes the newest of the others, or at once if the operator writes numbers in a way of its own.
 */
function meant(named: readonly NamedPart[], receipts: readonly ReceivedReceipt[], among: Among): NamedPart[] {
  return [...Map.groupBy(named, ({ n }) => n)].flatMap(([n, group]) => {
    const { phone, link } = receipts[n] as ReceivedReceipt;
    const newestFirst = group.toSorted((a, b) => (a.message < b.message ? 1 : -1));
    const toNumber = newestFirst.filter((one) => one.phone === phone);
    const own = toNumber.find((one) => one.link === link) ?? toNumber[0];
    if (!own && among === 'recent' && readPhone(phone).phone === phone) return [];
    return own ?? newestFirst.slice(0, 1);
  });
}

/**
 * Records receipts of parts of long messages. Returns the numbers of those receipts, and the results of messages that they
 * decide. `whole`: messages decided by other receipts of the same batch.
 */
async function recordParts(
  trx: Db,
  long: readonly NamedPart[],
  whole: readonly string[],
): Promise<{ known: number[]; moves: Move[] }> {
  if (long.length === 0) return { known: [], moves: [] };
  const messages = [...new Set(long.map((row) => row.message))];
  // One after the other: of two that record a part each at the same time, neither would see the message complete.
  await lockCampaigns(trx, campaignsOf([...whole, ...messages]));
  const parts = await sql<{ n: number; message: string }>`
    -- Not parts recorded meanwhile, whose campaign would be locked out of order.
    UPDATE message_part p SET status = CASE WHEN p.status IN ('submitted', 'expired') THEN r.status ELSE p.status END
    FROM jsonb_to_recordset(${JSON.stringify(long)}::jsonb)
      AS r(n int, link text, operator_id text, message uuid, status text)
    WHERE p.operator_id = r.operator_id AND p.link = r.link AND p.message = r.message
    RETURNING r.n, p.message`.execute(trx);
  const joined = await sql<Pick<Move, 'uuid' | 'status'>>`
    SELECT message AS uuid, coalesce(min(status) FILTER (WHERE status NOT IN ('delivered', 'submitted')), 'delivered') AS status
    FROM message_part WHERE message = ANY(${parts.rows.map((row) => row.message)}) AND NOT alone
    GROUP BY message HAVING bool_and(status = 'delivered') OR bool_or(status NOT IN ('delivered', 'submitted'))`.execute(
    trx,
  );
  const of = Map.groupBy(long, ({ message }) => message);
  const moves = joined.rows.map(({ uuid, status }): Move => {
    const deciding = of.get(uuid)?.find((one) => one.status === status && one.error !== null);
    return { uuid, status, error: (status !== 'delivered' && deciding?.error) || null };
  });
  return { known: parts.rows.map((row) => row.n), moves };
}

/** Settles an unknown message by a person's decision, in the caller's transaction. Returns whether it was unknown. */
export async function settleMessage(trx: Db, move: Move, by: Actor): Promise<boolean> {
  const { uuid: record, status } = move;
  await lockCampaigns(trx, campaignsOf([record]));
  const { rows } = await sql<{ account: string; phone: string }>`
    SELECT account, phone FROM message WHERE uuid = ${record} AND status = 'unknown'`.execute(trx);
  if (!rows[0]) return false;
  const daily: Daily = [];
  await settle(trx, await moveMessages(trx, [move], daily));
  const { account, phone: title } = rows[0];
  await audit(trx, by, {
    ...{ action: 'settle', entity: 'sms/dispatch', record, account, title },
    before: { status: 'unknown' },
    after: { status },
  });
  await addDaily(trx, daily);
  return true;
}
