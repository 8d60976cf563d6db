import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Failure } from '#schema/entity.ts';
import { type OperatorRoute, ROUTE, ROUTES, type RouteAnswer } from '#schema/routing.ts';
import { fixDelivery } from '../../../server/services/sending/deliverySettings.ts';
import { routeFor } from '../../../server/services/sending/routes.ts';
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

describe('weights', () => {
  const share = (main: number | null, other: number | null) =>
    Promise.all([
      world.change('main', { priority: 10, weight: main }),
      world.change('spare', { priority: 10, weight: other }),
    ]);

  test('links of the same number share exactly, however fast each is', async () => {
    await share(70, 30);
    await world.limit('main', { window: 2 });
    await main.settings({ latency: 10 });
    await delivered(await world.send([...ntc(100, 10_000), ...ncell(50, 10_000)]), 150);
    expect(await received()).toEqual([105, 45]);
    // Whoever got more of one campaign gets less of the next.
    for (const from of [0, 1, 2]) await delivered(await world.send(ntc(1, 10_200 + from)), 1);
    await delivered(await world.send(ntc(97, 10_300)), 97);
    expect(await received()).toEqual([175, 75]);
    await audit(world.db);
  });

  test('while one is paused the others take its share, and it owes none of it afterwards', async () => {
    await share(1, 3);
    await world.act('spare', 'pause');
    await delivered(await world.send(ntc(40, 11_000)), 40);
    expect(await received()).toEqual([40, 0]);
    await world.act('spare', 'resume');
    await delivered(await world.send(ntc(40, 11_100)), 40);
    expect(await received()).toEqual([50, 30]);
    // Without weights each sends as fast as it can again.
    await share(null, null);
    await delivered(await world.send(ntc(10, 11_200)), 10);
    await audit(world.db);
  });

  test('are kept by clients that do not know them, shown as percentages, and have limits', async () => {
    await share(70, 30);
    await world.change('main', { window: 40 });
    const query = new URLSearchParams({ phone: ntc(1)[0] as string });
    const { body } = await world.call<{ data: RouteAnswer }>('admin', 'GET', `${ROUTE}?${query}`);
    expect(body.data.links.map(({ name, weight, percent }) => [name, weight, percent])).toEqual([
      ['main', 70, 70],
      ['spare', 30, 30],
    ]);
    const { uuid, host, port, tls, system_id, window, rate, operators, priority } = await world.link('main');
    const now = { host, port, tls, system_id, window, rate, operators, priority };
    const refused = await world.call<Failure>('admin', 'PUT', `/v1/admin/operator-links/${uuid}/`, {
      ...now,
      weight: 0,
    });
    expect([refused.status, refused.body.errors?.weight]).toEqual([400, [expect.any(String)]]);
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

describe('the dry run', () => {
  const ask = async (change: Record<string, string> = {}) => {
    const query = new URLSearchParams({ phone: ntc(1)[0] as string, ...change });
    return world.call<{ data: RouteAnswer } & Failure>('admin', 'GET', `${ROUTE}?${query}`);
  };
  const routes = async (change?: Record<string, string>) => {
    const { data } = (await ask(change)).body;
    return Object.fromEntries(data.links.map(({ name, route }) => [name, route]));
  };

  test('names the link that takes a number as it is typed, and the backup', async () => {
    expect((await ask({ phone: '०९८४१२-10100' })).body.data).toMatchObject({
      ...{ phone: '+9779841210100', operator: 'ntc', prefix: '+977984', closed: false, test: false },
      ...{ blocks: [], quiet_hours: null },
      links: [
        { name: 'main', route: 'takes', state: 'bound', priority: 10 },
        { name: 'spare', route: 'backup', state: 'bound', priority: 20 },
      ],
    });
    await delivered(await world.send(ntc(3, 9000)), 3);
    expect(await received()).toEqual([3, 0]);
    expect((await ask({ phone: '984' })).body.errors?.phone).toHaveLength(1);
    expect((await ask({ phone: '9011234567' })).body.data).toMatchObject({
      ...{ operator: 'unknown', prefix: null, blocks: ['unknown_number'] },
    });
  });

  test('says why others are skipped, and what follows for messages', async () => {
    await world.change('spare', { operators: ['ncell'] });
    expect(await routes()).toEqual({ main: 'takes', spare: 'operator' });
    await world.change('spare', { operators: [], priority: 10 });
    expect(await routes()).toEqual({ main: 'takes', spare: 'takes' });
    await world.change('spare', { operators: [], priority: 20 });
    const { uuid } = await world.link('main');
    // At once with a trigger that keeps it so: the worker, which lives, writes its own state again and again.
    await world.db.transaction().execute(async (trx) => {
      await sql`UPDATE operator_link_state SET throttled_since = now() - interval '1 minute',
        holds_until = now() + interval '1 minute' WHERE link = ${uuid}`.execute(trx);
      await sql`CREATE FUNCTION keep_row() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'`.execute(
        trx,
      );
      await sql`CREATE TRIGGER keep_row BEFORE UPDATE ON operator_link_state
        FOR EACH ROW EXECUTE FUNCTION keep_row()`.execute(trx);
    });
    onTestFinished(async () => {
      await sql`DROP FUNCTION keep_row CASCADE`.execute(world.db);
    });
    expect(await routes()).toEqual({ main: 'throttled', spare: 'takes' });
    await world.act('main', 'pause');
    expect(await routes()).toEqual({ main: 'paused', spare: 'takes' });
    const all = (await world.call<{ data: OperatorRoute[] }>('admin', 'GET', ROUTES)).body.data;
    expect(all.map(({ operator }) => operator)).toEqual(['ntc', 'ncell', 'smart', 'hello']);
    expect(all[0]?.prefixes).toContain('+977984');
    expect(all[0]?.links.map(({ name, route }) => [name, route])).toEqual([
      ['main', 'paused'],
      ['spare', 'takes'],
    ]);
    await world.act('spare', 'pause');
    expect((await ask()).body.data.blocks).toEqual(['no_link']);
  });

  test('looks at account and sender ID, and changes nothing', async () => {
    const account = world.accounts.customer;
    expect((await ask({ account, sender: 'demo' })).body.data.blocks).toEqual([]);
    const { body } = await world.call(
      'admin',
      'PUT',
      `/v1/sms/sender-identities/${world.sender}/approvals/`,
      {
        approvals: [{ operator: 'ncell', status: 'approved' }],
      },
    );
    expect(body).toMatchObject({ data: { status: 'approved' } });
    expect((await ask({ account, sender: 'DEMO' })).body.data.blocks).toEqual(['sender_unapproved']);
    const toNcell = { account, sender: 'DEMO', phone: ncell(1)[0] as string };
    expect((await ask(toNcell)).body.data.blocks).toEqual([]);
    await sql`UPDATE sender_approval SET operator = 'ntc' WHERE sender = ${world.sender}`.execute(world.db);
    await sql`INSERT INTO sender_approval (sender, operator, status) VALUES (${world.sender}, 'ncell', 'approved')`.execute(
      world.db,
    );
    expect((await ask({ account, sender: 'NOBODY' })).body.data.blocks).toEqual(['sender_missing']);
    await sql`UPDATE sender_identity SET status = 'suspended' WHERE uuid = ${world.sender}`.execute(world.db);
    await sql`UPDATE account SET is_active = false WHERE uuid = ${account}`.execute(world.db);
    expect((await ask({ account, sender: 'DEMO' })).body.data.blocks).toEqual([
      'account_inactive',
      'sender_suspended',
    ]);
    await sql`UPDATE sender_identity SET status = 'approved' WHERE uuid = ${world.sender}`.execute(world.db);
    await sql`UPDATE account SET is_active = true WHERE uuid = ${account}`.execute(world.db);
    const nobody = { account: '0198a000-0000-7000-8000-000000000000' };
    expect((await ask(nobody)).body.errors?.account).toEqual(['This account does not exist.']);
    expect((await ask({ sender: 'DEMO' })).body.errors?.account).toHaveLength(1);
    expect((await world.call('customer', 'GET', `${ROUTE}?phone=9841210100`)).status).toBe(403);
    expect(await received()).toEqual([0, 0]);
  });
});

test('in quiet hours the dry run says so', async () => {
  await fixDelivery(world.db, { QUIET_HOURS: '22:00-07:00' });
  const at = (time: string) =>
    routeFor(world.db, { phone: '9841210100' }, new Date(`2026-01-01T${time}:00+05:45`));
  expect((await at('23:30')).blocks).toEqual(['quiet_hours']);
  expect(await at('12:00')).toMatchObject({ blocks: [], quiet_hours: '22:00-07:00' });
  await fixDelivery(world.db, {});
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
