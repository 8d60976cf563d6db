import { sql } from 'kysely';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import type { Campaign } from '#schema/campaign.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { type RunningServer, startServer } from '../../support/server.ts';
import { type RunningSimulator, startSimulator } from '../../support/simulator.ts';
import { addViberLinks } from '../../support/viberLinks.ts';

export const MESSAGES = 400;
export const KILLS = 3;
export const PATIENCE = { timeout: 60_000, interval: 20 };
const SETTLED = 'its journal says which of its messages were sent';
const VIBER_NAME = 'Himal Offers';

/** An API that stays, an operator of Viber and SMS, and a worker to kill. */
export function setUpViberKill() {
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
  return {
    get world() {
      return world;
    },
    get operator() {
      return operator;
    },
    get worker() {
      return worker;
    },
    ...{ send, killAt, show, sentBy, states },
  };
}
