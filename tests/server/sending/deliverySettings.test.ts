import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Campaign } from '#schema/campaign.ts';
import type { Failure } from '#schema/entity.ts';
import { openDatabase } from '../../../server/db/database.ts';
import { startWorker } from '../../../server/jobs/worker.ts';
import { nepalDay } from '../../../server/services/platform/nepalTime.ts';
import { expandNext } from '../../../server/services/sending/campaigns.ts';
import { fixDelivery, readDelivery } from '../../../server/services/sending/deliverySettings.ts';
import { recordOutcomes } from '../../../server/services/sending/outcomes.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { audit } from '../../support/audit.ts';
import { take } from '../../support/claims.ts';
import { startHeldOperator } from '../../support/heldOperator.ts';
import { ntc, patience } from '../../support/linkWorld.ts';

const HOUR = 3_600_000;
const PATH = '/v1/admin/settings/sending/';
const COMPOSE = '/v1/sms/compose/';

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterAll(() => world.close());
beforeEach(async () => {
  await sql`TRUNCATE settings_part`.execute(world.db);
});

type Values = Record<string, unknown>;
const put = (body: object) => world.call<{ data: Values } & Failure>('admin', 'PUT', PATH, body);
const read = async () => (await world.call<{ data: Values }>('admin', 'GET', PATH)).body.data;

let given = 0;
/** Sends to so many new numbers. */
const send = (count: number, change: object = {}) => {
  given += 200;
  const numbers = ntc(count, given);
  const body = { name: `${given}`, sender: world.sender, body: 'Code', recipients: { numbers } };
  return world.call<{ data: Campaign } & Failure>('customer', 'POST', COMPOSE, {
    ...body,
    max_cost: 100_000,
    ...change,
  });
};
const urgent = async (count: number, change: object = {}) => {
  const { status, body } = await send(count, { urgent: true, ...change });
  return status === 201 ? 'accepted' : (body.errors?.urgent?.[0] ?? status);
};

test('has the values of before there were settings, until others are chosen', async () => {
  expect(await read()).toMatchObject({
    validity_hours: 24,
    quiet_hours: null,
    urgent_max: 100,
    urgent_daily: null,
    fixed: [],
  });
});

test('what the environment sets is in force, shown as fixed, and cannot be changed', async () => {
  await put({ quiet_hours: '21:00-06:00', validity_hours: 12 });
  await fixDelivery(world.db, { VALIDITY_HOURS: 48, QUIET_HOURS: '22:00-07:00' });
  const values = { validity_hours: 48, quiet_hours: '22:00-07:00' };
  expect(await read()).toMatchObject({ ...values, fixed: ['validity_hours', 'quiet_hours'] });
  for (const change of [{ validity_hours: 24 }, { quiet_hours: null }]) {
    const { status, body } = await put(change);
    expect([status, Object.keys(body.errors ?? {})]).toEqual([400, Object.keys(change)]);
  }
  expect((await put({ ...values, urgent_max: 50 })).status).toBe(200);
  await fixDelivery(world.db, {});
  expect(await readDelivery(world.db)).toMatchObject({ validity_hours: 12, quiet_hours: '21:00-06:00' });
});

test.each([
  ['quiet_hours', '22:00'],
  ['quiet_hours', '22:00-'],
  ['quiet_hours', '24:00-07:00'],
  ['quiet_hours', '22:00-22:00'],
  ['validity_hours', 0],
  ['validity_hours', 169],
  ['urgent_max', -1],
  ['urgent_max', 10_001],
  ['urgent_daily', 1.5],
])('%s cannot be %j, and everything stays as it is', async (field, value) => {
  await put({ quiet_hours: '22:00-07:00', validity_hours: 24, urgent_max: 5 });
  const before = await read();
  const { status, body } = await put({ approval_above: 5, [field]: value });
  expect([status, Object.keys(body.errors ?? {})]).toEqual([400, [field]]);
  expect(await read()).toEqual(before);
});

test('senders see what holds for them', async () => {
  await put({ quiet_hours: '22:00-07:00', validity_hours: 36, urgent_max: 20 });
  const { body } = await world.call<{ data: Values }>('customer', 'GET', '/v1/sms/configs/');
  expect(body.data).toMatchObject({ quiet_hours: '22:00-07:00', validity_hours: 36, urgent_max: 20 });
});

describe('urgent campaigns', () => {
  // Those of other tests do not count.
  beforeEach(() => sql`UPDATE campaign SET urgent = false WHERE urgent`.execute(world.db));

  test('go to as many as the provider allows', async () => {
    await put({ urgent_max: 3 });
    expect(await urgent(4)).toBe('An urgent message can have up to 3 recipients.');
    expect(await urgent(3)).toBe('accepted');
    await put({ urgent_max: 0 });
    expect(await urgent(1)).toBe('Your provider does not accept urgent campaigns.');
    expect((await send(1)).status).toBe(201);
  });

  test('are counted by account and day, however many come at the same time', async () => {
    await put({ urgent_daily: 10 });
    const answers = await Promise.all(Array.from({ length: 5 }, () => urgent(4)));
    const refusal = `Your account can send 10 urgent messages a day, and 8 are already accepted for ${nepalDay(new Date())}. Send this campaign without "urgent", choose another day, or ask your provider for a higher limit.`;
    expect(answers.filter((answer) => answer === 'accepted')).toHaveLength(2);
    expect(new Set(answers)).toEqual(new Set(['accepted', refusal]));
    // The check of the cost says so before.
    const plan = { name: 'Plan', sender: world.sender, body: 'Code', urgent: true };
    const { body } = await world.call<Failure>('customer', 'POST', `${COMPOSE}plan/`, {
      ...plan,
      recipients: { numbers: ntc(3, 80_000) },
    });
    expect(body.errors?.urgent).toEqual([refusal]);
    // Yesterday’s do not count.
    await sql`UPDATE campaign SET created_at = created_at - interval '1 day' WHERE urgent`.execute(world.db);
    expect(await urgent(4)).toBe('accepted');
    await audit(world.db);
  });

  test('that are cancelled do not count', async () => {
    await put({ urgent_daily: 5 });
    const then = { scheduled_at: new Date(Date.now() + HOUR).toISOString() };
    const { body } = await send(5, { urgent: true, ...then });
    expect(await urgent(1, then)).toMatch(/^Your account can send 5 urgent messages a day, and 5 are/);
    const { status } = await world.call('customer', 'POST', `${COMPOSE}${body.data.uuid}/cancel/`);
    expect(status).toBe(200);
    expect(await urgent(5, then)).toBe('accepted');
  });

  test('count for the day on which they are sent, also when they are moved', async () => {
    await put({ urgent_daily: 5 });
    const at = (days: number) => ({
      scheduled_at: new Date(Date.now() + days * 24 * HOUR).toISOString(),
    });
    const [tomorrow, later] = [at(1), at(2)];
    expect(await urgent(4, tomorrow)).toBe('accepted');
    expect(await urgent(5)).toBe('accepted');
    expect(await urgent(2, tomorrow)).toBe(
      `Your account can send 5 urgent messages a day, and 4 are already accepted for ${nepalDay(new Date(tomorrow.scheduled_at))}. Send this campaign without "urgent", choose another day, or ask your provider for a higher limit.`,
    );
    const { body } = await send(2, { urgent: true, ...later });
    const plan = (change: object) =>
      world.call<Failure>('customer', 'POST', `${COMPOSE}plan/`, {
        ...{ name: 'Plan', sender: world.sender, body: 'Code', urgent: true, ...change },
        recipients: { numbers: ntc(3, 80_000) },
      });
    expect((await plan(later)).status).toBe(200);
    const full = await plan(tomorrow);
    expect([full.status, full.body.errors?.urgent?.length], full.text).toEqual([400, 1]);
    const move = (change: object) =>
      world.call<Failure>('customer', 'POST', `${COMPOSE}${body.data.uuid}/schedule/`, change);
    while (await expandNext(world.db));
    const refused = await move(tomorrow);
    expect([refused.status, refused.body.detail]).toEqual([
      409,
      'With this campaign, your account would send more urgent messages on that day than your provider allows. Choose another day.',
    ]);
    expect((await move(at(3))).status).toBe(200);
  });

  test('that are resumed on a later day count for that day', async () => {
    const { body } = await send(3, { urgent: true });
    const { uuid } = body.data;
    await sql`
      UPDATE campaign SET status = 'paused', created_at = created_at - interval '1 day' WHERE uuid = ${uuid}`.execute(
      world.db,
    );
    await put({ urgent_daily: 5 });
    expect(await urgent(3)).toBe('accepted');
    const resume = () => world.call<Failure>('customer', 'POST', `${COMPOSE}${uuid}/resume/`);
    expect((await resume()).status).toBe(409);
    await put({ urgent_daily: 6 });
    expect((await resume()).status).toBe(200);
    expect(await urgent(1)).toMatch(/ 6 are already accepted for /);
  });

  test('that are resumed on a later day count there with what was not sent before', async () => {
    const { body } = await send(3, { urgent: true });
    const { uuid } = body.data;
    while (await expandNext(world.db));
    const sent = await take(world.db, 1, uuid, 2);
    const outcome = { status: 'rejected', error: 'ESME_RSUBMITFAIL' } as const;
    const outcomes = sent.map((message) => ({ uuid: message.uuid, hand: message.hand, ...outcome }));
    await recordOutcomes(world.db, 1, outcomes);
    await sql`
      UPDATE campaign SET status = 'paused', created_at = created_at - interval '1 day' WHERE uuid = ${uuid}`.execute(
      world.db,
    );
    await put({ urgent_daily: 6 });
    expect(await urgent(4)).toBe('accepted');
    const act = (action: string) => world.call('customer', 'POST', `${COMPOSE}${uuid}/${action}/`);
    expect((await act('resume')).status).toBe(200);
    expect(await urgent(2)).toMatch(/ 5 are already accepted for /);
    expect((await act('cancel')).status).toBe(200);
    expect(await urgent(2)).toBe('accepted');
    expect(await urgent(1)).toMatch(/ 6 are already accepted for /);
  });
});

test('a worker follows new quiet hours and validity without a restart', async () => {
  await sql`UPDATE campaign SET status = 'cancelled' WHERE status = 'scheduled'`.execute(world.db);
  const operator = await startHeldOperator();
  operator.open();
  const database = openDatabase(world.url, 10, () => {});
  await fixDelivery(world.db, { QUIET_HOURS: '00:00-24:00' });
  const worker = await startWorker(
    database,
    [{ name: 'follows', url: operator.url }],
    { DISPATCH_BATCH: 20 },
    pino({ level: 'silent' }),
  );
  onTestFinished(async () => {
    await worker.stop();
    await operator.close();
    await database.close();
  });
  const { body } = await send(1);
  const phone = `977${ntc(1, given)[0]}`;
  const arrived = () => operator.submits.find(({ destination_addr }) => destination_addr === phone);
  expect(body.data.status).not.toBe('completed');
  expect(arrived()).toBeUndefined();
  // The hours end last: once they have, the message goes with the validity of that moment.
  expect((await put({ validity_hours: 3 })).status).toBe(200);
  expect(arrived()).toBeUndefined();
  await fixDelivery(world.db, {});
  const pdu = await vi.waitFor(() => {
    const found = arrived();
    expect(found).toBeDefined();
    return found;
  }, patience);
  const until = pdu?.validity_period as Date;
  expect(Math.abs(until.getTime() - (Date.now() + 3 * HOUR))).toBeLessThan(60_000);
});
