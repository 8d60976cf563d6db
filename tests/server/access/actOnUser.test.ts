import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Pair, roles } from '#schema/permissions.ts';
import { actOnUser } from '../../../server/services/access/actOnUser.ts';
import { operationsOf } from '../../contract/operations.ts';
import { createTestApp, type TestApp, type User, users } from '../../support/app.ts';

const PATH = '/v1/autho/users/';
const REFUSED = 'This user has more permissions than you. Ask an administrator to make the change.';
/** What each operation is sent, so that nothing but the caller's rights refuses it. */
const bodies: Record<string, object> = {
  'PUT /v1/autho/users/{uuid}/': { name: 'Changed', email: 'mine@x.test', is_active: false },
  'POST /v1/autho/users/{uuid}/sign-in-as/': { reason: 'A look at the account' },
};

let world: TestApp;
const ids = {} as Record<User, string>;
let operations: { name: string; method: string; action: string }[];
beforeAll(async () => {
  world = await createTestApp();
  const { rows } = await sql<{ uuid: string; email: string }>`SELECT uuid, email FROM users`.execute(
    world.db,
  );
  for (const [target, email] of Object.entries(users))
    ids[target as User] = rows.find((row) => row.email === email)?.uuid as string;
  operations = (await operationsOf(world))
    .filter(({ path, method }) => path.startsWith(`${PATH}{uuid}/`) && method !== 'GET')
    .map(({ name, method, path }) => ({ name, method, action: path.slice(`${PATH}{uuid}/`.length) }));
});
afterAll(() => world.close());
beforeEach(async () => {
  await sql`DELETE FROM two_factor`.execute(world.db);
  for (const uuid of [ids.customer, ids.admin]) {
    await sql`
      INSERT INTO two_factor ("user", secret, confirmed_at) VALUES (${uuid}, 'A', now())`.execute(world.db);
  }
});

const give = (target: User, pairs: readonly Pair[] | null) =>
  sql`UPDATE users SET ui_permissions = ${pairs && JSON.stringify(pairs)}::jsonb
    WHERE uuid = ${ids[target]}`.execute(world.db);

/** Everything that the operations could change, but sessions that come by being signed in as a customer. */
async function changeable() {
  const { rows } = await sql`
    SELECT (SELECT json_agg(u ORDER BY uuid) FROM users u) AS users,
      (SELECT json_agg(t."user" ORDER BY hash) FROM token t WHERE actor IS NULL) AS tokens,
      (SELECT json_agg(f ORDER BY f."user") FROM two_factor f) AS factors,
      (SELECT count(*) FROM mail) AS mails`.execute(world.db);
  return rows;
}

async function answers(as: User, whom: User): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const { name, method, action } of operations)
    found[action] = (await world.call(as, method, `${PATH}${ids[whom]}/${action}`, bodies[name])).status;
  return found;
}

test('the operations on one user are known, each with its path', () => {
  expect(operations.map(({ method, action }) => `${method} ${action}`).sort()).toEqual([
    ...['POST cancel-address/', 'POST end-sessions/', 'POST invitation-link/', 'POST remove-two-factor/'],
    'POST resend-address/',
    ...['POST send-link/', 'POST sign-in-as/', 'PUT '],
  ]);
});

test.each(['admin', 'customer'] as const)(
  'staff with user-list alone act in no way on a user who may more: %s',
  async (whom) => {
    const pairs: Pair[] = [
      ['user-list', 'get'],
      ['user-list', 'post'],
    ];
    await give('support', pairs);
    const before = await changeable();
    const found = await answers('support', whom);
    expect(new Set(Object.values(found)), JSON.stringify(found)).toEqual(new Set([403]));
    const { body } = await world.call<{ detail: string }>(
      'support',
      'POST',
      `${PATH}${ids[whom]}/remove-two-factor/`,
    );
    expect(body.detail).toBe(REFUSED);
    expect(await changeable()).toEqual(before);
    await give('support', null);
  },
);

test('staff who hold all that a customer holds may, and one pair less is too little', async () => {
  const manage: Pair[] = [
    ['user-list', 'get'],
    ['user-list', 'post'],
  ];
  const url = `${PATH}${ids.customer}/end-sessions/`;
  await give('support', [...manage, ...roles.customer.slice(1)]);
  expect((await world.call('support', 'POST', url)).status).toBe(403);
  await give('support', [...manage, ...roles.customer]);
  expect((await world.call('support', 'POST', url)).status).toBe(200);
  await give('support', null);
  await world.renewTokens('customer');
});

test('nobody invites a customer who may more than they do, nor makes one', async () => {
  await give('support', [['user-list', 'post']]);
  const body = { name: 'X', email: 'x@y.test', role: 'customer', account: world.accounts.customer };
  const invited = await world.call<{ errors: object }>('support', 'POST', PATH, body);
  expect([invited.status, Object.keys(invited.body.errors)]).toEqual([400, ['role']]);
  await give('customer', []);
  const raised = await world.call('support', 'PUT', `${PATH}${ids.customer}/`, { ui_permissions: null });
  expect(raised.status).toBe(400);
  await give('customer', null);
  await give('support', null);
});

test('customers act on nobody, whatever their pairs say', async () => {
  await give('customer', roles.admin);
  await give('other', []);
  const before = await changeable();
  const found = await answers('customer', 'other');
  expect(new Set(Object.values(found)), JSON.stringify(found)).toEqual(new Set([403]));
  expect(await changeable()).toEqual(before);
  await give('customer', null);
  await give('other', null);
});

test('customers act on nobody, even if a route forgets its pair', async () => {
  const pairs = [...roles.admin, ...roles.customer];
  const caller = { user: ids.customer, account: world.accounts.customer, role: 'customer', pairs } as const;
  const act = world.db
    .transaction()
    .execute((trx) => actOnUser(trx, { ...caller, tokenHash: Buffer.alloc(32) }, ids.other));
  await expect(act).rejects.toMatchObject({ code: 'forbidden' });
});

test('an unknown user is not found', async () => {
  for (const { name, method, action } of operations) {
    const { status } = await world.call('admin', method, `${PATH}${randomUUID()}/${action}`, bodies[name]);
    expect(status, name).toBe(404);
  }
});

test('a link and a session are for users who can sign in', async () => {
  const refusals = async () => {
    const found: unknown[] = [];
    for (const action of ['send-link/', 'sign-in-as/']) {
      const { status, body } = await world.call<{ code?: string; detail?: string }>(
        'admin',
        'POST',
        `${PATH}${ids.other}/${action}`,
        bodies[`POST ${PATH}{uuid}/${action}`],
      );
      found.push(status === 200 ? status : [status, body.code, body.detail]);
    }
    return found;
  };
  const sentence = 'This user cannot sign in: the user or the account is not active.';
  const set = (table: string, isActive: boolean) =>
    sql`UPDATE ${sql.table(table)} SET is_active = ${isActive}
      WHERE uuid = ${table === 'users' ? ids.other : world.accounts.other}`.execute(world.db);
  for (const table of ['users', 'account']) {
    await set(table, false);
    expect(await refusals(), table).toEqual([
      [409, 'conflict', sentence],
      [409, 'conflict', sentence],
    ]);
    await set(table, true);
  }
  expect(await refusals()).toEqual([200, 200]);
});
