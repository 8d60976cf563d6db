import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../../server/config.ts';
import { createTestApp, PASSWORD, type TestApp, users } from '../../support/app.ts';

const CONSOLE = 'https://sms.example.com';
const STRANGER = 'https://sms.example.com.evil.example';

let closed: TestApp;
let open: TestApp;
beforeAll(async () => {
  closed = await createTestApp();
  open = await createTestApp({
    environment: {
      CORS_ORIGINS: `${CONSOLE} http://localhost:5178`,
      SESSION_COOKIE: 'httponly',
      TRUST_PROXY: 'true',
    },
  });
});
afterAll(async () => {
  await closed.close();
  await open.close();
});

const preflight = (world: TestApp, origin: string) =>
  world.app.inject({
    method: 'OPTIONS',
    url: '/v1/core/contacts/',
    headers: {
      origin,
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'authorization,content-type,idempotency-key',
    },
  });

test('without a setting no other origin is let in', async () => {
  const { statusCode, headers } = await preflight(closed, CONSOLE);
  expect(statusCode).toBe(404);
  expect(headers).not.toHaveProperty('access-control-allow-origin');
});

test('a console of a named origin may ask, and remembers it for ten minutes', async () => {
  const { statusCode, headers } = await preflight(open, CONSOLE);
  expect(statusCode).toBe(204);
  expect(headers).toMatchObject({
    'access-control-allow-origin': CONSOLE,
    'access-control-allow-credentials': 'true',
    'access-control-allow-headers': 'Authorization, Content-Type, Idempotency-Key, If-Match',
    'access-control-max-age': '600',
  });
  for (const method of ['GET', 'POST', 'PUT', 'DELETE'])
    expect(headers['access-control-allow-methods']).toContain(method);
});

test.each([STRANGER, 'http://sms.example.com', 'https://example.com', 'null'])(
  '%s may not',
  async (origin) => {
    const { headers } = await preflight(open, origin);
    expect(headers).not.toHaveProperty('access-control-allow-origin');
  },
);

test('it may read answers, refusals, and the headers that it needs of them', async () => {
  const ask = (url: string) => open.app.inject({ url, headers: { origin: CONSOLE } });
  for (const [url, status] of [
    ['/v1/core/contacts/', 401],
    ['/v1/nothing/', 404],
    ['/healthz', 200],
  ] as const) {
    const { statusCode, headers } = await ask(url);
    expect(statusCode).toBe(status);
    expect(headers['access-control-allow-origin']).toBe(CONSOLE);
    expect(headers['access-control-expose-headers']).toBe('Content-Disposition, Retry-After, Date');
    expect(String(headers.vary)).toMatch(/origin/i);
  }
});

test('a session in a cookie works from a named origin, whose requests need no XSRF header, and from no other', async () => {
  const jar: string[] = [];
  const ask = async (origin: string | undefined, url: string, payload: object, mark?: string) => {
    const answer = await open.app.inject({
      method: 'POST',
      url,
      payload,
      headers: {
        'x-forwarded-proto': 'https',
        cookie: jar.join('; '),
        ...(origin && { origin }),
        ...(mark && { authorization: `Token ${mark}` }),
      },
    });
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) jar.push(line.split(';')[0] as string);
    return answer;
  };
  const signedIn = await ask(CONSOLE, '/v1/login/', { email: users.customer, password: PASSWORD });
  const { token } = signedIn.json<{ data: { token: string } }>().data;
  expect(token).toMatch(/^session-in-cookie-/);
  // What a browser sends along to another origin of the same site.
  jar.push('XSRF-TOKEN=of-the-api');
  const make = (origin?: string) =>
    ask(origin, '/v1/sms/templates/', { name: `T ${Math.random()}`, body: 'x' }, token);
  expect((await make(CONSOLE)).statusCode).toBe(201);
  expect((await make(STRANGER)).statusCode).toBe(403);
  expect((await make()).statusCode).toBe(403);
});

test.each([
  '*',
  'https://sms.example.com/',
  'https://sms.example.com:443',
  'sms.example.com',
  'ftp://a.example',
])('%s is no origin, and the server says so at its start', (origin) => {
  expect(() => readConfig({ CORS_ORIGINS: `${CONSOLE} ${origin}` })).toThrow(/CORS_ORIGINS: origins such as/);
});
