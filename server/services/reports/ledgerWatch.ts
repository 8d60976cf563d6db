import { sql } from 'kysely';
import { type Db, withoutLimit } from '../../db/database.ts';
import { checkLedger } from './ledgerCheck.ts';

interface Log {
  error(details: object, message: string): void;
}

/** Intervals in hours. The books take moments; the full check reads every message. */
const CHECKS = { books: { hours: 1, messages: false }, all: { hours: 24, messages: true } } as const;
/** Above this number, violations are counted, but neither stored nor logged one by one. */
const KEPT = 100;

/**
 * Checks the ledger when due: the books every hour, everything once a day. Results are stored in `ledger_check`, for GET
 * /metrics, and each violation is logged as an error. A check uses its own connection to the database at `url`, because it
 * may take longer than the pool's statement limit. A time that has yet to come is of a clock that was ahead: not a check.
 */
export async function watchLedger(db: Db, url: string, log: Log, scope: keyof typeof CHECKS): Promise<void> {
  const { hours, messages } = CHECKS[scope];
  const { rows } = await sql`
      SELECT FROM ledger_check
      WHERE scope = ${scope} AND checked_at > now() - make_interval(hours => ${hours}) AND checked_at <= now()`.execute(
    db,
  );
  if (rows.length > 0) return;
  const start = performance.now();
  const found = await withoutLimit(url, (own) => checkLedger(own, { messages }));
  const seconds = (performance.now() - start) / 1000;
  const kept = found.slice(0, KEPT);
  for (const violation of kept) log.error({ ...violation, scope }, 'the ledger does not agree');
  await sql`
      INSERT INTO ledger_check (scope, checked_at, seconds, violations, violation_count)
      VALUES (${scope}, now(), ${seconds}, ${JSON.stringify(kept)}, ${found.length})
      ON CONFLICT (scope) DO UPDATE SET checked_at = excluded.checked_at, seconds = excluded.seconds,
        violations = excluded.violations, violation_count = excluded.violation_count`.execute(db);
}
