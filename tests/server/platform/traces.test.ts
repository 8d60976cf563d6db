import { once } from 'node:events';
import { request } from 'node:http';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { buildApp } from '../../../server/app.ts';
import { readConfig } from '../../../server/config.ts';
import { openDatabase } from '../../../server/db/database.ts';
import { traceJobs } from '../../../server/jobs/traces.ts';
import { type Exporter, startExporter } from '../../../server/services/platform/traces/exporter.ts';
import { type Span, Traces } from '../../../server/services/platform/traces/traces.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { idleHandlers } from '../../support/idleHandlers.ts';
import { type OtlpReceiver, startOtlpReceiver } from '../../support/otlpReceiver.ts';
import { startServer } from '../../support/server.ts';
import { soon } from '../../support/soon.ts';

let world: TestApp;
let receiver: OtlpReceiver;
beforeAll(async () => {
  world = await createTestApp();
  receiver = await startOtlpReceiver();
});
afterAll(async () => {
  await receiver.close();
  await world.close();
});
beforeEach(() => {
  for (const list of [receiver.spans, receiver.requests, receiver.answers]) list.length = 0;
});

/** An app whose spans are kept. */
async function traced({ share = 1, environment = {} } = {}) {
  const spans: Span[] = [];
  const traces = new Traces((span) => spans.push(span), share);
  const { db, close } = openDatabase(world.url, 2, () => {}, { onStatement: traces.statement });
  const config = { ...world.deps.config, ...readConfig(environment) };
  const app = await buildApp({ ...world.deps, db, config, traces });
  onTestFinished(async () => {
    await app.close();
    await close();
  });
  spans.length = 0;
  const call = async (url: string, options: object = {}) => {
    const headers = { authorization: `Token ${world.tokens.customer}` };
    const answer = await app.inject({ url, headers, ...options });
    // It is recorded after the answer.
    await new Promise((resolve) => setImmediate(resolve));
    return answer;
  };
  return { app, spans, traces, db, call };
}

describe('a request', () => {
  test('is a span with its route, and its statements are parts of it, also after a body', async () => {
    const { app, spans, call } = await traced();
    await call('/v1/core/contacts/?search=9841000001');
    const payload = { name: 'Traced', phone: '9841000001', groups: [], attributes: {}, is_active: true };
    // Over a connection, whose events have a context of their own: the body comes after the headers.
    const origin = await app.listen({ host: '127.0.0.1', port: 0 });
    const begun = once(app.server, 'request');
    const sending = request(`${origin}/v1/core/contacts/`, {
      method: 'POST',
      headers: { authorization: `Token ${world.tokens.customer}`, 'content-type': 'application/json' },
    });
    sending.flushHeaders();
    await begun;
    sending.end(JSON.stringify(payload));
    const [made] = await once(sending, 'response');
    expect(made.statusCode).toBe(201);
    made.resume();
    await soon(() => expect(spans.filter(({ kind }) => kind === 'server')).toHaveLength(2));
    const [read, written] = spans.filter(({ kind }) => kind === 'server');
    expect(read).toMatchObject({
      name: 'GET /v1/core/contacts/',
      attributes: {
        ...{ 'http.request.method': 'GET', 'http.route': '/v1/core/contacts/' },
        ...{ 'http.response.status_code': 200, 'http.request.id': expect.stringMatching(/^[0-9a-f-]{36}$/) },
      },
    });
    expect(written?.trace).not.toBe(read?.trace);
    for (const [span, words] of [
      [read, /FROM "contact" t/],
      [written, /^INSERT INTO "contact"/],
    ] as const) {
      const parts = spans.filter(({ parent }) => parent === span?.id);
      expect(parts.every(({ trace, kind }) => trace === span?.trace && kind === 'client')).toBe(true);
      expect(parts.map(({ attributes }) => String(attributes['db.query.text']))).toContainEqual(
        expect.stringMatching(words),
      );
      for (const part of parts) {
        expect(part.start).toBeGreaterThanOrEqual((span as Span).start - 1);
        expect(part.end).toBeLessThanOrEqual((span as Span).end + 1);
      }
    }
    // What people wrote and searched for is a value, which no span has.
    expect(JSON.stringify(spans)).not.toMatch(/984100000|Traced/);
  });

  test('that fails says so, and probes are none', async () => {
    const { spans, call, db } = await traced();
    for (const url of ['/healthz', '/readyz', '/metrics']) await call(url);
    expect(spans).toEqual([]);
    await sql`ALTER TABLE contact_group RENAME TO away`.execute(db);
    onTestFinished(async () => {
      await sql`ALTER TABLE away RENAME TO contact_group`.execute(world.db);
    });
    expect((await call('/v1/contact/contact-group/')).statusCode).toBe(500);
    expect(spans.filter(({ kind }) => kind === 'server')).toMatchObject([{ error: '500' }]);
    expect(spans.filter(({ error }) => error === '42P01')).not.toEqual([]);
  });

  test('continues a trace only where a proxy is trusted', async () => {
    const traceparent = `00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-01`;
    for (const [environment, expected] of [
      [{ TRUST_PROXY: 'true' }, ['ab'.repeat(16), 'cd'.repeat(8)]],
      [{}, [expect.not.stringContaining('abab'), undefined]],
    ] as const) {
      const { spans, call } = await traced({ environment });
      await call('/v1/core/contacts/', { headers: { traceparent } });
      expect(
        spans.filter(({ kind }) => kind === 'server').map(({ trace, parent }) => [trace, parent]),
      ).toEqual([expected]);
    }
  });

  test('is recorded for the share that is wanted, decided by its trace', async () => {
    const { spans, call } = await traced({ share: 0.5, environment: { TRUST_PROXY: 'true' } });
    for (const low of ['0', '7', '8', 'f'])
      await call('/v1/core/contacts/', {
        headers: { traceparent: `00-${'1'.repeat(16)}${low}${'0'.repeat(15)}-${'1'.repeat(16)}-01` },
      });
    const traces = spans.filter(({ kind }) => kind === 'server').map(({ trace }) => trace[16]);
    expect(traces).toEqual(['0', '7']);
    expect(spans.filter(({ trace }) => /[8f]/.test(trace[16] as string))).toEqual([]);
  });
});

test('a job is a trace of its own, and says if it failed', async () => {
  const { spans, traces, db } = await traced();
  const handlers = {
    ...idleHandlers,
    'contact-import': () => Promise.reject(new TypeError('no such file')),
    mail: async () => void (await sql`SELECT 1`.execute(db)),
  };
  expect(traceJobs(undefined, handlers)).toBe(handlers);
  const jobs = traceJobs(traces, handlers);
  await expect(jobs['contact-import']({ uuid: 'x' }, { isLast: true })).rejects.toThrow('no such file');
  await jobs.mail();
  await jobs.housekeeping(async () => {});
  expect(spans.map(({ name, kind, error }) => [name, kind, error])).toEqual([
    ['job contact-import', 'consumer', 'TypeError'],
    ['SELECT', 'client', undefined],
    ['job mail', 'consumer', undefined],
    ['job housekeeping', 'consumer', undefined],
  ]);
  expect(spans[1]?.parent).toBe(spans[2]?.id);
});

describe('the collector', () => {
  const warnings: object[] = [];
  function exporter(headers = {}, endpoint = receiver.url): Exporter {
    warnings.length = 0;
    return startExporter({
      ...{ endpoint, headers, resource: { 'service.name': 'tests' } },
      warn: (details) => warnings.push(details),
    });
  }
  const span = (name = 'a'): Span => ({
    ...{ trace: '1'.repeat(32), id: '2'.repeat(16), parent: '3'.repeat(16), name, kind: 'client' },
    ...{ start: 1_700_000_000_000.25, end: 1_700_000_000_001.5, error: '42P01' },
    attributes: { text: 'x', whole: 3, part: 0.5, yes: true, none: undefined },
  });

  test('gets spans as OTLP, with the headers', async () => {
    const { record, stop } = exporter({ authorization: 'Bearer secret' });
    record(span());
    await stop();
    expect(receiver.requests).toMatchObject([
      { authorization: 'Bearer secret', 'content-type': 'application/json' },
    ]);
    expect(receiver.spans).toEqual([
      {
        ...{
          traceId: '1'.repeat(32),
          spanId: '2'.repeat(16),
          parentSpanId: '3'.repeat(16),
          name: 'a',
          kind: 3,
        },
        ...{ startTimeUnixNano: '1700000000000250000', endTimeUnixNano: '1700000000001500000' },
        ...{ status: { code: 2 }, resource: { 'service.name': 'tests' } },
        attributes: { text: 'x', whole: '3', part: 0.5, yes: true, 'error.type': '42P01' },
      },
    ]);
  });

  test('is asked again when it is busy, and not when it refuses', async () => {
    const { record, stop } = exporter();
    receiver.answers.push(503);
    record(span());
    await stop();
    expect([receiver.requests.length, receiver.spans.length, warnings]).toEqual([2, 1, []]);
    const other = exporter();
    receiver.answers.push(400);
    other.record(span());
    await other.stop();
    expect([receiver.requests.length, receiver.spans.length]).toEqual([3, 1]);
    expect(warnings).toEqual([{ dropped: 1, why: 'it answered 400' }]);
  });

  test('that is too slow costs spans, never memory', async () => {
    const { record, stop } = exporter({}, 'http://127.0.0.1:1');
    for (let i = 0; i < 10_000; i++) record(span());
    await stop(10);
    expect(warnings).toEqual([{ dropped: 1, why: 'it is too slow' }]);
  });
});

test('a server with a collector sends what it has recorded, at the latest when it stops', async () => {
  const server = await startServer({
    ...{ OTEL_EXPORTER_OTLP_ENDPOINT: `${receiver.url}/`, OTEL_SERVICE_NAME: 'sms' },
    ...{ OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20secret', SIMULATOR: 'off' },
    ...{ DATABASE_URL: world.url, LOG_LEVEL: 'info' },
  });
  await fetch(`${server.url}/v1/sms/configs/`);
  await server.kill('SIGTERM');
  await soon(() => {
    expect(receiver.spans).toContainEqual(
      expect.objectContaining({
        ...{ name: 'GET /v1/sms/configs/', kind: 2 },
        resource: expect.objectContaining({ 'service.name': 'sms', 'service.instance.role': 'all' }),
      }),
    );
  });
  expect(receiver.requests[0]?.authorization).toBe('Bearer secret');
}, 60_000);

test.each([
  ['', {}],
  ['a=b', { a: 'b' }],
  ['x-key=one%2Ctwo, y=3', { 'x-key': 'one,two', y: '3' }],
])('headers %j are read', (text, headers) => {
  expect(readConfig({ OTEL_EXPORTER_OTLP_HEADERS: text }).OTEL_EXPORTER_OTLP_HEADERS).toEqual(headers);
});

test('other headers are refused', () => {
  expect(() => readConfig({ OTEL_EXPORTER_OTLP_HEADERS: 'a b' })).toThrow(
    'OTEL_EXPORTER_OTLP_HEADERS: name=value',
  );
});
