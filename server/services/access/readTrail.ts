import type { Kysely } from 'kysely';
import type { Entity } from '#schema/entity.ts';
import { readsAsStaff } from '#schema/messageTexts.ts';
import { audit } from '../platform/audit.ts';
import type { Caller } from '../platform/caller.ts';
import { counterKey, countOne } from './requestCounts.ts';

/** What was read: a record, or what a filter matched. */
interface Read {
  /** The console's resource name. */
  entity: string;
  record?: string | null;
  /** Whose it is; left out, the caller's account. Null: of several. */
  account?: string | null;
  title?: string | null;
  /** The query of a list or a search, as it was asked. */
  filter?: object | undefined;
}

/** How long the same read of the same person is one entry. */
const SAME_MS = 10 * 60_000;

/** Of reads that are the same the first is written down, then the 10th, the 100th and so on, with their count. */
const isNoted = (times: number): boolean => /^10*$/.test(String(times));

/** Whether a caller's reading of an entity is noted: staff's of a customer's, also when signed in as one. */
export const isStaffRead = (entity: Pick<Entity, 'tenancy'>, { role, actor }: Caller): boolean =>
  readsAsStaff(entity, role, Boolean(actor));

/**
 * Writes down that somebody read, before they are answered: throws where that fails, so that nothing is read unseen.
 * A page that asks for the same again and again leaves an entry at its 1st, 10th, 100th ... time within ten minutes.
 */
export async function noteRead(
  db: Kysely<unknown>,
  caller: Caller,
  {
    action = 'read',
    rows,
    filter,
    ...read
  }: Read & { action?: 'read' | 'download' | 'open-text'; rows: number },
): Promise<void> {
  const { user, actor = null, key = null } = caller;
  const same = counterKey(
    'read',
    JSON.stringify([user, actor, key, action, read.entity, read.record, filter]),
  );
  // Together: a read that was counted and not written down would be forgotten when it is tried again.
  await db.transaction().execute(async (trx) => {
    const { n: times } = await countOne(trx, same, SAME_MS);
    if (!isNoted(times)) return;
    await audit(trx, caller, {
      action,
      ...read,
      after: { ...(filter && { filter }), rows, ...(times > 1 && { times }) },
    });
  });
}

/** The entries of one export. */
export interface ExportTrail {
  /** Before anything is sent, with the number of rows where it is known already. Throws where it cannot be noted. */
  begin(rows: number | null): Promise<void>;
  /** Of an export whose rows were not known when it began: how many were sent, and whether those were all. */
  end(rows: number, complete: boolean): Promise<void>;
}

/** Records an export by any user: one entry where it is short, else one when it begins and one when it ends. */
export function exportTrail(
  db: Kysely<unknown>,
  caller: Caller,
  { filter, texts, ...read }: Read & { texts?: boolean },
): ExportTrail {
  const note = (action: string, after: object) => audit(db, caller, { action, ...read, after });
  return {
    begin: (rows) =>
      note('export', {
        ...(filter && { filter }),
        ...(texts && { texts }),
        ...(rows !== null && { rows, complete: true }),
      }),
    end: (rows, complete) => note('export-end', { rows, complete }),
  };
}
