import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { User as Record } from '#schema/users.ts';
import { createTestApp, type TestApp, users } from '../../support/app.ts';
import { linkIn, mailsTo } from '../../support/mailbox.ts';

const PATH = '/v1/autho/users/';
const PROFILE = '/v1/autho/user/profile/';

let world: TestApp;
let other: string;
beforeAll(async () => {
  world = await createTestApp();
  const { rows } = await sql<{ uuid: string }>`SELECT uuid FROM users WHERE email = ${users.other}`.execute(
    world.db,
  );
  other = rows[0]?.uuid as string;
});
afterAll(() => world.close());
beforeEach(() => sql`DELETE FROM mail_quota`.execute(world.db));

interface Failure {
  errors?: { [field: string]: string[] };
}
const put = <T = Failure>(uuid: string, body: object) =>
  world.call<T>('admin', 'PUT', `${PATH}${uuid}/`, body);

let made = 0;
async function invite(more: object = {}): Promise<Record> {
  made += 1;
  const body = { name: 'Gita Thapa', email: `gita${made}@himal.test`, role: 'customer', ...more };
  const withAccount = { account: world.accounts.customer, ...body };
  return (await world.call<{ data: Record }>('admin', 'POST', PATH, withAccount)).body.data;
}

/** Gives a user a token, as signing in would. */
async function tokenOf(uuid: string): Promise<string> {
  const token = `token-of-${uuid}-${Math.random().toString(36).slice(2)}`;
  await sql`
    INSERT INTO token (hash, "user", expires_at)
    VALUES (sha256(${token}::text::bytea), ${uuid}, now() + interval '1 day')`.execute(world.db);
  return token;
}
const as = (token: string, method: 'GET', url: string) =>
  world.app.inject({ method, url, headers: { authorization: `Token ${token}` } });

describe('editing', () => {
  test('what is left out stays, and an address that another has is an error of its field', async () => {
    const { uuid, email } = await invite({ phone: '9841000300' });
    const { body } = await put<{ data: Record }>(uuid, { name: 'Gita K. Thapa' });
    expect(body.data).toMatchObject({
      name: 'Gita K. Thapa',
      email,
      phone: '+9779841000300',
      role: 'customer',
    });
    const taken = await put(uuid, { email: users.other });
    expect([taken.status, taken.body.errors]).toEqual([
      400,
      { email: ['Another user has this e-mail address.'] },
    ]);
    expect((await put(uuid, { phone: '12' })).body.errors).toHaveProperty('phone');
    expect((await put(uuid, { password: 'x' })).status).toBe(400);
  });

  test('a link that went to the former address does not open the account', async () => {
    const { uuid, email } = await invite();
    const link = linkIn((await mailsTo(world, email))[0]);
    await put(uuid, { email: 'moved@himal.test' });
    const check = await world.call<{ data: { usable: boolean } }>(
      null,
      'POST',
      '/v1/autho/password_reset/check/',
      { uuid: link },
    );
    expect(check.body.data.usable).toBe(false);
  });

  test('is in the audit log with what it was before, and nothing secret', async () => {
    const { uuid } = await invite();
    await put(uuid, { name: 'Other', is_active: false });
    const { rows } = await sql<{ action: string; before: object; after: object; account: string }>`
      SELECT action, before, after, account FROM audit_entry WHERE record = ${uuid} ORDER BY uuid`.execute(
      world.db,
    );
    expect(rows.map(({ action }) => action)).toEqual(['create', 'update']);
    expect(rows[1]).toMatchObject({
      before: { name: 'Gita Thapa', is_active: true },
      after: { name: 'Other', is_active: false },
      account: world.accounts.customer,
    });
    expect(JSON.stringify(rows)).not.toMatch(/argon2|password/);
  });
});

describe('actions', () => {
  test('a link to a password is mailed: the invitation again, later that of a forgotten one', async () => {
    const { uuid, email } = await invite();
    const send = () => world.call<{ data: { kind: string } }>('admin', 'POST', `${PATH}${uuid}/send-link/`);
    expect((await send()).body.data.kind).toBe('invitation');
    expect((await send()).status).toBe(429);
    expect(await mailsTo(world, email)).toHaveLength(2);
    const known = await world.call<{ data: { kind: string } }>('admin', 'POST', `${PATH}${other}/send-link/`);
    expect(known.body.data.kind).toBe('password-reset');
  });

  test('ending all sessions signs out everywhere', async () => {
    const { uuid } = await invite();
    const tokens = await Promise.all([tokenOf(uuid), tokenOf(uuid)]);
    const answer = await world.call<{ data: { ended: number } }>(
      'admin',
      'POST',
      `${PATH}${uuid}/end-sessions/`,
    );
    expect(answer.body.data.ended).toBe(2);
    for (const token of tokens) expect((await as(token, 'GET', PROFILE)).statusCode).toBe(401);
  });

  test('on an unknown user answer 404', async () => {
    const nobody = '01890000-0000-7000-8000-000000000000';
    for (const action of ['send-link', 'end-sessions'])
      expect((await world.call('admin', 'POST', `${PATH}${nobody}/${action}/`)).status).toBe(404);
    expect((await put(nobody, { name: 'X' })).status).toBe(404);
  });
});
