import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Campaign } from '#schema/campaign.ts';
import type { Plan } from '#schema/compose.ts';
import type { Message } from '#schema/message.ts';
import { type Database, openDatabase } from '../../../server/db/database.ts';
import { startWorker, type Worker } from '../../../server/jobs/worker.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { audit } from '../../support/audit.ts';
import { countUse } from '../../support/countUse.ts';
import { type RunningSimulator, startSimulator } from '../../support/simulator.ts';

let world: TestApp;
let operator: RunningSimulator;
let database: Database;
let worker: Worker;
const log = pino({ level: 'silent' });
const settings = { DISPATCH_BATCH: 100 };
const calm = {
  undelivered: 0,
  rejected: 0,
  late: 0,
  throttle: 0,
  latency: 0,
  receiptAfter: 20,
  receipts: true,
};

beforeAll(async () => {
  [world, operator] = await Promise.all([createTestApp(), startSimulator({ undelivered: 0 })]);
  database = openDatabase(world.url, 10, () => {});
  worker = await startWorker(database, [{ name: 'operator', url: operator.url }], settings, log);
});
afterAll(async () => {
  await worker.stop();
  await operator.kill();
  await database.close();
  await world.close();
});
beforeEach(() => operator.settings(calm));
/** What is still on its way would count for the next one's. */
afterEach(() =>
  vi.waitFor(
    async () => {
      const { rows } = await sql`
        SELECT FROM campaign WHERE status NOT IN ('completed', 'cancelled') OR queued + submitted > 0`.execute(
        world.db,
      );
      expect(rows).toEqual([]);
    },
    { timeout: 20_000, interval: 20 },
  ),
);

const PATH = '/v1/sms/compose/';
const call = <T>(method: string, path: string, body?: object) =>
  world.call<{ data: T }>('customer', method, path, body);
const numbers = (count: number, start: number) =>
  Array.from({ length: count }, (_, i) => `98412${10_000 + start + i}`);
const campaign = async (uuid: string): Promise<Campaign> =>
  (await call<Campaign>('GET', `${PATH}${uuid}/`)).body.data;
const until = async (uuid: string, holds: (c: Campaign) => boolean): Promise<Campaign> =>
  vi.waitFor(
    async () => {
      const now = await campaign(uuid);
      expect(holds(now), JSON.stringify(now)).toBe(true);
      return now;
    },
    { timeout: 20_000, interval: 20 },
  );
const messages = async (query: string): Promise<Message[]> =>
  (await world.call<{ results: Message[] }>('customer', 'GET', `/v1/sms/dispatch/?page_size=1000&${query}`))
    .body.results;

async function send(change: object, to = numbers(1, 0)): Promise<Campaign> {
  const body = { name: 'Try', sender: world.sender, body: 'Hello', recipients: { numbers: to }, ...change };
  const { data: plan } = (await call<Plan>('POST', `${PATH}plan/`, body)).body;
  const answer = await call<Campaign>('POST', PATH, { ...body, plan: plan.uuid, cost: plan.cost });
  expect(answer.status, answer.text).toBe(201);
  return answer.body.data;
}

describe('a campaign', () => {
  test('reaches each recipient once, in Nepali and in parts, and is charged to the paisa', async () => {
    await operator.reset();
    const body = 'नमस्ते संसार। '.repeat(8).trim(); // 111 UCS-2 units: two parts
    const { uuid } = await send({ body }, numbers(20, 100));
    const done = await until(uuid, (c) => c.status === 'completed' && c.delivered === 20);
    expect(done).toMatchObject({
      parts: 40,
      cost: 5424,
      captured: 5424,
      released: 0,
      submitted: 0,
      unknown: 0,
    });
    const [received] = await operator.messages('+9779841210100');
    expect(received).toMatchObject({ from: 'DEMO', text: body });
    expect(await operator.stats()).toMatchObject({ messages: 20, pdus: 40, duplicates: 0 });
    await audit(world.db);
  });

  test('gives back what the operator refuses, charges what it does not deliver', async () => {
    // The simulator's magic endings: 0001 undelivered, 0002 refused, 0004 expired.
    const { uuid } = await send({}, ['9841220001', '9841220002', '9841220004', '9841220005']);
    const done = await until(uuid, (c) => c.delivered + c.undelivered + c.expired + c.rejected === 4);
    expect(done).toMatchObject({
      delivered: 1,
      undelivered: 1,
      expired: 1,
      rejected: 1,
      cost: 542,
      captured: 407,
      released: 135,
    });
    const [refused] = await messages(`campaign=${uuid}&status=rejected`);
    expect(refused).toMatchObject({ phone: '+9779841220002', error: expect.stringMatching(/^ESME_/) });
    await audit(world.db);

    const { data: retry } = (await call<Plan>('POST', `${PATH}${uuid}/retry/plan/`, {})).body;
    expect(retry).toMatchObject({ given: 3, recipients: 3, cost: 407 });
    const again = await call<Campaign>('POST', `${PATH}${uuid}/retry/`, {
      plan: retry.uuid,
      cost: retry.cost,
    });
    expect(again.body.data).toMatchObject({ name: 'Try (retry)', recipients: 3, body: 'Hello' });
    await until(again.body.data.uuid, (c) => c.status === 'completed' && c.submitted === 0);
    await audit(world.db);
  });

  test('gives back the undelivered too where the price says so', async () => {
    await sql`UPDATE pricing SET release_undelivered = true`.execute(world.db);
    const { uuid } = await send({}, ['9841230001', '9841230005']);
    const done = await until(
      uuid,
      (c) => c.delivered + c.undelivered === 2 && c.status === 'completed' && c.released > 0,
    );
    expect(done).toMatchObject({ cost: 271, captured: 136, released: 135 });
    await audit(world.db);
    await sql`UPDATE pricing SET release_undelivered = false`.execute(world.db);
  });

  test('waits for its time', async () => {
    const { uuid } = await send({ scheduled_at: new Date(Date.now() + 3_600_000).toISOString() });
    await until(uuid, (c) => c.status === 'scheduled');
    expect((await call('POST', `${PATH}${uuid}/pause/`)).status).toBe(409);
    await sql`UPDATE campaign SET scheduled_at = now() WHERE uuid = ${uuid}`.execute(world.db);
    await until(uuid, (c) => c.delivered === 1);
  });

  test('pauses, goes on, and is cancelled with its money given back', async () => {
    await operator.settings({ latency: 200 });
    const { uuid } = await send({}, numbers(1500, 3000));
    await until(uuid, (c) => c.status === 'sending' && c.submitted > 0);
    const paused = await call<Campaign>('POST', `${PATH}${uuid}/pause/`);
    expect(paused.body.data.status).toBe('paused');
    const inHand = await sql<{ n: number }>`
      SELECT coalesce(sum(messages), 0)::int AS n FROM hand WHERE campaign = ${uuid}`.execute(world.db);
    expect(inHand.rows[0]!.n).toBeLessThanOrEqual(settings.DISPATCH_BATCH);
    await vi.waitFor(async () => {
      const left = await sql`SELECT FROM hand WHERE campaign = ${uuid}`.execute(world.db);
      expect(left.rows).toEqual([]);
    }, 20_000);
    await audit(world.db);
    expect((await call<Campaign>('POST', `${PATH}${uuid}/resume/`)).body.data.status).toBe('sending');
    expect((await call('POST', `${PATH}${uuid}/resume/`)).status).toBe(409);
    const cancelled = await call<Campaign>('POST', `${PATH}${uuid}/cancel/`);
    expect(cancelled.body.data).toMatchObject({ status: 'cancelled' });
    const done = await until(uuid, (c) => c.queued === 0 && c.submitted === 0);
    expect(done.cancelled).toBeGreaterThan(1000);
    expect(done.delivered + done.cancelled).toBe(1500);
    expect(done.cost).toBe(done.captured + done.released);
    expect((await call('POST', `${PATH}${uuid}/cancel/`)).status).toBe(409);
    await audit(world.db);
  });

  test('of another account cannot be seen or moved', async () => {
    const { uuid } = await send({});
    for (const [method, path] of [
      ['GET', ''],
      ['POST', 'cancel/'],
      ['POST', 'retry/'],
      ['POST', 'retry/plan/'],
    ] as const) {
      const body = path === 'retry/' ? { max_cost: 1 } : undefined;
      expect((await world.call('other', method, `${PATH}${uuid}/${path}`, body)).status).toBe(404);
    }
    expect((await world.call('support', 'GET', `${PATH}${uuid}/`)).status).toBe(200);
    expect((await world.call('support', 'POST', `${PATH}${uuid}/cancel/`)).status).toBe(403);
  });

  test('a small one is not delayed by a large one', async () => {
    await operator.settings({ latency: 50 });
    const large = await send({}, numbers(5000, 20_000));
    await until(large.uuid, (c) => c.submitted + c.delivered > 0);
    const small = await send({ body: 'Small' }, numbers(10, 30_000));
    await until(small.uuid, (c) => c.status === 'completed');
    expect((await campaign(large.uuid)).queued).toBeGreaterThan(1000);
    await call('POST', `${PATH}${large.uuid}/cancel/`);
    await until(large.uuid, (c) => c.queued === 0 && c.submitted === 0);
    await audit(world.db);
  });

  test('a throttling operator gets everything in the end, once', async () => {
    await operator.reset();
    await operator.settings({ throttle: 0.2 });
    const { uuid } = await send({ body: 'Throttled' }, numbers(30, 40_100));
    await until(uuid, (c) => c.delivered === 30);
    expect(await operator.stats()).toMatchObject({ messages: 30, duplicates: 0 });
    await audit(world.db);
  });

  test('a test message goes to one number with its sample values', async () => {
    const body = { sender: world.sender, body: 'Hi {{name}}', phone: '9841299999', values: { name: 'Sita' } };
    const answer = await call<Campaign>('POST', `${PATH}test/`, body);
    expect(answer.status, answer.text).toBe(201);
    await until(answer.body.data.uuid, (c) => c.delivered === 1);
    expect(await operator.messages('+9779841299999')).toMatchObject([{ text: 'Hi Sita' }]);
    const missing = await call('POST', `${PATH}test/`, { ...body, values: {} });
    expect(missing.status).toBe(400);
  });

  test('an unknown message is settled by its receipt, matched by link and number', async () => {
    const { uuid } = await send({}, ['9841288888', '9841288889']);
    await until(uuid, (c) => c.delivered === 2);
    await sql`
      WITH moved AS (
        UPDATE message SET status = 'unknown', operator_id = NULL, finished_at = NULL WHERE campaign = ${uuid} RETURNING *
      ), ids AS (DELETE FROM message_part WHERE message IN (SELECT uuid FROM moved)
      ), lost AS (
        INSERT INTO message_unknown (message, campaign, link, phone, submitted_at)
        SELECT uuid, campaign, link, phone, submitted_at FROM moved)
      UPDATE campaign SET unknown = 2, delivered = 0, captured_exact = 0 WHERE uuid = ${uuid}`.execute(
      world.db,
    );
    await sql`DELETE FROM consumption WHERE campaign = ${uuid}`.execute(world.db);
    await sql`
      UPDATE daily_use u SET messages = e.messages, parts = e.parts, amount = e.amount, delivered = e.delivered
      FROM daily_expected e WHERE (e.account, e.day, e.operator) = (u.account, u.day, u.operator)`.execute(
      world.db,
    );
    await sql`
      UPDATE link_use u SET delivered = e.delivered FROM link_expected e WHERE (e.day, e.link) = (u.day, u.link)`.execute(
      world.db,
    );
    await countUse(world.db);
    await sql`
      INSERT INTO receipt (link, operator_id, phone, status) VALUES ('operator', 'x1', '+9779841288888', 'delivered')`.execute(
      world.db,
    );
    await until(uuid, (c) => c.delivered === 1 && c.unknown === 1);
    const [left] = await messages(`campaign=${uuid}&status=unknown`);
    const settle = (as: 'customer' | 'other' | 'admin', status: string) =>
      world.call(as, 'POST', `/v1/sms/dispatch/${left!.uuid}/settle/`, { status });
    expect((await settle('customer', 'delivered')).status).toBe(403);
    await sql`UPDATE users SET ui_permissions = '[["sms-dispatch", "post"]]' WHERE email = 'other@demo.test'`.execute(
      world.db,
    );
    expect((await settle('other', 'delivered')).status).toBe(403);
    await sql`UPDATE users SET ui_permissions = NULL`.execute(world.db);
    expect((await settle('admin', 'rejected')).status).toBe(200);
    expect((await settle('admin', 'rejected')).status).toBe(404);
    expect(await campaign(uuid)).toMatchObject({
      delivered: 1,
      rejected: 1,
      unknown: 0,
      captured: 136,
      released: 135,
    });
    await audit(world.db);
  });
});

test('the ledger cannot be changed, and nobody’s balance goes below zero', async () => {
  await expect(sql`UPDATE wallet_entry SET amount = 1`.execute(world.db)).rejects.toThrow('append-only');
  await expect(sql`DELETE FROM wallet_entry`.execute(world.db)).rejects.toThrow('append-only');
  await expect(sql`UPDATE account SET balance = -1`.execute(world.db)).rejects.toThrow(
    'account_balance_check',
  );
});
