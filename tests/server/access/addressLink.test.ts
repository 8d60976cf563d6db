import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { runHousekeeping } from '../../../server/jobs/housekeeping.ts';
import { postAlert } from '../../../server/services/access/securityAlerts.ts';
import { PASSWORD } from '../../support/app.ts';
import { linkIn } from '../../support/mailbox.ts';
import { setUpAddressChange } from './addressSetup.ts';

const setup = setUpAddressChange();
const { ask, put, letters, mailed, check, confirm, addressNow, forgot } = setup;

describe('a link to a new address cannot be used', () => {
  test.each([
    ['after a day', () => sql`UPDATE address_change SET expires_at = now() - interval '1 second'`],
    ['of who is not active', () => sql`UPDATE users SET is_active = false WHERE uuid = ${setup.uuid}`],
    [
      'of an account that is not active',
      () => sql`UPDATE account SET is_active = false WHERE uuid = ${setup.world.accounts.customer}`,
    ],
  ])('%s', async (_, spoil) => {
    await ask();
    const link = await mailed();
    await spoil().execute(setup.world.db);
    expect(await check(link)).toBeNull();
    expect((await confirm(link)).status).toBe(400);
    expect(await addressNow()).toBe(setup.world.emails.customer);
  });

  test.each([
    [
      'a new password',
      () =>
        setup.world.call('customer', 'POST', '/v1/autho/user/change-password/', {
          old_password: PASSWORD,
          new_password: 'another-password-2',
        }),
    ],
    [
      'a new password by mail',
      async () => {
        await forgot(setup.world.emails.customer);
        const reset = (await letters(setup.world.emails.customer)).map(linkIn).find(Boolean);
        const body = { uuid: reset, password: 'another-password-2' };
        return setup.world.call(null, 'POST', '/v1/autho/password_reset/confirm/', body);
      },
    ],
    ['their deactivation', () => put({ is_active: false })],
    [
      'a report that something was not them',
      async () => {
        await setup.world.db.transaction().execute((trx) => postAlert(trx, setup.uuid, 'new-device'));
        const notice = (await letters(setup.world.emails.customer)).find(({ text }) =>
          text.includes('/not-me/'),
        );
        return setup.world.call(null, 'POST', '/v1/autho/not-me/', {
          link: /\/not-me\/(\S+)/.exec(notice?.text ?? '')?.[1],
        });
      },
    ],
  ])('after %s', async (_, work) => {
    await ask();
    const link = await mailed();
    expect((await work()).status).toBe(200);
    await sql`UPDATE users SET is_active = true WHERE uuid = ${setup.uuid}`.execute(setup.world.db);
    expect([await check(link), (await confirm(link)).status]).toEqual([null, 400]);
  });

  test('when another user now has the address, and keeps it', async () => {
    await ask();
    const link = await mailed();
    await sql`UPDATE users SET email = ${setup.wanted.toUpperCase()} WHERE account = ${setup.world.accounts.other}`.execute(
      setup.world.db,
    );
    const late = await confirm(link);
    expect([late.status, late.body.detail]).toEqual([400, 'Another user has this e-mail address.']);
    expect(await addressNow()).toBe(setup.world.emails.customer);
    expect((await setup.world.call('customer', 'GET', '/v1/autho/user/profile/')).status).toBe(200);
  });

  test('twice at the same time: one of two users gets the address, and a link works once', async () => {
    await ask();
    const mine = await mailed();
    await sql`DELETE FROM mail_quota`.execute(setup.world.db);
    await ask({ password: PASSWORD }, 'other');
    const theirs = await mailed();
    const answers = await Promise.all([mine, mine, theirs, theirs].map(confirm));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
    const { rows } = await sql`SELECT FROM users WHERE lower(email) = ${setup.wanted}`.execute(
      setup.world.db,
    );
    expect(rows).toHaveLength(1);
  });

  test('and only its hash is stored, until it is deleted', async () => {
    await ask();
    const link = await mailed();
    const { rows } = await sql<{ all: string }>`SELECT c::text AS all FROM address_change c`.execute(
      setup.world.db,
    );
    expect(rows.some(({ all }) => all.includes(link))).toBe(false);
    await runHousekeeping(setup.world.db, setup.world.deps.files);
    expect(await check(link)).toBe(setup.wanted);
    await sql`UPDATE address_change SET expires_at = now() - interval '1 second'`.execute(setup.world.db);
    await runHousekeeping(setup.world.db, setup.world.deps.files);
    expect((await sql`SELECT FROM address_change`.execute(setup.world.db)).rows).toEqual([]);
  });
});
