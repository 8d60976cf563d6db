import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildApp } from '../../../server/app.ts';
import { type Database, openDatabase } from '../../../server/db/database.ts';
import type { App } from '../../../server/deps.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { audit } from '../../support/audit.ts';

const PRICE = 1000;
const BUYERS = 50;
let world: TestApp;
let database: Database;
let app: App;

beforeAll(async () => {
  world = await createTestApp();
  database = openDatabase(world.url, 20, () => {});
  app = await buildApp({ ...world.deps, db: database.db });
  await sql`INSERT INTO pricing (account, price) VALUES (${world.accounts.customer}, ${PRICE})`.execute(
    world.db,
  );
});
afterAll(async () => {
  await app.close();
  await database.close();
  await world.close();
});
beforeEach(async () => {
  await sql`UPDATE account_package SET expires_at = now() - interval '1 second' WHERE expires_at > now()`.execute(
    world.db,
  );
  // Only who owes nothing can be prepaid.
  await leave(0);
  expect((await terms({ billing: 'prepaid' })).status).toBe(200);
});

const balance = async (): Promise<number> => {
  const { rows } = await sql<{ balance: number }>`
    SELECT balance FROM account WHERE uuid = ${world.accounts.customer}`.execute(world.db);
  return rows[0]?.balance ?? -1;
};
const post = async (as: 'customer' | 'admin', url: string, body: object) => {
  const answer = await app.inject({
    ...{ method: 'POST', url, payload: body, headers: { authorization: `Token ${world.tokens[as]}` } },
  });
  return { status: answer.statusCode, ...answer.json() };
};
const adjust = (amount: number) =>
  post('admin', `/v1/credit/user-wallets/${world.accounts.customer}/adjust/`, { amount, reason: 'At once' });
/** Leaves exactly so much in the wallet. */
const leave = async (amount: number) => {
  const change = amount - (await balance());
  if (change !== 0) expect((await adjust(change)).status).toBe(200);
};
const terms = async (change: object) => {
  const answer = await app.inject({
    ...{ method: 'PUT', url: `/v1/admin/accounts/${world.accounts.customer}/` },
    payload: { name: 'Himal Traders', type: 'company', ...change },
    headers: { authorization: `Token ${world.tokens.admin}` },
  });
  return { status: answer.statusCode, ...answer.json() };
};
const send = (n: number, maxCost = PRICE) =>
  post('customer', '/v1/sms/compose/', {
    ...{ name: `Buyer ${n}`, sender: world.sender, body: 'Hello', max_cost: maxCost },
    recipients: { numbers: [`98412${10_000 + n}`] },
  });
const all = <T>(work: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: BUYERS }, (_, n) => work(n)));
const counts = (answers: readonly { status: number }[]) => {
  const found: Record<number, number> = {};
  for (const { status } of answers) found[status] = (found[status] ?? 0) + 1;
  return found;
};

async function onSale(parts: number, price: number): Promise<string> {
  const { rows } = await sql<{ uuid: string }>`
    INSERT INTO sms_package (name, parts, price, validity_days) VALUES (${`${parts} for ${price}`}, ${parts}, ${price}, 30)
    RETURNING uuid`.execute(world.db);
  return rows[0]?.uuid as string;
}
const buy = (uuid: string, price: number) =>
  post('customer', '/v1/credit/user-payment-reference/smspackages/', {
    package: uuid,
    price,
    method: 'wallet',
  });

test('of fifty sends at once a wallet pays for those that it can, to the last paisa', async () => {
  await leave(7 * PRICE + PRICE - 1);
  const answers = await all((n) => send(n));
  expect(counts(answers)).toEqual({ 201: 7, 402: BUYERS - 7 });
  expect(answers.find(({ status }) => status === 402)).toMatchObject({ code: 'insufficient_balance' });
  expect(await balance()).toBe(PRICE - 1);
  await audit(world.db);
});

test('the last parts of a package go to as many as there are', async () => {
  const uuid = await onSale(5, 500);
  await leave(500);
  expect((await buy(uuid, 500)).status).toBe(201);
  const answers = await all((n) => send(n));
  expect(counts(answers)).toEqual({ 201: 5, 402: BUYERS - 5 });
  expect(await balance()).toBe(0);
  await audit(world.db);
});

test('sends, purchases and adjustments at once never take more than there is', async () => {
  const uuid = await onSale(1, 700);
  await leave(12_345);
  const refused = await all(async (n) => {
    if (n % 3 === 0) return { cost: 700, ...(await buy(uuid, 700)) };
    if (n % 3 === 1) return { cost: 450, ...(await adjust(-450)) };
    const sent = await send(n);
    return { cost: sent.data?.cost ?? 0, ...sent };
  });
  const found = counts(refused);
  expect(Object.keys(found).sort()).toEqual(['200', '201', '402']);
  const spent = refused.reduce((sum, { status, cost }) => sum + (status < 300 ? cost : 0), 0);
  expect(await balance()).toBe(12_345 - spent);
  expect(12_345 - spent).toBeGreaterThanOrEqual(0);
  await audit(world.db);
});

test('of fifty sends at once credit pays for those that it can, to the last paisa; the rest is owed', async () => {
  await leave(2 * PRICE);
  expect(await terms({ billing: 'postpaid', credit_limit: 5 * PRICE - 1 })).toMatchObject({ status: 200 });
  const answers = await all((n) => send(n));
  expect(counts(answers)).toEqual({ 201: 6, 402: BUYERS - 6 });
  expect(await balance()).toBe(-4 * PRICE);
  const plan = await post('customer', '/v1/sms/compose/plan/', {
    ...{ sender: world.sender, body: 'Hello', recipients: { numbers: ['9841200001'] } },
  });
  expect(plan.data).toMatchObject({ sufficient: false, balance: -4 * PRICE, credit_limit: 5 * PRICE - 1 });
  expect((await adjust(-PRICE)).status).toBe(402);
  expect((await adjust(-(PRICE - 1))).status).toBe(200);
  expect(await balance()).toBe(-(5 * PRICE - 1));
  expect((await adjust(-1)).status).toBe(402);
  await audit(world.db);
});

test('the limit is never less than what is owed, also while campaigns use it up', async () => {
  const owes = 5 * PRICE - 1;
  expect((await terms({ billing: 'postpaid', credit_limit: owes })).status).toBe(200);
  await leave(-owes);
  expect(await balance()).toBe(-owes);
  expect((await terms({ credit_limit: owes - 1 })).errors).toHaveProperty('credit_limit');
  expect((await terms({ billing: 'prepaid' })).errors).toHaveProperty('billing');
  expect((await terms({ credit_limit: owes + 20 * PRICE })).status).toBe(200);
  const [lowered] = await Promise.all([
    terms({ credit_limit: owes + 3 * PRICE }),
    ...Array.from({ length: 10 }, (_, n) => send(100 + n)),
  ]);
  const limit = lowered.status === 200 ? 3 : 20;
  const left = await balance();
  expect(left).toBeGreaterThanOrEqual(-(owes + limit * PRICE));
  await leave(0);
  expect((await terms({ billing: 'prepaid', credit_limit: 1 })).errors).toHaveProperty('credit_limit');
  expect((await terms({ billing: 'prepaid' })).data).toMatchObject({ billing: 'prepaid', credit_limit: 0 });
  expect((await send(1)).status).toBe(402);
  await audit(world.db);
});
