import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { consumed } from './consumption.ts';
import type { Daily, DailyChange } from './daily.ts';
import { dayOf, momentOf, senderOf } from './messageUse.ts';

/**
 * A Viber message with fallback stays `queued` after Viber has it. Its SMS waits in `message_retry`, due when Viber's time is
 * over. Whoever gets that row decides: a claim, which sends the SMS, or a result from Viber, which removes it (docs/adr/0021).
 */

/** SQL: what is held for message `m`: the dearer of the channels that it may be sent over. */
export const heldFor = (message: string): RawBuilder<unknown> => {
  const of = (column: string) => sql.ref(`${message}.${column}`);
  return sql`greatest(${of('amount')}, coalesce(${of('other_amount')}, ${of('amount')}))`;
};

/** SQL that sets a message's columns for the other channel; with `when` only those of rows for which this SQL is true. */
export const toOther = (
  message: string,
  channel: 'sms' | 'viber',
  when?: RawBuilder<unknown>,
): RawBuilder<unknown> => {
  const of = (column: string) => sql.ref(`${message}.${column}`);
  const set = (column: string, value: RawBuilder<unknown>) =>
    sql`${sql.ref(column)} = ${when ? sql`CASE WHEN ${when} THEN ${value} ELSE ${of(column)} END` : value}`;
  return sql.join([
    set('channel', sql.lit(channel)),
    set('parts', of('other_parts')),
    set('other_parts', of('parts')),
    set('amount', of('other_amount')),
    set('other_amount', of('amount')),
  ]);
};

/** SQL: whether Viber has message `m` and has reported no result yet. */
export const isWithViber = (message: string): RawBuilder<boolean> => {
  const of = (column: string) => sql.ref(`${message}.${column}`);
  return sql<boolean>`(${of('status')} = 'queued' AND ${of('viber_status')} = 'submitted')`;
};

/** SQL: whether message `m` is the SMS that followed a Viber message. */
export const fellBack = (message: string): RawBuilder<boolean> => {
  const of = (column: string) => sql.ref(`${message}.${column}`);
  return sql<boolean>`(${of('channel')} = 'sms' AND ${of('viber_status')} IS NOT NULL)`;
};

/**
 * The SMS of these messages will not be sent: they are Viber messages without fallback from now on, submitted and charged as
 * such. Their rows of `message_retry` are gone, and their campaigns are locked.
 */
export async function keepWithViber(trx: Db, messages: readonly string[], daily: Daily): Promise<void> {
  if (messages.length === 0) return;
  // A link had claimed the SMS of some, and given it back: they return to Viber.
  await sql`
    UPDATE message m SET ${toOther('m', 'viber')}
    WHERE uuid = ANY(${messages}) AND channel = 'sms' AND ${isWithViber('m')}`.execute(trx);
  const { rows } = await sql<DailyChange>`
    WITH moved AS (
      UPDATE message m SET status = 'submitted', link = viber_link, operator_id = viber_id, submitted_at = viber_at,
        error = NULL, updated_at = now()
      WHERE uuid = ANY(${messages}) AND channel = 'viber' AND ${isWithViber('m')}
      RETURNING m.uuid, m.account, m.campaign, m.operator, m.link, m.channel, m.parts, m.package_parts, m.amount,
        m.submitted_at, ${heldFor('m')} AS held
    ), used AS (
      ${consumed(sql`SELECT account, campaign, operator, channel, parts, package_parts, amount, 1 AS way FROM moved`)}
    ), counted AS (
      UPDATE campaign c SET queued = c.queued - d.n, submitted = c.submitted + d.n,
        captured_exact = c.captured_exact + d.amount, dropped_exact = c.dropped_exact + d.spare,
        captured = round(c.captured_exact + d.amount)::bigint
      FROM (SELECT campaign, count(*) AS n, sum(amount) AS amount, sum(held - amount) AS spare
            FROM moved GROUP BY campaign) d
      WHERE c.uuid = d.campaign
    )
    -- Charged today; sent on the day on which Viber got them.
    SELECT account, ${momentOf(sql`now()`)}, operator, link, ${senderOf(sql`moved.campaign`)} AS sender, ${dayOf(sql`uuid`)} AS made,
      0 AS sent, count(*) AS messages, sum(parts) AS parts, sum(amount)::text AS amount, 0 AS accepted
    FROM moved GROUP BY 1, 2, 3, 4, 5, 6, 7
    UNION ALL
    SELECT account, ${momentOf(sql`submitted_at`)}, operator, link, ${senderOf(sql`moved.campaign`)}, ${dayOf(sql`uuid`)},
      count(*), 0, 0, '0', sum(parts)
    FROM moved GROUP BY 1, 2, 3, 4, 5, 6, 7`.execute(trx);
  daily.push(...rows);
}
