import { sql } from 'kysely';
import type { ListFlag } from '#schema/oversight.ts';
import type { Db } from '../../db/database.ts';

const SHOWN = 10;

/**
 * Finds runs of at least `threshold` consecutive numbers among a plan's recipients; null if there are none. Numbers are
 * unique and sorted once: the last number of a window of `threshold` is `threshold - 1` above its first only inside a run,
 * which excludes nearly all rows of a normal list.
 */
export async function findRuns(db: Db, plan: string, threshold: number): Promise<ListFlag | null> {
  const { rows } = await sql<Omit<ListFlag, 'threshold'>>`
    WITH ends AS (
      SELECT n FROM (
        SELECT n, lag(n, ${threshold - 1}::int) OVER (ORDER BY n) AS start FROM (
          SELECT phone::bigint AS n FROM plan_recipient WHERE plan = ${plan} AND refusal IS NULL) given) windows
      WHERE n - start = ${threshold - 1}
    ), runs AS (
      SELECT min(n) - ${threshold - 1} AS first, max(n) AS last, count(*) + ${threshold - 1} AS numbers
      FROM (SELECT n, n - row_number() OVER (ORDER BY n) AS run FROM ends) islands GROUP BY run
    ), longest AS (SELECT * FROM runs ORDER BY numbers DESC, first LIMIT ${SHOWN})
    SELECT count(*)::int AS count, max(numbers)::int AS longest, sum(numbers)::int AS numbers,
      (SELECT jsonb_agg(jsonb_build_object('first', '+' || first, 'last', '+' || last, 'numbers', numbers)
         ORDER BY numbers DESC, first) FROM longest) AS runs
    FROM runs HAVING count(*) > 0`.execute(db);
  return rows[0] ? { threshold, ...rows[0] } : null;
}
