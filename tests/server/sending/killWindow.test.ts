import { sql } from 'kysely';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Campaign } from '#schema/campaign.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { audit } from '../../support/audit.ts';
import { type RunningServer, startServer } from '../../support/server.ts';
import { type RunningSimulator, startSimulator } from '../../support/simulator.ts';

/** Milliseconds that the operator takes for an answer: so many messages are unanswered at once as its window lets. */
const LATENCY = 20;
const KILLS = 3;
const PATIENCE = { timeout: 60_000, interval: 20 };
const SETTLED = 'its journal says which of its messages were sent';

let world: TestApp;
let operator: RunningSimulator;
let server: RunningServer;
afterEach(async () => {
  await server.kill('SIGTERM');
  await operator.kill();
  await world.close();
});

/** Starts all of it anew, with a campaign under way of which no receipt comes until they are let through. */
async function begin(window: number, messages: number): Promise<string> {
  [world, operator] = await Promise.all([
    createTestApp(),
    startSimulator({ undelivered: 0, latency: LATENCY, 'receipt-after': 0 }),
  ]);
  await operator.settings({ receipts: false });
  server = await startServer({ DATABASE_URL: world.url, SMPP_URL: `${operator.url}?window=${window}` });
  const phones = Array.from({ length: messages * 2 }, (_, i) => `98${42_000_000 + i}`)
    // None of the simulator's magic endings (0001 to 0004): what it accepts it delivers.
    .filter((phone) => !/000[1-4]$/.test(phone))
    .slice(0, messages);
  const { body } = await world.call<{ data: Campaign }>('customer', 'POST', '/v1/sms/compose/', {
    ...{ name: 'Kill', sender: world.sender, body: 'Hello', max_cost: 100_000_000 },
    recipients: { numbers: phones },
  });
  return body.data.uuid;
}

const show = async (uuid: string): Promise<Campaign> =>
  (await world.call<{ data: Campaign }>('customer', 'GET', `/v1/sms/compose/${uuid}/`)).body.data;

/**
 * Stops the worker, and resolves when the operator has read all that it wrote: what arrived before the second question was
 * read before its answer. Without it, an operator that writes to the dead worker first may lose what it has not read.
 */
async function freeze(): Promise<void> {
  process.kill(server.pid, 'SIGSTOP');
  for (let question = 0; question < 2; question++) await operator.stats();
}

/** Messages whose result is unknown, by the statement of the books. */
async function unknown(): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*) AS n FROM message WHERE status = 'unknown'`.execute(world.db);
  return rows[0]?.n ?? 0;
}

describe('a worker that is killed with SIGKILL', () => {
  test.each([
    [1, 150],
    [20, 1200],
  ])(
    'leaves at most its window of %i unknown, and after the receipts at most one',
    async (window, messages) => {
      const campaign = await begin(window, messages);
      const left: number[] = [];
      for (let kill = 0; kill < KILLS; kill++) {
        const at = (messages * (kill + 1)) / (KILLS + 2);
        await vi.waitFor(async () => expect((await operator.stats()).messages).toBeGreaterThan(at), PATIENCE);
        const before = await unknown();
        await freeze();
        await server.kill('SIGKILL');
        await server.restart();
        await vi.waitFor(() => expect(server.log()).toContain(SETTLED), PATIENCE);
        left.push((await unknown()) - before);
      }

      // Each place of the window may hold one that was written and not answered, and none is more than that.
      expect(Math.max(...left)).toBeLessThanOrEqual(window);
      const atKills = await unknown();

      await vi.waitFor(async () => expect((await show(campaign)).queued).toBe(0), PATIENCE);
      await operator.settings({ receipts: true });
      await vi.waitFor(async () => {
        const { messages: taken, receipts } = await operator.stats();
        const { delivered, submitted } = await show(campaign);
        expect([receipts.acked, delivered, submitted]).toEqual([taken, taken, 0]);
      }, PATIENCE);
      const { duplicates, messages: taken } = await operator.stats();
      const done = await show(campaign);
      expect(duplicates).toBe(0);
      expect(done.delivered).toBe(taken);
      expect(done.delivered + done.unknown).toBe(messages);
      expect(done.unknown).toBeLessThanOrEqual(KILLS);
      // Where every answer is waited for, the receipts have something to settle.
      expect(atKills).toBeGreaterThanOrEqual(done.unknown);
      await audit(world.db);
    },
    180_000,
  );
});
