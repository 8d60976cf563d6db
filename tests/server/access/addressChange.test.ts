import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Failure } from '#schema/entity.ts';
import type { Profile } from '#schema/user.ts';
import type { User as UserRecord } from '#schema/users.ts';
import { runHousekeeping } from '../../../server/jobs/housekeeping.ts';
import { postAlert } from '../../../server/services/access/securityAlerts.ts';
import { createTestApp, PASSWORD, type TestApp, type User } from '../../support/app.ts';
import { allLettersTo, type Letter, linkIn } from '../../support/mailbox.ts';

const OWN = '/v1/autho/user/address/';
const LINK = '/v1/autho/address/';

let app: TestApp;
/** The app with customers of this test's own. */
let t: TestApp;
/** The customer's uuid, and the address that they want. */
let uuid: string;
let wanted: string;
let made = 0;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  t = await app.newCustomers();
  const { rows } = await sql<{ uuid: string }>`
    SELECT uuid FROM users WHERE account = ${t.accounts.customer}`.execute(t.db);
  uuid = rows[0]?.uuid as string;
  made += 1;
  wanted = `wanted-${made}@new.test`;
});

type Answer = Failure & { data: Profile };
const ask = (more: object = { password: PASSWORD }, as: User = 'customer') =>
  t.call<Answer>(as, 'POST', OWN, { email: wanted, ...more });
const put = (body: object = { email: wanted }) =>
  t.call<Failure & { data: UserRecord }>('admin', 'PUT', `/v1/autho/users/${uuid}/`, body);
const staffs = (action: string) => t.call<Failure>('admin', 'POST', `/v1/autho/users/${uuid}/${action}/`);
const profile = async () => (await t.call<Answer>('customer', 'GET', '/v1/autho/user/profile/')).body.data;
const letters = (to: string): Promise<Letter[]> => allLettersTo(t, to);
const linkOf = (letter?: Letter) => /\/confirm-address\/(\S+)/.exec(letter?.text ?? '')?.[1] ?? '';
const mailed = async (to = wanted) => linkOf((await letters(to))[0]);
const check = async (link: string) =>
  (await t.call<{ data: { email: string | null } }>(null, 'POST', `${LINK}check/`, { link })).body.data.email;
const confirm = (link: string) => t.call<Failure>(null, 'POST', LINK, { link });
const addressNow = async (of = uuid) =>
  (await sql<{ email: string }>`SELECT email FROM users WHERE uuid = ${of}`.execute(t.db)).rows[0]?.email;
const actions = async () => {
  const { rows } = await sql<{ action: string; actor: string | null }>`
    SELECT action, actor_name AS actor FROM audit_entry WHERE record = ${uuid} ORDER BY uuid`.execute(t.db);
  return rows.map(({ action, actor }) => `${action} by ${actor}`);
};
const signsIn = (email: string) =>
  t.call(null, 'POST', '/v1/login/', { email, password: PASSWORD }).then(({ status }) => status);
const forgot = (email: string) => t.call(null, 'POST', '/v1/autho/password_reset/', { email });
/** Has the address changed, by its owner or by staff. */
async function changed(by: 'owner' | 'staff'): Promise<void> {
  expect((await (by === 'owner' ? ask() : put())).status).toBe(200);
  expect((await confirm(await mailed())).status).toBe(200);
}

describe('a changed address', () => {
  test.each([
    ['their own', 'owner', 'Sita Sharma'],
    ['a user’s, by staff', 'staff', 'Asha Gurung'],
  ] as const)('(%s) waits until the new one confirms it', async (_, by, who) => {
    const answer = await (by === 'owner' ? ask() : put());
    expect(answer.status).toBe(200);
    expect(await addressNow()).toBe(t.emails.customer);
    expect(await profile()).toMatchObject({
      email: t.emails.customer,
      address_change: { email: wanted, expires_at: expect.any(String) },
    });
    const record = await t.call<{ data: UserRecord }>('admin', 'GET', `/v1/autho/users/${uuid}/`);
    expect(record.body.data).toMatchObject({ email: t.emails.customer, new_email: wanted });
    const link = await mailed();
    expect(link).toMatch(/^[\w-]{43}$/);
    // Opening the page changes nothing.
    expect([await check(link), await check(link)]).toEqual([wanted, wanted]);
    expect(await addressNow()).toBe(t.emails.customer);
    expect(await signsIn(wanted)).toBe(400);

    expect((await confirm(link)).status).toBe(200);
    expect(await addressNow()).toBe(wanted);
    expect([await signsIn(wanted), await signsIn(t.emails.customer)]).toEqual([200, 400]);
    expect(await check(link)).toBeNull();
    expect((await confirm(link)).body.code).toBe('broken_link');
    expect((await actions()).slice(0, 2)).toEqual([
      `ask-address by ${who}`,
      'confirm-address by Sita Sharma',
    ]);
  });

  test('is reported to the former address, whose link undoes it', async () => {
    await changed('staff');
    const [told] = await letters(t.emails.customer);
    expect(told?.subject).toBe('Your e-mail address was changed');
    const notMe = /\/not-me\/(\S+)/.exec(told?.text ?? '')?.[1];
    expect((await t.call(null, 'POST', '/v1/autho/not-me/', { link: notMe })).status).toBe(200);
    expect(await addressNow()).toBe(t.emails.customer);
    // The day's hold was the other address's: the link to a new password is there at once.
    expect(linkIn((await letters(t.emails.customer))[0])).not.toBe('');
    expect((await staffs('send-link')).status).not.toBe(409);
  });

  test('ends all sessions, and the links to a new password', async () => {
    await forgot(t.emails.customer);
    const reset = linkIn((await letters(t.emails.customer))[0]);
    expect(reset).not.toBe('');
    await changed('owner');
    expect((await t.call('customer', 'GET', '/v1/autho/user/profile/')).status).toBe(401);
    const left = await t.call<{ data: { usable: boolean } }>(
      null,
      'POST',
      '/v1/autho/password_reset/check/',
      {
        uuid: reset,
      },
    );
    expect(left.body.data.usable).toBe(false);
  });

  test('asks its owner for the password, and tells nobody whose another address is', async () => {
    expect((await ask({})).body.errors).toEqual({ password: ['Required'] });
    expect((await ask({ password: 'wrong' })).body.errors).toHaveProperty('password');
    expect((await ask({ email: 'nonsense', password: PASSWORD })).body.errors).toHaveProperty('email');
    expect((await ask({ email: t.emails.customer.toUpperCase(), password: PASSWORD })).body.errors).toEqual({
      email: ['This is already the current address.'],
    });
    expect((await profile()).address_change).toBeNull();
    expect((await ask({ email: t.emails.other, password: PASSWORD })).status).toBe(200);
    expect(await letters(t.emails.other)).toEqual([]);
    const taken = await put({ email: t.emails.other });
    expect(taken.body.errors).toEqual({ email: ['Another user has this e-mail address.'] });
  });

  test('asks for a code where two-factor sign-in is on', async () => {
    await sql`INSERT INTO two_factor ("user", secret, confirmed_at) VALUES (${uuid}, 'A', now())`.execute(
      t.db,
    );
    expect((await ask()).body.errors).toEqual({ code: ['Required'] });
  });

  test('is mailed again, and cancelled, by its owner and by staff', async () => {
    expect((await t.call(null, 'POST', `${OWN}resend/`)).status).toBe(401);
    expect((await t.call('customer', 'POST', `${OWN}resend/`)).status).toBe(409);
    expect((await staffs('resend-address')).status).toBe(409);
    await put();
    const first = await mailed();
    expect((await t.call('customer', 'POST', `${OWN}resend/`)).status).toBe(429);
    await sql`DELETE FROM mail_quota`.execute(t.db);
    expect((await t.call('customer', 'POST', `${OWN}resend/`)).status).toBe(200);
    const second = await mailed();
    await sql`DELETE FROM mail_quota`.execute(t.db);
    expect((await staffs('resend-address')).status).toBe(200);
    const third = await mailed();
    expect(new Set([first, second, third]).size).toBe(3);
    expect([await check(first), await check(second), await check(third)]).toEqual([null, null, wanted]);
    const answer = await t.call<Answer>('customer', 'POST', `${OWN}cancel/`);
    expect([answer.status, answer.body.data.address_change]).toEqual([200, null]);
    expect((await confirm(third)).status).toBe(400);
    await put({ email: `again-${wanted}` });
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
    await ask({ email: `other-${wanted}`, password: PASSWORD });
    expect([await check(first), (await confirm(first)).status]).toEqual([null, 400]);
    expect(await check(await mailed(`other-${wanted}`))).toBe(`other-${wanted}`);
  });

  test('takes effect at once for a user without a password, and if only capitals differ', async () => {
    expect((await put({ email: t.emails.customer.replace('c', 'C') })).body.data.new_email).toBeNull();
    expect(await addressNow()).toBe(t.emails.customer.replace('c', 'C'));
    await sql`UPDATE users SET is_invited = true WHERE uuid = ${uuid}`.execute(t.db);
    expect((await put()).body.data).toMatchObject({ email: wanted, new_email: null });
  });
});

describe('a link to a new address cannot be used', () => {
  test.each([
    ['after a day', () => sql`UPDATE address_change SET expires_at = now() - interval '1 second'`],
    ['of who is not active', () => sql`UPDATE users SET is_active = false WHERE uuid = ${uuid}`],
    [
      'of an account that is not active',
      () => sql`UPDATE account SET is_active = false WHERE uuid = ${t.accounts.customer}`,
    ],
  ])('%s', async (_, spoil) => {
    await ask();
    const link = await mailed();
    await spoil().execute(t.db);
    expect(await check(link)).toBeNull();
    expect((await confirm(link)).status).toBe(400);
    expect(await addressNow()).toBe(t.emails.customer);
  });

  test.each([
    [
      'a new password',
      () =>
        t.call('customer', 'POST', '/v1/autho/user/change-password/', {
          old_password: PASSWORD,
          new_password: 'another-password-2',
        }),
    ],
    [
      'a new password by mail',
      async () => {
        await forgot(t.emails.customer);
        const reset = (await letters(t.emails.customer)).map(linkIn).find(Boolean);
        const body = { uuid: reset, password: 'another-password-2' };
        return t.call(null, 'POST', '/v1/autho/password_reset/confirm/', body);
      },
    ],
    ['their deactivation', () => put({ is_active: false })],
    [
      'a report that something was not them',
      async () => {
        await t.db.transaction().execute((trx) => postAlert(trx, uuid, 'new-device'));
        const told = (await letters(t.emails.customer)).find(({ text }) => text.includes('/not-me/'));
        return t.call(null, 'POST', '/v1/autho/not-me/', {
          link: /\/not-me\/(\S+)/.exec(told?.text ?? '')?.[1],
        });
      },
    ],
  ])('after %s', async (_, work) => {
    await ask();
    const link = await mailed();
    expect((await work()).status).toBe(200);
    await sql`UPDATE users SET is_active = true WHERE uuid = ${uuid}`.execute(t.db);
    expect([await check(link), (await confirm(link)).status]).toEqual([null, 400]);
  });

  test('when somebody else has the address by now, who keeps it', async () => {
    await ask();
    const link = await mailed();
    await sql`UPDATE users SET email = ${wanted.toUpperCase()} WHERE account = ${t.accounts.other}`.execute(
      t.db,
    );
    const late = await confirm(link);
    expect([late.status, late.body.detail]).toEqual([400, 'Another user has this e-mail address.']);
    expect(await addressNow()).toBe(t.emails.customer);
    expect((await t.call('customer', 'GET', '/v1/autho/user/profile/')).status).toBe(200);
  });

  test('by two at once: of two users with one address one gets it, and one link is used once', async () => {
    await ask();
    const mine = await mailed();
    await sql`DELETE FROM mail_quota`.execute(t.db);
    await ask({ password: PASSWORD }, 'other');
    const theirs = await mailed();
    const answers = await Promise.all([mine, mine, theirs, theirs].map(confirm));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
    const { rows } = await sql`SELECT FROM users WHERE lower(email) = ${wanted}`.execute(t.db);
    expect(rows).toHaveLength(1);
  });

  test('and its hash alone is kept, until it is cleared away', async () => {
    await ask();
    const link = await mailed();
    const { rows } = await sql<{ all: string }>`SELECT c::text AS all FROM address_change c`.execute(t.db);
    expect(rows.some(({ all }) => all.includes(link))).toBe(false);
    await runHousekeeping(t.db, t.deps.files, 24);
    expect(await check(link)).toBe(wanted);
    await sql`UPDATE address_change SET expires_at = now() - interval '1 second'`.execute(t.db);
    await runHousekeeping(t.db, t.deps.files, 24);
    expect((await sql`SELECT FROM address_change`.execute(t.db)).rows).toEqual([]);
  });
});

describe('for a day after it', () => {
  const HELD =
    /^The e-mail address of this user was changed recently\..* after \d{4}-\d\d-\d\d \d\d:\d\d \(Nepal time\)\.$/;
  const later = (hours: number) =>
    sql`UPDATE users SET address_changed_at = now() - make_interval(hours => ${hours})
      WHERE uuid = ${uuid}`.execute(t.db);

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
      expect(linkIn((await letters(wanted))[0])).not.toBe('');
    },
  );

  test('who changed it themselves may still ask for one', async () => {
    await changed('owner');
    await forgot(wanted);
    expect(linkIn((await letters(wanted))[0])).not.toBe('');
  });

  test('whoever reads the mailbox that staff named gets none either, only when they can', async () => {
    await changed('staff');
    await forgot(wanted);
    const [letter] = await letters(wanted);
    expect([letter?.subject, linkIn(letter)]).toEqual(['You cannot reset your password yet', '']);
    await later(25);
    await sql`DELETE FROM mail_quota`.execute(t.db);
    await forgot(wanted);
    expect((await letters(wanted)).map(linkIn).some(Boolean)).toBe(true);
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
