import { type Kysely, sql } from 'kysely';
import { BACKOFF_MAX } from './outcomeOf.ts';

/** How many messages are brought back at once: a campaign may have a million of them. */
const BATCH = 10_000;

const backoff = sql`make_interval(secs => ${sql.lit(BACKOFF_MAX)})`;

/**
 * SQL of whether messages wait for longer than for a retry: the SMS after Viber may. The index of what is due next says it at
 * once.
 */
export const waitsLong = sql<boolean>`EXISTS (
  SELECT FROM message_retry WHERE hand IS NULL AND not_before > now() + ${backoff})`;

/**
 * Messages that wait for longer than they can have been told to, because a clock of the database that was ahead was put back
 * since: from now on they wait for the longest that they can.
 */
export async function bringBackRetries(db: Kysely<unknown>): Promise<void> {
  await sql`
    WITH far AS (
      SELECT message, longest FROM (
        SELECT uuid, prices, greatest(${backoff}, make_interval(mins => fallback_minutes)) AS longest
        FROM campaign WHERE status = 'sending') c
      CROSS JOIN LATERAL jsonb_object_keys(c.prices) AS o(operator)
      -- Locked ones are being deleted, or brought back by another worker.
      CROSS JOIN LATERAL (
        SELECT message FROM message_retry
        WHERE campaign = c.uuid AND operator = o.operator AND hand IS NULL AND not_before > now() + c.longest
        FOR UPDATE SKIP LOCKED) r
      LIMIT ${BATCH}
    )
    UPDATE message_retry r SET not_before = now() + far.longest FROM far WHERE r.message = far.message`.execute(
    db,
  );
}
