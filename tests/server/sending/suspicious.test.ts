import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Plan } from '#schema/compose.ts';
import type { Overseen } from '#schema/oversight.ts';
import { findRuns } from '../../../server/services/sending/suspicious.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterAll(() => world.close());

const PLAN = '01a1fd12-ad45-76ae-9747-bf02d132d258';

/** The runs of these numbers (their last digits), as a plan's recipients in this order. */
async function runsOf(given: readonly number[], threshold: number, refused: readonly number[] = []) {
  await sql`DELETE FROM plan_recipient WHERE plan = ${PLAN}`.execute(world.db);
  const rows = given.map((n, i) => ({
    position: i + 1,
    phone: `+977984${String(1_000_000 + n)}`,
    refusal: refused.includes(n) ? 'blacklisted' : null,
  }));
  await sql`
    INSERT INTO plan_recipient (plan, position, source, phone, refusal)
    SELECT ${PLAN}, position, 'numbers', phone, refusal
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS r(position int, phone text, refusal text)`.execute(
    world.db,
  );
  return findRuns(world.db, PLAN, threshold);
}
const upTo = (from: number, count: number) => Array.from({ length: count }, (_, i) => from + i);

describe('runs of consecutive numbers', () => {
  test('are found whatever order the list is in', async () => {
    expect(await runsOf([5, 3, 100, 4, 2, 50], 4)).toEqual({
      threshold: 4,
      longest: 4,
      numbers: 4,
      count: 1,
      runs: [{ first: '+9779841000002', last: '+9779841000005', numbers: 4 }],
    });
  });

  test('one number short of the limit are none', async () => {
    expect(await runsOf(upTo(1, 19), 20)).toBeNull();
    expect(await runsOf(upTo(1, 20), 20)).toMatchObject({ longest: 20, numbers: 20, count: 1 });
  });

  test('end at a gap, and each is told with the longest first', async () => {
    const found = await runsOf([...upTo(10, 3), ...upTo(20, 5), ...upTo(30, 2)], 3);
    expect(found).toMatchObject({ longest: 5, numbers: 8, count: 2 });
    expect(found?.runs.map(({ numbers }) => numbers)).toEqual([5, 3]);
  });

  test('do not count numbers that are refused', async () => {
    expect(await runsOf(upTo(1, 5), 5, [3])).toBeNull();
    expect(await runsOf(upTo(1, 5), 2, [3])).toMatchObject({ longest: 2, numbers: 4, count: 2 });
  });

  test('of two numbers are seen, and ten runs at most are listed', async () => {
    const pairs = upTo(0, 12).flatMap((i) => [i * 10, i * 10 + 1]);
    const found = await runsOf(pairs, 2);
    expect(found).toMatchObject({ count: 12, numbers: 24, longest: 2 });
    expect(found?.runs).toHaveLength(10);
  });

  test('of an empty list and of steps of two there are none', async () => {
    expect(await runsOf([], 2)).toBeNull();
    expect(await runsOf([2, 4, 6, 8], 2)).toBeNull();
  });
});

describe('a campaign to such a list', () => {
  const settings = (consecutive_numbers: number | null) =>
    world.call('admin', 'PUT', '/v1/admin/settings/', { consecutive_numbers, staff_two_factor: false });
  async function send(numbers: readonly string[]) {
    const body = { name: 'List', sender: world.sender, body: 'Hello', recipients: { numbers } };
    const path = '/v1/sms/compose/';
    const { data: plan } = (await world.call<{ data: Plan }>('customer', 'POST', `${path}plan/`, body)).body;
    const sent = await world.call<{ data: { uuid: string; status: string } }>('customer', 'POST', path, {
      ...body,
      plan: plan.uuid,
      cost: plan.cost,
    });
    expect(sent.status, sent.text).toBe(201);
    return sent.body.data;
  }
  const seen = async (uuid: string) =>
    (await world.call<{ data: Overseen }>('support', 'GET', `/v1/admin/campaigns/${uuid}/`)).body.data;
  const run = upTo(0, 6).map((i) => `98410000${10 + i}`);

  test('is flagged for staff, not stopped, and its customer does not see the flag', async () => {
    await settings(5);
    const { uuid, status } = await send([...run, run[0] as string, '9801234567']);
    expect(status).toBe('preparing');
    expect(await seen(uuid)).toMatchObject({
      flagged: true,
      attention: 1,
      flag: {
        threshold: 5,
        longest: 6,
        numbers: 6,
        runs: [{ first: '+9779841000010', last: '+9779841000015', numbers: 6 }],
      },
    });
    const own = await world.call<{ data: object }>('customer', 'GET', `/v1/sms/compose/${uuid}/`);
    expect(own.body.data).not.toHaveProperty('flag');
    expect(own.body.data).not.toHaveProperty('flagged');
  });

  test('is not flagged below the limit, nor where no limit is set', async () => {
    await settings(7);
    expect(await seen((await send(run)).uuid)).toMatchObject({ flagged: false, flag: null, attention: 0 });
    await settings(null);
    expect(await seen((await send(run)).uuid)).toMatchObject({ flagged: false, flag: null });
  });
});
