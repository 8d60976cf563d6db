import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { App } from '../../../server/deps.ts';
import type { TestApp } from '../../support/app.ts';
import { type Pages, startPages } from '../../support/pages.ts';

let world: TestApp;
let app: App;
let pages: Pages;
beforeAll(async () => {
  pages = await startPages(
    { 'index.html': '<script type="application/json" id="config">{}</script>' },
    { environment: { TRUST_PROXY: 'true' } },
  );
  ({ world, app } = pages);
});
afterAll(() => pages.close());

/** A policy's directives. */
async function policyOf(url: string): Promise<Record<string, string>> {
  const { headers } = await app.inject(url);
  const parts = String(headers['content-security-policy']).split(';');
  return Object.fromEntries(parts.map((part) => part.trim().split(/ (.*)/) as [string, string]));
}

describe('the page’s policy', () => {
  test('runs no script but the server’s, and no text as code, style or HTML', async () => {
    const policy = await policyOf('/');
    expect(policy).toMatchObject({
      'default-src': "'self'",
      'script-src': "'self'",
      'style-src':
        "'self' 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=' 'sha256-pZah6RdLyCeQAsySZki/6T7ppGe6apmxdJtSDYpBKaA='",
      'object-src': "'none'",
      'base-uri': "'none'",
      'frame-ancestors': "'none'",
      'require-trusted-types-for': "'script'",
      'trusted-types': 'sheet-worker drawn-list',
    });
  });

  test('shows what the page says when its files cannot be fetched', async () => {
    const page = await readFile(new URL('../../../index.html', import.meta.url), 'utf8');
    const style = /<style>(.*)<\/style>/s.exec(page)?.[1] ?? '';
    expect((await policyOf('/'))['style-src']).toContain(createHash('sha256').update(style).digest('base64'));
  });

  test('the outbox of the demonstration is shown with its own style alone', async () => {
    const { body } = await app.inject('/dev/outbox');
    const style = /<style>(.*)<\/style>/s.exec(body)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    expect(style).not.toBe('');
    expect((await policyOf('/dev/outbox'))['style-src']).toBe(`'sha256-${hash}'`);
  });

  test.each(['/', '/docs/', '/dev/outbox', '/v1/nothing/'])(
    '%s lets nothing unsafe in, nor into a frame',
    async (url) => {
      const policy = await policyOf(url);
      expect(JSON.stringify(policy)).not.toMatch(/unsafe|\*|https?:/);
      expect(policy['frame-ancestors']).toBe("'none'");
    },
  );
});

test('every answer says how it may be used', async () => {
  const { headers } = await app.inject({ url: '/v1/nothing/', headers: { 'x-forwarded-proto': 'https' } });
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
    'cache-control': 'no-store',
  });
  expect(headers).not.toHaveProperty('x-powered-by');
  expect(headers).not.toHaveProperty('server');
});

test('what is a person’s own is kept by nothing on its way; public data may be', async () => {
  const read = (url: string) => world.call('customer', 'GET', url);
  for (const url of ['/v1/autho/user/profile/', '/v1/core/contacts/', '/v1/core/contacts/export/']) {
    expect((await read(url)).headers['cache-control'], url).toBe('no-store');
  }
});

test('that holds for an address in full, too, as a proxy is asked for it', async () => {
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const asked = request(address, {
    path: 'http://sms.example.com/v1/autho/user/profile/',
    headers: { authorization: `Token ${world.tokens.customer}` },
  }).end();
  const [{ statusCode, headers }] = (await once(asked, 'response')) as [IncomingMessage];
  asked.destroy();
  expect([statusCode, headers['cache-control']]).toEqual([200, 'no-store']);
});

test('an address that a client wrote into X-Forwarded-For itself is not believed', async () => {
  const answer = await world.app.inject({
    method: 'POST',
    url: '/v1/login/',
    headers: { 'x-forwarded-for': '6.6.6.6, 203.0.113.7' },
    payload: { email: 'customer@demo.test', password: 'demo-password-1' },
  });
  const headers = { authorization: `Token ${answer.json().data.token}` };
  const { results } = (await world.app.inject({ url: '/v1/autho/sessions/', headers })).json();
  expect(results[0].ip).toBe('203.0.113.7');
});

test('an address that a proxy sends with a port is one place, whatever the port', async () => {
  const attempt = (from: string) =>
    app.inject({
      ...{ method: 'POST', url: '/v1/autho/password_reset/' },
      ...{ headers: { 'x-forwarded-for': from }, payload: {} },
    });
  const left = async (from: string) => Number((await attempt(from)).headers['x-ratelimit-remaining']);
  const most = await left('203.0.113.8:52113');
  expect(most).toBeGreaterThan(0);
  expect(await left('203.0.113.8:52114')).toBe(most - 1);
  expect(await left('203.0.113.8')).toBe(most - 2);
  expect(await left('6.6.6.6:1, [2001:db8::1]:52113')).toBe(most);
  expect(await left('[2001:db8::1]:52114')).toBe(most - 1);
});

test.each([
  '/assets/../../package.json',
  '/assets/%2e%2e/%2e%2e/package.json',
  '/..%2fpackage.json',
  '/assets/..\\..\\package.json',
])('%s reads no file outside of the console', async (url) => {
  const { body } = await app.inject(url);
  expect(body).not.toContain('bulk-sms-console');
});
