import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Invoice } from '#schema/invoice.ts';
import type { Pair } from '#schema/permissions.ts';
import { createTestApp, type TestApp, type User, users } from '../../../support/app.ts';

let world: TestApp;
/** The customer's invoices: of a month, and of a payment. */
let month = '';
let paid = '';
beforeAll(async () => {
  world = await createTestApp();
  const { customer } = world.accounts;
  const parties = sql`'{"name": "Provider", "pan": null, "address": null}', '{"name": "Old name", "pan": null, "address": null}'`;
  const made = await sql<{ uuid: string }>`
    INSERT INTO invoice (account, month, due_on, lines, fiscal_year, number, issued_at, calendar_provisional, seller, buyer,
      taxable, vat, vat_percent, total)
    VALUES (${customer}, '2083-07', '2026-12-01', '[]', '2083/84', 900001, now(), true, ${parties}, 10000, 1300, 13, 11300)
    RETURNING uuid`.execute(world.db);
  month = made.rows[0]?.uuid as string;
  const asked = await world.call<{ data: { uuid: string } }>(
    ...(['customer', 'POST', '/v1/credit/payment/credit_payment_initiate/'] as const),
    { amount: 113_000, method: 'cash' },
  );
  const confirmed = await world.call<{ data: { invoice: string } }>(
    ...(['admin', 'POST', '/v1/credit/payment/credit_payment_confirm/'] as const),
    { uuid: asked.body.data.uuid },
  );
  paid = confirmed.body.data.invoice;
});
afterAll(() => world.close());
const give = (user: User, pairs: readonly Pair[] | null) =>
  sql`UPDATE users SET ui_permissions = ${pairs && JSON.stringify(pairs)}::jsonb WHERE email = ${users[user]}`.execute(
    world.db,
  );
afterEach(async () => {
  await give('support', null);
  await give('other', null);
});

const read = (as: User, uuid: string) =>
  world.call<{ data: Invoice }>(as, 'GET', `/v1/credit/invoices/${uuid}/`);

test('of an account’s month is read by staff who have the list of them, and says whose it is', async () => {
  const whose = { account: world.accounts.customer, account_name: 'Himal Traders', month: '2083-07' };
  expect((await read('admin', month)).body.data).toMatchObject(whose);
  await give('support', [['payment-reference-list', 'get']]);
  expect((await read('support', month)).body.data).toMatchObject(whose);
});

test('is not read by staff without that pair, nor are the papers of payments', async () => {
  await give('support', [['topup-list', 'get']]);
  expect((await read('support', month)).status).toBe(404);
  await give('support', [['user-list', 'get']]);
  expect((await read('support', month)).status).toBe(403);
  expect((await read('admin', paid)).status).toBe(404);
});

test('is read by its customer, and by no other account, whatever their pairs', async () => {
  expect((await read('customer', month)).body.data).toMatchObject({ account: null, account_name: null });
  expect((await read('customer', paid)).status).toBe(200);
  expect((await read('other', month)).status).toBe(404);
  await give('other', [
    ['topup-list', 'get'],
    ['payment-reference-list', 'get'],
  ]);
  expect((await read('other', month)).status).toBe(404);
});

test('is a PDF or a mail for its account only', async () => {
  for (const paper of ['pdf', 'mail']) {
    const answer = await world.call('admin', 'POST', `/v1/credit/invoices/${month}/${paper}/`, {
      language: 'en',
    });
    expect(answer.status, paper).toBe(404);
  }
});

test('is counted when staff print it: the customer’s next paper is a copy, and the log says who printed it', async () => {
  const print = (as: User, uuid: string) =>
    world.call<{ data: { copy: number } }>(as, 'POST', `/v1/credit/invoices/${uuid}/print/`);
  await give('support', [['payment-reference-list', 'get']]);
  expect((await print('support', month)).body).toEqual({ data: { copy: 0 } });
  expect((await print('customer', month)).body).toEqual({ data: { copy: 1 } });
  expect((await read('admin', month)).body.data.handed_out).toBe(2);
  const { rows } = await sql`
    SELECT actor_email AS email, account FROM audit_entry WHERE record = ${month} AND action = 'print' ORDER BY uuid`.execute(
    world.db,
  );
  const account = world.accounts.customer;
  expect(rows).toEqual([
    { email: users.support, account },
    { email: users.customer, account },
  ]);
  // Without the pair, papers of payments, and another account: as reading them.
  expect((await print('admin', paid)).status).toBe(404);
  await give('support', [['topup-list', 'get']]);
  expect((await print('support', month)).status).toBe(404);
  await give('other', [
    ['topup-list', 'get'],
    ['payment-reference-list', 'get'],
  ]);
  expect((await print('other', month)).status).toBe(404);
});
