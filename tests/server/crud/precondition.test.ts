import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp, type User } from '../../support/app.ts';

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp({ deliverMail: async () => {} });
});
afterAll(() => world.close());

type Row = Record<string, unknown> & { uuid: string; updated_at: string };
interface Body {
  data: Row;
  code?: string;
  detail?: string;
}

async function put(as: User, url: string, payload: object, match?: string) {
  const headers = { authorization: `Token ${world.tokens[as]}`, ...(match && { 'if-match': match }) };
  const answer = await world.app.inject({ method: 'PUT', url, payload, headers });
  return { status: answer.statusCode, body: answer.json<Body>() };
}
const tag = ({ updated_at }: Row) => `"${updated_at}"`;
const read = async (as: User, url: string) => (await world.call<Body>(as, 'GET', url)).body.data;

async function template(name = 'Offer') {
  const made = await world.call<Body>('customer', 'POST', '/v1/sms/templates/', { name, body: 'Hello' });
  return { url: `/v1/sms/templates/${made.body.data.uuid}/`, record: made.body.data };
}

const link = {
  ...{ name: 'first', password: 'secret', host: 'smsc.example.net', port: 2775, tls: false },
  ...{ system_id: 'bulk', window: 10, rate: 0, operators: [], priority: 0 },
};
const { name: _, password: __, ...linkChange } = link;

/** A pending payment of the customer: a top-up, or one for a package. */
async function payment(kind: 'topup' | 'package' = 'topup'): Promise<string> {
  const { rows } = await sql<{ uuid: string }>`
    WITH sale AS (
      INSERT INTO sms_package (name, parts, price, validity_days)
      SELECT 'Starter', 100, 10000, 30 WHERE ${kind === 'package'} RETURNING uuid)
    INSERT INTO payment_reference (account, "user", kind, amount, method, reference, status, package)
    SELECT account, uuid, ${kind}, 10000, 'bank', gen_random_uuid()::text, 'pending', (SELECT uuid FROM sale)
    FROM users WHERE email = ${world.emails.customer} RETURNING uuid`.execute(world.db);
  return rows[0]?.uuid as string;
}

const made = async (as: User, path: string, body: object) =>
  `${path}${(await world.call<Body>(as, 'POST', path, body)).body.data.uuid}/`;

/** A record of each entity whose PUT is its module's own, or the generated one; with two changes of it. */
const samples: Record<string, { as: User; url(): Promise<string>; changes: [object, object] }> = {
  templates: {
    as: 'customer',
    url: async () => (await template('Of the table')).url,
    changes: [
      { name: 'A', body: 'Hello' },
      { name: 'B', body: 'Hello' },
    ],
  },
  accounts: {
    as: 'admin',
    url: async () => `/v1/admin/accounts/${world.accounts.other}/`,
    changes: [
      { name: 'Terai A', type: 'company' },
      { name: 'Terai B', type: 'company' },
    ],
  },
  'the own account': {
    as: 'customer',
    url: async () => `/v1/autho/accounts/${world.accounts.customer}/`,
    changes: [
      { name: 'Himal A', type: 'company' },
      { name: 'Himal B', type: 'company' },
    ],
  },
  users: {
    as: 'admin',
    url: () =>
      made('admin', '/v1/autho/users/', {
        ...{ name: 'Gita', email: 'gita@demo.test', account: world.accounts.customer, role: 'customer' },
      }),
    changes: [{ name: 'Gita A' }, { name: 'Gita B' }],
  },
  team: {
    as: 'customer',
    url: () => made('customer', '/v1/autho/team/', { name: 'Hari', email: 'hari@demo.test', role: 'sender' }),
    changes: [
      { name: 'Hari A', role: 'sender' },
      { name: 'Hari B', role: 'sender' },
    ],
  },
  prices: {
    as: 'admin',
    url: () =>
      made('admin', '/v1/admin/product-pricing/', {
        ...{ account: world.accounts.customer, operator: 'ntc', price: 150, release_undelivered: true },
        valid_from: '2099-01-01T00:00:00.000Z',
      }),
    changes: [
      { price: 160, release_undelivered: true, valid_from: '2099-01-01T00:00:00.000Z' },
      { price: 170, release_undelivered: true, valid_from: '2099-01-01T00:00:00.000Z' },
    ],
  },
  'operator links': {
    as: 'admin',
    url: () => made('admin', '/v1/admin/operator-links/', link),
    changes: [
      { ...linkChange, window: 20 },
      { ...linkChange, window: 30 },
    ],
  },
  'sender IDs': {
    as: 'customer',
    url: () => made('customer', '/v1/sms/identities/', { name: 'HIMAL', purpose: 'Offers' }),
    changes: [
      { purpose: 'Offers A', document: null },
      { purpose: 'Offers B', document: null },
    ],
  },
  payments: {
    as: 'customer',
    url: async () => `/v1/credit/user-payment-reference/${await payment()}/`,
    changes: [{ reference: 'ref-a1' }, { reference: 'ref-b1' }],
  },
  'package purchases': {
    as: 'customer',
    url: async () => `/v1/credit/user-payment-reference/smspackages/${await payment('package')}/`,
    changes: [{ reference: 'ref-a3' }, { reference: 'ref-b3' }],
  },
  'payments for staff': {
    as: 'admin',
    url: async () => `/v1/admin/payment-reference/${await payment()}/`,
    changes: [{ reference: 'ref-a2' }, { reference: 'ref-b2' }],
  },
};

describe.each(Object.entries(samples))('a PUT of %s', (_, { as, url, changes: [first, second] }) => {
  let path: string;
  beforeAll(async () => {
    path = await url();
  });

  test('is done for the version that it names, and refused for an earlier one with the record as it is', async () => {
    const opened = await read(as, path);
    expect(await put(as, path, first, tag(opened))).toMatchObject({ status: 200, body: { data: first } });
    const refused = await put(as, path, second, tag(opened));
    expect(refused).toMatchObject({ status: 412, body: { code: 'changed' } });
    const stored = await read(as, path);
    expect(refused.body.data).toEqual(stored);
    expect(stored).toMatchObject(first);
    expect(await put(as, path, second, tag(stored))).toMatchObject({ status: 200, body: { data: second } });
  });

  test('of two at the same moment with the same version one is refused', async () => {
    const opened = await read(as, path);
    const both = await Promise.all([first, second].map((change) => put(as, path, change, tag(opened))));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 412]);
    const written = both.find(({ status }) => status === 200)?.body.data;
    expect(await read(as, path)).toEqual(written);
  });

  test('without the header is done as before', async () => {
    expect(await put(as, path, first)).toMatchObject({ status: 200 });
    expect(await put(as, path, second)).toMatchObject({ status: 200 });
  });
});

describe('If-Match', () => {
  test('a refused change is not in the audit log', async () => {
    const { url, record } = await template('Not logged');
    await put('customer', url, { name: 'Not logged 2', body: 'Hello' });
    await put('customer', url, { name: 'Never', body: 'Hello' }, tag(record));
    const { rows } = await sql`SELECT FROM audit_entry
      WHERE record = ${record.uuid} AND action = 'update'`.execute(world.db);
    expect(rows).toHaveLength(1);
  });

  test('takes any version for *, and one of several, also in another time zone', async () => {
    const { url, record } = await template('Tags');
    const body = { name: 'Tags', body: 'Hello' };
    expect((await put('customer', url, body, '*')).status).toBe(200);
    expect((await put('customer', url, body, tag(record))).status).toBe(412);
    const { updated_at } = await read('customer', url);
    const local = `"${updated_at.replace('Z', '+00:00')}"`;
    expect((await put('customer', url, body, `${tag(record)}, ${local}`)).status).toBe(200);
  });

  test.each(['2026-07-31T06:15:00.120Z', 'W/"2026-07-31T06:15:00.120Z"', '"abc"', '""', '"', ',', '"1" x'])(
    'refuses what is no updated_at in quotes: %s',
    async (match) => {
      const { url } = await template(`Bad ${match}`);
      const answer = await put('customer', url, { name: `Worse ${match}`, body: 'Hello' }, match);
      expect(answer).toMatchObject({
        status: 400,
        body: { code: 'invalid', detail: expect.stringContaining('If-Match') },
      });
      expect(await read('customer', url)).toMatchObject({ name: `Bad ${match}` });
    },
  );

  test('shows nobody a record of another account', async () => {
    const { url, record } = await template('Private');
    await put('customer', url, { name: 'Private 2', body: 'Hello' });
    const refused = await put('other', url, { name: 'Mine', body: 'Hello' }, tag(record));
    expect(refused).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(JSON.stringify(refused.body)).not.toContain('Private');
  });
});
