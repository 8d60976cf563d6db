import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { AnyMonthlyInvoice } from '#schema/monthlyInvoice.ts';
import type { PaymentReference } from '#schema/paymentReference.ts';
import { invoiceMonths } from '../../../../server/services/money/monthly/invoiceMonths.ts';
import { nepalDay } from '../../../../server/services/platform/nepalTime.ts';
import { claimCampaign } from '../../../support/claimedCampaign.ts';
import { allMailsTo } from '../../../support/mailbox.ts';
import { afterNext, DAY, next, setUpMonths, thisMonth } from './monthlySetup.ts';

const setup = setUpMonths();
const { errors, log, close, ok, terms, withoutMoney, backdate, buy, expirePackages, topUp } = setup;
const { balance, listed, paper, only, postpaid } = setup;

const payment = (uuid: string) =>
  ok<PaymentReference>('customer', 'GET', `/v1/credit/user-payment-reference/${uuid}/`);

describe('at the end of the month', () => {
  test('a post-paid account gets one invoice of what it used, though several workers make it', async () => {
    await postpaid();
    const sent = await claimCampaign(setup.world, ['9841000001', '9841000002', '9801000003']);
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
    const staff = await setup.world.call<{ results: AnyMonthlyInvoice[] }>(
      'support',
      'GET',
      `/v1/admin/monthly-invoices/?account=${setup.account}&status=open`,
    );
    expect(staff.body.results).toMatchObject([{ uuid: invoice.uuid, account_name: 'Himal Traders' }]);
    expect((await setup.world.call('other', 'GET', `/v1/credit/invoices/${invoice.uuid}/`)).status).toBe(404);
  });

  test('it is mailed with its PDF to those who see the balance', async () => {
    await postpaid();
    await buy();
    await close(next);
    const [letter] = await allMailsTo(setup.world, setup.world.emails.customer);
    expect(letter?.subject).toMatch(/^Tax invoice \S+ for \w+ 20\d\d: Rs\. 113\.00$/);
    expect(letter?.text).toMatch(/Pay Rs\. 113\.00 by \d+ \w+ 20\d\d \(/);
    expect(letter?.text).toContain(`/wallet/invoices/${(await only()).uuid}`);
  });

  test('without a seller nothing is closed, and later everything is invoiced', async () => {
    await postpaid();
    await buy();
    expect(await invoiceMonths(setup.base.db, async () => null, log, next)).toBe(0);
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
      ok('admin', 'POST', `/v1/credit/user-wallets/${setup.account}/adjust/`, { amount, reason: 'A slip' });
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
      setup.base.db,
    );
    await close(next);
    await sql`DELETE FROM vat_rate WHERE percent = 15`.execute(setup.base.db);
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
    expect(await balance()).toBe(10_000);
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
    expect((await setup.world.call<{ count: number }>('customer', 'GET', query)).body.count).toBe(1);
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
    const sent = await claimCampaign(setup.world, ['9841000001', '9841000002']);
    await sent.record({ 0: 'submitted', 1: 'submitted' });
    await close(next);
    const { lines, total } = await paper((await only()).uuid);
    expect([total, lines?.map(({ name }) => name)]).toEqual([271, ['ntc']]);
  });

  test('to prepaid: what is owed must be paid first, that payment has the tax, and no month follows', async () => {
    await postpaid();
    await buy();
    const put = await setup.world.call('admin', 'PUT', `/v1/admin/accounts/${setup.account}/`, {
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
