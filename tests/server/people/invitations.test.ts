import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { User as Record } from '#schema/users.ts';
import { createTestApp, type User, users } from '../../support/app.ts';
import { linkIn, mailsTo } from '../../support/mailbox.ts';
import { type Failure, PATH, setUpUsers } from './usersSetup.ts';

const setup = setUpUsers();
const { put, invite, inviteAdmin } = setup;

describe('inviting', () => {
  test('mails a link by which the user chooses a password and signs in', async () => {
    const user = await invite({ email: 'new@himal.test', phone: '९८४१०००२००' });
    expect(user).toMatchObject({
      phone: '+9779841000200',
      account_name: 'Himal Traders',
      is_invited: true,
      is_active: true,
      sessions: 0,
    });
    const [letter] = await mailsTo(setup.world, 'new@himal.test');
    expect(letter?.subject).toBe('Your access to Bulk SMS Console');
    expect(letter?.text).toContain('3 days');
    const confirm = { uuid: linkIn(letter), password: 'a-long-enough-one' };
    const path = '/v1/autho/password_reset/confirm/';
    expect((await setup.world.call(null, 'POST', path, confirm)).status).toBe(200);
    // A first password is nothing to be warned of.
    expect(await mailsTo(setup.world, 'new@himal.test')).toHaveLength(1);
    const entered = await setup.world.call(null, 'POST', '/v1/login/', {
      email: 'new@himal.test',
      password: 'a-long-enough-one',
    });
    expect(entered.status).toBe(200);
    const { body } = await setup.world.call<{ data: Record }>('admin', 'GET', `${PATH}${user.uuid}/`);
    expect(body.data).toMatchObject({ is_invited: false, sessions: 1 });
  });

  test('is in Nepali where the account reads Nepali', async () => {
    await sql`UPDATE users SET language = 'ne' WHERE uuid = ${setup.ids.other}`.execute(setup.world.db);
    await invite({ email: 'ne@terai.test', account: setup.world.accounts.other });
    expect((await mailsTo(setup.world, 'ne@terai.test'))[0]?.subject).toBe('बल्क एसएमएस कन्सोलमा तपाईंको पहुँच');
  });

  test('an address that somebody has is an error of its field, whatever its case', async () => {
    const body = { name: 'X', role: 'customer', account: setup.world.accounts.customer };
    const sent = { ...body, email: users.other.toUpperCase() };
    const answer = await setup.world.call<Failure>('admin', 'POST', PATH, sent);
    expect([answer.status, answer.body.errors]).toEqual([
      400,
      { email: ['Another user has this e-mail address.'] },
    ]);
    expect((await setup.world.call('admin', 'POST', PATH, { ...body, email: 'no address' })).status).toBe(
      400,
    );
  });

  test('customers’ accounts hold customers, and the provider’s only staff', async () => {
    const { customer, provider } = setup.world.accounts;
    for (const [role, account] of [
      ['support', customer],
      ['customer', provider],
    ]) {
      const body = { name: 'X', email: 'mixed@x.test', role, account };
      const answer = await setup.world.call<Failure>('admin', 'POST', PATH, body);
      expect(answer.status).toBe(400);
      expect(answer.body.errors?.account?.[0]).toMatch(/^The provider's account can have only staff/);
    }
    const staff = await invite({ role: 'support', account: null });
    expect(staff.account).toBe(provider);
    const nowhere = { name: 'X', email: 'mixed@x.test', role: 'customer' };
    expect((await setup.world.call<Failure>('admin', 'POST', PATH, nowhere)).body.errors).toEqual({
      account: ['Choose the customer’s account.'],
    });
  });

  test('the database itself refuses to mix them', async () => {
    const mix = sql`UPDATE users SET role = 'admin' WHERE uuid = ${setup.ids.customer}`.execute(
      setup.world.db,
    );
    await expect(mix).rejects.toThrow(/users_account_kind/);
  });

  test('a server that sends no mail adds a user, posts no mail, and gives the link to copy', async () => {
    const silent = await createTestApp({ environment: { DATABASE_URL: setup.world.url } });
    const body = { name: 'X', email: 'x@y.test', role: 'customer', account: silent.accounts.customer };
    const added = await silent.call<{ data: Record }>('admin', 'POST', PATH, body);
    const { rows: posted } = await sql`SELECT FROM mail`.execute(silent.db);
    const at = `${PATH}${added.body.data.uuid}`;
    const sent = await silent.call('admin', 'POST', `${at}/send-link/`);
    const link = await silent.call<{ data: { path: string } }>('admin', 'POST', `${at}/invitation-link/`);
    await silent.close();
    expect([added.status, posted.length, sent.status, link.status]).toEqual([201, 0, 503, 200]);
    expect(link.body.data.path).toMatch(/^\/reset-password\/[\w-]{36}$/);
  });
});

describe('an invitation link', () => {
  interface Made {
    data: { path: string; expires_at: string };
  }
  const make = (uuid: string, by: User = 'admin') =>
    setup.world.call<Made & Failure>(by, 'POST', `${PATH}${uuid}/invitation-link/`);
  const choose = (path: string) =>
    setup.world.call<Failure>(null, 'POST', '/v1/autho/password_reset/confirm/', {
      uuid: path.split('/').at(-1),
      password: 'a-long-enough-one',
    });

  test('is shown once, is stored only as a hash, and lets the user in once', async () => {
    const { uuid, email } = await invite();
    const made = await make(uuid);
    expect([made.status, made.headers['cache-control']]).toEqual([200, 'no-store']);
    const { path, expires_at } = made.body.data;
    const days = (new Date(expires_at).getTime() - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(2.9);
    expect(days).toBeLessThan(3.1);
    const secret = path.split('/').at(-1) as string;
    const { rows } = await sql<{ kept: string }>`
      SELECT to_jsonb(r)::text AS kept FROM password_reset r WHERE "user" = ${uuid}
      UNION ALL SELECT to_jsonb(a)::text FROM audit_entry a WHERE record = ${uuid}`.execute(setup.world.db);
    expect(rows.filter(({ kept }) => kept.includes(secret))).toEqual([]);
    expect((await choose(path)).status).toBe(200);
    expect(
      (await setup.world.call(null, 'POST', '/v1/login/', { email, password: 'a-long-enough-one' })).status,
    ).toBe(200);
    expect((await choose(path)).body.code).toBe('broken_link');
  });

  test('is recorded with who made it', async () => {
    const { uuid } = await invite();
    await make(uuid);
    const { rows } = await sql<{ action: string; actor_email: string; account: string }>`
      SELECT action, actor_email, account FROM audit_entry WHERE record = ${uuid} ORDER BY uuid DESC LIMIT 1`.execute(
      setup.world.db,
    );
    expect(rows[0]).toEqual({
      action: 'copy-invitation',
      actor_email: users.admin,
      account: setup.world.accounts.customer,
    });
  });

  test('is not for users who have a password: it would let staff take over their account', async () => {
    const { uuid } = await invite();
    const { path } = (await make(uuid)).body.data;
    await choose(path);
    const again = await make(uuid);
    expect([again.status, again.body.code]).toEqual([409, 'conflict']);
    expect((await make(setup.ids.other)).status).toBe(409);
  });

  test('is only for whoever may invite, and for a user with no more permissions than they have', async () => {
    const { uuid } = await inviteAdmin();
    expect((await make(uuid, 'support')).status).toBe(403);
    expect((await make(uuid, 'customer')).status).toBe(403);
    const pairs = JSON.stringify([
      ['user-list', 'get'],
      ['user-list', 'post'],
    ]);
    await sql`UPDATE users SET ui_permissions = ${pairs}::jsonb WHERE uuid = ${setup.ids.admin}`.execute(
      setup.world.db,
    );
    expect((await make(uuid)).status).toBe(403);
  });

  test('ends when the user is deactivated', async () => {
    const { uuid } = await invite();
    const { path } = (await make(uuid)).body.data;
    await put('admin', uuid, { is_active: false });
    expect((await choose(path)).body.code).toBe('broken_link');
    expect((await make(uuid)).status).toBe(409);
  });
});
