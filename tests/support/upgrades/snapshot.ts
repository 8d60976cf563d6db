/** A whole database's rows as lines of JSON, which can be restored at another time into the same schema. */
import { type Kysely, sql } from 'kysely';
import type { Db } from '../../../server/db/database.ts';

/**
 * One line with the time of the snapshot; then the rows of each table, referenced tables first; then the
 * sequences.
 */
type Line =
  | { taken: string }
  | { table: string; columns: string[]; rows: unknown[] }
  | { sequence: string; value: number };

const DAY_MS = 86_400_000;
const KYSELY = /^kysely_/;

/** Tables, each after the tables that its foreign keys refer to. */
async function tablesOf(db: Db): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string; needs: string[] }>`
    SELECT c.relname AS name, ARRAY(
      SELECT DISTINCT f.relname::text FROM pg_constraint k JOIN pg_class f ON f.oid = k.confrelid
      WHERE k.conrelid = c.oid AND k.contype = 'f' AND k.confrelid <> c.oid AND NOT f.relispartition) AS needs
    FROM pg_class c
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
    ORDER BY 1`.execute(db);
  const ordered: string[] = [];
  let left = tables.filter(({ name }) => !KYSELY.test(name));
  while (left.length > 0) {
    const free = left.filter(({ needs }) => needs.every((table) => ordered.includes(table)));
    if (free.length === 0) throw new Error(`Tables that need each other: ${left.map(({ name }) => name)}`);
    ordered.push(...free.map(({ name }) => name));
    left = left.filter((table) => !free.includes(table));
  }
  return ordered;
}

async function columnsOf(db: Db, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT attname AS name FROM pg_attribute
    WHERE attrelid = ${table}::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
    ORDER BY attnum`.execute(db);
  return rows.map(({ name }) => name);
}

/** Reads every row, ordered by the tables' first columns. */
export async function takeSnapshot(db: Kysely<unknown>): Promise<string> {
  const lines: Line[] = [{ taken: new Date().toISOString() }];
  for (const table of await tablesOf(db)) {
    const columns = await columnsOf(db, table);
    const { rows } = await sql<{ row: Record<string, unknown> }>`
      SELECT to_jsonb(t) AS row FROM ${sql.table(table)} t ORDER BY 1`.execute(db);
    const kept = rows.map(({ row }) => columns.map((column) => row[column]));
    if (kept.length > 0) lines.push({ table, columns, rows: kept });
  }
  const { rows: sequences } = await sql<{ sequence: string; value: number }>`
    SELECT sequencename AS sequence, last_value AS value FROM pg_sequences
    WHERE schemaname = 'public' AND last_value IS NOT NULL ORDER BY 1`.execute(db);
  return `${[...lines, ...sequences].map((line) => JSON.stringify(line)).join('\n')}\n`;
}

const UUID_V7 = /\b[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\b/g;
const MOMENT = /\b(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?=[.\dZ+:]*")/g;
const DAY = /(?<=")\d{4}-\d\d-\d\d(?=")/g;
/** The day in Nepal, as days since 1970. */
const nepalDay = (ms: number) => Math.floor((ms + 345 * 60_000) / DAY_MS);
const isoDay = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10);
/** Longer than a recording takes. */
const RECORDED_IN = 60_000;

/**
 * The snapshot as if it were taken now: with its times, the times in its uuids, and its days in Nepal
 * shifted.
 */
export function asOfNow(text: string): string {
  const { taken } = JSON.parse(text.slice(0, text.indexOf('\n'))) as { taken: string };
  let target = Date.now();
  // Everything recorded on one day stays on one day.
  while (nepalDay(target) !== nepalDay(target - RECORDED_IN)) target -= 1000;
  const shift = Math.floor((target - Date.parse(taken)) / 1000) * 1000;
  const days = nepalDay(target) - nepalDay(Date.parse(taken));
  return text
    .replace(MOMENT, (moment) => new Date(Date.parse(`${moment}Z`) + shift).toISOString().slice(0, 19))
    .replace(DAY, (day) => isoDay(Date.parse(day) / DAY_MS + days))
    .replace(UUID_V7, (uuid) => {
      const time = Number.parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16) + shift;
      const digits = time.toString(16).padStart(12, '0');
      return `${digits.slice(0, 8)}-${digits.slice(8)}${uuid.slice(13)}`;
    });
}

/** Replaces the rows of a database with the snapshot's schema. Its triggers are disabled meanwhile. */
export async function restoreSnapshot(db: Kysely<unknown>, text: string): Promise<void> {
  const lines = text
    .split('\n')
    .slice(1, -1)
    .map((line) => JSON.parse(line) as Exclude<Line, { taken: string }>);
  await db.transaction().execute(async (trx) => {
    const tables = await tablesOf(trx);
    for (const table of tables) await sql`ALTER TABLE ${sql.table(table)} DISABLE TRIGGER USER`.execute(trx);
    for (const table of tables.toReversed()) await sql`DELETE FROM ${sql.table(table)}`.execute(trx);
    for (const line of lines) {
      if ('sequence' in line) {
        await sql`SELECT setval(${line.sequence}::regclass, ${line.value})`.execute(trx);
        continue;
      }
      const { table, columns } = line;
      const rows = line.rows.map((cells) =>
        Object.fromEntries(columns.map((column, index) => [column, (cells as unknown[])[index]])),
      );
      const names = sql.join(columns.map((column) => sql.ref(column)));
      await sql`
        INSERT INTO ${sql.table(table)} (${names}) OVERRIDING SYSTEM VALUE
        SELECT ${names} FROM jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`.execute(
        trx,
      );
    }
    // Deferred checks must run before the triggers can be enabled again.
    await sql`SET CONSTRAINTS ALL IMMEDIATE`.execute(trx);
    for (const table of tables) await sql`ALTER TABLE ${sql.table(table)} ENABLE TRIGGER USER`.execute(trx);
  });
}
