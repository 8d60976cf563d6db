import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp, type User } from '../../support/app.ts';

// A list of the usual page size keeps the text of its statement per order, direction and scope.
const EACH = 60;
let t: TestApp;

beforeAll(async () => {
  t = await createTestApp();
  // Names, phones and ages are in three different orders.
  await sql`
    INSERT INTO contact (account, name, phone, operator)
    SELECT a, 'Contact ' || (n * 7 % ${EACH}::int), '+97798510' || (10000 + n * 11 % ${EACH}::int), 'ntc'
    FROM generate_series(1, ${EACH}::int) n,
      unnest(ARRAY[${t.accounts.customer}::uuid, ${t.accounts.other}::uuid]) a`.execute(t.db);
  await sql`
    INSERT INTO message (account, campaign, row, phone, operator, parts, package_parts, amount, status)
    SELECT a, uuid_v7(), n, '+9779851000000', 'ntc', 1, 0, 0, 'delivered'
    FROM generate_series(1, ${EACH}::int) n,
      unnest(ARRAY[${t.accounts.customer}::uuid, ${t.accounts.other}::uuid]) a`.execute(t.db);
});
afterAll(() => t.close());

interface Page {
  count: number;
  next: string | null;
  previous: string | null;
  results: { uuid: string }[];
}

const get = async (as: User, url: string): Promise<Page> => (await t.call<Page>(as, 'GET', url)).body;
const uuids = ({ results }: Page) => results.map(({ uuid }) => uuid);

/** All rows of a list, page by page to its end, and back to its start. */
async function thereAndBack(as: User, list: string): Promise<[string[], string[]]> {
  let shown = await get(as, list);
  const there = uuids(shown);
  while (shown.next) {
    shown = await get(as, shown.next);
    there.push(...uuids(shown));
  }
  const back = uuids(shown);
  while (shown.previous) {
    shown = await get(as, shown.previous);
    back.unshift(...uuids(shown));
  }
  return [there, back];
}

test.each([
  ...['created_at', '-created_at', 'name', '-name', 'phone', '-phone'].map((order) => [
    'core/contacts',
    order,
  ]),
  ...['created_at', '-created_at'].map((order) => ['sms/dispatch', order]),
])('%s by %s: pages of the usual size are those of another, for each caller in turn', async (path, order) => {
  const list = `/v1/${path}/?ordering=${order}`;
  const staffs = path === 'sms/dispatch' ? 2 * EACH : 0;
  for (const [as, rows] of [
    ['customer', EACH],
    ['admin', staffs],
    ['other', EACH],
    ['admin', staffs],
    ['customer', EACH],
  ] as const) {
    const all = await get(as, `${list}&page_size=200`);
    expect([all.count, new Set(uuids(all)).size]).toEqual([rows, rows]);
    expect(await thereAndBack(as, list)).toEqual([uuids(all), uuids(all)]);
  }
});
