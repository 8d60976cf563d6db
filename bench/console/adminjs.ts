import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { sql } from 'kysely';
import { openDatabase } from '../../server/db/database.ts';
import { startEmbedded } from '../../server/db/embedded.ts';
import { enterableFolder } from '../../tests/support/folder.ts';
import type { Ours } from './ours.ts';
import { install, versionOf } from './rivals.ts';
import type { Site } from './site.ts';

const SERVER = join(import.meta.dirname, 'adminjsServer.ts');

/** AdminJS on the same kind of PostgreSQL as ours, with a copy of our contacts. */
export async function startAdminjs(ours: Ours): Promise<Site> {
  const installed = install('adminjs');
  const folder = enterableFolder('bench-adminjs-');
  const postgres = await startEmbedded({ dataDir: folder });
  const { db, close: closeDb } = openDatabase(postgres.url, 1, () => {}, { isBounded: false });
  await sql`CREATE TABLE contact (uuid uuid PRIMARY KEY, name text NOT NULL, phone text NOT NULL,
    operator text NOT NULL, is_active boolean NOT NULL, created_at timestamptz NOT NULL)`.execute(db);
  await sql`INSERT INTO contact SELECT * FROM json_populate_recordset(NULL::contact,
    ${JSON.stringify(await ours.contacts())})`.execute(db);
  await closeDb();
  const child = spawn(process.execPath, [SERVER, installed, postgres.url], {
    cwd: installed,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const { promise: url, resolve: found, reject } = Promise.withResolvers<string>();
  createInterface(child.stdout).on('line', (line) => {
    const address = /listening at (\S+)/.exec(line)?.[1];
    if (address) found(address);
  });
  child.once('exit', (code) => reject(new Error(`AdminJS ended with ${code}`)));
  return {
    name: `AdminJS ${versionOf('adminjs')}`,
    list: `${await url}/admin/resources/contact`,
    signIn: {
      page: `${await url}/admin/login`,
      user: 'input[name=email]',
      password: 'input[name=password]',
      submit: 'form [type=submit], form button',
      pair: ['bench@bench.test', 'bench'],
    },
    // It always leads to its first page, wherever one came from.
    leadsBack: false,
    sort: 'thead a',
    rows: 'tbody tr',
    opener: 'td:nth-child(2)',
    record: (text) => `() => /\\/records\\/[^/]+\\/show/.test(location.pathname)
      && !document.querySelector('tbody tr') && document.body.innerText.includes(${JSON.stringify(text)})`,
    async close() {
      if (child.exitCode === null) {
        const ended = once(child, 'exit');
        child.kill('SIGTERM');
        await ended;
      }
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
