import { sql } from 'kysely';
import { RESEND_SECONDS } from '#schema/signup.ts';
import type { Db } from '../../db/database.ts';
import { isWithinLast } from '../platform/farTimes.ts';
import { Problem } from '../platform/problem.ts';

/** The first mail of a sign-up and five more; or six links. */
const HOURLY = 6;

const recent = sql`ARRAY(SELECT t FROM unnest(q.times) AS t WHERE ${isWithinLast(sql`t`, sql`interval '1 hour'`)})`;

/**
 * Limits mails to an address, or throws `too_many_requests` with the seconds to wait in `data.retry_after`: six an hour for
 * each purpose, and with `gap` one a minute. Unknown addresses are counted too, so it does not reveal which exist.
 */
export async function takeMailQuota(
  db: Db,
  address: string,
  purpose: 'signup' | 'password-reset' | 'address-change',
  { gap }: { gap: boolean },
): Promise<void> {
  const seconds = gap ? RESEND_SECONDS : 0;
  const key = sql`lower(${address}), ${purpose}`;
  const taken = await sql`
    INSERT INTO mail_quota AS q (address, purpose, times) VALUES (${key}, ARRAY[clock_timestamp()])
    ON CONFLICT (address, purpose) DO UPDATE SET times = ${recent} || clock_timestamp()
    WHERE cardinality(${recent}) < ${HOURLY}
      AND NOT ${isWithinLast(sql`q.times[cardinality(q.times)]`, sql`make_interval(secs => ${seconds})`)}
    RETURNING 1 AS taken`.execute(db);
  if (taken.rows.length > 0) return;
  const { rows } = await sql<{ wait: number }>`
    SELECT greatest(1, ceil(extract(epoch FROM CASE
      WHEN cardinality(${recent}) < ${HOURLY}
        THEN q.times[cardinality(q.times)] + make_interval(secs => ${seconds})
      ELSE (${recent})[cardinality(${recent}) - ${HOURLY} + 1] + interval '1 hour'
    END - clock_timestamp())))::int AS wait
    FROM mail_quota q WHERE (address, purpose) = (${key})`.execute(db);
  const wait = rows[0]?.wait ?? 1;
  throw new Problem(
    'too_many_requests',
    wait > 2 * RESEND_SECONDS
      ? `Too many e-mails were sent to this address within an hour. Try again in ${Math.ceil(wait / 60)} minutes.`
      : `An e-mail was sent to this address a moment ago. Request another one in ${wait} seconds.`,
    { data: { retry_after: wait } },
  );
}
