import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ActivePackage } from '#schema/smsPackage.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
  // Closer than a millisecond, and two at once, as rows of one transaction are.
  await sql`
    INSERT INTO account_package (account, name, parts, remaining, expires_at)
    SELECT ${t.accounts.customer}, name, 10, 10, '2036-01-02T03:04:05Z'::timestamptz + at::interval FROM (VALUES
      ('A', '123456 microseconds'), ('B', '123457 microseconds'), ('C', '123900 microseconds'),
      ('D', '123900 microseconds'), ('E', '124 milliseconds')) AS p(name, at)`.execute(t.db);
});
afterAll(() => t.close());

interface Page {
  next: string | null;
  previous: string | null;
  results: ActivePackage[];
}

/** The names on each page, following one of its links until there is none. */
async function follow(url: string, way: 'next' | 'previous'): Promise<{ names: string[]; last: string }> {
  const names: string[] = [];
  for (let at = url; names.length < 20; ) {
    const { pathname, search } = new URL(at, 'http://localhost');
    const { body } = await t.call<Page>('customer', 'GET', pathname + search);
    names.push(body.results.map(({ name }) => name).join(''));
    const to = body[way];
    if (!to) return { names, last: at };
    at = to;
  }
  return { names, last: url };
}

test.each([1, 2])(
  'times between two milliseconds are each on one page of %i, in both directions',
  async (size) => {
    for (const ordering of ['expires_at', '-expires_at']) {
      const first = `/v1/credit/account-sms-packages/?page_size=${size}&ordering=${ordering}`;
      const there = await follow(first, 'next');
      const inOrder = ordering === 'expires_at' ? 'ABCDE' : 'EDCBA';
      expect(there.names).toEqual(size === 1 ? [...inOrder] : inOrder.match(/..?/g));
      const back = await follow(there.last, 'previous');
      expect(back.names).toEqual(there.names.toReversed());
    }
  },
);
