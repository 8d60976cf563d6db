import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Message } from '#schema/message.ts';
import { createTestApp, type TestApp, type User } from '../../support/app.ts';

const PHONE = '+9779841000001';
let t: TestApp;

beforeAll(async () => {
  t = await createTestApp();
  // Twelve messages to the number among many others, some of them another account's or to a longer number.
  await sql`
    INSERT INTO message (account, campaign, phone, operator, text, parts, package_parts, amount, status, created_at, uuid)
    SELECT CASE WHEN n % 1000 = 500 THEN ${t.accounts.other}::uuid ELSE ${t.accounts.customer}::uuid END,
      uuid_v7(), CASE WHEN n % 500 = 0 THEN ${PHONE} WHEN n % 501 = 0 THEN ${`${PHONE}0`} ELSE '+977985' || (1000000 + n) END,
      'ntc', 'Message ' || n, 1, 0, 0, 'delivered', at, uuid_v7(at)
    FROM generate_series(1, 24000) n, LATERAL (SELECT timestamptz '2026-01-01' + n * interval '1 minute' AS at) a`.execute(
    t.db,
  );
  await sql`ANALYZE message`.execute(t.db);
});
afterAll(() => t.close());

interface Page {
  count: number;
  next: string | null;
  results: Message[];
}
const history = async (as: User, query = '', phone = PHONE): Promise<Page> =>
  (await t.call<Page>(as, 'GET', `/v1/sms/dispatch/?phone=${encodeURIComponent(phone)}${query}`)).body;

test('a number’s messages are those of the own account, newest first, and counted', async () => {
  const mine = await history('customer');
  expect(mine.count).toBe(24);
  expect(mine.results.map(({ text }) => text)).toEqual(
    Array.from({ length: 24 }, (_, i) => `Message ${24_000 - i * 1000}`),
  );
  expect(new Set(mine.results.map(({ phone }) => phone))).toEqual(new Set([PHONE]));
  const theirs = await history('other');
  expect(theirs.count).toBe(24);
  expect(theirs.results[0]?.text).toBe('Message 23500');
  expect((await history('customer', '', '+9779841')).count).toBe(0);
});

test('they come in pages without a gap', async () => {
  const first = await history('customer', '&page_size=10');
  expect(first.results).toHaveLength(10);
  const texts = first.results.map(({ text }) => text);
  for (let { next } = first; next; ) {
    const url = new URL(next, 'http://localhost');
    const { body } = await t.call<Page>('customer', 'GET', url.pathname + url.search);
    texts.push(...body.results.map(({ text }) => text));
    next = body.next;
  }
  expect(texts).toEqual((await history('customer')).results.map(({ text }) => text));
});

test('a page of them is read off an index in its order, however many others there are', async () => {
  const { rows } = await sql<{ 'QUERY PLAN': string }>`
    EXPLAIN (COSTS OFF) SELECT * FROM message t
    WHERE t.account = ${t.accounts.customer} AND t.phone = ${PHONE} ORDER BY t.uuid DESC LIMIT 11`.execute(
    t.db,
  );
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  // Month by month, each off the index of its own.
  expect(plan).toMatch(/Index Scan Backward using \w*phone_account_uuid\w* on message_before/);
  expect(plan).not.toContain('Merge Append');
});
