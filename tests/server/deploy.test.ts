import { execFile, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../server/db/database.ts';
import { databaseLacks } from '../../server/services/platform/databaseNeeds.ts';
import { createTestDatabase, withAdmin } from '../support/database.ts';
import { temporaryFolder } from '../support/folder.ts';
import { serverOptions } from '../support/serverOptions.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const run = promisify(execFile);
const has = (program: string) => spawnSync(program, ['--version']).status === 0;

/** systemd's own units, which ours name; without them nothing can be verified. */
const SYSTEM = '/usr/lib/systemd/system';
const noSystemd = has('systemd-analyze') ? '' : ' (skipped: systemd-analyze is missing here)';

/** What systemd says about a unit on a machine that has only Node and systemd's own units; nothing if all is well. */
async function verified(name: string, text: string): Promise<string> {
  const root = temporaryFolder('systemd-');
  const units = join(root, 'etc/systemd/system');
  for (const folder of [units, join(root, 'usr/bin')]) mkdirSync(folder, { recursive: true });
  cpSync(SYSTEM, join(root, SYSTEM), { recursive: true });
  writeFileSync(join(root, 'usr/bin/node'), '', { mode: 0o755 });
  writeFileSync(join(units, name), text);
  const args = ['verify', '--man=no', '--recursive-errors=no', `--root=${root}`];
  const { stdout, stderr } = await run('systemd-analyze', [...args, name.replace('@.', '@1.')]).catch(
    (error) => error,
  );
  return `${stdout}${stderr}`;
}

describe.each(readdirSync(join(ROOT, 'deploy/systemd')))('the unit %s', (name) => {
  const path = join(ROOT, 'deploy/systemd', name);
  const lines = readFileSync(path, 'utf8').split('\n');

  test.each([
    ...['CapabilityBoundingSet=', 'AmbientCapabilities=', 'NoNewPrivileges=true', 'PrivateUsers=true'],
    ...['RestrictNamespaces=true', 'LockPersonality=true', 'ProtectKernelModules=true', 'ProtectClock=true'],
    ...['ProcSubset=pid', 'ProtectProc=invisible', 'ProtectSystem=strict', 'ProtectKernelLogs=true'],
    ...['SystemCallArchitectures=native', 'SystemCallFilter=@system-service', 'RestrictSUIDSGID=true'],
    ...['SystemCallFilter=~@privileged @resources', 'UMask=0077', 'User=bulk-sms'],
    ...['Environment=NODE_COMPILE_CACHE=/var/cache/bulk-sms-console', 'CacheDirectory=bulk-sms-console'],
  ])('has %s', (line) => expect(lines).toContain(line));

  // Without it a worker that dies leaves unknown what its journal could tell (tests/server/sending/journal.test.ts).
  test.runIf(name.includes('worker'))('tells the start of the kernel, which ProcSubset= hides', () => {
    expect(lines).toContain('Environment=BOOT_ID=%b');
  });

  test('lets V8 compile', () => {
    expect(lines.some((line) => line.startsWith('MemoryDenyWriteExecute'))).toBe(false);
  });

  test.skipIf(noSystemd)(`is what systemd understands, word for word${noSystemd}`, async () => {
    const text = lines.join('\n');
    expect(await verified(name, text)).toBe('');
    expect(await verified(name, text.replace('Restart=always', 'Restarts=always'))).toContain('Restarts');
    expect(await verified(name, text.replace('/usr/bin/node', '/usr/bin/nodejs'))).toContain(
      'not executable',
    );
  });

  test.skipIf(noSystemd)(`is as little exposed as docs/evidence/security.md says${noSystemd}`, async () => {
    const args = ['security', '--no-pager', '--offline=true', path];
    // It ends with 1 above its threshold only.
    const { stdout } = await run('systemd-analyze', args);
    const exposure = Number(/exposure level for .*: ([\d.]+)/.exec(stdout)?.[1]);
    expect(exposure).toBeLessThan(2);
    const seconds = Number(
      /`systemd-analyze security`[^.]*? ([\d.]+\d)/.exec(read('docs/evidence/security.md'))?.[1],
    );
    expect(exposure).toBe(seconds);
  });
});

test('the image and the documented install have the packages of the server alone', () => {
  const command = 'npm ci --workspace server --omit=dev --omit=optional';
  expect(read('deploy/Dockerfile')).toMatch(new RegExp(`^FROM manifests AS packages\nRUN ${command} `, 'm'));
  expect(read('deploy/Dockerfile')).toMatch(/^COPY --from=packages \/app\/node_modules node_modules$/m);
  const [, systemd = ''] = read('docs/deploy.md').split('\n## systemd\n');
  expect(systemd.split('\n## ')[0]).toContain(command);
  // The npm package that brings Node is none of them.
  const start = ['ExecStart=/usr/bin/node', ...serverOptions, 'server/main.ts --role '].join(' ');
  for (const name of readdirSync(join(ROOT, 'deploy/systemd')))
    expect(read(`deploy/systemd/${name}`)).toContain(`\n${start}`);
});

describe('compose.yaml', () => {
  const text = read('deploy/compose.yaml');
  /** A block of two dimensions of indentation: what is written of a name at the given depth. */
  const block = (name: string, indent = '') => {
    const found = new RegExp(`^${indent}${name}:.*\\n((?:${indent} +.*\\n|\\s*\\n)*)`, 'm').exec(text);
    return found?.[1] ?? '';
  };
  const services = [...block('services').matchAll(/^ {2}([a-z]+):$/gm)].map(([, name]) => name as string);

  test('closes every container', () => {
    expect(services).toEqual(['database', 'roles', 'migrate', 'rights', 'api', 'worker', 'proxy']);
    const closed = block('x-closed');
    for (const line of ['read_only: true', 'cap_drop: [ALL]', 'security_opt: ["no-new-privileges:true"]'])
      expect(closed).toContain(line);
    for (const name of ['x-server', 'x-roles']) expect(block(name)).toContain('<<: *closed');
    for (const name of services) {
      expect(block(name, ' {2}'), name).toMatch(/<<: \*(closed|server|roles)/);
      expect(block(name, ' {2}'), name).not.toMatch(
        /read_only: false|privileged|cap_add: \[(?!NET_BIND_SERVICE\])/,
      );
    }
    for (const name of ['x-server', 'x-roles']) expect(block(name)).toMatch(/^ {2}user: (node|postgres)$/m);
    expect(block('database', ' {2}')).toMatch(/user: postgres/);
  });

  test('gives servers a role that is no superuser, and the owner’s password to migrations alone', () => {
    expect(block('x-server')).toContain(`DATABASE_URL: postgresql://console:$\{CONSOLE_PASSWORD}@database`);
    expect(text).not.toMatch(/POSTGRES_USER/);
    expect(block('migrate', ' {2}')).toMatch(/env_file: \[\]\n/);
    expect(text.match(/\$\{OWNER_PASSWORD/g)).toHaveLength(2);
    for (const name of ['POSTGRES_PASSWORD', 'OWNER_PASSWORD'])
      expect(block('x-server')).toContain(`${name}: ""`);
  });

  test('takes every image by its digest, the one of Node the same in compose.yaml and Dockerfile', () => {
    const images = [...text.matchAll(/\$\{(\w+_IMAGE):-([^}]+)\}/g)].map(([, variable, image]) => [
      variable,
      image,
    ]);
    expect(images.map(([variable]) => variable)).toEqual(['NODE_IMAGE', 'POSTGRES_IMAGE', 'CADDY_IMAGE']);
    for (const [, image] of images) expect(image).toMatch(/^[a-z]+:[\w.-]+@sha256:[0-9a-f]{64}$/);
    const used = [...text.matchAll(/image: (.*)/g)].map(([, image]) => image ?? '');
    expect(used.filter((image) => !/^(bulk-sms-console|\*postgres|\$\{CADDY_IMAGE:.*)$/.test(image))).toEqual(
      [],
    );
    expect(read('deploy/Dockerfile')).toContain(`ARG NODE_IMAGE=${images[0]?.[1]}\n`);
    const stages = [...read('deploy/Dockerfile').matchAll(/^FROM (\S+)(?: AS (\S+))?$/gm)];
    const own = new Set(stages.map(([, , name]) => name));
    const from = stages.map(([, image]) => image).filter((image) => !own.has(image));
    expect(new Set(from)).toEqual(new Set([`$\{NODE_IMAGE}`]));
    expect(read('deploy/Dockerfile')).toMatch(/^USER node$/m);
  });
});

const isSuperuser = await (async () => {
  const { db, close } = openDatabase(inject('adminUrl') as string, 1, () => {});
  const { rows } = await sql<{ is: boolean }>`
    SELECT rolsuper AS is FROM pg_roles WHERE rolname = current_user`.execute(db);
  await close();
  return rows[0]?.is === true;
})();

test.skipIf(!isSuperuser || !has('psql'))(
  'database-roles.sh, migrateNow.ts, and it again make what a server needs',
  async () => {
    const mark = randomBytes(4).toString('hex');
    const [console, owner] = [`console_${mark}`, `console_${mark}_owner`];
    const folder = temporaryFolder('roles-');
    for (const file of ['database-roles.sh', 'roles.sql']) {
      const named = read(`deploy/${file}`).replaceAll('console_owner', owner);
      writeFileSync(
        join(folder, file),
        named.replace(/\bconsole\b(?! (CONSOLE|OWNER))/g, console).replaceAll(`:'${console}'`, ":'console'"),
      );
    }
    const database = await createTestDatabase('template0');
    onTestFinished(async () => {
      await database.drop();
      for (const role of [console, owner])
        await withAdmin(inject('adminUrl') as string, `DROP ROLE IF EXISTS ${role}`);
    });
    const url = new URL(database.url);
    const passwords = { OWNER_PASSWORD: "o'wner $x", CONSOLE_PASSWORD: 'c"onsole' };
    const env = {
      ...process.env,
      ...passwords,
      PGHOST: url.searchParams.get('host') ?? url.hostname,
      PGPORT: url.port || '5432',
      PGUSER: decodeURIComponent(url.username) || 'postgres',
      PGPASSWORD: decodeURIComponent(url.password),
      PGDATABASE: url.pathname.slice(1),
    };
    const as = (role: string, password: string) => {
      const other = new URL(url);
      Object.assign(other, { username: role, password: encodeURIComponent(password) });
      return other.href;
    };
    const makeRoles = () => run('sh', [join(folder, 'database-roles.sh')], { env });
    await makeRoles();
    const migrating = { ...process.env, MIGRATION_DATABASE_URL: as(owner, passwords.OWNER_PASSWORD) };
    await run(process.execPath, [join(ROOT, 'server/db/migrateNow.ts')], { env: migrating });
    await makeRoles();
    const { db, close } = openDatabase(as(console, passwords.CONSOLE_PASSWORD), 1, () => {});
    onTestFinished(close);
    expect(await databaseLacks(db)).toBe(null);
    const { rows } = await sql`
    SELECT rolsuper OR rolcreatedb OR rolcreaterole OR rolbypassrls AS much,
      has_table_privilege('wallet_entry', 'UPDATE') AS changes FROM pg_roles WHERE rolname = current_user`.execute(
      db,
    );
    expect(rows).toEqual([{ much: false, changes: false }]);
    const refused = await run(process.execPath, [join(ROOT, 'server/db/migrateNow.ts')]).catch(
      (error) => error,
    );
    expect(refused).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('MIGRATION_DATABASE_URL says'),
    });
  },
);
