import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { SIMULATOR } from '../sending/linkStates.ts';

/** Messages that earlier versions sent and charged over the simulator stay as they are; their books are consistent. */
const isAfterRule = sql`c.created_at > (SELECT timestamp::timestamptz FROM kysely_migration WHERE name = '0007_simulator')`;

/** Tests that hold or cost money, outside a demonstration. */
export const chargedTests = (mine: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  SELECT c.account, c.uuid::text, ROW(0, 0)::text, ROW(c.cost, c.package_parts)::text FROM campaign c
  WHERE ${mine} AND c.test AND ROW(c.cost_exact, c.package_parts) <> ROW(0, 0)
    AND NOT (SELECT is_demo FROM provider_setting) AND ${isAfterRule}`;

/**
 * Messages to the simulator from campaigns that are not tests, and to operators from tests. `kept` and `sums` belong to the
 * check.
 */
export const misroutedTests: RawBuilder<unknown> = sql`
  SELECT c.account, c.uuid::text, '0', sum(CASE WHEN c.test THEN s.handed - s.simulated ELSE s.simulated END)::text
  FROM kept c JOIN sums s ON s.campaign = c.uuid WHERE ${isAfterRule}
  GROUP BY c.account, c.uuid HAVING sum(CASE WHEN c.test THEN s.handed - s.simulated ELSE s.simulated END) > 0`;

/** Columns of `sums`, for messages `m`: how many went over a link, and over the simulator's. */
export const handedColumns = sql`count(m.link) AS handed, count(*) FILTER (WHERE m.link = ${sql.lit(SIMULATOR)}) AS simulated`;
