import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { type Cluster, cleanEnvironment, prepareCluster } from '../../server/db/embeddedFiles.ts';
import { startProxy } from '../soak/proxy.ts';
import { copyOfFolder, enterableFolder } from './folder.ts';
import { migratedFolder } from './migratedFolder.ts';
import { soon, whileItMoves } from './soon.ts';

/**
 * A PostgreSQL with a streaming standby, from the embedded binaries, and one address that forwards to the
 * primary.
 */
export interface StandbyPair {
  /** Of the database `console` on the current primary. */
  url: string;
  /** Of the same database on the standby, bypassing that address. */
  standbyUrl: string;
  /** `host:port` of the standby and of the primary, bypassing that address. */
  hosts: readonly [standby: string, primary: string];
  /** From now on commits do not reach the standby. */
  holdBack(): void;
  /** And again they do. */
  letThrough(): void;
  /** Resolves when the standby has everything that is committed. */
  caughtUp(): Promise<void>;
  /** Kills the primary as if its machine were lost, promotes the standby, and forwards the address to it. */
  failOver(): Promise<void>;
  /** The same while the primary lives, unreachable: `failBack` forwards the address to it again. */
  cutOff(): Promise<void>;
  failBack(): void;
  close(): Promise<void>;
}

const NAME = '.s.PGSQL.5432';
const DATABASE = 'console';

interface Running {
  /** The folder of its unix socket. */
  socket: string;
  process: ChildProcess;
}

const clusterIn = (folder: string): Promise<Cluster> =>
  prepareCluster(folder, { transport: 'socket', durable: false, log: () => {} });

/** The database is migrated and empty. */
export async function startStandbyPair(): Promise<StandbyPair> {
  const root = await copyOfFolder(await migratedFolder(), 'standby-');
  const cluster = await clusterIn(root);
  const launch = (folder: string, settings: readonly string[] = []) => start(cluster, folder, settings);
  const copy = await copyOfFolder(cluster.folder, 'standby-copy-');
  if (cluster.user) chownSync(copy, cluster.user.uid, cluster.user.gid);
  writeFileSync(join(copy, 'standby.signal'), '');
  const primary = await launch(cluster.folder);
  const stream = await startProxy(() => join(primary.socket, NAME));
  const standby = await launch(copy, [
    `primary_conninfo=host=127.0.0.1 port=${stream.port} user=postgres`,
    'wal_retrieve_retry_interval=100ms',
  ]);
  let leader = primary;
  const door = await startProxy(() => join(leader.socket, NAME));
  const doors = await Promise.all(
    [standby, primary].map(({ socket }) => startProxy(() => join(socket, NAME))),
  );

  const caughtUp = () =>
    whileItMoves(async () => {
      const [at] = await query<{ lsn: string }>(
        primary,
        'postgres',
        'SELECT pg_current_wal_flush_lsn()::text AS lsn',
      );
      const [behind] = await query<{ bytes: string }>(
        standby,
        'postgres',
        `SELECT pg_wal_lsn_diff('${at?.lsn}', pg_last_wal_replay_lsn()) AS bytes`,
      );
      if (!(Number(behind?.bytes ?? 1) <= 0)) throw new Error(`the standby is ${behind?.bytes} bytes behind`);
    });
  const promote = async () => {
    stream.cut();
    leader = standby;
    await query(standby, 'postgres', 'SELECT pg_promote()');
    door.cut();
  };
  await caughtUp();
  return {
    url: `postgresql://postgres@127.0.0.1:${door.port}/${DATABASE}`,
    standbyUrl: urlOf(standby),
    hosts: doors.map(({ port }) => `127.0.0.1:${port}`) as [string, string],
    holdBack: () => stream.weather('blackhole'),
    letThrough: () => stream.weather('pass'),
    caughtUp,
    async failOver() {
      await end(primary, 'SIGKILL');
      await promote();
    },
    cutOff: promote,
    failBack() {
      leader = primary;
      door.cut();
    },
    async close() {
      for (const running of [primary, standby]) await end(running, 'SIGQUIT');
      await Promise.all([stream, door, ...doors].map((proxy) => proxy.close()));
      for (const folder of [root, copy]) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

const urlOf = ({ socket }: Running, database = DATABASE): string =>
  `postgresql://postgres@localhost/${database}?host=${encodeURIComponent(socket)}`;

async function query<T>(running: Running, database: string, statement: string): Promise<T[]> {
  const client = new Client({ connectionString: urlOf(running, database) });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

async function start(
  { binary, user }: Cluster,
  folder: string,
  settings: readonly string[],
): Promise<Running> {
  const socket = enterableFolder('pg-');
  if (user) chownSync(socket, user.uid, user.gid);
  rmSync(join(folder, 'postmaster.pid'), { force: true });
  const given = [
    'listen_addresses=',
    `unix_socket_directories=${socket}`,
    'fsync=off',
    'timezone=UTC',
    // It would write to the log at moments of its own.
    'autovacuum=off',
    ...settings,
  ];
  const args = ['-D', folder, ...given.flatMap((setting) => ['-c', setting])];
  const started = spawn(binary('postgres'), args, {
    ...user,
    cwd: '/',
    env: cleanEnvironment(),
    stdio: 'ignore',
  });
  process.once('exit', () => started.kill('SIGQUIT'));
  const running = { socket, process: started };
  await soon(() => query(running, 'postgres', 'SELECT'));
  return running;
}

async function end({ process }: Running, signal: NodeJS.Signals): Promise<void> {
  if (process.exitCode !== null || process.signalCode !== null) return;
  const exited = once(process, 'exit');
  process.kill(signal);
  await exited;
}
