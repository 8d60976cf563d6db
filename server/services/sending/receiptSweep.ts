import { type Kysely, type RawBuilder, sql } from 'kysely';
import { NO_RECEIPT } from '#schema/message.ts';
import { prepared } from '../../db/preparedStatements.ts';
import { withDaily } from './daily.ts';
import { type Hours, validityHours } from './deliverySettings.ts';
import { nameByFormerIds } from './formerIds.ts';
import { sameSystemId } from './linkLogins.ts';
import { shownStatus } from './messagesInFlight.ts';
import { type Move, moveMessages } from './moveMessages.ts';
import { applyReceipts, partsNamed, type ReceivedReceipt } from './receipts.ts';
import { campaignsOf, lockCampaigns, settle } from './settle.ts';
import { noteRead } from './viberReceipts.ts';

/** Seconds after which a receipt whose number is not that of its id's message is about it all the same. */
const PATIENCE = 60;

/**
 * A kept receipt `k` that is looked at each second: its message was perhaps recorded at the same moment. An answer takes
 * the older ones of its message itself.
 */
const isYoung = sql`k.received_at > now() - make_interval(secs => ${sql.lit(2 * PATIENCE)})`;

/** Older receipts that are looked at in one transaction. */
const BATCH = 1000;

/** An unknown message whose receipts are all there: its first id of the operator, and what the receipts say of its parts. */
interface Swept extends Move {
  operator_id: string;
  ids: number[];
  parts: object[];
  read: boolean;
}

/** Checks the receipts of the last two minutes again: their message may be known by now. */
export async function sweepReceipts(db: Kysely<unknown>): Promise<void> {
  // Asked every second, and mostly there are none: one query instead of two transactions with a dozen.
  const { rows } = await sql`${prepared}
    SELECT FROM receipt k WHERE ${isYoung} ORDER BY received_at DESC LIMIT 1`.execute(db);
  if (rows.length > 0) await sweep(db, isYoung);
}

/**
 * Checks older receipts again, each once an hour if it is called every minute. Most belong to no message, such as those of
 * another system with the same login, and there may be a million.
 */
export async function sweepOldReceipts(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM receipt k WHERE NOT ${isYoung} AND k.id % 60 = extract(minute FROM now()) ORDER BY id`.execute(
    db,
  );
  const ids = rows.map(({ id }) => id);
  for (let at = 0; at < ids.length; at += BATCH)
    await sweep(db, sql`k.id = ANY(${ids.slice(at, at + BATCH)})`);
}

/**
 * Checks some kept receipts `k`. The message of one may be known by now. Or it is an unknown one whose operator ids never arrived:
 * then it is found by link and number, oldest first, unless the receipt is older than the message or one to that number is
 * just being submitted. A long message stays unknown until the receipts of all parts are there, because the operator may
 * lack the others; it was delivered if every part was. Each check is its own transaction: campaigns are locked only once in
 * it, before anything else.
 */
async function sweep(db: Kysely<unknown>, which: RawBuilder<unknown>): Promise<void> {
  await nameByFormerIds(db, sql`${which} AND k.received_at <= now() - make_interval(secs => ${PATIENCE})`);
  await withDaily(db, async (trx, daily) => {
    const known = await sql<{ id: number; message: string }>`
      SELECT r.id, p.message
      FROM (SELECT * FROM receipt k WHERE ${which}) r CROSS JOIN LATERAL (${partsNamed('all')} OFFSET 0) p
      WHERE p.phone = r.phone OR r.received_at <= now() - make_interval(secs => ${PATIENCE})`.execute(trx);
    await lockCampaigns(trx, campaignsOf(known.rows.map((row) => row.message)));
    const late = await sql<ReceivedReceipt>`
      DELETE FROM receipt WHERE id = ANY(${known.rows.map((row) => row.id)})
      RETURNING link, operator_id, phone, status, error, read`.execute(trx);
    await settle(trx, await applyReceipts(trx, late.rows, daily, { among: 'all' }));
  });
  await withDaily(db, async (trx, daily) => {
    const { rows } = await sql<Swept>`
      WITH m AS (
        SELECT uuid, link, phone, channel, created_at, wanted,
          sum(wanted) OVER (PARTITION BY link, phone ORDER BY uuid) - wanted AS before
        FROM (
          SELECT m.*, CASE WHEN l.kind = 'http' OR l.long_messages = 'payload' THEN 1 ELSE m.parts END AS wanted
          FROM message_unknown u CROSS JOIN LATERAL (SELECT * FROM message WHERE uuid = u.message OFFSET 0) m
            LEFT JOIN operator_link l ON l.name = u.link
          WHERE (u.link, u.phone) IN (
            SELECT link, phone FROM receipt k WHERE ${which}
            UNION ALL SELECT s.other, phone FROM receipt k JOIN ${sameSystemId} s USING (link) WHERE ${which})) unknown
      ), about AS (
        -- Each with the link of the message that it may be about: its own if there is one.
        SELECT DISTINCT ON (k.id) k.id, k.phone, k.operator_id, k.status, k.error, k.read, k.received_at, m.link
        FROM (SELECT link, phone FROM m UNION SELECT s.link, phone FROM m JOIN ${sameSystemId} s ON s.other = m.link) named
          CROSS JOIN LATERAL (
            -- Of any age, and each number looked up separately: many may belong to no message.
            SELECT * FROM receipt k WHERE k.link = named.link AND k.phone = named.phone OFFSET 0) k
          JOIN m ON m.phone = k.phone AND m.created_at <= k.received_at
            AND (m.link = k.link OR (k.link, m.link) IN (SELECT link, other FROM ${sameSystemId} s))
        ORDER BY k.id, m.link <> k.link, m.uuid
      ), r AS (
        -- An operator may send a part's receipt twice: the first one counts, unless it says expired.
        SELECT link, phone, operator_id, array_agg(id) AS ids,
          (array_agg(status ORDER BY status = 'expired', id))[1] AS status,
          (array_agg(error ORDER BY status = 'expired', id))[1] AS error,
          bool_or(read) AS read, min(received_at) AS received_at,
          row_number() OVER (PARTITION BY link, phone ORDER BY min(id)) AS n
        FROM about
        GROUP BY link, phone, operator_id
      ), parts AS (
        SELECT m.uuid, m.channel, m.wanted, link, r.operator_id, r.ids, r.status, r.error, r.read, r.n
        FROM r JOIN m USING (link, phone)
        WHERE r.n > m.before AND r.n <= m.before + m.wanted AND m.created_at <= r.received_at
          AND NOT EXISTS (SELECT FROM message h WHERE h.phone = r.phone AND ${shownStatus('h')} = 'submitting')
      )
      SELECT uuid, coalesce(min(status) FILTER (WHERE status <> 'delivered'), 'delivered') AS status,
        -- Of the receipt that decides: the first with that status and a reason.
        (array_agg(error ORDER BY status, error IS NULL, n) FILTER (WHERE status <> 'delivered'))[1] AS error,
        (array_agg(operator_id ORDER BY n))[1] AS operator_id, jsonb_agg(id) AS ids, bool_or(read) AS read,
        jsonb_agg(DISTINCT jsonb_build_object('message', uuid, 'link', link, 'operator_id', operator_id,
          'status', status, 'alone', wanted = 1, 'viber', channel = 'viber')) AS parts
      FROM parts, unnest(ids) AS id
      GROUP BY uuid, wanted HAVING count(DISTINCT n) = wanted`.execute(trx);
    await lockCampaigns(trx, campaignsOf(rows.map((row) => row.uuid)));
    const taken = await sql<{ id: number }>`
      DELETE FROM receipt WHERE id = ANY(${rows.flatMap((row) => row.ids)}) RETURNING id`.execute(trx);
    const ids = new Set(taken.rows.map((row) => row.id));
    const moves = rows.filter((row) => row.ids.every((id) => ids.has(id)));
    // Now its ids are known: a later receipt finds the message by them, and what removes it finds its parts.
    await sql`
      WITH known AS (
        INSERT INTO message_part (message, link, operator_id, status, alone, viber)
        SELECT * FROM jsonb_to_recordset(${JSON.stringify(moves.flatMap((move) => move.parts))}::jsonb)
          AS p(message uuid, link text, operator_id text, status text, alone boolean, viber boolean)
        ON CONFLICT DO NOTHING
      )
      UPDATE message m SET operator_id = s.operator_id
      FROM jsonb_to_recordset(${JSON.stringify(moves)}::jsonb) AS s(uuid uuid, operator_id text)
      WHERE m.uuid = s.uuid AND m.operator_id IS NULL`.execute(trx);
    await settle(trx, await moveMessages(trx, moves, daily));
    await noteRead(
      trx,
      moves.filter(({ read }) => read).map(({ uuid }) => uuid),
    );
  });
}

/** Unknown messages whose validity ended without a receipt never arrived: they expire and are released. */
export const expireUnknown = (db: Kysely<unknown>, validity: Hours = validityHours): Promise<void> =>
  withDaily(db, async (trx, daily) => {
    const { rows } = await sql<Move>`
      SELECT message AS uuid, 'expired' AS status, ${NO_RECEIPT} AS error, true AS release
      FROM message_unknown WHERE submitted_at < now() - make_interval(hours => ${validity})
      ORDER BY submitted_at LIMIT 5000`.execute(trx);
    await settle(trx, await moveMessages(trx, rows, daily, validity));
  });
