import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AccountOverview } from '#schema/account.ts';
import type { Campaign } from '#schema/campaign.ts';
import type { Plan } from '#schema/compose.ts';
import type { DailyConsumption } from '#schema/dailyConsumption.ts';
import type { Dashboard } from '#schema/dashboard.ts';
import { DASHBOARD_SUMMARY, type DashboardSummary } from '#schema/dashboardSummary.ts';
import type { Failure } from '#schema/entity.ts';
import type { Message } from '#schema/message.ts';
import { declareDemo } from '../../../server/demo/demo.ts';
import { registerLinks, SIMULATOR } from '../../../server/services/sending/linkStates.ts';
import { messageEvent } from '../../../server/services/webhooks/events.ts';
import { audit } from '../../support/audit.ts';
import { buyPackage } from '../../support/boughtPackage.ts';
import { inputOf, LINKS, type LinkWorld, ncell, startLinkWorld } from '../../support/linkWorld.ts';
import { type RunningSimulator, startSimulator } from '../../support/simulator.ts';

let world: LinkWorld;
let simulator: RunningSimulator;
let operator: RunningSimulator;
const calm = { undelivered: 0, 'receipt-after': 20 };
const simulated = () => ({ name: SIMULATOR, url: simulator.url, isSimulator: true });
const PATH = '/v1/sms/compose/';
type Answered = { data: Campaign & Plan } & Failure;

beforeAll(async () => {
  [simulator, operator] = await Promise.all([startSimulator(calm), startSimulator(calm)]);
});
afterAll(() => Promise.all([simulator?.kill(), operator?.kill()]));
beforeEach(async () => {
  await Promise.all([simulator.reset(), operator.reset()]);
  world = await startLinkWorld([simulated()]);
  await world.becomes(SIMULATOR, 'bound');
});
afterEach(async () => {
  await audit(world.db);
  await world.close();
});

const compose = (change: object, path = PATH) =>
  world.call<Answered>('customer', 'POST', path, {
    ...{ name: 'Offer', sender: world.sender, body: 'Hello' },
    ...{ recipients: { numbers: ncell(3) } },
    ...change,
  });
const planned = async (): Promise<Plan> => (await compose({}, `${PATH}plan/`)).body.data;
const moneyOf = async () => {
  const { rows } = await sql<object>`
    SELECT a.balance, (SELECT count(*) FROM wallet_entry WHERE account = a.uuid) AS entries,
      (SELECT coalesce(sum(remaining), 0) FROM account_package WHERE account = a.uuid) AS parts
    FROM account a WHERE a.uuid = ${world.accounts.customer}`.execute(world.db);
  return rows[0];
};
const addPackage = (parts: number) => buyPackage(world.db, world.accounts.customer, { parts });
const actionsOf = async (record: string) =>
  (
    await sql<{
      action: string;
    }>`SELECT action FROM audit_entry WHERE record = ${record} ORDER BY uuid`.execute(world.db)
  ).rows.map(({ action }) => action);

describe('a server with a database of its own', () => {
  test('sends tests to the simulator and charges nothing, whatever prices and packages there are', async () => {
    await addPackage(100);
    const before = await moneyOf();
    const plan = await planned();
    expect(plan).toMatchObject({ test: true, is_free: true, no_operator: false, cost: 0, package_parts: 0 });
    expect(plan.operators).toEqual([expect.objectContaining({ price: 135.6, amount: 0, package_parts: 0 })]);
    const uuid = await world.send(ncell(3));
    const sent = await world.until(uuid, ({ delivered }) => delivered === 3);
    expect(sent).toMatchObject({ test: true, cost: 0, captured: 0, released: 0, package_parts: 0 });
    expect(await moneyOf()).toEqual(before);
    expect((await simulator.stats()).messages).toBe(3);
  });

  test('says which messages were tests: in lists, reports, files and webhooks', async () => {
    const webhook = { url: 'https://example.test/', events: ['message.delivered', 'campaign.completed'] };
    expect((await world.call('customer', 'POST', '/v1/autho/webhooks/', webhook)).status).toBe(201);
    const uuid = await world.send(ncell(2));
    await world.until(uuid, ({ delivered }) => delivered === 2);
    const results = async <T>(path: string, as: 'customer' | 'support' = 'customer') =>
      (await world.call<{ results: T[] }>(as, 'GET', path)).body.results;
    for (const [path, as] of [
      [PATH, 'customer'],
      [`${PATH}?test=true`, 'customer'],
      ['/v1/admin/campaigns/', 'support'],
    ] as const) {
      expect(await results<Campaign>(path, as)).toEqual([expect.objectContaining({ uuid, test: true })]);
    }
    expect(await results(`${PATH}?test=false`)).toEqual([]);
    const messages = await results<Message>(`/v1/sms/dispatch/?campaign=${uuid}`);
    expect(messages.map(({ test }) => test)).toEqual([true, true]);
    const [day] = await results<DailyConsumption>('/v1/credit/daily-consumption/');
    expect(day).toMatchObject({ sent: 2, test: 2, amount: 0 });
    expect(await results('/v1/credit/sms-consumption-history/')).toEqual([
      expect.objectContaining({ campaign: uuid, amount: 0, test: true }),
    ]);
    const today = { sent: 2, test: 2 };
    const data = async <T>(path: string, as: 'customer' | 'admin') =>
      (await world.call<{ data: T }>(as, 'GET', path)).body.data;
    const own = await data<Dashboard>('/v1/core/dashboard/', 'customer');
    const all = await data<DashboardSummary>(DASHBOARD_SUMMARY, 'admin');
    for (const use of [own.use, all.use]) {
      expect(use?.days.slice(-2)).toMatchObject([{ test: 0 }, today]);
      expect(use?.operators).toMatchObject([today]);
    }
    expect(own.use?.month).toMatchObject(today);
    const overview = `/v1/admin/accounts/${world.accounts.customer}/overview/`;
    expect((await data<AccountOverview>(overview, 'admin')).days.at(-1)).toMatchObject(today);

    const file = async (path: string) => {
      const [head = '', ...lines] = (await world.call('customer', 'GET', path)).text.trim().split(/\r?\n/);
      const place = head.split(',').indexOf('test');
      return lines.map((line) => line.split(',')[place]);
    };
    expect(await file(`${PATH}export/`)).toEqual(['yes']);
    expect(await file('/v1/sms/dispatch/export/')).toEqual(['yes', 'yes']);
    expect(await file('/v1/credit/sms-consumption-history/export/')).toEqual(['yes']);
    expect(await file('/v1/credit/daily-consumption/export/')).toEqual(['2']);

    const { rows: marked } = await sql<{ test: unknown }>`
      SELECT e->'data'->'test' AS test FROM webhook_event, jsonb_array_elements(events) AS e UNION ALL
      SELECT ${messageEvent}->'data'->'test' FROM webhook_event, unnest(messages) AS id JOIN message m ON m.uuid = id`.execute(
      world.db,
    );
    expect(marked).toEqual([{ test: true }, { test: true }, { test: true }]);
  });

  test('switches to the operator with the first link: new campaigns are real, tests stay tests', async () => {
    await simulator.settings({ latency: 300 });
    const test = await world.send(ncell(40));
    const plan = await planned();
    const { uuid } = await world.link(SIMULATOR);
    // The simulator’s priority is the better one, which is nothing to campaigns that it does not take.
    await world.add('ncell-1', operator.url, { window: 10, priority: 20 });
    await world.becomes('ncell-1', 'bound');
    expect(await actionsOf(uuid)).toEqual(['tests-end']);
    expect((await world.link(SIMULATOR)).is_active).toBe(true);

    const refused = await compose({ plan: plan.uuid, max_cost: 1_000_000 });
    expect([refused.status, refused.body.code]).toEqual([409, 'price_changed']);
    expect(refused.body.detail).toContain('real phones');
    expect(refused.body.data).toMatchObject({ uuid: plan.uuid, test: false, cost: 407 });
    expect(await moneyOf()).toMatchObject({ entries: 1 });

    const sent = await compose({ plan: plan.uuid, cost: 407, test: false });
    expect(sent.status, sent.text).toBe(201);
    const real = await world.until(sent.body.data.uuid, ({ delivered }) => delivered === 3);
    expect(real).toMatchObject({ test: false, cost: 407, captured: 407 });
    await simulator.settings({ latency: 0 });
    expect(await world.until(test, ({ delivered }) => delivered === 40)).toMatchObject({
      test: true,
      captured: 0,
    });
    expect([(await simulator.stats()).messages, (await operator.stats()).messages]).toEqual([40, 3]);
  });

  test('asks again where a test of no cost would become a campaign of no cost, because packages pay for it', async () => {
    await addPackage(100);
    const plan = await planned();
    await world.add('ncell-1', operator.url);
    const refused = await compose({ plan: plan.uuid, cost: 0 });
    expect([refused.status, refused.body.code]).toEqual([409, 'price_changed']);
    expect(refused.body.data).toMatchObject({ test: false, cost: 0, package_parts: 3 });
    expect(await moneyOf()).toMatchObject({ parts: 100 });
  });

  test('never sends real or charged messages to the simulator', async () => {
    await world.add('ncell-1', 'smpp://user:password@127.0.0.1:9');
    const real = await world.send(ncell(2));
    const { uuid } = await world.link('ncell-1');
    expect((await world.call('admin', 'DELETE', `${LINKS}${uuid}/`)).status).toBe(204);
    expect(await actionsOf((await world.link(SIMULATOR)).uuid)).toEqual(['tests-end', 'tests-begin']);
    await world.until(real, ({ unreachable }) => unreachable.includes('ncell'));
    const [queue] = (await world.summary()).queue.operators;
    expect(queue).toMatchObject({ operator: 'ncell', count: 2, reason: 'none' });
    // As a version that knew no tests left it: charged for, and on its way to the simulator.
    await sql`UPDATE campaign SET test = true, created_at = '2026-01-01' WHERE uuid = ${real}`.execute(
      world.db,
    );
    const after = await world.send(ncell(1, 50));
    await world.until(after, ({ delivered }) => delivered === 1);
    expect((await simulator.stats()).messages).toBe(1);
    expect(await world.campaign(real)).toMatchObject({ queued: 2, cost: 271 });
  });

  test('refuses another link with the simulator’s name', async () => {
    await world.startOver([]);
    const refused = await world.call<Failure>('admin', 'POST', LINKS, {
      name: SIMULATOR,
      ...inputOf(operator.url),
    });
    expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([400, ['name']]);
    // One that an earlier version let somebody add is theirs: the simulator does not take it over.
    await sql`
      INSERT INTO operator_link (name, host, port, system_id, password) VALUES (${SIMULATOR}, 'a', 1, 'b', 'c')`.execute(
      world.db,
    );
    await expect(registerLinks(world.db, [simulated()])).rejects.toThrow('Delete it first.');
  });
});

describe('without a link to an operator, and without the simulator', () => {
  const refused = { status: 409, body: expect.objectContaining({ code: 'no_operator' }) };
  beforeEach(() => world.startOver([]));

  test('campaigns can be planned but not sent, and nothing is held', async () => {
    const before = await moneyOf();
    const plan = await planned();
    expect(plan).toMatchObject({
      test: false,
      no_operator: true,
      recipients: 3,
      cost: 407,
      sufficient: true,
    });
    const configs = await world.call<{ data: object }>('customer', 'GET', '/v1/sms/configs/');
    expect(configs.body.data).toMatchObject({ destination: 'none' });
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    for (const change of [
      { plan: plan.uuid, cost: plan.cost },
      { max_cost: 1_000_000 },
      { plan: plan.uuid, cost: plan.cost, scheduled_at: tomorrow },
      { max_cost: 1_000_000, urgent: true },
    ]) {
      const answer = await compose(change);
      expect(answer, answer.text).toMatchObject(refused);
      expect(answer.body.detail).toContain('No operator is connected.');
    }
    const one = { sender: world.sender, body: 'Hello', phone: '9801210100' };
    expect(await world.call('customer', 'POST', `${PATH}test/`, one)).toMatchObject(refused);
    expect(await moneyOf()).toEqual(before);

    await world.add('ncell-1', operator.url);
    const sent = await compose({ plan: plan.uuid, cost: plan.cost });
    expect(sent.status, sent.text).toBe(201);
    await world.until(sent.body.data.uuid, ({ delivered }) => delivered === 3);
  });

  test('retries and approvals are refused too', async () => {
    await world.add('ncell-1', operator.url);
    await world.becomes('ncell-1', 'bound');
    const failed = await world.send(['9801210001']);
    await world.until(failed, ({ undelivered }) => undelivered === 1);
    await sql`UPDATE provider_setting SET approval_above = 0`.execute(world.db);
    const waiting = await world.send(ncell(2));
    const { uuid } = await world.link('ncell-1');
    const before = await moneyOf();
    expect((await world.call('admin', 'DELETE', `${LINKS}${uuid}/`)).status).toBe(204);
    expect(await world.call('customer', 'POST', `${PATH}${failed}/retry/`, { max_cost: 1000 })).toMatchObject(
      refused,
    );
    const approve = () => world.call('admin', 'POST', `/v1/admin/campaigns/${waiting}/approve/`, {});
    expect(await approve()).toMatchObject(refused);
    // The simulator is no operator: what was paid for does not become a test.
    await world.restart([simulated()]);
    expect(await approve()).toMatchObject(refused);
    expect(await world.campaign(waiting)).toMatchObject({ status: 'draft', cost: 271 });
    expect(await moneyOf()).toEqual(before);
  });

  test('a link that is paused or down keeps its campaigns waiting', async () => {
    await world.add('ncell-1', 'smpp://user:password@127.0.0.1:9');
    const down = await world.send(ncell(1));
    await world.act('ncell-1', 'pause');
    const paused = await world.send(ncell(1, 10));
    for (const uuid of [down, paused]) await world.until(uuid, ({ unreachable }) => unreachable.length === 1);
  });
});

describe('a demonstration', () => {
  beforeEach(() => declareDemo(world.db));

  test('charges its own money for tests, and says that it is no real one', async () => {
    const plan = await planned();
    expect(plan).toMatchObject({ test: true, is_free: false, cost: 407 });
    const uuid = await world.send(ncell(3));
    const sent = await world.until(uuid, ({ delivered }) => delivered === 3);
    expect(sent).toMatchObject({ test: true, cost: 407, captured: 407 });
    const { body } = await world.call<{ data: object }>('customer', 'GET', '/v1/autho/user/profile/');
    expect(body.data).toMatchObject({ wallet: { balance: 5_000_000 - 407, is_demo: true } });
  });

  test('stays one for good', async () => {
    await expect(sql`UPDATE provider_setting SET is_demo = false`.execute(world.db)).rejects.toThrow(
      'a demonstration stays one',
    );
    await declareDemo(world.db);
  });
});
