import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { temporaryFolder } from '../support/folder.ts';
import { freePort } from '../support/ports.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const FILE = 'deploy/ha/patroni.yml';
const text = read(FILE);
const page = read('docs/high-availability.md');

interface Settings {
  bootstrap: {
    dcs: {
      ttl: number;
      loop_wait: number;
      retry_timeout: number;
      synchronous_mode: boolean;
      synchronous_mode_strict: boolean;
    };
  };
  watchdog: { mode: string; device: string; safety_margin: number };
}
const { bootstrap, watchdog } = parse(text) as Settings;
const { ttl, loop_wait, retry_timeout, ...modes } = bootstrap.dcs;

describe('deploy/ha/patroni.yml', () => {
  test('acknowledges nothing that one machine alone has', () => {
    expect(modes).toMatchObject({ synchronous_mode: true, synchronous_mode_strict: true });
  });

  test('resets a primary that hangs before another one leads, and none that waits for etcd', () => {
    expect(watchdog).toMatchObject({ mode: 'automatic', device: '/dev/watchdog' });
    const reset = ttl - watchdog.safety_margin;
    expect(reset).toBeLessThan(ttl);
    expect(loop_wait + 2 * retry_timeout).toBeLessThanOrEqual(reset);
    expect(page).toContain(`machine after ${reset} seconds (\`ttl\` less \`safety_margin\`)`);
  });

  test('is turned to `required` by the command of the page', () => {
    const [, from = '', to = ''] = /sed -i 's\/(.+?)\/(.+?)\/' \/etc\/patroni\/config\.yml/.exec(page) ?? [];
    const changed = parse(text.replace(new RegExp(from, 'm'), to)) as Settings;
    expect(changed).toEqual({ ...(parse(text) as Settings), watchdog: { ...watchdog, mode: 'required' } });
  });

  test('takes from the environment what the page puts there, and no more', () => {
    const header = text.slice(0, text.indexOf('scope:'));
    const [, given = ''] = /cat > \/etc\/patroni_env\.conf <<'END'\n([\s\S]*?)END\n/.exec(page) ?? [];
    const names = (of: string) => [...of.matchAll(/PATRONI_\w+/g)].map(([name]) => name).sort();
    expect(names(header).length).toBeGreaterThan(5);
    expect(names(given)).toEqual(names(header));
  });
});

const BASE = '/usr/lib/postgresql';
const isMissing = spawnSync('patroni', ['--version']).status !== 0 || !existsSync(BASE);
const skipped = isMissing ? ' (skipped: patroni or PostgreSQL is not installed here)' : '';

/** What Patroni says about the settings on a node whose etcd answers; nothing if all is well. */
async function validated(settings: string): Promise<string[]> {
  const etcd = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void etcd.close());
  await once(etcd, 'listening');
  const folder = temporaryFolder('patroni-');
  const file = join(folder, 'patroni.yml');
  writeFileSync(file, settings);
  const [version = ''] = readdirSync(BASE).sort((a, b) => Number(b) - Number(a));
  const environment = {
    PATRONI_NAME: 'db1',
    PATRONI_ETCD_HOSTS: `127.0.0.1:${(etcd.address() as AddressInfo).port}`,
    PATRONI_RESTAPI_LISTEN: `127.0.0.1:${await freePort()}`,
    PATRONI_RESTAPI_CONNECT_ADDRESS: '10.0.0.11:8008',
    PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${await freePort()}`,
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: '10.0.0.11:5432',
    PATRONI_POSTGRESQL_DATA_DIR: join(folder, 'data'),
    PATRONI_POSTGRESQL_BIN_DIR: join(BASE, version, 'bin'),
    PATRONI_SUPERUSER_PASSWORD: 'x',
    PATRONI_REPLICATION_PASSWORD: 'x',
    PATRONI_REWIND_PASSWORD: 'x',
  };
  const { stderr } = await promisify(execFile)('patroni', ['--validate-config', file], {
    env: { ...process.env, ...environment },
  }).catch((error) => error as { stderr: string });
  const lines = stderr.split('\n').filter(Boolean);
  // Patroni 3.0 wants it there too, though `postgresql.pg_hba` is what it uses.
  return lines.filter((line) => line.trim() !== 'bootstrap.pg_hba  is not defined.');
}

test.skipIf(isMissing)(`is what Patroni accepts, with the watchdog required too${skipped}`, async () => {
  const required = text.replace('mode: automatic', 'mode: required');
  expect(await validated(text)).toEqual([]);
  expect(await validated(required)).toEqual([]);
  expect(await validated(text.replace('mode: automatic', 'mode: demanded'))).toEqual([
    expect.stringContaining('watchdog.mode demanded'),
  ]);
});
