import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp } from '../../../server/app.ts';
import type { App } from '../../../server/deps.ts';
import { startQueue } from '../../../server/jobs/queue.ts';
import { createLog } from '../../../server/log.ts';
import { createTestApp, type TestApp, users } from '../../support/app.ts';
import { idleHandlers } from '../../support/idleHandlers.ts';

interface Line {
  level: number;
  msg: string;
  [field: string]: unknown;
}

const [INFO, ERROR] = [30, 50];
let world: TestApp;
let app: App;
let lines: Line[] = [];
const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) });

beforeAll(async () => {
  world = await createTestApp();
  app = await buildApp(world.deps, log);
  app.get('/v1/broken/', { config: { access: 'public' }, schema: { hide: true } }, () => {
    throw new Error('boom');
  });
});
afterAll(async () => {
  await app.close();
  await world.close();
});

async function get(url: string, headers: Record<string, string> = {}) {
  lines = [];
  const answer = await app.inject({
    url,
    headers: { authorization: `Token ${world.tokens.customer}`, ...headers },
  });
  return { answer, written: lines };
}

test('a request is one line: its id, whose it is, its route, status and time', async () => {
  const { written } = await get('/v1/core/contacts/?search=9801234567');
  expect(written).toEqual([
    expect.objectContaining({
      level: INFO,
      msg: 'request',
      request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      method: 'GET',
      route: '/v1/core/contacts/',
      status: 200,
      ms: expect.any(Number),
      account: world.accounts.customer,
      user: expect.stringMatching(/^[0-9a-f-]{36}$/),
    }),
  ]);
  expect(JSON.stringify(written)).not.toMatch(/9801234567|customer-/);
});

test('what nobody asked for by name is not in it either', async () => {
  const { written } = await get(`/nothing/9801234567?email=${users.other}`);
  expect(written).toEqual([expect.objectContaining({ status: 404, route: null })]);
  expect(JSON.stringify(written)).not.toMatch(/9801234567|demo\.test/);
});

test('the id is the one of the answer, and never one that the caller gave', async () => {
  const given = '00000000-0000-7000-8000-000000000000';
  const { answer, written } = await get('/v1/core/contacts/nope/', {
    'x-request-id': given,
    'request-id': given,
  });
  expect(answer.json().request_id).toBe(written[0]?.request_id);
  expect(answer.body + JSON.stringify(written)).not.toContain(given);
});

test('a failure is an error with its stack once, and the request’s own line', async () => {
  const { answer, written } = await get('/v1/broken/');
  const { request_id } = answer.json();
  expect(written).toEqual([
    expect.objectContaining({ level: ERROR, msg: 'request failed', request_id }),
    expect.objectContaining({ level: INFO, msg: 'request', status: 500, request_id }),
  ]);
  expect(JSON.stringify(written).match(/log\.test\.ts/g)?.length).toBe(1);
});

test('probes are not in the log', async () => {
  for (const url of ['/healthz', '/readyz']) expect((await get(url)).written).toEqual([]);
});

test('phones, addresses and secrets are taken out, whoever writes them', () => {
  lines = [];
  const secret = { phone: '+9779801234567', email: users.other, token: 'abcdef', password: 'hidden' };
  log.warn({ ...secret, peer: secret, source: secret.phone, error: new Error('broken') }, 'something');
  expect(JSON.stringify(lines)).not.toMatch(/9801234567|demo\.test|abcdef|hidden/);
  expect(lines[0]?.error).toMatchObject({ message: 'broken', stack: expect.stringContaining('log.test.ts') });
  const refused = new Error(`550 <${users.other}> +9779801234567 unknown`);
  log.error(
    { err: Object.assign(refused, { code: '23505', detail: `Key (email)=(${users.other})` }) },
    'again',
  );
  expect(JSON.stringify(lines[1])).not.toMatch(/9801234567|demo\.test/);
  expect(lines[1]?.err).toMatchObject({ code: '23505', message: '550 <[address]> [number] unknown' });
});

test('of several that failed together each is in it with its stack, once, and nobody’s number', () => {
  lines = [];
  const errors = [new TypeError('first of +9779801234567'), new Error('second'), 'third of +9779801234567'];
  log.error({ err: new AggregateError(errors, '3 steps failed') }, 'housekeeping failed');
  expect(lines[0]?.err).toMatchObject({
    message: '3 steps failed',
    errors: [
      { type: 'TypeError', message: 'first of [number]', stack: expect.stringContaining('log.test.ts') },
      { type: 'Error', message: 'second', stack: expect.stringContaining('log.test.ts') },
      'third of [number]',
    ],
  });
  expect(JSON.stringify(lines).match(/Error: second/g)).toHaveLength(1);
});

test('a long text in an error is written at once', () => {
  lines = [];
  log.error({ err: new Error(`${'a'.repeat(1_000_000)} a@b@c.test @d.test`) }, 'long');
  expect(lines[0]?.err).toMatchObject({ message: expect.stringMatching(/a \[address\] @d\.test$/) });
});

test('a job says which it is, what it works on, and which request asked for it', async () => {
  lines = [];
  const queue = await startQueue({
    url: world.url,
    handlers: {
      ...idleHandlers,
      async 'contact-import'() {
        throw new Error('boom');
      },
    },
    log,
  });
  try {
    const job = { uuid: world.accounts.other, request_id: 'the-request' };
    await queue.enqueue('contact-import', job);
    const of = { queue: 'contact-import', import: job.uuid, request_id: job.request_id, attempt: 1 };
    await expect
      .poll(() => lines.filter(({ request_id }) => request_id === job.request_id).slice(0, 2))
      .toEqual([
        expect.objectContaining({ level: INFO, msg: 'a job begins', ...of }),
        expect.objectContaining({ level: ERROR, msg: 'a job failed', ...of }),
      ]);
  } finally {
    await queue.stop();
  }
});
