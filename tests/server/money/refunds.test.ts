import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DashboardSummary } from '#schema/dashboardSummary.ts';
import type { Failure } from '#schema/entity.ts';
import type { StartedPayment } from '#schema/paymentReference.ts';
import type { PaymentRefund } from '#schema/paymentRefund.ts';
import { paymentRefund } from '#schema/paymentRefund.ts';
import { postRefundTask } from '../../../server/services/mail/refundMails.ts';
import { gatewaysOf } from '../../../server/services/money/online/gateways.ts';
import {
  createOnlinePayments,
  type OnlinePayments,
} from '../../../server/services/money/online/onlinePayments.ts';
import { createTestApp, type TestApp, users } from '../../support/app.ts';
import { audit } from '../../support/audit.ts';
import { type EsewaServer, sendForm, startEsewa } from '../../support/esewaServer.ts';
import { type KhaltiServer, startKhalti } from '../../support/khaltiServer.ts';
import { allMailsTo } from '../../support/mailbox.ts';
import { paymentEnvironment } from '../../support/paymentEnvironment.ts';

let esewa: EsewaServer;
let khalti: KhaltiServer;
let world: TestApp;
let online: OnlinePayments;
let warned: string[] = [];
const log = { warn: (_: object, message: string) => void warned.push(message), error: () => {} };

beforeAll(async () => {
  [esewa, khalti] = await Promise.all([startEsewa(), startKhalti()]);
  world = await createTestApp({ environment: paymentEnvironment(esewa, khalti) });
  const { deliverMail } = world.deps;
  const gateways = gatewaysOf(world.deps.config);
  online = createOnlinePayments({
    db: world.db,
    gateways: async () => gateways,
    seller: async () => null,
    deliverMail,
    log,
    askEvery: 0,
  });
});
beforeEach(async () => {
  warned = [];
  await sql`DELETE FROM payment_refund`.execute(world.db);
  await sql`UPDATE online_payment SET next_check_at = NULL, refund_check_at = NULL`.execute(world.db);
});
afterAll(async () => {
  await audit(world.db);
  await Promise.all([world.close(), esewa.close(), khalti.close()]);
});

const AMOUNT = 250_000;
const PATH = paymentRefund.path;

/** A payment that its service has just taken, still pending here. */
async function paid(method: 'esewa' | 'khalti'): Promise<string> {
  const asked = { amount: AMOUNT, method };
  const { data } = (
    await world.call<{ data: StartedPayment }>(
      'customer',
      'POST',
      '/v1/credit/payment/credit_payment_initiate/',
      asked,
    )
  ).body;
  if (data.checkout?.fields) await sendForm(data.checkout.url, data.checkout.fields);
  if (method === 'esewa') esewa.pay(data.uuid);
  else khalti.pay(data.uuid);
  return data.uuid;
}
async function confirmed(method: 'esewa' | 'khalti'): Promise<string> {
  const uuid = await paid(method);
  expect((await online.check(uuid)).answer).toBe('paid');
  return uuid;
}
const refund = (uuid: string, method: 'esewa' | 'khalti', kind: 'full' | 'part') =>
  method === 'esewa'
    ? esewa.change(uuid, { status: kind === 'full' ? 'FULL_REFUND' : 'PARTIAL_REFUND' })
    : khalti.change(uuid, { status: kind === 'full' ? 'Refunded' : 'Partially Refunded' });
/** Looks at the payments whose time has come, as the minute's job does. */
async function look(uuid: string): Promise<void> {
  await sql`UPDATE online_payment SET refund_check_at = now() WHERE uuid = ${uuid}`.execute(world.db);
  await online.recheck();
}
const tasks = async (): Promise<PaymentRefund[]> =>
  (await world.call<{ results: PaymentRefund[] }>('support', 'GET', PATH)).body.results;
const balance = async (): Promise<number> => {
  const { rows } = await sql<{ balance: number }>`
    SELECT balance FROM account WHERE uuid = ${world.accounts.customer}`.execute(world.db);
  return rows[0]!.balance;
};
const handle = (
  uuid: string,
  body: object = { note: 'Took it off the wallet.' },
  as: 'admin' | 'support' = 'admin',
) => world.call<{ data: PaymentRefund } & Failure>(as, 'POST', `${PATH}${uuid}/handle/`, body);

test.each([
  ['esewa', 'full'],
  ['esewa', 'part'],
  ['khalti', 'full'],
  ['khalti', 'part'],
] as const)(
  '%s: a refund (%s) of a confirmed payment is a task, and changes no balance',
  async (method, kind) => {
    const payment = await confirmed(method);
    const before = await balance();
    await look(payment);
    expect(await tasks()).toEqual([]);
    refund(payment, method, kind);
    await look(payment);
    expect(await tasks()).toMatchObject([
      { ...{ payment, method, kind, amount: AMOUNT, account: world.accounts.customer }, status: 'open' },
    ]);
    expect((await tasks())[0]).toMatchObject({ account_name: 'Himal Traders', payment_status: 'confirmed' });
    expect(await balance()).toBe(before);
    const { rows } = await sql`
    SELECT actor, account, action, after FROM audit_entry WHERE entity = 'admin/payment-refunds'
    ORDER BY uuid DESC LIMIT 1`.execute(world.db);
    expect(rows).toEqual([
      {
        ...{ actor: null, account: world.accounts.customer, action: 'refund-seen' },
        after: { payment, kind, amount: AMOUNT },
      },
    ]);
  },
);

test('is told once, however often and by however many it is seen; a part and then all of it twice', async () => {
  const payment = await confirmed('esewa');
  refund(payment, 'esewa', 'part');
  for (let i = 0; i < 3; i++) await look(payment);
  refund(payment, 'esewa', 'full');
  await sql`UPDATE online_payment SET refund_check_at = now() WHERE uuid = ${payment}`.execute(world.db);
  await Promise.all([online.recheck(), online.recheck(), online.recheck()]);
  await look(payment);
  expect((await tasks()).map(({ kind }) => kind).sort()).toEqual(['full', 'part']);
  expect(warned.filter((message) => /was refunded/.test(message))).toHaveLength(2);
});

test('of a payment that was not credited it is told, too', async () => {
  const payment = await paid('esewa');
  refund(payment, 'esewa', 'full');
  await online.check(payment);
  expect(await tasks()).toMatchObject([{ payment, kind: 'full', payment_status: 'cancelled' }]);
});

test('confirmed payments are asked about after an hour, then at most every week, for half a year', async () => {
  const payment = await confirmed('khalti');
  const next = async (age: string): Promise<number | null> => {
    await sql`UPDATE payment_reference SET created_at = now() - ${age}::interval WHERE uuid = ${payment}`.execute(
      world.db,
    );
    await look(payment);
    const { rows } = await sql<{ hours: number | null }>`
      SELECT round(extract(epoch FROM refund_check_at - now()) / 3600)::float8 AS hours FROM online_payment
      WHERE uuid = ${payment}`.execute(world.db);
    return rows[0]!.hours;
  };
  expect(await next('1 minute')).toBe(1);
  expect(await next('8 hours')).toBe(2);
  expect(await next('100 days')).toBe(168);
  expect(await next('181 days')).toBeNull();
});

test('staff handle it once, with a note; it is counted until then', async () => {
  const payment = await confirmed('esewa');
  refund(payment, 'esewa', 'full');
  await look(payment);
  const waiting = async () =>
    (await world.call<{ data: DashboardSummary }>('admin', 'GET', '/v1/admin/dashboard-summary/')).body.data
      .open_refunds;
  expect(await waiting()).toBe(1);
  const [{ uuid }] = (await tasks()) as [PaymentRefund];
  expect((await handle(uuid, {}, 'support')).status).toBe(403);
  for (const body of [{}, { note: '  ' }, { note: 'x'.repeat(501) }]) {
    expect((await handle(uuid, body)).body.errors).toHaveProperty('note');
  }
  const answers = await Promise.all([handle(uuid), handle(uuid)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await tasks())[0]).toMatchObject({
    ...{ status: 'handled', note: 'Took it off the wallet.', handled_by_name: 'Asha Gurung' },
    handled_at: expect.any(String),
  });
  expect(await waiting()).toBe(0);
  const { rows } = await sql`
    SELECT before, after FROM audit_entry WHERE record = ${uuid} AND action = 'handle'`.execute(world.db);
  expect(rows).toEqual([
    { before: { status: 'open' }, after: { status: 'handled', note: 'Took it off the wallet.' } },
  ]);
  // Seen again, it stays handled.
  await look(payment);
  expect((await tasks()).map(({ status }) => status)).toEqual(['handled']);
});

test('nobody handles a refund of their own account', async () => {
  const payment = await confirmed('esewa');
  refund(payment, 'esewa', 'full');
  await look(payment);
  const [{ uuid }] = (await tasks()) as [PaymentRefund];
  // As if the provider itself had paid.
  await sql`UPDATE payment_refund SET account = ${world.accounts.provider}`.execute(world.db);
  const answer = await handle(uuid);
  expect(answer.status).toBe(403);
  expect((await tasks())[0]?.status).toBe('open');
});

describe('a mail', () => {
  const subject = /^Refund to handle|^मिलाउनुपर्ने रकम फिर्ता/;
  const letters = async (to: string) =>
    (await allMailsTo(world, to)).filter((letter) => subject.test(letter.subject));
  const count = async () => ({
    admin: (await letters(users.admin)).length,
    support: (await letters(users.support)).length,
    customer: (await letters(users.customer)).length,
  });
  beforeEach(() => sql`DELETE FROM mail`.execute(world.db));
  afterEach(() =>
    sql`UPDATE users SET ui_permissions = NULL, is_active = true, language = NULL`.execute(world.db),
  );
  const refunded = async (method: 'esewa' | 'khalti', kind: 'full' | 'part') => {
    const payment = await confirmed(method);
    refund(payment, method, kind);
    await look(payment);
    return payment;
  };

  test('goes once to users who can handle the task, with the amount and a link', async () => {
    const payment = await refunded('esewa', 'part');
    await look(payment);
    expect(await count()).toEqual({ admin: 1, support: 0, customer: 0 });
    const [letter] = await letters(users.admin);
    expect(letter?.subject).toBe('Refund to handle: a payment of Rs. 2,500.00');
    expect(letter?.text).toMatch(/eSewa has refunded a part of a payment of Rs\. 2,500\.00/);
    expect(letter?.text).toMatch(/\/admin\/payment-refunds\b/);
    refund(payment, 'esewa', 'full');
    await look(payment);
    expect(await count()).toEqual({ admin: 2, support: 0, customer: 0 });
  });

  test('goes to active users with the permission, in their language', async () => {
    await sql`
      UPDATE users SET ui_permissions = '[["payment-reference-list", "get"], ["payment-reference-list", "post"]]',
        language = 'ne' WHERE email = ${users.support}`.execute(world.db);
    await sql`UPDATE users SET is_active = false WHERE email = ${users.admin}`.execute(world.db);
    await refunded('khalti', 'full');
    expect(await count()).toEqual({ admin: 0, support: 1, customer: 0 });
    const [letter] = await letters(users.support);
    expect(letter?.text).toMatch(/खल्तीले Rs\. 2,500\.00को भुक्तानी फिर्ता गरेको छ।/);
  });

  test('is not sent when the task was handled before, nor to staff of the account itself or deactivated ones', async () => {
    await refunded('esewa', 'full');
    const [{ uuid }] = (await tasks()) as [PaymentRefund];
    await sql`DELETE FROM mail`.execute(world.db);
    await postRefundTask(world.db, uuid, world.accounts.provider);
    await sql`UPDATE users SET is_active = false WHERE email = ${users.admin}`.execute(world.db);
    await postRefundTask(world.db, uuid, world.accounts.customer);
    expect((await sql`SELECT FROM mail`.execute(world.db)).rows).toEqual([]);
    await sql`UPDATE users SET is_active = true`.execute(world.db);
    await postRefundTask(world.db, uuid, world.accounts.customer);
    expect((await handle(uuid)).status).toBe(200);
    expect(await count()).toEqual({ admin: 0, support: 0, customer: 0 });
  });
});
