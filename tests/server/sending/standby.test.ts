import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../../server/db/database.ts';
import { identityOf, isSameCluster } from '../../../server/services/sending/failover/identity.ts';
import { standbyState } from '../../../server/services/sending/failover/standby.ts';
import { withAdmin } from '../../support/database.ts';
import { startServer } from '../../support/server.ts';
import { soon } from '../../support/soon.ts';
import { type StandbyPair, startStandbyPair } from '../../support/standby.ts';

const LIMIT = 60_000;
let pair: StandbyPair;
beforeAll(async () => {
  pair = await startStandbyPair();
}, LIMIT);
afterAll(() => pair.close(), LIMIT);

/** As a role with no rights but on the tables. */
const asApplication = (url: string): string => {
  const address = new URL(url);
  address.username = 'application';
  return address.href;
};

// In this order: it is the story of one pair.
describe('a standby', { shuffle: false }, () => {
  test('an asynchronous standby is reported, even to a role without rights', async () => {
    await withAdmin(
      pair.url,
      'CREATE ROLE application LOGIN; GRANT SELECT ON ALL TABLES IN SCHEMA public TO application',
    );
    for (const url of [pair.url, asApplication(pair.url)]) {
      const { db, close } = openDatabase(url, 1, () => {});
      await soon(async () => expect(await standbyState(db), url).toBe('asynchronous'));
      await close();
    }
    const server = await startServer({ DATABASE_URL: pair.url, METRICS_TOKEN: 'a-token-for-tests' }, [
      '--role',
      'api',
    ]);
    await soon(() => expect(server.log()).toContain('a standby is attached that commits do not wait for'));
    const metrics = await fetch(`${server.url}/metrics`, {
      headers: { authorization: 'Bearer a-token-for-tests' },
    });
    expect(await metrics.text()).toMatch(/^bulk_sms_standby_asynchronous 1$/m);
    await server.kill('SIGTERM');
  });

  test('one that they wait for is not', async () => {
    await withAdmin(pair.url, `ALTER SYSTEM SET synchronous_standby_names = '*'`);
    await withAdmin(pair.url, 'SELECT pg_reload_conf()');
    for (const url of [pair.url, asApplication(pair.url)]) {
      const { db, close } = openDatabase(url, 1, () => {});
      await soon(async () => expect(await standbyState(db), url).toBe('synchronous'));
      await close();
    }
  });

  test('a promoted standby is another cluster, and what may not be asked never passes for the same', async () => {
    const read = async (url: string) => {
      const { db, close } = openDatabase(url, 1, () => {});
      const identity = await identityOf(db);
      await close();
      return identity;
    };
    const before = await read(pair.url);
    const application = asApplication(pair.url);
    expect(await read(application)).toBe(before);
    expect(isSameCluster(before, before)).toBe(true);
    await pair.failOver();
    const after = await soon(() => read(pair.url));
    expect(isSameCluster(before, after)).toBe(false);
    await withAdmin(pair.url, 'REVOKE EXECUTE ON FUNCTION pg_control_system FROM PUBLIC');
    expect(isSameCluster(after, await read(application))).toBe(false);
    await withAdmin(pair.url, 'REVOKE EXECUTE ON FUNCTION pg_current_wal_lsn FROM PUBLIC');
    const unknown = await read(application);
    expect([unknown.split(' ')[0], isSameCluster(unknown, unknown)]).toEqual(['-', false]);
  });
});
