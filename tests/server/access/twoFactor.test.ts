import { sql } from 'kysely';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { TwoFactor } from '#schema/twoFactor.ts';
import { outboxMails } from '../../../server/services/mail/mail.ts';
import { type User, users } from '../../support/app.ts';
import { code, PATH, setUpTwoFactor, wrong } from './twoFactorSetup.ts';

const setup = setUpTwoFactor();
const { password, post, signIn, start, enrol, actions } = setup;

const status = async (as: User) => (await setup.world.call<{ data: TwoFactor }>(as, 'GET', PATH)).body.data;

describe('setting up', () => {
  test('gives a secret, and is on when a code of it was seen; ten recovery codes are shown once', async () => {
    const made = await post('customer', `${PATH}start/`, {
      password,
    });
    const { secret, uri } = made.body.data;
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(uri).toContain(`secret=${secret}&issuer=Bulk%20SMS%20Console`);
    expect(await status('customer')).toEqual({
      enabled: false,
      app: false,
      recovery_codes_left: 0,
      required: false,
    });
    const answer = await post('customer', `${PATH}confirm/`, {
      code: code(secret),
    });
    const { recovery_codes } = answer.body.data;
    expect(new Set(recovery_codes).size).toBe(10);
    for (const one of recovery_codes) expect(one).toMatch(/^[A-Z2-7]{4}-[A-Z2-7]{4}-[A-Z2-7]{4}$/);
    expect(await status('customer')).toEqual({
      enabled: true,
      app: true,
      recovery_codes_left: 10,
      required: false,
    });
    expect(await actions()).toBe('turn-on-two-factor');
    await vi.waitFor(
      async () =>
        expect((await outboxMails(setup.world.db, users.customer))[0]?.subject).toBe(
          'Two-factor sign-in is on',
        ),
      { timeout: 30_000 },
    );
    const { rows } = await sql<{
      kept: string;
    }>`SELECT encode(hash, 'hex') AS kept FROM recovery_code`.execute(setup.world.db);
    expect(rows.some(({ kept }) => recovery_codes.includes(kept))).toBe(false);
  });

  test('needs the password, and a right code', async () => {
    const refused = await post('customer', `${PATH}start/`, { password: 'no' });
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      { password: ['The password is not correct.'] },
    ]);
    const secret = await start('customer');
    const answer = await post('customer', `${PATH}confirm/`, { code: wrong(secret) });
    expect([answer.status, answer.body.code, Object.keys(answer.body.errors ?? {})]).toEqual([
      400,
      'wrong_code',
      ['code'],
    ]);
    expect((await status('customer')).enabled).toBe(false);
  });

  test('a second start makes the first secret worthless; once it is on there is no start', async () => {
    const first = await start('customer');
    const second = await start('customer');
    expect((await post('customer', `${PATH}confirm/`, { code: code(first) })).status).toBe(400);
    expect((await post('customer', `${PATH}confirm/`, { code: code(second) })).status).toBe(200);
    expect((await post('customer', `${PATH}start/`, { password })).status).toBe(409);
    expect((await post('customer', `${PATH}confirm/`, { code: code(second, 1) })).status).toBe(409);
  });

  test('ends the other sessions, which the password alone had started', async () => {
    const { data } = (await signIn('customer')).body;
    await enrol('customer');
    const answer = await setup.world.app.inject({
      url: PATH,
      headers: { authorization: `Token ${data.token}` },
    });
    expect(answer.statusCode).toBe(401);
    expect((await status('customer')).enabled).toBe(true);
  });

  test('what was not confirmed is asked of nobody', async () => {
    await start('customer');
    expect((await signIn('customer')).status).toBe(200);
  });
});

describe('signing in', () => {
  test.each(['customer', 'admin'] as const)('asks a %s for the code after the password', async (as) => {
    const { secret } = await enrol(as);
    const first = await signIn(as);
    expect([first.status, first.body.code]).toEqual([400, 'two_factor_required']);
    expect((await signIn(as, { code: '' })).body.errors).toHaveProperty('code');
    expect((await signIn(as, { code: wrong(secret) })).body.code).toBe('wrong_code');
    const answer = await signIn(as, { code: code(secret) });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.data.token).toMatch(/^[\w-]{43}$/);
  });

  test('a wrong password says nothing of a second factor, with or without a code', async () => {
    const { secret } = await enrol('customer');
    for (const body of [{}, { code: code(secret) }]) {
      const answer = await signIn('customer', { password: 'wrong', ...body });
      expect([answer.status, answer.body.code]).toEqual([400, 'wrong_credentials']);
    }
    const other = await post(null, '/v1/login/admin/', {
      email: users.customer,
      password,
      code: code(secret),
    });
    expect(other.body.code).toBe('wrong_credentials');
  });

  test('takes a code once, and none of before it', async () => {
    const { secret } = await enrol('customer');
    expect((await signIn('customer', { code: code(secret) })).status).toBe(200);
    expect((await signIn('customer', { code: code(secret) })).body.code).toBe('wrong_code');
    expect((await signIn('customer', { code: code(secret, -1) })).body.code).toBe('wrong_code');
    expect((await signIn('customer', { code: code(secret, 1) })).status).toBe(200);
  });

  test('of two concurrent sign-ins with one code, one succeeds', async () => {
    const { secret } = await enrol('customer');
    const one = { code: code(secret) };
    const answers = await Promise.all([signIn('customer', one), signIn('customer', one)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  test('takes the code as people type it: with a space, in Devanagari', async () => {
    const { secret } = await enrol('customer');
    const digits = code(secret);
    const typed = [...digits].map((digit) => String.fromCharCode(0x966 + Number(digit))).join('');
    expect((await signIn('customer', { code: `${typed.slice(0, 3)} ${typed.slice(3)}` })).status).toBe(200);
  });

  test('takes each recovery code once, however it is written', async () => {
    const { codes } = await enrol('customer');
    const [first = '', second = ''] = codes;
    expect((await signIn('customer', { code: first })).status).toBe(200);
    expect((await signIn('customer', { code: first })).body.code).toBe('wrong_code');
    expect((await signIn('customer', { code: second.replaceAll('-', ' ').toLowerCase() })).status).toBe(200);
    expect((await status('customer')).recovery_codes_left).toBe(8);
  });

  test('five wrong codes of the app close it for a quarter of an hour, and neither recovery codes nor the password door', async () => {
    const { secret, codes } = await enrol('customer');
    for (let i = 0; i < 5; i++) expect((await signIn('customer', { code: wrong(secret) })).status).toBe(400);
    const closed = await signIn('customer', { code: code(secret) });
    expect([closed.status, closed.body.code]).toEqual([429, 'too_many_requests']);
    expect(closed.body.data.retry_after).toBeGreaterThan(14 * 60);
    expect((await signIn('customer')).body.code).toBe('two_factor_required');
    expect((await signIn('customer', { password: 'wrong' })).body.code).toBe('wrong_credentials');
    expect((await signIn('customer', { code: codes[0] })).status).toBe(200);
    // Whoever has a recovery code is the user: the app's codes are taken again.
    expect((await signIn('customer', { code: code(secret) })).status).toBe(200);
  });

  test('they are forgotten after a quarter of an hour', async () => {
    const { secret } = await enrol('customer');
    for (let i = 0; i < 5; i++) await signIn('customer', { code: wrong(secret) });
    await sql`
      UPDATE two_factor SET tries = ARRAY(SELECT t - interval '16 minutes' FROM unnest(tries) AS t)`.execute(
      setup.world.db,
    );
    expect((await signIn('customer', { code: code(secret) })).status).toBe(200);
  });

  test('five wrong recovery codes close those alone', async () => {
    const { secret, codes } = await enrol('customer');
    for (let i = 0; i < 5; i++)
      expect((await signIn('customer', { code: `AAAA-AAAA-AAA${i}` })).status).toBe(400);
    expect((await signIn('customer', { code: codes[0] })).status).toBe(429);
    expect((await signIn('customer', { code: code(secret) })).status).toBe(200);
    expect((await signIn('customer', { code: codes[0] })).status).toBe(200);
  });

  test('a right code begins the count anew', async () => {
    const { secret } = await enrol('customer');
    for (let i = 0; i < 4; i++) await signIn('customer', { code: wrong(secret) });
    expect((await signIn('customer', { code: code(secret) })).status).toBe(200);
    expect((await signIn('customer', { code: wrong(secret) })).body.code).toBe('wrong_code');
  });

  test('a wrong code is in the audit log as a failed sign-in', async () => {
    const { secret } = await enrol('customer');
    await signIn('customer', { code: wrong(secret) });
    const { rows } = await sql`
      SELECT action, after FROM audit_entry WHERE action LIKE 'sign-in%' ORDER BY uuid DESC LIMIT 1`.execute(
      setup.world.db,
    );
    expect(rows).toEqual([{ action: 'sign-in-failed', after: { door: 'customer', step: 'second factor' } }]);
  });

  test('wrong codes that a clock of the database counted while it was ahead close nothing', async () => {
    const { secret, codes } = await enrol('customer');
    await sql`
      UPDATE two_factor SET tries = array_fill(now() + interval '5 hours', ARRAY[5])`.execute(setup.world.db);
    await sql`UPDATE two_factor SET recovery_tries = tries`.execute(setup.world.db);
    expect((await signIn('customer', { code: wrong(secret) })).body.code).toBe('wrong_code');
    const { rows } = await sql`SELECT cardinality(tries) AS tries FROM two_factor`.execute(setup.world.db);
    expect(rows).toEqual([{ tries: 1 }]);
    expect((await signIn('customer', { code: codes[0] })).status).toBe(200);
  });
});

describe.each([
  ['behind', -7 * 3_600_000],
  ['ahead', 7 * 3_600_000],
])('a server whose clock is hours %s', (_, off) => {
  afterEach(() => void vi.useRealTimers());

  test('takes the codes that the app shows', async () => {
    const secret = await start('customer');
    const shown = code(secret);
    const later = code(secret, 1);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + off });
    const confirmed = await post('customer', `${PATH}confirm/`, { code: shown });
    expect(confirmed.status, confirmed.text).toBe(200);
    const answer = await signIn('customer', { code: later });
    expect(answer.status, answer.text).toBe(200);
  });
});
