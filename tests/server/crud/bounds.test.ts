import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../../server/config.ts';
import { isTooSlow } from '../../../server/plugins/slowRequests.ts';
import { createTestApp, multipart, type TestApp } from '../../support/app.ts';

/** Bytes a second that a body must have (docs/evidence/security.md). */
const SLOWEST = 4096;

let world: TestApp;
let port: number;
beforeAll(async () => {
  world = await createTestApp({
    environment: { HEADERS_SECONDS: '1', BODY_SECONDS: '1', IDLE_SECONDS: '2', MAX_CONNECTIONS: '10' },
  });
  await world.app.listen({ host: '127.0.0.1', port: 0 });
  port = (world.app.server.address() as { port: number }).port;
});
afterAll(() => world.close());

/** A connection, and all that came over it when it has ended. */
function open(): { socket: Socket; ended: Promise<string> } {
  const socket = connect(port, '127.0.0.1');
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk;
  });
  socket.on('error', () => {});
  return { socket, ended: new Promise((done) => socket.once('close', () => done(received))) };
}
/** Writes a little again and again until the connection ends. */
const trickle = ({ socket, ended }: ReturnType<typeof open>, text: string, ms: number): Promise<string> => {
  const timer = setInterval(() => socket.write(text), ms);
  return ended.finally(() => clearInterval(timer));
};
const post = (path: string, length: number, type = 'application/json') =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Token ${world.tokens.customer}\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`;

describe('slow requests', () => {
  test('that never end their headers are answered 408 and cut', async () => {
    const one = open();
    one.socket.write('GET /v1/autho/user/profile/ HTTP/1.1\r\nHost: a\r\n');
    expect(await trickle(one, 'X-A: b\r\n', 100)).toMatch(/^HTTP\/1\.1 408 /);
  });

  test('that say nothing at all are cut', async () => {
    expect(await open().ended).toMatch(/^(HTTP\/1\.1 408 .*)?/);
  });

  test('whose body comes byte by byte are cut', async () => {
    const one = open();
    one.socket.write(post('/v1/sms/templates/', 500_000));
    expect(await trickle(one, '"', 100)).toBe('');
    const upload = open();
    upload.socket.write(post('/v1/core/upload/file/public/', 500_000, 'multipart/form-data; boundary=b'));
    expect(await trickle(upload, '-', 100)).toBe('');
  });

  test('are not: an upload that takes its time and goes on', async () => {
    // It is ahead of the slowest allowed by a minute, so a busy machine cannot make it too slow.
    const ahead = 60 * SLOWEST;
    const { payload, headers } = multipart(`name,phone\n${'Sita,9841888801\n'.repeat(17_000)}`);
    const step = Math.ceil((payload.length - ahead) / 12);
    /** What is answered, and the longest time in ms that the machine let nothing be sent. */
    const upload = async () => {
      const one = open();
      one.socket.write(post('/v1/core/upload/file/public/', payload.length, headers['content-type']));
      one.socket.write(payload.subarray(0, ahead));
      let sent = ahead;
      let longest = 0;
      let at = performance.now();
      const timer = setInterval(() => {
        longest = Math.max(longest, performance.now() - at);
        at = performance.now();
        one.socket.write(payload.subarray(sent, sent + step));
        sent += step;
        if (sent >= payload.length) clearInterval(timer);
      }, 250);
      one.socket.once('data', () => one.socket.end());
      const answer = await one.ended;
      clearInterval(timer);
      return { answer, longest: Math.max(longest, performance.now() - at) };
    };
    let { answer, longest } = await upload();
    // A connection over which nothing comes for two seconds is idle: that is not what is asked here.
    while (!answer && longest > 1000) ({ answer, longest } = await upload());
    expect(answer).toMatch(/^HTTP\/1\.1 201 /);
  });

  test('are those of less than 4 kB a second on average, once the grace is over', () => {
    expect(isTooSlow(0, 30, 30)).toBe(false);
    expect(isTooSlow(0, 30.1, 30)).toBe(true);
    expect(isTooSlow(SLOWEST * 40 - 1, 40, 30)).toBe(true);
    expect(isTooSlow(SLOWEST * 40, 40, 30)).toBe(false);
  });
});

test('headers of more than 16 kB and JSON of any depth are refused', async () => {
  const one = open();
  one.socket.write(`GET /healthz HTTP/1.1\r\nHost: a\r\nX-A: ${'a'.repeat(20_000)}\r\n\r\n`);
  expect(await one.ended).toMatch(/^HTTP\/1\.1 431 /);
  const deep = await world.app.inject({
    method: 'POST',
    url: '/v1/sms/templates/',
    headers: { authorization: `Token ${world.tokens.customer}`, 'content-type': 'application/json' },
    payload: '['.repeat(400_000) + ']'.repeat(400_000),
  });
  expect(deep.statusCode).toBe(400);
});

test('more connections than are allowed are closed', async () => {
  const all = Array.from({ length: 10 }, open);
  await Promise.all(all.map(({ socket }) => new Promise((ready) => socket.once('connect', ready))));
  expect(await open().ended).toBe('');
  await Promise.all(
    all.map(({ socket, ended }) => {
      socket.destroy();
      return ended;
    }),
  );
  // Until the server knows it, too, nobody else gets in.
  await expect.poll(() => promisify(world.app.server.getConnections).call(world.app.server)).toBe(0);
});

interface Shape {
  $ref?: string;
  type?: string | string[];
  [key: string]: unknown;
}
const list = (value: unknown): Shape[] => (Array.isArray(value) ? value : []);

test('every text and list of every request body has a longest', async () => {
  const { body } = await world.call<{ paths: Record<string, Record<string, Shape>> }>(
    null,
    'GET',
    '/v1/openapi.json',
  );
  const found: string[] = [];
  const look = (shape: Shape | undefined, at: string): void => {
    if (!shape) return;
    if (shape.$ref) throw new Error(`${at}: a reference, which this test does not follow`);
    const types = [shape.type].flat();
    const isBounded = ['maxLength', 'enum', 'const', 'format', 'pattern'].some((key) => key in shape);
    if (types.includes('string') && !isBounded) found.push(at);
    if (types.includes('array') && shape.maxItems === undefined && !shape.prefixItems) found.push(`${at}[]`);
    look(shape.items as Shape, `${at}[]`);
    for (const key of ['anyOf', 'oneOf', 'allOf', 'prefixItems'])
      for (const one of list(shape[key])) look(one, at);
    for (const [key, one] of Object.entries((shape.properties ?? {}) as Record<string, Shape>))
      look(one, `${at}.${key}`);
    const others = shape.additionalProperties;
    if (others && typeof others === 'object') look(others as Shape, `${at}{}`);
  };
  let bodies = 0;
  for (const [path, methods] of Object.entries(body.paths)) {
    for (const [method, { requestBody }] of Object.entries(methods)) {
      const content = (requestBody as { content?: Record<string, { schema: Shape }> })?.content ?? {};
      for (const { schema } of Object.values(content)) {
        bodies++;
        look(schema, `${method} ${path} `);
      }
    }
  }
  expect(bodies).toBeGreaterThan(50);
  expect(found).toEqual([]);
});

test('every text that anybody can send is answered at once, even if it is a megabyte of spaces', async () => {
  const { body } = await world.call<{
    paths: Record<string, Record<string, { 'x-access'?: string; requestBody?: unknown }>>;
  }>(null, 'GET', '/v1/openapi.json');
  let texts = 0;
  for (const [url, methods] of Object.entries(body.paths)) {
    for (const [method, { 'x-access': access, requestBody }] of Object.entries(methods)) {
      const content = (requestBody as { content?: Record<string, { schema: Shape }> })?.content;
      if (access !== 'public' || !content?.['application/json']) continue;
      for (const name of Object.keys(content['application/json'].schema.properties ?? {})) {
        texts++;
        const sent = { [name]: `a${' '.repeat(1_000_000)}b` };
        const { status } = await world.call(null, method.toUpperCase(), url, sent);
        expect(status, `${method} ${url} ${name}`).toBeLessThan(500);
      }
    }
  }
  expect(texts).toBeGreaterThan(10);
});

describe('secrets in files', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'secrets-'));
    await writeFile(join(folder, 'database'), 'postgres://u:p@h/d\n');
  });
  afterAll(() => rm(folder, { recursive: true }));
  const at = (name: string) => join(folder, name);

  test('are read, without the end of the line', () => {
    const { DATABASE_URL } = readConfig({ DATABASE_URL_FILE: at('database') });
    expect(DATABASE_URL).toBe('postgres://u:p@h/d');
  });

  test('are checked like others, and not told', async () => {
    await writeFile(at('mail'), 'short-and-secret');
    expect(() => readConfig({ SMTP_URL_FILE: at('mail') })).toThrow(
      /^The environment is not usable\. SMTP_URL: (?!.*secret)/,
    );
    expect(() => readConfig({ SMPP_URL_FILE: at('none') })).toThrow('SMPP_URL_FILE: ');
    expect(() => readConfig({ DATABASE_URL_FILE: at('database'), DATABASE_URL: 'x' })).toThrow('one of both');
  });
});

test.each([
  [undefined, false],
  ['false', false],
  ['true', 1],
  ['2', 2],
  ['10.0.0.1, 10.1.0.0/16', ['10.0.0.1', '10.1.0.0/16']],
])('TRUST_PROXY=%s', (text, read) => expect(readConfig({ TRUST_PROXY: text }).TRUST_PROXY).toEqual(read));
