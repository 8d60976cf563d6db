import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { DailyConsumption } from '#schema/dailyConsumption.ts';
import { expireUnknown, sweepReceipts } from '../../../server/services/sending/receiptSweep.ts';
import { reapDeadWorkers } from '../../../server/services/sending/workers.ts';
import { createTestApp, type TestApp, type User } from '../../support/app.ts';
import { audit } from '../../support/audit.ts';
import { claimCampaign } from '../../support/claimedCampaign.ts';
import { LINK } from '../../support/claims.ts';
import { countUse } from '../../support/countUse.ts';

let world: TestApp;
beforeEach(async () => {
  world = await createTestApp();
});
afterEach(() => world.close());

const PATH = '/v1/credit/daily-consumption/';
interface Page {
  count: number;
  next: string | null;
  results: DailyConsumption[];
}
const list = async (query = '', as: User = 'customer', path = PATH): Promise<Page> => {
  const answer = await world.call<Page>(as, 'GET', `${path}${query}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};
const nepalToday = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kathmandu' }).format(new Date());
const ntc = (count: number) => Array.from({ length: count }, (_, i) => `98410000${10 + i}`);
const numbersOf = ({ sent, delivered, failed, messages, parts, amount }: DailyConsumption) => ({
  sent,
  delivered,
  failed,
  messages,
  parts,
  amount,
});

/** What was sent today was sent on that day instead. Its charge stays where it is. */
async function sentOn(day: string): Promise<void> {
  await sql`UPDATE message SET submitted_at = ${`${day}T12:00:00+05:45`}`.execute(world.db);
  await sql`TRUNCATE daily_use`.execute(world.db);
  await sql`
    INSERT INTO daily_use (account, day, operator, messages, parts, amount, sent, delivered, failed)
    SELECT account, day, operator, messages, parts, amount, sent, delivered, failed FROM daily_expected`.execute(
    world.db,
  );
  await countLinks();
}

/** Counts the links' days, and what reports have, anew from the messages. */
async function countLinks(): Promise<void> {
  await sql`TRUNCATE link_use`.execute(world.db);
  await sql`
    INSERT INTO link_use (day, link, sent, delivered, failed)
    SELECT day, link, sent, delivered, failed FROM link_expected`.execute(world.db);
  await countUse(world.db);
}

describe('a day', () => {
  test('counts what went to the operator, what arrived and what failed, and what was charged', async () => {
    const handed = await claimCampaign(world, ntc(6));
    await handed.record({
      0: 'submitted',
      1: 'submitted',
      2: 'submitted',
      3: 'rejected',
      4: 'unknown',
      5: 'queued',
    });
    const [before] = (await list()).results;
    expect(before).toMatchObject({ day: nepalToday(), operator: null });
    expect(numbersOf(before!)).toEqual({
      sent: 5,
      delivered: 0,
      failed: 1,
      messages: 3,
      parts: 3,
      amount: 406.8,
    });

    await handed.receive({ 0: 'delivered', 1: 'undelivered', 2: 'expired' });
    await handed.receive({ 0: 'undelivered' }); // a second receipt moves nothing
    const [after] = (await list()).results;
    expect(numbersOf(after!)).toEqual({
      sent: 5,
      delivered: 1,
      failed: 3,
      messages: 3,
      parts: 3,
      amount: 406.8,
    });
    await audit(world.db);
  });

  test('is the day of sending for an outcome that comes later, and the day of charging for its charge', async () => {
    const handed = await claimCampaign(world, ntc(3));
    await handed.record({ 0: 'submitted', 1: 'submitted', 2: 'unknown' });
    await sentOn('2026-01-01');
    await handed.receive({ 0: 'delivered', 1: 'undelivered' });
    await sql`
      INSERT INTO receipt (link, operator_id, phone, status)
      VALUES (${LINK}, 'unheard-of', ${handed.messages[2]?.phone}, 'delivered')`.execute(world.db);
    await sweepReceipts(world.db);

    const [today, then] = (await list()).results;
    expect([today!.day, then!.day]).toEqual([nepalToday(), '2026-01-01']);
    expect(numbersOf(then!)).toEqual({
      sent: 3,
      delivered: 2,
      failed: 1,
      messages: 0,
      parts: 0,
      amount: 0,
    });
    expect(numbersOf(today!)).toEqual({
      sent: 0,
      delivered: 0,
      failed: 0,
      messages: 3,
      parts: 3,
      amount: 406.8,
    });
    await audit(world.db);
  });

  test('counts refunds for undelivered messages', async () => {
    await sql`UPDATE pricing SET release_undelivered = true`.execute(world.db);
    const handed = await claimCampaign(world, ntc(2));
    await handed.record({ 0: 'submitted', 1: 'submitted' });
    await handed.receive({ 0: 'delivered', 1: 'undelivered' });
    const [day] = (await list()).results;
    expect(numbersOf(day!)).toEqual({
      sent: 2,
      delivered: 1,
      failed: 1,
      messages: 1,
      parts: 1,
      amount: 135.6,
    });
    await audit(world.db);
  });

  test('keeps the messages of a worker that died, and of unknown ones that expire uncharged', async () => {
    await claimCampaign(world, ntc(3));
    expect(await reapDeadWorkers(world.db)).toEqual({ unknown: 3, recorded: 0 });
    expect((await list()).results[0]).toMatchObject({ sent: 3, delivered: 0, failed: 0, messages: 0 });
    await audit(world.db);
    await expireUnknown(world.db, 0);
    expect((await list()).results[0]).toMatchObject({ sent: 3, failed: 3, messages: 0, amount: 0 });
    await audit(world.db);
  });

  test('counts receipts that came before the submit answer, and what a person settled', async () => {
    const handed = await claimCampaign(world, ntc(2));
    await handed.receive({ 0: 'delivered' });
    await handed.record({ 0: 'submitted', 1: 'unknown' });
    expect((await list()).results[0]).toMatchObject({ sent: 2, delivered: 1, messages: 1 });
    const settled = await world.call(
      'admin',
      'POST',
      `/v1/sms/dispatch/${handed.messages[1]?.uuid}/settle/`,
      { status: 'delivered' },
    );
    expect(settled.status, settled.text).toBe(200);
    expect((await list()).results[0]).toMatchObject({ sent: 2, delivered: 2, messages: 2 });
    await audit(world.db);
  });

  test('begins at midnight in Kathmandu', async () => {
    const { rows } = await sql<{ before: string; after: string }>`
      SELECT nepal_day('2026-01-01T18:14:59.999Z') AS before, nepal_day('2026-01-01T18:15:00Z') AS after`.execute(
      world.db,
    );
    expect(rows).toEqual([{ before: '2026-01-01', after: '2026-01-02' }]);

    const handed = await claimCampaign(world, ntc(2));
    await handed.record({ 0: 'submitted', 1: 'submitted' });
    await sentOn('2026-01-02');
    const [before, after] = handed.messages;
    await sql`
      UPDATE message SET submitted_at = CASE uuid WHEN ${before?.uuid} THEN '2026-01-01T18:14:59.999Z'::timestamptz
        ELSE '2026-01-01T18:15:00Z' END
      WHERE uuid IN (${before?.uuid}, ${after?.uuid})`.execute(world.db);
    await sql`UPDATE daily_use SET sent = 1 WHERE day = '2026-01-02'`.execute(world.db);
    await sql`
      INSERT INTO daily_use (account, day, operator, sent) VALUES (${world.accounts.customer}, '2026-01-01', 'ntc', 1)`.execute(
      world.db,
    );
    await countLinks();
    await handed.receive({ 0: 'delivered', 1: 'undelivered' });
    const { results } = await list('?ordering=day&day__lte=2026-01-31');
    expect(results.map(({ day, sent, delivered, failed }) => [day, sent, delivered, failed])).toEqual([
      ['2026-01-01', 1, 1, 0],
      ['2026-01-02', 1, 0, 1],
    ]);
    await audit(world.db);
  });

  test('is correct when many workers record at once for one account', async () => {
    const phones = (n: number) => ['98410', '98010'].map((start) => `${start}00${100 + n}`);
    const handed = [];
    for (let n = 0; n < 8; n++) handed.push(await claimCampaign(world, phones(n)));
    await Promise.all(
      handed.map((one, n) => one.record({ [n % 2]: 'submitted', [1 - (n % 2)]: 'submitted' })),
    );
    await Promise.all(
      handed.map((one, n) => one.receive({ [n % 2]: 'delivered', [1 - (n % 2)]: 'undelivered' })),
    );
    expect((await list()).results[0]).toMatchObject({ sent: 16, delivered: 8, failed: 8, messages: 16 });
    await audit(world.db);
  });
});

describe('the list', () => {
  const days = ['2026-01-01', '2026-01-02', '2026-02-01'];
  beforeEach(async () => {
    await sql`
      INSERT INTO daily_use (account, day, operator, messages, parts, amount, sent, delivered, failed)
      SELECT ${world.accounts.customer}::uuid, day::date, operator, 10, 20, 10.5, 10, 8, 1
      FROM unnest(${days}::text[]) AS day, unnest(ARRAY['ntc', 'ncell']) AS operator`.execute(world.db);
  });

  test('answers both spellings alike, a day a row, latest first', async () => {
    const hyphen = await list();
    const { next, ...underscore } = await list('', 'customer', '/v1/credit/daily_consumption/');
    expect({ ...underscore, next }).toEqual(hyphen);
    expect(hyphen.count).toBe(3);
    expect(hyphen.results.map(({ day }) => day)).toEqual([...days].reverse());
    expect(numbersOf(hyphen.results[0]!)).toEqual({
      sent: 20,
      delivered: 16,
      failed: 2,
      messages: 20,
      parts: 40,
      amount: 21,
    });
    for (const path of [PATH, '/v1/credit/daily_consumption/']) {
      const { uuid } = hyphen.results[1]!;
      const found = await world.call<{ data: DailyConsumption }>('customer', 'GET', `${path}${uuid}/`);
      expect(found.body.data).toEqual(hyphen.results[1]);
    }
  });

  test('filters by days and operator, orders, and pages by cursor', async () => {
    const query = '?day__gte=2026-01-02&day__lte=2026-01-31';
    expect((await list(query)).results.map(({ day }) => day)).toEqual(['2026-01-02']);
    const ofNtc = await list('?operator=ntc&ordering=day');
    expect(ofNtc.results.map(({ day, operator, sent }) => [day, operator, sent])).toEqual(
      days.map((day) => [day, 'ntc', 10]),
    );
    expect((await list('?operator__in=ntc,ncell')).count).toBe(6);
    const first = await list('?page_size=2');
    expect(first.results.map(({ day }) => day)).toEqual(['2026-02-01', '2026-01-02']);
    const rest = await list(`?${first.next?.split('?')[1]}`);
    expect(rest.results.map(({ day }) => day)).toEqual(['2026-01-01']);
    expect(rest.next).toBeNull();
    expect((await world.call('customer', 'GET', `${PATH}?day__gte=soon`)).status).toBe(400);
  });

  test('exports the filtered days, oldest first, in rupees', async () => {
    const answer = await world.call('customer', 'GET', `${PATH}export/?day__lte=2026-01-31`);
    expect(answer.headers['content-disposition']).toContain('daily-consumption 2026-01-31.csv');
    expect(answer.text).toBe(
      [
        '\ufeffday,sent,delivered,failed,messages,parts,amount (Rs.),test',
        '2026-01-01,20,16,2,20,40,0.21,0',
        '2026-01-02,20,16,2,20,40,0.21,0',
        '',
      ].join('\r\n'),
    );
    const one = await world.call('customer', 'GET', '/v1/credit/daily_consumption/export/?operator=ntc');
    expect(one.text.split('\r\n')[1]).toBe('2026-01-01,ntc,10,8,1,10,20,0.105,0');
  });

  test('is the account’s own, and for who holds its pair', async () => {
    expect(await list('', 'other')).toMatchObject({ count: 0, results: [] });
    const { uuid } = (await list()).results[0]!;
    expect((await world.call('other', 'GET', `${PATH}${uuid}/`)).status).toBe(404);
    expect((await world.call('other', 'GET', `${PATH}export/`)).text.split('\r\n')).toHaveLength(2);
    // Of the provider's own account, which sends nothing.
    expect(await list('', 'support')).toMatchObject({ count: 0 });
    await sql`UPDATE users SET ui_permissions = '[["campaign-list","get"]]' WHERE email = 'support@demo.test'`.execute(
      world.db,
    );
    expect((await world.call('support', 'GET', PATH)).status).toBe(403);
    expect((await world.call('support', 'GET', `${PATH}export/`)).status).toBe(403);
    await sql`UPDATE users SET ui_permissions = NULL WHERE email = 'support@demo.test'`.execute(world.db);
    expect((await world.call(null, 'GET', PATH)).status).toBe(401);
  });
});
