// @vitest-environment jsdom
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Cookies from 'js-cookie';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApiKey, apiKey, type NewApiKey } from '#schema/apiKey.ts';
import { blacklistImport } from '#schema/blacklistImport.ts';
import { contactImport } from '#schema/contactImport.ts';
import { entities } from '#schema/index.ts';
import { createCreations } from '../../src/core/creations.ts';
import { createHttp } from '../../src/core/http.ts';
import { createDataProvider } from '../../src/dataProvider/dataProvider.ts';
import { createTestApp, PASSWORD, type TestApp, type User } from '../support/app.ts';
import { inputOf } from '../support/linkWorld.ts';

interface Between {
  base: string;
  /** Number of answers still to be lost: the server has committed, and the connection ends without them. */
  losses: number;
  /** Requests that reached the server. */
  passed: string[];
  close(): void;
}

/** A connection to the server that can be cut after the server has answered. */
async function connectTo(target: string): Promise<Between> {
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    const { authorization = '', 'content-type': type = '', 'idempotency-key': key } = request.headers;
    const answer = await fetch(target + request.url, {
      method: request.method ?? 'GET',
      headers: {
        authorization,
        ...(type && { 'content-type': type }),
        ...(key && { 'idempotency-key': `${key}` }),
      },
      ...(body.length > 0 && { body }),
    });
    const text = await answer.text();
    between.passed.push(`${request.method} ${request.url} ${answer.status}`);
    if (between.losses > 0) {
      between.losses -= 1;
      request.socket.destroy();
      return;
    }
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const between: Between = {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    losses: 0,
    passed: [],
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
  return between;
}

let world: TestApp;
let between: Between;
beforeAll(async () => {
  world = await createTestApp({ deliverMail: async () => {} });
  between = await connectTo(await world.app.listen({ host: '127.0.0.1', port: 0 }));
});
afterAll(async () => {
  between?.close();
  await world.close();
});

const provider = () =>
  createDataProvider(createHttp({ base: between.base, onUnauthorized: () => undefined }));

/** A record of every entity that the data provider creates. */
const samples: Readonly<Record<string, { as: User; data(): Record<string, unknown> }>> = {
  contact: {
    as: 'customer',
    data: () => ({ name: 'Ram', phone: '9841000001', groups: [], attributes: {}, is_active: true }),
  },
  'contact/groups': { as: 'customer', data: () => ({ name: 'Family' }) },
  'sms/templates': { as: 'customer', data: () => ({ name: 'Offer', body: 'Hello' }) },
  'settings/blacklist': { as: 'customer', data: () => ({ phone: '9841000002', reason: 'Asked' }) },
  'sms/sender-identities': { as: 'customer', data: () => ({ name: 'HIMAL', purpose: 'Offers' }) },
  users: {
    as: 'admin',
    data: () => ({
      name: 'Gita',
      email: 'gita@demo.test',
      account: world.accounts.customer,
      role: 'customer',
    }),
  },
  'admin/accounts': { as: 'admin', data: () => ({ name: 'Hill Traders', type: 'company' }) },
  'admin/product-pricing': {
    as: 'admin',
    data: () => ({
      operator: 'ntc',
      price: 150,
      release_undelivered: true,
      valid_from: '2099-01-01T00:00:00Z',
    }),
  },
  'admin/blocked-keywords': { as: 'admin', data: () => ({ keyword: 'lottery', is_active: true }) },
  'admin/packages': {
    as: 'admin',
    data: () => ({ name: 'Small', parts: 100, price: 10_000, validity_days: 30, is_active: true }),
  },
  'admin/viber-identities': {
    as: 'admin',
    data: () => ({ account: world.accounts.customer, name: 'Himal Stores' }),
  },
  'admin/number-plan': {
    as: 'admin',
    data: () => ({ prefix: '9849', operator: 'ntc', closed: false, valid_from: '2099-01-01' }),
  },
  'admin/operator-links': {
    as: 'admin',
    data: () => ({ name: 'ntc-2', ...inputOf('smpp://user:pass-word@ntc.example:2775') }),
  },
  team: { as: 'customer', data: () => ({ name: 'Hari', email: 'hari@himal.test', role: 'viewer' }) },
  'settings/webhooks': {
    as: 'customer',
    data: () => ({ url: 'https://shop.example/sms', events: ['message.delivered'], is_active: true }),
  },
  'settings/exports': { as: 'customer', data: () => ({}) },
  'settings/erasures': { as: 'customer', data: () => ({ phone: '9841000004', reference: 'Letter 12' }) },
};

/** Their forms send the requests themselves: below, and server/contacts/contactImportStart. */
const ownForms: readonly string[] = [apiKey.name, contactImport.name, blacklistImport.name];
const created = entities.filter(({ name, writes }) => writes.includes('create') && !ownForms.includes(name));

test('every entity that the data provider creates is tried', () => {
  expect(Object.keys(samples).sort()).toEqual(created.map(({ name }) => name).sort());
});

describe.each(created.map((entity) => [entity.name, entity] as const))('creating %s', (name, { path }) => {
  const { as, data } = samples[name] as (typeof samples)[string];
  const count = async (): Promise<number> =>
    (await world.call<{ count: number }>(as, 'GET', `${path}?page_size=1`)).body.count;

  test('makes one record if the answer is lost and the same form is sent again', async () => {
    Cookies.set('token', world.tokens[as]);
    const before = await count();
    const api = provider();
    between.losses = 1;
    const form = data();
    await expect(api.create(name, { data: form })).rejects.toMatchObject({ code: 'network_error' });
    expect(await count()).toBe(before + 1);
    const { data: made } = await api.create(name, { data: form });
    expect(made.id).toEqual(expect.any(String));
    expect(await count()).toBe(before + 1);
    expect((await world.call(as, 'GET', `${path}${made.id}/`)).status).toBe(200);
    expect(between.passed.splice(0)).toEqual([`POST ${path} 201`, `POST ${path} 201`]);
  });
});

test('an API key whose answer is lost is not made twice: the same form is told which one there is', async () => {
  Cookies.set('token', world.tokens.customer);
  const http = createHttp({ base: between.base, onUnauthorized: () => undefined });
  const { createOnce } = createCreations();
  const values = { name: 'Shop', pairs: [['campaign-list', 'get']] };
  const create = () =>
    createOnce(apiKey.path, values, (idempotencyKey) =>
      http.json<{ data: NewApiKey }>(apiKey.path, {
        ...{ body: { ...values, password: PASSWORD }, idempotencyKey },
      }),
    );
  between.losses = 1;
  await expect(create()).rejects.toMatchObject({ code: 'network_error' });
  await expect(create()).rejects.toMatchObject({ code: 'already_created' });
  const { results } = (await world.call<{ results: ApiKey[] }>('customer', 'GET', apiKey.path)).body;
  expect(results.map(({ name }) => name)).toEqual(['Shop']);
  expect((await create()).data.name).toBe('Shop');
  expect(between.passed.splice(0).map((one) => one.slice(-3))).toEqual(['201', '409', '201']);
});

test('a double click is one request, and one record', async () => {
  Cookies.set('token', world.tokens.customer);
  const api = provider();
  const press = () => api.create('sms/templates', { data: { name: 'Twice', body: 'Hello' } });
  const [first, second] = await Promise.all([press(), press()]);
  expect(second).toEqual(first);
  expect(between.passed.splice(0)).toEqual(['POST /v1/sms/templates/ 201']);
});
