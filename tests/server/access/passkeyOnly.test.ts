import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { PASSKEYS, type Passkey } from '#schema/passkey.ts';
import { fromBase32, hotp, stepAt } from '../../../server/services/access/totp.ts';
import { PASSWORD } from '../../support/app.ts';
import { type Authenticator, createAuthenticator } from '../../support/authenticator.ts';
import {
  type Answer,
  type Caller,
  type Options,
  ORIGIN,
  refused,
  setUpPasskeys,
  verdict,
} from './passkeysSetup.ts';

const setup = setUpPasskeys();
const { post, signIn, asked, options, kept, subjects, reportNotMe } = setup;

describe('without an app', () => {
  const FACTOR = '/v1/autho/two-factor/';
  beforeEach(() => sql`DELETE FROM two_factor`.execute(setup.world.db));

  const asking = (caller: Caller) => post<Options>(caller, `${PASSKEYS}options/`, { password: PASSWORD });
  /** A passkey as the first second factor, and the recovery codes that came with it. */
  async function first(caller: Caller = 'customer') {
    const key = createAuthenticator({ origin: ORIGIN });
    const answer = key.register((await asking(caller)).body.data);
    const added = await post<Passkey[]>(caller, PASSKEYS, { name: 'Phone', answer });
    expect([added.status, added.body.detail]).toEqual([200, undefined]);
    const { recovery_codes: codes } = added.body as unknown as { recovery_codes: string[] };
    return { key, codes, uuid: added.body.data[0]?.uuid };
  }
  const state = async (caller: Caller = 'customer') =>
    (
      await setup.world.call<Answer<{ enabled: boolean; app: boolean; recovery_codes_left: number }>>(
        caller,
        'GET',
        FACTOR,
      )
    ).body.data;
  const signedIn = async (caller: Caller, key: Authenticator) =>
    (await signIn(caller, { passkey: key.prove(await asked(caller)) })).status;

  test('one turns two-factor sign-in on, with recovery codes, and ends the other sessions', async () => {
    const other = await setup.world.signIn(setup.world.emails.customer);
    expect((await post('customer', `${PASSKEYS}options/`, {})).body.errors).toEqual({
      password: ['Required'],
    });
    const { key, codes } = await first();
    expect(codes).toHaveLength(10);
    expect(await state()).toMatchObject({ enabled: true, app: false, recovery_codes_left: 10 });
    const headers = { authorization: `Token ${other}` };
    expect((await setup.world.app.inject({ url: FACTOR, headers })).statusCode).toBe(401);
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
    await sql`UPDATE two_factor SET last_step = 0, tries = '{}'`.execute(setup.world.db);
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
    const { rows } = await sql`SELECT FROM two_factor`.execute(setup.world.db);
    expect([rows, codes.length]).toEqual([[], 10]);
  });

  test('staff of whom a second factor is demanded may set up a passkey, and nothing else before', async () => {
    await sql`UPDATE provider_setting SET staff_two_factor = true`.execute(setup.world.db);
    expect((await setup.world.call('admin', 'GET', '/v1/autho/users/')).status).toBe(403);
    await first('admin');
    expect((await setup.world.call('admin', 'GET', '/v1/autho/users/')).status).toBe(200);
  });
});
