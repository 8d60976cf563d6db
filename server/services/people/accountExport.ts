import { stat } from 'node:fs/promises';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { EXPORT_DAYS } from '#schema/exportDays.ts';
import { csvLine } from '#schema/sheets/cells.ts';
import type { Db } from '../../db/database.ts';
import type { Files } from '../files/files.ts';
import { FILE_MODE } from '../files/privateFolder.ts';
import { failStuck } from '../platform/longRecords.ts';
import { nepalDay } from '../platform/nepalTime.ts';
import { Problem } from '../platform/problem.ts';
import { NIL_UUID } from '../platform/uuidBounds.ts';
import { CSV_BOM } from '../sheets/csv.ts';
import { writeZip } from '../sheets/zipFile.ts';
import { type AccountSheet, accountSheets } from './accountSheets.ts';

interface Store {
  db: Kysely<unknown>;
  files: Files;
}

const PAGE = 2000;
/** Rows after which progress is noted. */
const NOTED_EVERY = 20_000;

/** The export was ended meanwhile: by another worker, or because this one was silent for too long. */
class Stopped extends Error {}

/**
 * Adds an export of an account, in the caller's transaction, and returns its uuid; the job writes it. Throws `conflict` while
 * another is not finished.
 */
export async function addExport(trx: Db, account: string): Promise<string> {
  const { rows } = await sql<{ uuid: string }>`
    INSERT INTO account_export (account, file_name)
    SELECT uuid, name || ${` ${nepalDay(new Date())}.zip`} FROM account WHERE uuid = ${account}
    ON CONFLICT (account) WHERE status IN ('queued', 'running') DO NOTHING
    RETURNING uuid`.execute(trx);
  if (!rows[0]) throw new Problem('conflict', 'An export is already being prepared. Wait until it is ready.');
  return rows[0].uuid;
}

/**
 * Writes an export's archive into the store, from the start; a run that follows a crash does it again. Returns silently if
 * there is nothing to do.
 */
export async function runExport({ db, files }: Store, uuid: string): Promise<void> {
  const { rows } = await sql<{ account: string }>`
    UPDATE account_export SET status = 'running', rows = 0
    WHERE uuid = ${uuid} AND status IN ('queued', 'running') RETURNING account`.execute(db);
  if (!rows[0]) return;
  const local = await files.spool();
  try {
    await writeSheets(db, local.path, uuid, rows[0].account);
    const { size } = await stat(local.path);
    const path = await files.keep(local.path, 'zip');
    // The account's former ones are over with it: a script would pile them up.
    const { rows: completed } = await sql`
      WITH completed AS (
        UPDATE account_export SET status = 'completed', path = ${path}, size = ${size}, finished_at = now(),
          expires_at = now() + make_interval(days => ${EXPORT_DAYS})
        WHERE uuid = ${uuid} AND status = 'running' RETURNING account),
      former AS (
        UPDATE account_export e SET expires_at = least(e.expires_at, now()) FROM completed c
        WHERE e.account = c.account AND e.uuid <> ${uuid} AND e.status = 'completed')
      SELECT FROM completed`.execute(db);
    if (completed.length > 0)
      await expireExports(db, files, sql`e.account = ${rows[0].account} AND e.uuid <> ${uuid}`);
    else await files.remove(path);
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
  } finally {
    await local.release();
  }
}

/** Writes all sheets of an account into a ZIP archive, noting the rows written. */
async function writeSheets(db: Db, path: string, uuid: string, account: string): Promise<void> {
  let written = 0;
  let noted = 0;
  const note = async (): Promise<void> => {
    const { numAffectedRows } = await sql`
      UPDATE account_export SET rows = ${written} WHERE uuid = ${uuid} AND status = 'running'`.execute(db);
    if (!numAffectedRows) throw new Stopped();
    noted = written;
  };
  async function* lines(sheet: AccountSheet): AsyncGenerator<string, void, void> {
    yield CSV_BOM + csvLine(sheet.columns.map(({ head }) => head));
    for await (const page of rowsOf(db, sheet, account)) {
      yield page.join('');
      written += page.length;
      if (written - noted >= NOTED_EVERY) await note();
    }
    await note();
  }
  const entries = accountSheets.map((sheet) => ({ name: `${sheet.name}.csv`, contents: lines(sheet) }));
  await writeZip(path, FILE_MODE, entries);
}

/** The lines of a sheet, page by page. */
async function* rowsOf(
  db: Db,
  { table, columns, of }: AccountSheet,
  account: string,
): AsyncGenerator<string[], void, void> {
  const values = sql.join(columns.map(({ value }, i) => sql`${value} AS ${sql.ref(`c${i}`)}`));
  let after = NIL_UUID;
  for (;;) {
    const { rows } = await sql<Record<string, unknown> & { key: string }>`
      SELECT t.uuid AS key, ${values} FROM ${sql.table(table)} t
      WHERE ${of(account)} AND t.uuid > ${after} ORDER BY t.uuid LIMIT ${PAGE}`.execute(db);
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map((row) => csvLine(columns.map(({ written }, i) => written(row[`c${i}`]))));
    if (rows.length < PAGE) return;
    after = last.key;
  }
}

/** Removes the files of the completed exports `e` of a condition. Returns how many. */
export async function expireExports(
  db: Kysely<unknown>,
  files: Files,
  which: RawBuilder<unknown>,
): Promise<number> {
  const { rows } = await sql<{ uuid: string; path: string }>`
    SELECT uuid, path FROM account_export e WHERE status = 'completed' AND ${which}`.execute(db);
  for (const { uuid, path } of rows) {
    // First the file: if that fails, the next run tries again.
    await files.remove(path);
    await sql`
      UPDATE account_export SET status = 'expired', path = NULL, expires_at = least(expires_at, now())
      WHERE uuid = ${uuid}`.execute(db);
  }
  return rows.length;
}

/** Removes the files of exports that are over, and marks those as failed that no worker has touched for long. */
export async function keepExports(db: Kysely<unknown>, files: Files): Promise<void> {
  await failStuck(db, 'account-export');
  await expireExports(db, files, sql`e.expires_at < now()`);
}
