import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Failure } from '#schema/entity.ts';
import type { NotMeChecked } from '#schema/securityAlert.ts';
import { runHousekeeping } from '../../../server/jobs/housekeeping.ts';
import { postAlert } from '../../../server/services/access/securityAlerts.ts';
import { waitForLocks } from '../../support/locks.ts';
import { linkIn, mailsTo } from '../../support/mailbox.ts';
import { notMeIn, setUpNotMe } from './notMeSetup.ts';

const setup = setUpNotMe();
const { uuidOf, letter, subjects, alerted, signsIn } = setup;

const PATH = '/v1/autho/not-me/';
const report = (link: string) => setup.world.call<Failure>(null, 'POST', PATH, { link });
const check = async (link: string) =>
  (await setup.world.call<{ data: NotMeChecked }>(null, 'POST', `${PATH}check/`, { link })).body.data.kind;
const addKey = async (age = '0 seconds') => {
  const { rows } = await sql<{ uuid: string }>`
    INSERT INTO api_key (account, "user", name, prefix, hash, pairs, created_at)
    VALUES (${setup.world.accounts.customer}, ${await uuidOf()}, ${age}, 'bsk_', ${Math.random().toString()}::text::bytea,
      '[["contact-list","get"]]', now() - ${age}::interval) RETURNING uuid`.execute(setup.world.db);
  return rows[0]?.uuid as string;
};
const living = async () =>
  (
    await sql<{ name: string }>`
      SELECT name FROM api_key WHERE account = ${setup.world.accounts.customer} AND revoked_at IS NULL ORDER BY name`.execute(
      setup.world.db,
    )
  ).rows.map(({ name }) => name);
/** The newest line of the audit log about the customer. */
const written = async () => {
  const { rows } = await sql`
    SELECT action, entity, account, ip, before, after FROM audit_entry
    WHERE record = ${await uuidOf()} ORDER BY uuid DESC LIMIT 1`.execute(setup.world.db);
  return rows[0];
};

describe('"this was not me"', () => {
  test('ends sessions, revokes keys made since, and mails a link to a new password; once', async () => {
    await addKey('1 hour');
    await sql`
      INSERT INTO password_reset (hash, "user", expires_at) VALUES ('x', ${await uuidOf()}, now() + interval '1 hour')`.execute(
      setup.world.db,
    );
    const link = await alerted();
    await addKey();
    expect(await check(link)).toBe('new-device');
    expect((await setup.world.call('customer', 'GET', '/v1/autho/user/profile/')).status).toBe(200);
    expect((await report(link)).status).toBe(200);
    expect((await setup.world.call('customer', 'GET', '/v1/autho/user/profile/')).status).toBe(401);
    expect(await living()).toEqual(['1 hour']);
    const reset = linkIn(await letter('A new password for Bulk SMS Console'));
    const { rows } = await sql<{ mine: boolean }>`
      SELECT hash = sha256(${reset}::text::bytea) AS mine FROM password_reset WHERE "user" = ${await uuidOf()}`.execute(
      setup.world.db,
    );
    expect(rows).toEqual([{ mine: true }]);
    expect(await written()).toEqual({
      ...{
        action: 'report-not-me',
        entity: 'users',
        account: setup.world.accounts.customer,
        ip: '127.0.0.1',
      },
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
    expect((await setup.world.call(null, 'POST', '/v1/autho/password_reset/confirm/', fresh)).status).toBe(
      200,
    );
    const payload = { email: setup.world.emails.customer, password: fresh.password };
    const again = await setup.world.app.inject({ method: 'POST', url: '/v1/login/', payload });
    expect(again.statusCode).toBe(200);
  });

  test('revokes the key that the mail is about', async () => {
    await setup.world.db.transaction().execute(async (trx) => {
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
          now() - ${age}::interval)`.execute(setup.world.db);
    await sql`
      INSERT INTO two_factor ("user", secret, confirmed_at) VALUES (${await uuidOf()}, 'A', now())`.execute(
      setup.world.db,
    );
    await addPasskey('Mine', '1 hour');
    const link = await alerted();
    await addPasskey('Theirs', '0 seconds');
    expect((await report(link)).status).toBe(200);
    const { rows } = await sql`SELECT name FROM passkey WHERE "user" = ${await uuidOf()}`.execute(
      setup.world.db,
    );
    expect(rows).toEqual([{ name: 'Mine' }]);
  });

  test('turns off a second factor that was set up since, so that its owner can sign in, and no earlier one', async () => {
    const setUp = async (age: string) =>
      sql`
        INSERT INTO two_factor ("user", secret, confirmed_at) VALUES (${await uuidOf()}, 'A', now() - ${age}::interval)
        ON CONFLICT ("user") DO UPDATE SET confirmed_at = excluded.confirmed_at`.execute(setup.world.db);
    const isOn = async () =>
      (await sql`SELECT FROM two_factor WHERE "user" = ${await uuidOf()}`.execute(setup.world.db)).rows
        .length === 1;
    await setUp('1 hour');
    expect((await report(await alerted())).status).toBe(200);
    expect(await isOn()).toBe(true);
    const link = await alerted('key-added');
    await setUp('0 seconds');
    expect((await report(link)).status).toBe(200);
    expect(await isOn()).toBe(false);
    const { rows } = await sql`
      SELECT action FROM audit_entry WHERE record = ${await uuidOf()} AND action LIKE '%two-factor'`.execute(
      setup.world.db,
    );
    expect(rows).toEqual([{ action: 'turn-off-two-factor' }]);
  });

  test('forgets where the user signed in: the next sign-in from there sends an alert again', async () => {
    await signsIn('10.4.0.1');
    await signsIn('10.4.0.66');
    const known = await subjects();
    expect((await report(await alerted())).status).toBe(200);
    const uuid = linkIn(await letter('A new password for Bulk SMS Console'));
    const password = 'quite another one';
    expect(
      (await setup.world.call(null, 'POST', '/v1/autho/password_reset/confirm/', { uuid, password })).status,
    ).toBe(200);
    const again = await setup.world.app.inject({
      ...{ method: 'POST', url: '/v1/login/', remoteAddress: '10.4.0.66' },
      payload: { email: setup.world.emails.customer, password },
    });
    expect(again.statusCode).toBe(200);
    const signInMails = (all: string[]) =>
      all.filter((subject) => subject === 'New sign-in to your account').length;
    // One was posted by the test itself.
    expect(signInMails(await subjects())).toBe(signInMails(known) + 2);
  });

  test('of two concurrent requests, one succeeds', async () => {
    const link = await alerted();
    const answers = await Promise.all([report(link), report(link), report(link)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  });

  test('restores the former address and mails the link there', async () => {
    const uuid = await uuidOf();
    await sql`UPDATE users SET email = 'thief@x.test' WHERE uuid = ${uuid}`.execute(setup.world.db);
    const link = await alerted('address-changed', setup.world.emails.customer);
    expect((await report(link)).status).toBe(200);
    const { rows } = await sql`SELECT email FROM users WHERE uuid = ${uuid}`.execute(setup.world.db);
    expect(rows).toEqual([{ email: setup.world.emails.customer }]);
    expect(linkIn(await letter('A new password for Bulk SMS Console'))).not.toBe('');
    expect(await mailsTo(setup.world, 'thief@x.test')).toEqual([]);
    expect(await written()).toMatchObject({
      before: { email: 'thief@x.test' },
      after: { email: setup.world.emails.customer, kind: 'address-changed' },
    });
  });

  /** Somebody moved the customer's address to their own, and did something else there. */
  async function taken(): Promise<{ ours: string; theirs: string; thief: string }> {
    const ours = await alerted('address-changed', setup.world.emails.customer);
    const thief = `thief-${setup.world.emails.customer}`;
    await sql`UPDATE users SET email = ${thief} WHERE uuid = ${await uuidOf()}`.execute(setup.world.db);
    return { ours, theirs: await alerted('password-changed', thief), thief };
  }
  const emailNow = async () =>
    (
      await sql<{ email: string }>`SELECT email FROM users WHERE uuid = ${await uuidOf()}`.execute(
        setup.world.db,
      )
    ).rows[0]?.email;

  test('voids the links of what was done since, mailed or not: they went to who did it', async () => {
    const { ours, theirs, thief } = await taken();
    await setup.world.db
      .transaction()
      .execute(async (trx) => postAlert(trx, await uuidOf(), 'key-added', { email: thief }));
    expect((await report(ours)).status).toBe(200);
    expect(await check(theirs)).toBeNull();
    expect((await report(theirs)).status).toBe(400);
    expect(await emailNow()).toBe(setup.world.emails.customer);
    await letter('A new password for Bulk SMS Console');
    expect((await mailsTo(setup.world, thief)).map(({ subject }) => subject)).toEqual([
      'Your password was changed',
    ]);
  });

  test('takes the earlier link after a later one', async () => {
    const { ours, theirs } = await taken();
    expect((await report(theirs)).status).toBe(200);
    expect((await report(ours)).status).toBe(200);
    expect(await emailNow()).toBe(setup.world.emails.customer);
  });

  test('by an earlier link and a later one at once refuses the later one', async () => {
    const { ours, theirs } = await taken();
    const { answers } = await setup.world.db.transaction().execute(async (trx) => {
      await sql`SELECT FROM users WHERE uuid = ${await uuidOf()} FOR UPDATE`.execute(trx);
      const owner = report(ours);
      await waitForLocks(setup.world.db);
      const thief = report(theirs);
      await waitForLocks(setup.world.db, 2);
      return { answers: Promise.all([owner, thief]) };
    });
    expect((await answers).map(({ status }) => status)).toEqual([200, 400]);
    expect(await emailNow()).toBe(setup.world.emails.customer);
  });

  test('sends no password link if another user now has the address', async () => {
    const uuid = await uuidOf();
    await sql`UPDATE users SET email = ${`moved-${setup.world.emails.customer}`} WHERE uuid = ${uuid}`.execute(
      setup.world.db,
    );
    const link = await alerted('address-changed', setup.world.emails.customer);
    await sql`UPDATE users SET email = ${setup.world.emails.customer} WHERE email = ${setup.world.emails.other}`.execute(
      setup.world.db,
    );
    expect((await report(link)).status).toBe(200);
    const { rows } =
      await sql`SELECT FROM mail WHERE kind = 'password-reset' AND "to" = ${setup.world.emails.customer}`.execute(
        setup.world.db,
      );
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
      () => sql`UPDATE users SET is_active = false WHERE account = ${setup.world.accounts.customer}`,
    ],
    [
      'of an account that is not',
      () => sql`UPDATE account SET is_active = false WHERE uuid = ${setup.world.accounts.customer}`,
    ],
  ])('by a link %s does nothing', async (_, spoil) => {
    const link = await alerted();
    await spoil().execute(setup.world.db);
    expect(await check(link)).toBeNull();
    expect((await report(link)).status).toBe(400);
  });

  test('is deleted after its retention period', async () => {
    await alerted();
    await runHousekeeping(setup.world.db, setup.world.deps.files);
    const count = async () => (await sql`SELECT FROM security_alert`.execute(setup.world.db)).rows.length;
    expect(await count()).toBeGreaterThan(0);
    await sql`UPDATE security_alert SET created_at = now() - interval '8 days'`.execute(setup.world.db);
    await runHousekeeping(setup.world.db, setup.world.deps.files);
    expect(await count()).toBe(0);
  });
});
