import { Socket } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../../server/db/database.ts';
import { placeOf, reachable, readHosts } from '../../../server/db/hosts.ts';
import { isUnavailable } from '../../../server/db/unavailable.ts';
import { startQueue } from '../../../server/jobs/queue.ts';
import { startProxy } from '../../soak/proxy.ts';
import { startServer } from '../../support/server.ts';
import { soon } from '../../support/soon.ts';
import { type StandbyPair, startStandbyPair } from '../../support/standby.ts';

describe('a URL as libpq has it', () => {
  test.each([
    ['postgresql://u:p@a:5433,b/db', 'postgresql://u:p@a:5433/db', ['a:5433', 'b:5432']],
    [
      'postgres://[::1]:6000,10.0.0.2/db?target_session_attrs=primary&sslmode=require',
      'postgres://[::1]:6000/db?target_session_attrs=primary&sslmode=require',
      ['::1:6000', '10.0.0.2:5432'],
    ],
    [
      'postgresql://a/db?target_session_attrs=read-write',
      'postgresql://a/db?target_session_attrs=read-write',
      ['a:5432'],
    ],
    ['postgresql://a:1/db', 'postgresql://a:1/db', []],
    ['postgresql://a:1/db?target_session_attrs=any', 'postgresql://a:1/db?target_session_attrs=any', []],
    ['postgresql:///db?host=/tmp', 'postgresql:///db?host=/tmp', []],
    ['postgresql://u@localhost/db?host=%2Ftmp,x', 'postgresql://u@localhost/db?host=%2Ftmp,x', []],
  ])('%s', (url, connectionString, hosts) => {
    const read = readHosts(url);
    expect(read.connectionString).toBe(connectionString);
    expect(read.hosts.map(({ host, port }) => `${host}:${port}`)).toEqual(hosts);
  });

  test.each([
    ['postgresql://me:hush@db.test/sms', 'db.test:5432'],
    ['postgresql://me:h@ush@db.test:6000/sms', 'db.test:6000'],
    ['postgresql://me:hush@a:5433,b/sms', 'a:5433, b:5432'],
    ['postgresql://me:hush@/sms?host=/run/sockets', '/run/sockets:5432'],
  ])('%s leads to %s, for people', (url, place) => expect(placeOf(url)).toBe(place));

  test.each([
    ['postgresql://a,b/db?target_session_attrs=standby', 'target_session_attrs=standby: the server writes'],
    ['postgresql://a,/db', 'names a host ""'],
    ['postgresql://a:x,b/db', 'names a host "a:x"'],
  ])('%s is refused', (url, sentence) => {
    expect(() => readHosts(url)).toThrow(sentence);
  });
});

const LIMIT = 60_000;

// In this order: it is the story of one pair.
describe('of several hosts', { shuffle: false }, () => {
  let pair: StandbyPair;
  let url: string;
  beforeAll(async () => {
    pair = await startStandbyPair();
    // A third that nobody is behind, and the standby before the primary.
    url = `postgresql://postgres@127.0.0.1:1,${pair.hosts.join(',')}/console`;
  }, LIMIT);
  afterAll(() => pair.close(), LIMIT);

  test('the one that writes is found, by the pool, the short reads, sessions and the queue', async () => {
    const { db, connect, close } = openDatabase(url, 2, () => {});
    await sql`CREATE TABLE note (id int)`.execute(db);
    const session = await connect();
    await session.query('INSERT INTO note VALUES (1)');
    await session.end();
    const { rows } = await sql`/* prepared */ SELECT pg_is_in_recovery() AS standby FROM note`.execute(db);
    expect(rows).toEqual([{ standby: false }]);
    await close();
    const log = { error: () => {}, warn: () => {} } as never;
    const queue = await startQueue({ url, handlers: null, log });
    await queue.deliverMail();
    await queue.stop();
  });

  test('a standby alone is an error that passes', async () => {
    const { db, close } = openDatabase(
      `postgresql://postgres@${pair.hosts[0]}/console?target_session_attrs=read-write`,
      1,
      () => {},
    );
    const error = await sql`SELECT`.execute(db).catch((error) => error);
    expect(error.message).toBe('No host of DATABASE_URL takes writes: it is read-only');
    expect(isUnavailable(error)).toBe(true);
    await close();
  });

  test('a client that finds none leaves no socket behind', async () => {
    const { connectionString, Client } = reachable(
      `postgresql://postgres@${pair.hosts[0]}/console?target_session_attrs=read-write`,
    );
    const socket = new Socket();
    const client = new Client({ connectionString, stream: () => socket });
    await expect(client.connect()).rejects.toThrow('it is read-only');
    expect(socket.destroyed).toBe(true);
  });

  test('one that is a standby by the time it is reached is not kept', async () => {
    const [standby, primary] = pair.hosts.map((host) => Number(host.split(':')[1]));
    let asked = 0;
    const door = await startProxy(() => (asked++ === 0 ? primary : standby) as number);
    const { connect, close } = openDatabase(
      `postgresql://postgres@127.0.0.1:${door.port}/console?target_session_attrs=primary`,
      1,
      () => {},
    );
    await expect(connect()).rejects.toThrow('No host of DATABASE_URL takes writes');
    expect(asked).toBe(2);
    await close();
    await door.close();
  });

  test('a server follows a failover, and starts after it', async () => {
    const start = () => startServer({ DATABASE_URL: url }, ['--role', 'api']);
    const ready = async (server: Awaited<ReturnType<typeof start>>) =>
      expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    const before = await start();
    await soon(() => ready(before));
    await pair.caughtUp();
    await pair.failOver();
    await soon(() => ready(before));
    const after = await start();
    await soon(() => ready(after));
    await Promise.all([before, after].map((server) => server.kill('SIGTERM')));
  });
});
