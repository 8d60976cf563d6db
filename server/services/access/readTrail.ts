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
  /** Whose it is; defaults to the caller's account. Null: several accounts. */
  account?: string | null;
  title?: string | null;
  /** The query of a list or search, as requested. */
  filter?: object | undefined;
}

/** How long equal reads of the same person count as one entry. */
const SAME_MS = 10 * 60_000;

/** Of equal reads, the 1st, 10th, 100th and so on are recorded, with their count. */
const isNoted = (times: number): boolean => /^10*$/.test(String(times));

/** Whether a caller's reads of an entity are recorded: those by staff of a customer's, also when signed in as one. */
export const isStaffRead = (entity: Pick<Entity, 'tenancy'>, { role, actor }: Caller): boolean =>
  readsAsStaff(entity, role, Boolean(actor));

/**
 * Records a read before it is answered: throws on failure, so that nothing is read unrecorded. Polling the same page leaves
 * an entry at the 1st, 10th, 100th ... time within ten minutes.
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
  // In one transaction: a read that was counted but not recorded would be skipped on a retry.
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

/** The log entries of one export. */
export interface ExportTrail {
  /** Before anything is sent, with the number of rows if it is known. Throws on failure. */
  begin(rows: number | null): Promise<void>;
  /** For an export whose size was unknown at its start: how many rows were sent, and whether that was all. */
  end(rows: number, complete: boolean): Promise<void>;
}

/** Records an export by any user: one entry if it is short, otherwise one at the start and one at the end. */
export function exportTrail(
  db: Kysely<unknown>,
  caller: Caller,
  { filter, texts, ...read }: Read & { texts?: boolean },
): ExportTrail {
  const note = async (action: string, after: object) => {
    await audit(db, caller, { action, ...read, after });
  };
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
