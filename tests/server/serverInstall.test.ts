import { execFile, execFileSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { temporaryFolder } from '../support/folder.ts';
import { type S3Server, startS3Server } from '../support/s3Server.ts';
import { TEST_KEY } from '../support/secretKey.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { installServer, sizeOf } from '../support/serverInstall.ts';

/** Megabytes, of all files. */
const MOST = 80;

const ROOT = resolve(import.meta.dirname, '../..');
const folder = temporaryFolder('install-');
const packages = join(folder, 'node_modules');
let database: TestDatabase;
let bucket: S3Server;
let server: RunningServer;
beforeAll(async () => {
  installServer(folder);
  const dist = join(folder, 'dist');
  // `npm test` has built it before; this file alone builds its own.
  if (existsSync(join(ROOT, 'dist/index.html'))) cpSync(join(ROOT, 'dist'), dist, { recursive: true });
  else {
    const vite = join(ROOT, 'node_modules/vite/bin/vite.js');
    execFileSync(process.execPath, [vite, 'build', '--logLevel', 'warn', '--outDir', dist], { cwd: ROOT });
  }
  [database, bucket] = await Promise.all([createTestDatabase(), startS3Server()]);
  const { accessKeyId, secretAccessKey } = bucket.credentials;
  server = await startServer(
    {
      ...{ DATABASE_URL: database.url, NODE_ENV: 'production', LOG_LEVEL: 'info' },
      ...{ S3_BUCKET: bucket.bucket, S3_ENDPOINT: bucket.endpoint, S3_FORCE_PATH_STYLE: 'true' },
      ...{ S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey },
    },
    [],
    join(folder, 'server/main.ts'),
  );
}, 240_000);
afterAll(async () => {
  await server?.kill('SIGTERM');
  await bucket?.close();
  await database?.drop();
});

test('a production install carries no package of the console', () => {
  const names = readdirSync(packages);
  expect(names.filter((name) => /^(react|ra-|@mui|@emotion|vite|typescript|playwright)/.test(name))).toEqual(
    [],
  );
  expect(names).toContain('fastify');
});

test('it weighs at most 80 MB', () => expect(sizeOf(packages) / 1_000_000).toBeLessThan(MOST));

test('the server starts from it, with its worker and its files in a bucket', async () => {
  await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status).toBe(200);
  expect(await server.call<{ openapi: string }>('GET', '/v1/openapi.json')).toMatchObject({
    openapi: '3.1.0',
  });
});

test('and answers with the console', async () => {
  const page = await fetch(`${server.url}/login`);
  expect(page.status).toBe(200);
  const script = /<script[^>]+src="([^"]+)"/.exec(await page.text())?.[1];
  expect((await fetch(server.url + script)).headers.get('content-type')).toMatch(/javascript/);
});

test('and with what the image runs beside it: the check of the books, and the rotation of its key', async () => {
  const run = (...words: string[]) =>
    promisify(execFile)(process.execPath, words, {
      cwd: folder,
      env: { ...process.env, DATABASE_URL: database.url, SECRET_KEY: TEST_KEY },
    });
  expect((await run('server/checkLedger.ts')).stderr).toBe('The books agree.\n');
  expect((await run('server/rotateSecrets.ts')).stdout).toMatch(
    /^\d+ secrets are encrypted anew, with the key /,
  );
});
