import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildApp } from '../../../server/app.ts';
import { type Database, openDatabase } from '../../../server/db/database.ts';
import type { App } from '../../../server/deps.ts';
import { createTestApp, type TestApp, type User } from '../../support/app.ts';
import { audit } from '../../support/audit.ts';
import { claimCampaign } from '../../support/claimedCampaign.ts';
import { waitForLocks } from '../../support/locks.ts';
import { type RunningServer, startServer } from '../../support/server.ts';

// `npm run soak:money` uses 1,000: docs/evidence/reliability.md.
const KEYS = Number(process.env.MONEY_KEYS ?? 8);
const TIMES = 10;
/** Keys in use at a time. */
const AT_ONCE = 12;

let app: TestApp;
/** The app with customers of this test's own, the first with enough for everything. */
let world: TestApp;
let database: Database;
let second: App;

beforeAll(async () => {
  // The form to pay by is signed here; nobody asks the service.
  const environment = {
    ESEWA_PRODUCT_CODE: 'EPAYTEST',
    ESEWA_SECRET: 'a-secret',
    ESEWA_URL: 'http://127.0.0.1:9/form',
    ESEWA_STATUS_URL: 'http://127.0.0.1:9/status',
    PUBLIC_URL: 'https://sms.example',
    SELLER_NAME: 'Provider',
    SELLER_PAN: '123456789',
  };
  app = await createTestApp({ environment, deliverMail: async () => {} });
  database = openDatabase(app.url, 10, () => {});
  second = await buildApp({ ...app.deps, db: database.db });
});
beforeEach(async () => {
  world = await app.newCustomers();
  await world.call('admin', 'POST', `/v1/credit/user-wallets/${world.accounts.customer}/adjust/`, {
    ...{ amount: 10_000_000_000, reason: 'Enough for everything' },
  });
});
afterAll(async () => {
  await second.close();
  await database.close();
  await app.close();
});

interface Request {
  as: User;
  url: string;
  body: object;
}

async function post(app: App, key: string, { as, url, body }: Request) {
  for (;;) {
    const answer = await app.inject({
      method: 'POST',
      url,
      headers: { authorization: `Token ${world.tokens[as]}`, 'idempotency-key': key },
      payload: body,
    });
    // Who is told to wait asks again.
    if (answer.statusCode !== 409 || answer.json().code !== 'in_flight') return answer;
  }
}

const COMPOSE = '/v1/sms/compose/';
const phone = (n: number) => `98411${String(10_000 + n)}`;
const message = (n: number) => ({
  ...{ name: `Key ${n}`, sender: world.sender, body: 'Hello', recipients: { numbers: [phone(n)] } },
});
const numberOf = async (query: ReturnType<typeof sql>): Promise<number> =>
  ((await query.execute(world.db)).rows as { n: number }[])[0]?.n ?? -1;
const countOf =
  (table: string, condition = sql`true`) =>
  () =>
    numberOf(sql`SELECT count(*) AS n FROM ${sql.table(table)} WHERE ${condition}`);
const created = async (url: string, body: object): Promise<string> => {
  const answer = await world.call<{ data: { uuid: string } }>('customer', 'POST', url, body);
  expect(answer.status, answer.text).toBe(201);
  return answer.body.data.uuid;
};
const times = async <T>(make: (n: number) => Promise<T>): Promise<T[]> => {
  const made: T[] = [];
  for (let n = 0; n < KEYS; n++) made.push(await make(n));
  return made;
};

const PACKAGES = '/v1/credit/user-payment-reference/smspackages/';
const TOPUP = '/v1/credit/payment/credit_payment_initiate/';

/** Every endpoint that spends, sends or credits: what it is asked, and what counts its effects. */
const endpoints: Record<
  string,
  { status: number; requests(): Promise<Request[]>; effects(): Promise<number> }
> = {
  'sending a campaign': {
    status: 201,
    requests: () =>
      times(async (n) => ({ as: 'customer', url: COMPOSE, body: { ...message(n), max_cost: 1000 } })),
    effects: countOf('wallet_entry', sql`kind = 'hold'`),
  },
  'a test message': {
    status: 201,
    requests: () =>
      times(async (n) => {
        const body = { sender: world.sender, body: 'Hello', phone: phone(n) };
        return { as: 'customer', url: `${COMPOSE}test/`, body };
      }),
    effects: countOf('wallet_entry', sql`kind = 'hold'`),
  },
  'sending again to those that failed': {
    status: 201,
    requests: () =>
      times(async () => {
        const handed = await claimCampaign(world, [phone(1), phone(2)]);
        await handed.record({ 0: 'rejected', 1: 'rejected' });
        return { as: 'customer', url: `${COMPOSE}${handed.campaign}/retry/`, body: { max_cost: 1000 } };
      }),
    effects: countOf('wallet_entry', sql`kind = 'hold'`),
  },
  'buying a package from the wallet': {
    status: 201,
    async requests() {
      const { rows } = await sql<{ uuid: string }>`
        INSERT INTO sms_package (name, parts, price, validity_days) VALUES ('Keys', 10, 1000, 30)
        RETURNING uuid`.execute(world.db);
      const body = { package: rows[0]?.uuid, price: 1000, method: 'wallet' };
      return times(async () => ({ as: 'customer', url: PACKAGES, body }));
    },
    effects: countOf('account_package'),
  },
  'asking for a top-up': {
    status: 201,
    requests: () =>
      times(async () => ({ as: 'customer', url: TOPUP, body: { amount: 5000, method: 'cash' } })),
    effects: countOf('payment_reference'),
  },
  'starting an online payment': {
    status: 201,
    requests: () =>
      times(async () => ({ as: 'customer', url: TOPUP, body: { amount: 5000, method: 'esewa' } })),
    effects: countOf('online_payment'),
  },
  'confirming a payment': {
    status: 200,
    requests: () =>
      times(async () => {
        const uuid = await created(TOPUP, { amount: 7000, method: 'cash' });
        return { as: 'admin', url: '/v1/credit/payment/credit_payment_confirm/', body: { uuid } };
      }),
    effects: countOf('invoice'),
  },
  'an adjustment': {
    status: 200,
    requests: () =>
      times(async (n) => {
        const url = `/v1/credit/user-wallets/${world.accounts.customer}/adjust/`;
        return { as: 'admin', url, body: { amount: n % 2 ? 3 : -2, reason: 'Keys' } };
      }),
    effects: countOf('wallet_entry', sql`kind = 'adjustment'`),
  },
  'approving a campaign': {
    status: 200,
    async requests() {
      await sql`UPDATE provider_setting SET approval_above = 0`.execute(world.db);
      const drafts = await times((n) => created(COMPOSE, { ...message(n), max_cost: 1000 }));
      await sql`UPDATE provider_setting SET approval_above = NULL`.execute(world.db);
      return drafts.map((uuid) => ({ as: 'admin', url: `/v1/admin/campaigns/${uuid}/approve/`, body: {} }));
    },
    effects: countOf('campaign', sql`decided_at IS NOT NULL`),
  },
  'settling an unknown message': {
    status: 200,
    async requests() {
      const phones = Array.from({ length: KEYS }, (_, n) => phone(n));
      const handed = await claimCampaign(world, phones);
      await handed.record(Object.fromEntries(phones.map((_, n) => [n, 'unknown' as const])));
      return handed.messages.map(({ uuid }) => ({
        ...{ as: 'admin' as const, url: `/v1/sms/dispatch/${uuid}/settle/`, body: { status: 'delivered' } },
      }));
    },
    effects: countOf('audit_entry', sql`action = 'settle'`),
  },
};

describe(`${KEYS} keys, each used ${TIMES} times at once on two servers`, () => {
  test.for(Object.entries(endpoints))('%s', { timeout: 3_600_000 }, async ([, endpoint]) => {
    const requests = await endpoint.requests();
    const before = await endpoint.effects();
    for (let n = 0; n < requests.length; n += AT_ONCE) {
      await Promise.all(
        requests.slice(n, n + AT_ONCE).map(async (request) => {
          const key = randomUUID();
          const all = await Promise.all(
            Array.from({ length: TIMES }, (_, i) => post(i % 2 ? second : world.app, key, request)),
          );
          const answers = new Set(all.map(({ statusCode, body }) => `${statusCode} ${body}`));
          expect([...answers]).toEqual([expect.stringMatching(`^${endpoint.status} `)]);
        }),
      );
    }
    expect((await endpoint.effects()) - before).toBe(requests.length);
    await audit(world.db);
  });
});

test('the answer stays the same, whatever happens to the campaign later', async () => {
  const request: Request = { as: 'customer', url: COMPOSE, body: { ...message(1), max_cost: 1000 } };
  const key = randomUUID();
  const first = await post(world.app, key, request);
  await world.call('customer', 'POST', `${COMPOSE}${first.json().data.uuid}/cancel/`);
  const again = await post(second, key, request);
  expect([again.statusCode, again.body]).toEqual([201, first.body]);
  const other = await post(second, key, { ...request, body: { ...request.body, name: 'Another' } });
  expect([other.statusCode, other.json().code]).toEqual([422, 'key_reused']);
});

test('a key whose server is killed in the middle is free again, and nothing was done', async () => {
  const server: RunningServer = await startServer({ DATABASE_URL: world.url }, ['--role', 'api']);
  const url = `/v1/credit/user-wallets/${world.accounts.other}/adjust/`;
  const request: Request = { as: 'admin', url, body: { amount: 1234, reason: 'Once' } };
  const key = randomUUID();
  const ask = (app: App) =>
    app.inject({
      ...{ method: 'POST', url, payload: request.body },
      headers: { authorization: `Token ${world.tokens.admin}`, 'idempotency-key': key },
    });
  const session = await database.connect();
  try {
    // Whoever holds the wallet keeps the request in the middle of its work.
    await session.query('BEGIN');
    await session.query('SELECT FROM account WHERE uuid = $1 FOR UPDATE', [world.accounts.other]);
    const lost = fetch(server.url + url, {
      method: 'POST',
      headers: {
        ...{ authorization: `Token ${world.tokens.admin}`, 'content-type': 'application/json' },
        'idempotency-key': key,
      },
      body: JSON.stringify(request.body),
    }).then(
      ({ status }) => status,
      () => 'lost',
    );
    await waitForLocks(world.db);
    expect([(await ask(world.app)).json().code]).toEqual(['in_flight']);
    await server.kill('SIGKILL');
    expect(await lost).toBe('lost');
  } finally {
    await session.query('ROLLBACK');
    await session.end();
  }
  const answer = await post(world.app, key, request);
  expect([answer.statusCode, answer.json().data]).toEqual([200, { before: 5_000_000, after: 5_001_234 }]);
  expect((await post(second, key, request)).body).toBe(answer.body);
  await audit(world.db);
});
