import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { copyOfFolder } from '../../support/folder.ts';
import { migratedFolder } from '../../support/migratedFolder.ts';
import { failedStart, startServer } from '../../support/server.ts';
import { rotation } from './keysSetup.ts';
import { HOOK } from './secretsSetup.ts';

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
