import { type Kysely, sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { Operator } from '#schema/phone.ts';
import type { Db } from '../db/database.ts';
import { contactReader, isRefused, type Mapping, type ReadContact } from './contactRows.ts';
import { csvLine } from './csv.ts';
import type { Files } from './files.ts';
import { NumberSet } from './numberSet.ts';
import { loadNumberPlan } from './numbers.ts';
import { Problem } from './problem.ts';
import { openSheet } from './sheets.ts';

interface Store {
  db: Kysely<unknown>;
  files: Files;
}

interface Import {
  uuid: string;
  account: string;
  mapping: Mapping;
  groups: string[];
  path: string;
  kind: 'csv' | 'xlsx';
  /** Those that earlier runs committed. */
  batches: number[];
}

/** Five thousand rows of a sheet, always the same ones under the same number. */
interface Batch {
  number: number;
  bytesRead: number;
  rows: number;
  duplicates: number;
  refused: number;
  contacts: Contact[];
}

type Contact = ReadContact & { uuid: string; operator: Operator };

/** Somebody cancelled the import, or another worker ended it. */
class Stopped extends Error {}

/** Another worker wrote the batch: this one was taken for dead, or the other came back to life. */
class Taken extends Error {}

/** Batches that are written at a time, each on a connection of its own: writing costs more than reading. */
const WRITERS = 2;

/**
 * Does an import's work, batch by batch. A batch and the progress that tells of it are one transaction;
 * a run that follows a crash reads the sheet again and leaves out the batches that are in, so that every
 * count stays exact. A later row of a number is a duplicate and ignored; a contact that was there gets
 * the sheet's name where it gives one, the groups and the attributes added. Ends without a word when the
 * import is cancelled or not to be run; marks it failed, with a sentence, when the sheet is broken. Other
 * errors are thrown: run it again.
 */
export async function importContacts({ db, files }: Store, uuid: string): Promise<void> {
  const { rows } = await sql<Import>`
    UPDATE contact_import i SET status = 'running' FROM file f
    WHERE i.uuid = ${uuid} AND f.uuid = i.file AND i.status IN ('queued', 'running')
    RETURNING i.uuid, i.account, i.mapping, i.groups, i.batches, f.path, f.kind`.execute(db);
  const job = rows[0];
  if (!job) return;
  try {
    await importSheet({ db, files }, job);
  } catch (error) {
    if (error instanceof Stopped) return;
    if (!(error instanceof Problem)) throw error;
    await failImport(db, uuid, error.message);
  }
}

/** Marks an import that has not ended as failed; what it imported stays. */
export async function failImport(
  db: Kysely<unknown>,
  uuid: string,
  reason = 'The server failed to do this. What was imported until then stays. Start the import again.',
): Promise<void> {
  await sql`
    UPDATE contact_import SET status = 'failed', error = ${reason}, finished_at = now()
    WHERE uuid = ${uuid} AND status IN ('queued', 'running')`.execute(db);
}

const STUCK_MINUTES = 15;

/** Marks imports as failed that no worker has touched for so long: every attempt at them was killed. */
export async function failStuckImports(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ uuid: string }>`
    SELECT uuid FROM contact_import
    WHERE status = 'running' AND updated_at < now() - make_interval(mins => ${STUCK_MINUTES})`.execute(db);
  for (const { uuid } of rows) await failImport(db, uuid);
}

async function importSheet({ db, files }: Store, job: Import): Promise<void> {
  const plan = await loadNumberPlan(db);
  const sheet = await openSheet(files, job);
  const done = new Set(job.batches);
  const writing = new Set<Promise<void>>();
  try {
    const read = contactReader(sheet.columns, job.mapping);
    const seen = new NumberSet();
    let number = 0;
    let total = 0;
    for await (const { rows, bytesRead } of sheet.batches) {
      const batch: Batch = { number, bytesRead, rows: rows.length, duplicates: 0, refused: 0, contacts: [] };
      for (const row of rows) {
        const found = read(row);
        if (isRefused(found)) batch.refused++;
        else if (!seen.add(found.phone)) batch.duplicates++;
        else batch.contacts.push({ ...found, uuid: uuidv7(), operator: plan.find(found.phone).operator });
      }
      number++;
      total += rows.length;
      if (done.has(batch.number)) continue;
      if (writing.size === WRITERS) await Promise.race(writing);
      // One that fails stays in the set, and fails whoever waits for it next.
      const written = retried(() => writeBatch(db, job, batch)).then(() => void writing.delete(written));
      written.catch(() => {});
      writing.add(written);
    }
    await Promise.all(writing);
    const { numAffectedRows } = await sql`
      UPDATE contact_import SET status = 'completed', bytes_read = bytes, finished_at = now()
      WHERE uuid = ${job.uuid} AND status = 'running' AND rows = ${total}`.execute(db);
    if (!numAffectedRows && (await isRunning(db, job.uuid))) {
      throw new Error(`another worker still writes the import ${job.uuid}`);
    }
  } finally {
    await Promise.allSettled(writing);
    await sheet.close();
  }
}

async function writeBatch(db: Kysely<unknown>, job: Import, batch: Batch): Promise<void> {
  // In the order of their numbers, two imports at once cannot wait for each other's rows.
  const sorted = batch.contacts.toSorted((a, b) => (a.phone < b.phone ? -1 : 1));
  await db.transaction().execute(async (trx) => {
    // The final statement waits for the disk, and with it for these: only a crash of the database
    // loses a batch, and its progress with it.
    await sql`SET LOCAL synchronous_commit = off`.execute(trx);
    // Locked so that a group that is being deleted gets no member; one that is gone is left out.
    const groups = await sql<{ uuid: string }>`
      SELECT uuid FROM contact_group WHERE account = ${job.account} AND uuid = ANY(${job.groups})
      FOR KEY SHARE`.execute(trx);
    const { rows } = await sql<{ created: number; updated: number }>`
      WITH written AS (
        INSERT INTO contact AS c (uuid, account, name, phone, operator, groups, attributes)
        SELECT g.uuid, ${job.account}, coalesce(nullif(g.name, ''), g.phone), g.phone, g.operator,
          ${groups.rows.map((group) => group.uuid)}::uuid[], g.attributes::jsonb
        FROM unnest(${joined(sorted, 'uuid')}::uuid[],
                    ${joined(sorted, 'phone')}::text[],
                    ${joined(sorted, 'name')}::text[],
                    ${joined(sorted, 'operator')}::text[],
                    ${joined(sorted, 'attributes')}::text[])
          AS g(uuid, phone, name, operator, attributes)
        ON CONFLICT (account, phone) DO UPDATE SET
          -- A name that the sheet does not give is the number itself.
          name = CASE WHEN excluded.name = excluded.phone THEN c.name ELSE excluded.name END,
          operator = excluded.operator,
          groups = CASE WHEN c.groups @> excluded.groups THEN c.groups
            ELSE ARRAY(SELECT DISTINCT unnest(c.groups || excluded.groups)) END,
          attributes = c.attributes || excluded.attributes
        RETURNING c.xmax = 0 AS created
      )
      SELECT count(*) FILTER (WHERE created) AS created, count(*) FILTER (WHERE NOT created) AS updated
      FROM written`.execute(trx);
    const { created = 0, updated = 0 } = rows[0] ?? {};
    const { numAffectedRows } = await sql`
      UPDATE contact_import SET batches = batches || ${batch.number}::integer,
        bytes_read = greatest(bytes_read, ${batch.bytesRead}), rows = rows + ${batch.rows},
        created = created + ${created}, updated = updated + ${updated},
        duplicates = duplicates + ${batch.duplicates}, refused = refused + ${batch.refused}
      WHERE uuid = ${job.uuid} AND status = 'running' AND NOT ${batch.number} = ANY(batches)`.execute(trx);
    if (numAffectedRows) return;
    throw (await isRunning(trx, job.uuid)) ? new Taken() : new Stopped();
  });
}

async function isRunning(db: Db, uuid: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM contact_import WHERE uuid = ${uuid} AND status = 'running'`.execute(
    db,
  );
  return rows.length > 0;
}

/** The unit separator, which no cell of a sheet has a use for; JSON escapes it. */
const SEPARATOR = '\x1f';

/** One field of many contacts as an SQL array: a joined text costs a tenth of what the driver's array does. */
const joined = (contacts: readonly Contact[], field: keyof Contact) =>
  sql`string_to_array(${contacts.map((c) => c[field].replaceAll(SEPARATOR, ' ')).join(SEPARATOR)}, ${SEPARATOR})`;

const TRANSIENT = new Set(['40001', '40P01']);
const ATTEMPTS = 5;

/** Repeats a transaction that PostgreSQL ended to untie a deadlock; leaves a batch to who wrote it already. */
async function retried(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (error instanceof Taken) return;
      if (attempt === ATTEMPTS || !TRANSIENT.has((error as { code?: string }).code ?? '')) throw error;
    }
  }
}

/**
 * The refused rows of an import as lines of CSV: row, value, reason and the row's own cells. They are
 * found by reading the sheet again, up to the last of them.
 */
export async function* refusedLines(
  files: Files,
  job: Pick<Import, 'path' | 'kind' | 'mapping' | 'batches'> & { refused: number },
): AsyncGenerator<string, void, void> {
  const sheet = await openSheet(files, job);
  try {
    const read = contactReader(sheet.columns, job.mapping);
    yield csvLine(['row', 'value', 'reason', ...sheet.columns]);
    const done = new Set(job.batches);
    let left = job.refused;
    let number = 0;
    if (left === 0) return;
    for await (const { rows } of sheet.batches) {
      if (!done.has(number++)) continue;
      const found = rows.map(read).filter(isRefused);
      yield found.map(({ row, value, reason, cells }) => csvLine([row, value, reason, ...cells])).join('');
      left -= found.length;
      if (left <= 0) return;
    }
  } finally {
    await sheet.close();
  }
}
