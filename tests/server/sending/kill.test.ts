import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Campaign } from '#schema/campaign.ts';
import type { Plan } from '#schema/compose.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { audit } from '../../support/audit.ts';
import { type RunningServer, startServer } from '../../support/server.ts';
import { type RunningSimulator, startSimulator } from '../../support/simulator.ts';

const RECIPIENTS = 10_000;
const BATCH = 500;
const KILLS = [2500, 6000];

let world: TestApp;
let operator: RunningSimulator;
let server: RunningServer;
beforeAll(async () => {
  [world, operator] = await Promise.all([createTestApp(), startSimulator({ undelivered: 0 })]);
  server = await startServer({
    DATABASE_URL: world.url,
    SMPP_URL: operator.url,
    DISPATCH_BATCH: String(BATCH),
  });
});
afterAll(async () => {
  await server.kill('SIGTERM');
  await operator.kill();
  await world.close();
});

const call = <T>(method: string, path: string, body?: object) =>
  world.call<{ data: T }>('customer', method, path, body);

test('ten thousand messages, the server killed twice: none sent twice, none lost, at most one unknown for each', async () => {
  // None of the simulator's magic endings (0001 to 0004): what it accepts it delivers.
  const phones = Array.from({ length: RECIPIENTS * 2 }, (_, i) => `98${42_000_000 + i}`)
    .filter((phone) => !/000[1-4]$/.test(phone))
    .slice(0, RECIPIENTS);
  const body = { name: 'Kill', sender: world.sender, body: 'Hello', recipients: { numbers: phones } };
  const { data: plan } = (await call<Plan>('POST', '/v1/sms/compose/plan/', body)).body;
  expect(plan.recipients).toBe(RECIPIENTS);
  const { data: sent } = (
    await call<Campaign>('POST', '/v1/sms/compose/', { ...body, plan: plan.uuid, cost: plan.cost })
  ).body;

  const patience = { timeout: 60_000, interval: 20 };
  for (const count of KILLS) {
    await vi.waitFor(async () => expect((await operator.stats()).messages).toBeGreaterThan(count), patience);
    await server.kill('SIGKILL');
    await server.restart();
    await vi.waitFor(
      () => expect(server.log()).toContain('its journal says which of its messages were sent'),
      patience,
    );
  }
  const show = async () => (await call<Campaign>('GET', `/v1/sms/compose/${sent.uuid}/`)).body.data;
  await vi.waitFor(async () => {
    const now = await show();
    expect([now.status, now.submitted], JSON.stringify(now)).toEqual(['completed', 0]);
  }, patience);
  // What the operator got and a kill made unknown is settled by its receipt; wait until those are in.
  await vi.waitFor(async () => {
    const { messages, receipts } = await operator.stats();
    expect([receipts.acked, (await show()).delivered]).toEqual([messages, messages]);
  }, patience);

  const stats = await operator.stats();
  const done = await show();
  expect(stats.duplicates).toBe(0);
  expect(done.delivered).toBe(stats.messages);
  expect(done.delivered + done.unknown).toBe(RECIPIENTS);
  // What the operator had read and not answered is settled by its receipt; what it had not read went out again.
  expect(done.unknown).toBeLessThanOrEqual(KILLS.length);
  await audit(world.db);
}, 180_000);
