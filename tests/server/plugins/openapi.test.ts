import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { catalogue } from '#schema/catalogue.ts';
import type { Failure } from '#schema/entity.ts';
import { entities } from '#schema/index.ts';
import { KYC_SUBMIT } from '#schema/kyc.ts';
import { buildApp } from '../../../server/app.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';

interface Operation {
  'x-access': unknown;
  security: object[];
  parameters?: { name: string; in: string }[];
  responses: Record<string, { $ref?: string }>;
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, { required: string[] }>;
    responses: Record<string, { content: Record<string, { schema: object }> }>;
    securitySchemes: Record<string, object>;
  };
}

let world: TestApp;
let document: Document;
beforeAll(async () => {
  world = await createTestApp();
  document = (await world.call<Document>(null, 'GET', '/v1/openapi.json')).body;
});
afterAll(() => world.close());

const operation = (name: string): Operation => {
  const [method = '', path = ''] = name.split(' ');
  const found = document.paths[path]?.[method.toLowerCase()];
  if (!found) throw new Error(`there is no ${name}`);
  return found;
};
const all = () => Object.values(document.paths).flatMap((methods) => Object.values(methods));
const failures = (name: string) =>
  Object.keys(operation(name).responses).filter((status) => Number(status) >= 400);

describe('the document', () => {
  test.each([
    [
      'POST /v1/sms/compose/',
      ['400', '401', '402', '403', '404', '409', '413', '415', '422', '429', '500', '503'],
    ],
    ['GET /v1/core/contacts/', ['400', '401', '403', '429', '500', '503']],
    ['GET /v1/core/contacts/{uuid}/', ['400', '401', '403', '404', '429', '500', '503']],
    [
      'PUT /v1/core/contacts/{uuid}/',
      ['400', '401', '403', '404', '409', '412', '413', '415', '429', '500', '503'],
    ],
    ['POST /v1/login/', ['400', '404', '409', '413', '415', '429', '500', '503']],
    ['GET /v1/credit/payment/methods/', ['401', '403', '429', '500', '503']],
  ])('says how %s can fail', (name, statuses) => {
    expect(failures(name)).toEqual(statuses);
  });

  test('has the error’s schema behind every failure, and a right answer beside them', () => {
    expect(all().length).toBeGreaterThan(150);
    for (const { responses } of all()) {
      expect(Object.keys(responses).some((status) => Number(status) < 300)).toBe(true);
      for (const [status, { $ref }] of Object.entries(responses)) {
        if (Number(status) < 400) continue;
        expect($ref).toBe(`#/components/responses/Failure${status}`);
        expect(
          document.components.responses[`Failure${status}`]?.content['application/json']?.schema,
        ).toEqual({
          $ref: '#/components/schemas/Failure',
        });
      }
    }
    expect(document.components.schemas.Failure?.required).toEqual(['detail', 'code']);
  });

  test('says of each operation whom it lets in: a session, an API key where one may call it, or anybody', () => {
    const [session, apiKey] = [{ session: [] }, { apiKey: [] }];
    expect(operation('POST /v1/sms/compose/').security).toEqual([session, apiKey]);
    expect(operation('POST /v1/core/upload/file/public/').security).toEqual([session, apiKey]);
    expect(operation('POST /v1/autho/user/change-password/').security).toEqual([session]);
    expect(operation('POST /v1/login/').security).toEqual([]);
    for (const { 'x-access': access, security, responses } of all()) {
      expect(security.length === 0).toBe(access === 'public');
      expect('401' in responses).toBe(access !== 'public');
    }
    expect(Object.keys(document.components.securitySchemes)).toEqual(['session', 'apiKey']);
  });

  test('names If-Match where a changed record is refused', () => {
    for (const { parameters = [], responses } of all())
      expect(parameters.some(({ name }) => name === 'If-Match')).toBe('412' in responses);
    expect('412' in operation('PUT /v1/autho/users/{uuid}/').responses).toBe(true);
    expect('412' in operation('PUT /v1/admin/settings/').responses).toBe(false);
    expect(JSON.stringify(document)).not.toContain('x-precondition');
  });

  test('names the Idempotency-Key where one is taken, and nothing of its own making', async () => {
    const keyed = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.values(methods).some(({ parameters = [] }) =>
        parameters.some(({ name }) => name === 'Idempotency-Key'),
      )
        ? [path]
        : [],
    );
    expect(keyed).toContain('/v1/sms/compose/');
    expect(keyed).toContain('/v1/user-wallets/{uuid}/adjust/'.replace('/v1/', '/v1/credit/'));
    expect(keyed).not.toContain('/v1/sms/compose/{uuid}/cancel/');
    const created = entities.filter(
      ({ writes, path }) => writes.includes('create') && catalogue.includes(`POST ${path}`),
    );
    expect(keyed).toEqual(expect.arrayContaining([...created.map(({ path }) => path), KYC_SUBMIT]));
    // Creating a template costs nothing.
    expect(Object.keys(operation('POST /v1/sms/templates/').responses)).toContain('422');
    expect(Object.keys(operation('POST /v1/sms/templates/').responses)).not.toContain('402');
    const { text } = await world.call(null, 'GET', '/v1/openapi.json');
    expect(text).not.toMatch(/x-failures|x-idempotent/);
  });
});

describe('an address that no route can read', () => {
  const long = `/v1/core/contacts/${'a'.repeat(300)}/`;
  test.each([
    ['/v1/%', 400, 'bad_address'],
    ['/v1/core/contacts/%E0%A4%A/', 400, 'bad_address'],
    ['/v1/core/contacts/%zz/', 400, 'bad_address'],
    ['/%', 400, 'bad_address'],
    [long, 414, 'too_long'],
    ['/v1/nothing/', 404, 'not_found'],
    ['/v1/', 404, 'not_found'],
    ['/v1/sms/compose/nothing/at/all/', 404, 'not_found'],
  ])('%s is answered in the shape of every error', async (url, status, code) => {
    for (const method of ['GET', 'DELETE'] as const) {
      const answer = await world.app.inject({ method, url });
      expect(answer.statusCode).toBe(status);
      expect(answer.json()).toEqual({ detail: expect.any(String), code, request_id: expect.any(String) });
      expect(answer.headers['content-type']).toMatch(/^application\/json/);
      expect(answer.headers).toMatchObject({
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      });
    }
  });

  test.each([
    ['an address of 20 kB', `GET /v1/?${'a'.repeat(20_000)} HTTP/1.1\r\nhost: x\r\n\r\n`, 431, 'too_long'],
    ['headers of 20 kB', `GET /v1/ HTTP/1.1\r\nhost: x\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`, 431, 'too_long'],
    ['what is no HTTP', 'nonsense\r\n\r\n', 400, 'bad_request'],
  ])('%s is, too', async (_, request, status, code) => {
    await world.app.listen({ port: 0, host: '127.0.0.1' }).catch((error: { code?: string }) => {
      // The one before has opened it.
      if (error.code !== 'FST_ERR_REOPENED_SERVER') throw error;
    });
    const { port } = world.app.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(request);
    const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(head.toLowerCase()).toContain('content-type: application/json');
    expect(JSON.parse(body) as Failure).toEqual({ detail: expect.any(String), code });
  });
});

describe('DOCS=off', () => {
  test('closes /docs and the document, the console’s page does not answer for them, and the rest is open', async () => {
    const dist = join(world.folder, 'dist');
    await mkdir(dist, { recursive: true });
    await writeFile(join(dist, 'index.html'), '<script type="application/json" id="config">{}</script>');
    const deps = { ...world.deps, dist, config: { ...world.deps.config, DOCS: 'off' as const } };
    const app = await buildApp(deps);
    for (const url of ['/docs', '/docs/', '/docs/json', '/docs/static/index.html', '/v1/openapi.json']) {
      const answer = await app.inject(url);
      expect([url, answer.statusCode, answer.json<Failure>().code]).toEqual([url, 404, 'not_found']);
    }
    expect((await app.inject('/')).statusCode).toBe(200);
    expect((await app.inject('/v1/core/contacts/')).statusCode).toBe(401);
    await app.close();
  });

  test('is not the default', async () => {
    expect((await world.app.inject('/docs/')).statusCode).toBe(200);
  });
});
