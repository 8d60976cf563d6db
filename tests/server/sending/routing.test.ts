import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import type { Failure } from '#schema/entity.ts';
import { ROUTE, type RouteAnswer } from '#schema/routing.ts';
import { audit } from '../../support/audit.ts';
import { ncell, ntc, patience } from '../../support/linkWorld.ts';
import { setUpRouting } from './routingSetup.ts';

const setup = setUpRouting();
const { received, delivered } = setup;

describe('priority', () => {
  test('the link of the lowest number gets everything, the other nothing', async () => {
    await delivered(await setup.world.send([...ncell(40), ...ntc(40)]), 80);
    expect(await received()).toEqual([80, 0]);
  });

  test('links of the same number share, and none sends what the other has', async () => {
    await setup.world.limit('spare', { priority: 10, window: 5 });
    await setup.world.limit('main', { window: 5 });
    await Promise.all([setup.main.settings({ latency: 20 }), setup.spare.settings({ latency: 20 })]);
    await delivered(await setup.world.send(ntc(400, 1000)), 400);
    const [one = 0, other = 0] = await received();
    expect(one + other).toBe(400);
    expect(Math.min(one, other)).toBeGreaterThan(0);
    await audit(setup.world.db);
  });
});

describe('weights', () => {
  const share = (main: number | null, other: number | null) =>
    Promise.all([
      setup.world.change('main', { priority: 10, weight: main }),
      setup.world.change('spare', { priority: 10, weight: other }),
    ]);

  test('links of the same number share exactly, however fast each is', async () => {
    await share(70, 30);
    await setup.world.limit('main', { window: 2 });
    await setup.main.settings({ latency: 10 });
    await delivered(await setup.world.send([...ntc(100, 10_000), ...ncell(50, 10_000)]), 150);
    expect(await received()).toEqual([105, 45]);
    // Whoever got more of one campaign gets less of the next.
    for (const from of [0, 1, 2]) await delivered(await setup.world.send(ntc(1, 10_200 + from)), 1);
    await delivered(await setup.world.send(ntc(97, 10_300)), 97);
    expect(await received()).toEqual([175, 75]);
    await audit(setup.world.db);
  });

  test('while one is paused the others take its share, and it owes none of it afterwards', async () => {
    await share(1, 3);
    await setup.world.act('spare', 'pause');
    await delivered(await setup.world.send(ntc(40, 11_000)), 40);
    expect(await received()).toEqual([40, 0]);
    await setup.world.act('spare', 'resume');
    await delivered(await setup.world.send(ntc(40, 11_100)), 40);
    expect(await received()).toEqual([50, 30]);
    // Without weights each sends as fast as it can again.
    await share(null, null);
    await delivered(await setup.world.send(ntc(10, 11_200)), 10);
    await audit(setup.world.db);
  });

  test('are kept by clients that do not know them, shown as percentages, and have limits', async () => {
    await share(70, 30);
    await setup.world.change('main', { window: 40 });
    const query = new URLSearchParams({ phone: ntc(1)[0] as string });
    const { body } = await setup.world.call<{ data: RouteAnswer }>('admin', 'GET', `${ROUTE}?${query}`);
    expect(body.data.links.map(({ name, weight, percent }) => [name, weight, percent])).toEqual([
      ['main', 70, 70],
      ['spare', 30, 30],
    ]);
    const { uuid, host, port, tls, system_id, window, rate, operators, priority } =
      await setup.world.link('main');
    const now = { host, port, tls, system_id, window, rate, operators, priority };
    const refused = await setup.world.call<Failure>('admin', 'PUT', `/v1/admin/operator-links/${uuid}/`, {
      ...now,
      weight: 0,
    });
    expect([refused.status, refused.body.errors?.weight]).toEqual([400, [expect.any(String)]]);
  });
});

describe('a pause', () => {
  test('the next link takes over at once, and returns the traffic when the first resumes', async () => {
    await setup.world.act('main', 'pause');
    await delivered(await setup.world.send(ntc(30, 2000)), 30);
    expect(await received()).toEqual([0, 30]);
    expect(await setup.world.link('main')).toMatchObject({ is_active: false, state: 'bound' });
    await setup.world.act('main', 'resume');
    await delivered(await setup.world.send(ntc(30, 2100)), 30);
    expect(await received()).toEqual([30, 30]);
  });

  test('with all links paused the campaign waits and names the operator, until a link resumes', async () => {
    await Promise.all([setup.world.act('main', 'pause'), setup.world.act('spare', 'pause')]);
    const uuid = await setup.world.send([...ncell(10, 3000), ...ntc(10, 3000)]);
    const waiting = await setup.world.until(uuid, (c) => c.unreachable.length === 2);
    expect(waiting).toMatchObject({ status: 'sending', queued: 20, unreachable: ['ncell', 'ntc'] });
    const { queue } = await setup.world.summary();
    expect(queue).toMatchObject({ waiting: 20, oldest_at: expect.any(String) });
    expect(queue.operators.map(({ operator, count, reason }) => [operator, count, reason])).toEqual(
      expect.arrayContaining([
        ['ncell', 10, 'paused'],
        ['ntc', 10, 'paused'],
      ]),
    );
    expect(await received()).toEqual([0, 0]);
    await Promise.all([setup.world.act('main', 'resume'), setup.world.act('spare', 'resume')]);
    expect((await delivered(uuid, 20)).unreachable).toEqual([]);
    expect((await setup.world.summary()).queue).toEqual({ waiting: 0, oldest_at: null, operators: [] });
    await audit(setup.world.db);
  });

  test('what a slow link has not begun goes back to the queue, and out over the other', async () => {
    await setup.world.limit('main', { rate: 5 });
    const uuid = await setup.world.send(ntc(60, 4000));
    await vi.waitFor(async () => expect((await setup.main.stats()).messages).toBeGreaterThan(0), patience);
    await setup.world.act('main', 'pause');
    await delivered(uuid, 60);
    const [one = 0, other = 0] = await received();
    expect(one + other).toBe(60);
    expect(other).toBeGreaterThan(30);
    await audit(setup.world.db);
  });
});

describe('operators served', () => {
  test('each operator’s messages go over the links that serve it, the best of them first', async () => {
    await setup.world.change('spare', { operators: ['ncell'], priority: 5 });
    await delivered(await setup.world.send([...ncell(15, 5000), ...ntc(25, 5000)]), 40);
    expect(await received()).toEqual([25, 15]);
  });

  test('what no link serves stays queued and is named; the others go out; then a link is told to serve it', async () => {
    await setup.world.change('main', { operators: ['ntc'] });
    await setup.world.change('spare', { operators: ['ntc'] });
    const uuid = await setup.world.send([...ncell(12, 6000), ...ntc(8, 6000)]);
    const waiting = await setup.world.until(uuid, (c) => c.delivered === 8);
    expect(waiting).toMatchObject({ status: 'sending', queued: 12, unreachable: ['ncell'] });
    const { queue } = await setup.world.summary();
    expect(queue.operators).toEqual([
      {
        operator: 'ncell',
        count: 12,
        count_is_minimum: false,
        oldest_at: expect.any(String),
        reason: 'none',
        unapproved: 0,
      },
    ]);
    await setup.world.change('spare', { operators: [], priority: 20 });
    await delivered(uuid, 20);
    await audit(setup.world.db);
  });
});

describe('failover', () => {
  test('the operator is killed while it takes messages: the other link takes over, nothing is sent twice, and the first gets it back', async () => {
    await setup.main.settings({ latency: 30 });
    await setup.world.limit('main', { window: 10 });
    const uuid = await setup.world.send(ntc(600, 7000));
    await vi.waitFor(async () => expect((await setup.main.stats()).messages).toBeGreaterThan(50), patience);
    await setup.main.kill('SIGKILL');
    await setup.world.becomes('main', 'down');
    const { uuid: link, reason } = await setup.world.link('main');
    expect(reason).toMatch(/\w/);
    // The moment is over for which messages wait for a link that went down.
    await sql`UPDATE operator_link_state SET holds_until = now() WHERE link = ${link}`.execute(
      setup.world.db,
    );
    const over = await setup.world.until(uuid, (c) => c.status === 'completed');
    // Written to the killed operator and never answered: whether it has them nobody knows, so they are not sent again.
    expect(over.unknown).toBeLessThanOrEqual(10);
    expect((await setup.spare.stats()).messages).toBeGreaterThan(300);

    await setup.main.restart();
    await setup.world.becomes('main', 'bound');
    const settled = await setup.world.until(uuid, (c) => c.submitted === 0 && c.unknown <= over.unknown);
    const [one = 0, other = 0] = await received();
    // Those that the operator has, once each, and those that it never got.
    expect(one + other + settled.unknown).toBeGreaterThanOrEqual(600);
    expect(one + other).toBeLessThanOrEqual(600);
    await vi.waitFor(
      async () => expect((await setup.world.campaign(uuid)).delivered).toBe(one + other),
      patience,
    );

    await setup.spare.reset();
    await delivered(await setup.world.send(ntc(20, 8000)), 20);
    expect((await setup.spare.stats()).messages).toBe(0);
    await audit(setup.world.db);
  });

  test('a link that went down while the database’s clock was ahead keeps its operators no longer than another', async () => {
    const { uuid } = await setup.world.link('main');
    await setup.main.kill('SIGKILL');
    await setup.world.becomes('main', 'down');
    await sql`UPDATE operator_link_state SET holds_until = now() + interval '5 hours' WHERE link = ${uuid}`.execute(
      setup.world.db,
    );
    await delivered(await setup.world.send(ntc(20, 8100)), 20);
    expect((await setup.spare.stats()).messages).toBe(20);
    await setup.main.restart();
    await setup.world.becomes('main', 'bound');
  });
});
