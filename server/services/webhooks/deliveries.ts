import { type Kysely, sql } from 'kysely';
import { DELIVERY_DAYS, EVENTS_MAX, FAILING_DAYS, type WebhookAnswer } from '#schema/webhook.ts';
import type { Db } from '../../db/database.ts';
import { LOCK_KEYS } from '../../db/lockKeys.ts';
import { prepared } from '../../db/preparedStatements.ts';
import { postMail } from '../mail/mail.ts';
import { alone } from '../platform/alone.ts';
import { audit } from '../platform/audit.ts';
import { bringBack } from '../platform/farTimes.ts';
import { ifReadable, type UnreadableSecret } from '../platform/keyring.ts';
import { notFound, Problem } from '../platform/problem.ts';
import { messageEvent } from './events.ts';
import { type Post, TIMEOUT } from './post.ts';
import { openSecrets, storedSecrets } from './secrets.ts';

/** Event rows processed per round. */
const GATHER_MAX = 50;
/** Requests taken per webhook and round, sent in parallel. */
const CLAIM_MAX = 4;
/** How long a delivery may stay with its worker; after that, the worker counts as dead. */
const LEASE = sql`make_interval(secs => ${(2 * TIMEOUT) / 1000 + 10})`;
/** The error of a delivery that waited a day at a webhook that is off. */
const SWITCHED_OFF = 'The webhook was switched off.';
/** SQL: the delay after so many attempts of a round: 10 s, each further one three times longer, up to four hours. */
const pause = sql`make_interval(secs => least(4 * 3600, 10 * power(3, round_attempts - 1)))`;

/** SQL: the webhooks `w` that have a delivery which is due. Those of deactivated accounts wait. */
const dueWebhooks = sql`webhook w JOIN account a ON a.uuid = w.account AND a.is_active
  WHERE w.is_active AND EXISTS (
    SELECT FROM webhook_delivery d
    WHERE d.webhook = w.uuid AND d.status = 'pending' AND d.next_attempt_at <= now())`;

/** Events as stored; their content is for the receiver. */
type Event = Record<string, unknown>;

/** A delivery that a worker has taken: the number of the attempt, and the request. */
export interface Claimed extends Post {
  uuid: string;
  webhook: string;
  attempts: number;
}

/** Whether there are events to gather, and deliveries that are due: asked every second, and mostly there are none. */
export async function dueDeliveries(db: Db): Promise<{ events: boolean; deliveries: boolean }> {
  const { rows } = await sql<{ events: boolean; deliveries: boolean }>`${prepared}
    SELECT EXISTS (SELECT FROM webhook_event) AS events, EXISTS (SELECT FROM ${dueWebhooks}) AS deliveries`.execute(
    db,
  );
  return rows[0] as { events: boolean; deliveries: boolean };
}

/**
 * Creates deliveries of up to 500 events each, oldest first; events that no webhook wants any more are dropped. Returns
 * whether there may be more. Only one process does so at a time.
 */
export const gather = async (db: Kysely<unknown>): Promise<boolean> =>
  (await alone(db, 'deliveries', gatherSome)) ?? false;

async function gatherSome(trx: Db): Promise<boolean> {
  const { rows } = await sql<{ taken: number }>`
    WITH taken AS (
      DELETE FROM webhook_event WHERE id IN (SELECT id FROM webhook_event ORDER BY id LIMIT ${GATHER_MAX})
      RETURNING id, webhook, messages, events
    ), told AS (
      SELECT id, webhook, e.n, event FROM taken, jsonb_array_elements(events) WITH ORDINALITY AS e(event, n)
      UNION ALL
      -- An expired message may have been delivered since: its current state is sent, once.
      SELECT * FROM (
        SELECT DISTINCT ON (webhook, u.uuid) id, webhook, u.n, ${messageEvent} AS event
        FROM taken JOIN webhook w ON w.uuid = taken.webhook, unnest(messages) WITH ORDINALITY AS u(uuid, n)
          JOIN message m ON m.uuid = u.uuid
        WHERE 'message.' || m.status = ANY(w.events)
        ORDER BY webhook, u.uuid, id
      ) messages
    ), each AS (
      SELECT webhook, event, row_number() OVER (PARTITION BY webhook ORDER BY id, n) - 1 AS place FROM told
    ), made AS (
      INSERT INTO webhook_delivery (webhook, account, events, event_count)
      SELECT w.uuid, w.account, jsonb_agg(event ORDER BY place), count(*)
      FROM each JOIN (
        SELECT uuid, account FROM webhook WHERE uuid IN (SELECT webhook FROM taken) FOR KEY SHARE
      ) w ON w.uuid = each.webhook
      GROUP BY w.uuid, w.account, place / ${EVENTS_MAX}::int
    )
    SELECT count(*) AS taken FROM taken`.execute(trx);
  return (rows[0]?.taken ?? 0) === GATHER_MAX;
}

/**
 * Takes due deliveries, a few of each of at most `limit` webhooks that are not in `busy`. They are leased to the caller;
 * afterwards they are due again, and may arrive twice. Those whose secret no key decrypts are reported, and keep all their
 * attempts and their whole day.
 */
export async function claimDue(
  db: Db,
  busy: readonly string[],
  limit: number,
  onUnreadable: (error: UnreadableSecret) => void = () => {},
): Promise<Claimed[]> {
  const { rows } = await sql<{
    uuid: string;
    webhook: string;
    attempts: number;
    created_at: string;
    events: Event[];
    url: string;
    secret: string;
    former_secret: string | null;
    due_at: string;
    attempted_at: string | null;
    at: string;
  }>`
    WITH due AS (
      SELECT d.* FROM (
        SELECT w.uuid FROM ${dueWebhooks} AND w.uuid <> ALL(${busy}::uuid[])
        ORDER BY random() LIMIT ${limit}
      ) w CROSS JOIN LATERAL (
        SELECT uuid, next_attempt_at AS due_at, attempted_at FROM webhook_delivery d
        WHERE d.webhook = w.uuid AND d.status = 'pending' AND d.next_attempt_at <= now()
        ORDER BY d.next_attempt_at LIMIT ${CLAIM_MAX} FOR UPDATE SKIP LOCKED) d
    )
    UPDATE webhook_delivery d SET in_hand = true, next_attempt_at = now() + ${LEASE}, attempts = attempts + 1,
      round_attempts = round_attempts + 1, attempted_at = now()
    FROM due, webhook w WHERE d.uuid = due.uuid AND w.uuid = d.webhook
    RETURNING d.uuid, d.webhook, d.attempts, d.created_at, d.events, w.url, ${storedSecrets},
      due.due_at, due.attempted_at, d.attempted_at AS at`.execute(db);
  const waiting: NotTried[] = [];
  const claimed = rows.flatMap(
    ({ uuid, webhook, attempts, created_at, events, url, due_at, attempted_at, at, ...stored }) => {
      const secrets = ifReadable(
        () => openSecrets(webhook, stored),
        (error) => void onUnreadable(error),
      );
      if (!secrets) {
        waiting.push({ uuid, attempts, due_at, attempted_at });
        return [];
      }
      const body = bodyOf(created_at, events);
      return [{ uuid, webhook, attempts, url, secrets, id: uuid, at: new Date(at), body }];
    },
  );
  if (waiting.length > 0) await waitOn(db, waiting);
  return claimed;
}

/** A delivery that was taken but could not be tried: when it was due, and when it was tried before. */
interface NotTried extends Pick<Claimed, 'uuid' | 'attempts'> {
  due_at: string;
  attempted_at: string | null;
}

/**
 * Undoes the attempt of each, and does not count the time that it waits. It is due again when its lease would have ended.
 */
async function waitOn(db: Db, deliveries: readonly NotTried[]): Promise<void> {
  await sql`
    UPDATE webhook_delivery d SET in_hand = false, attempts = d.attempts - 1, round_attempts = d.round_attempts - 1,
      attempted_at = w.attempted_at, give_up_at = d.give_up_at + (d.next_attempt_at - w.due_at)
    FROM jsonb_to_recordset(${JSON.stringify(deliveries)})
      AS w(uuid uuid, attempts integer, due_at timestamptz, attempted_at timestamptz)
    WHERE d.uuid = w.uuid AND d.attempts = w.attempts AND d.in_hand`.execute(db);
}

/** The body of a request. It is the same at every attempt. */
export const bodyOf = (timestamp: string, events: readonly Event[]): string =>
  JSON.stringify({ type: 'batch', timestamp, data: events });

/** Puts unanswered deliveries back because the process stops: they are due at once. */
export async function requeue(db: Db, claimed: Pick<Claimed, 'uuid' | 'attempts'>): Promise<void> {
  await sql`
    UPDATE webhook_delivery SET in_hand = false, next_attempt_at = now()
    WHERE uuid = ${claimed.uuid} AND attempts = ${claimed.attempts} AND in_hand`.execute(db);
}

/**
 * Records the result of an attempt: delivered, retried later, or failed once a day is over. A webhook that fails for five
 * days is switched off, and its creator gets a mail. An attempt that was considered dead changes nothing. Returns whether
 * there is mail to send.
 */
export const recordAttempt = (
  db: Kysely<unknown>,
  { uuid, webhook, attempts }: Pick<Claimed, 'uuid' | 'webhook' | 'attempts'>,
  { ok, http_status, error, duration }: WebhookAnswer,
): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    // Jitter, so that receivers that failed at the same time are not all retried at the same time.
    const spread = 0.8 + Math.random() * 0.4;
    const { numAffectedRows } = await sql`
      UPDATE webhook_delivery SET in_hand = false, http_status = ${http_status}, error = ${error},
        duration = ${duration},
        status = CASE WHEN ${ok} THEN 'delivered' WHEN give_up_at <= now() THEN 'failed' ELSE 'pending' END,
        events = CASE WHEN ${ok} THEN NULL ELSE events END,
        next_attempt_at = CASE WHEN NOT ${ok} AND give_up_at > now()
          THEN least(give_up_at, now() + ${spread}::float8 * ${pause}) END
      WHERE uuid = ${uuid} AND attempts = ${attempts} AND in_hand`.execute(trx);
    if (!numAffectedRows) return false;
    if (ok) {
      await sql`
        UPDATE webhook SET failing_since = NULL
        WHERE uuid = ${webhook} AND failing_since IS NOT NULL`.execute(trx);
      return false;
    }
    await sql`
      UPDATE webhook SET failed_at = now(), failing_since = CASE
        WHEN failed_at > now() - interval '25 hours' THEN coalesce(failing_since, now()) ELSE now() END
      WHERE uuid = ${webhook}`.execute(trx);
    return switchOff(trx, webhook);
  });

async function switchOff(trx: Db, webhook: string): Promise<boolean> {
  const { rows } = await sql<{ account: string; url: string; email: string }>`
    UPDATE webhook w SET is_active = false, switched_off_at = now()
    FROM users u
    WHERE w.uuid = ${webhook} AND u.uuid = w."user" AND w.is_active
      AND w.failing_since <= now() - make_interval(days => ${FAILING_DAYS})
    RETURNING w.account, w.url, u.email`.execute(trx);
  const [off] = rows;
  if (!off) return false;
  await audit(trx, null, {
    action: 'switch-off',
    entity: 'settings/webhooks',
    record: webhook,
    account: off.account,
    title: off.url,
    before: { is_active: true },
    after: { is_active: false },
  });
  await postMail(trx, { kind: 'webhook-off', to: off.email, about: webhook });
  return true;
}

/**
 * Retries a delivery of the account at once, and for another day, whether it failed or waits. Throws `not_found`, and
 * `conflict` for one that cannot be retried now.
 */
export async function retryNow(trx: Db, account: string, uuid: string): Promise<void> {
  const { rows } = await sql<{ status: string; in_hand: boolean; has_events: boolean; is_active: boolean }>`
    SELECT d.status, d.in_hand AND d.next_attempt_at > now() AS in_hand, d.events IS NOT NULL AS has_events,
      w.is_active
    FROM webhook_delivery d JOIN webhook w ON w.uuid = d.webhook
    WHERE d.uuid = ${uuid} AND d.account = ${account} FOR UPDATE OF d`.execute(trx);
  const [found] = rows;
  if (!found) throw notFound();
  if (found.status === 'delivered' || !found.has_events) {
    throw new Problem('conflict', 'There is nothing to retry: this was delivered, or was a test.');
  }
  if (found.in_hand) throw new Problem('conflict', 'It is being sent now. Wait a moment.');
  if (!found.is_active) throw new Problem('conflict', 'The webhook is switched off. Switch it on first.');
  await sql`
    UPDATE webhook_delivery SET status = 'pending', in_hand = false, next_attempt_at = now(),
      round_attempts = 0, give_up_at = now() + interval '24 hours'
    WHERE uuid = ${uuid}`.execute(trx);
}

/** Records the result of a test. */
export async function noteTest(
  db: Db,
  { webhook, account, id }: { webhook: string; account: string; id: string },
  { ok, http_status, error, duration }: WebhookAnswer,
): Promise<void> {
  await sql`
    INSERT INTO webhook_delivery (uuid, account, webhook, kind, status, event_count, attempts, next_attempt_at,
      attempted_at, http_status, duration, error)
    VALUES (${id}, ${account}, ${webhook}, 'ping', ${ok ? 'delivered' : 'failed'}, 1, 1, NULL, now(),
      ${http_status}, ${duration}, ${error})`.execute(db);
}

/** Fails deliveries that waited a day at a switched-off webhook, deletes old ones, and brings back those that wait too long. */
export const keepDeliveries = (db: Kysely<unknown>): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await sql`SELECT pg_advisory_xact_lock(${LOCK_KEYS.deliveries})`.execute(trx);
    await bringBack(
      trx,
      ['webhook_delivery', 'next_attempt_at'],
      sql`status = 'pending'`,
      sql`greatest(${LEASE}, 1.2 * ${pause})`,
    );
    await sql`
    UPDATE webhook_delivery d SET status = 'failed', next_attempt_at = NULL, in_hand = false,
      error = coalesce(d.error, ${SWITCHED_OFF})
    FROM webhook w
    WHERE w.uuid = d.webhook AND NOT w.is_active AND d.status = 'pending' AND d.give_up_at <= now()
      AND (NOT d.in_hand OR d.next_attempt_at <= now())`.execute(trx);
    await sql`
    DELETE FROM webhook_delivery WHERE uuid IN (
      SELECT uuid FROM webhook_delivery
      WHERE created_at < now() - make_interval(days => ${DELIVERY_DAYS}) LIMIT 5000)`.execute(trx);
  });
