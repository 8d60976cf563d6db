import { type RawBuilder, sql } from 'kysely';
import { PAGE_SIZE } from '#schema/outline.ts';
import { keepMarks } from '../../server/services/platform/listMarks.ts';
import { keepParts } from '../../server/services/platform/listParts.ts';
import { settled } from './lists.ts';
import { type Ours, startOurs } from './ours.ts';
import type { Row } from './table.ts';

const ROWS = 2_000_000;
const PAGE = 40_000;
const LIMIT = 50;

const LISTS = {
  messages: { path: '/v1/sms/dispatch/', orders: ['created_at'] },
  contacts: { path: '/v1/core/contacts/', orders: ['created_at', 'name', 'phone'] },
};

const uuidAt = (n: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`('019a' || lpad(to_hex(${n}), 8, '0') || '-7000-8000-000000000000')::uuid`;

/** Rows of a table, written before its indexes and without its triggers, which is several times as fast. */
async function fillTable({ db, account }: Ours, table: string, insert: RawBuilder<unknown>): Promise<void> {
  const { rows: indexes } = await sql<{ name: string; text: string; constraint: string | null }>`
    SELECT i.indexrelid::regclass::text AS name, pg_get_indexdef(i.indexrelid) AS text, c.conname AS constraint
    FROM pg_index i LEFT JOIN pg_constraint c ON c.conindid = i.indexrelid
    WHERE i.indrelid = ${table}::regclass AND NOT i.indisprimary`.execute(db);
  const of = sql.table(table);
  await sql`ALTER TABLE ${of} DISABLE TRIGGER USER`.execute(db);
  for (const { name, constraint } of indexes) {
    if (constraint) await sql`ALTER TABLE ${of} DROP CONSTRAINT ${sql.ref(constraint)}`.execute(db);
    else await sql`DROP INDEX ${sql.ref(name)}`.execute(db);
  }
  await insert.execute(db);
  for (const { text } of indexes) {
    // Paging does not use those of texts, and they take longest.
    if (!text.includes('USING gin')) await sql.raw(text).execute(db);
  }
  await sql`ALTER TABLE ${of} ENABLE TRIGGER USER`.execute(db);
  await sql`
    INSERT INTO row_count (account, entity, n) VALUES (${account}, ${table}, ${ROWS})
    ON CONFLICT (account, entity) DO UPDATE SET n = excluded.n`.execute(db);
  await sql`VACUUM ANALYZE ${of}`.execute(db);
}

/** As many messages and contacts of the customer, from some time ago; contacts by none of their orders. */
async function fill(ours: Ours): Promise<void> {
  await fillTable(
    ours,
    'contact',
    sql`
      INSERT INTO contact (uuid, account, name, phone, operator)
      SELECT ${uuidAt(sql`n`)}, ${ours.account}, 'Contact ' || n::bigint * 48271 % ${ROWS}::int,
        '+97798' || lpad((n::bigint * 7919 % 100000000)::text, 8, '0'), 'ntc'
      FROM generate_series(1, ${ROWS}::int) n`,
  );
  await fillTable(
    ours,
    'message',
    sql`
      INSERT INTO message (uuid, account, campaign, row, phone, operator, parts, package_parts, amount, status)
      SELECT ${uuidAt(sql`n`)}, ${ours.account}, ${ours.account}, n, '+97798' || lpad(n::text, 8, '0'), 'ntc', 1, 0, 0, 'delivered'
      FROM generate_series(1, ${ROWS}::int) n`,
  );
}

/** Milliseconds of requests for page 40,000 and some after it, so that none is read from what the last one left. */
async function timesOf(ours: Ours, path: string, count: number): Promise<number[]> {
  const times: number[] = [];
  // The first one only opens connections.
  for (let round = -1; round < count; round++) {
    const sent = performance.now();
    const { results } = await ours.call<{ results: unknown[] }>(
      'GET',
      `${path}&page=${PAGE + (round + 1) * 7}`,
    );
    if (results.length !== PAGE_SIZE) throw new Error(`${path}: ${results.length} rows`);
    if (round >= 0) times.push(performance.now() - sent);
  }
  return times;
}

/** One request's time for page 40,000 of two million, by its number, in every order of the lists of messages and contacts. */
export async function deepPages(rounds: number): Promise<Row[]> {
  const ours = await startOurs({ workers: 0, smpp: 'smpp://none:none@127.0.0.1:1' });
  console.error('two million messages and contacts ...');
  await fill(ours);
  const rows = Object.entries(LISTS).flatMap(([what, { path, orders }]) =>
    orders
      .flatMap((name) => [name, `-${name}`])
      .map((ordering): Row & { path: string } => ({
        path: `${path}?ordering=${ordering}`,
        what: `page ${PAGE.toLocaleString('en')} of two million ${what} by its number, ordered by ${ordering}`,
        ...{ unit: 'ms', better: 'less', ours: [], rivals: {}, budget: `${LIMIT} ms`, limit: LIMIT },
      })),
  );
  for (const { path, rivals } of rows) rivals['by OFFSET'] = await timesOf(ours, path, 1);
  const began = performance.now();
  await keepMarks(ours.db);
  const marked = performance.now();
  await keepParts(ours.db);
  const counted = performance.now();
  console.error(`marks: ${(marked - began).toFixed()} ms, parts: ${(counted - marked).toFixed()} ms`);
  await sql`VACUUM ANALYZE list_part, list_mark`.execute(ours.db);
  await settled(ours.db);
  for (const row of rows) row.ours = await timesOf(ours, row.path, rounds);
  await ours.close();
  return rows.map(({ path, ...row }) => row);
}
