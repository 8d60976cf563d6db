import type { Kysely } from 'kysely';
import type { Journals } from '../journal/journals.ts';
import { compareJournals } from './journals.ts';
import type { LastDatabase } from './lastDatabase.ts';
import { isDecided, readMarks } from './marks.ts';

/**
 * The later database that a worker's host remembers; undefined if sending may go on in this one. `journals`: of a worker that
 * starts. If its host was off until an administrator had decided, they are only compared.
 */
export async function laterDatabase(
  db: Kysely<unknown>,
  identity: string,
  lastDatabase: LastDatabase,
  journals: Journals | undefined,
): Promise<string | undefined> {
  const marks = await readMarks(db, lastDatabase.trace);
  const later = lastDatabase.laterThan(identity, marks);
  if (!later || !journals || !isDecided(later, marks)) return later;
  await compareJournals(db, { identity, isOther: true, from: later }, journals);
  return undefined;
}
