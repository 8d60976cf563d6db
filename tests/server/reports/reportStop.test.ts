import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { runHousekeeping } from '../../../server/jobs/housekeeping.ts';
import { postReportMails } from '../../../server/services/reports/reportMail.ts';
import { type User, users } from '../../support/app.ts';
import { setUpMail } from '../mail/mailSetup.ts';

const setup = setUpMail();
const { received } = setup;
const FIRST = new Date('2026-11-01T00:20:00Z');

afterEach(async () => {
  await sql`DELETE FROM report_mail`.execute(setup.world.db);
  await sql`DELETE FROM report_month`.execute(setup.world.db);
  await sql`UPDATE users SET language = NULL`.execute(setup.world.db);
});

/** Switches the mail on and queues that of October. */
async function post(as: User = 'customer'): Promise<void> {
  const path = as === 'customer' ? '/v1/core/reports/mail/' : '/v1/admin/reports/mail/';
  const { status, text } = await setup.world.call(as, 'PUT', path, { calendar: 'ad' });
  expect(status, text).toBe(200);
  await sql`UPDATE report_mail SET since = '2026-10-20T00:00:00Z'`.execute(setup.world.db);
  // The environment of the test's own mail server: without one nothing is queued.
  expect(await postReportMails(setup.world.db, {}, FIRST)).toBe(1);
}
/** A mail's headers and body with their lines joined again. */
const mailed = (at = 0) => (received[at]?.raw ?? '').replace(/=\r\n/g, '').replace(/\r\n[ \t]+/g, ' ');
const header = (name: string) => new RegExp(`^${name}: (.*)\r$`, 'im').exec(mailed())?.[1];
async function stopPath(as: User = 'customer'): Promise<string> {
  await post(as);
  await setup.deliver();
  return /<https:\/\/sms\.example(\/v1\/core\/reports\/mail\/unsubscribe\/[\w-]+\/[\w-]+\/)>/.exec(
    header('List-Unsubscribe') ?? '',
  )?.[1] as string;
}
const isOn = async () => (await sql`SELECT FROM report_mail`.execute(setup.world.db)).rows.length === 1;
const entries = async () =>
  (
    await sql<{ entity: string; actor_email: string; ip: string; after: object }>`
      SELECT entity, actor_email, ip, after FROM audit_entry WHERE after ? 'monthly_mail'
        AND after->>'monthly_mail' IS NULL ORDER BY uuid`.execute(setup.world.db)
  ).rows;
/** What a mail program sends at one click. */
const click = (url: string) =>
  setup.world.app.inject({
    ...{ method: 'POST', url, payload: 'List-Unsubscribe=One-Click' },
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });

describe('the monthly mail', () => {
  test('has the headers of a one-click unsubscribe, and the same link in its text', async () => {
    const path = await stopPath();
    expect(path).toBeTruthy();
    expect(header('List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
    expect(mailed()).toContain(`To stop it:\r\n\r\nhttps://sms.example${path}`);
  });

  test('no other mail has them', async () => {
    await setup.signUp('new@example.test');
    expect(header('Subject')).toMatch(/code/);
    expect(header('List-Unsubscribe')).toBeUndefined();
  });

  test.each([
    ['customer', 'reports'],
    ['admin', 'admin/reports'],
  ] as const)('%s: one click switches it off without signing in, recorded once', async (as, entity) => {
    const before = (await entries()).length;
    const path = await stopPath(as);
    const { statusCode, headers, body } = await click(path);
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(body).toContain('The monthly report e-mail is off');
    expect(await isOn()).toBe(false);
    expect((await click(path)).statusCode).toBe(200);
    const made = (await entries()).slice(before);
    expect(made).toMatchObject([{ entity, actor_email: users[as], ip: '127.0.0.1' }]);
    expect(await postReportMails(setup.world.db, {}, new Date('2026-12-01T00:20:00Z'))).toBe(0);
  });

  test('opening the link only shows a button, in the reader’s language; the form has the same effect', async () => {
    const path = await stopPath();
    await sql`UPDATE users SET language = 'ne'`.execute(setup.world.db);
    const page = await setup.world.app.inject(path);
    expect(page.body).toContain('<html lang="ne">');
    expect(page.body).toContain('<form method="post"><button type="submit">इमेल बन्द गर्नुहोस्</button></form>');
    expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; .*form-action 'self'/);
    expect(page.headers['content-security-policy']).not.toContain("form-action 'none'");
    expect(await isOn()).toBe(true);
    const form = await setup.world.app.inject({
      ...{ method: 'POST', url: path, payload: '--x\r\n\r\n--x--' },
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    });
    expect(form.statusCode).toBe(200);
    expect(await isOn()).toBe(false);
    expect((await setup.world.app.inject(path)).body).not.toContain('<button');
  });

  test('a link with another signature, or another user’s, changes nothing', async () => {
    const path = await stopPath();
    const [, user, signature] = /unsubscribe\/([\w-]+)\/([\w-]+)\//.exec(path) as unknown as string[];
    const { rows } = await sql<{ uuid: string }>`
      SELECT uuid FROM users WHERE email = ${users.other}`.execute(setup.world.db);
    const base = '/v1/core/reports/mail/unsubscribe';
    const wrong = [
      `${base}/${user}/${'x'.repeat(String(signature).length)}/`,
      `${base}/${user}/x/`,
      `${base}/${rows[0]?.uuid}/${signature}/`,
      `${base}/nobody/${signature}/`,
    ];
    for (const url of wrong) {
      const answer = await click(url);
      expect([answer.statusCode, answer.body.includes('This link does not work')]).toEqual([404, true]);
    }
    expect(await isOn()).toBe(true);
  });

  test('is tried again after its mail server refused it for now, and arrives once', async () => {
    setup.refusals = [451, 451];
    await post();
    const due = () => sql`UPDATE mail SET due_at = now() WHERE sent_at IS NULL`.execute(setup.world.db);
    for (const expected of [0, 0, 1, 1]) {
      await due();
      await setup.deliver();
      expect(received).toHaveLength(expected);
      // Every minute's round asks again.
      expect(await postReportMails(setup.world.db, {}, FIRST)).toBe(0);
    }
    const { rows } = await sql<{ attempts: number }>`SELECT attempts FROM mail`.execute(setup.world.db);
    expect(rows).toEqual([{ attempts: 3 }]);
  });

  test('its month is forgotten a hundred days after its end, not before', async () => {
    await post();
    const { db, deps } = setup.world;
    const daysAgo = (days: number) =>
      sql`UPDATE report_month SET until_day = nepal_day(now()) - ${days}::int`.execute(db);
    const left = async () => (await sql`SELECT FROM report_month`.execute(db)).rows.length;
    await daysAgo(100);
    await runHousekeeping(db, deps.files);
    expect(await left()).toBe(1);
    await daysAgo(101);
    await runHousekeeping(db, deps.files);
    expect(await left()).toBe(0);
  });
});
