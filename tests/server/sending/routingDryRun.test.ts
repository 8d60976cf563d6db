import { sql } from 'kysely';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Failure } from '#schema/entity.ts';
import { type OperatorRoute, ROUTE, ROUTES, type RouteAnswer } from '#schema/routing.ts';
import { fixDelivery } from '../../../server/services/sending/deliverySettings.ts';
import { routeFor } from '../../../server/services/sending/routes.ts';
import { ncell, ntc } from '../../support/linkWorld.ts';
import { setUpRouting } from './routingSetup.ts';

const setup = setUpRouting();
const { received, delivered } = setup;

describe('the dry run', () => {
  const ask = async (change: Record<string, string> = {}) => {
    const query = new URLSearchParams({ phone: ntc(1)[0] as string, ...change });
    return setup.world.call<{ data: RouteAnswer } & Failure>('admin', 'GET', `${ROUTE}?${query}`);
  };
  const routes = async (change?: Record<string, string>) => {
    const { data } = (await ask(change)).body;
    return Object.fromEntries(data.links.map(({ name, route }) => [name, route]));
  };

  /**
   * Sets the state of the link main and keeps it so until the test ends: the worker, which lives, writes its own again and
   * again, and waits for the whole table so that neither waits for the other.
   */
  const keepMain = async (state: ReturnType<typeof sql>) => {
    const { uuid } = await setup.world.link('main');
    await setup.world.db.transaction().execute(async (trx) => {
      await sql`LOCK TABLE operator_link_state IN SHARE ROW EXCLUSIVE MODE`.execute(trx);
      await sql`UPDATE operator_link_state SET ${state} WHERE link = ${uuid}`.execute(trx);
      await sql`CREATE FUNCTION keep_row() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'`.execute(
        trx,
      );
      await sql`CREATE TRIGGER keep_row BEFORE UPDATE ON operator_link_state
        FOR EACH ROW EXECUTE FUNCTION keep_row()`.execute(trx);
    });
    onTestFinished(async () => {
      await sql`DROP FUNCTION keep_row CASCADE`.execute(setup.world.db);
    });
  };

  test.each([
    [
      'throttled',
      sql`throttled_since = now() + interval '5 hours', holds_until = now() + interval '1 minute'`,
    ],
    ['down', sql`holds_until = now() + interval '5 hours'`],
  ])('a link is %s, whatever a clock of the database wrote that was ahead', async (route, state) => {
    await keepMain(state);
    expect(await routes()).toEqual({ main: route, spare: 'takes' });
  });

  test('a worker that was heard of only by a clock that was ahead says nothing of a link', async () => {
    await keepMain(sql`seen_at = now() + interval '5 hours'`);
    expect((await setup.world.link('main')).state).toBe('unknown');
  });

  test('names the link that takes a number as it is typed, and the backup', async () => {
    expect((await ask({ phone: '०९८४१२-10100' })).body.data).toMatchObject({
      ...{ phone: '+9779841210100', operator: 'ntc', prefix: '+977984', closed: false, test: false },
      ...{ blocks: [], quiet_hours: null },
      links: [
        { name: 'main', route: 'takes', state: 'bound', priority: 10 },
        { name: 'spare', route: 'backup', state: 'bound', priority: 20 },
      ],
    });
    await delivered(await setup.world.send(ntc(3, 9000)), 3);
    expect(await received()).toEqual([3, 0]);
    expect((await ask({ phone: '984' })).body.errors?.phone).toHaveLength(1);
    expect((await ask({ phone: '9011234567' })).body.data).toMatchObject({
      ...{ operator: 'unknown', prefix: null, blocks: ['unknown_number'] },
    });
  });

  test('says why others are skipped, and what follows for messages', async () => {
    await setup.world.change('spare', { operators: ['ncell'] });
    expect(await routes()).toEqual({ main: 'takes', spare: 'operator' });
    await setup.world.change('spare', { operators: [], priority: 10 });
    expect(await routes()).toEqual({ main: 'takes', spare: 'takes' });
    await setup.world.change('spare', { operators: [], priority: 20 });
    await keepMain(
      sql`throttled_since = now() - interval '1 minute', holds_until = now() + interval '1 minute'`,
    );
    expect(await routes()).toEqual({ main: 'throttled', spare: 'takes' });
    await setup.world.act('main', 'pause');
    expect(await routes()).toEqual({ main: 'paused', spare: 'takes' });
    const all = (await setup.world.call<{ data: OperatorRoute[] }>('admin', 'GET', ROUTES)).body.data;
    expect(all.map(({ operator }) => operator)).toEqual(['ntc', 'ncell', 'smart', 'hello']);
    expect(all[0]?.prefixes).toContain('+977984');
    expect(all[0]?.links.map(({ name, route }) => [name, route])).toEqual([
      ['main', 'paused'],
      ['spare', 'takes'],
    ]);
    await setup.world.act('spare', 'pause');
    expect((await ask()).body.data.blocks).toEqual(['no_link']);
  });

  test('looks at account and sender ID, and changes nothing', async () => {
    const account = setup.world.accounts.customer;
    expect((await ask({ account, sender: 'demo' })).body.data.blocks).toEqual([]);
    const { body } = await setup.world.call(
      'admin',
      'PUT',
      `/v1/sms/sender-identities/${setup.world.sender}/approvals/`,
      {
        approvals: [{ operator: 'ncell', status: 'approved' }],
      },
    );
    expect(body).toMatchObject({ data: { status: 'approved' } });
    expect((await ask({ account, sender: 'DEMO' })).body.data.blocks).toEqual(['sender_unapproved']);
    const toNcell = { account, sender: 'DEMO', phone: ncell(1)[0] as string };
    expect((await ask(toNcell)).body.data.blocks).toEqual([]);
    await sql`UPDATE sender_approval SET operator = 'ntc' WHERE sender = ${setup.world.sender}`.execute(
      setup.world.db,
    );
    await sql`INSERT INTO sender_approval (sender, operator, status) VALUES (${setup.world.sender}, 'ncell', 'approved')`.execute(
      setup.world.db,
    );
    expect((await ask({ account, sender: 'NOBODY' })).body.data.blocks).toEqual(['sender_missing']);
    await sql`UPDATE sender_identity SET status = 'suspended' WHERE uuid = ${setup.world.sender}`.execute(
      setup.world.db,
    );
    await sql`UPDATE account SET is_active = false WHERE uuid = ${account}`.execute(setup.world.db);
    expect((await ask({ account, sender: 'DEMO' })).body.data.blocks).toEqual([
      'account_inactive',
      'sender_suspended',
    ]);
    await sql`UPDATE sender_identity SET status = 'approved' WHERE uuid = ${setup.world.sender}`.execute(
      setup.world.db,
    );
    await sql`UPDATE account SET is_active = true WHERE uuid = ${account}`.execute(setup.world.db);
    const nobody = { account: '0198a000-0000-7000-8000-000000000000' };
    expect((await ask(nobody)).body.errors?.account).toEqual(['This account does not exist.']);
    expect((await ask({ sender: 'DEMO' })).body.errors?.account).toHaveLength(1);
    expect((await setup.world.call('customer', 'GET', `${ROUTE}?phone=9841210100`)).status).toBe(403);
    expect(await received()).toEqual([0, 0]);
  });
});

test('in quiet hours the dry run says so', async () => {
  await fixDelivery(setup.world.db, { QUIET_HOURS: '22:00-07:00' });
  const at = (time: string) =>
    routeFor(setup.world.db, { phone: '9841210100' }, new Date(`2026-01-01T${time}:00+05:45`));
  expect((await at('23:30')).blocks).toEqual(['quiet_hours']);
  expect(await at('12:00')).toMatchObject({ blocks: [], quiet_hours: '22:00-07:00' });
  // The whole day but an hour that is not now, which a server whose clock is wrong takes for now.
  const hour = (hours: number) =>
    new Date(Date.now() + 345 * 60_000 + hours * 3_600_000).toISOString().slice(11, 16);
  await fixDelivery(setup.world.db, { QUIET_HOURS: `${hour(7)}-${hour(6)}` });
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 6.5 * 3_600_000 });
  onTestFinished(() => void vi.useRealTimers());
  const query = new URLSearchParams({ phone: '9841210100' });
  const { body } = await setup.world.call<{ data: RouteAnswer }>('admin', 'GET', `${ROUTE}?${query}`);
  expect(body.data.blocks).toEqual(['quiet_hours']);
  await fixDelivery(setup.world.db, {});
});
