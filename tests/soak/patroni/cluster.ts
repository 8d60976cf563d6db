import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { temporaryFolder } from '../../support/folder.ts';
import { freePort } from '../../support/ports.ts';

const run = promisify(execFile);
const DEPLOY = resolve(import.meta.dirname, '../../../deploy/ha');
const NODES = [1, 2, 3] as const;
const PASSWORD = 'of-a-trial';
/** Milliseconds for three nodes to come, on a busy machine. */
const PATIENCE = 180_000;
const DEBIAN = 'apt-get install patroni python3-etcd etcd-server haproxy postgresql';

interface Member {
  Member: string;
  Role: 'Leader' | 'Sync Standby' | 'Replica';
  State: string;
}

/** Three nodes of PostgreSQL under Patroni with etcd, by the files of deploy/ha, and HAProxy before them; on loopback. */
export interface PatroniCluster {
  /** Of the database `console` of whichever is the primary. */
  url: string;
  /** Patroni's own list; empty while etcd or Patroni does not answer. */
  members(): Promise<Member[]>;
  /** Resolves when all run, one leads and one is synchronous. */
  whole(): Promise<void>;
  /** Ends Patroni and PostgreSQL of a node with SIGKILL, as if its machine was lost. */
  lose(name: string): void;
  /** Starts a lost node again with its data. */
  restore(name: string): void;
  versions: string;
  close(): Promise<void>;
}

/** Throws a sentence that says what to install. */
function findPrograms() {
  const base = '/usr/lib/postgresql';
  const newest = existsSync(base) ? readdirSync(base).sort((a, b) => Number(b) - Number(a))[0] : undefined;
  const versionOf = (program: string, flag: string) => {
    try {
      return execFileSync(program, [flag], { encoding: 'utf8' }).split('\n')[0];
    } catch {
      throw new Error(`${program} is not installed. Debian: ${DEBIAN}`);
    }
  };
  if (!newest) throw new Error(`PostgreSQL is not installed. Debian: ${DEBIAN}`);
  const binaries = join(base, newest, 'bin');
  const versions = [
    versionOf('patroni', '--version'),
    versionOf('etcd', '--version'),
    versionOf('haproxy', '-v'),
    versionOf(join(binaries, 'postgres'), '--version'),
  ];
  return { binaries, versions: versions.join('; ') };
}

/** Debian's package of PostgreSQL makes this user, whom root must use: PostgreSQL refuses root. */
function findUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const [uid, gid] = ['-u', '-g'].map((flag) =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' })),
  );
  return { uid, gid };
}

export async function startPatroni(): Promise<PatroniCluster> {
  const { binaries, versions } = findPrograms();
  const user = findUser();
  const root = temporaryFolder('patroni-');
  if (user.uid !== undefined) chownSync(root, user.uid, user.gid ?? 0);
  const children = new Map<string, ChildProcess>();
  const launch = (name: string, program: string, args: readonly string[], environment: NodeJS.ProcessEnv) => {
    const log = openSync(join(root, `${name}.log`), 'a');
    const child = spawn(program, args, {
      cwd: root,
      ...(name.startsWith('node') && user),
      env: { PATH: process.env.PATH, HOME: root, LC_ALL: 'C.UTF-8', ...environment },
      stdio: ['ignore', log, log],
    });
    children.set(name, child);
    return child;
  };
  process.once('exit', () => {
    for (const name of children.keys()) kill(name);
  });

  const [client, peer] = [await freePort(), await freePort()];
  const here = (port: number) => `http://127.0.0.1:${port}`;
  launch(
    'etcd',
    'etcd',
    [
      ...['--name', 'etcd', '--data-dir', join(root, 'etcd')],
      ...['--listen-client-urls', here(client), '--advertise-client-urls', here(client)],
      ...['--listen-peer-urls', here(peer), '--initial-advertise-peer-urls', here(peer)],
      ...['--initial-cluster', `etcd=${here(peer)}`],
    ],
    {},
  );

  const environments = new Map<string, NodeJS.ProcessEnv>();
  const proxy: NodeJS.ProcessEnv = {};
  for (const n of NODES) {
    const [database, rest] = [await freePort(), await freePort()];
    const folder = join(root, `node${n}`);
    mkdirSync(folder, { mode: 0o700 });
    if (user.uid !== undefined) chownSync(folder, user.uid, user.gid ?? 0);
    environments.set(`node${n}`, {
      PATRONI_NAME: `node${n}`,
      PATRONI_ETCD3_HOSTS: `127.0.0.1:${client}`,
      PATRONI_RESTAPI_LISTEN: `127.0.0.1:${rest}`,
      PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${rest}`,
      PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${database}`,
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.1:${database}`,
      PATRONI_POSTGRESQL_DATA_DIR: join(folder, 'data'),
      PATRONI_POSTGRESQL_BIN_DIR: binaries,
      PATRONI_POSTGRESQL_PGPASS: join(folder, 'pgpass'),
      PATRONI_SUPERUSER_PASSWORD: PASSWORD,
      PATRONI_REPLICATION_PASSWORD: PASSWORD,
      PATRONI_REWIND_PASSWORD: PASSWORD,
    });
    proxy[`NODE${n}`] = `127.0.0.1:${database}`;
    proxy[`CHECK${n}`] = String(rest);
  }
  const settings = join(DEPLOY, 'patroni.yml');
  const restore = (name: string) => launch(name, 'patroni', [settings], environments.get(name) ?? {});
  for (const name of environments.keys()) restore(name);
  const door = await freePort();
  launch('haproxy', 'haproxy', ['-db', '-f', join(DEPLOY, 'haproxy.cfg')], {
    ...proxy,
    LISTEN: `127.0.0.1:${door}`,
  });

  /** Patroni and its PostgreSQL, which is no child of it and would go on alone. */
  function kill(name: string) {
    const pids = [children.get(name)?.pid];
    const file = join(root, name, 'data', 'postmaster.pid');
    if (existsSync(file)) {
      const postmaster = Number(readFileSync(file, 'utf8').split('\n')[0]);
      const its = execFileSync('ps', ['-o', 'pid=', '--ppid', String(postmaster)], { encoding: 'utf8' });
      pids.push(postmaster, ...its.trim().split(/\s+/).map(Number));
    }
    for (const pid of pids) {
      try {
        if (pid) process.kill(pid, 'SIGKILL');
      } catch {
        // It has ended by itself.
      }
    }
  }

  async function members(): Promise<Member[]> {
    try {
      const { stdout } = await run('patronictl', ['-c', settings, 'list', '-f', 'json'], {
        env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', ...environments.get('node1') },
      });
      return JSON.parse(stdout);
    } catch {
      return [];
    }
  }
  async function whole() {
    for (const end = Date.now() + PATIENCE; ; await delay(500)) {
      const found = await members();
      const running = found.filter(({ State }) => State === 'running' || State === 'streaming');
      const roles = running.map(({ Role }) => Role);
      if (running.length === NODES.length && roles.includes('Leader') && roles.includes('Sync Standby'))
        return;
      if (Date.now() > end) throw new Error(`the cluster is not whole: ${JSON.stringify(found)}`);
    }
  }
  const postgres = `postgresql://postgres:${PASSWORD}@127.0.0.1:${door}`;
  return {
    url: `${postgres}/console`,
    members,
    whole,
    lose: kill,
    restore,
    versions,
    async close() {
      for (const [name, child] of children) {
        const isOver = child.exitCode !== null || child.signalCode !== null;
        kill(name);
        if (!isOver) await once(child, 'exit');
      }
    },
  };
}
