import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Failure } from '#schema/entity.ts';
import type { AlertKind, NotMeChecked } from '#schema/securityAlert.ts';
import { runHousekeeping } from '../../../server/jobs/housekeeping.ts';
import { postAlert } from '../../../server/services/access/securityAlerts.ts';
import { createTestApp, PASSWORD, type TestApp } from '../../support/app.ts';
import { allLettersTo, type Letter, lettersTo, linkIn } from '../../support/mailbox.ts';
import { soon } from '../../support/soon.ts';

const PATH = '/v1/autho/not-me/';

let app: TestApp;
/** The app with customers of this test's own. */
let t: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  t = await app.newCustomers();
});

const uuidOf = async () =>
  (await sql<{ uuid: string }>`SELECT uuid FROM users WHERE account = ${t.accounts.customer}`.execute(t.db))
    .rows[0]?.uuid as string;
/** The newest mail with this subject to the customer, or to another address, once it is there. */
async function letter(subject: string, to = t.emails.customer): Promise<Letter> {
  let found: Letter | undefined;
  await soon(async () => {
    await t.deps.deliverMail();
    found = (await lettersTo(t, to)).find((one) => one.subject === subject);
    expect(found).toBeDefined();
  });
  return found as Letter;
}
const subjects = async () => (await allLettersTo(t, t.emails.customer)).map(({ subject }) => subject);
const notMeIn = ({ text }: Letter): string => /\/not-me\/(\S+)/.exec(text)?.[1] ?? '';
async function alerted(kind: AlertKind = 'new-device', email?: string): Promise<string> {
  const uuid = await uuidOf();
  await t.db
    .transaction()
    .execute((trx) => postAlert(trx, uuid, kind, { ...(email && { email }), detail: 'x' }));
  const titles = {
    'password-changed': 'Your password was changed',
    'address-changed': 'Your e-mail address was changed',
    'key-added': 'An API key was added',
    'new-device': 'New sign-in to your account',
    'passkey-added': 'A passkey was added',
    'passkey-removed': 'A passkey was removed',
  };
  return notMeIn(await letter(titles[kind], email));
}
const report = (link: string) => t.call<Failure>(null, 'POST', PATH, { link });
const check = async (link: string) =>
  (await t.call<{ data: NotMeChecked }>(null, 'POST', `${PATH}check/`, { link })).body.data.kind;
const addKey = async (age = '0 seconds') => {
  const { rows } = await sql<{ uuid: string }>`
    INSERT INTO api_key (account, "user", name, prefix, hash, pairs, created_at)
    VALUES (${t.accounts.customer}, ${await uuidOf()}, ${age}, 'bsk_', ${Math.random().toString()}::text::bytea,
      '[["contact-list","get"]]', now() - ${age}::interval) RETURNING uuid`.execute(t.db);
  return rows[0]?.uuid as string;
};
const living = async () =>
  (
    await sql<{ name: string }>`
      SELECT name FROM api_key WHERE account = ${t.accounts.customer} AND revoked_at IS NULL ORDER BY name`.execute(
      t.db,
    )
  ).rows.map(({ name }) => name);
/** The newest line of the audit log about the customer. */
const written = async () => {
  const { rows } = await sql`
    SELECT action, entity, account, ip, before, after FROM audit_entry
    WHERE record = ${await uuidOf()} ORDER BY uuid DESC LIMIT 1`.execute(t.db);
  return rows[0];
};
const signsIn = (from: string, cookie?: string) =>
  t.app.inject({
    ...{ method: 'POST', url: '/v1/login/', remoteAddress: from, headers: cookie ? { cookie } : {} },
    payload: { email: t.emails.customer, password: PASSWORD },
  });

describe('a mail goes to a user', () => {
  const NEW = 'New sign-in to your account';

  test('of whom somebody signs in from somewhere else, and not at the first time or at a known place', async () => {
    const first = await signsIn('10.3.0.1');
    expect(first.statusCode).toBe(200);
    const cookie = `device=${/device=([^;]+)/.exec(String(first.headers['set-cookie']))?.[1]}`;
    // The same address with another browser, and the same browser at another address.
    await signsIn('10.3.0.1');
    await signsIn('10.3.0.2', cookie);
    expect(await subjects()).toEqual([]);
    await signsIn('10.3.0.9');
    const { text } = await letter(NEW);
    expect(text).toContain('from the IP address 10.3.0.9');
    expect(notMeIn({ text } as Letter)).toMatch(/^[\w-]{43}$/);
    await signsIn('10.3.0.9');
    expect(await subjects()).toEqual([NEW]);
  });

  test('who changes their password, with a link', async () => {
    const changed = await t.call('customer', 'POST', '/v1/autho/user/change-password/', {
      old_password: PASSWORD,
      new_password: 'another-password-2',
    });
    expect(changed.status).toBe(200);
    expect(notMeIn(await letter('Your password was changed'))).not.toBe('');
  });

  test('whose password is changed by a mailed link, with a link', async () => {
    await t.call(null, 'POST', '/v1/autho/password_reset/', { email: t.emails.customer });
    const uuid = linkIn(await letter('A new password for Bulk SMS Console'));
    await t.call(null, 'POST', '/v1/autho/password_reset/confirm/', { uuid, password: 'another-password-2' });
    expect(notMeIn(await letter('Your password was changed'))).not.toBe('');
  });

  test('in their language, at the former address where theirs is another one', async () => {
    await sql`UPDATE users SET language = 'ne', email = ${`new-${t.emails.customer}`} WHERE uuid = ${await uuidOf()}`.execute(
      t.db,
    );
    const uuid = await uuidOf();
    await t.db
      .transaction()
      .execute((trx) => postAlert(trx, uuid, 'address-changed', { email: t.emails.customer }));
    expect((await letter('तपाईंको इमेल ठेगाना बदलियो')).text).toContain('/not-me/');
  });

  test('whose link is kept as its hash alone', async () => {
    const link = await alerted();
    const { rows } = await sql<{ all: string; found: boolean }>`
      SELECT string_agg(a::text, ' ') AS all, bool_or(hash = sha256(${link}::text::bytea)) AS found
      FROM security_alert a`.execute(t.db);
    expect(rows[0]?.found).toBe(true);
    expect(rows[0]?.all).not.toContain(link);
  });
});

describe('"this was not me"', () => {
  test('ends sessions, revokes keys made since, and mails a link to a new password; once', async () => {
    await addKey('1 hour');
    await sql`
      INSERT INTO password_reset (hash, "user", expires_at) VALUES ('x', ${await uuidOf()}, now() + interval '1 hour')`.execute(
      t.db,
    );
    const link = await alerted();
    await addKey();
    expect(await check(link)).toBe('new-device');
    expect((await t.call('customer', 'GET', '/v1/autho/user/profile/')).status).toBe(200);
    expect((await report(link)).status).toBe(200);
    expect((await t.call('customer', 'GET', '/v1/autho/user/profile/')).status).toBe(401);
    expect(await living()).toEqual(['1 hour']);
    const reset = linkIn(await letter('A new password for Bulk SMS Console'));
    const { rows } = await sql<{ mine: boolean }>`
      SELECT hash = sha256(${reset}::text::bytea) AS mine FROM password_reset WHERE "user" = ${await uuidOf()}`.execute(
      t.db,
    );
    expect(rows).toEqual([{ mine: true }]);
    expect(await written()).toEqual({
      ...{ action: 'report-not-me', entity: 'users', account: t.accounts.customer, ip: '127.0.0.1' },
      ...{ before: {}, after: { kind: 'new-device', ended: 1, revoked: 1 } },
    });
    expect(await check(link)).toBeNull();
    const again = await report(link);
    expect([again.status, again.body.code, again.body.detail]).toEqual([
      ...[400, 'broken_link'],
      'This link is incomplete, expired or already used. Reset your password instead.',
    ]);
  });

  test('makes the password useless, until the link or "Forgot password" brings another', async () => {
    expect((await signsIn('10.3.9.1')).statusCode).toBe(200);
    expect((await report(await alerted())).status).toBe(200);
    expect((await signsIn('10.3.9.2')).json<Failure>().code).toBe('wrong_credentials');
    const link = linkIn(await letter('A new password for Bulk SMS Console'));
    const fresh = { uuid: link, password: 'quite another one' };
    expect((await t.call(null, 'POST', '/v1/autho/password_reset/confirm/', fresh)).status).toBe(200);
    const payload = { email: t.emails.customer, password: fresh.password };
    const again = await t.app.inject({ method: 'POST', url: '/v1/login/', payload });
    expect(again.statusCode).toBe(200);
  });

  test('revokes the very key that it tells of', async () => {
    await t.db.transaction().execute(async (trx) => {
      await sql`
        INSERT INTO api_key (account, "user", name, prefix, hash, pairs)
        SELECT account, uuid, 'Thief', 'bsk_', ${Math.random().toString()}::text::bytea, '[]'
        FROM users WHERE uuid = ${await uuidOf()}`.execute(trx);
      await postAlert(trx, await uuidOf(), 'key-added', { detail: 'bsk_abcdef' });
    });
    const mail = await letter('An API key was added');
    expect(mail.text).toContain('starts with bsk_abcdef');
    await report(notMeIn(mail));
    expect(await living()).toEqual([]);
  });

  test('removes the passkeys made since, and no earlier one', async () => {
    const addPasskey = async (name: string, age: string) =>
      sql`
        INSERT INTO passkey ("user", name, credential_id, public_key, counter, backup_eligible, backed_up, created_at)
        VALUES (${await uuidOf()}, ${name}, uuid_send(gen_random_uuid()), '\\x01', 0, false, false,
          now() - ${age}::interval)`.execute(t.db);
    await sql`
      INSERT INTO two_factor ("user", secret, confirmed_at) VALUES (${await uuidOf()}, 'A', now())`.execute(
      t.db,
    );
    await addPasskey('Mine', '1 hour');
    const link = await alerted();
    await addPasskey('Theirs', '0 seconds');
    expect((await report(link)).status).toBe(200);
    const { rows } = await sql`SELECT name FROM passkey WHERE "user" = ${await uuidOf()}`.execute(t.db);
    expect(rows).toEqual([{ name: 'Mine' }]);
  });

  test('turns off a second factor that was set up since, so that its owner can sign in, and no earlier one', async () => {
    const setUp = async (age: string) =>
      sql`
        INSERT INTO two_factor ("user", secret, confirmed_at) VALUES (${await uuidOf()}, 'A', now() - ${age}::interval)
        ON CONFLICT ("user") DO UPDATE SET confirmed_at = excluded.confirmed_at`.execute(t.db);
    const isOn = async () =>
      (await sql`SELECT FROM two_factor WHERE "user" = ${await uuidOf()}`.execute(t.db)).rows.length === 1;
    await setUp('1 hour');
    expect((await report(await alerted())).status).toBe(200);
    expect(await isOn()).toBe(true);
    const link = await alerted('key-added');
    await setUp('0 seconds');
    expect((await report(link)).status).toBe(200);
    expect(await isOn()).toBe(false);
    const { rows } = await sql`
      SELECT action FROM audit_entry WHERE record = ${await uuidOf()} AND action LIKE '%two-factor'`.execute(
      t.db,
    );
    expect(rows).toEqual([{ action: 'turn-off-two-factor' }]);
  });

  test('forgets where the user signed in, so that a sign-in from there is told of again', async () => {
    await signsIn('10.4.0.1');
    await signsIn('10.4.0.66');
    const known = await subjects();
    expect((await report(await alerted())).status).toBe(200);
    const uuid = linkIn(await letter('A new password for Bulk SMS Console'));
    const password = 'quite another one';
    expect((await t.call(null, 'POST', '/v1/autho/password_reset/confirm/', { uuid, password })).status).toBe(
      200,
    );
    const again = await t.app.inject({
      ...{ method: 'POST', url: '/v1/login/', remoteAddress: '10.4.0.66' },
      payload: { email: t.emails.customer, password },
    });
    expect(again.statusCode).toBe(200);
    const told = (all: string[]) => all.filter((subject) => subject === 'New sign-in to your account').length;
    // One was posted by the test itself.
    expect(told(await subjects())).toBe(told(known) + 2);
  });

  test('of two at once one is done', async () => {
    const link = await alerted();
    const answers = await Promise.all([report(link), report(link), report(link)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  });

  test('takes a changed address back, so that the link goes to who was told', async () => {
    const uuid = await uuidOf();
    await sql`UPDATE users SET email = 'thief@x.test' WHERE uuid = ${uuid}`.execute(t.db);
    const link = await alerted('address-changed', t.emails.customer);
    expect((await report(link)).status).toBe(200);
    const { rows } = await sql`SELECT email FROM users WHERE uuid = ${uuid}`.execute(t.db);
    expect(rows).toEqual([{ email: t.emails.customer }]);
    expect(linkIn(await letter('A new password for Bulk SMS Console'))).not.toBe('');
    expect(await lettersTo(t, 'thief@x.test')).toEqual([]);
    expect(await written()).toMatchObject({
      before: { email: 'thief@x.test' },
      after: { email: t.emails.customer, kind: 'address-changed' },
    });
  });

  test('sends no password link if another user has the address by now', async () => {
    const uuid = await uuidOf();
    await sql`UPDATE users SET email = ${`moved-${t.emails.customer}`} WHERE uuid = ${uuid}`.execute(t.db);
    const link = await alerted('address-changed', t.emails.customer);
    await sql`UPDATE users SET email = ${t.emails.customer} WHERE email = ${t.emails.other}`.execute(t.db);
    expect((await report(link)).status).toBe(200);
    const { rows } =
      await sql`SELECT FROM mail WHERE kind = 'password-reset' AND "to" = ${t.emails.customer}`.execute(t.db);
    expect(rows).toEqual([]);
    expect(await written()).toMatchObject({ after: { kind: 'address-changed' } });
    expect(await written()).not.toHaveProperty('after.email');
  });

  test.each([
    [
      'older than seven days',
      () => sql`UPDATE security_alert SET created_at = now() - interval '7 days 1 minute'`,
    ],
    [
      'of a user who is not active',
      () => sql`UPDATE users SET is_active = false WHERE account = ${t.accounts.customer}`,
    ],
    [
      'of an account that is not',
      () => sql`UPDATE account SET is_active = false WHERE uuid = ${t.accounts.customer}`,
    ],
  ])('by a link %s does nothing', async (_, spoil) => {
    const link = await alerted();
    await spoil().execute(t.db);
    expect(await check(link)).toBeNull();
    expect((await report(link)).status).toBe(400);
  });

  test('is cleared away after its days', async () => {
    await alerted();
    await runHousekeeping(t.db, t.deps.files, 24);
    const count = async () => (await sql`SELECT FROM security_alert`.execute(t.db)).rows.length;
    expect(await count()).toBeGreaterThan(0);
    await sql`UPDATE security_alert SET created_at = now() - interval '8 days'`.execute(t.db);
    await runHousekeeping(t.db, t.deps.files, 24);
    expect(await count()).toBe(0);
  });
});
