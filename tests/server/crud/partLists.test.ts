import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keepParts, partBefore } from '../../../server/services/platform/listParts.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { createRandom } from '../../support/random.ts';

const LENGTH = 3000;
const SIZE = 50;
/** Pages of ten between them are too far from both ends to be read without a part. */
const [FIRST, ENDS] = [110, 110];
const ORDERS = ['created_at', 'name', 'phone'].flatMap((name) => [name, `-${name}`]);
let t: TestApp;
let numbers = 0;

/** Always the same numbers, so that a failure comes again. */
const random = createRandom(20_261_126).below;

/** Many names are the same, some are empty, and a few come before or after all the others. */
async function add(db: Kysely<unknown>, count: number): Promise<void> {
  const from = numbers;
  numbers += count;
  await sql`
    INSERT INTO contact (account, name, phone, operator)
    SELECT ${t.accounts.customer}, CASE n % 7 WHEN 0 THEN '' WHEN 1 THEN 'सीता' WHEN 2 THEN '~' ELSE 'Name ' || n * 7919 % 500 END,
      '+97798' || lpad((n * 48271 % 100000000)::text, 8, '0'), 'ntc'
    FROM generate_series(${from}::int, ${from + count - 1}::int) n`.execute(db);
}
const keep = () => keepParts(t.db, { size: SIZE, least: 1000 });
const some = (count: number) => sql`(
  SELECT uuid FROM contact WHERE account = ${t.accounts.customer} ORDER BY md5(uuid::text || ${random(1000)}::int) LIMIT ${count})`;

/** Compares pages by their number, far from both ends, with what OFFSET finds. */
async function compare(what: string): Promise<void> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*) AS n FROM contact WHERE account = ${t.accounts.customer}`.execute(t.db);
  const pages = Math.ceil((rows[0]?.n ?? 0) / 10);
  for (const ordering of ORDERS) {
    const page = FIRST + random(pages - FIRST - ENDS);
    const { body } = await t.call<{ count: number; results: { uuid: string }[] }>(
      'customer',
      'GET',
      `/v1/core/contacts/?ordering=${ordering}&page=${page}&page_size=10`,
    );
    const direction = ordering.startsWith('-') ? sql`DESC` : sql`ASC`;
    const name = ordering.replace('-', '');
    const by = name === 'created_at' ? sql`` : sql`${sql.ref(name)} ${direction},`;
    const wanted = await sql<{ uuid: string }>`
      SELECT uuid FROM contact WHERE account = ${t.accounts.customer}
      ORDER BY ${by} uuid ${direction} LIMIT 10 OFFSET ${(page - 1) * 10}`.execute(t.db);
    expect(body.count).toBe(rows[0]?.n);
    expect(
      body.results.map(({ uuid }) => uuid),
      `${what}: page ${page} by ${ordering}`,
    ).toEqual(wanted.rows.map(({ uuid }) => uuid));
  }
}

const startOf = async (ordering: string, descending: boolean) => {
  const { rows } = await sql<{ n: number }>`
    SELECT n FROM row_count WHERE account = ${t.accounts.customer} AND entity = 'contact'`.execute(t.db);
  const count = rows[0]?.n ?? 0;
  const skip = Math.floor(count / 2);
  return partBefore(t.db, 'contact', t.accounts.customer, { ordering, descending, count, skip });
};

beforeAll(async () => {
  t = await createTestApp();
  await add(t.db, LENGTH);
  await sql`INSERT INTO contact (account, name, phone, operator)
    SELECT ${t.accounts.other}, 'Other ' || n, '+97797' || lpad(n::text, 8, '0'), 'ntc' FROM generate_series(1, 50) n`.execute(
    t.db,
  );
});
afterAll(() => t.close());

// In this order: each goes on with the rows that the one before left.
describe('a list in parts', { shuffle: false }, () => {
  test('a page by its number starts at a part, in every order, and is the one that OFFSET finds', async () => {
    await compare('without parts');
    expect(await startOf('name', false)).toBeUndefined();
    await keep();
    for (const ordering of ['created_at', 'name', 'phone']) {
      for (const descending of [false, true]) {
        const start = await startOf(ordering, descending);
        expect(start?.past, ordering).toBeLessThanOrEqual(2 * SIZE);
      }
    }
    await compare('with parts');
  });

  const changes: Record<string, () => Promise<unknown>> = {
    add: () => add(t.db, 1 + random(30)),
    rename: () =>
      sql`UPDATE contact SET name = 'Name ' || length(name) * ${random(100)}::int WHERE uuid IN ${some(1 + random(30))}`.execute(
        t.db,
      ),
    'other numbers': () =>
      sql`UPDATE contact SET phone = '+97799' || right(phone, 7) || ${random(10)}::int
      WHERE uuid IN ${some(1)} AND phone NOT LIKE '+97799%'`.execute(t.db),
    delete: () => sql`DELETE FROM contact WHERE uuid IN ${some(1 + random(30))}`.execute(t.db),
    'delete where parts begin': () =>
      sql`DELETE FROM contact WHERE uuid IN (
      SELECT uuid FROM list_part ORDER BY md5(id::text || ${random(1000)}::int) LIMIT ${1 + random(5)})`.execute(
        t.db,
      ),
    'change what is not sorted by': () =>
      sql`UPDATE contact SET is_active = NOT is_active WHERE uuid IN ${some(900)}`.execute(t.db),
    'add many': () => add(t.db, 501 + random(20)),
    'rename many': () => sql`UPDATE contact SET name = name || '.' WHERE uuid IN ${some(751)}`.execute(t.db),
    'delete many': () => sql`DELETE FROM contact WHERE uuid IN ${some(501 + random(20))}`.execute(t.db),
    'undone changes': () =>
      t.db
        .transaction()
        .execute(async (trx) => {
          await sql`DELETE FROM contact WHERE uuid IN ${some(20)}`.execute(trx);
          throw new Error('undone');
        })
        .catch(() => {}),
    housekeeping: keep,
  };

  test('after any changes, with housekeeping now and then', async () => {
    const kinds = Object.keys(changes);
    const usual = kinds.filter((kind) => !kind.endsWith('many'));
    let used = 0;
    for (let round = 0; round < 60; round++) {
      const among = round % 15 === 14 ? kinds : usual;
      const kind = among[random(among.length)] as string;
      await changes[kind]?.();
      await compare(`${round}: ${kind}`);
      if (await startOf('name', false)) used++;
    }
    expect(used).toBeGreaterThan(30);
    await keep();
    const { rows } = await sql<{ sum: number }>`
    SELECT sum(rows)::int AS sum FROM list_part GROUP BY ordering`.execute(t.db);
    const { rows: counts } = await sql<{ n: number }>`
    SELECT n FROM row_count WHERE account = ${t.accounts.customer} AND entity = 'contact'`.execute(t.db);
    expect(rows.map(({ sum }) => sum)).toEqual([counts[0]?.n, counts[0]?.n, counts[0]?.n]);
  });

  test('no parts are made while somebody writes contacts, and what they wrote is counted', async () => {
    await sql`DELETE FROM list_part`.execute(t.db);
    await t.db.transaction().execute(async (trx) => {
      await sql`UPDATE contact SET name = '' WHERE uuid IN ${some(300)}`.execute(trx);
      await keep();
      expect(await startOf('name', false)).toBeUndefined();
    });
    await keep();
    expect(await startOf('name', false)).toBeDefined();
    await compare('after the writer');
  });

  test('parts remember nothing of a contact that was deleted', async () => {
    const { rows } = await sql<{ uuid: string; key: string }>`
    SELECT uuid, key FROM list_part WHERE ordering = 'phone' AND key <> '' LIMIT 3`.execute(t.db);
    expect(rows).toHaveLength(3);
    await sql`DELETE FROM contact WHERE uuid = ANY(${rows.map(({ uuid }) => uuid)})`.execute(t.db);
    await keep();
    const left = await sql`
    SELECT FROM list_part
    WHERE uuid = ANY(${rows.map(({ uuid }) => uuid)}) OR key = ANY(${rows.map(({ key }) => key)})`.execute(
      t.db,
    );
    expect(left.rows).toEqual([]);
    await compare('after deletion');
  });

  test('parts that do not add up to the list are not used, and made again', async () => {
    await sql`UPDATE list_part SET rows = rows + 1 WHERE ordering = 'name' AND key = ''`.execute(t.db);
    expect(await startOf('name', false)).toBeUndefined();
    expect(await startOf('phone', false)).toBeDefined();
    await compare('with a wrong part');
    await keep();
    expect(await startOf('name', false)).toBeDefined();
    await compare('with right ones');
  });
});
