import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { outboxMails } from '../../../server/services/mail/mail.ts';
import { users } from '../../support/app.ts';
import { code, PATH, setUpTwoFactor, wrong } from './twoFactorSetup.ts';

const setup = setUpTwoFactor();
const { password, post, signIn, enrol, actions } = setup;

describe('afterwards', () => {
  test('recovery codes are renewed with password and code; the former ones work no more', async () => {
    const { secret, codes } = await enrol('customer');
    const path = `${PATH}recovery-codes/`;
    expect((await post('customer', path, { password, code: wrong(secret) })).status).toBe(400);
    expect((await post('customer', path, { password: 'x', code: code(secret) })).status).toBe(400);
    const answer = await post('customer', path, {
      password,
      code: code(secret),
    });
    expect(answer.status, answer.text).toBe(200);
    expect((await signIn('customer', { code: codes[0] })).body.code).toBe('wrong_code');
    expect((await signIn('customer', { code: answer.body.data.recovery_codes[0] })).status).toBe(200);
  });

  test('new recovery codes are mailed; who says "this was not me" leaves none of them', async () => {
    const { secret } = await enrol('customer');
    const before = await post('customer', `${PATH}recovery-codes/`, { password, code: code(secret) });
    expect(before.status).toBe(200);
    const link = await vi.waitFor(
      async () => {
        const mail = (await outboxMails(setup.world.db, users.customer)).find(
          ({ subject }) => subject === 'Your recovery codes were renewed',
        );
        expect(mail).toBeDefined();
        return /\/not-me\/(\S+)/.exec(mail?.text ?? '')?.[1];
      },
      { timeout: 30_000 },
    );
    const left = async () => (await sql`SELECT FROM recovery_code`.execute(setup.world.db)).rows.length;
    expect(await left()).toBe(10);
    expect((await post(null, '/v1/autho/not-me/', { link } as object)).status).toBe(200);
    expect(await left()).toBe(0);
    await sql`
      UPDATE users SET password_hash = (SELECT password_hash FROM users WHERE email = ${users.admin})
      WHERE email = ${users.customer}`.execute(setup.world.db);
    await setup.world.renewTokens('customer');
  });

  test('it is turned off with password and code, and the user is mailed', async () => {
    const { secret } = await enrol('customer');
    const path = `${PATH}turn-off/`;
    expect((await post('customer', path, { password: 'x', code: code(secret) })).status).toBe(400);
    expect((await post('customer', path, { password, code: wrong(secret) })).status).toBe(400);
    expect((await post('customer', path, { password, code: code(secret) })).status).toBe(200);
    expect((await signIn('customer')).status).toBe(200);
    expect((await post('customer', path, { password, code: code(secret) })).status).toBe(409);
    expect(await actions()).toBe('turn-off-two-factor');
    await vi.waitFor(
      async () =>
        expect((await outboxMails(setup.world.db, users.customer)).map(({ subject }) => subject)).toContain(
          'Two-factor sign-in is off',
        ),
      { timeout: 30_000 },
    );
  });

  test('a new password by mail does not remove it', async () => {
    await enrol('customer');
    await post(null, '/v1/autho/password_reset/', { email: users.customer });
    const link = await vi.waitFor(
      async () => {
        const found = (await outboxMails(setup.world.db, users.customer))
          .map(({ text }) => /reset-password\/(\S+)/.exec(text)?.[1])
          .find(Boolean);
        expect(found).toBeDefined();
        return found as string;
      },
      { timeout: 30_000 },
    );
    const changed = await post(null, '/v1/autho/password_reset/confirm/', {
      uuid: link,
      password: 'another-password-2',
    });
    expect(changed.status, changed.text).toBe(200);
    const answer = await signIn('customer', { password: 'another-password-2' });
    expect(answer.body.code).toBe('two_factor_required');
    await sql`
      UPDATE users SET password_hash = (SELECT password_hash FROM users WHERE email = ${users.admin})
      WHERE email = ${users.customer}`.execute(setup.world.db);
    await setup.world.renewTokens('customer');
    const { rows } = await sql`SELECT FROM two_factor`.execute(setup.world.db);
    expect(rows).toHaveLength(1);
  });
});
