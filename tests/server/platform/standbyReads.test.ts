import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { account } from '#schema/account.ts';
import { blacklistNumber } from '#schema/blacklistNumber.ts';
import { campaign } from '#schema/campaign.ts';
import { contactGroup } from '#schema/contactGroup.ts';
import { dailyConsumption } from '#schema/dailyConsumption.ts';
import { message } from '#schema/message.ts';
import { SEARCH } from '#schema/search.ts';
import { anyWalletEntry, consumption, walletEntry, wallet as wallets } from '#schema/wallet.ts';
import { webhookDelivery } from '#schema/webhook.ts';
import { readConfig } from '../../../server/config.ts';
import { openDatabase } from '../../../server/db/database.ts';
import { urlOfEach } from '../../../server/db/hosts.ts';
import { registry } from '../../../server/services/platform/meters.ts';
import type { StandbyReadsOptions } from '../../../server/services/platform/standbyReads.ts';
import { startProxy } from '../../soak/proxy.ts';
import type { User } from '../../support/app.ts';
import { createTestDatabase, withAdmin } from '../../support/database.ts';
import { startServer } from '../../support/server.ts';
import { soon } from '../../support/soon.ts';
import { answered, CONTACTS, LIMIT, PROCESS, portOf, setUpStandby, urlAt } from './standbySetup.ts';

const setup = setUpStandby();
const { open, process, call } = setup;

describe('routes', () => {
  const lists: [User, string][] = [
    ...[CONTACTS, `${CONTACTS}export/`, `${CONTACTS}?search=Sita`, `${CONTACTS}?page=2`].map(mine),
    ...[contactGroup.path, blacklistNumber.path, `${blacklistNumber.path}export/`, campaign.path].map(mine),
    ...[`${campaign.path}export/`, message.path, `${message.path}export/`, dailyConsumption.path].map(mine),
    ...[`${dailyConsumption.path}export/`, consumption.path, `${consumption.path}totals/`].map(mine),
    ...[`${consumption.path}export/`, walletEntry.path, `${walletEntry.path}export/`].map(mine),
    ...[webhookDelivery.path, '/v1/core/dashboard/'].map(mine),
    ...[account.path, anyWalletEntry.path, `${anyWalletEntry.path}export/`, '/v1/admin/audit-log/'].map(
      staffs,
    ),
    ...['/v1/admin/audit-log/export/', `${wallets.path}export/`, `${SEARCH}?q=Himal`].map(staffs),
  ];
  function mine(url: string): [User, string] {
    return ['customer', url];
  }
  function staffs(url: string): [User, string] {
    return ['admin', url];
  }

  test('lists, searches, reports and exports are read from the standby', async () => {
    const app = await process(await open());
    for (const [as, url] of lists) {
      // What was just written, such as an export’s entry in the log, may take a moment to arrive.
      await soon(async () => {
        const [answer, by] = await answered(() => call(app, as, url));
        expect([url, answer.statusCode, by]).toEqual([url, 200, ['standby']]);
      });
    }
  });

  test('sign-in, permissions and decisions about money are not', async () => {
    const app = await process(await open());
    for (const [as, url] of [
      ...['/v1/autho/user/profile/', '/v1/autho/sessions/', '/v1/autho/api-keys/'].map(mine),
      ...[wallets.path, '/v1/autho/users/', '/v1/admin/payment-reference/'].map(staffs),
    ]) {
      const [answer, by] = await answered(() => call(app, as, url));
      expect([url, answer.statusCode, by]).toEqual([url, 200, []]);
    }
  });
});

describe('what is not read from', () => {
  const reasonsAt = async (more: Partial<StandbyReadsOptions>) =>
    (await open(more)).state().map(({ reason }) => reason);
  const upMetrics = async () =>
    (await registry.metrics()).split('\n').filter((line) => line.startsWith('bulk_sms_read_standby_up'));

  test('of several hosts, those that do not answer', async () => {
    const standbys = await open({ url: urlAt(1, setup.pair.hosts[0]) });
    expect(standbys.state().map(({ reason }) => reason)).toEqual(['It does not answer.', null]);
    const app = await process(standbys);
    await soon(async () => {
      const [, by] = await answered(() => call(app, 'customer', CONTACTS));
      expect(by).toEqual(['standby']);
    });
  });

  test('the primary', async () => {
    const standbys = await open({ url: urlAt(...setup.pair.hosts) });
    expect(standbys.state()).toEqual([
      { reason: null, lag: expect.any(Number) },
      { reason: 'It is the primary.', lag: null },
    ]);
    // Named as docs/high-availability.md asks: it is no standby that is lost.
    expect(await upMetrics()).toEqual(['bulk_sms_read_standby_up{standby="1"} 1']);
    expect(standbys.lines).toContain('standby 2 is the primary, which is not read from');
  });

  test('the primary, even if no other is named: that is a loss', async () => {
    expect(await reasonsAt({ url: urlAt(setup.pair.hosts[1]) })).toEqual(['It is the primary.']);
    expect(await upMetrics()).toEqual(['bulk_sms_read_standby_up{standby="1"} 0']);
  });

  test('a standby of another database', async () => {
    const database = await createTestDatabase();
    const { db, close } = openDatabase(database.url, 2, () => {});
    onTestFinished(async () => {
      await close();
      await database.drop();
    });
    expect(await reasonsAt({ primary: db })).toEqual(['It is a standby of another database.']);
  });

  test('one that lacks this process’s heartbeat, though its log is as long', async () => {
    // As of a former primary: of the same cluster, at the same position, with other rows.
    await withAdmin(setup.pair.url, 'CREATE DATABASE elsewhere');
    const url = setup.pair.url.replace(/console$/, 'elsewhere');
    await withAdmin(
      url,
      `CREATE TABLE server_process AS SELECT '${PROCESS}'::uuid AS uuid, now() AS seen_at`,
    );
    const { db, close } = openDatabase(url, 2, () => {});
    onTestFinished(close);
    const standbys = await open({ primary: db });
    await soon(async () => {
      await setup.pair.caughtUp();
      await standbys.look();
      expect(standbys.state()[0]?.reason).toBe(
        'It lacks this server’s heartbeat: it copies another database or a former primary.',
      );
    });
  });

  test('a balancer, because its servers have different positions', async () => {
    let turn = 0;
    const door = await startProxy(() => portOf(setup.pair.hosts[turn++ % 2] as string));
    onTestFinished(() => door.close());
    const standbys = await open({ url: urlAt(door.port) });
    const [found, by] = await answered(() =>
      // Two at once need a second connection.
      Promise.all([1, 2].map(() => standbys.reader()((db) => sql`SELECT pg_sleep(0)`.execute(db)))),
    );
    expect(found).toHaveLength(2);
    expect(by).toContain('refused');
    expect(standbys.state()[0]?.reason).toBe('Its address leads to several servers. Name each of them.');
  });
});

test(
  'a server process reads from them, and says so',
  async () => {
    const url = { DATABASE_URL: setup.pair.url, READ_DATABASE_URL: urlAt(1, setup.pair.hosts[0]) };
    const server = await startServer(url, ['--role', 'api']);
    onTestFinished(() => server.kill('SIGTERM'));
    await soon(async () => {
      const answer = await fetch(`${server.url}/readyz`);
      expect(await answer.json()).toEqual({ status: 'ok', standbys: ['It does not answer.', 'ok'] });
    });
    expect(server.log()).toContain('nothing is read from a standby');
  },
  LIMIT,
);

test('the setting is refused without the database that they copy', () => {
  expect(() => readConfig({ READ_DATABASE_URL: 'postgresql://a/db' })).toThrow('needs DATABASE_URL');
});

test.each([
  [
    'postgresql://u:p@a:5433,b/db?target_session_attrs=standby',
    ['postgresql://u:p@a:5433/db', 'postgresql://u:p@b/db'],
  ],
  ['postgresql://a/db?sslmode=require', ['postgresql://a/db?sslmode=require']],
  ['postgresql:///db?host=%2Ftmp', ['postgresql:///db?host=%2Ftmp']],
])('%s is a URL for each host', (url, each) => expect(urlOfEach(url)).toEqual(each));

test('a URL that names no host is refused', () => {
  expect(() => urlOfEach('postgresql://a,/db')).toThrow('READ_DATABASE_URL names a host ""');
});
