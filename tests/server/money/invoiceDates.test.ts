import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { BikramSambat, bsText } from '#schema/bikramSambat.ts';
import type { Invoice } from '#schema/invoice.ts';
import { issueInvoice } from '../../../server/services/money/invoices.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';

let world: TestApp;
let account: string;
beforeAll(async () => {
  world = await createTestApp();
  account = world.accounts.customer;
});
afterAll(() => world.close());
beforeEach(() => years([]));

const seller = { name: 'Demo Provider', pan: '600000000', address: 'Kathmandu' };
const year2084 = { year: 2084, months: [31, 31, 32, 31, 31, 31, 30, 29, 30, 29, 30, 31] };

const years = (added: object[]) =>
  sql`UPDATE provider_setting SET calendar_years = ${JSON.stringify(added)}`.execute(world.db);

/** Issues the invoice of a new payment at a moment and answers its uuid. */
async function issue(at: string): Promise<string> {
  const { rows } = await sql<{ uuid: string }>`
    INSERT INTO payment_reference (account, "user", kind, amount, method, status, decided_at)
    SELECT ${account}, uuid, 'topup', 113000, 'cash', 'confirmed', now() FROM users WHERE account = ${account} LIMIT 1
    RETURNING uuid`.execute(world.db);
  return world.db.transaction().execute((trx) => issueInvoice(trx, rows[0]!.uuid, seller, new Date(at)));
}
async function dates(uuid: string) {
  const { body } = await world.call<{ data: Invoice }>('customer', 'GET', `/v1/credit/invoices/${uuid}/`);
  const { fiscal_year, date_bs, calendar_provisional } = body.data;
  return [date_bs, fiscal_year, calendar_provisional];
}

test.each([
  ['2026-11-24T06:00:00Z', '2083-08-08', '2083/84', false],
  // A quarter past midnight in Nepal: the last day of 2083 is over.
  ['2027-04-13T18:14:59Z', '2083-12-30', '2083/84', false],
  ['2027-04-13T18:15:00Z', '2084-01-01', '2083/84', true],
  ['2027-04-14T06:00:00Z', '2084-01-01', '2083/84', true],
  ['2033-08-01T06:00:00Z', '2090-04-16', '2090/91', true],
  // Beyond the table: no date in Bikram Sambat, and a fiscal year all the same.
  ['2034-07-16T06:00:00Z', null, '2090/91', true],
  ['2035-08-01T06:00:00Z', null, '2092/93', true],
])('an invoice of %s carries %s and %s', async (at, bs, year, isProvisional) => {
  expect(await dates(await issue(at))).toEqual([bs, year, isProvisional]);
});

test('an invoice follows the years that an administrator added', async () => {
  await years([year2084]);
  expect(await dates(await issue('2027-06-15T06:00:00Z'))).toEqual(['2084-03-01', '2083/84', false]);
});

test('a later correction of the calendar leaves an issued invoice as it was', async () => {
  const uuid = await issue('2027-06-15T06:00:00Z');
  const beyond = await issue('2034-05-01T06:00:00Z');
  expect(await dates(uuid)).toEqual(['2084-02-32', '2083/84', true]);
  await years([year2084, { ...year2084, year: 2091 }]);
  expect(await dates(uuid)).toEqual(['2084-02-32', '2083/84', true]);
  expect(await dates(beyond)).toEqual([null, '2090/91', true]);
  await expect(
    sql`UPDATE invoice SET date_bs = '2084-03-01' WHERE uuid = ${uuid}`.execute(world.db),
  ).rejects.toThrow(/append-only/);
});

test('invoices of before the columns get their dates from the migration, as the table has them', async () => {
  // A day of every month of the table, and the days around its ends.
  await sql`
    ALTER TABLE invoice DROP COLUMN date_bs, DROP COLUMN calendar_provisional`.execute(world.db);
  await sql`ALTER TABLE provider_setting DROP COLUMN calendar_years`.execute(world.db);
  await sql`
    WITH paid AS (
      INSERT INTO payment_reference (account, "user", kind, amount, method, status, decided_at)
      SELECT ${account}, u.uuid, 'topup', 113000, 'cash', 'confirmed', now()
      FROM (SELECT uuid FROM users WHERE account = ${account} LIMIT 1) u, generate_series(1, 1200)
      RETURNING uuid
    ), numbered AS (SELECT uuid, row_number() OVER ()::int AS n FROM paid)
    INSERT INTO invoice (account, payment, fiscal_year, number, issued_at, seller, buyer, taxable, vat, vat_percent, total)
    SELECT ${account}, uuid, 'old', n, timestamptz '1943-03-15 06:00Z' + make_interval(days => n * 28), '{}', '{}',
      100000, 13000, 13, 113000
    FROM numbered`.execute(world.db);
  const migration = new URL('../../../server/db/migrations/0003_invoice_dates.sql', import.meta.url);
  await world.db
    .transaction()
    .execute(async (trx) => sql.raw(await readFile(migration, 'utf8')).execute(trx));
  const { rows } = await sql<{ day: string; date_bs: string | null; calendar_provisional: boolean }>`
    SELECT (issued_at AT TIME ZONE 'Asia/Kathmandu')::date AS day, date_bs, calendar_provisional
    FROM invoice ORDER BY issued_at`.execute(world.db);
  const table = new BikramSambat();
  const expected = rows.map(({ day }) => {
    const bs = table.toBs(day);
    return {
      day,
      date_bs: bs ? bsText(bs) : null,
      calendar_provisional: !bs || table.isProvisional(bs.year),
    };
  });
  expect(rows).toEqual(expected);
  expect(rows.filter(({ date_bs }) => date_bs === null).length).toBeGreaterThan(2);
  expect(rows.length).toBeGreaterThanOrEqual(1200);
  await expect(sql`DELETE FROM invoice`.execute(world.db)).rejects.toThrow(/append-only/);
});
