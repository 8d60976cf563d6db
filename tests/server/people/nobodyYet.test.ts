import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { startServer } from '../../support/server.ts';

const NOBODY = 'Nobody can sign in: set ADMIN_EMAIL and ADMIN_PASSWORD';
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase('template0');
}, 60_000);
afterAll(() => database.drop());

/** What a server prints until SIGTERM. */
async function printed(environment: Record<string, string>): Promise<string> {
  const server = await startServer({
    DATABASE_URL: database.url,
    ADMIN_EMAIL: 'a@provider.test',
    ...environment,
  });
  await server.kill('SIGTERM');
  return server.log();
}

test('a server on a new database says that nobody can sign in, until there is an administrator', async () => {
  expect(await printed({})).toContain(NOBODY);
  expect(await printed({ ADMIN_PASSWORD: 'first-password-1' })).not.toContain(NOBODY);
}, 120_000);
