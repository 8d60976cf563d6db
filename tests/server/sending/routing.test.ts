import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { audit } from '../../support/audit.ts';
import { type LinkWorld, ncell, ntc, patience, startLinkWorld } from '../../support/linkWorld.ts';
import { type RunningSimulator, startSimulator } from '../../support/simulator.ts';

let world: LinkWorld;
let main: RunningSimulator;
let spare: RunningSimulator;
const calm = { undelivered: 0, 'receipt-after': 20 };

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
    const first = { window: 50, rate: 0, operators: [], priority: name === 'main' ? 10 : 20 };
    await world.limit(name, first);
  }
});

const received = async () => {
  const [one, other] = await Promise.all([main.stats(), spare.stats()]);
  expect([one.duplicates, other.duplicates]).toEqual([0, 0]);
  return [one.messages, other.messages];
};
const delivered = (uuid: string, count: number) => world.until(uuid, (c) => c.delivered === count);

describe('priority', () => {
  test('the link of the lowest number gets everything, the other nothing', async () => {
    await delivered(await world.send([...ncell(40), ...ntc(40)]), 80);
    expect(await received()).toEqual([80, 0]);
  });

  test('links of the same number share, and none sends what the other has', async () => {
    await world.limit('spare', { priority: 10, window: 5 });
    await world.limit('main', { window: 5 });
    await Promise.all([main.settings({ latency: 20 }), spare.settings({ latency: 20 })]);
    await delivered(await world.send(ntc(400, 1000)), 400);
    const [one = 0, other = 0] = await received();
    expect(one + other).toBe(400);
    expect(Math.min(one, other)).toBeGreaterThan(0);
    await audit(world.db);
  });
});

describe('a pause', () => {
  test('the next link takes over at once, and gives back when the first goes on', async () => {
    await world.act('main', 'pause');
    await delivered(await world.send(ntc(30, 2000)), 30);
    expect(await received()).toEqual([0, 30]);
    expect(await world.link('main')).toMatchObject({ is_active: false, state: 'bound' });
    await world.act('main', 'resume');
    await delivered(await world.send(ntc(30, 2100)), 30);
    expect(await received()).toEqual([30, 30]);
  });

  test('with all paused the campaign waits and says for whom; nothing is sent until one goes on', async () => {
    await Promise.all([world.act('main', 'pause'), world.act('spare', 'pause')]);
    const uuid = await world.send([...ncell(10, 3000), ...ntc(10, 3000)]);
    const waiting = await world.until(uuid, (c) => c.unreachable.length === 2);
    expect(waiting).toMatchObject({ status: 'sending', queued: 20, unreachable: ['ncell', 'ntc'] });
    const { queue } = await world.summary();
    expect(queue).toMatchObject({ waiting: 20, oldest_at: expect.any(String) });
    expect(queue.operators.map(({ operator, count, reason }) => [operator, count, reason])).toEqual(
      expect.arrayContaining([
        ['ncell', 10, 'paused'],
        ['ntc', 10, 'paused'],
      ]),
    );
    expect(await received()).toEqual([0, 0]);
    await Promise.all([world.act('main', 'resume'), world.act('spare', 'resume')]);
    expect((await delivered(uuid, 20)).unreachable).toEqual([]);
    expect((await world.summary()).queue).toEqual({ waiting: 0, oldest_at: null, operators: [] });
    await audit(world.db);
  });

  test('what a slow link has not begun goes back to the queue, and out over the other', async () => {
    await world.limit('main', { rate: 5 });
    const uuid = await world.send(ntc(60, 4000));
    await vi.waitFor(async () => expect((await main.stats()).messages).toBeGreaterThan(0), patience);
    await world.act('main', 'pause');
    await delivered(uuid, 60);
    const [one = 0, other = 0] = await received();
    expect(one + other).toBe(60);
    expect(other).toBeGreaterThan(30);
    await audit(world.db);
  });
});

describe('operators served', () => {
  test('each operator’s messages go over the links that serve it, the best of them first', async () => {
    await world.change('spare', { operators: ['ncell'], priority: 5 });
    await delivered(await world.send([...ncell(15, 5000), ...ntc(25, 5000)]), 40);
    expect(await received()).toEqual([25, 15]);
  });

  test('what no link serves stays queued and is named; the others go out; then a link is told to serve it', async () => {
    await world.change('main', { operators: ['ntc'] });
    await world.change('spare', { operators: ['ntc'] });
    const uuid = await world.send([...ncell(12, 6000), ...ntc(8, 6000)]);
    const waiting = await world.until(uuid, (c) => c.delivered === 8);
    expect(waiting).toMatchObject({ status: 'sending', queued: 12, unreachable: ['ncell'] });
    const { queue } = await world.summary();
    expect(queue.operators).toEqual([
      {
        operator: 'ncell',
        count: 12,
        count_is_minimum: false,
        oldest_at: expect.any(String),
        reason: 'none',
      },
    ]);
    await world.change('spare', { operators: [], priority: 20 });
    await delivered(uuid, 20);
    await audit(world.db);
  });
});

describe('failover', () => {
  test('the operator is killed while it takes messages: the other link takes over, nothing is sent twice, and the first gets it back', async () => {
    await main.settings({ latency: 30 });
    await world.limit('main', { window: 10 });
    const uuid = await world.send(ntc(600, 7000));
    await vi.waitFor(async () => expect((await main.stats()).messages).toBeGreaterThan(50), patience);
    await main.kill('SIGKILL');
    await world.becomes('main', 'down');
    const { uuid: link, reason } = await world.link('main');
    expect(reason).toMatch(/\w/);
    // The moment is over for which messages wait for a link that went down.
    await sql`UPDATE operator_link_state SET holds_until = now() WHERE link = ${link}`.execute(world.db);
    const over = await world.until(uuid, (c) => c.status === 'completed');
    // Written to the killed operator and never answered: whether it has them nobody knows, so they are not sent again.
    expect(over.unknown).toBeLessThanOrEqual(10);
    expect((await spare.stats()).messages).toBeGreaterThan(300);

    await main.restart();
    await world.becomes('main', 'bound');
    const settled = await world.until(uuid, (c) => c.submitted === 0 && c.unknown <= over.unknown);
    const [one = 0, other = 0] = await received();
    // Those that the operator has, once each, and those that it never got.
    expect(one + other + settled.unknown).toBeGreaterThanOrEqual(600);
    expect(one + other).toBeLessThanOrEqual(600);
    await vi.waitFor(async () => expect((await world.campaign(uuid)).delivered).toBe(one + other), patience);

    await spare.reset();
    await delivered(await world.send(ntc(20, 8000)), 20);
    expect((await spare.stats()).messages).toBe(0);
    await audit(world.db);
  });
});
