import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, statfsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { compileCache } from '../support/compileCache.ts';
import { enterableFolder } from '../support/folder.ts';

const OWNER = resolve(import.meta.dirname, '../support/embeddedOwner.ts');
/** Left free on a disk that is full: less than one segment of PostgreSQL's log. */
const SPARE_BYTES = 64 * 1024;

/** A PostgreSQL of the soak's own, on a disk of its own where this process may mount one. */
export interface Postgres {
  /** The path of its unix socket. */
  socket: string;
  /** Why the disk cannot be filled; null where it can. */
  noDisk: string | null;
  /** `immediate`: without a checkpoint, and every session is cut. `kill`: SIGKILL of the postmaster. */
  stop(how: 'immediate' | 'kill'): Promise<void>;
  start(): Promise<void>;
  /** Starts it unless it runs, as after a panic. */
  revive(): Promise<void>;
  fillDisk(): Promise<void>;
  freeDisk(): void;
  close(): Promise<void>;
}

export async function startPostgres(diskMb: number): Promise<Postgres> {
  const root = enterableFolder('soak-postgres-');
  const disk = join(root, 'disk');
  mkdirSync(disk);
  let noDisk: string | null = null;
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskMb}m,mode=711`, 'soak', disk], {
      stdio: 'pipe',
    });
  } catch {
    noDisk = 'this process may mount no disk of its own';
  }
  const ballast = join(disk, 'ballast');
  let owner: ChildProcess;
  let postmaster = 0;
  let socket = '';

  const start = async () => {
    owner = spawn(process.execPath, [OWNER, join(disk, 'data')], {
      env: { ...process.env, ...compileCache },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = await once(createInterface(owner.stdout as NonNullable<typeof owner.stdout>), 'line');
    const { url, pid, error } = JSON.parse(line);
    if (error) throw new Error(error);
    postmaster = pid;
    const { searchParams, port } = new URL(url);
    socket = `${searchParams.get('host')}/.s.PGSQL.${port}`;
  };
  const endOwner = async () => {
    if (owner.exitCode !== null || owner.signalCode !== null) return;
    const exited = once(owner, 'exit');
    owner.kill('SIGKILL');
    await exited;
  };
  const isAlive = () => {
    try {
      process.kill(postmaster, 0);
      return true;
    } catch {
      return false;
    }
  };
  process.once('exit', () => {
    try {
      if (postmaster) process.kill(postmaster, 'SIGQUIT');
    } catch {} // gone already
  });
  await start();

  return {
    get socket() {
      return socket;
    },
    noDisk,
    async stop(how) {
      // The launcher goes first: it would take what it sees for the server's own end.
      await endOwner();
      if (isAlive()) process.kill(postmaster, how === 'kill' ? 'SIGKILL' : 'SIGQUIT');
      while (isAlive()) await new Promise((resolve) => setTimeout(resolve, 20));
    },
    start,
    async revive() {
      if (isAlive()) return;
      await endOwner();
      await start();
    },
    async fillDisk() {
      const { bavail, bsize } = statfsSync(disk);
      const bytes = Math.max(1, bavail * bsize - SPARE_BYTES);
      // When PostgreSQL took the room meanwhile, it is as full as it gets.
      await promisify(execFile)('fallocate', ['-l', String(bytes), ballast]).catch(() => {});
    },
    freeDisk: () => rmSync(ballast, { force: true }),
    async close() {
      await endOwner();
      if (isAlive()) process.kill(postmaster, 'SIGINT');
      while (isAlive()) await new Promise((resolve) => setTimeout(resolve, 20));
      postmaster = 0;
      if (noDisk === null) execFileSync('umount', [disk], { stdio: 'pipe' });
      rmSync(root, { recursive: true, force: true });
    },
  };
}
