import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Failure } from '#schema/entity.ts';
import type { OwnViberIdentity, ViberIdentity } from '#schema/viberIdentity.ts';
import { createTestApp, type TestApp, type User } from '../../support/app.ts';

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterAll(() => world.close());

const PATH = '/v1/admin/viber-identities/';
type Answer = { data: ViberIdentity } & Failure;
const make = async (name: string, account = world.accounts.customer): Promise<ViberIdentity> => {
  const { status, body, text } = await world.call<Answer>('admin', 'POST', PATH, { account, name });
  expect(status, text).toBe(201);
  return body.data;
};
const decide = (uuid: string, body: object, as: User = 'admin') =>
  world.call<Answer>(as, 'POST', `${PATH}${uuid}/decide/`, body);
const own = async (as: User, app = world): Promise<OwnViberIdentity[]> =>
  (await app.call<{ results: OwnViberIdentity[] }>(as, 'GET', '/v1/viber/identity/')).body.results;

test('an administrator registers a name for an account, and only that account reads it', async () => {
  const people = await world.newCustomers();
  const made = await make('Himal Offers', people.accounts.customer);
  expect(made).toMatchObject({ status: 'pending', account_name: 'Himal Traders', reason: null });
  expect((await own('customer', people)).map(({ name, status }) => [name, status])).toEqual([
    ['Himal Offers', 'pending'],
  ]);
  expect(await own('other', people)).toEqual([]);
  expect((await people.call('other', 'GET', `/v1/viber/identity/${made.uuid}/`)).status).toBe(404);
});

test('a name is decided once, and the second decision gets a conflict', async () => {
  const { uuid } = await make('Himal News');
  const approved = await decide(uuid, { status: 'approved' });
  expect(approved.body.data).toMatchObject({ status: 'approved', reason: null });
  expect(approved.body.data.decided_at).not.toBeNull();
  const late = await decide(uuid, { status: 'rejected', reason: 'No' });
  expect([late.status, late.body.code]).toEqual([409, 'conflict']);
  expect(late.body.detail).toBe('This Viber identity is already approved. Nothing was changed.');
  const { rows } = await sql<{ action: string }>`
    SELECT action FROM audit_entry WHERE record = ${uuid} ORDER BY uuid`.execute(world.db);
  expect(rows.map(({ action }) => action)).toEqual(['create', 'approve']);
});

test('two who decide at once: one does, the other gets 409', async () => {
  const { uuid } = await make('Himal Race');
  const answers = await Promise.all([
    decide(uuid, { status: 'approved' }),
    decide(uuid, { status: 'rejected', reason: 'Not theirs' }),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('a rejection needs its reason, which the customer reads, and the name may be tried again', async () => {
  const { uuid } = await make('Himal Bank');
  const bare = await decide(uuid, { status: 'rejected' });
  expect([bare.status, Object.keys(bare.body.errors ?? {})]).toEqual([400, ['reason']]);
  await decide(uuid, { status: 'rejected', reason: 'Viber wants the papers of a bank.' });
  expect((await own('customer')).find(({ name }) => name === 'Himal Bank')?.reason).toBe(
    'Viber wants the papers of a bank.',
  );
  expect((await make('Himal Bank')).status).toBe('pending');
  const twice = await world.call<Failure>('admin', 'POST', PATH, {
    account: world.accounts.customer,
    name: 'HIMAL BANK',
  });
  expect([twice.status, Object.keys(twice.body.errors ?? {})]).toEqual([400, ['name']]);
});

test('refuses an account that is none', async () => {
  const account = '01890000-0000-7000-8000-000000000000';
  const { status, body } = await world.call<Failure>('admin', 'POST', PATH, { account, name: 'X' });
  expect([status, Object.keys(body.errors ?? {})]).toEqual([400, ['account']]);
});

test('customers and support staff neither see the list nor decide', async () => {
  const { uuid } = await make('Himal Closed');
  for (const as of ['customer', 'support'] as User[]) {
    expect((await world.call(as, 'GET', PATH)).status).toBe(403);
    expect((await decide(uuid, { status: 'approved' }, as)).status).toBe(403);
  }
});
