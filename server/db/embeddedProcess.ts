/** The postgres process: finding it by its postmaster.pid, starting and stopping it. */
import { spawn } from 'node:child_process';
import { closeSync, fchownSync, openSync } from 'node:fs';
import { open, readdir, readFile, readlink, rmdir, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type Cluster,
  cleanEnvironment,
  isAlive,
  run,
  socketFolder,
  type Transport,
} from './embeddedFiles.ts';

/** A live postmaster, as described by its postmaster.pid. */
export interface Postmaster {
  pid: number;
  port: string;
  socket: string;
  ready: boolean;
}

const STOP_LIMIT_MS = 30_000;
const LOG_LIMIT_BYTES = 5_000_000;
/** A pid that never exists: above Linux's limit of 2^22 and macOS's of 99999. */
const NO_PID = 2_147_483_646;

/** Whether `pid` is a live postmaster of this folder, and not another program that reused its pid. */
export async function serves(pid: number, folder: string): Promise<boolean> {
  if (!isAlive(pid)) return false;
  // A postmaster's working directory is its data folder; a zombie has none.
  if (process.platform === 'linux') return (await readlink(`/proc/${pid}/cwd`).catch(() => '')) === folder;
  if (process.platform === 'win32') return true;
  return (await run('ps', ['-o', 'command=', '-p', String(pid)])).output.includes('postgres');
}

const pidFile = (folder: string) => readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '');

/** The live postmaster of a data folder, if any. */
export async function findPostmaster(folder: string): Promise<Postmaster | undefined> {
  const [pid = '', , , port = '', socket = '', , , status = ''] = (await pidFile(folder)).split('\n');
  if (!(Number(pid) > 0) || !(await serves(Number(pid), folder))) return undefined;
  return { pid: Number(pid), port, socket, ready: status.trim() === 'ready' };
}

/**
 * postgres removes a stale postmaster.pid itself, unless the pid was reused. Then only the number must be removed, not the
 * file: postgres uses the rest to find backends that outlived their postmaster.
 */
export async function disownReusedPid(folder: string): Promise<void> {
  const text = await pidFile(folder);
  const pid = Number.parseInt(text, 10);
  if (!(pid > 0) || !isAlive(pid) || (await serves(pid, folder))) return;
  await writeFile(join(folder, 'postmaster.pid'), text.replace(/^\d+/, String(NO_PID)));
}

/**
 * Ends sessions that outlived their postmaster and keep a new one from starting; a busy session notices only when it has
 * finished. The effect is that of any crash. Only Linux shows which server they belong to.
 */
export async function endOrphans(folder: string): Promise<void> {
  if (process.platform !== 'linux' || (await findPostmaster(folder))) return;
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  for (const pid of pids) {
    if (!(await serves(pid, folder))) continue;
    // A postmaster has its program's path there; its sessions have this name.
    const title = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    const parent = Number(/\) \S (\d+) /.exec(status)?.[1]);
    // Another process may have started a postmaster in the meantime, whose sessions these are.
    if (title.startsWith('postgres: ') && parent > 0 && !(await serves(parent, folder)))
      signal(pid, 'SIGKILL');
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {} // already gone
}

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = createServer().on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

/** Removes the socket's folder if no server uses it; a used one contains files. */
export async function discardSocketFolder(path: string): Promise<void> {
  if (path) await rmdir(path).catch(() => {});
}

/** A postgres that we started. */
export interface Launched {
  ended(): boolean;
  messages(): Promise<string>;
  discard(): Promise<void>;
}

/** Starts postgres detached: a Ctrl-C in the terminal is meant for us, and we stop the database last. */
export async function launch(
  cluster: Cluster,
  dataDir: string,
  { transport, port }: { transport: Transport; port: string | undefined },
  settings: string[][],
): Promise<Launched> {
  const logFile = join(dataDir, 'postgres.log');
  const size = (await stat(logFile).catch(() => undefined))?.size ?? 0;
  const from = size > LOG_LIMIT_BYTES ? 0 : size;
  const socket = transport === 'socket' ? await socketFolder(cluster) : '';
  const place = socket
    ? [
        ['listen_addresses', ''],
        ['port', '5432'],
        ['unix_socket_directories', socket],
        ['unix_socket_permissions', '0700'],
      ]
    : [
        ['listen_addresses', '127.0.0.1'],
        ['port', port ?? String(await freePort())],
        ['unix_socket_directories', ''],
      ];
  const args = [...settings, ...place].flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const file = openSync(logFile, from < size ? 'w' : 'a', 0o600);
  // A log owned by root would prevent later starts without root.
  if (cluster.user) fchownSync(file, cluster.user.uid, cluster.user.gid);
  const child = spawn(cluster.binary('postgres'), ['-D', cluster.folder, ...args], {
    ...cluster.user,
    cwd: cluster.folder,
    env: cleanEnvironment(),
    detached: true,
    windowsHide: true,
    stdio: ['ignore', file, file],
  });
  closeSync(file);
  child.unref();
  let failure = '';
  let ended = false;
  child.once('exit', () => {
    ended = true;
  });
  child.once('error', (error) => {
    failure = error.message;
    ended = true;
  });
  const messages = async () => {
    const handle = await open(logFile);
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(8192), position: from });
    await handle.close();
    return failure || buffer.toString('utf8', 0, bytesRead).trim();
  };
  return { ended: () => ended, messages, discard: () => discardSocketFolder(socket) };
}

/** The address of a database for npm's pg. */
export function urlOf(cluster: Cluster, postmaster: Postmaster, database: string): string {
  if (cluster.password) {
    return `postgresql://postgres:${cluster.password}@127.0.0.1:${postmaster.port}/${database}`;
  }
  // Includes the port, because otherwise PGPORT would change which socket pg uses.
  return `postgresql://postgres@localhost:${postmaster.port}/${database}?host=${encodeURIComponent(postmaster.socket)}`;
}

/** Fast shutdown by pid: the server need not be our child. */
export async function shutDown(cluster: Cluster, pid: number): Promise<void> {
  const gone = async (limit: number) => {
    for (const end = Date.now() + limit; Date.now() < end; await delay(10)) {
      if (!(await serves(pid, cluster.folder))) return true;
    }
    return false;
  };
  if (!(await serves(pid, cluster.folder))) return;
  if (process.platform === 'win32')
    await run(cluster.binary('pg_ctl'), ['stop', '-m', 'fast', '-D', cluster.folder]);
  else signal(pid, 'SIGINT');
  if (await gone(STOP_LIMIT_MS)) return;
  signal(pid, 'SIGQUIT'); // no checkpoint; the next start replays the log, so nothing committed is lost
  if (!(await gone(STOP_LIMIT_MS))) throw new Error(`PostgreSQL (process ${pid}) does not stop`);
}
