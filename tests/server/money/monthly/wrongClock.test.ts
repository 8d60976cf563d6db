import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readSeries } from '../../../../server/services/money/invoiceSeries.ts';
import { databaseNow } from '../../../../server/services/platform/databaseClock.ts';
import { postReportMails } from '../../../../server/services/reports/reportMail.ts';
import { waitForLocks } from '../../../support/locks.ts';
import { DAY, next, setUpMonths } from './monthlySetup.ts';

const setup = setUpMonths();
const { close, ok, buy, backdate, topUp, listed, only, paper, postpaid } = setup;

/** The time that PostgreSQL has, too. No test sets this clock. */
const trueTime = () => performance.timeOrigin + performance.now();
const setClock = (time: number) => vi.useFakeTimers({ toFake: ['Date'], now: time });
afterEach(() => {
  vi.useRealTimers();
});

describe('a process whose clock is ahead', () => {
  /** Of the day after this one, and of an hour from now, as a right clock has them. */
  let tomorrow: string;
  let soon: string;
  beforeEach(() => {
    tomorrow = new Date(trueTime() + 345 * 60_000 + DAY).toISOString().slice(0, 10);
    soon = new Date(trueTime() + 3_600_000).toISOString();
  });

  test('closes no month before it is over', async () => {
    await postpaid();
    await buy();
    setClock(next.getTime());
    expect(await close()).toBe(0);
    expect(await listed()).toEqual([]);
  });

  test('issues an invoice of the day that the database has', async () => {
    setClock(next.getTime());
    const { invoice } = await topUp(5000);
    expect(Date.parse((await paper(invoice as string)).issued_at)).toBeLessThan(trueTime() + 60_000);
  });

  test('lets a rate of VAT of tomorrow be set and removed', async () => {
    const rates = '/v1/admin/settings/billing/vat-rates/';
    setClock(next.getTime());
    await ok('admin', 'PUT', rates, { from: tomorrow, percent: 14 });
    await ok('admin', 'DELETE', `${rates}${tomorrow}/`);
  });

  test('shows the series of the database’s fiscal years', async () => {
    const names = async () => (await readSeries(setup.base.db)).map(({ fiscal_year }) => fiscal_year);
    const before = await names();
    setClock(trueTime() + 800 * DAY);
    expect(await names()).toEqual(before);
  });

  test('takes a price that begins in an hour, and an entry of the number plan that begins tomorrow', async () => {
    setClock(next.getTime());
    await ok('admin', 'POST', '/v1/admin/product-pricing/', {
      ...{ account: setup.account, price: 150, release_undelivered: false, valid_from: soon },
    });
    await ok('admin', 'POST', '/v1/admin/number-plan/', {
      ...{ prefix: '9719', operator: 'ntc', closed: false, valid_from: tomorrow },
    });
  });

  test('lets a year of the calendar be corrected that is not over', async () => {
    const year = { year: 2084, months: [31, 31, 32, 31, 31, 31, 30, 29, 30, 29, 30, 31] };
    const corrected = { ...year, months: [31, 31, 32, 31, 31, 31, 30, 29, 30, 29, 31, 30] };
    const set = (...calendar_years: object[]) =>
      ok('admin', 'PUT', '/v1/admin/settings/', { staff_two_factor: false, calendar_years });
    await set(year);
    setClock(trueTime() + 3650 * DAY);
    await set(corrected);
    await set();
  });

  test('mails no report of a month that is not over', async () => {
    await ok('customer', 'PUT', '/v1/core/reports/mail/', { calendar: 'ad' });
    setClock(trueTime() + 40 * DAY);
    expect(await postReportMails(setup.base.db, {})).toBe(0);
  });
});

test('a monthly invoice is of the moment at which it was issued, not of that at which the run began', async () => {
  const { db } = setup.base;
  await postpaid();
  await buy();
  await backdate(40);
  const { closing, letGo } = await db.transaction().execute(async (trx) => {
    await sql`SELECT FROM account WHERE uuid = ${setup.account} FOR UPDATE`.execute(trx);
    const run = close();
    await waitForLocks(db);
    return { closing: run, letGo: await databaseNow(trx) };
  });
  expect(await closing).toBe(1);
  const { issued_at } = await paper((await only()).uuid);
  expect(Date.parse(issued_at)).toBeGreaterThanOrEqual(letGo.getTime());
});
