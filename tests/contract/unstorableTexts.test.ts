import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Failure } from '#schema/entity.ts';
import { createTestApp, multipart, type TestApp } from '../support/app.ts';
import { xlsx } from '../support/xlsx.ts';
import { inParallel, tokenOf } from './operations.ts';

/** The parts of a JSON schema that the document uses. */
interface Schema {
  type?: string;
  format?: string;
  enum?: unknown[];
  minimum?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  prefixItems?: Schema[];
  additionalProperties?: Schema | boolean;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}
interface Documented {
  parameters?: { in: 'query' | 'path'; name: string; schema: Schema; required?: boolean }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  'x-access'?: unknown;
}
/** A request with one text that no database can store, and the field that contains it. */
interface Case {
  method: string;
  url: string;
  field: string;
  body?: unknown;
}

const NUL = 'a\u0000b';
const HALF = 'a\ud800b';
/** Values as a query contains them, encoded: the second is half of a surrogate pair in UTF-8. */
const ENCODED = ['a%00b', 'a%ED%A0%80b'];

/** Days and moments of ISO that no column holds. */
const UNHELD = {
  date: ['0000-01-01'],
  'date-time': ['0000-01-01T00:00:00Z', '9999-12-31T23:59:59-14:00', '2030-01-01T00:00:00+23:00'],
};

let world: TestApp;
let cases: Case[];

const alternatives = ({ anyOf = [], oneOf = [], allOf = [] }: Schema) => [...anyOf, ...oneOf, ...allOf];

/** A value that passes most checks. */
function sample(schema: Schema): unknown {
  const [first] = alternatives(schema);
  if (first) return sample(first);
  if (schema.enum) return schema.enum[0];
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        (schema.required ?? []).map((name) => [name, sample(schema.properties?.[name] ?? {})]),
      );
    case 'array':
      return (schema.prefixItems ?? []).map(sample);
    case 'boolean':
      return true;
    case 'integer':
    case 'number':
      return Math.max(1, schema.minimum ?? 1);
    default:
      return samples[schema.format ?? ''] ?? 'Text of twelve';
  }
}
const samples: Record<string, string> = {
  uuid: randomUUID(),
  email: 'somebody@example.test',
  uri: 'https://example.test/',
  'date-time': '2026-01-02T03:04:05Z',
  date: '2026-01-02',
};

const joined = (name: string | number, path: string): string => (path ? `${name}.${path}` : String(name));

/**
 * Bodies of a schema with a bad text in each place for a text, or for one of the format, and as field names where any name
 * is allowed.
 */
function* spoiled(schema: Schema, bad: string, format?: string): Generator<[path: string, body: unknown]> {
  for (const one of alternatives(schema)) yield* spoiled(one, bad, format);
  if (schema.type === 'string' && (!format || schema.format === format)) yield ['', bad];
  for (const [name, inner] of Object.entries(schema.properties ?? {})) {
    for (const [path, value] of spoiled(inner, bad, format)) {
      yield [joined(name, path), { ...(sample(schema) as object), [name]: value }];
    }
  }
  if (schema.items)
    for (const [path, value] of spoiled(schema.items, bad, format)) yield [joined(0, path), [value]];
  for (const [at, inner] of (schema.prefixItems ?? []).entries()) {
    for (const [path, value] of spoiled(inner, bad, format)) {
      const whole = (schema.prefixItems ?? []).map((item, n) => (n === at ? value : sample(item)));
      yield [joined(at, path), whole];
    }
  }
  if (typeof schema.additionalProperties === 'object') {
    for (const [path, value] of spoiled(schema.additionalProperties, bad, format)) {
      yield [joined('key', path), { key: value }];
    }
    if (!format) yield [bad.replace('\0', '').toWellFormed(), { [bad]: 'value' }];
  }
}

function* casesOf(
  path: string,
  method: string,
  { parameters = [], requestBody }: Documented,
): Generator<Case> {
  const url = path.replace(/\{\w+\}/g, () => randomUUID());
  for (const { name, in: place, schema } of parameters) {
    if (place === 'path') yield { method, url: path.replace(`{${name}}`, 'a%00b'), field: name };
    else
      for (const text of ENCODED) {
        // With what the query requires. A period begins and ends with the same text: it is neither too long nor reversed.
        const others = parameters
          .filter((one) => one.in === 'query' && one.required && one.name !== name)
          .map((one) => {
            const isAlike = schema.format !== undefined && one.schema.format === schema.format;
            return `&${one.name}=${isAlike ? text : sample(one.schema)}`;
          });
        yield { method, url: `${url}?${name}=${text}${others.join('')}`, field: name };
      }
  }
  const schema = requestBody?.content['application/json']?.schema;
  if (!schema) return;
  for (const bad of [NUL, HALF]) {
    for (const [field, body] of spoiled(schema, bad)) yield { method, url, field, body };
  }
  for (const [format, values] of Object.entries(UNHELD))
    for (const bad of values)
      for (const [field, body] of spoiled(schema, bad, format)) yield { method, url, field, body };
}

beforeAll(async () => {
  world = await createTestApp();
  const { body } = await world.call<{ paths: Record<string, Record<string, Documented>> }>(
    null,
    'GET',
    '/v1/openapi.json',
  );
  cases = Object.entries(body.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => [
      ...casesOf(path, method.toUpperCase(), operation),
    ]),
  );
});
afterAll(() => world.close());

/** A multipart body with a file and one more field before it. */
function withField(name: string, value: string): ReturnType<typeof multipart> {
  const { payload, headers } = multipart('a,b\n1,2\n');
  const boundary = headers['content-type'].split('boundary=')[1];
  const field = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  return { payload: Buffer.concat([Buffer.from(field), payload]), headers };
}

let asked = 0;

async function answerOf({ method, url, body }: Case, token: string) {
  const answer = await world.app.inject({
    method: method as 'GET',
    url,
    // Request limits are per address.
    remoteAddress: `10.${(++asked >> 16) & 255}.${(asked >> 8) & 255}.${asked & 255}`,
    headers: {
      authorization: `Token ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { payload: JSON.stringify(body) }),
  });
  return { status: answer.statusCode, errors: answer.json<Failure>().errors ?? {} };
}

describe('a text that no database holds', () => {
  test('is refused with its field in every text of every operation’s path, query and body', async () => {
    // A minimum, so that reading too little of the document fails.
    expect(cases.filter(({ body }) => body !== undefined).length).toBeGreaterThan(250);
    expect(cases.filter(({ body }) => body === undefined).length).toBeGreaterThan(700);
    const tokens = [await tokenOf(world, 'customer'), await tokenOf(world, 'admin')];
    const wrong: string[] = [];
    await inParallel(cases, async (one) => {
      const answers = await Promise.all(tokens.map((token) => answerOf(one, token)));
      const isRight = answers.every(
        ({ status, errors }) => status === 403 || (status === 400 && one.field in errors),
      );
      const isReached = answers.some(({ status }) => status === 400);
      if (!isRight || !isReached)
        wrong.push(`${one.method} ${one.url} ${one.field}: ${JSON.stringify(answers)}`);
    });
    expect(wrong).toEqual([]);
  });

  test('is refused however deep in a body, and as the body', async () => {
    const path = '/v1/core/contacts/';
    const token = await tokenOf(world, 'customer');
    const deep = `${'['.repeat(100_000)}"a\\u0000b"${']'.repeat(100_000)}`;
    for (const payload of [deep, '"a\\ud800b"']) {
      const answer = await world.app.inject({
        method: 'POST',
        url: path,
        headers: { authorization: `Token ${token}`, 'content-type': 'application/json' },
        payload,
      });
      expect(answer.statusCode, answer.body.slice(0, 200)).toBe(400);
    }
  });

  test.each(['idempotency-key', 'user-agent'])('is refused in the header %s', async (name) => {
    for (const bad of [NUL, HALF]) {
      const answer = await world.app.inject({
        method: 'POST',
        url: '/v1/login/',
        headers: { [name]: bad },
        payload: { email: 'a@b.test', password: 'p' },
      });
      expect(answer.statusCode).toBe(400);
      expect(Object.keys(answer.json<Failure>().errors ?? {})).toEqual([name]);
    }
  });

  test.each([
    ['the name of the file', multipart('a,b\n1,2\n', { name: 'a\0b.csv' }), 'file'],
    ['the name of its field', multipart('a,b\n1,2\n', { field: 'fi\0le' }), 'file'],
    ['another field', withField('note', 'a\0b'), 'note'],
    ['a cell of a workbook', multipart(xlsx([['phone'], ['_x0000_9841000001']])), 'file'],
    ['half of a pair in a cell', multipart(xlsx([['phone'], ['9841_xD83D_']])), 'file'],
  ])('is refused in an upload: %s', async (_, { payload, headers }, field) => {
    const answer = await world.app.inject({
      method: 'POST',
      url: '/v1/core/upload/file/public/',
      remoteAddress: `10.9.0.${++asked & 255}`,
      headers: { ...headers, authorization: `Token ${await tokenOf(world, 'customer')}` },
      payload,
    });
    expect([answer.statusCode, Object.keys(answer.json<Failure>().errors ?? {})]).toEqual([400, [field]]);
  });

  test.each([
    ['/v1/admin/accounts/', 'name', 'a\0b'],
    ['/v1/admin/accounts/', 'name', 7],
    ['/v1/admin/accounts/', 'balance', 'a'],
    ['/v1/admin/campaigns/', 'attention', 3e9],
    ['/v1/autho/kyc/', 'submitted_at', 'tomorrow'],
  ])('is refused in a cursor of %s by %s: %j', async (path, ordering, value) => {
    const cursor = Buffer.from(JSON.stringify(['n', randomUUID(), value])).toString('base64url');
    const answer = await world.call<Failure>('admin', 'GET', `${path}?ordering=${ordering}&cursor=${cursor}`);
    expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([400, ['cursor']]);
  });

  test.each(['1e300', '3000000000', '1.5'])(
    'a number that no column holds is refused: %s',
    async (number) => {
      const field = 'remaining__gte';
      const answer = await world.call<Failure>(
        'customer',
        'GET',
        `/v1/credit/account-sms-packages/?${field}=${number}`,
      );
      expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([400, [field]]);
    },
  );

  test('no number or time in any query is a failure of the server', async () => {
    const odd = ['1e300', ...UNHELD['date-time'], ...UNHELD.date, '9999-12-31'];
    const [text = ''] = ENCODED;
    const asked = cases
      // A list of values is parsed like a single one.
      .filter(
        ({ body, url, field }) => body === undefined && url.includes(`=${text}`) && !field.endsWith('__in'),
      )
      .map(({ url }) => url);
    expect(asked.length).toBeGreaterThan(200);
    // An administrator has every pair that reads.
    const headers = { authorization: `Token ${await tokenOf(world, 'admin')}` };
    const failed: string[] = [];
    await inParallel(
      asked.flatMap((url) => odd.map((value) => url.replaceAll(text, encodeURIComponent(value)))),
      async (url) => {
        const { statusCode } = await world.app.inject({ url, headers });
        if (statusCode >= 500) failed.push(`${statusCode} ${url}`);
      },
    );
    expect(failed.sort()).toEqual([]);
  });
});
