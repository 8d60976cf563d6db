import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Failure } from '#schema/entity.ts';
import { createTestApp, multipart, type TestApp, users } from '../support/app.ts';
import { tokenOf } from './operations.ts';

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterAll(() => world.close());

type Who = 'admin' | 'customer' | null;
/** Where one person writes what others read: the request, its field, and what else it needs. */
type Place = readonly [who: Who, method: string, path: string, field: string, rest: object];
const ANY = '01890000-0000-7000-8000-000000000001';
const signup = { type: 'company', name: 'Sita', email: 'sita@new.example', password: 'Correct-horse-7' };
const own = { name: 'Himal', type: 'company', pan: null, address: null };

const names: Place[] = [
  ['admin', 'POST', '/v1/admin/accounts/', 'name', { type: 'company' }],
  ['customer', 'PUT', `/v1/autho/accounts/${ANY}/`, 'name', own],
  ['admin', 'POST', '/v1/admin/accounts/', 'tags', { name: 'Himal', type: 'company' }],
  ['admin', 'POST', '/v1/autho/users/', 'name', { email: 'new@staff.example', role: 'support' }],
  ['admin', 'PUT', `/v1/autho/users/${ANY}/`, 'name', {}],
  ['customer', 'PUT', '/v1/autho/user/profile/', 'name', {}],
  ['customer', 'POST', '/v1/autho/team/', 'name', { email: 'new@team.example', role: 'viewer' }],
  ['customer', 'PUT', `/v1/autho/team/${ANY}/`, 'name', {}],
  [null, 'POST', '/v1/autho/user/signup/', 'name', { ...signup, account_name: 'Himal' }],
  [null, 'POST', '/v1/autho/user/signup/', 'account_name', signup],
  ['customer', 'POST', '/v1/sms/compose/plan/', 'name', {}],
  ['customer', 'POST', '/v1/sms/templates/', 'name', { body: 'Hello' }],
  ['customer', 'POST', '/v1/contact/contact-group/', 'name', {}],
  ['customer', 'POST', '/v1/autho/api-keys/', 'name', { pairs: [['contact-list', 'get']] }],
  ['customer', 'POST', '/v1/autho/two-factor/passkeys/', 'name', {}],
  ['customer', 'POST', '/v1/autho/erasures/', 'reference', { phone: '9841234567' }],
  ['customer', 'POST', '/v1/autho/kyc/submit/', 'company_name', {}],
  ['customer', 'POST', '/v1/autho/kyc/submit/', 'tole', {}],
  ['admin', 'POST', '/v1/admin/viber-identities/', 'name', { account: ANY }],
  ['admin', 'POST', '/v1/credit/sms-packages/all/', 'name', {}],
  ['admin', 'POST', '/v1/admin/blocked-sms-keywords/', 'keyword', { is_active: true }],
  ['customer', 'POST', '/v1/credit/payment/credit_payment_initiate/', 'reference', {}],
];
const texts: Place[] = [
  ['admin', 'POST', '/v1/admin/accounts/', 'address', { name: 'Himal', type: 'company' }],
  ['admin', 'POST', '/v1/admin/accounts/', 'notes', { name: 'Himal', type: 'company' }],
  ['customer', 'POST', '/v1/sms/identities/', 'purpose', { name: 'HIMAL' }],
  ['admin', 'PUT', `/v1/sms/sender-identities/${ANY}/`, 'reason', { status: 'rejected' }],
  ['admin', 'POST', `/v1/sms/sender-identities/${ANY}/suspend/`, 'reason', {}],
  ['admin', 'POST', `/v1/admin/viber-identities/${ANY}/decide/`, 'reason', { status: 'rejected' }],
  ['admin', 'POST', `/v1/admin/campaigns/${ANY}/pause/`, 'reason', {}],
  ['admin', 'POST', `/v1/admin/campaigns/${ANY}/stop/`, 'reason', {}],
  ['admin', 'POST', '/v1/autho/kyc/reject/', 'reason', { uuid: ANY }],
  ['admin', 'POST', `/v1/credit/user-wallets/${ANY}/adjust/`, 'reason', { amount: 1 }],
  ['admin', 'POST', `/v1/admin/payment-reference/refunds/${ANY}/handle/`, 'note', {}],
  ['admin', 'POST', `/v1/autho/users/${ANY}/sign-in-as/`, 'reason', {}],
  ['customer', 'POST', '/v1/credit/payment/credit_payment_initiate/', 'note', {}],
  ['customer', 'POST', '/v1/core/sms/blacklist-numbers/', 'reason', { phone: '9841234567' }],
];
const ask = ([who, method, path, field, rest]: Place, text: string) =>
  world.call<{ data: Record<string, unknown> } & Failure>(who, method, path, {
    ...rest,
    [field]: field === 'tags' ? [text] : text,
  });

describe('what other people read', () => {
  test.each([...names, ...texts])(
    'has no character that turns or breaks the text around it: %s %s %s %s',
    async (...place) => {
      for (const [text, character] of [
        ['Him\u202eal', 'U+202E right-to-left override'],
        ['Him\u2066al', 'U+2066 left-to-right isolate'],
        ['Him\u0007al', 'U+0007 bell'],
      ] as const) {
        const { status, body } = await ask(place, text);
        expect(status).toBe(400);
        const said = Object.entries(body.errors ?? {}).find(([name]) => name.startsWith(place[3]))?.[1];
        expect(said).toEqual([`The text has a character that is not allowed: ${character}. Delete it.`]);
      }
    },
  );

  test.each(names.filter(([, , , field]) => field === 'name'))(
    'is no name if nobody can see it: %s %s %s %s',
    async (...place) => {
      for (const text of ['\u200b\u2060', '\u200d', ' '])
        expect((await ask(place, text)).body.errors).toMatchObject({ name: ['Required'] });
    },
  );
});

const post = (path: string, body: object) =>
  world.call<{ data: { uuid: string; name: string } }>('customer', 'POST', path, body);

test('a name is one line, and keeps what Nepali needs to join and part its letters', async () => {
  const { body } = await post('/v1/contact/contact-group/', { name: ' क्\u200dष\r\n\tक्\u200cष 👩‍👩‍👧 ' });
  expect(body.data.name).toBe('क्\u200dष क्\u200cष 👩‍👩‍👧');
});

test('a stored name of before is read as it is, and asks for another one when it is saved', async () => {
  const old = 'Him\u202eal';
  const { uuid } = (await post('/v1/sms/templates/', { name: 'Himal', body: 'Hello' })).body.data;
  await sql`UPDATE template SET name = ${old} WHERE uuid = ${uuid}`.execute(world.db);
  const path = `/v1/sms/templates/${uuid}/`;
  const read = await world.call<{ data: unknown }>('customer', 'GET', path);
  expect(read.body.data).toMatchObject({ name: old });
  const saved = await world.call<Failure>('customer', 'PUT', path, { name: old, body: 'Good day' });
  expect(saved.body.errors).toHaveProperty('name');
  expect((await world.call('customer', 'PUT', path, { name: 'Himal', body: 'Good day' })).status).toBe(200);
});

test('other fields of somebody with an old name are saved without it', async () => {
  await sql`UPDATE users SET name = ${'Si\u202eta'} WHERE email = ${users.customer}`.execute(world.db);
  const { rows } = await sql<{
    uuid: string;
  }>`SELECT uuid FROM users WHERE email = ${users.customer}`.execute(world.db);
  const path = `/v1/autho/users/${rows[0]?.uuid}/`;
  const saved = await world.call<{ data: object }>('admin', 'PUT', path, { phone: '9841000222' });
  expect(saved.body.data).toMatchObject({ name: 'Si\u202eta', phone: '+9779841000222' });
});

test('the name of an uploaded file says its kind at its end', async () => {
  const { payload, headers } = multipart('name,phone\nSita,9841000001\n', { name: 'list\u202evsc.csv' });
  const { body } = await world.app.inject({
    ...{ method: 'POST', url: '/v1/core/upload/file/public/', payload },
    headers: { ...headers, authorization: `Token ${await tokenOf(world, 'customer')}` },
  });
  expect(z.object({ data: z.object({ name: z.string() }) }).parse(JSON.parse(body)).data.name).toBe(
    'listvsc.csv',
  );
});
