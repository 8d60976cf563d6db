import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { buildApp } from '../../../server/app.ts';
import { readConfig } from '../../../server/config.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { startServer } from '../../support/server.ts';

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterAll(() => world.close());

test.each([
  [{}, '127.0.0.1'],
  [{ HOST: '' }, '127.0.0.1'],
  [{ HOST: '0.0.0.0' }, '0.0.0.0'],
  [{ DATABASE_URL: 'postgresql://localhost/console' }, '0.0.0.0'],
  [{ DATABASE_URL: 'postgresql://localhost/console', HOST: '10.0.0.5' }, '10.0.0.5'],
])('%o listens on %s', (environment, host) => expect(readConfig(environment).HOST).toBe(host));

// Linux has all of 127/8: a server that listens on every address answers at 127.0.0.2 too.
test.skipIf(process.platform !== 'linux')(
  'the demonstration is there for its own machine alone',
  async () => {
    const reaches = async (url: string) => {
      const answer = await fetch(url.replace('127.0.0.1', '127.0.0.2')).catch(() => null);
      return answer?.status ?? 'refused';
    };
    const start = async (environment: Record<string, string>) => {
      const server = await startServer({ LOG_LEVEL: 'warn', ...environment });
      onTestFinished(() => server.kill('SIGTERM'));
      return server.url;
    };
    const demo = await start({ HOST: '' });
    expect((await fetch(`${demo}/dev/outbox`)).status).toBe(200);
    expect(await reaches(`${demo}/healthz`)).toBe('refused');
    const own = await start({ HOST: '', DATABASE_URL: world.url });
    expect(await reaches(`${own}/healthz`)).toBe(200);
  },
);

describe.each([['false'], ['true'], ['127.0.0.1, 10.0.0.0/8']])('TRUST_PROXY=%s', (TRUST_PROXY) => {
  test.each([
    ['127.0.0.1', {}, 200],
    ['127.8.9.10', {}, 200],
    ['::1', {}, 200],
    ['::ffff:127.0.0.1', {}, 200],
    ['192.168.1.20', {}, 403],
    ['::ffff:192.168.1.20', {}, 403],
    ['2001:db8::1', {}, 403],
    ['192.168.1.20', { 'x-forwarded-for': '127.0.0.1' }, 403],
    ['10.0.0.1', { 'x-forwarded-for': '127.0.0.1', 'x-real-ip': '::1' }, 403],
    ['127.0.0.1', { 'x-forwarded-for': '203.0.113.9' }, 403],
    ['127.0.0.1', { 'x-forwarded-for': '127.0.0.1' }, 403],
    ['127.0.0.1', { 'x-forwarded-for': '' }, 403],
    ['127.0.0.1', { forwarded: 'for=127.0.0.1' }, 403],
    ['127.0.0.1', { 'x-real-ip': '203.0.113.9' }, 403],
    ['127.0.0.1', { via: '1.1 caddy' }, 403],
  ])('the outbox to %s with %o: %i', async (remoteAddress, headers, status) => {
    const config = readConfig({ LOG_LEVEL: 'silent', TRUST_PROXY });
    const app = await buildApp({ ...world.deps, config });
    onTestFinished(() => app.close());
    const answer = await app.inject({ url: '/dev/outbox', remoteAddress, headers });
    expect(answer.statusCode).toBe(status);
    if (status === 403) expect(answer.json().detail).toContain('only on the machine');
  });
});

test.each([
  ['127.0.0.1', { outbox: '/dev/outbox' }],
  ['192.168.1.20', {}],
])('who asks from %s for a new password is told of the outbox: %o', async (remoteAddress, data) => {
  const started = await world.app.inject({
    ...{ method: 'POST', url: '/v1/autho/password_reset/', remoteAddress },
    payload: { email: `${remoteAddress}@example.test` },
  });
  expect(started.json().data).toEqual(data);
});
