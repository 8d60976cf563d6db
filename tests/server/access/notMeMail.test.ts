import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { postAlert } from '../../../server/services/access/securityAlerts.ts';
import { PASSWORD } from '../../support/app.ts';
import { linkIn, type Mail } from '../../support/mailbox.ts';
import { notMeIn, setUpNotMe } from './notMeSetup.ts';

const setup = setUpNotMe();
const { uuidOf, letter, subjects, alerted, signsIn } = setup;

describe('a mail goes to a user', () => {
  const NEW = 'New sign-in to your account';

  test('who signs in from a new place, but not for the first sign-in or a known place', async () => {
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
    expect(notMeIn({ text } as Mail)).toMatch(/^[\w-]{43}$/);
    await signsIn('10.3.0.9');
    expect(await subjects()).toEqual([NEW]);
  });

  test('who changes their password, with a link', async () => {
    const changed = await setup.world.call('customer', 'POST', '/v1/autho/user/change-password/', {
      old_password: PASSWORD,
      new_password: 'another-password-2',
    });
    expect(changed.status).toBe(200);
    expect(notMeIn(await letter('Your password was changed'))).not.toBe('');
  });

  test('whose password is changed by a mailed link, with a link', async () => {
    await setup.world.call(null, 'POST', '/v1/autho/password_reset/', { email: setup.world.emails.customer });
    const uuid = linkIn(await letter('A new password for Bulk SMS Console'));
    await setup.world.call(null, 'POST', '/v1/autho/password_reset/confirm/', {
      uuid,
      password: 'another-password-2',
    });
    expect(notMeIn(await letter('Your password was changed'))).not.toBe('');
  });

  test('in their language, at the former address where theirs is another one', async () => {
    await sql`UPDATE users SET language = 'ne', email = ${`new-${setup.world.emails.customer}`} WHERE uuid = ${await uuidOf()}`.execute(
      setup.world.db,
    );
    const uuid = await uuidOf();
    await setup.world.db
      .transaction()
      .execute((trx) => postAlert(trx, uuid, 'address-changed', { email: setup.world.emails.customer }));
    expect((await letter('तपाईंको इमेल ठेगाना बदलियो')).text).toContain('/not-me/');
  });

  test('whose link is kept as its hash alone', async () => {
    const link = await alerted();
    const { rows } = await sql<{ all: string; found: boolean }>`
      SELECT string_agg(a::text, ' ') AS all, bool_or(hash = sha256(${link}::text::bytea)) AS found
      FROM security_alert a`.execute(setup.world.db);
    expect(rows[0]?.found).toBe(true);
    expect(rows[0]?.all).not.toContain(link);
  });
});
