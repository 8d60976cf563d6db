import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '../../../server/config.ts';
import {
  cancelAddress,
  checkAddressLink,
  confirmAddress,
  heldUntil,
  newAddressOf,
  refuseTakenAddress,
  requestAddressChange,
  requireAddressMail,
  resendAddress,
  writeAddressLink,
} from '../../../server/services/access/addressChange.ts';
import { sendsMail } from '../../../server/services/mail/mailServer.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';

/** Each step of a change of an address by itself: what it writes down, mails and says. As a whole: addressChange.test.ts. */

let app: TestApp;
let t: TestApp;
let user: { uuid: string; account: string; name: string };
let actor: { user: string; account: string };
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  t = await app.newCustomers();
  const { rows } = await sql<typeof user>`
    SELECT uuid, account, name FROM users WHERE email = ${t.emails.customer}`.execute(t.db);
  user = rows[0] as typeof user;
  actor = { user: user.uuid, account: user.account };
  wanted = `wanted-${randomUUID()}@new.test`;
});

let wanted: string;
const ask = (email = wanted, byOwner = true) =>
  requestAddressChange(t.db, actor, user, { email, former: t.emails.customer, byOwner });
const entries = async () =>
  (
    await sql`
      SELECT action, entity, account, title, before, after, ip FROM audit_entry
      WHERE record = ${user.uuid} ORDER BY uuid`.execute(t.db)
  ).rows;
const entry = (action: string, before: object | null, after: object | null, ip: string | null = null) => ({
  ...{ action, entity: 'users', account: user.account, title: 'Sita Sharma', before, after, ip },
});
const mails = async (kind: string) =>
  (
    await sql<{ about: string; to: string }>`
      SELECT "to", about FROM mail WHERE kind = ${kind} AND "to" IN (${wanted}, ${t.emails.customer})
      ORDER BY uuid`.execute(t.db)
  ).rows;
const waits = async () => {
  const { rows } = await sql<{ email: string | null }>`
    SELECT ${newAddressOf(sql`${user.uuid}::uuid`)} AS email`.execute(t.db);
  return rows[0]?.email;
};
const at = (path: string) => `https://sms.example${path}`;
/** What the newest mail to the new address is written from. */
const written = async () => {
  const about = (await mails('address-change')).at(-1)?.about ?? null;
  return writeAddressLink(t.db, { about, to: wanted }, at);
};
const mailed = async () => (await written())?.content.values.link.split('/').at(-1) ?? '';
const NONE = 'There is no pending address change. Nothing was changed.';
const BROKEN = 'This link is incomplete, expired or already used. Request a new one.';
const problem = (code: string, message: string) => expect.objectContaining({ code, message });

describe('asking', () => {
  test('writes down the former and the new one, and mails the new one', async () => {
    await ask();
    expect(await waits()).toBe(wanted);
    expect(await entries()).toEqual([entry('ask-address', { email: t.emails.customer }, { email: wanted })]);
    const { rows } = await sql<{ uuid: string; hours: number; by_owner: boolean }>`
      SELECT uuid, by_owner, round(extract(epoch FROM expires_at - now()) / 3600)::int AS hours
      FROM address_change WHERE "user" = ${user.uuid}`.execute(t.db);
    expect(rows).toEqual([{ uuid: rows[0]?.uuid, hours: 24, by_owner: true }]);
    expect(await mails('address-change')).toEqual([{ to: wanted, about: rows[0]?.uuid }]);
  });

  test('by staff for an address that nobody has waits like the user’s own', async () => {
    await ask(wanted, false);
    expect(await waits()).toBe(wanted);
    await confirmAddress(t.db, await mailed());
    const { rows } = await sql`
      SELECT email, address_by_owner FROM users WHERE uuid = ${user.uuid}`.execute(t.db);
    expect(rows).toEqual([{ email: wanted, address_by_owner: false }]);
  });

  test('writes the link to no other address than the one that was asked for', async () => {
    await ask();
    const about = (await mails('address-change'))[0]?.about ?? null;
    expect(await writeAddressLink(t.db, { about, to: `other-${wanted}` }, at)).toBeUndefined();
  });

  test('again at once for the same one is no hurry, and the first waits no more', async () => {
    await ask();
    const first = await mailed();
    await ask();
    expect(await checkAddressLink(t.db, first)).toBeNull();
    expect(await checkAddressLink(t.db, await mailed())).toBe(wanted);
  });

  test('for the address that they have is refused, whatever its capitals', async () => {
    for (const email of [t.emails.customer, t.emails.customer.toUpperCase()])
      await expect(ask(email)).rejects.toMatchObject({
        errors: { email: ['This is already the current address.'] },
      });
    await expect(
      requestAddressChange(t.db, actor, user, { email: wanted, former: wanted.toUpperCase(), byOwner: true }),
    ).rejects.toMatchObject({ code: 'invalid' });
  });

  test('for another user’s is refused to staff alone, and no mail goes there', async () => {
    await expect(ask(t.emails.other.toUpperCase(), false)).rejects.toMatchObject({
      errors: { email: ['Another user has this e-mail address.'] },
    });
    expect(await waits()).toBeNull();
    await ask(t.emails.other);
    expect(await waits()).toBe(t.emails.other);
    const { rows } = await sql<{ uuid: string }>`
      SELECT uuid FROM address_change WHERE "user" = ${user.uuid}`.execute(t.db);
    const about = rows[0]?.uuid ?? null;
    expect(await writeAddressLink(t.db, { about, to: t.emails.other }, at)).toBeUndefined();
  });
});

describe('a change that waits', () => {
  test('is mailed again, not twice a minute, and the link before works no more', async () => {
    await ask();
    const before = await mailed();
    await expect(resendAddress(t.db, actor, user)).rejects.toMatchObject({ code: 'too_many_requests' });
    await sql`DELETE FROM mail_quota`.execute(t.db);
    await resendAddress(t.db, actor, user);
    expect(await checkAddressLink(t.db, before)).toBeNull();
    const [first, second] = await mails('address-change');
    expect([first?.to, second]).toEqual([wanted, first]);
    expect((await entries())[1]).toEqual(entry('resend-address', null, { email: wanted }));
    expect(await checkAddressLink(t.db, await mailed())).toBe(wanted);
  });

  test('is cancelled once, and cannot be mailed again after that', async () => {
    await ask();
    await cancelAddress(t.db, actor, user);
    expect((await entries())[1]).toEqual(entry('cancel-address', { email: wanted }, null));
    expect(await waits()).toBeNull();
    await expect(cancelAddress(t.db, actor, user)).rejects.toThrow(problem('conflict', NONE));
    await expect(resendAddress(t.db, actor, user)).rejects.toThrow(problem('conflict', NONE));
  });

  test('waits no longer than its hours', async () => {
    await ask();
    await sql`UPDATE address_change SET expires_at = now() WHERE "user" = ${user.uuid}`.execute(t.db);
    expect(await waits()).toBeNull();
    await expect(cancelAddress(t.db, actor, user)).rejects.toThrow(problem('conflict', NONE));
    await expect(resendAddress(t.db, actor, user)).rejects.toThrow(problem('conflict', NONE));
    expect(await written()).toBeUndefined();
  });

  test.each([
    [null, 'en'],
    ['ne', 'ne'],
  ])('has a mail in the user’s language (%s)', async (spoken, language) => {
    await sql`UPDATE users SET language = ${spoken} WHERE uuid = ${user.uuid}`.execute(t.db);
    await ask();
    const mail = await written();
    expect([mail?.language, mail?.content.kind]).toEqual([language, 'address-change']);
    expect(mail?.content.values.link).toMatch(/^https:\/\/sms\.example\/confirm-address\/[\w-]{43}$/);
  });
});

describe('confirming', () => {
  test('writes down both addresses and the sessions that ended, and tells the former one', async () => {
    await ask();
    const link = await mailed();
    await confirmAddress(t.db, link, { ip: '10.4.0.1' });
    expect((await entries())[1]).toEqual(
      entry('confirm-address', { email: t.emails.customer }, { email: wanted, ended: 1 }, '10.4.0.1'),
    );
    const { rows } = await sql`
      SELECT email, address_by_owner, address_changed_at > now() - interval '1 minute' AS just FROM users
      WHERE uuid = ${user.uuid}`.execute(t.db);
    expect(rows).toEqual([{ email: wanted, address_by_owner: true, just: true }]);
    expect(await mails('security-alert')).toMatchObject([{ to: t.emails.customer }]);
    const alerts = await sql`SELECT kind FROM security_alert WHERE "user" = ${user.uuid}`.execute(t.db);
    expect(alerts.rows).toEqual([{ kind: 'address-changed' }]);
    expect((await t.call('customer', 'GET', '/v1/autho/user/profile/')).status).toBe(401);
    await expect(confirmAddress(t.db, link)).rejects.toThrow(problem('broken_link', BROKEN));
    expect(await checkAddressLink(t.db, link)).toBeNull();
  });

  test('ends every link to a new password', async () => {
    await ask();
    await sql`
      INSERT INTO password_reset (hash, "user", expires_at)
      VALUES (${wanted}, ${user.uuid}, now() + interval '1 hour')`.execute(t.db);
    await confirmAddress(t.db, await mailed());
    const { rows } = await sql`SELECT FROM password_reset WHERE "user" = ${user.uuid}`.execute(t.db);
    expect(rows).toEqual([]);
  });

  test('by one link several times at once works once, and the others hear why', async () => {
    await ask();
    const link = await mailed();
    const tries = await Promise.allSettled([1, 2, 3].map(() => confirmAddress(t.db, link)));
    const reasons = tries.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(reasons).toEqual([problem('broken_link', BROKEN), problem('broken_link', BROKEN)]);
  });

  test.each([
    ['user', () => sql`UPDATE users SET is_active = false WHERE uuid = ${user.uuid}`],
    ['account', () => sql`UPDATE account SET is_active = false WHERE uuid = ${user.account}`],
  ])('is refused where the %s is not active, and may be tried again', async (_, close) => {
    await ask();
    const link = await mailed();
    await close().execute(t.db);
    expect(await checkAddressLink(t.db, link)).toBeNull();
    await expect(confirmAddress(t.db, link)).rejects.toThrow(problem('broken_link', BROKEN));
    expect(await waits()).toBe(wanted);
  });

  test('leaves all as it was where another user has the address by now', async () => {
    await ask();
    const link = await mailed();
    await sql`UPDATE users SET email = ${wanted.toUpperCase()} WHERE email = ${t.emails.other}`.execute(t.db);
    await expect(confirmAddress(t.db, link)).rejects.toMatchObject({
      errors: { email: ['Another user has this e-mail address.'] },
    });
    expect(await waits()).toBe(wanted);
  });
});

test('an address that is taken is said of that one rule of the database alone', async () => {
  expect(await refuseTakenAddress(Promise.resolve(7))).toBe(7);
  const taken = Object.assign(new Error('duplicate key'), { constraint: 'users_email' });
  await expect(refuseTakenAddress(Promise.reject(taken))).rejects.toMatchObject({
    errors: { email: ['Another user has this e-mail address.'] },
  });
  const other = Object.assign(new Error('duplicate key'), { constraint: 'users_pkey' });
  await expect(refuseTakenAddress(Promise.reject(other))).rejects.toBe(other);
});

test('a server that sends no mail says so', async () => {
  const without = readConfig({ DATABASE_URL: 'postgresql://nowhere' });
  const [mails, none] = [await sendsMail(app.db, readConfig({})), await sendsMail(app.db, without)];
  expect(() => requireAddressMail(none)).toThrow(
    problem('unavailable', 'This server cannot send e-mail, so a new address cannot be confirmed.'),
  );
  expect(() => requireAddressMail(mails)).not.toThrow();
});

describe('links to a new password are held back', () => {
  const MINUTE = 60_000;
  const HOUR = 60 * MINUTE;
  /** Changes the address some time ago, at a full minute; answers when, in milliseconds. */
  async function changed(ago: number, byOwner: boolean): Promise<number> {
    const when = Math.floor((Date.now() - ago) / MINUTE) * MINUTE;
    await sql`
      UPDATE users SET address_changed_at = ${new Date(when).toISOString()}, address_by_owner = ${byOwner}
      WHERE uuid = ${user.uuid}`.execute(t.db);
    return when;
  }

  test('until a minute after a day, in Nepal’s time', async () => {
    const until = (await changed(HOUR, false)) + 24 * HOUR + MINUTE;
    const shown = new Date(until + 5.75 * HOUR).toISOString().slice(0, 16).replace('T', ' ');
    for (const asked of ['by-staff', 'by-user'] as const)
      expect(await heldUntil(t.db, user.uuid, asked)).toBe(shown);
  });

  test('from staff alone where users changed it themselves', async () => {
    await changed(HOUR, true);
    expect(await heldUntil(t.db, user.uuid, 'by-staff')).toBeTypeOf('string');
    expect(await heldUntil(t.db, user.uuid, 'by-user')).toBeUndefined();
  });

  test('no longer than the day, and not where nothing was changed', async () => {
    expect(await heldUntil(t.db, user.uuid, 'by-staff')).toBeUndefined();
    await changed(25 * HOUR, false);
    expect(await heldUntil(t.db, user.uuid, 'by-staff')).toBeUndefined();
  });
});
