import { sql } from 'kysely';
import type { ListFlag } from '#schema/oversight.ts';
import type { Db } from '../../db/database.ts';

const SHOWN = 10;

/**
 * Looks among a plan's recipients for runs of at least `threshold` consecutive numbers; null when there is
 * none. Numbers are sorted once: since none is there twice, the last number of a window of `threshold` is
 * `threshold - 1` above its first in a run alone, and of a list that people collected hardly a row is left
 * after that.
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
