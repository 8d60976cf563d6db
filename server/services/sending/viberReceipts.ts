import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { queueReadEvents } from '../webhooks/events.ts';
import type { Daily } from './daily.ts';
import { moveMessages } from './moveMessages.ts';
import { isWithViber, keepWithViber } from './viberMessages.ts';
import { wakeWorkers } from './wakeWorkers.ts';

/** What Viber says about a message. */
interface ViberResult {
  message: string;
  status: 'delivered' | 'undelivered' | 'expired' | 'rejected';
  error: string | null;
  /** The recipient has read it. */
  read: boolean;
}

/** Of several results of a message the one that says that it arrived, and then the first. */
function firstOf(results: readonly ViberResult[]): ViberResult[] {
  const each = Map.groupBy(results, ({ message }) => message);
  return [...each.values()].map((all) => {
    const best = all.find(({ status }) => status === 'delivered') ?? (all[0] as ViberResult);
    return { ...best, read: all.some(({ read }) => read) };
  });
}

/**
 * Applies Viber's results to messages that have a fallback: delivered before a link has claimed the SMS, the SMS is not sent;
 * not delivered, it is sent now. After that the message is the SMS's, and the result is only noted. Returns the messages
 * whose result counts, for `moveMessages`: they were with Viber all along, or are again. The campaigns are locked.
 */
export async function applyViberResults(
  trx: Db,
  results: readonly ViberResult[],
  daily: Daily,
): Promise<string[]> {
  if (results.length === 0) return [];
  const all = firstOf(results);
  const { rows: open } = await sql<{ uuid: string }>`
    SELECT uuid FROM message m WHERE uuid = ANY(${all.map(({ message }) => message)}) AND status = 'queued'
      AND viber_status IS NOT NULL`.execute(trx);
  const isOpen = new Set(open.map(({ uuid }) => uuid));
  const arrived = all.filter(({ message, status }) => status === 'delivered' && isOpen.has(message));
  // Waits for a claim that has the row, and then finds it claimed.
  const { rows: won } = await sql<{ message: string }>`
    DELETE FROM message_retry WHERE message = ANY(${arrived.map(({ message }) => message)})
      AND hand IS NULL AND channel = 'sms' RETURNING message`.execute(trx);
  // One that had failed before, by an earlier report, arrived all the same.
  await sql`
    UPDATE message SET viber_status = 'submitted', viber_error = NULL
    WHERE uuid = ANY(${won.map(({ message }) => message)})`.execute(trx);
  await keepWithViber(
    trx,
    won.map(({ message }) => message),
    daily,
  );
  const failed = all.filter(({ message, status }) => status !== 'delivered' && isOpen.has(message));
  const { rows: due } = await sql<{ message: string }>`
    WITH ended AS (
      UPDATE message m SET viber_status = f.status, viber_error = f.error, updated_at = now()
      FROM jsonb_to_recordset(${JSON.stringify(failed)}::jsonb) AS f(message uuid, status text, error text)
      WHERE m.uuid = f.message AND m.channel = 'viber' AND ${isWithViber('m')} RETURNING m.uuid
    )
    UPDATE message_retry r SET not_before = now() FROM ended
    WHERE r.message = ended.uuid AND r.hand IS NULL AND r.not_before > now() RETURNING r.message`.execute(
    trx,
  );
  if (due.length > 0) await wakeWorkers(trx);
  // The SMS has been claimed by now.
  await sql`
    UPDATE message m SET viber_error = n.error,
      viber_status = CASE WHEN n.read THEN 'read' WHEN m.viber_status = 'read' THEN 'read' ELSE n.status END
    FROM jsonb_to_recordset(${JSON.stringify(all)}::jsonb) AS n(message uuid, status text, error text, read boolean)
    WHERE m.uuid = n.message AND m.channel = 'sms' AND m.viber_status IN ('submitted', 'delivered', 'undelivered', 'expired')
      AND (n.status = 'delivered' OR m.viber_status = 'submitted')`.execute(trx);
  const { rows: own } = await sql<{ uuid: string }>`
    SELECT uuid FROM message WHERE uuid = ANY(${all.map(({ message }) => message)})
      AND channel = 'viber' AND status <> 'queued'`.execute(trx);
  return own.map(({ uuid }) => uuid);
}

/**
 * `keepWithViber`, also for messages whose SMS a link had claimed and given back, and about which Viber has reported meanwhile
 * that they arrived.
 */
export async function leaveWithViber(trx: Db, messages: readonly string[], daily: Daily): Promise<void> {
  if (messages.length === 0) return;
  const { rows: arrived } = await sql<{ uuid: string; viber_status: 'delivered' | 'read' }>`
    SELECT uuid, viber_status FROM message
    WHERE uuid = ANY(${messages}) AND status = 'queued' AND viber_status IN ('delivered', 'read')`.execute(
    trx,
  );
  const uuids = arrived.map(({ uuid }) => uuid);
  await sql`UPDATE message SET viber_status = 'submitted' WHERE uuid = ANY(${uuids})`.execute(trx);
  await keepWithViber(trx, messages, daily);
  await moveMessages(
    trx,
    uuids.map((uuid) => ({ uuid, status: 'delivered', error: null })),
    daily,
  );
  await noteRead(
    trx,
    arrived.filter(({ viber_status }) => viber_status === 'read').map(({ uuid }) => uuid),
  );
}

/**
 * Notes that recipients have read their Viber messages, which are delivered by now: counts each once, and tells webhooks. The
 * campaigns are locked.
 */
export async function noteRead(trx: Db, messages: readonly string[]): Promise<void> {
  if (messages.length === 0) return;
  await sql`
    WITH seen AS (
      UPDATE message m SET read_at = now(), updated_at = now()
      WHERE uuid = ANY(${messages}) AND channel = 'viber' AND status = 'delivered' AND read_at IS NULL
      RETURNING m.*
    ), counted AS (
      UPDATE campaign c SET read = c.read + n.messages
      FROM (SELECT campaign, count(*) AS messages FROM seen GROUP BY campaign) n WHERE c.uuid = n.campaign
    )
    ${queueReadEvents(sql`seen`)}`.execute(trx);
}
