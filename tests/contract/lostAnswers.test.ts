// @vitest-environment jsdom
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Cookies from 'js-cookie';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { catalogue } from '#schema/catalogue.ts';
import { entities } from '#schema/index.ts';
import { createHttp } from '../../src/core/http.ts';
import { createDataProvider } from '../../src/dataProvider/dataProvider.ts';
import { createTestApp, type TestApp, type User } from '../support/app.ts';

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

/** A record of every entity that the catalogue lets the data provider create. */
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
};

const created = entities.filter(
  ({ writes, path }) => writes.includes('create') && catalogue.includes(`POST ${path}`),
);

test('every entity that the catalogue lets somebody create is tried', () => {
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
    await expect(api.create(name, { data: data() })).rejects.toMatchObject({ code: 'network_error' });
    expect(await count()).toBe(before + 1);
    const { data: made } = await api.create(name, { data: data() });
    expect(made.id).toEqual(expect.any(String));
    expect(await count()).toBe(before + 1);
    expect((await world.call(as, 'GET', `${path}${made.id}/`)).status).toBe(200);
    expect(between.passed.splice(0)).toEqual([`POST ${path} 201`, `POST ${path} 201`]);
  });
});

test('a double click is one request, and one record', async () => {
  Cookies.set('token', world.tokens.customer);
  const api = provider();
  const press = () => api.create('sms/templates', { data: { name: 'Twice', body: 'Hello' } });
  const [first, second] = await Promise.all([press(), press()]);
  expect(second).toEqual(first);
  expect(between.passed.splice(0)).toEqual(['POST /v1/sms/templates/ 201']);
});
