import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ReportMail } from '#schema/reportMail.ts';
import { openDatabase } from '../../../server/db/database.ts';
import { postReportMails } from '../../../server/services/reports/reportMail.ts';
import { createTestApp, PASSWORD, type TestApp, type User, users } from '../../support/app.ts';
import { claimCampaign } from '../../support/claimedCampaign.ts';
import { allMailsTo } from '../../support/mailbox.ts';

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterAll(() => world.close());
beforeEach(async () => {
  await sql`DELETE FROM report_mail`.execute(world.db);
  await sql`DELETE FROM report_month`.execute(world.db);
  await sql`DELETE FROM mail`.execute(world.db);
  await sql`DELETE FROM daily_use`.execute(world.db);
});

const OWN = '/v1/core/reports/mail/';
const STAFF = '/v1/admin/reports/mail/';
/** The tests' time: switched on in October, looked at around the first of November. */
const SINCE = '2026-10-20T00:00:00Z';
const FIRST = new Date('2026-11-01T00:20:00Z'); // 06:05 in Nepal

const set = (as: User | null, body: object | null, path = OWN) =>
  world.call<{ data: ReportMail }>(as, body ? 'PUT' : 'DELETE', path, body ?? undefined);
async function switchOn(as: User, calendar: 'ad' | 'bs' = 'ad', path = as === 'customer' ? OWN : STAFF) {
  const answer = await set(as, { calendar }, path);
  expect(answer.status, answer.text).toBe(200);
  await sql`UPDATE report_mail SET since = ${SINCE}`.execute(world.db);
  return answer.body.data;
}
const post = (at = FIRST) => postReportMails(world.db, {}, at);
const mails = (as: User) => allMailsTo(world, users[as]);

describe('the monthly mail', () => {
  test('is sent once, from six in the morning of the first day in Nepal', async () => {
    expect(await switchOn('customer')).toEqual({
      ...{ calendar: 'ad', can_send: true, email: users.customer },
    });
    expect(await post(new Date('2026-10-31T23:00:00Z'))).toBe(0); // 04:45 on 1 November
    expect(await post(new Date('2026-11-01T00:14:00Z'))).toBe(0); // 05:59
    // Two processes at once, and a restart.
    const second = openDatabase(world.url, 2, () => {});
    const both = await Promise.all([post(), postReportMails(second.db, {}, FIRST)]);
    await second.close();
    expect(both.toSorted()).toEqual([0, 1]);
    expect(await post(new Date('2026-11-20T00:00:00Z'))).toBe(0);
    const [mail, ...more] = await mails('customer');
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('Your report for Oct 2026');
    expect(mail?.text).toContain('/reports?period=own&from=2026-10-01&until=2026-10-31');
    expect(mail?.text).toContain('Sent: 0. Delivered: 0. Failed: 0.');
    expect(await post(new Date('2026-12-01T00:16:00Z'))).toBe(1);
    expect((await mails('customer')).map(({ subject }) => subject)).toEqual([
      'Your report for Nov 2026',
      'Your report for Oct 2026',
    ]);
  });

  test('catches up after servers were down on the first, but never with months from before it was asked for', async () => {
    await switchOn('customer');
    expect(await post(new Date('2026-12-09T12:00:00Z'))).toBe(1);
    expect((await mails('customer')).map(({ subject }) => subject)).toEqual(['Your report for Nov 2026']);
    await sql`DELETE FROM report_month`.execute(world.db);
    await sql`UPDATE report_mail SET since = '2026-11-01T00:10:00Z'`.execute(world.db);
    expect(await post()).toBe(0);
  });

  test('is of a month of Bikram Sambat if that was chosen, and in the reader’s language', async () => {
    await switchOn('customer', 'bs');
    await sql`UPDATE users SET language = 'ne' WHERE email = ${users.customer}`.execute(world.db);
    expect(await post()).toBe(0); // Ashwin ended on 17 October, before it was asked for.
    expect(await post(new Date('2026-11-17T00:20:00Z'))).toBe(1);
    const [mail] = await mails('customer');
    expect(mail?.subject).toBe('कात्तिक 2083को रिपोर्ट');
    expect(mail?.text).toContain('from=2026-10-18&until=2026-11-16');
    await sql`UPDATE users SET language = NULL WHERE email = ${users.customer}`.execute(world.db);
  });

  test('has the totals of the own account, and for staff those of all', async () => {
    const mine = await world.newCustomers();
    await (await claimCampaign(mine, ['9841000011', '9801000012'])).record({ 0: 'submitted', 1: 'rejected' });
    await (await claimCampaign(world, ['9841000013'])).record({ 0: 'submitted' });
    await sql`UPDATE daily_use SET day = '2026-10-15'`.execute(world.db);
    await switchOn('customer');
    await switchOn('admin');
    expect(await post()).toBe(2);
    expect((await mails('customer'))[0]?.text).toContain('Sent: 1. Delivered: 0. Failed: 0.');
    const [staff] = await mails('admin');
    expect(staff?.text).toContain('Sent: 3. Delivered: 0. Failed: 1.');
    expect(staff?.text).toContain('/admin/reports?period=own&from=2026-10-01&until=2026-10-31');
  });

  test.each([
    ['a suspended user', sql`UPDATE users SET is_active = false WHERE email = ${users.customer}`],
    [
      'a suspended account',
      sql`
      UPDATE account SET is_active = false WHERE uuid = (SELECT account FROM users WHERE email = ${users.customer})`,
    ],
    [
      'a user without the permission',
      sql`
      UPDATE users SET ui_permissions = '[["profile-my","get"]]' WHERE email = ${users.customer}`,
    ],
    ['a user who has switched it off', sql`DELETE FROM report_mail`],
    [
      'an address that was changed',
      sql`UPDATE users SET email = 'new@example.com' WHERE email = ${users.customer}`,
    ],
  ])('is not sent to %s', async (_, change) => {
    await switchOn('customer');
    await post();
    await change.execute(world.db);
    try {
      expect(await mails('customer')).toEqual([]);
      expect((await sql`SELECT FROM mail`.execute(world.db)).rows).toEqual([]);
    } finally {
      await sql`UPDATE users SET email = ${users.customer} WHERE email = 'new@example.com'`.execute(world.db);
      await sql`UPDATE users SET is_active = true, ui_permissions = NULL WHERE email = ${users.customer}`.execute(
        world.db,
      );
      await sql`UPDATE account SET is_active = true`.execute(world.db);
    }
  });

  test('waits for a mail server', async () => {
    await switchOn('customer');
    expect(await postReportMails(world.db, { DATABASE_URL: 'postgresql://elsewhere' }, FIRST)).toBe(0);
    expect(await post()).toBe(1);
  });
});

describe('the choice', () => {
  test('is one’s own, recorded, and gone when switched off', async () => {
    await switchOn('customer');
    // The same choice again does not begin anew.
    await set('customer', { calendar: 'ad' });
    expect(await post()).toBe(1);
    await set('customer', { calendar: 'bs' });
    const off = await set('customer', null);
    expect(off.body.data).toMatchObject({ calendar: null });
    await set('customer', null);
    expect(await post()).toBe(0);
    const { rows } = await sql<{ after: object }>`
      SELECT after FROM audit_entry WHERE entity = 'reports' AND action = 'update' ORDER BY uuid`.execute(
      world.db,
    );
    expect(rows.slice(-3).map(({ after }) => after)).toEqual([
      { monthly_mail: 'ad' },
      { monthly_mail: 'bs' },
      { monthly_mail: null },
    ]);
  });

  test('needs the pair of the reports, and a person', async () => {
    expect((await set('customer', { calendar: 'ad' }, STAFF)).status).toBe(403);
    expect((await set(null, { calendar: 'ad' })).status).toBe(401);
    expect((await set('customer', { calendar: 'xx' })).status).toBe(400);
    const key = await world.call<{ data: { secret: string } }>('customer', 'POST', '/v1/autho/api-keys/', {
      ...{ name: 'Key', pairs: [['credit-daily-consumption', 'get']], password: PASSWORD },
    });
    const byKey = await world.app.inject({
      ...{ method: 'PUT', url: OWN, payload: { calendar: 'ad' } },
      headers: { authorization: `Token ${key.body.data.secret}` },
    });
    expect(byKey.statusCode).toBe(403);
  });
});
