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

/** As many messages and contacts of the customer, an hour old and older, in an order that is none of their lists'. */
async function fill({ db, account }: Ours): Promise<void> {
  // Paging does not use them, and rows are written faster without.
  await sql`DROP INDEX contact_name_search, contact_groups`.execute(db);
  const numbers: RawBuilder<unknown> = sql`generate_series(1, ${ROWS}::int) n`;
  await sql`
    INSERT INTO contact (account, name, phone, operator)
    SELECT ${account}, 'Contact ' || (n::bigint * 48271 % ${ROWS})::int, '+97798' || lpad((n::bigint * 7919 % 100000000)::text, 8, '0'), 'ntc'
    FROM ${numbers}`.execute(db);
  await sql`
    INSERT INTO message (account, campaign, row, phone, operator, parts, package_parts, amount, status, created_at, uuid)
    SELECT ${account}, uuid_v7(), n, '+97798' || lpad(n::text, 8, '0'), 'ntc', 1, 0, 0, 'delivered', at, uuid_v7(at)
    FROM ${numbers}, LATERAL (
      SELECT now() - interval '1 hour' - (${ROWS}::int - n) * interval '1 millisecond' AS at) a`.execute(db);
  for (const table of ['contact', 'message']) await sql`VACUUM ANALYZE ${sql.table(table)}`.execute(db);
}

/** One request's time for page 40,000 of two million, by its number, in every order of the lists of messages and contacts. */
export async function deepPages(rounds: number): Promise<Row[]> {
  const ours = await startOurs({ workers: 0, smpp: 'smpp://none:none@127.0.0.1:1' });
  console.error('two million messages and contacts ...');
  await fill(ours);
  const began = performance.now();
  await keepMarks(ours.db);
  const marked = performance.now();
  await keepParts(ours.db);
  const counted = performance.now();
  console.error(`marks: ${(marked - began).toFixed()} ms, parts: ${(counted - marked).toFixed()} ms`);
  await sql`VACUUM ANALYZE list_part, list_mark`.execute(ours.db);
  const rows: Row[] = [];
  for (const [what, { path, orders }] of Object.entries(LISTS)) {
    for (const ordering of orders.flatMap((name) => [name, `-${name}`])) {
      const row: Row = {
        what: `page ${PAGE.toLocaleString('en')} of two million ${what} by its number, ordered by ${ordering}`,
        ...{ unit: 'ms', better: 'less', ours: [], rivals: {}, budget: `${LIMIT} ms`, limit: LIMIT },
      };
      await settled(ours.db);
      for (let round = -1; round < rounds; round++) {
        // Another page each time, so that none is read from what the last one left.
        const page = PAGE + (round + 1) * 7;
        const sent = performance.now();
        const { results } = await ours.call<{ results: unknown[] }>(
          'GET',
          `${path}?page=${page}&ordering=${ordering}`,
        );
        const ms = performance.now() - sent;
        if (results.length !== PAGE_SIZE) throw new Error(`${what} by ${ordering}: ${results.length} rows`);
        // The first one only opens connections.
        if (round >= 0) row.ours.push(ms);
      }
      console.error(`${what} by ${ordering}: ${row.ours.map((ms) => ms.toFixed(1)).join(' ')} ms`);
      rows.push(row);
    }
  }
  await ours.close();
  return rows;
}
