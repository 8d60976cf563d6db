import { type Kysely, sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { csvLine } from '#schema/sheets/cells.ts';
import { NumberSet } from '#schema/sheets/numberSet.ts';
import type { Db } from '../../db/database.ts';
import { requireSchema } from '../../db/migrate.ts';
import type { Files } from '../files/files.ts';
import { readAhead } from '../files/readAhead.ts';
import { openSheet } from '../files/storedSheet.ts';
import { failUnfinished } from '../platform/longRecords.ts';
import { Problem } from '../platform/problem.ts';
import { type CsvPart, csvHead, csvRows } from '../sheets/csv.ts';
import {
  type ImportOrder,
  type ImportTarget,
  isRefused,
  type Mapping,
  type ReadRow,
  type RowWriter,
} from '../sheets/importTarget.ts';
import { blacklistTarget } from './blacklistImport.ts';
import { contactTarget } from './contactImport.ts';

/** The import targets, by `contact_import.target`. */
export const importTargets = {
  contacts: contactTarget as ImportTarget,
  blacklist: blacklistTarget as ImportTarget,
} as const satisfies Record<string, ImportTarget>;
export type ImportTargetName = keyof typeof importTargets;

interface Store {
  db: Kysely<unknown>;
  files: Files;
}

interface Import extends ImportOrder {
  uuid: string;
  target: ImportTargetName;
  mapping: Mapping;
  path: string;
  kind: 'csv' | 'xlsx';
  /** Committed by earlier runs. */
  batches: number[];
}

/** Five thousand rows of a file; the same number always means the same rows. */
interface Batch {
  number: number;
  bytesRead: number;
  rows: number;
  duplicates: number;
  refused: number;
  /** Number of rows so far that the workbook hides. */
  hidden: number;
  good: (ReadRow & { uuid: string })[];
}

/** The import was cancelled, or ended by another worker. */
class Stopped extends Error {}

/** Another worker wrote the batch: one of the two was wrongly considered dead. */
class Taken extends Error {}

/** Batches written concurrently, each on its own connection, because writing costs more than reading. */
const WRITERS = 2;

/**
 * Runs an import batch by batch. A batch and its progress are one transaction; a run after a crash reads the file again and
 * skips finished batches, so all counts stay exact. A repeated number is counted as duplicate and ignored; for numbers that
 * exist already the target decides. Returns silently if the import is cancelled or not due; marks it as failed, with a
 * reason, if the file is broken. Other errors are thrown, and the import can be run again.
 */
export async function runImport({ db, files }: Store, uuid: string): Promise<void> {
  const { rows } = await sql<Import>`
    UPDATE contact_import i SET status = 'running' FROM file f
    WHERE i.uuid = ${uuid} AND f.uuid = i.file AND i.status IN ('queued', 'running')
    RETURNING i.uuid, i.account, i.target, i.mapping, i.groups, i.reason, i.batches, f.path, f.kind`.execute(
    db,
  );
  const job = rows[0];
  if (!job) return;
  try {
    await importSheet({ db, files }, job);
  } catch (error) {
    if (error instanceof Stopped) return;
    if (!(error instanceof Problem)) throw error;
    await failUnfinished(db, 'contact-import', uuid, error.message);
  }
}

async function importSheet({ db, files }: Store, job: Import): Promise<void> {
  const target = importTargets[job.target];
  const writer = await target.writer(db);
  const sheet = await openSheet(files, job, job.mapping, { isPatient: true });
  const done = new Set(job.batches);
  const writing = new Set<Promise<void>>();
  try {
    const read = target.reader(sheet.columns, job.mapping);
    const seen = new NumberSet();
    let number = 0;
    let total = 0;
    for await (const { rows, bytesRead } of sheet.batches) {
      const counts = { rows: rows.length, duplicates: 0, refused: 0, hidden: sheet.hiddenRows() };
      const batch: Batch = { number, bytesRead, ...counts, good: [] };
      for (const row of rows) {
        const found = read(row);
        if (isRefused(found)) batch.refused++;
        else if (!seen.add(found.phone)) batch.duplicates++;
        else batch.good.push({ ...found, uuid: uuidv7() });
      }
      number++;
      total += rows.length;
      if (done.has(batch.number)) continue;
      if (writing.size === WRITERS) await Promise.race(writing);
      // A failed batch stays in the set, so the next wait for it fails too.
      const written = retried(() => writeBatch(db, job, batch, writer)).then(
        () => void writing.delete(written),
      );
      written.catch(() => {});
      writing.add(written);
    }
    await Promise.all(writing);
    const { numAffectedRows } = await sql`
      UPDATE contact_import SET status = 'completed', bytes_read = bytes, hidden_rows = ${sheet.hiddenRows()},
        finished_at = now()
      WHERE uuid = ${job.uuid} AND status = 'running' AND rows = ${total}`.execute(db);
    if (!numAffectedRows && (await isRunning(db, job.uuid))) {
      throw new Error(`another worker still writes the import ${job.uuid}`);
    }
  } finally {
    await Promise.allSettled(writing);
    await sheet.close();
  }
}

async function writeBatch(
  db: Kysely<unknown>,
  job: Import,
  batch: Batch,
  writer: RowWriter<ReadRow>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await requireSchema(trx);
    // The final statement waits for the disk, which covers these batches too: only a crash of the database loses a batch,
    // together with its progress.
    await sql`SET LOCAL synchronous_commit = off`.execute(trx);
    const { created, updated } = await writer.write(trx, job, batch.good);
    const { numAffectedRows } = await sql`
      UPDATE contact_import SET batches = batches || ${batch.number}::integer,
        bytes_read = greatest(bytes_read, ${batch.bytesRead}), rows = rows + ${batch.rows},
        created = created + ${created}, updated = updated + ${updated},
        duplicates = duplicates + ${batch.duplicates}, refused = refused + ${batch.refused},
        hidden_rows = greatest(hidden_rows, ${batch.hidden})
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

const TRANSIENT = new Set(['40001', '40P01']);
const ATTEMPTS = 5;

/** Retries a transaction that PostgreSQL aborted because of a deadlock; skips a batch that somebody else has written. */
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
 * The refused rows of an import as CSV: row, value, reason and the original cells. They are found by reading the file
 * again, up to the last of them; a workbook before the first is given, because only two are read at the same time.
 */
export const refusedLines = (files: Files, job: RefusedImport): AsyncGenerator<CsvPart, void, void> => {
  const lines = readRefused(files, job);
  return job.kind === 'xlsx' ? readAhead(files, lines) : lines;
};

type RefusedImport = Pick<Import, 'target' | 'path' | 'kind' | 'mapping' | 'batches'> & { refused: number };

async function* readRefused(files: Files, job: RefusedImport): AsyncGenerator<CsvPart, void, void> {
  const sheet = await openSheet(files, job, job.mapping);
  try {
    const read = importTargets[job.target].reader(sheet.columns, job.mapping);
    yield csvHead(['row', 'value', 'reason', ...sheet.columns]);
    const done = new Set(job.batches);
    let left = job.refused;
    let number = 0;
    if (left === 0) return;
    for await (const { rows } of sheet.batches) {
      if (!done.has(number++)) continue;
      const found = rows.map(read).filter(isRefused);
      yield csvRows(found.map(({ row, value, reason, cells }) => csvLine([row, value, reason, ...cells])));
      left -= found.length;
      if (left <= 0) return;
    }
  } finally {
    await sheet.close();
  }
}
