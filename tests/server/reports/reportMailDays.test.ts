import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { postReportMails } from '../../../server/services/reports/reportMail.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
  await world.call('customer', 'PUT', '/v1/core/reports/mail/', { calendar: 'ad' });
  await sql`UPDATE report_mail SET since = '2027-01-01T00:00:00Z'`.execute(world.db);
});
beforeEach(() => sql`DELETE FROM report_month`.execute(world.db));
afterAll(() => world.close());

const DAY = 86_400_000;
/** The moments at which a server that looks at these times of each day queues a mail. */
async function queued(from: string, days: number, times: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (let n = 0; n < days; n++) {
    const day = new Date(Date.parse(from) + n * DAY).toISOString().slice(0, 10);
    for (const time of times) {
      const at = `${day}T${time}Z`;
      if ((await postReportMails(world.db, {}, new Date(at))) > 0) found.push(at);
    }
  }
  return found;
}
const months = async (): Promise<string[]> =>
  (
    await sql<{ month: string }>`
      SELECT from_day || ' ' || until_day AS month FROM report_month ORDER BY from_day`.execute(world.db)
  ).rows.map(({ month }) => month);

test('a server that always runs mails each month once, at six in Nepal, whatever its length', async () => {
  // 05:59 and 06:00 in Nepal, and the evening, when it is the next day there and not in UTC.
  const at = await queued('2028-01-15', 137, ['00:14:59', '00:15:00', '18:20:00']);
  expect(at).toEqual([
    '2028-01-15T00:14:59Z',
    ...['02', '03', '04', '05'].map((month) => `2028-${month}-01T00:15:00Z`),
  ]);
  expect(await months()).toEqual([
    '2027-12-01 2027-12-31',
    '2028-01-01 2028-01-31',
    '2028-02-01 2028-02-29',
    '2028-03-01 2028-03-31',
    '2028-04-01 2028-04-30',
  ]);
});

test.each([
  ['2027-03-04T11:00:00Z', '2027-02-01 2027-02-28'],
  ['2027-05-31T18:20:00Z', '2027-04-01 2027-04-30'],
  ['2028-01-31T23:59:59Z', '2027-12-01 2027-12-31'],
])('a server that slept until %s mails the month that is over, once', async (at, month) => {
  const woken = new Date(at);
  expect(await postReportMails(world.db, {}, woken)).toBe(1);
  expect(await postReportMails(world.db, {}, woken)).toBe(0);
  expect(await postReportMails(world.db, {}, new Date(woken.getTime() + 60_000))).toBe(0);
  expect(await months()).toEqual([month]);
});
