import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Campaign } from '#schema/campaign.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { audit } from '../../support/audit.ts';
import { type RunningServer, startServer } from '../../support/server.ts';
import { type RunningSimulator, startSimulator } from '../../support/simulator.ts';
import { addViberLinks } from '../../support/viberLinks.ts';

const MESSAGES = 400;
const KILLS = 3;
const PATIENCE = { timeout: 60_000, interval: 20 };
const SETTLED = 'its journal says which of its messages were sent';
const VIBER_NAME = 'Himal Offers';

let world: TestApp;
let operator: RunningSimulator;
let worker: RunningServer;
let identity: string;

// The API stays, and takes the operator's reports while no worker lives.
beforeEach(async () => {
  [world, operator] = await Promise.all([
    createTestApp({ link: 'none', environment: { OPERATOR_ALLOW_PRIVATE: 'true' } }),
    startSimulator({ protocol: 'http', undelivered: 0, latency: 20, 'receipt-after': 0 }),
  ]);
  await operator.settings({ receipts: false });
  identity = await addViberLinks(world, operator.url);
  const callbacks = await world.app.listen({ host: '127.0.0.1', port: 0 });
  const settings = { DATABASE_URL: world.url, API_URL: callbacks, OPERATOR_ALLOW_PRIVATE: 'true' };
  worker = await startServer(settings, ['--role', 'worker']);
});
afterEach(async () => {
  await worker?.kill('SIGTERM');
  await operator?.kill();
  await world?.close();
});

async function send(): Promise<string> {
  const numbers = Array.from({ length: MESSAGES + 20 }, (_, i) => `98${42_100_000 + i}`)
    // None of the simulator's magic endings.
    .filter((phone) => !/000[1-8]$/.test(phone))
    .slice(0, MESSAGES);
  const { body, text } = await world.call<{ data: Campaign }>('customer', 'POST', '/v1/sms/compose/', {
    ...{ name: 'Kill', sender: world.sender, body: 'Hello', max_cost: 10_000_000, recipients: { numbers } },
    ...{ channel: 'viber', viber_identity: identity, fallback_minutes: 60 },
  });
  expect(body.data?.recipients, text).toBe(MESSAGES);
  return body.data.uuid;
}

/** Kills the worker, and starts it again, each time that the operator has so many messages more. */
async function killAt(before: number): Promise<void> {
  for (let kill = 0; kill < KILLS; kill++) {
    const at = before + (MESSAGES * (kill + 1)) / (KILLS + 2);
    await vi.waitFor(async () => expect((await operator.stats()).messages).toBeGreaterThan(at), PATIENCE);
    await worker.kill('SIGKILL');
    await worker.restart();
    await vi.waitFor(() => expect(worker.log()).toContain(SETTLED), PATIENCE);
  }
}

const show = async (uuid: string) =>
  (await world.call<{ data: Campaign }>('customer', 'GET', `/v1/sms/compose/${uuid}/`)).body.data;
/** How often each recipient was sent to, over a channel. */
async function sentBy(channel: 'viber' | 'sms'): Promise<Map<string, number>> {
  const times = new Map<string, number>();
  for (const { from, to } of await operator.accepted())
    if ((from === VIBER_NAME) === (channel === 'viber')) times.set(to, (times.get(to) ?? 0) + 1);
  return times;
}
/** The messages by state: queued ones that Viber has count as `waiting`. */
async function states(uuid: string): Promise<Record<string, number>> {
  const { rows } = await sql<{ state: string; n: number }>`
    SELECT CASE WHEN status = 'queued' AND viber_status = 'submitted' AND channel = 'viber' THEN 'waiting' ELSE status END AS state,
      count(*)::int AS n FROM message WHERE campaign = ${uuid} GROUP BY 1`.execute(world.db);
  return Object.fromEntries(rows.map(({ state, n }) => [state, n]));
}

describe('a worker that is killed with SIGKILL', () => {
  test('while Viber messages wait for the operator’s answer: none twice, none lost, at most one unknown for each kill', async () => {
    const uuid = await send();
    await killAt(0);
    await vi.waitFor(async () => {
      const { waiting = 0, unknown = 0 } = await states(uuid);
      expect(waiting + unknown).toBe(MESSAGES);
    }, PATIENCE);
    await audit(world.db);
    await operator.settings({ receipts: true });
    await vi.waitFor(async () => {
      const { delivered = 0 } = await states(uuid);
      expect(delivered).toBe((await operator.stats()).messages);
    }, PATIENCE);
    const { delivered = 0, unknown = 0 } = await states(uuid);
    expect(delivered + unknown).toBe(MESSAGES);
    expect(unknown).toBeLessThanOrEqual(KILLS);
    const sent = await sentBy('viber');
    expect([sent.size, Math.max(...sent.values())]).toEqual([delivered, 1]);
    expect((await sentBy('sms')).size).toBe(0);
    const { captured } = await show(uuid);
    expect(captured).toBe(delivered * 150);
    await audit(world.db);
  }, 180_000);

  test('while they wait for their fallback, and while that is sent: each gets one Viber message and one SMS', async () => {
    const uuid = await send();
    await vi.waitFor(async () => expect(await states(uuid)).toEqual({ waiting: MESSAGES }), PATIENCE);
    await worker.kill('SIGKILL');
    await worker.restart();
    expect(await states(uuid)).toEqual({ waiting: MESSAGES });
    // Viber's time is over for all of them.
    await sql`UPDATE message_retry SET not_before = now()`.execute(world.db);
    await sql`SELECT pg_notify('dispatch', '')`.execute(world.db);
    await killAt(MESSAGES);
    await vi.waitFor(async () => {
      const { submitted = 0, unknown = 0 } = await states(uuid);
      expect(submitted + unknown).toBe(MESSAGES);
    }, PATIENCE);
    await operator.settings({ receipts: true });
    await vi.waitFor(async () => {
      const { delivered = 0 } = await states(uuid);
      expect(delivered).toBe((await sentBy('sms')).size);
    }, PATIENCE);
    const { delivered = 0, unknown = 0 } = await states(uuid);
    expect(delivered + unknown).toBe(MESSAGES);
    expect(unknown).toBeLessThanOrEqual(KILLS);
    const [viber, sms] = [await sentBy('viber'), await sentBy('sms')];
    expect([viber.size, Math.max(...viber.values())]).toEqual([MESSAGES, 1]);
    expect([sms.size, Math.max(...sms.values())]).toEqual([delivered, 1]);
    // Charged once, as SMS.
    const { captured } = await show(uuid);
    expect(captured).toBe(delivered * 120);
    await audit(world.db);
  }, 180_000);
});
