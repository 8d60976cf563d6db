import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { keyringOf } from '../../../server/services/platform/keyring.ts';
import { clearSecrets, keyIdsInUse, sealStored } from '../../../server/services/platform/storedSecrets.ts';
import { createTestApp } from '../../support/app.ts';
import { compileCache } from '../../support/compileCache.ts';
import { copyOfFolder, temporaryFolder } from '../../support/folder.ts';
import { migratedFolder } from '../../support/migratedFolder.ts';
import { TEST_KEY } from '../../support/secretKey.ts';
import { failedStart, startServer } from '../../support/server.ts';
import { soon } from '../../support/soon.ts';
import { fill, HOOK, stored } from './secretsSetup.ts';

const OTHER_KEY = 'another-key-of-these-tests-also-long-enough';
const THIRD_KEY = 'and-a-third-one-which-is-as-long-as-the-rest';

/** A database with one of each secret in clear, as earlier versions left it, and many webhooks. */
async function oldDatabase(webhooks = 3) {
  const world = await createTestApp();
  onTestFinished(() => world.close());
  await fill(world);
  await sql`UPDATE operator_link SET password = 'hunter22' WHERE name = 'ntc'`.execute(world.db);
  await sql`UPDATE two_factor SET secret = 'JBSWY3DPEHPK3PXP'`.execute(world.db);
  await sql`DELETE FROM webhook`.execute(world.db);
  await sql`
    INSERT INTO webhook (account, "user", url, events, secret, former_secret, former_until)
    SELECT u.account, u.uuid, 'https://example.com', '{}', 'whsec_' || n, CASE WHEN n % 2 = 0 THEN 'whsec_former' || n END, now()
    FROM users u, generate_series(1, ${webhooks}) n WHERE u.email = 'customer@demo.test'`.execute(world.db);
  const opened = async (...keys: string[]) => {
    const ring = keyringOf(keys);
    return (await stored(world.db)).map(({ what, value }) => {
      const [column = '', row = ''] = what.split(' ');
      const [table = '', name = ''] = column.split('.');
      return `${what} ${ring.open({ table, column: name, row }, value)}`;
    });
  };
  return { ...world, opened };
}

describe('a server that is started', () => {
  const start = async (environment: Record<string, string>) => {
    const server = await startServer({ LOG_LEVEL: 'info', ...environment }, ['--role', 'api']);
    onTestFinished(() => server.kill('SIGTERM'));
    return server;
  };

  test('without a key warns, and leaves what it finds', async () => {
    const { db, url } = await oldDatabase();
    const before = await stored(db);
    const server = await start({ DATABASE_URL: url, SECRET_KEY: '' });
    expect(server.log()).toMatch(/SECRET_KEY is not set.*6 secrets lie in the database in clear/);
    expect(await stored(db)).toEqual(before);
  });

  test('with a key encrypts what earlier versions left, and nothing is lost', async () => {
    const { db, url, opened } = await oldDatabase(250);
    const before = await opened();
    await start({ DATABASE_URL: url });
    await soon(async () => expect(await clearSecrets(db)).toBe(0));
    expect(await keyIdsInUse(db)).toEqual(keyringOf([TEST_KEY]).ids);
    expect(await opened(TEST_KEY)).toEqual(before);
  });

  test.each([
    [
      'another key',
      OTHER_KEY,
      /The key in SECRET_KEY is not that of the secrets in the database \(key [0-9a-f]{12}\)/,
    ],
    ['no key', '', /The key in SECRET_KEY is missing for the secrets/],
    ['a key that is too short', 'short', /SECRET_KEY: each key needs 32 characters or more/],
  ])('with %s ends with one sentence, and changes nothing', async (_, SECRET_KEY, sentence) => {
    const { db, url } = await oldDatabase();
    await sealStored(db, keyringOf([TEST_KEY]));
    const before = await stored(db);
    const { code, output } = await failedStart({ DATABASE_URL: url, SECRET_KEY, LOG_LEVEL: 'warn' });
    expect([code, output.trim().split('\n').length]).toEqual([1, 1]);
    expect(output).toMatch(sentence);
    expect(await stored(db)).toEqual(before);
  });

  test('with the new key before the old one reads both', async () => {
    const { db, url } = await oldDatabase();
    await sealStored(db, keyringOf([TEST_KEY]));
    const server = await start({ DATABASE_URL: url, SECRET_KEY: `${OTHER_KEY} ${TEST_KEY}` });
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  });
});

const SCRIPT = resolve(import.meta.dirname, '../../../server/rotateSecrets.ts');
const rotation = (environment: Record<string, string>) => {
  const env = { ...process.env, ...compileCache, NODE_ENV: 'test', LOG_LEVEL: 'warn', ...environment };
  return promisify(execFile)(process.execPath, [SCRIPT], { env }).catch((error: { stderr: string }) => error);
};

describe('rotation', () => {
  test('encrypts all with the first key; without the old one it changes nothing', async () => {
    const { db, url, opened } = await oldDatabase();
    const before = await opened();
    await sealStored(db, keyringOf([TEST_KEY]));
    const sealed = await stored(db);
    const wrong = await rotation({ DATABASE_URL: url, SECRET_KEY: OTHER_KEY });
    expect(wrong.stderr).toMatch(/is not that of the secrets.*add it behind the new one/);
    expect(await stored(db)).toEqual(sealed);
    const right = await rotation({ DATABASE_URL: url, SECRET_KEY: `${OTHER_KEY} ${TEST_KEY}` });
    expect(right).toMatchObject({ stdout: expect.stringContaining('6 secrets are encrypted anew') });
    expect(await opened(OTHER_KEY)).toEqual(before);
    const file = join(temporaryFolder('key-'), 'key');
    writeFileSync(file, `${OTHER_KEY}\n`);
    const again = await rotation({ DATABASE_URL: url, SECRET_KEY_FILE: file });
    expect(again).toMatchObject({ stdout: expect.stringContaining('0 secrets') });
  });

  test('that is killed in the middle loses nothing, and is ended by another', async () => {
    const { db, url, opened } = await oldDatabase(3000);
    const before = await opened();
    await sealStored(db, keyringOf([TEST_KEY]));
    const env = {
      ...process.env,
      ...compileCache,
      DATABASE_URL: url,
      SECRET_KEY: `${OTHER_KEY}\n${TEST_KEY}`,
    };
    const child = spawn(process.execPath, [SCRIPT], { env, stdio: 'ignore' });
    await soon(async () => expect(await keyIdsInUse(db)).toHaveLength(2));
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect((await keyIdsInUse(db)).sort()).toEqual([...keyringOf([OTHER_KEY, TEST_KEY]).ids].sort());
    expect(await opened(TEST_KEY, OTHER_KEY)).toEqual(before);
    await rotation({ DATABASE_URL: url, SECRET_KEY: `${OTHER_KEY} ${TEST_KEY}` });
    expect(await opened(OTHER_KEY)).toEqual(before);
  });

  test('beside writers changes no secret that was set meanwhile', async () => {
    const { db, opened } = await oldDatabase(300);
    const ring = keyringOf([THIRD_KEY, TEST_KEY]);
    await sealStored(db, keyringOf([TEST_KEY]));
    const { rows } = await sql<{ uuid: string }>`SELECT uuid FROM webhook ORDER BY uuid LIMIT 50`.execute(db);
    const writing = rows.map(({ uuid: row }) =>
      sql`UPDATE webhook SET secret = ${keyringOf([TEST_KEY]).seal({ table: 'webhook', column: 'secret', row }, 'whsec_new')}
        WHERE uuid = ${row}`.execute(db),
    );
    await Promise.all([...writing, sealStored(db, ring, { all: true }), sealStored(db, ring, { all: true })]);
    expect((await opened(THIRD_KEY, TEST_KEY)).filter((line) => line.endsWith(' whsec_new'))).toHaveLength(
      50,
    );
  });
});

describe('the embedded database', () => {
  test('has its own key in DATA_DIR, which only its owner reads, and which nothing replaces', async () => {
    const DATA_DIR = await copyOfFolder(await migratedFolder(), 'own-key-');
    const file = join(DATA_DIR, 'secret.key');
    const environment = { DATA_DIR, SECRET_KEY: '', LOG_LEVEL: 'warn' };
    const server = await startServer(environment);
    const first = readFileSync(file, 'utf8');
    expect(first).toMatch(/^[\w+/]{43}=\n$/);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    await server.signIn('customer@demo.test', 'demo-password-1');
    const { data } = await server.call<{ data: { uuid: string } }>('POST', '/v1/autho/webhooks/', HOOK);
    expect(data.uuid).toBeTruthy();
    await server.kill('SIGTERM');

    rmSync(file);
    const lost = await failedStart(environment);
    expect(lost.output).toMatch(
      /secret\.key is missing for the secrets in the database.*Nothing was changed/,
    );
    expect(() => statSync(file)).toThrow('ENOENT');
    writeFileSync(file, 'half');
    expect((await failedStart(environment)).output).toMatch(/secret\.key holds no key: put back/);
    writeFileSync(file, first, { mode: 0o600 });

    const rotated = await rotation(environment);
    expect(rotated).toMatchObject({ stdout: expect.stringContaining('1 secrets are encrypted anew') });
    const keys = readFileSync(file, 'utf8').trim().split('\n');
    expect([keys.length, keys[1], statSync(file).mode & 0o777]).toEqual([2, first.trim(), 0o600]);
    await server.restart();
    await server.signIn('customer@demo.test', 'demo-password-1');
    await server.call('POST', `/v1/autho/webhooks/${data.uuid}/rotate-secret/`, {});
    await server.kill('SIGTERM');
  });
});
