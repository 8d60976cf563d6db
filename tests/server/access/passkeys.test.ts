import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Failure } from '#schema/entity.ts';
import { PASSKEYS, type Passkey, PROVE_OPTIONS } from '#schema/passkey.ts';
import { PROVE } from '#schema/stepUp.ts';
import { runHousekeeping } from '../../../server/jobs/housekeeping.ts';
import { fromBase32, hotp, stepAt } from '../../../server/services/access/totp.ts';
import { createTestApp, PASSWORD, type TestApp } from '../../support/app.ts';
import { type Authenticator, createAuthenticator } from '../../support/authenticator.ts';
import { waitForLocks } from '../../support/locks.ts';
import { allLettersTo } from '../../support/mailbox.ts';

const ORIGIN = 'https://sms.example';
const SECRET = 'JBSWY3DPEHPK3PXP';

let base: TestApp;
/** With a customer of the test's own; the administrator is everybody's. */
let t: TestApp;
beforeAll(async () => {
  base = await createTestApp({ environment: { PUBLIC_URL: `${ORIGIN}/` } });
});
afterAll(() => base.close());
type Who = 'customer' | 'admin';
beforeEach(async () => {
  t = await base.newCustomers();
  await sql`UPDATE provider_setting SET staff_two_factor = false`.execute(t.db);
  await sql`DELETE FROM two_factor`.execute(t.db);
  await sql`DELETE FROM api_key`.execute(t.db);
  for (const who of ['customer', 'admin'] as const)
    await sql`
      INSERT INTO two_factor ("user", secret, confirmed_at)
      SELECT uuid, ${SECRET}, now() FROM users WHERE email = ${t.emails[who]}`.execute(t.db);
});

type Options = { challenge: string } & Record<string, unknown>;
type Answer<T = unknown> = { data: T } & Failure;
let address = 0;
/** From an address of its own, and at a host of its own: neither says anything of where the console is. */
async function post<T>(as: Who | null, url: string, body: object) {
  address += 1;
  const answer = await t.app.inject({
    ...{ method: 'POST', url, payload: body, remoteAddress: `10.9.${address >> 8}.${address & 255}` },
    headers: { host: 'evil.example', ...(as && { authorization: `Token ${t.tokens[as]}` }) },
  });
  return { status: answer.statusCode, body: answer.json<Answer<T>>() };
}
/** A code of the app; the one before can be used again. */
async function code(): Promise<string> {
  await sql`UPDATE two_factor SET last_step = 0`.execute(t.db);
  return hotp(fromBase32(SECRET), stepAt(Date.now()));
}
async function add(who: Who, name: string, key: Authenticator, lies = {}) {
  const options = await post<Options>(who, `${PASSKEYS}options/`, { code: await code() });
  expect(options.status).toBe(200);
  return post<Passkey[]>(who, PASSKEYS, { name, answer: key.register(options.body.data, lies) });
}
async function enrolled(who: Who, more: { backup?: boolean } = {}): Promise<Authenticator> {
  const key = createAuthenticator({ origin: ORIGIN, ...more });
  expect((await add(who, 'Phone', key)).status).toBe(200);
  return key;
}
const door = (who: Who) => (who === 'admin' ? '/v1/login/admin/' : '/v1/login/');
const signIn = (who: Who, body: object = {}) =>
  post<{ token: string; passkey: Options }>(null, door(who), {
    email: t.emails[who],
    password: PASSWORD,
    ...body,
  });
const asked = async (who: Who) => (await signIn(who)).body.data.passkey;
const options = async (who: Who) => (await post<Options>(who, PROVE_OPTIONS, {})).body.data;
const kept = async () =>
  (await sql`SELECT counter, backup_eligible, backed_up FROM passkey`.execute(t.db)).rows;
const subjects = async () => (await allLettersTo(t, t.emails.customer)).map(({ subject }) => subject);
const refused = { status: 400, code: 'wrong_passkey' };
const verdict = ({ status, body }: { status: number; body: Failure }) => ({ status, code: body.code });

describe('a passkey', () => {
  test.each(['customer', 'admin'] as const)('is the second step of signing in: %s', async (who) => {
    const key = await enrolled(who);
    const first = await signIn(who);
    expect(verdict(first)).toEqual({ status: 400, code: 'two_factor_required' });
    expect(first.body.data.passkey).toMatchObject({ rpId: 'sms.example', userVerification: 'required' });
    const done = await signIn(who, { passkey: key.prove(first.body.data.passkey) });
    expect(done.status).toBe(200);
    expect(done.body.data.token).toBeTypeOf('string');
    // The codes of the app go on working.
    expect((await signIn(who, { code: await code() })).status).toBe(200);
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
      SELECT action FROM audit_entry WHERE action ~ 'passkey' ORDER BY uuid DESC LIMIT 3`.execute(t.db);
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
      SELECT uuid FROM users WHERE email = ${t.emails.customer}`.execute(t.db);
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
      SELECT after FROM audit_entry WHERE action = 'sign-in-failed' ORDER BY uuid DESC LIMIT 1`.execute(t.db);
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
    await sql`UPDATE passkey_challenge SET expires_at = now() - interval '1 second'`.execute(t.db);
    expect(verdict(await post('customer', PROVE, { passkey: late }))).toEqual(refused);
    await runHousekeeping(t.db, t.deps.files, 24);
    expect((await sql`SELECT FROM passkey_challenge`.execute(t.db)).rows).toEqual([]);
  });

  test('of two concurrent answers with one count, one is refused as a copy', async () => {
    const key = await enrolled('customer');
    const [one, two] = [await options('customer'), await options('customer')];
    const answers = [key.prove(one, { counter: 5 }), key.prove(two, { counter: 5 })];
    // Both have been looked at with the former count before either is written down.
    const both = await t.db.transaction().execute(async (trx) => {
      await sql`SELECT FROM passkey FOR UPDATE`.execute(trx);
      const sent = Promise.all(answers.map((passkey) => post('customer', PROVE, { passkey })));
      await waitForLocks(t.db, 2);
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

/** Follows the link of the mail that tells the customer of a passkey. */
async function reportNotMe() {
  const told = (await allLettersTo(t, t.emails.customer)).find(
    ({ subject }) => subject === 'A passkey was added',
  );
  const link = /\/not-me\/(\S+)/.exec(told?.text ?? '')?.[1];
  expect((await post(null, '/v1/autho/not-me/', { link })).status).toBe(200);
}

test('"this was not me" removes a passkey that was made since', async () => {
  await enrolled('customer');
  await reportNotMe();
  expect(await kept()).toEqual([]);
});

describe('without an app', () => {
  const FACTOR = '/v1/autho/two-factor/';
  beforeEach(() => sql`DELETE FROM two_factor`.execute(t.db));

  const asking = (who: Who) => post<Options>(who, `${PASSKEYS}options/`, { password: PASSWORD });
  /** A passkey as the first second factor, and the recovery codes that came with it. */
  async function first(who: Who = 'customer') {
    const key = createAuthenticator({ origin: ORIGIN });
    const answer = key.register((await asking(who)).body.data);
    const added = await post<Passkey[]>(who, PASSKEYS, { name: 'Phone', answer });
    expect([added.status, added.body.detail]).toEqual([200, undefined]);
    const { recovery_codes: codes } = added.body as unknown as { recovery_codes: string[] };
    return { key, codes, uuid: added.body.data[0]?.uuid };
  }
  const state = async (who: Who = 'customer') =>
    (
      await t.call<Answer<{ enabled: boolean; app: boolean; recovery_codes_left: number }>>(
        who,
        'GET',
        FACTOR,
      )
    ).body.data;
  const signedIn = async (who: Who, key: Authenticator) =>
    (await signIn(who, { passkey: key.prove(await asked(who)) })).status;

  test('one turns two-factor sign-in on, with recovery codes, and ends the other sessions', async () => {
    const other = await t.signIn(t.emails.customer);
    expect((await post('customer', `${PASSKEYS}options/`, {})).body.errors).toEqual({
      password: ['Required'],
    });
    const { key, codes } = await first();
    expect(codes).toHaveLength(10);
    expect(await state()).toMatchObject({ enabled: true, app: false, recovery_codes_left: 10 });
    const headers = { authorization: `Token ${other}` };
    expect((await t.app.inject({ url: FACTOR, headers })).statusCode).toBe(401);
    const { body } = await signIn('customer');
    expect([body.code, body.detail]).toEqual([
      'two_factor_required',
      'Use a passkey, or enter a recovery code.',
    ]);
    expect(await signedIn('customer', key)).toBe(200);
    expect((await signIn('customer', { code: codes[0] })).status).toBe(200);
    expect((await signIn('customer', { code: codes[0] })).status).toBe(400);
    expect(await subjects()).toContain('Two-factor sign-in is on');
  });

  test('no code of an app is right, not even of the empty secret that stands in the place of one', async () => {
    await first();
    expect((await signIn('customer', { code: hotp(Buffer.alloc(0), stepAt(Date.now())) })).body.code).toBe(
      'wrong_code',
    );
  });

  test('a second one brings no new codes; the last stays while there is nothing else', async () => {
    const { key, uuid, codes } = await first();
    const proof = async () => ({ passkey: key.prove(await options('customer')) });
    expect((await asking('customer')).body.errors).toEqual({ code: ['Required'] });
    const alone = await post('customer', `${PASSKEYS}${uuid}/remove/`, await proof());
    expect([alone.status, alone.body.detail]).toEqual([
      409,
      'This passkey is your only second factor. Add another or an authenticator app first, or turn two-factor sign-in off.',
    ]);
    const more = await post<Options>('customer', `${PASSKEYS}options/`, await proof());
    const answer = createAuthenticator({ origin: ORIGIN }).register(more.body.data);
    expect((await post('customer', PASSKEYS, { name: 'Laptop', answer })).body).toMatchObject({
      recovery_codes: null,
    });
    expect((await state()).recovery_codes_left).toBe(codes.length);
    expect((await post('customer', `${PASSKEYS}${uuid}/remove/`, { code: codes[0] })).status).toBe(200);
  });

  test('an app joins it by a passkey, not by the password, and takes no code until it is confirmed', async () => {
    const { key, codes, uuid } = await first();
    const start = (body: object) => post<{ secret: string }>('customer', `${FACTOR}start/`, body);
    expect((await post('customer', `${FACTOR}confirm/`, { code: '123456' })).status).toBe(409);
    expect((await start({ password: PASSWORD })).body.errors).toEqual({ code: ['Required'] });
    const { secret } = (await start({ passkey: key.prove(await options('customer')) })).body.data;
    const shown = () => hotp(fromBase32(secret), stepAt(Date.now()));
    expect((await signIn('customer', { code: shown() })).body.code).toBe('wrong_code');
    expect((await post('customer', `${FACTOR}confirm/`, { code: '12345' })).body.code).toBe('wrong_code');
    const confirmed = await post<object>('customer', `${FACTOR}confirm/`, { code: shown() });
    expect([confirmed.status, confirmed.body.data]).toEqual([200, { recovery_codes: [] }]);
    expect(await state()).toMatchObject({ enabled: true, app: true, recovery_codes_left: codes.length });
    // A code is right once: the one that confirmed it is used.
    expect((await signIn('customer', { code: shown() })).body.code).toBe('wrong_code');
    await sql`UPDATE two_factor SET last_step = 0, tries = '{}'`.execute(t.db);
    expect((await signIn('customer', { code: shown() })).status).toBe(200);
    expect((await start({ password: PASSWORD })).status).toBe(409);
    const removed = await post('customer', `${PASSKEYS}${uuid}/remove/`, { code: codes[1] });
    expect(removed.status).toBe(200);
  });

  test('it is turned off, and codes are renewed, by the password with a passkey', async () => {
    const { key, codes } = await first();
    const proof = async () => ({ password: PASSWORD, passkey: key.prove(await options('customer')) });
    const renewed = await post<{ recovery_codes: string[] }>(
      'customer',
      `${FACTOR}recovery-codes/`,
      await proof(),
    );
    expect(renewed.body.data.recovery_codes).toHaveLength(10);
    expect((await signIn('customer', { code: codes[0] })).status).toBe(400);
    expect((await post('customer', `${FACTOR}turn-off/`, { password: PASSWORD })).body.errors).toEqual({
      code: ['Required'],
    });
    expect((await post('customer', `${FACTOR}turn-off/`, await proof())).status).toBe(200);
    expect([await kept(), (await state()).enabled]).toEqual([[], false]);
  });

  test('one that the password alone was proof for is refused once there is a second factor', async () => {
    const before = (await asking('customer')).body.data;
    await first();
    const answer = createAuthenticator({ origin: ORIGIN }).register(before);
    expect(verdict(await post('customer', PASSKEYS, { name: 'Late', answer }))).toEqual(refused);
    expect(await kept()).toHaveLength(1);
  });

  test('of two that are added at once one is the first, and the other is refused', async () => {
    const answers = [];
    for (const name of ['One', 'Two'])
      answers.push({
        name,
        answer: createAuthenticator({ origin: ORIGIN }).register((await asking('customer')).body.data),
      });
    const both = await Promise.all(answers.map((body) => post('customer', PASSKEYS, body)));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect((await state()).recovery_codes_left).toBe(10);
  });

  test('"This was not me" takes it all away, since the codes are whoever’s it was', async () => {
    const { codes } = await first();
    await reportNotMe();
    const { rows } = await sql`SELECT FROM two_factor`.execute(t.db);
    expect([rows, codes.length]).toEqual([[], 10]);
  });

  test('staff of whom a second factor is demanded may set up a passkey, and nothing else before', async () => {
    await sql`UPDATE provider_setting SET staff_two_factor = true`.execute(t.db);
    expect((await t.call('admin', 'GET', '/v1/autho/users/')).status).toBe(403);
    await first('admin');
    expect((await t.call('admin', 'GET', '/v1/autho/users/')).status).toBe(200);
  });
});
