import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Message } from '#schema/message.ts';
import { keepMarks } from '../../../server/services/platform/listMarks.ts';
import { createTestApp, type TestApp, type User } from '../../support/app.ts';

const OWN = 5250;
const ALL = 7000;
let t: TestApp;

beforeAll(async () => {
  t = await createTestApp();
  // Two accounts in turns, over three months and more.
  await sql`
    INSERT INTO message (account, campaign, row, phone, operator, parts, package_parts, amount, status, created_at, uuid)
    SELECT CASE WHEN n % 4 = 0 THEN ${t.accounts.other}::uuid ELSE ${t.accounts.customer}::uuid END,
      uuid_v7(), n, '+977985' || (1000000 + n), 'ntc', 1, 0, 0, 'delivered', at, uuid_v7(at)
    FROM generate_series(1, ${ALL}::int) n, LATERAL (
      SELECT now() - interval '1 hour' - (${ALL}::int - n) * interval '20 minutes' AS at) a`.execute(t.db);
});
afterAll(() => t.close());
/** Each begins with these messages, none of them marked. */
beforeEach(async () => {
  await sql`DELETE FROM message WHERE row > ${ALL}`.execute(t.db);
  await sql`DELETE FROM list_mark`.execute(t.db);
});

interface Page {
  count: number;
  next: string | null;
  previous: string | null;
  results: Message[];
}
const list = async (as: User, query: string): Promise<Page> =>
  (await t.call<Page>(as, 'GET', `/v1/sms/dispatch/?${query}`)).body;
const numbers = ({ results }: Page) => results.map(({ row }) => row);
const follow = async (as: User, url: string | null): Promise<Page> => {
  const { pathname, search } = new URL(url ?? '', 'http://localhost');
  return (await t.call<Page>(as, 'GET', pathname + search)).body;
};

/** Every page by its number, and its neighbours by their cursors. */
async function walk(as: User, size: number, ordering: string, expected: number[]): Promise<void> {
  const pages = Math.ceil(expected.length / size);
  for (const page of new Set([1, 2, Math.ceil(pages / 3), Math.ceil(pages / 2), pages - 1, pages])) {
    const shown = await list(as, `page=${page}&page_size=${size}&ordering=${ordering}`);
    const at = (page - 1) * size;
    expect(numbers(shown), `page ${page}`).toEqual(expected.slice(at, at + size));
    expect(shown.count).toBe(expected.length);
    expect([shown.next !== null, shown.previous !== null]).toEqual([page < pages, page > 1]);
    if (shown.next) {
      expect(numbers(await follow(as, shown.next))).toEqual(expected.slice(at + size, at + 2 * size));
    }
    if (shown.previous) {
      expect(numbers(await follow(as, shown.previous))).toEqual(expected.slice(at - size, at));
    }
  }
  expect(numbers(await list(as, `page=${pages + 1}&page_size=${size}&ordering=${ordering}`))).toEqual([]);
}

const all = Array.from({ length: ALL }, (_, i) => i + 1);
const own = all.filter((n) => n % 4 !== 0);

test('a page by its number is the right one in either order, before rows are marked', async () => {
  await walk('customer', 97, 'created_at', own);
  await walk('customer', 97, '-created_at', own.toReversed());
});

test('and after, for an account and for staff', async () => {
  await keepMarks(t.db);
  await keepMarks(t.db);
  const { rows } = await sql<{
    n: number;
  }>`SELECT count(*) AS n FROM list_mark GROUP BY account ORDER BY 1`.execute(t.db);
  expect(rows.map(({ n }) => n)).toEqual([1, 5, 7]);
  await walk('customer', 97, 'created_at', own);
  await walk('customer', 97, '-created_at', own.toReversed());
  await walk('admin', 250, 'created_at', all);
  await walk('admin', 250, '-created_at', all.toReversed());
  expect(own).toHaveLength(OWN);
});

test('rows that came since are on the first pages', async () => {
  await keepMarks(t.db);
  await sql`
    INSERT INTO message (account, campaign, row, phone, operator, parts, package_parts, amount, status)
    SELECT ${t.accounts.customer}, uuid_v7(), 7000 + n, '+9779851000000', 'ntc', 1, 0, 0, 'delivered'
    FROM generate_series(1, 30) n`.execute(t.db);
  await keepMarks(t.db);
  const now = [...own, ...Array.from({ length: 30 }, (_, i) => 7001 + i)];
  const first = await list('customer', 'page_size=30');
  expect(new Set(numbers(first))).toEqual(new Set(now.slice(-30)));
  expect(numbers(await list('customer', 'page=2&page_size=30'))).toEqual(own.toReversed().slice(0, 30));
  expect(numbers(await list('customer', 'page=100&page_size=30'))).toEqual(
    own.toReversed().slice(98 * 30, 99 * 30),
  );
});

test('the last pages of a list in another order are read from its end', async () => {
  await sql`
    INSERT INTO contact (account, name, phone, operator)
    SELECT ${t.accounts.customer}, 'Contact ' || lpad(n::text, 3, '0'), '+97798510' || (10000 + n), 'ntc'
    FROM generate_series(1, 103) n`.execute(t.db);
  const names = async (query: string) => {
    const { body } = await t.call<{
      next: string | null;
      previous: string | null;
      results: { name: string }[];
    }>('customer', 'GET', `/v1/core/contacts/?page_size=10&${query}`);
    return [
      body.results.map(({ name }) => Number(name.slice(-3))),
      body.next !== null,
      body.previous !== null,
    ];
  };
  expect(await names('ordering=name&page=11')).toEqual([[101, 102, 103], false, true]);
  expect(await names('ordering=-name&page=11')).toEqual([[3, 2, 1], false, true]);
  expect(await names('ordering=name&page=8')).toEqual([[71, 72, 73, 74, 75, 76, 77, 78, 79, 80], true, true]);
  expect(await names('ordering=name&page=12')).toEqual([[], false, false]);
});

test('a page by its number far down a filtered list is refused with what to do', async () => {
  const { status, body } = await t.call<{ errors: object }>(
    'customer',
    'GET',
    '/v1/sms/dispatch/?operator=ntc&page=40002',
  );
  expect(status).toBe(400);
  expect(body.errors).toEqual({ page: [expect.stringContaining('Use the next page')] });
});
