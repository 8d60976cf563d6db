import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { alone } from '../platform/alone.ts';
import { MAX_UUID, NIL_UUID } from '../platform/uuidBounds.ts';

/** A server of an earlier version that was seen since may still move messages without counting them here. */
const OLDER_MINUTES = 10;
/** Days before today whose messages such a server may be moving; those of tomorrow are included. */
const OLDER_DAYS = 35;

const columns = sql`day, hour, account, operator, link, sender, reason, made, sent, parts, delivered, failed`;
/** What `columns` do not have: the cost of parts by the link's price in that hour, and what was charged. */
const money = sql`cost, charged`;
/** The cost of parts of a row of `message_use`; null if it is not known. */
export const costOf = (parts: RawBuilder<unknown>, row: 'd' | 'u'): RawBuilder<unknown> => {
  const of = (column: string) => sql.ref(`${row}.${column}`);
  // What the function link_cost_at does, which PostgreSQL would plan anew for each row.
  return sql`${parts} * (SELECT c.price FROM link_cost c WHERE c.link = ${of('link')}
    AND c.valid_from <= (${of('day')} + make_interval(hours => ${of('hour')})) AT TIME ZONE 'Asia/Kathmandu'
    ORDER BY c.valid_from DESC LIMIT 1)`;
};

/** What parts that a row's campaign took from packages are worth, in paisa as text. Mostly there are none. */
export const packageValue = (parts: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(CASE WHEN ${parts} = 0 THEN 0 ELSE package_value(campaign, ${parts}) END)::text`;

/** What `message_use` has to be, from all messages. */
export const allMessageUse = sql`message_use_of(${sql.lit(NIL_UUID)}, ${sql.lit(MAX_UUID)})`;

/** The columns `day` and `hour` (Asia/Kathmandu) of a moment. */
export const momentOf = (at: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`nepal_day(${at}) AS day, nepal_hour(${at}) AS hour`;

/** A moment rounded down such that `momentOf` stays: for grouping, because time zones of each message would cost too much. */
export const roughly = (at: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`date_bin('15 minutes', ${at}, timestamptz '2000-01-01 00:00Z')`;

const startOfDay = (day: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`uuid_floor((${day})::timestamp AT TIME ZONE 'UTC')`;
const utcDay = sql`(now() AT TIME ZONE 'UTC')::date`;

/** uuid_day of a message that was made today, as most are: two comparisons, with bounds that are computed once. */
export const dayOf = (uuid: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  CASE WHEN ${uuid} >= (SELECT ${startOfDay(utcDay)}) AND ${uuid} < (SELECT ${startOfDay(sql`${utcDay} + 1`)}) THEN ${utcDay}
    ELSE uuid_day(${uuid}) END`;

/** Why a message failed, as `message_use` has it: its error or, without one, its status. */
export const failureOf = (error: RawBuilder<unknown>, status: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`left(coalesce(${error}, ${status}), 80)`;

/** The sender ID of a campaign. A subquery, so that each of a few campaigns is looked up by its key. */
export const senderOf = (campaign: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(SELECT sender FROM campaign WHERE uuid = ${campaign})`;

/**
 * An INSERT of what daily changes (services/sending/daily.ts) `d` say of `message_use`: those with `made`. Their `failed` counts
 * under their reason, everything else under none.
 */
export const useChanged = (d: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  INSERT INTO message_use_change (${columns}, ${money})
  SELECT d.day, d.hour, d.account, d.operator, coalesce(d.link, ''), d.sender, f.reason, d.made, coalesce(sum(f.sent), 0),
    coalesce(sum(f.parts), 0), coalesce(sum(f.delivered), 0), coalesce(sum(f.failed), 0),
    ${costOf(sql`coalesce(sum(f.parts), 0)`, 'd')}, coalesce(sum(f.charged), 0)
  FROM ${d} d CROSS JOIN LATERAL (VALUES
    ('', d.sent, d.accepted, d.delivered, 0, coalesce(d.amount, 0) + coalesce(d.package_amount, 0)),
    (d.reason, 0, 0, 0, d.failed, 0)) AS f(reason, sent, parts, delivered, failed, charged)
  WHERE d.made IS NOT NULL
    AND (f.sent <> 0 OR f.parts <> 0 OR f.delivered <> 0 OR f.failed <> 0 OR f.charged <> 0)
  GROUP BY d.day, d.hour, d.account, d.operator, d.link, d.sender, f.reason, d.made`;

/**
 * Keeps `message_use`: adds its changes to it and, once no server of an earlier version runs any more, counts the days whose
 * messages such servers moved: one after the other, newest first. Neither waits for sending, nor sending for it.
 */
export async function keepMessageUse(db: Kysely<unknown>): Promise<void> {
  if (!(await noteOlderServers(db))) while (await countNextDay(db)) {}
  await addChanges(db);
}

async function addChanges(db: Kysely<unknown>): Promise<void> {
  await alone(db, 'messageUse', (trx) =>
    sql`
      WITH gone AS (DELETE FROM message_use_change RETURNING *)
      INSERT INTO message_use AS u (${columns}, ${money})
      SELECT day, hour, account, operator, link, sender, reason, made, sum(sent), sum(parts), sum(delivered), sum(failed),
        sum(cost), sum(charged)
      FROM gone GROUP BY day, hour, account, operator, link, sender, reason, made
      ON CONFLICT (day, hour, account, operator, link, sender, reason, made) DO UPDATE SET sent = u.sent + excluded.sent,
        parts = u.parts + excluded.parts, delivered = u.delivered + excluded.delivered,
        failed = u.failed + excluded.failed, cost = u.cost + excluded.cost,
        charged = u.charged + excluded.charged`.execute(trx),
  );
}

/** While a server of an earlier version runs, the days that it may be changing are due. Returns whether one does. */
async function noteOlderServers(db: Db): Promise<boolean> {
  const { rows } = await sql<{ runs: boolean }>`
    WITH older AS (
      SELECT EXISTS (SELECT FROM server_process WHERE NOT counts_use
        AND seen_at > now() - make_interval(mins => ${OLDER_MINUTES})) AS runs
    ), noted AS (
      INSERT INTO message_use_due (made)
      SELECT (now() AT TIME ZONE 'UTC')::date - n FROM older, generate_series(-1, ${OLDER_DAYS}::int) n WHERE runs
      ON CONFLICT DO NOTHING
    )
    SELECT runs FROM older`.execute(db);
  return rows[0]?.runs === true;
}

/** Whether the account of row `of` has all its messages of a day: retention may have removed those of some campaigns. */
const hasAll = (of: string, made: string): RawBuilder<boolean> => sql<boolean>`NOT EXISTS (
  SELECT FROM campaign c WHERE c.account = ${sql.ref(`${of}.account`)} AND c.messages_removed_at IS NOT NULL
    AND nepal_day(coalesce(c.finished_at, now())) >= ${made})`;

/**
 * Counts one due day again from its messages; returns whether there was one. One statement, hence one snapshot: a
 * transaction that moves messages is in both what is counted and what is replaced, or in neither. What is left of a day
 * whose messages retention has removed stays.
 */
async function countNextDay(db: Kysely<unknown>): Promise<boolean> {
  const counted = await alone(db, 'messageUse', async (trx) => {
    const { rows } = await sql<{ made: string }>`
      SELECT made FROM message_use_due ORDER BY made DESC LIMIT 1`.execute(trx);
    const made = rows[0]?.made;
    if (made === undefined) return false;
    const [low, high] = [startOfDay(sql`${made}::date`), startOfDay(sql`${made}::date + 1`)];
    await sql`
      WITH kept AS MATERIALIZED (
        SELECT EXISTS (SELECT FROM message WHERE uuid >= ${low} AND uuid < ${high}) AS are
      ), gone AS (
        DELETE FROM message_use u USING kept WHERE made = ${made} AND kept.are AND ${hasAll('u', made)}
        RETURNING u.*
      ), dropped AS (
        DELETE FROM message_use_change u USING kept WHERE made = ${made} AND kept.are AND ${hasAll('u', made)}
        RETURNING u.*
      ), done AS (
        DELETE FROM message_use_due WHERE made = ${made}
      )
      INSERT INTO message_use_change (${columns}, ${money})
      SELECT ${columns}, ${costOf(sql`u.parts`, 'u')}, 0 FROM message_use_of(${low}, ${high}) u WHERE ${hasAll('u', made)}
      UNION ALL
      -- Messages do not say what was charged when, so that stays.
      SELECT day, hour, account, operator, link, sender, reason, made, 0, 0, 0, 0, cost * 0, charged
      FROM (SELECT * FROM gone UNION ALL SELECT * FROM dropped) former WHERE charged <> 0`.execute(trx);
    return true;
  });
  return counted === true;
}
