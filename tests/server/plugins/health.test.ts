import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp } from '../../../server/app.ts';
import { type Database, openDatabase } from '../../../server/db/database.ts';
import { startProxy, type TcpProxy } from '../../soak/proxy.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';

let world: TestApp;
let proxy: TcpProxy;
let database: Database;
beforeAll(async () => {
  world = await createTestApp();
  const url = new URL(world.url);
  const socket = url.searchParams.get('host');
  const { port } = url;
  proxy = await startProxy(() => (socket ? `${socket}/.s.PGSQL.${port || 5432}` : Number(port || 5432)));
  url.searchParams.delete('host');
  url.host = `127.0.0.1:${proxy.port}`;
  database = openDatabase(url.href, 2, () => {});
});
afterAll(async () => {
  await database.close();
  await proxy.close();
  await world.close();
});

test('a process is ready if its database answers, and alive if it answers', async () => {
  let isWorking = true;
  const app = await buildApp(
    { ...world.deps, db: database.db, isWorking: () => isWorking },
    undefined,
    'health',
  );
  const statusOf = async (url: string) => (await app.inject({ url })).statusCode;
  await expect.poll(() => statusOf('/readyz')).toBe(200);
  isWorking = false;
  const why = await app.inject({ url: '/readyz' });
  expect(why.json()).toEqual({ status: 'not ready', reason: 'The worker does not go its rounds.' });
  expect([await statusOf('/readyz'), await statusOf('/healthz')]).toEqual([503, 200]);
  isWorking = true;
  await expect.poll(() => statusOf('/readyz')).toBe(200);

  proxy.weather('blackhole');
  const asked = Array.from({ length: 5 }, () => statusOf('/readyz'));
  expect(await Promise.all(asked)).toEqual([503, 503, 503, 503, 503]);
  expect(await statusOf('/healthz')).toBe(200);
  expect((await app.inject({ url: '/readyz' })).json()).toMatchObject({
    reason: 'The database does not answer.',
  });
  proxy.weather('pass');
  await expect.poll(() => statusOf('/readyz')).toBe(200);
  await app.close();
});

test('a connection that breaks fails its query, and no process ends', async () => {
  const { db } = database;
  const asleep = Array.from({ length: 2 }, () =>
    db.transaction().execute((trx) => sql`SELECT pg_sleep(60)`.execute(trx)),
  );
  const failed = Promise.allSettled(asleep);
  await expect
    .poll(async () => {
      const { rows } = await sql`
        SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'`.execute(
        world.db,
      );
      return rows.length;
    })
    .toBe(2);
  proxy.cut();
  expect((await failed).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect.poll(() => sql`SELECT 1`.execute(db).then(() => 'well', String)).toBe('well');
});
