import { sql, type Transaction } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { BikramSambat } from '#schema/bikramSambat.ts';
import type { Invoice } from '#schema/invoice.ts';
import type { MonthlyInvoice } from '#schema/monthlyInvoice.ts';
import type { PaymentReference } from '#schema/paymentReference.ts';
import { invoiceMonths } from '../../../../server/services/money/monthly/invoiceMonths.ts';
import { nepalDay } from '../../../../server/services/platform/nepalTime.ts';
import { createTestApp, type TestApp, type User } from '../../../support/app.ts';
import { audit } from '../../../support/audit.ts';

export const DAY = 86_400_000;
const calendar = new BikramSambat();
const nowBs = calendar.toBs(nepalDay(new Date()));
export const thisMonth = `${nowBs?.year}-${String(nowBs?.month).padStart(2, '0')}`;
/** Noon on the first day of the month after the current one, and of the one after that. */
export const [next, afterNext] = ((): [Date, Date] => {
  const { year = 0, month = 0 } = nowBs ?? {};
  const first = (more: number) =>
    new Date(
      `${calendar.fromBs({ year: year + (month + more > 12 ? 1 : 0), month: ((month - 1 + more) % 12) + 1, day: 1 })}T06:00:00Z`,
    );
  return [first(1), first(2)];
})();
export const seller = { name: 'Provider', pan: '123456789', address: '' };

/** A server with a seller, and for each test a customer of its own, whose months are closed by hand. */
export function setUpMonths() {
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

  const errors: unknown[] = [];
  const log = { error: (details: object) => errors.push(details) };
  const close = (at?: Date) => invoiceMonths(base.db, async () => seller, log, at);

  const ok = async <T>(as: User, method: string, path: string, body?: object) => {
    const answer = await world.call<{ data: T }>(as, method, path, body);
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.body.data;
  };
  const terms = (billing: string, credit_limit: number | null) =>
    ok('admin', 'PUT', `/v1/admin/accounts/${account}/`, {
      ...{ name: 'Himal Traders', type: 'company', billing, credit_limit },
    });
  /** Changes what the database itself guards. */
  const unguarded = (
    table: 'wallet_entry' | 'invoice',
    work: (trx: Transaction<unknown>) => Promise<unknown>,
  ) =>
    base.db.transaction().execute(async (trx) => {
      await sql`ALTER TABLE ${sql.table(table)} DISABLE TRIGGER USER`.execute(trx);
      await work(trx);
      await sql`ALTER TABLE ${sql.table(table)} ENABLE TRIGGER USER`.execute(trx);
    });
  /** The account never had money. */
  const withoutMoney = () =>
    unguarded('wallet_entry', async (trx) => {
      await sql`DELETE FROM wallet_entry WHERE account = ${account}`.execute(trx);
      await sql`UPDATE account SET balance = 0 WHERE uuid = ${account}`.execute(trx);
    });
  /** All ledger entries so far are this many days older. */
  const backdate = (days: number) =>
    unguarded('wallet_entry', (trx) =>
      sql`
        UPDATE wallet_entry SET created_at = created_at - make_interval(days => ${days}) WHERE account = ${account}`.execute(
        trx,
      ),
    );
  const buy = () =>
    ok('customer', 'POST', '/v1/credit/user-payment-reference/smspackages/', { ...pack, method: 'wallet' });
  const expirePackages = () =>
    sql`UPDATE account_package SET expires_at = now() WHERE account = ${account}`.execute(base.db);
  const topUp = async (amount: number) => {
    const made = await ok<PaymentReference>(
      'customer',
      'POST',
      '/v1/credit/payment/credit_payment_initiate/',
      { ...{ amount, method: 'cash' } },
    );
    return ok<PaymentReference>('admin', 'POST', '/v1/credit/payment/credit_payment_confirm/', {
      uuid: made.uuid,
    });
  };
  const balance = async () =>
    (await sql<{ balance: number }>`SELECT balance FROM account WHERE uuid = ${account}`.execute(base.db))
      .rows[0]?.balance;
  const listed = async () =>
    (await world.call<{ results: MonthlyInvoice[] }>('customer', 'GET', '/v1/credit/monthly-invoices/')).body
      .results;
  const paper = (uuid: string) => ok<Invoice>('customer', 'GET', `/v1/credit/invoices/${uuid}/`);
  const only = async () => {
    const all = await listed();
    expect(all).toHaveLength(1);
    return all[0] as MonthlyInvoice;
  };
  const postpaid = async () => {
    await withoutMoney();
    await terms('postpaid', 100_000);
  };
  return {
    get base() {
      return base;
    },
    get world() {
      return world;
    },
    get account() {
      return account;
    },
    errors,
    log,
    close,
    ok,
    terms,
    unguarded,
    withoutMoney,
    backdate,
    buy,
    expirePackages,
    topUp,
    balance,
    listed,
    paper,
    only,
    postpaid,
  };
}
