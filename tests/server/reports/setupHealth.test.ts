import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DASHBOARD_SUMMARY, type DashboardSummary } from '#schema/dashboardSummary.ts';
import { type HealthCheck, healthNames, SETUP_HEALTH, type SetupHealth } from '#schema/setupHealth.ts';
import { buildApp } from '../../../server/app.ts';
import { findSetup } from '../../../server/services/reports/setup.ts';
import {
  type ConfiguredHealth,
  setupHealthOf,
  shownOnDashboard,
} from '../../../server/services/reports/setupHealth.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { countedReads } from '../../support/countedReads.ts';

const whole: ConfiguredHealth = {
  setup: { brand: true, tax: true, payments: true, mail: true, secrets: true },
  showsMail: false,
  unreadable: { mail: false, payments: false },
  ...{ address: true, scanner: true, secrets: true, bucket: true, dataDir: '/' },
};
let world: TestApp;
beforeAll(async () => {
  world = await createTestApp({ link: 'none' });
});
afterAll(() => world.close());
beforeEach(async () => {
  await sql`DELETE FROM mail`.execute(world.db);
});

const look = async (change: Partial<ConfiguredHealth> = {}, now?: () => number) => {
  const { checks } = await setupHealthOf(world.db, { ...whole, ...change }, await findSetup(world.db), now);
  const of = (name: HealthCheck['name']) => checks.find((check) => check.name === name) as HealthCheck;
  return { checks, of, reason: (name: HealthCheck['name']) => `${of(name).state} ${of(name).reason}` };
};

describe('the set-up’s health', () => {
  test('is read by administrators, each subject once', async () => {
    const { status, body } = await world.call<{ data: SetupHealth }>('admin', 'GET', SETUP_HEALTH);
    expect(status).toBe(200);
    expect(body.data.checks.map(({ name }) => name)).toEqual(healthNames);
    for (const user of ['support', 'customer'] as const)
      expect((await world.call(user, 'GET', SETUP_HEALTH)).status).toBe(403);
  });

  test('names what the configuration lacks', async () => {
    const all = await look();
    for (const name of [
      'mail',
      'address',
      'storage',
      'scanner',
      'secrets',
      'brand',
      'tax',
      'payments',
    ] as const)
      expect(all.reason(name), name).toBe('ok ok');
    const nothing = await look({
      setup: { brand: false, tax: false, payments: false, mail: false, secrets: false },
      ...{ address: false, scanner: false, secrets: false, bucket: false, dataDir: '/no/such/folder' },
    });
    expect(nothing.checks.map(({ name }) => `${name} ${nothing.reason(name)}`)).toEqual(
      expect.arrayContaining([
        ...['mail error missing', 'address warning missing', 'storage note folder', 'scanner note missing'],
        ...['secrets error missing', 'brand warning missing', 'tax warning missing'],
        ...['payments warning missing', 'disk error unreadable'],
      ]),
    );
    // The key that such a server makes lies beside its data.
    expect((await look({ secrets: false })).reason('secrets')).toBe('warning file');
  });

  test('follows the operators’ links', async () => {
    expect((await look()).reason('operator')).toBe('error missing');
    const add = (name: string, isSimulator: boolean) =>
      sql`
      INSERT INTO operator_link (name, managed_by, is_simulator, host, port, system_id)
      VALUES (${name}, 'environment', ${isSimulator}, '127.0.0.1', 2775, 'demo')`.execute(world.db);
    const bind = (name: string) =>
      sql`
      INSERT INTO operator_link_state (link, worker, state, since, holds_until, in_flight, per_minute)
      SELECT uuid, 1, 'bound', now(), now() + interval '1 minute', 0, 0 FROM operator_link WHERE name = ${name}`.execute(
        world.db,
      );
    await add('simulator', true);
    expect((await look()).reason('operator')).toBe('note simulator');
    await add('ntc', false);
    await add('ncell', false);
    expect((await look()).reason('operator')).toBe('error down');
    await bind('ntc');
    expect((await look()).of('operator')).toMatchObject({
      ...{ state: 'warning', reason: 'partly', values: { bound: 1, links: 2 } },
    });
    await bind('ncell');
    expect((await look()).reason('operator')).toBe('ok ok');
  });

  test('sees a worker only while it reports', async () => {
    expect((await look()).reason('worker')).toBe('error missing');
    await sql`
      INSERT INTO server_process (uuid, role, host, pid, seen_at)
      VALUES (uuid_v7(), 'worker', 'a', 1, now() - interval '31 seconds'), (uuid_v7(), 'api', 'a', 2, now())`.execute(
      world.db,
    );
    expect((await look()).reason('worker')).toBe('error missing');
    await sql`UPDATE server_process SET seen_at = now() WHERE role = 'worker'`.execute(world.db);
    expect((await look()).reason('worker')).toBe('ok ok');
  });

  test('sees mail that fails or waits', async () => {
    await sql`INSERT INTO mail (kind, "to", failed_at) VALUES ('signup', 'a@x.test', now())`.execute(
      world.db,
    );
    expect((await look()).of('mail')).toMatchObject({ reason: 'failed', values: { count: 1 } });
    await sql`
      INSERT INTO mail (kind, "to", created_at) VALUES ('signup', 'a@x.test', now() - interval '16 minutes')`.execute(
      world.db,
    );
    const { state, reason, values } = (await look()).of('mail');
    expect([state, reason]).toEqual(['error', 'waiting']);
    expect(Date.parse(String(values?.since))).toBeLessThan(Date.now());
  });

  test('knows the last backup from who reports it, and how old it is', async () => {
    expect((await look()).reason('backup')).toBe('warning unknown');
    await sql`SELECT note_backup()`.execute(world.db);
    expect((await look()).reason('backup')).toBe('ok done');
    await sql`
      UPDATE settings_part SET chosen = jsonb_build_object('at', now() - interval '27 hours') WHERE name = 'backup'`.execute(
      world.db,
    );
    expect((await look()).reason('backup')).toBe('error old');
  });

  test('sees clocks that differ, and a disk that has room', async () => {
    expect((await look()).reason('clock')).toBe('ok ok');
    expect((await look({}, () => Date.now() - 60_000)).of('clock')).toMatchObject({
      ...{ state: 'error', reason: 'differs', values: { seconds: expect.closeTo(60, -1) } },
    });
    const { values } = (await look()).of('disk');
    expect(values).toEqual({ free: expect.any(Number), percent: expect.any(Number) });
  });
});

describe('the staff dashboard', () => {
  const is = (name: HealthCheck['name'], state: HealthCheck['state']): HealthCheck => ({
    name,
    state,
    reason: 'missing',
  });
  test('shows the worst, unless it says so by itself', () => {
    const checks = [
      is('sending', 'error'),
      is('mail', 'error'),
      is('backup', 'warning'),
      is('disk', 'error'),
    ];
    expect(shownOnDashboard({ isDemo: false, checks }, false)?.name).toBe('mail');
    expect(shownOnDashboard({ isDemo: false, checks }, true)?.name).toBe('disk');
    // The list takes what is set for done.
    const locked = { ...is('payments', 'error'), reason: 'unreadable' };
    expect(shownOnDashboard({ isDemo: false, checks: [locked] }, true)).toBe(locked);
    expect(shownOnDashboard({ isDemo: true, checks }, false)).toBeNull();
    expect(shownOnDashboard({ isDemo: false, checks: [is('scanner', 'note')] }, false)).toBeNull();
  });

  test('reads the settings and the set-up once for its summary', async () => {
    const read = ['billing_setting', 'AS default_price', 'FROM mail_server', 'FROM payment_gateway'];
    const counted = read.map((text) => countedReads(world.db, text));
    for (const { db, count } of counted) {
      const app = await buildApp({ ...world.deps, db });
      const headers = { authorization: `Token ${world.tokens.admin}` };
      // What every answer's headers need is read every few seconds.
      await app.inject('/healthz');
      const before = count();
      expect((await app.inject({ url: DASHBOARD_SUMMARY, headers })).statusCode).toBe(200);
      expect(count() - before).toBe(1);
      await app.close();
    }
  });

  test('has it in its summary', async () => {
    const { body } = await world.call<{ data: DashboardSummary }>('admin', 'GET', DASHBOARD_SUMMARY);
    expect(body.data.health).toMatchObject({ state: 'error' });
  });
});
