import { type Kysely, sql } from 'kysely';
import type { Db } from '../../../db/database.ts';
import { isSameCluster } from '../failover/identity.ts';
import { recordLateAnswers } from '../lateAnswers.ts';
import { liveWorkers } from '../workers.ts';
import type { Journals } from './journals.ts';

const HOUR = 3_600_000;
/** How long the journal of an ended process is kept for comparison after a failover; longer for another database. */
const KEPT = HOUR;
const KEPT_OF_OTHERS = 7 * 24 * HOUR;
/** Maximum number: a server that crashes repeatedly must not fill its disk. */
const MOST = 20;

/**
 * Settles what other workers marked as unknown before this host's journals could be read, for example after a long outage,
 * and removes journals that are no longer needed. A refusal for now settles nothing: the message may have been sent again
 * since, by a worker whose journal is elsewhere.
 */
export async function settleLeftJournals(
  db: Kysely<unknown>,
  journals: Journals,
  identity: string,
): Promise<void> {
  const left = (await journals.left()).toSorted((one, other) => other.writtenAt - one.writtenAt);
  if (left.length === 0) return;
  const { rows } = await sql<{ worker: number }>`
    ${liveWorkers} UNION SELECT worker FROM hand`.execute(db);
  const inUse = new Set(rows.map(({ worker }) => worker));
  for (const [place, journal] of left.entries()) {
    const age = Date.now() - journal.writtenAt;
    if (!isSameCluster(journal.header.identity, identity)) {
      if (journal.isGone && age > KEPT_OF_OTHERS) journal.remove();
      continue;
    }
    await recordLateAnswers(
      db,
      journal.entries.flatMap(({ campaign, link, phone, answer, isRecorded }) =>
        answer && answer.kind !== 'temporary' && !isRecorded ? [{ campaign, link, phone, answer }] : [],
      ),
    );
    if ((age > KEPT || place >= MOST) && !inUse.has(journal.header.worker)) journal.remove();
  }
}

/** If this worker dies, its messages in flight belong to the reader of its journal. */
export async function noteJournal(db: Db, worker: number, identity: string): Promise<void> {
  await sql`
    INSERT INTO worker_journal (worker, identity) VALUES (${worker}, ${identity})
    ON CONFLICT (worker) DO UPDATE SET identity = excluded.identity`.execute(db);
}

export async function forgetJournal(db: Db, worker: number): Promise<void> {
  await sql`DELETE FROM worker_journal WHERE worker = ${worker}`.execute(db);
}
