import { existsSync, statfsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '../../server/db/embedded.ts';
import { isAlive } from '../../server/db/embeddedFiles.ts';
import { migrate } from '../../server/db/migrate.ts';
import { compileReader } from './compileCache.ts';
import { withAdmin } from './database.ts';
import { makeDemoData } from './demoData.ts';
import { enterableFolder } from './folder.ts';
import { offerPrograms } from './serverBundle.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** the server on which tests create their databases; undefined if no file of this run needs one */
    adminUrl: string | undefined;
    /** the migrated database that test databases are cloned from */
    templateDatabase: string;
    /** the DATA_DIR that servers of end-to-end tests start on a copy of; undefined if none runs */
    demoData: string | undefined;
    /** a folder with a file for the process of each server that the run's end must stop */
    standingServers: string;
  }
}

const NEEDS_DATABASE = /^tests\/(server|contract)\//;
const NEEDS_DEMO = /^tests\/e2e\//;
const PREFIX = 'bulk-sms-test-';

/** A folder that Linux keeps in memory, and its file system type (linux/magic.h). */
const MEMORY = '/dev/shm';
const TMPFS = 0x0102_1994;
/** A run needs a quarter of it at most. */
const ROOM = 4 * 1024 ** 3;

/**
 * Where runs keep temporary files: in memory if there is enough. Hundreds of databases are created and
 * dropped, with 300 files each, and ext4 is slow to number a new file if many were removed within five
 * seconds.
 */
function placeOfRuns(): string {
  try {
    const { type, bavail, bsize } = statfsSync(MEMORY);
    if (type === TMPFS && bavail * bsize >= ROOM && process.availableMemory() >= ROOM) return MEMORY;
  } catch {} // not Linux
  return tmpdir();
}

/** Stops and removes what killed runs left behind. */
async function sweep(place: string): Promise<void> {
  for (const name of await readdir(place)) {
    const pid = Number(name.startsWith(PREFIX) && name.slice(PREFIX.length).split('-')[0]);
    if (!pid || isAlive(pid)) continue;
    const folder = join(place, name);
    try {
      for (const inner of await readdir(folder)) {
        const dataDir = join(folder, inner);
        if (!existsSync(join(dataDir, 'postgres', 'postmaster.pid'))) continue;
        await (await startEmbedded({ dataDir, durable: false })).stop();
      }
    } catch {} // another user's, or another run is removing it too
    await rm(folder, { recursive: true, force: true }).catch(() => {});
  }
}

/** Asks the servers that ran through the whole run to stop, and waits until they have. */
async function stopStanding(folder: string): Promise<void> {
  const pids = existsSync(folder) ? (await readdir(folder)).map(Number) : [];
  for (const pid of pids) if (isAlive(pid)) process.kill(pid, 'SIGTERM');
  while (pids.some(isAlive)) await delay(20);
}

/** The temporary folder for the run's tests and their servers, from here on. */
async function folderOfRun(): Promise<string> {
  const place = placeOfRuns();
  for (const each of new Set([place, tmpdir()])) await sweep(each);
  const folder = enterableFolder(`${PREFIX}${process.pid}-`, place);
  for (const name of ['TMPDIR', 'TMP', 'TEMP']) process.env[name] = folder;
  return folder;
}

/**
 * Once per run, not per project: one PostgreSQL, or that of DATABASE_URL_TEST or DATABASE_URL, with a
 * migrated template in it. On those, tests touch only databases that they created themselves.
 */
export default async function globalSetup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.DATABASE_URL_TEST || process.env.DATABASE_URL;
  // A server that a test starts without a database is the demonstration, on the embedded one.
  delete process.env.DATABASE_URL;
  const template = `console_template_${process.pid}_${Date.now().toString(36)}`;
  project.provide('templateDatabase', template);
  const folder = await folderOfRun();
  const standingServers = join(folder, 'standing');
  project.provide('standingServers', standingServers);
  const withdraw = await offerPrograms(join(folder, 'programs'));
  const clear = async () => {
    withdraw();
    await stopStanding(standingServers);
    // A server that a test killed may still be stopping its own PostgreSQL.
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  const { config, state } = project.vitest;
  const files = state.getPaths().map((path) => relative(config.root, path).replaceAll(sep, '/'));
  // A run that watches may come to any file later.
  const runs = (kind: RegExp) => config.watch || files.some((file) => kind.test(file));
  const needsDatabase = runs(NEEDS_DATABASE);
  const [demoData, own] = await Promise.all([
    runs(NEEDS_DEMO) ? makeDemoData() : undefined,
    needsDatabase && !given
      ? startEmbedded({ dataDir: enterableFolder('database-'), durable: false })
      : undefined,
    needsDatabase ? compileReader() : undefined,
  ]);
  project.provide('demoData', demoData);
  if (!needsDatabase) {
    project.provide('adminUrl', undefined);
    return clear;
  }
  const adminUrl = given || own?.url || '';
  const teardown = async () => {
    if (own) await own.stop();
    else await withAdmin(adminUrl, `DROP DATABASE IF EXISTS ${template} WITH (FORCE)`);
    await clear();
  };
  try {
    await withAdmin(adminUrl, `CREATE DATABASE ${template}`);
    const url = new URL(adminUrl);
    url.pathname = `/${template}`;
    await migrate(url.href);
  } catch (error) {
    await teardown();
    throw error;
  }
  project.provide('adminUrl', adminUrl);
  return teardown;
}
