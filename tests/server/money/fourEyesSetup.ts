import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import type { Failure } from '#schema/entity.ts';
import type { PaymentReference } from '#schema/paymentReference.ts';
import type { Adjusted } from '#schema/wallet.ts';
import { createTestApp, type TestApp, type User } from '../../support/app.ts';
import { audit } from '../../support/audit.ts';

const CONFIRM = '/v1/credit/payment/credit_payment_confirm/';
export const OWN = /^You belong to this account/;

/** A limit above which two persons confirm payments and adjustments. */
export function setUpFourEyes() {
  let app: TestApp;
  /** The app with customers of this test's own. */
  let t: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
    // A second administrator: support of these tests may confirm and adjust, too.
    await sql`
    UPDATE users SET role = 'admin' WHERE email = ${app.emails.support}`.execute(app.db);
  });

  afterAll(async () => {
    await audit(app.db);
    await app.close();
  });

  beforeEach(async () => {
    t = await app.newCustomers();
    await limit(100_000);
  });

  const limit = (above: number | null) =>
    sql`UPDATE provider_setting SET second_person_above = ${above}`.execute(app.db);
  const balance = async (account = t.accounts.customer): Promise<number> =>
    (await sql<{ balance: number }>`SELECT balance FROM account WHERE uuid = ${account}`.execute(t.db))
      .rows[0]?.balance ?? -1;
  const post = <T>(as: User, path: string, body: object = {}) =>
    t.call<{ data: T } & Failure>(as, 'POST', path, body);
  const adjust = (as: User, amount: number, account = t.accounts.customer) =>
    post<Adjusted>(as, `/v1/credit/user-wallets/${account}/adjust/`, { amount, reason: 'A slip' });
  const confirm = (as: User, uuid: string, more: object = {}) =>
    post<PaymentReference>(as, CONFIRM, { uuid, ...more });
  let references = 0;
  const topUp = async (amount: number, as: User = 'customer', method = 'bank') => {
    const made = await post<PaymentReference>(as, '/v1/credit/payment/credit_payment_initiate/', {
      ...{ amount, method },
      ...(method === 'bank' && { reference: `FE ${++references}` }),
    });
    expect(made.status, made.text).toBe(201);
    return made.body.data.uuid;
  };

  const actions = async (record: string) =>
    (
      await sql<{ action: string; actor: string }>`
      SELECT action, actor_email AS actor FROM audit_entry WHERE record = ${record} ORDER BY uuid`.execute(
        t.db,
      )
    ).rows.map(({ action, actor }) => [action, actor]);

  return {
    get app() {
      return app;
    },
    get world() {
      return t;
    },
    set world(value) {
      t = value;
    },
    limit,
    balance,
    post,
    adjust,
    confirm,
    topUp,
    actions,
  };
}
