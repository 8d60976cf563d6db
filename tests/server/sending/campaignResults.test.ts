import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Campaign } from '#schema/campaign.ts';
import type { CampaignResults } from '#schema/campaignResults.ts';
import { resultsOf } from '../../../server/services/sending/campaignResults.ts';
import { expandNext } from '../../../server/services/sending/campaigns.ts';
import { createTestApp, type TestApp, type User } from '../../support/app.ts';

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterAll(() => world.close());

const PATH = '/v1/sms/compose/';
const read = (as: User, uuid: string) =>
  world.call<{ data: CampaignResults }>(as, 'GET', `${PATH}${uuid}/results/`);

/** A campaign to these numbers, whose messages exist. */
async function send(numbers: string[]): Promise<string> {
  const body = { name: 'Dues', sender: world.sender, body: 'Hello', recipients: { numbers } };
  const sent = await world.call<{ data: Campaign }>('customer', 'POST', PATH, {
    ...body,
    max_cost: 1_000_000,
  });
  expect(sent.status, sent.text).toBe(201);
  while (await expandNext(world.db)) {}
  return sent.body.data.uuid;
}
const phones = (prefix: string, count: number, from = 0) =>
  Array.from({ length: count }, (_, n) => `${prefix}${String(from + n).padStart(5, '0')}`);
const became = (uuid: string, ends: string, set: object) => {
  const { status, error = null, at = null } = set as { status: string; error?: string; at?: string };
  return sql`
    UPDATE message SET status = ${status}, error = ${error}, submitted_at = ${at}
    WHERE campaign = ${uuid} AND phone LIKE ${`%${ends}`}`.execute(world.db);
};

test('counts by operator, by reason and by the time of sending, and leaves out what was not sent', async () => {
  const uuid = await send([...phones('98410', 6), ...phones('98010', 2)]);
  await became(uuid, '98410%', { status: 'delivered', at: '2026-03-01T04:00:00Z' });
  await became(uuid, '9841000001', { status: 'undelivered', error: '27', at: '2026-03-01T04:00:30Z' });
  await became(uuid, '9841000002', { status: 'undelivered', error: '27', at: '2026-03-01T04:09:00Z' });
  await became(uuid, '9841000003', {
    status: 'rejected',
    error: 'ESME_RINVDSTADR',
    at: '2026-03-01T04:09:00Z',
  });
  await became(uuid, '9841000004', { status: 'cancelled' });
  await became(uuid, '9801000000', { status: 'unknown', at: '2026-03-01T04:10:00Z' });
  const { status, body } = await read('customer', uuid);
  expect(status).toBe(200);
  const { times, ...rest } = body.data;
  expect(rest).toEqual({
    sampled: null,
    operators: [
      { operator: 'ntc', messages: 6, sent: 5, delivered: 2, failed: 3 },
      { operator: 'ncell', messages: 2, sent: 1, delivered: 0, failed: 0 },
    ],
    reasons: [
      { status: 'undelivered', error: '27', messages: 2 },
      { status: 'rejected', error: 'ESME_RINVDSTADR', messages: 1 },
      { status: 'unknown', error: null, messages: 1 },
    ],
  });
  // Ten minutes are eleven periods of a minute; those in between are there, and empty.
  expect(times.seconds).toBe(60);
  expect(times.points).toHaveLength(11);
  expect(times.points[0]).toEqual({ at: '2026-03-01T04:00:00Z', sent: 3, delivered: 2, failed: 1 });
  expect(times.points[5]).toEqual({ at: '2026-03-01T04:05:00Z', sent: 0, delivered: 0, failed: 0 });
  expect(times.points[9]).toEqual({ at: '2026-03-01T04:09:00Z', sent: 2, delivered: 0, failed: 2 });
  expect(times.points[10]).toEqual({ at: '2026-03-01T04:10:00Z', sent: 1, delivered: 0, failed: 0 });
});

test.each([
  ['four minutes', '2026-03-01T04:04:00Z', 60],
  ['three minutes', '2026-03-01T04:03:00Z', 10],
  ['a day', '2026-03-02T03:59:00Z', 3600],
  ['three weeks', '2026-03-22T04:00:00Z', 86_400],
  ['two years', '2028-03-01T04:00:00Z', 5 * 7 * 86_400],
])('a campaign of %s has at most 25 periods', async (_, last, seconds) => {
  const uuid = await send(phones('98411', 2));
  await became(uuid, '00000', { status: 'delivered', at: '2026-03-01T04:00:00Z' });
  await became(uuid, '00001', { status: 'delivered', at: last });
  const { times } = (await read('customer', uuid)).body.data;
  expect(times.seconds).toBe(seconds);
  expect(times.points.length).toBeLessThanOrEqual(25);
  expect(times.points.reduce((sum, { sent }) => sum + sent, 0)).toBe(2);
});

test('before anything is sent there are operators and no times', async () => {
  const uuid = await send(phones('98412', 2));
  expect((await read('customer', uuid)).body.data).toEqual({
    sampled: null,
    operators: [{ operator: 'ntc', messages: 2, sent: 0, delivered: 0, failed: 0 }],
    reasons: [],
    times: { seconds: 10, points: [] },
  });
});

test('of a large campaign a part is read that is spread over it, and stands for the whole', async () => {
  const uuid = await send(phones('98413', 1));
  await sql`DELETE FROM message WHERE campaign = ${uuid}`.execute(world.db);
  // Half of them reach the phone: every second one. Made over a hundred minutes.
  await sql`
    INSERT INTO message (uuid, account, campaign, phone, operator, parts, package_parts, amount, status, submitted_at)
    SELECT uuid_v7(now() + n * interval '1 second'), ${world.accounts.customer}, ${uuid}, '+977984130' || n, 'ntc', 1, 0, 1,
      CASE n % 2 WHEN 0 THEN 'delivered' ELSE 'undelivered' END, now() + n * interval '1 second'
    FROM generate_series(0, 5999) n`.execute(world.db);
  const results = await resultsOf(world.db, uuid, 6000, 500);
  expect(results.sampled).toBe(500);
  expect(results.operators).toEqual([
    { operator: 'ntc', messages: 6000, sent: 6000, delivered: 3000, failed: 3000 },
  ]);
  expect(results.reasons).toEqual([{ status: 'undelivered', error: null, messages: 3000 }]);
  const { points } = results.times;
  expect(points.length).toBeGreaterThan(5);
  expect(points.every(({ sent }) => sent > 0)).toBe(true);
});

test('are for who may read the campaign', async () => {
  const uuid = await send(phones('98414', 1));
  expect((await read('support', uuid)).status).toBe(200);
  expect((await read('other', uuid)).status).toBe(404);
});
