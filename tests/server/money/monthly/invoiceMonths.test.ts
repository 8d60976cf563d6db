import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { BikramSambat } from '#schema/bikramSambat.ts';
import type { Invoice } from '#schema/invoice.ts';
import type { AnyMonthlyInvoice, MonthlyInvoice } from '#schema/monthlyInvoice.ts';
import type { PaymentReference } from '#schema/paymentReference.ts';
import { invoiceMonths } from '../../../../server/services/money/monthly/invoiceMonths.ts';
import { nepalDay } from '../../../../server/services/platform/nepalTime.ts';
import { createTestApp, type TestApp, type User } from '../../../support/app.ts';
import { audit } from '../../../support/audit.ts';
import { claimCampaign } from '../../../support/claimedCampaign.ts';
import { allMailsTo } from '../../../support/mailbox.ts';

let base: TestApp;
let world: TestApp;
let account: string;
/** A package for Rs. 113. */
let pack: { package: string; price: number };
beforeAll(async () => {
  base = await createTestApp({ environment: { SELLER_NAME: 'Provider', SELLER_PAN: '123456789' } });
  const { rows } = await sql<{ uuid: string }>`
    INSERT INTO sms_package (name, parts, price, validity_days) VALUES ('Two', 2, 11300, 30) RETURNING uuid`.execute(
    base.db,
  );
  pack = { package: rows[0]?.uuid as string, price: 11_300 };
});
afterAll(() => base.close());
beforeEach(async () => {
  await sql`UPDATE account SET billing = 'prepaid', credit_limit = 0 WHERE balance >= 0`.execute(base.db);
  world = await base.newCustomers();
  account = world.accounts.customer;
});
afterEach(() => audit(base.db));

const DAY = 86_400_000;
const calendar = new BikramSambat();
const nowBs = calendar.toBs(nepalDay(new Date()));
const thisMonth = `${nowBs?.year}-${String(nowBs?.month).padStart(2, '0')}`;
/** Noon on the first day of the month after the current one, and of the one after that. */
const [next, afterNext] = ((): [Date, Date] => {
  const { year = 0, month = 0 } = nowBs ?? {};
  const first = (more: number) =>
    new Date(
      `${calendar.fromBs({ year: year + (month + more > 12 ? 1 : 0), month: ((month - 1 + more) % 12) + 1, day: 1 })}T06:00:00Z`,
    );
  return [first(1), first(2)];
})();
const seller = { name: 'Provider', pan: '123456789', address: '' };
const errors: unknown[] = [];
const log = { error: (details: object) => errors.push(details) };
const close = (at: Date) => invoiceMonths(base.db, async () => seller, log, at);

const ok = async <T>(as: User, method: string, path: string, body?: object) => {
  const answer = await world.call<{ data: T }>(as, method, path, body);
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body.data;
};
const terms = (billing: string, credit_limit: number | null) =>
  ok('admin', 'PUT', `/v1/admin/accounts/${account}/`, {
    ...{ name: 'Himal Traders', type: 'company', billing, credit_limit },
  });
/** The account never had money. */
const withoutMoney = () =>
  base.db.transaction().execute(async (trx) => {
    await sql`ALTER TABLE wallet_entry DISABLE TRIGGER USER`.execute(trx);
    await sql`DELETE FROM wallet_entry WHERE account = ${account}`.execute(trx);
    await sql`UPDATE account SET balance = 0 WHERE uuid = ${account}`.execute(trx);
    await sql`ALTER TABLE wallet_entry ENABLE TRIGGER USER`.execute(trx);
  });
/** All ledger entries so far are this many days older. */
const backdate = (days: number) =>
  base.db.transaction().execute(async (trx) => {
    await sql`ALTER TABLE wallet_entry DISABLE TRIGGER USER`.execute(trx);
    await sql`
      UPDATE wallet_entry SET created_at = created_at - make_interval(days => ${days}) WHERE account = ${account}`.execute(
      trx,
    );
    await sql`ALTER TABLE wallet_entry ENABLE TRIGGER USER`.execute(trx);
  });
const buy = () =>
  ok('customer', 'POST', '/v1/credit/user-payment-reference/smspackages/', { ...pack, method: 'wallet' });
const expirePackages = () =>
  sql`UPDATE account_package SET expires_at = now() WHERE account = ${account}`.execute(base.db);
const topUp = async (amount: number) => {
  const made = await ok<PaymentReference>('customer', 'POST', '/v1/credit/payment/credit_payment_initiate/', {
    ...{ amount, method: 'cash' },
  });
  return ok<PaymentReference>('admin', 'POST', '/v1/credit/payment/credit_payment_confirm/', {
    uuid: made.uuid,
  });
};
const listed = async () =>
  (await world.call<{ results: MonthlyInvoice[] }>('customer', 'GET', '/v1/credit/monthly-invoices/')).body
    .results;
const paper = (uuid: string) => ok<Invoice>('customer', 'GET', `/v1/credit/invoices/${uuid}/`);
const payment = (uuid: string) =>
  ok<PaymentReference>('customer', 'GET', `/v1/credit/user-payment-reference/${uuid}/`);
const only = async () => {
  const all = await listed();
  expect(all).toHaveLength(1);
  return all[0] as MonthlyInvoice;
};
const postpaid = async () => {
  await withoutMoney();
  await terms('postpaid', 100_000);
};

describe('at the end of the month', () => {
  test('a post-paid account gets one invoice of what it used, though several workers make it', async () => {
    await postpaid();
    const sent = await claimCampaign(world, ['9841000001', '9841000002', '9801000003']);
    await sent.record({ 0: 'submitted', 1: 'submitted', 2: 'submitted' });
    await buy();
    const made = await Promise.all([close(next), close(next), close(next)]);
    expect(made.reduce((sum, n) => sum + n, 0)).toBe(1);
    expect(await close(next)).toBe(0);
    expect(errors).toEqual([]);
    const due_on = nepalDay(new Date(next.getTime() + 15 * DAY));
    const invoice = await only();
    expect(invoice).toMatchObject({
      ...{ month: thisMonth, due_on, total: 11_707, paid: 0, status: 'open' },
      number: expect.any(Number),
    });
    const shown = await paper(invoice.uuid);
    expect(shown).toMatchObject({
      ...{ kind: 'month', payment: null, method: null, item: null, paid: 0, handed_out: 1 },
      ...{ month: thisMonth, due_on, vat_percent: 13, total: 11_707, taxable: 10_360, vat: 1347 },
      buyer: { name: 'Himal Traders' },
    });
    expect(shown.lines?.map(({ item, name, parts, amount }) => [item, name, parts, amount])).toEqual([
      ['sms', 'ncell', 1, 136],
      ['sms', 'ntc', 2, 271],
      ['package', 'Two', null, 11_300],
    ]);
    const staff = await world.call<{ results: AnyMonthlyInvoice[] }>(
      'support',
      'GET',
      `/v1/admin/monthly-invoices/?account=${account}&status=open`,
    );
    expect(staff.body.results).toMatchObject([{ uuid: invoice.uuid, account_name: 'Himal Traders' }]);
    expect((await world.call('other', 'GET', `/v1/credit/invoices/${invoice.uuid}/`)).status).toBe(404);
  });

  test('it is mailed with its PDF to those who see the balance', async () => {
    await postpaid();
    await buy();
    await close(next);
    const [letter] = await allMailsTo(world, world.emails.customer);
    expect(letter?.subject).toMatch(/^Tax invoice \S+ for \w+ 20\d\d: Rs\. 113\.00$/);
    expect(letter?.text).toMatch(/Pay Rs\. 113\.00 by \d+ \w+ 20\d\d \(/);
    expect(letter?.text).toContain(`/wallet/invoices/${(await only()).uuid}`);
  });

  test('without a seller nothing is closed, and later everything is invoiced', async () => {
    await postpaid();
    await buy();
    expect(await invoiceMonths(base.db, async () => null, log, next)).toBe(0);
    await buy();
    await close(afterNext);
    expect((await only()).total).toBe(22_600);
  });

  test('what was used later is on the next invoice, and nothing twice', async () => {
    await postpaid();
    await buy();
    await close(next);
    await buy();
    await close(afterNext);
    expect((await listed()).map(({ total }) => total)).toEqual([11_300, 11_300]);
  });

  test('use that was paid in advance is not invoiced', async () => {
    await terms('postpaid', 100_000);
    await buy();
    expect(await close(next)).toBe(0);
    expect(await listed()).toEqual([]);
  });

  test('a top-up between the end of the month and its invoice is an advance, with its own tax', async () => {
    await postpaid();
    await buy();
    const { invoice } = await topUp(5000);
    await close(next);
    expect((await only()).total).toBe(6300);
    expect((await paper(invoice as string)).total).toBe(5000);
  });

  test('an adjustment by hand is charged or pays for use', async () => {
    await postpaid();
    const adjust = (amount: number) =>
      ok('admin', 'POST', `/v1/credit/user-wallets/${account}/adjust/`, { amount, reason: 'A slip' });
    await adjust(-1130);
    await buy();
    await adjust(2260);
    await close(next);
    const { lines } = await paper((await only()).uuid);
    expect(lines?.reduce((sum, { amount }) => sum + amount, 0)).toBe(10_170);
  });

  test('each day has its own VAT', async () => {
    await postpaid();
    await buy();
    await backdate(40);
    await buy();
    await sql`
      INSERT INTO vat_rate (valid_from, percent) VALUES (${nepalDay(new Date(Date.now() - 30 * DAY))}, 15)`.execute(
      base.db,
    );
    await close(next);
    await sql`DELETE FROM vat_rate WHERE percent = 15`.execute(base.db);
    const { lines, taxable, vat } = await paper((await only()).uuid);
    expect(lines?.map(({ percent, taxable }) => [percent, taxable])).toEqual([
      [13, 10_000],
      [15, 9826],
    ]);
    expect([taxable, vat]).toEqual([19_826, 2774]);
  });
});

describe('a payment', () => {
  test('settles the oldest invoices without a second tax; the rest is an advance', async () => {
    await postpaid();
    await buy();
    await close(next);
    await buy();
    await close(afterNext);
    const first = await topUp(1300);
    expect(first).toMatchObject({ status: 'confirmed', invoice: null });
    expect(await payment(first.uuid)).toMatchObject({ settled: 1300 });
    expect((await listed()).map(({ paid, status }) => [paid, status])).toEqual([
      [0, 'open'],
      [1300, 'open'],
    ]);
    const second = await topUp(31_300);
    expect((await listed()).map(({ paid, status }) => [paid, status])).toEqual([
      [11_300, 'paid'],
      [11_300, 'paid'],
    ]);
    expect((await paper(second.invoice as string)).total).toBe(10_000);
    expect(await payment(second.uuid)).toMatchObject({ amount: 31_300, settled: 21_300 });
    const { rows } = await sql`SELECT balance FROM account WHERE uuid = ${account}`.execute(base.db);
    expect(rows).toEqual([{ balance: 10_000 }]);
  });

  test('pays one invoice once, though two are confirmed at the same time', async () => {
    await postpaid();
    await buy();
    await close(next);
    const paid = await Promise.all([topUp(11_300), topUp(11_300)]);
    const invoices = paid.flatMap(({ invoice }) => invoice ?? []);
    expect(invoices).toHaveLength(1);
    expect((await paper(invoices[0] as string)).total).toBe(11_300);
    expect((await only()).paid).toBe(11_300);
  });

  test('that has not come by the last day makes the invoice overdue', async () => {
    await postpaid();
    await buy();
    await backdate(90);
    await close(new Date(Date.now() - 45 * DAY));
    expect((await only()).status).toBe('overdue');
    const query = '/v1/credit/monthly-invoices/?status=overdue';
    expect((await world.call<{ count: number }>('customer', 'GET', query)).body.count).toBe(1);
    await topUp(11_300);
    expect((await only()).status).toBe('paid');
  });
});

describe('a change in mid-month', () => {
  test('to post-paid: only what was used on credit is invoiced', async () => {
    await withoutMoney();
    await topUp(11_300);
    await buy();
    await backdate(3);
    await expirePackages();
    await terms('postpaid', 100_000);
    const sent = await claimCampaign(world, ['9841000001', '9841000002']);
    await sent.record({ 0: 'submitted', 1: 'submitted' });
    await close(next);
    const { lines, total } = await paper((await only()).uuid);
    expect([total, lines?.map(({ name }) => name)]).toEqual([271, ['ntc']]);
  });

  test('to prepaid: what is owed must be paid first, that payment has the tax, and no month follows', async () => {
    await postpaid();
    await buy();
    const put = await world.call('admin', 'PUT', `/v1/admin/accounts/${account}/`, {
      ...{ name: 'Himal Traders', type: 'company', billing: 'prepaid', credit_limit: null },
    });
    expect(put.status).toBe(400);
    const { invoice } = await topUp(11_300);
    expect((await paper(invoice as string)).total).toBe(11_300);
    await terms('prepaid', null);
    expect(await close(next)).toBe(0);
    await terms('postpaid', 100_000);
    expect(await close(next)).toBe(0);
    expect(await listed()).toEqual([]);
  });
});
