import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { requireGroups } from '../contacts/groups.ts';
import { NIL_UUID } from '../platform/uuidBounds.ts';

/** A contact of a group, in E.164; name and attributes only where they were asked for. */
interface GroupContact {
  phone: string;
  name?: string;
  attributes?: Record<string, string>;
}

/** An account's groups whose contacts are read in order of their uuids. */
interface GroupRead {
  account: string;
  /** Their uuids. */
  groups: readonly string[];
  /** Whether names and attributes are read, too. */
  hasValues: boolean;
  /** Contacts that are read at once. */
  batch: number;
}

/** Contacts of groups up to which they are found by the index on groups. */
const SMALL = 20_000;

/**
 * The active contacts of groups, each once, in batches. Throws `invalid` on the recipients' field if a group is not the
 * account's.
 */
export async function* contactsOfGroups(db: Db, read: GroupRead): AsyncGenerator<GroupContact[], void, void> {
  const { account, groups } = read;
  const { count } = await requireGroups(db, account, groups, 'recipients.groups');
  yield* count > SMALL ? ofLargeGroups(db, read) : ofSmallGroups(db, read);
}

const columns = (hasValues: boolean) => (hasValues ? sql`phone, name, attributes` : sql`phone`);

/** Looked up in the index on groups: first the uuids alone, because the rest of so many contacts may be large. */
async function* ofSmallGroups(
  db: Db,
  { account, groups, hasValues, batch }: GroupRead,
): AsyncGenerator<GroupContact[], void, void> {
  const isGiven = sql`account = ${account} AND groups && ${groups}::uuid[] AND is_active`;
  // Sorted apart: for the order PostgreSQL may go through all contacts of the account.
  const { rows: members } = await sql<{ uuid: string }>`
    WITH member AS MATERIALIZED (SELECT uuid FROM contact WHERE ${isGiven})
    SELECT uuid FROM member ORDER BY uuid`.execute(db);
  for (let from = 0; from < members.length; from += batch) {
    const uuids = members.slice(from, from + batch).map(({ uuid }) => uuid);
    const { rows } = await sql<GroupContact>`
      SELECT ${columns(hasValues)} FROM contact
      WHERE uuid = ANY(${uuids}::uuid[]) AND ${isGiven} ORDER BY uuid`.execute(db);
    yield rows;
  }
}

/** A row without a phone marks the last contact that was read; the next read starts after it. */
interface Looked extends GroupContact {
  uuid: string;
}

/**
 * Looked for among the next `batch` of the account: from the index on groups PostgreSQL would collect and sort the whole
 * group for every batch. The next are read while these are used.
 */
async function* ofLargeGroups(
  db: Db,
  { account, groups, hasValues, batch }: GroupRead,
): AsyncGenerator<GroupContact[], void, void> {
  const read = (after: string) => {
    const answer = sql<Looked>`
      WITH looked AS MATERIALIZED (
        SELECT uuid, ${columns(hasValues)}, is_active AND groups && ${groups}::uuid[] AS is_given
        FROM contact WHERE account = ${account} AND uuid > ${after} ORDER BY uuid LIMIT ${batch})
      SELECT uuid, ${columns(hasValues)} FROM looked WHERE is_given
      UNION ALL
      (SELECT uuid, '' ${hasValues ? sql`, NULL, NULL` : sql``} FROM looked ORDER BY uuid DESC LIMIT 1)`.execute(
      db,
    );
    // Awaited with the next batch; a failure in between is not unhandled.
    answer.catch(() => {});
    return answer;
  };
  let next = read(NIL_UUID);
  for (;;) {
    const { rows } = await next;
    const [last] = rows.splice(
      rows.findIndex(({ phone }) => phone === ''),
      1,
    );
    if (!last) return;
    next = read(last.uuid);
    yield rows;
  }
}
