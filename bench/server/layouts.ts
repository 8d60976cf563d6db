import { type Kysely, sql } from 'kysely';
import { openDatabase } from '../../server/db/database.ts';
import { startEmbedded } from '../../server/db/embedded.ts';
import { enterableFolder } from '../../tests/support/folder.ts';
import { CANDIDATES, initialOf, type Layout, type Table } from './layoutCandidates.ts';
import type { Row } from './table.ts';

const CAMPAIGNS = 5;
/** Rows that are made, answered and received at once, as workers do it. */
const CHUNK = 10_000;
const ANSWERED = 2000;
const RECEIVED = 1000;

type Db = Kysely<unknown>;
const run = (db: Db, text: string) => sql.raw<Record<string, number>>(text).execute(db);

/** What each message is: uuids that grow, numbers that alternate between two operators, the operator's ids. */
const sources = (perCampaign: number): string => `
  CREATE TABLE source AS SELECT c, i, (lpad(to_hex(1764000000000 + c * 600000 + i / 10), 12, '0') || '7'
      || lpad(to_hex(i % 4096), 3, '0') || '8' || substr(md5(c || ' ' || i), 1, 15))::uuid AS uuid,
    '+977' || CASE WHEN i % 2 = 1 THEN '984' ELSE '980' END || lpad((i / 2 * 10 + 5)::text, 7, '0') AS phone,
    lpad(to_hex(c * ${perCampaign} + i), 10, '0') AS id
  FROM generate_series(1, ${CAMPAIGNS}) c, generate_series(0, ${perCampaign - 1}) i ORDER BY c, i;
  CREATE UNIQUE INDEX ON source (c, i); ANALYZE source`;

const made = (name: string, { columns, indexes, fillfactor = 100 }: Table): string =>
  [
    `CREATE TABLE ${name} (${columns.map((column) => column.is).join(', ')}) WITH (fillfactor = ${fillfactor})`,
    ...Object.entries(indexes).map(
      ([index, { unique = false, on }]) =>
        `CREATE ${unique ? 'UNIQUE ' : ''}INDEX ${name}_${index} ON ${name} ${on}`,
    ),
  ].join('; ');

/** Sends all campaigns: rows are made by chunks, and each chunk is answered and received before the next. */
async function sendAll(db: Db, { message, part }: Layout, perCampaign: number): Promise<void> {
  const from = (c: number, low: number, high: number) =>
    `(SELECT * FROM source WHERE c = ${c} AND i >= ${low} AND i < ${Math.min(high, perCampaign)} ORDER BY i) s`;
  const insert = (name: string, { columns }: Table, rows: string) => {
    const set = columns.filter((column) => initialOf(column) !== undefined);
    if (set.length === 0) return undefined;
    return run(
      db,
      `INSERT INTO ${name} (${set.map((column) => column.is.split(' ')[0])}) SELECT ${set.map(initialOf)} FROM ${rows}`,
    );
  };
  for (let c = 1; c <= CAMPAIGNS; c++) {
    for (let low = 0; low < perCampaign; low += CHUNK) {
      await insert('message', message, from(c, low, low + CHUNK));
      for (let at = low; at < low + CHUNK; at += ANSWERED) {
        const rows = from(c, at, at + ANSWERED);
        await run(db, `UPDATE message m SET ${message.answered} FROM ${rows} WHERE m.uuid = s.uuid`);
        await insert('part', part, rows);
      }
      for (let at = low; at < low + CHUNK; at += RECEIVED)
        await run(
          db,
          `UPDATE message m SET ${message.received} FROM ${from(c, at, at + RECEIVED)} WHERE m.uuid = s.uuid`,
        );
    }
  }
}

/**
 * What a message would take in the month that is being sent, if its tables were made otherwise: the tables alone, filled as a
 * worker fills them. The first is today's.
 */
export async function layouts(_: number, { messages }: { messages: number }): Promise<Row[]> {
  const perCampaign = Math.floor(messages / CAMPAIGNS);
  const embedded = await startEmbedded({ dataDir: enterableFolder('bench-layouts-'), durable: false });
  const { db, close } = openDatabase(embedded.url, 1, () => {});
  await run(db, sources(perCampaign));
  // One way to find a row, whatever the tables' statistics say while they grow.
  await run(db, 'SET enable_hashjoin = off; SET enable_mergejoin = off; SET enable_seqscan = off');
  const rows: Row[] = [];
  for (const [what, layout] of Object.entries(CANDIDATES)) {
    await run(
      db,
      `DROP TABLE IF EXISTS message, part; ${made('message', layout.message)}; ${made('part', layout.part)}`,
    );
    await sendAll(db, layout, perCampaign);
    const sizes = await run(
      db,
      `SELECT relname AS name, pg_relation_size(c.oid, fork)::float8 AS bytes FROM pg_class c, unnest(ARRAY['main', 'fsm', 'vm']) fork
       WHERE relname ~ '^(message|part)(_|$)' AND relkind IN ('r', 'i')`,
    );
    const total = sizes.rows.reduce((sum, { bytes = 0 }) => sum + bytes, 0);
    const each = { unit: 'bytes', better: 'less', rivals: {}, budget: 'none' } as const;
    rows.push({ what, ...each, ours: [total / (perCampaign * CAMPAIGNS)] });
  }
  await close();
  await embedded.stop();
  return rows;
}
