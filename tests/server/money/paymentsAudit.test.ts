import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Failure } from '#schema/entity.ts';
import type { UploadedFile } from '#schema/file.ts';
import type { PaymentReference } from '#schema/paymentReference.ts';
import {
  cancelPayment,
  confirmPayment,
  rejectPayment,
  startTopup,
} from '../../../server/services/money/payments.ts';
import type { Caller } from '../../../server/services/platform/caller.ts';
import { createTestApp, type TestApp, type User } from '../../support/app.ts';
import { pdf } from '../../support/documents.ts';

/** What a payment leaves behind: its row, its lines of the audit log, its mail; and in which words it is refused. */

let world: TestApp;
let pack: string;
beforeAll(async () => {
  world = await createTestApp();
  const { rows } = await sql<{ uuid: string }>`
    INSERT INTO sms_package (name, parts, price, validity_days) VALUES ('Starter', 1000, 125000, 30)
    RETURNING uuid`.execute(world.db);
  pack = rows[0]?.uuid as string;
});
afterAll(() => world.close());
beforeEach(() => sql`UPDATE sms_package SET is_active = true WHERE uuid = ${pack}`.execute(world.db));

type Paid = { data: PaymentReference } & Failure;
const post = (path: string, body: object, as: User = 'customer') => world.call<Paid>(as, 'POST', path, body);
const topUp = (body: object = {}) =>
  post('/v1/credit/payment/credit_payment_initiate/', { amount: 50_000, method: 'cash', ...body });
const buy = (body: object = {}) =>
  post('/v1/credit/user-payment-reference/smspackages/', {
    ...{ package: pack, price: 125_000, method: 'wallet', ...body },
  });
const decide = (what: 'confirm' | 'reject', body: object) =>
  post(`/v1/credit/payment/credit_payment_${what}/`, body, 'admin');
const uuidOf = async (asked: ReturnType<typeof topUp>) => {
  const { status, text, body } = await asked;
  expect(status, text).toBe(201);
  return body.data.uuid;
};
const entries = async (record: string) =>
  (
    await sql`
      SELECT action, entity, actor_email AS actor, account, title, before, after FROM audit_entry
      WHERE record = ${record} ORDER BY uuid`.execute(world.db)
  ).rows;
const mails = async (about: string) =>
  (await sql`SELECT kind, "to" FROM mail WHERE about = ${about}`.execute(world.db)).rows;
const row = async (uuid: string) => {
  const { rows } = await sql<Record<string, unknown>>`
    SELECT p.*, u.email AS decider FROM payment_reference p LEFT JOIN users u ON u.uuid = p.decided_by
    WHERE p.uuid = ${uuid}`.execute(world.db);
  return rows[0] ?? {};
};
/** What a payment moved: lines of the ledger, and packages. */
const given = async (payment: string) => ({
  entries: (await sql`SELECT kind, amount FROM wallet_entry WHERE payment = ${payment}`.execute(world.db))
    .rows,
  packages: (
    await sql`SELECT package, parts FROM account_package WHERE payment = ${payment}`.execute(world.db)
  ).rows,
});
const of = () => ({
  ...{ entity: 'admin/payment-references', account: world.accounts.customer },
});
const asked = (action: string, title: string | null, after: object) => ({
  ...of(),
  ...{ action, actor: world.emails.customer, title, before: null, after },
});
const decided = (action: string, actor: string | null, title: string | null, after: object) => ({
  ...of(),
  ...{ action, actor, title, before: { status: 'pending' }, after },
});

test('a top-up that is confirmed, with the number that was given when it was asked or then', async () => {
  const bank = await uuidOf(topUp({ method: 'bank', reference: 'NIC 1' }));
  await decide('confirm', { uuid: bank });
  expect(await entries(bank)).toEqual([
    asked('request', 'NIC 1', { kind: 'topup', amount: 50_000, method: 'bank', reference: 'NIC 1' }),
    decided('confirm', world.emails.admin, 'NIC 1', { status: 'confirmed', amount: 50_000 }),
  ]);
  expect(await row(bank)).toMatchObject({ reference: 'NIC 1', decider: world.emails.admin });
  expect(await given(bank)).toEqual({ entries: [{ kind: 'topup', amount: 50_000 }], packages: [] });
  const invoices = await sql`SELECT total FROM invoice WHERE payment = ${bank}`.execute(world.db);
  expect(invoices.rows).toEqual([{ total: 50_000 }]);
  expect(await mails(bank)).toEqual([{ kind: 'payment-decided', to: world.emails.customer }]);

  const cash = await uuidOf(topUp());
  await decide('confirm', { uuid: cash, reference: 'SLIP 2' });
  expect(await entries(cash)).toEqual([
    asked('request', null, { kind: 'topup', amount: 50_000, method: 'cash' }),
    decided('confirm', world.emails.admin, 'SLIP 2', {
      ...{ status: 'confirmed', amount: 50_000, reference: 'SLIP 2' },
    }),
  ]);
  expect(await row(cash)).toMatchObject({ reference: 'SLIP 2' });
});

test('one that is rejected, and one that its customer takes back', async () => {
  const rejected = await uuidOf(topUp());
  await decide('reject', { uuid: rejected, reason: 'No money came' });
  expect((await entries(rejected))[1]).toEqual(
    decided('reject', world.emails.admin, null, {
      ...{ status: 'rejected', amount: 50_000, reason: 'No money came' },
    }),
  );
  expect(await row(rejected)).toMatchObject({ decider: world.emails.admin, reason: 'No money came' });
  expect(await mails(rejected)).toEqual([{ kind: 'payment-decided', to: world.emails.customer }]);

  const back = await uuidOf(topUp());
  await post(`/v1/credit/user-payment-reference/${back}/cancel_request/`, {});
  expect((await entries(back))[1]).toEqual(
    decided('cancel', world.emails.customer, null, { status: 'cancelled', amount: 50_000 }),
  );
  expect(await row(back)).toMatchObject({ decider: world.emails.customer });
  expect(await mails(back)).toEqual([]);
  const late = await decide('confirm', { uuid: back });
  expect(late.body.detail).toBe('This payment is already cancelled. Nothing was changed.');
});

test('a package that is bought, from the wallet and by a transfer', async () => {
  const wallet = await uuidOf(buy());
  const bought = { kind: 'package', amount: 125_000, package_parts: 1000 };
  expect(await entries(wallet)).toEqual([asked('purchase', 'Starter', { ...bought, method: 'wallet' })]);
  expect(await row(wallet)).toMatchObject({ status: 'confirmed', decided_by: null });
  expect(await mails(wallet)).toEqual([]);
  expect(await given(wallet)).toEqual({
    entries: [{ kind: 'package', amount: -125_000 }],
    packages: [{ package: pack, parts: 1000 }],
  });

  const bank = await uuidOf(buy({ method: 'bank', reference: 'NIC 3' }));
  await decide('confirm', { uuid: bank });
  expect(await entries(bank)).toEqual([
    asked('purchase', 'Starter', { ...bought, method: 'bank', reference: 'NIC 3' }),
    decided('confirm', world.emails.admin, 'Starter', { status: 'confirmed', amount: 125_000 }),
  ]);
  expect(await given(bank)).toEqual({ entries: [], packages: [{ package: pack, parts: 1000 }] });
});

test('one of another account, and one that is not there, are not found, and nothing changes', async () => {
  const uuid = await uuidOf(topUp());
  const cancel = (which: string, account: string) =>
    world.db.transaction().execute((trx) => cancelPayment(trx, which, account, { by: null }));
  for (const [which, account] of [
    [uuid, world.accounts.other],
    [randomUUID(), world.accounts.customer],
  ] as const)
    await expect(cancel(which, account)).rejects.toMatchObject({ code: 'not_found' });
  expect((await decide('reject', { uuid: randomUUID(), reason: 'None' })).status).toBe(404);
  expect(await row(uuid)).toMatchObject({ status: 'pending' });
});

test('one that is decided by two at once is decided by the first', async () => {
  const uuid = await uuidOf(topUp());
  const both = await Promise.all([
    decide('confirm', { uuid }),
    decide('reject', { uuid, reason: 'No money came' }),
    decide('confirm', { uuid }),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expect(await entries(uuid)).toHaveLength(2);
});

test('the receipt that was uploaded is kept with it', async () => {
  const receipt = (await world.upload<{ data: UploadedFile }>(pdf(), 'receipt.pdf')).body.data.uuid;
  expect(await row(await uuidOf(topUp({ receipt })))).toMatchObject({ receipt });
  expect(await row(await uuidOf(buy({ method: 'cash', receipt })))).toMatchObject({ receipt });
});

test('what cannot be is refused in words', async () => {
  await uuidOf(topUp({ method: 'bank', reference: 'NIC 4' }));
  expect((await topUp({ method: 'bank', reference: 'nic 4' })).body.errors).toEqual({
    reference: ['You have already used this reference. A transfer can be used only once.'],
  });
  const dearer = await buy({ price: 1 });
  expect(dearer.body).toMatchObject({
    ...{ code: 'price_changed', detail: 'The price of this package has changed. Nothing was bought.' },
    data: { uuid: pack, price: 125_000 },
  });
  for (const method of ['cash', 'bank'])
    expect((await topUp({ method, reference: 'NIC 5', receipt: randomUUID() })).body.errors).toEqual({
      receipt: [expect.any(String)],
    });
  await sql`UPDATE sms_package SET is_active = false WHERE uuid = ${pack}`.execute(world.db);
  expect((await buy()).body.errors).toEqual({
    package: ['This package is no longer for sale. Choose another one.'],
  });
});

test('of an online service the number is the service’s to say, and it decides by itself', async () => {
  const { rows } = await sql<{ user: string }>`
    SELECT uuid AS "user" FROM users WHERE email = ${world.emails.customer}`.execute(world.db);
  const caller: Caller = {
    ...{ user: rows[0]?.user as string, account: world.accounts.customer },
    ...{ role: 'customer', pairs: [], tokenHash: Buffer.alloc(0) },
  };
  const start = () =>
    world.db
      .transaction()
      .execute((trx) => startTopup(trx, caller, { amount: 50_000, method: 'khalti', reference: 'MINE' }));
  const paid = await start();
  expect(await row(paid)).toMatchObject({ method: 'khalti', reference: null });
  await world.db
    .transaction()
    .execute((trx) => confirmPayment(trx, paid, { by: null, seller: null, reference: 'KHALTI 5' }));
  expect(await row(paid)).toMatchObject({ status: 'confirmed', decided_by: null, reference: 'KHALTI 5' });
  expect((await entries(paid))[1]).toEqual(
    decided('confirm', null, 'KHALTI 5', { status: 'confirmed', amount: 50_000, reference: 'KHALTI 5' }),
  );
  const invoices = await sql`SELECT FROM invoice WHERE payment = ${paid}`.execute(world.db);
  expect(invoices.rows).toEqual([]);

  const failed = await start();
  const account = await world.db
    .transaction()
    .execute((trx) => rejectPayment(trx, failed, { by: null, reason: 'Expired' }));
  expect(account).toBe(world.accounts.customer);
  expect(await row(failed)).toMatchObject({ status: 'rejected', decided_by: null, reason: 'Expired' });
});
