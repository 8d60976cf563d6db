import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { type Embedded, startEmbedded } from '../../server/db/embedded.ts';
import { isAlive } from '../../server/db/embeddedFiles.ts';
import { migrate } from '../../server/db/migrate.ts';
import { withAdmin } from './database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** the server that tests make their databases on; undefined where no project of this run needs one */
    adminUrl: string | undefined;
    /** the migrated database that theirs are cloned from */
    templateDatabase: string;
  }
}

const NEED_DATABASE = new Set(['server', 'contract']);
const PREFIX = 'bulk-sms-test-';

/** Ends and removes what a run that was killed left behind. */
async function sweep(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = Number(name.startsWith(PREFIX) && name.slice(PREFIX.length).split('-')[0]);
    if (!pid || isAlive(pid)) continue;
    const dataDir = join(tmpdir(), name);
    try {
      await (await startEmbedded({ dataDir, durable: false })).stop();
    } catch {} // another user's, or another run is sweeping it too
    await rm(dataDir, { recursive: true, force: true }).catch(() => {});
  }
}

async function startOwn(): Promise<{ server: Embedded; dataDir: string }> {
  await sweep();
  const dataDir = await mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`));
  // As root PostgreSQL runs as another user, who must be able to enter.
  await chmod(dataDir, 0o711);
  return { server: await startEmbedded({ dataDir, durable: false }), dataDir };
}

/**
 * Once per run, not per project: one PostgreSQL, or that of DATABASE_URL_TEST or DATABASE_URL, with a migrated
 * template in it. Of theirs only databases that the tests make themselves are touched.
 */
export default async function globalSetup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const given = process.env.DATABASE_URL_TEST || process.env.DATABASE_URL;
  // A server that a test starts without a database of its own is the demonstration, on the embedded one.
  delete process.env.DATABASE_URL;
  const template = `console_template_${process.pid}_${Date.now().toString(36)}`;
  project.provide('templateDatabase', template);
  if (!project.vitest.projects.some(({ name }) => NEED_DATABASE.has(name))) {
    project.provide('adminUrl', undefined);
    return undefined;
  }
  const own = given ? undefined : await startOwn();
  const adminUrl = given || own?.server.url || '';
  const teardown = async () => {
    if (own) {
      await own.server.stop();
      await rm(own.dataDir, { recursive: true, force: true });
    } else {
      await withAdmin(adminUrl, `DROP DATABASE IF EXISTS ${template} WITH (FORCE)`);
    }
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
