import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { freePort } from '../support/ports.ts';
import type { Network } from './network.ts';
import type { Programs } from './programs.ts';

export const DEPLOY = resolve(import.meta.dirname, '../../deploy/ha');
export const SETTINGS = join(DEPLOY, 'patroni.yml');
export const PASSWORD = 'of-a-trial';
/** The folder of the backups, which all nodes share. */
export const BACKUP = 'backup';

/** etcd's old API or its new one: what is written with one is not there in the other. */
export type EtcdApi = 'v2' | 'v3';
const ETCD_HOSTS = { v2: 'PATRONI_ETCD_HOSTS', v3: 'PATRONI_ETCD3_HOSTS' } as const;

/** A machine of the cluster: Patroni with its PostgreSQL. */
export interface Node {
  name: string;
  /** Its folder of PostgreSQL's data. */
  data: string;
  address: string;
  database: number;
  /** Port of Patroni's REST API. */
  rest: number;
  start(): void;
  /** Patroni uses this API of etcd from its next start on. */
  setEtcdApi(api: EtcdApi): void;
  /** Runs another program as PostgreSQL's user of this node; resolves with its output, throws with its errors. */
  run(program: string, args: readonly string[]): Promise<string>;
  /** Signals Patroni and PostgreSQL, as if it happened to the machine: SIGKILL, SIGSTOP or SIGCONT. */
  signal(signal: NodeJS.Signals): void;
  /** Kills PostgreSQL alone. */
  killPostgres(): void;
  /** Resolves when Patroni has ended, which stops PostgreSQL. */
  stop(): Promise<void>;
  /** Forgets its data: it copies the primary's at its next start. */
  empty(): void;
  cutFromEtcd(): void;
  healToEtcd(): void;
}

export async function createNode(
  name: string,
  place: Network['places'][number],
  root: string,
  etcd: readonly string[],
  { binaries, user }: Programs,
): Promise<Node> {
  const [database, rest] = [await freePort(), await freePort()];
  const folder = join(root, name);
  const data = join(folder, 'data');
  mkdirSync(folder, { mode: 0o700 });
  // For what `run` starts, as on the page; Patroni knows it already.
  const passwords = join(folder, '.pgpass');
  writeFileSync(passwords, `*:*:*:postgres:${PASSWORD}\n`, { mode: 0o600 });
  if (user.uid !== undefined)
    for (const path of [folder, passwords]) chownSync(path, user.uid, user.gid ?? 0);
  const environment: NodeJS.ProcessEnv = {
    PATH: process.env.PATH,
    HOME: folder,
    LC_ALL: 'C.UTF-8',
    PATRONI_NAME: name,
    [ETCD_HOSTS.v2]: etcd.join(','),
    PATRONI_RESTAPI_LISTEN: `${place.address}:${rest}`,
    PATRONI_RESTAPI_CONNECT_ADDRESS: `${place.address}:${rest}`,
    PATRONI_POSTGRESQL_LISTEN: `${place.address}:${database}`,
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${place.address}:${database}`,
    PATRONI_POSTGRESQL_DATA_DIR: data,
    PATRONI_POSTGRESQL_BIN_DIR: binaries,
    PATRONI_POSTGRESQL_PGPASS: join(folder, 'pgpass'),
    PATRONI_SUPERUSER_PASSWORD: PASSWORD,
    PATRONI_REPLICATION_PASSWORD: PASSWORD,
    PATRONI_REWIND_PASSWORD: PASSWORD,
    PGBACKREST_CONFIG: join(DEPLOY, 'pgbackrest.conf'),
    PGBACKREST_REPO1_PATH: join(root, BACKUP),
    PGBACKREST_PG1_PATH: data,
    PGBACKREST_PG1_PORT: String(database),
    PGBACKREST_LOG_PATH: folder,
    PGBACKREST_LOCK_PATH: folder,
    PGBACKREST_SPOOL_PATH: folder,
  };
  const launch = (program: string, args: readonly string[], output: 'pipe' | number): ChildProcess => {
    // nsenter itself must still be root, so it becomes PostgreSQL's user only then.
    const own = user.uid === undefined ? [] : ['-S', String(user.uid), '-G', String(user.gid)];
    const [first, ...rest] = [...place.enter, ...(place.enter.length > 0 ? own : []), program, ...args];
    return spawn(first as string, rest, {
      cwd: folder,
      ...(place.enter.length === 0 && user),
      env: environment,
      stdio: ['ignore', output, output],
    });
  };
  let patroni: ChildProcess | undefined;
  const isOver = () => !patroni || patroni.exitCode !== null || patroni.signalCode !== null;
  const send = (pids: readonly (number | undefined)[], signal: NodeJS.Signals) => {
    for (const pid of pids) {
      try {
        if (pid) process.kill(pid, signal);
      } catch {
        // It has ended by itself.
      }
    }
  };
  /** PostgreSQL is no child of Patroni, and would go on alone. Its file may name a process that is long gone. */
  const postmaster = (): number | undefined => {
    try {
      const pid = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0];
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(data) ? Number(pid) : undefined;
    } catch {
      return undefined;
    }
  };
  const signalPostgres = (signal: NodeJS.Signals) => {
    const pid = postmaster();
    if (!pid) return;
    // Stopped first, so that it starts no process while they are listed: one that is left would keep its memory in use.
    if (signal !== 'SIGCONT') send([pid], 'SIGSTOP');
    const children = spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' }).stdout;
    send([pid, ...children.trim().split(/\s+/).map(Number)], signal);
  };
  const signal = (signal: NodeJS.Signals) => {
    if (!isOver()) send([patroni?.pid], signal);
    signalPostgres(signal);
  };
  return {
    name,
    data,
    address: place.address,
    database,
    rest,
    start() {
      patroni = launch('patroni', [SETTINGS], openSync(join(root, `${name}.log`), 'a'));
    },
    setEtcdApi(api) {
      for (const name of Object.values(ETCD_HOSTS)) delete environment[name];
      environment[ETCD_HOSTS[api]] = etcd.join(',');
    },
    async run(program, args) {
      const child = launch(program, args, 'pipe');
      let printed = '';
      for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (printed += chunk));
      const [code] = await once(child, 'close');
      if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}: ${printed}`);
      return printed;
    },
    signal,
    killPostgres: () => signalPostgres('SIGKILL'),
    async stop() {
      if (!patroni || isOver()) return;
      const exited = once(patroni, 'exit');
      patroni.kill('SIGTERM');
      await exited;
    },
    empty: () => rmSync(data, { recursive: true, force: true }),
    cutFromEtcd: place.cutFromEtcd,
    healToEtcd: place.healToEtcd,
  };
}
