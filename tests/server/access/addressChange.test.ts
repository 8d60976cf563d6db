import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Failure } from '#schema/entity.ts';
import type { User as UserRecord } from '#schema/users.ts';
import { createTestApp, PASSWORD } from '../../support/app.ts';
import { linkIn } from '../../support/mailbox.ts';
import { type Answer, OWN, setUpAddressChange } from './addressSetup.ts';

const setup = setUpAddressChange();
const { ask, put, letters, mailed, check, confirm, addressNow, forgot } = setup;

const staffs = (action: string) =>
  setup.world.call<Failure>('admin', 'POST', `/v1/autho/users/${setup.uuid}/${action}/`);
const profile = async () =>
  (await setup.world.call<Answer>('customer', 'GET', '/v1/autho/user/profile/')).body.data;

const actions = async () => {
  const { rows } = await sql<{ action: string; actor: string | null }>`
    SELECT action, actor_name AS actor FROM audit_entry WHERE record = ${setup.uuid} ORDER BY uuid`.execute(
    setup.world.db,
  );
  return rows.map(({ action, actor }) => `${action} by ${actor}`);
};
const signsIn = (email: string) =>
  setup.world.call(null, 'POST', '/v1/login/', { email, password: PASSWORD }).then(({ status }) => status);

/** Has the address changed, by its owner or by staff. */
async function changed(by: 'owner' | 'staff'): Promise<void> {
  expect((await (by === 'owner' ? ask() : put())).status).toBe(200);
  expect((await confirm(await mailed())).status).toBe(200);
}

describe('a changed address', () => {
  test.each([
    ['their own', 'owner', 'Sita Sharma'],
    ['a user’s, by staff', 'staff', 'Asha Gurung'],
  ] as const)('(%s) waits until the new one confirms it', async (_, by, caller) => {
    const answer = await (by === 'owner' ? ask() : put());
    expect(answer.status).toBe(200);
    expect(await addressNow()).toBe(setup.world.emails.customer);
    expect(await profile()).toMatchObject({
      email: setup.world.emails.customer,
      address_change: { email: setup.wanted, expires_at: expect.any(String) },
    });
    const record = await setup.world.call<{ data: UserRecord }>(
      'admin',
      'GET',
      `/v1/autho/users/${setup.uuid}/`,
    );
    expect(record.body.data).toMatchObject({ email: setup.world.emails.customer, new_email: setup.wanted });
    const link = await mailed();
    expect(link).toMatch(/^[\w-]{43}$/);
    // Opening the page changes nothing.
    expect([await check(link), await check(link)]).toEqual([setup.wanted, setup.wanted]);
    expect(await addressNow()).toBe(setup.world.emails.customer);
    expect(await signsIn(setup.wanted)).toBe(400);

    expect((await confirm(link)).status).toBe(200);
    expect(await addressNow()).toBe(setup.wanted);
    expect([await signsIn(setup.wanted), await signsIn(setup.world.emails.customer)]).toEqual([200, 400]);
    expect(await check(link)).toBeNull();
    expect((await confirm(link)).body.code).toBe('broken_link');
    expect((await actions()).slice(0, 2)).toEqual([
      `ask-address by ${caller}`,
      'confirm-address by Sita Sharma',
    ]);
  });

  test('is reported to the former address, whose link undoes it', async () => {
    await changed('staff');
    const [notice] = await letters(setup.world.emails.customer);
    expect(notice?.subject).toBe('Your e-mail address was changed');
    const notMe = /\/not-me\/(\S+)/.exec(notice?.text ?? '')?.[1];
    expect((await setup.world.call(null, 'POST', '/v1/autho/not-me/', { link: notMe })).status).toBe(200);
    expect(await addressNow()).toBe(setup.world.emails.customer);
    // The day's hold was the other address's: the link to a new password is there at once.
    expect(linkIn((await letters(setup.world.emails.customer))[0])).not.toBe('');
    expect((await staffs('send-link')).status).not.toBe(409);
  });

  test('ends all sessions, and the links to a new password', async () => {
    await forgot(setup.world.emails.customer);
    const reset = linkIn((await letters(setup.world.emails.customer))[0]);
    expect(reset).not.toBe('');
    await changed('owner');
    expect((await setup.world.call('customer', 'GET', '/v1/autho/user/profile/')).status).toBe(401);
    const left = await setup.world.call<{ data: { usable: boolean } }>(
      null,
      'POST',
      '/v1/autho/password_reset/check/',
      {
        uuid: reset,
      },
    );
    expect(left.body.data.usable).toBe(false);
  });

  test('asks its owner for the password, and does not reveal who uses another address', async () => {
    expect((await ask({})).body.errors).toEqual({ password: ['Required'] });
    expect((await ask({ password: 'wrong' })).body.errors).toHaveProperty('password');
    expect((await ask({ email: 'nonsense', password: PASSWORD })).body.errors).toHaveProperty('email');
    expect(
      (await ask({ email: setup.world.emails.customer.toUpperCase(), password: PASSWORD })).body.errors,
    ).toEqual({
      email: ['This is already the current address.'],
    });
    expect((await profile()).address_change).toBeNull();
    expect((await ask({ email: setup.world.emails.other, password: PASSWORD })).status).toBe(200);
    expect(await letters(setup.world.emails.other)).toEqual([]);
    const taken = await put({ email: setup.world.emails.other });
    expect(taken.body.errors).toEqual({ email: ['Another user has this e-mail address.'] });
  });

  test('asks for a code where two-factor sign-in is on', async () => {
    await sql`INSERT INTO two_factor ("user", secret, confirmed_at) VALUES (${setup.uuid}, 'A', now())`.execute(
      setup.world.db,
    );
    expect((await ask()).body.errors).toEqual({ code: ['Required'] });
  });

  test('is mailed again, and cancelled, by its owner and by staff', async () => {
    expect((await setup.world.call(null, 'POST', `${OWN}resend/`)).status).toBe(401);
    expect((await setup.world.call('customer', 'POST', `${OWN}resend/`)).status).toBe(409);
    expect((await staffs('resend-address')).status).toBe(409);
    await put();
    const first = await mailed();
    expect((await setup.world.call('customer', 'POST', `${OWN}resend/`)).status).toBe(429);
    await sql`DELETE FROM mail_quota`.execute(setup.world.db);
    expect((await setup.world.call('customer', 'POST', `${OWN}resend/`)).status).toBe(200);
    const second = await mailed();
    await sql`DELETE FROM mail_quota`.execute(setup.world.db);
    expect((await staffs('resend-address')).status).toBe(200);
    const third = await mailed();
    expect(new Set([first, second, third]).size).toBe(3);
    expect([await check(first), await check(second), await check(third)]).toEqual([null, null, setup.wanted]);
    const answer = await setup.world.call<Answer>('customer', 'POST', `${OWN}cancel/`);
    expect([answer.status, answer.body.data.address_change]).toEqual([200, null]);
    expect((await confirm(third)).status).toBe(400);
    await put({ email: `again-${setup.wanted}` });
    expect((await staffs('cancel-address')).status).toBe(200);
    expect((await staffs('cancel-address')).status).toBe(409);
    expect((await profile()).address_change).toBeNull();
    expect(await actions()).toEqual([
      ...['ask-address by Asha Gurung', 'resend-address by Sita Sharma', 'resend-address by Asha Gurung'],
      ...['cancel-address by Sita Sharma', 'ask-address by Asha Gurung', 'cancel-address by Asha Gurung'],
    ]);
  });

  test('replaces one that waits, whose link works no more', async () => {
    await ask();
    const first = await mailed();
    await ask({ email: `other-${setup.wanted}`, password: PASSWORD });
    expect([await check(first), (await confirm(first)).status]).toEqual([null, 400]);
    expect(await check(await mailed(`other-${setup.wanted}`))).toBe(`other-${setup.wanted}`);
  });

  test('takes effect at once for a user without a password, and if only capitals differ', async () => {
    expect(
      (await put({ email: setup.world.emails.customer.replace('c', 'C') })).body.data.new_email,
    ).toBeNull();
    expect(await addressNow()).toBe(setup.world.emails.customer.replace('c', 'C'));
    await sql`UPDATE users SET is_invited = true WHERE uuid = ${setup.uuid}`.execute(setup.world.db);
    expect((await put()).body.data).toMatchObject({ email: setup.wanted, new_email: null });
  });
});

describe('for a day after it', () => {
  const HELD =
    /^The e-mail address of this user was changed recently\..* after \d{4}-\d\d-\d\d \d\d:\d\d \(Nepal time\)\.$/;
  const later = (hours: number) =>
    sql`UPDATE users SET address_changed_at = now() - make_interval(hours => ${hours})
      WHERE uuid = ${setup.uuid}`.execute(setup.world.db);

  test.each(['owner', 'staff'] as const)(
    'staff send no link to a new password (changed by %s)',
    async (by) => {
      await changed(by);
      const refused = await staffs('send-link');
      expect([refused.status, refused.body.code]).toEqual([409, 'conflict']);
      expect(refused.body.detail).toMatch(HELD);
      await later(23);
      expect((await staffs('send-link')).status).toBe(409);
      await later(25);
      expect((await staffs('send-link')).status).toBe(200);
      expect(linkIn((await letters(setup.wanted))[0])).not.toBe('');
    },
  );

  test('who changed it themselves may still ask for one', async () => {
    await changed('owner');
    await forgot(setup.wanted);
    expect(linkIn((await letters(setup.wanted))[0])).not.toBe('');
  });

  test('whoever reads the mailbox that staff named gets none either, only when they can', async () => {
    await changed('staff');
    await forgot(setup.wanted);
    const [letter] = await letters(setup.wanted);
    expect([letter?.subject, linkIn(letter)]).toEqual(['You cannot reset your password yet', '']);
    await later(25);
    await sql`DELETE FROM mail_quota`.execute(setup.world.db);
    await forgot(setup.wanted);
    expect((await letters(setup.wanted)).map(linkIn).some(Boolean)).toBe(true);
  });
});

test('a server that sends no mail changes no address', async () => {
  const silent = await createTestApp({ environment: { DATABASE_URL: 'postgresql://nowhere' } });
  try {
    const body = { email: 'new@x.test', password: PASSWORD };
    expect((await silent.call('customer', 'POST', OWN, body)).status).toBe(503);
    const { rows } = await sql<{ uuid: string }>`
      SELECT uuid FROM users WHERE account = ${silent.accounts.customer}`.execute(silent.db);
    const path = `/v1/autho/users/${rows[0]?.uuid}/`;
    expect((await silent.call('admin', 'PUT', path, { email: 'new@x.test' })).status).toBe(503);
    expect((await silent.call('admin', 'PUT', path, { name: 'Other' })).status).toBe(200);
  } finally {
    await silent.close();
  }
});
