import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { PASSKEYS, type Passkey, PROVE_OPTIONS } from '#schema/passkey.ts';
import { PROVE } from '#schema/stepUp.ts';
import { runHousekeeping } from '../../../server/jobs/housekeeping.ts';
import { fromBase32, hotp, stepAt } from '../../../server/services/access/totp.ts';
import { type Authenticator, createAuthenticator } from '../../support/authenticator.ts';
import { waitForLocks } from '../../support/locks.ts';
import {
  type Caller,
  type Options,
  ORIGIN,
  refused,
  SECRET,
  setUpPasskeys,
  verdict,
} from './passkeysSetup.ts';

const setup = setUpPasskeys();
const { post, signIn, asked, options, kept, subjects, reportNotMe } = setup;

/** A code of the app; the one before can be used again. */
async function code(): Promise<string> {
  await sql`UPDATE two_factor SET last_step = 0`.execute(setup.world.db);
  return hotp(fromBase32(SECRET), stepAt(Date.now()));
}
async function add(caller: Caller, name: string, key: Authenticator, lies = {}) {
  const options = await post<Options>(caller, `${PASSKEYS}options/`, { code: await code() });
  expect(options.status).toBe(200);
  return post<Passkey[]>(caller, PASSKEYS, { name, answer: key.register(options.body.data, lies) });
}
async function enrolled(caller: Caller, more: { backup?: boolean } = {}): Promise<Authenticator> {
  const key = createAuthenticator({ origin: ORIGIN, ...more });
  expect((await add(caller, 'Phone', key)).status).toBe(200);
  return key;
}

describe('a passkey', () => {
  test.each(['customer', 'admin'] as const)('is the second step of signing in: %s', async (caller) => {
    const key = await enrolled(caller);
    const first = await signIn(caller);
    expect(verdict(first)).toEqual({ status: 400, code: 'two_factor_required' });
    expect(first.body.data.passkey).toMatchObject({ rpId: 'sms.example', userVerification: 'required' });
    const done = await signIn(caller, { passkey: key.prove(first.body.data.passkey) });
    expect(done.status).toBe(200);
    expect(done.body.data.token).toBeTypeOf('string');
    // The codes of the app go on working.
    expect((await signIn(caller, { code: await code() })).status).toBe(200);
  });

  test('is one of several, with names, and is removed by who shows that it is them', async () => {
    await enrolled('customer');
    const second = createAuthenticator({ origin: ORIGIN, backup: true });
    const list = (await add('customer', 'Laptop', second)).body.data;
    expect(list.map(({ name, backed_up }) => [name, backed_up])).toEqual([
      ['Phone', false],
      ['Laptop', true],
    ]);
    expect((await post('customer', `${PASSKEYS}${list[0]?.uuid}/remove/`, {})).body.errors).toHaveProperty(
      'code',
    );
    // Nobody removes another's.
    const proof = { code: await code() };
    expect((await post('admin', `${PASSKEYS}${list[0]?.uuid}/remove/`, proof)).status).toBe(404);
    const passkey = second.prove(await options('customer'));
    const left = await post<Passkey[]>('customer', `${PASSKEYS}${list[0]?.uuid}/remove/`, { passkey });
    expect(left.body.data.map(({ name }) => name)).toEqual(['Laptop']);
    const { rows } = await sql`
      SELECT action FROM audit_entry WHERE action ~ 'passkey' ORDER BY uuid DESC LIMIT 3`.execute(
      setup.world.db,
    );
    expect(rows.map((row) => (row as { action: string }).action)).toEqual([
      'remove-passkey',
      'add-passkey',
      'add-passkey',
    ]);
    expect(await subjects()).toEqual(
      expect.arrayContaining(['A passkey was added', 'A passkey was removed']),
    );
  });

  test('is a proof wherever a code is one: an API key, a fresh proof, another passkey, an address', async () => {
    const key = await enrolled('customer');
    const passkey = async () => key.prove(await options('customer'));
    const made = { name: 'Key', pairs: [['contact-list', 'get']], passkey: await passkey() };
    expect((await post('customer', '/v1/autho/api-keys/', made)).status).toBe(201);
    expect((await post('customer', PROVE, { passkey: await passkey() })).status).toBe(200);
    expect((await post('customer', `${PASSKEYS}options/`, { passkey: await passkey() })).status).toBe(200);
    const address = { email: 'by-passkey@new.test', passkey: await passkey() };
    expect((await post('customer', '/v1/autho/user/address/', address)).status).toBe(200);
  });

  test('goes with two-factor sign-in', async () => {
    await enrolled('customer');
    const customer = await sql<{ uuid: string }>`
      SELECT uuid FROM users WHERE email = ${setup.world.emails.customer}`.execute(setup.world.db);
    const path = `/v1/autho/users/${customer.rows[0]?.uuid}/remove-two-factor/`;
    expect((await post('admin', path, {})).status).toBe(200);
    expect(await kept()).toEqual([]);
    expect((await post('customer', PROVE_OPTIONS, {})).status).toBe(409);
  });

  test('keeps its count and whether it is copied', async () => {
    const key = await enrolled('customer', { backup: true });
    expect(await kept()).toEqual([{ counter: 0, backup_eligible: true, backed_up: true }]);
    await signIn('customer', { passkey: key.prove(await asked('customer')) });
    expect(await kept()).toEqual([{ counter: 1, backup_eligible: true, backed_up: true }]);
  });
});

describe('an answer is refused', () => {
  test.each([
    ['for another origin', { origin: 'https://evil.example' }],
    ['for another site', { rpId: 'evil.example' }],
    ['whose user was not checked', { verified: false }],
    ['to a challenge that nobody asked', { challenge: 'AAAA' }],
    ['made for something else', { type: 'webauthn.create' }],
    ['of a copy whose count is behind', { counter: 1 }],
    ['of one that may be copied and could not before', { backupEligible: true, counter: 9 }],
  ])('%s', async (_, lies) => {
    const key = await enrolled('customer');
    await signIn('customer', { passkey: key.prove(await asked('customer')) });
    expect(verdict(await signIn('customer', { passkey: key.prove(await asked('customer'), lies) }))).toEqual(
      refused,
    );
    const { rows } = await sql`
      SELECT after FROM audit_entry WHERE action = 'sign-in-failed' ORDER BY uuid DESC LIMIT 1`.execute(
      setup.world.db,
    );
    expect(rows).toEqual([{ after: { door: 'customer', step: 'second factor' } }]);
  });

  test.each([
    ['for another origin', { origin: 'https://evil.example' }],
    ['for another site', { rpId: 'evil.example' }],
    ['whose user was not checked', { verified: false }],
  ])('%s, when a passkey is made', async (_, lies) => {
    const key = createAuthenticator({ origin: ORIGIN });
    expect(verdict(await add('customer', 'Bad', key, lies))).toEqual(refused);
    expect(await kept()).toEqual([]);
  });

  test('the second time, of two at once one, and when it is too late', async () => {
    const key = await enrolled('customer');
    const passkey = key.prove(await options('customer'));
    const both = await Promise.all([1, 2].map(() => post('customer', PROVE, { passkey })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    const late = key.prove(await options('customer'));
    await sql`UPDATE passkey_challenge SET expires_at = now() - interval '1 second'`.execute(setup.world.db);
    expect(verdict(await post('customer', PROVE, { passkey: late }))).toEqual(refused);
    await runHousekeeping(setup.world.db, setup.world.deps.files);
    expect((await sql`SELECT FROM passkey_challenge`.execute(setup.world.db)).rows).toEqual([]);
  });

  test('of a session that ends meanwhile is not added', async () => {
    const key = createAuthenticator({ origin: ORIGIN });
    const { body } = await post<Options>('customer', `${PASSKEYS}options/`, { code: await code() });
    const { added } = await setup.world.db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ uuid: string }>`
        SELECT uuid FROM users WHERE email = ${setup.world.emails.customer} FOR UPDATE`.execute(trx);
      const added = post('customer', PASSKEYS, { name: 'Phone', answer: key.register(body.data) });
      await waitForLocks(setup.world.db);
      await sql`DELETE FROM token WHERE "user" = ${rows[0]?.uuid}`.execute(trx);
      return { added };
    });
    expect(verdict(await added)).toEqual({ status: 401, code: 'unauthenticated' });
    expect(await kept()).toEqual([]);
  });

  test('of two concurrent answers with one count, one is refused as a copy', async () => {
    const key = await enrolled('customer');
    const [one, two] = [await options('customer'), await options('customer')];
    const answers = [key.prove(one, { counter: 5 }), key.prove(two, { counter: 5 })];
    // Both have been looked at with the former count before either is written down.
    const both = await setup.world.db.transaction().execute(async (trx) => {
      await sql`SELECT FROM passkey FOR UPDATE`.execute(trx);
      const sent = Promise.all(answers.map((passkey) => post('customer', PROVE, { passkey })));
      await waitForLocks(setup.world.db, 2);
      return { sent };
    });
    expect((await both.sent).map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  test('of another user, and to what another was asked', async () => {
    const mine = await enrolled('customer');
    const theirs = await enrolled('admin');
    expect(
      verdict(await post('customer', PROVE, { passkey: theirs.prove(await options('customer')) })),
    ).toEqual(refused);
    expect(verdict(await post('customer', PROVE, { passkey: mine.prove(await options('admin')) }))).toEqual(
      refused,
    );
    // What was asked to make one is no proof, nor the other way.
    const making = await post<Options>('customer', `${PASSKEYS}options/`, { code: await code() });
    expect(verdict(await post('customer', PROVE, { passkey: mine.prove(making.body.data) }))).toEqual(
      refused,
    );
  });

  test('with a wrong password, which says nothing of passkeys', async () => {
    const key = await enrolled('customer');
    const passkey = key.prove(await asked('customer'));
    const wrong = await signIn('customer', { password: 'wrong-password', passkey });
    expect([wrong.body.code, wrong.body.data]).toEqual(['wrong_credentials', undefined]);
  });
});

test('"this was not me" removes a passkey that was made since', async () => {
  await enrolled('customer');
  await reportNotMe();
  expect(await kept()).toEqual([]);
});
