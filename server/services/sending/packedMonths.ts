import { type Kysely, sql } from 'kysely';
import { type Db, withoutLimit } from '../../db/database.ts';
import { withMonths } from './monthWork.ts';

/** Days after the end of a month, by which nearly all of its receipts are there. */
const SETTLED_DAYS = 7;
/** Messages copied in one transaction. */
const BATCH = 20_000;
/** Seconds for which a copy must not have changed before it replaces its month. */
const QUIET = 60;
/** Milliseconds after which a run stops copying, so that the check of the ledger has its turn. */
const RUN = 30_000;

type Step = 'more' | 'waiting' | 'packed' | 'gone';

/**
 * Packs months of messages that are over: copies each without the free space that changes needed, and lets the copy replace it
 * (docs/adr/0022). Neither readers nor writers wait for longer than half a second. A run that was interrupted is continued by
 * the next. Has its own connection to the database at `url`, because an index of a large month takes longer than the pool's
 * statement limit.
 */
export async function packMonths(db: Db, url: string): Promise<void> {
  const names = await monthsToPack(db);
  if (names.length === 0) return;
  await withoutLimit(url, async (own) => {
    const end = performance.now() + RUN;
    for (const name of names) {
      const step = await packMonth(own, name, QUIET, () => performance.now() < end);
      // One after the other, so that the disk needs room for one copy.
      if (step !== 'packed' && step !== 'gone') return;
    }
  });
}

/** Takes the steps that can be taken now; returns the last, undefined if a lock was not free. */
export async function packMonth(
  db: Kysely<unknown>,
  name: string,
  quiet: number,
  hasTime = () => true,
): Promise<Step | undefined> {
  for (;;) {
    const step = await withMonths(db, async (trx) => {
      const { rows } = await sql<{ step: Step }>`
        SELECT pack_message_month(${name}, ${BATCH}, make_interval(secs => ${quiet})) AS step`.execute(trx);
      return rows[0]?.step;
    });
    if (step !== 'more' || !hasTime()) return step;
  }
}

/** Months with messages that ended a while ago and still have their free space, oldest first, and those being copied. */
export async function monthsToPack(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT month AS name FROM message_packing
    UNION
    SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'message'::regclass AND c.relname ~ '^message_\\d{4}_\\d{2}$'
      AND to_date(right(c.relname, 7), 'YYYY_MM') + interval '1 month'
        < (now() AT TIME ZONE 'UTC') - make_interval(days => ${SETTLED_DAYS})
      AND NOT coalesce(c.reloptions, '{}') @> ARRAY['fillfactor=100'] AND pg_relation_size(c.oid) > 0
    ORDER BY 1`.execute(db);
  return rows.map(({ name }) => name);
}
