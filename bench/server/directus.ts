import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { openDatabase } from '../../server/db/database.ts';
import { freePort } from '../../tests/support/ports.ts';
import type { Ours } from './ours.ts';
import { rivalsFolder, VERSIONS } from './rivals.ts';

/** Directus with an empty collection of contacts, in its own database in the same PostgreSQL as ours. */
export interface Directus {
  name: string;
  db: Kysely<unknown>;
  url: string;
  /** Of its administrator. */
  headers: { authorization: string };
  close(): Promise<void>;
}

const field = (name: string, type: string, schema: object = {}, special?: string) => ({
  ...{ field: name, type, schema },
  meta: special ? { special: [special] } : {},
});

/** Our contacts' fields. Directus stores a list of groups as JSON, and creates indexes only for unique values. */
const contacts = {
  collection: 'contacts',
  schema: {},
  meta: {},
  fields: [
    field('uuid', 'uuid', { is_primary_key: true }, 'uuid'),
    field('account', 'uuid'),
    field('name', 'string', { is_nullable: false }),
    field('phone', 'string', { is_nullable: false, is_unique: true }),
    field('operator', 'string'),
    field('groups', 'json'),
    field('attributes', 'json'),
    field('is_active', 'boolean', { default_value: true }),
    field('created_at', 'timestamp', { default_value: 'now()' }),
    field('updated_at', 'timestamp', { default_value: 'now()' }),
  ],
};

/** Directus as shipped, one process, on our PostgreSQL. Under load it refuses requests unless configured otherwise. */
export async function startDirectus(ours: Ours): Promise<Directus> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-directus-'));
  writeFileSync(join(folder, 'package.json'), '{}');
  for (const name of ['uploads', 'extensions']) mkdirSync(join(folder, name));
  await sql`CREATE DATABASE directus`.execute(ours.db);
  const address = new URL(ours.postgres);
  address.pathname = '/directus';
  const [token, port] = [randomUUID(), await freePort()];
  const env = {
    ...{
      PATH: process.env.PATH,
      HOME: folder,
      NODE_ENV: 'production',
      TELEMETRY: 'false',
      LOG_LEVEL: 'warn',
    },
    ...{ DB_CLIENT: 'pg', DB_CONNECTION_STRING: address.href, SECRET: randomUUID() },
    ...{ HOST: '127.0.0.1', PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` },
    ...{ PRESSURE_LIMITER_ENABLED: 'false' },
    ...{ ADMIN_EMAIL: 'bench@example.com', ADMIN_PASSWORD: randomUUID(), ADMIN_TOKEN: token },
    ...{ STORAGE_LOCATIONS: 'local', STORAGE_LOCAL_ROOT: join(folder, 'uploads') },
    ...{ EXTENSIONS_PATH: join(folder, 'extensions') },
  };
  const cli = join(rivalsFolder(), 'node_modules/directus/cli.js');
  execFileSync(process.execPath, [cli, 'bootstrap'], { cwd: folder, env, stdio: ['ignore', 2, 2] });
  const child: ChildProcess = spawn(process.execPath, [cli, 'start'], {
    cwd: folder,
    env,
    stdio: ['ignore', 2, 2],
  });
  const cleanUp = () => {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  };
  // Before ours, whose database it uses.
  process.prependOnceListener('exit', cleanUp);
  const url = `http://127.0.0.1:${port}`;
  while (
    !(await fetch(`${url}/server/ping`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null) throw new Error(`Directus ended with ${child.exitCode}`);
    await sleep(100);
  }
  const headers = { authorization: `Bearer ${token}` };
  const made = await fetch(`${url}/collections`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(contacts),
  });
  if (!made.ok) throw new Error(`Directus: ${made.status} ${await made.text()}`);
  const { db, close } = openDatabase(address.href, 2, () => {}, { isBounded: false });
  return {
    name: `Directus ${VERSIONS.directus}`,
    db,
    url,
    headers,
    async close() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      await close();
      await sql`DROP DATABASE directus WITH (FORCE)`.execute(ours.db);
      process.off('exit', cleanUp);
      cleanUp();
    },
  };
}
