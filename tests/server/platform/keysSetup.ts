import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { onTestFinished } from 'vitest';
import { keyringOf } from '../../../server/services/platform/keyring.ts';
import { createTestApp } from '../../support/app.ts';
import { compileCache } from '../../support/compileCache.ts';
import { fill, stored } from './secretsSetup.ts';

export const OTHER_KEY = 'another-key-of-these-tests-also-long-enough';

/** A database with one of each secret in clear, as earlier versions left it, and many webhooks. */
export async function oldDatabase(webhooks = 3) {
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

export const SCRIPT = resolve(import.meta.dirname, '../../../server/rotateSecrets.ts');
/** The program that encrypts all secrets with the newest key, run to its end. */
export const rotation = (environment: Record<string, string>) => {
  const env = { ...process.env, ...compileCache, NODE_ENV: 'test', LOG_LEVEL: 'warn', ...environment };
  return promisify(execFile)(process.execPath, [SCRIPT], { env }).catch((error: { stderr: string }) => error);
};
