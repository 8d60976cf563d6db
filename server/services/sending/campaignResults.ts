import { type RawBuilder, sql } from 'kysely';
import type { CampaignResults } from '#schema/campaignResults.ts';
import type { Db } from '../../db/database.ts';

/** Up to this many messages are all counted; of a larger campaign about as many are read, in slices of its messages. */
const COUNTED_MAX = 50_000;
const SLICES = 50;
const REASONS_MAX = 12;
/** Lengths of a period, in seconds: the shortest with which a campaign fits in PERIODS is used. */
const LENGTHS = [10, 60, 300, 900, 3600, 3 * 3600, 6 * 3600, 24 * 3600, 7 * 24 * 3600];
const PERIODS = 24;
/** Periods begin with the hours and days of Nepal. */
const ORIGIN = '2000-01-01T00:00:00+05:45';

const columns = sql`m.operator, m.channel, m.viber_status, m.read_at, m.status, m.error, coalesce(m.submitted_at, m.finished_at) AS at`;

/** All messages of a campaign. */
const everyMessage = (campaign: string): RawBuilder<unknown> => sql`
  SELECT ${columns} FROM message m WHERE m.campaign = ${campaign}`;

/**
 * Some messages of a campaign: the first of each of SLICES equal periods in which they were made. The index finds them, so
 * that reading costs the same whatever the campaign's size.
 */
const someMessages = (campaign: string, each: number): RawBuilder<unknown> => sql`
  SELECT slice.* FROM (
    SELECT uuid_time(min) AS first, uuid_time(max) + interval '1 millisecond' - uuid_time(min) AS span FROM (
      SELECT (SELECT uuid FROM message WHERE campaign = ${campaign} ORDER BY uuid LIMIT 1) AS min,
        (SELECT uuid FROM message WHERE campaign = ${campaign} ORDER BY uuid DESC LIMIT 1) AS max) ends
  ) made
  CROSS JOIN generate_series(0, ${sql.lit(SLICES - 1)}) AS n
  CROSS JOIN LATERAL (
    SELECT ${columns} FROM message m
    WHERE m.campaign = ${campaign} AND m.uuid >= uuid_floor(made.first + made.span * n / ${sql.lit(SLICES)})
      AND m.uuid < uuid_floor(made.first + made.span * (n + 1) / ${sql.lit(SLICES)})
    ORDER BY m.uuid LIMIT ${each}) slice`;

const isSent = sql`status NOT IN ('queued', 'cancelled')`;
const tally = sql`
  count(*) FILTER (WHERE ${isSent})::int AS sent, count(*) FILTER (WHERE status = 'delivered')::int AS delivered,
  count(*) FILTER (WHERE status IN ('undelivered', 'expired', 'rejected'))::int AS failed`;

type Row = Omit<CampaignResults, 'sampled'> & { read: number };

/**
 * The results of a campaign's messages. `recipients` is how many it has. Reads at most about COUNTED_MAX of them; the counts of a
 * larger campaign are scaled to the whole. Messages that housekeeping has removed are not counted.
 */
export async function resultsOf(
  db: Db,
  campaign: string,
  recipients: number,
  most = COUNTED_MAX,
): Promise<CampaignResults> {
  const isAll = recipients <= most;
  const { rows } = await sql<Row>`
    WITH picked AS MATERIALIZED (
      ${isAll ? everyMessage(campaign) : someMessages(campaign, Math.ceil(most / SLICES))}
    ), span AS (
      SELECT min(at) AS first, max(at) AS last FROM picked WHERE ${isSent}
    ), period AS (
      SELECT coalesce(min(s) FILTER (WHERE extract(epoch FROM last - first) < s * ${sql.lit(PERIODS)}),
          max(s) * ceil(extract(epoch FROM max(last) - min(first)) / (max(s) * ${sql.lit(PERIODS)})), min(s))::int AS seconds
      FROM span, unnest(${LENGTHS}::int[]) AS s
    ), binned AS (
      SELECT date_bin(make_interval(secs => seconds), at, ${ORIGIN}::timestamptz) AS at, ${tally}
      FROM picked, period WHERE ${isSent} GROUP BY 1
    )
    SELECT (SELECT count(*)::int FROM picked) AS read,
      (SELECT coalesce(jsonb_agg(o ORDER BY messages DESC, operator), '[]') FROM (
        SELECT operator, count(*)::int AS messages, ${tally} FROM picked GROUP BY operator) o) AS operators,
      (SELECT jsonb_agg(o ORDER BY o.channel DESC) FROM (
        SELECT channel, count(*)::int AS messages, ${tally}, count(read_at)::int AS read,
          count(*) FILTER (WHERE status = 'queued' AND viber_status = 'submitted')::int AS waiting
        FROM picked GROUP BY channel) o WHERE EXISTS (SELECT FROM campaign WHERE uuid = ${campaign} AND channel = 'viber')
      ) AS channels,
      (SELECT coalesce(jsonb_agg(r ORDER BY messages DESC, status, error), '[]') FROM (
        SELECT status, error, count(*)::int AS messages FROM picked
        WHERE status IN ('undelivered', 'expired', 'rejected', 'unknown')
        GROUP BY status, error ORDER BY messages DESC, status, error LIMIT ${sql.lit(REASONS_MAX)}) r) AS reasons,
      (SELECT jsonb_build_object('seconds', seconds, 'points', (
          SELECT coalesce(jsonb_agg(jsonb_build_object(
              'at', to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'sent', coalesce(b.sent, 0),
              'delivered', coalesce(b.delivered, 0), 'failed', coalesce(b.failed, 0)) ORDER BY at), '[]')
          FROM generate_series((SELECT min(at) FROM binned), (SELECT max(at) FROM binned),
            make_interval(secs => seconds)) AS at
          LEFT JOIN binned b USING (at)))
        FROM period) AS times`.execute(db);
  const { read, channels, ...counted } = rows[0] as Row;
  const results = { ...counted, ...(channels && { channels }) };
  if (isAll || read === 0) return { sampled: null, ...results };
  return { sampled: read, ...scaled(results, recipients / read) };
}

type Results = Omit<CampaignResults, 'sampled'>;

/** The counts of a sample for the whole. */
function scaled({ operators, channels, reasons, times }: Results, factor: number): Results {
  const whole = (count: number) => Math.round(count * factor);
  const counts = <T extends { sent: number; delivered: number; failed: number }>(row: T): T => ({
    ...row,
    sent: whole(row.sent),
    delivered: whole(row.delivered),
    failed: whole(row.failed),
  });
  return {
    operators: operators.map((row) => ({ ...counts(row), messages: whole(row.messages) })),
    ...(channels && {
      channels: channels.map((row) => ({
        ...counts(row),
        messages: whole(row.messages),
        read: whole(row.read),
        waiting: whole(row.waiting),
      })),
    }),
    reasons: reasons.map((row) => ({ ...row, messages: whole(row.messages) })),
    times: { ...times, points: times.points.map(counts) },
  };
}
