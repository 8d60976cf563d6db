import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { type LinkWorld, startLinkWorld } from '../../support/linkWorld.ts';
import { type RunningSimulator, startSimulator } from '../../support/simulator.ts';

const calm = { undelivered: 0, 'receipt-after': 20 };

/** Two operators with a link to each, and what they receive. */
export function setUpRouting() {
  let world: LinkWorld;
  let main: RunningSimulator;
  let spare: RunningSimulator;
  beforeAll(async () => {
    [main, spare] = await Promise.all([startSimulator(calm), startSimulator(calm)]);
    world = await startLinkWorld([{ name: 'main', url: main.url }]);
    await world.add('spare', spare.url, { priority: 20 });
    await Promise.all([world.becomes('main', 'bound'), world.becomes('spare', 'bound')]);
  });

  afterAll(async () => {
    await world?.close();
    await Promise.all([main?.kill(), spare?.kill()]);
  });

  /** Each begins with both links as they were made, whatever became of one before. */
  beforeEach(async () => {
    await Promise.all([main, spare].map((operator) => operator.reset()));
    await Promise.all([main, spare].map((operator) => operator.settings({ latency: 0 })));
    for (const { name, is_active } of await world.links()) {
      if (!is_active) await world.act(name, 'resume');
      const first = { window: 50, rate: 0, operators: [], priority: name === 'main' ? 10 : 20, weight: null };
      await world.limit(name, first);
    }
  });

  const received = async () => {
    const [one, other] = await Promise.all([main.stats(), spare.stats()]);
    expect([one.duplicates, other.duplicates]).toEqual([0, 0]);
    return [one.messages, other.messages];
  };

  const delivered = (uuid: string, count: number) => world.until(uuid, (c) => c.delivered === count);
  return {
    get world() {
      return world;
    },
    get main() {
      return main;
    },
    get spare() {
      return spare;
    },
    received,
    delivered,
  };
}
