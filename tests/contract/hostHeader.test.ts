import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';
import { addressed, inParallel, operationsOf, tokenOf } from './operations.ts';
import { makersOf } from './records.ts';

const EVIL = { host: 'evil.example', 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' };

/** With a trusted proxy Fastify takes the host from X-Forwarded-Host: the worst case. */
const worlds = {
  'no address': { environment: {}, start: '' },
  PUBLIC_URL: {
    environment: { PUBLIC_URL: 'https://sms.example/console/', TRUST_PROXY: 'true' },
    start: 'https://sms.example',
  },
  'API_URL beside it': {
    environment: { PUBLIC_URL: 'https://sms.example', API_URL: 'https://api.example/', TRUST_PROXY: 'true' },
    start: 'https://api.example',
  },
};

describe.each(Object.entries(worlds))('with %s configured', (_, { environment, start }) => {
  let world: TestApp;
  beforeAll(async () => {
    world = await createTestApp({ environment });
    const make = makersOf(world)['/v1/core/contacts/'];
    for (let n = 0; n < 3; n++) await make?.();
  });
  afterAll(() => world.close());

  test.each(['/v1/core/contacts/', '/v1/autho/sessions/'])(
    '%s links to it and its neighbours',
    async (path) => {
      await tokenOf(world, 'customer');
      const token = await tokenOf(world, 'customer');
      const answer = await world.app.inject({
        url: `${path}?page=2&page_size=1`,
        headers: { ...EVIL, authorization: `Token ${token}` },
      });
      const { next, previous } = answer.json<{ next: string; previous: string }>();
      for (const link of [next, previous]) expect(link.slice(0, link.indexOf('?'))).toBe(`${start}${path}`);
    },
  );

  test('no answer to a read repeats the Host header, in body or headers', async () => {
    const operations = await operationsOf(world);
    const reads = [
      ...operations
        .filter(({ method }) => method === 'GET')
        .flatMap(({ path }) => [path, `${path}?page_size=1`]),
      ...['/', '/docs', '/docs/', '/v1/openapi.json', '/nothing', '/dev/outbox'],
    ];
    const token = await tokenOf(world, 'customer');
    const poisoned: string[] = [];
    await inParallel(reads, async (path) => {
      const answer = await world.app.inject({
        url: addressed(path, randomUUID()),
        headers: { ...EVIL, authorization: `Token ${token}` },
      });
      if (`${JSON.stringify(answer.headers)}${answer.body}`.includes('evil')) poisoned.push(path);
    });
    expect(reads.length).toBeGreaterThan(60);
    expect(poisoned).toEqual([]);
  });
});
