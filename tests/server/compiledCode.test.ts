import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/folder.ts';

const run = promisify(execFile);
const ROOT = resolve(import.meta.dirname, '../..');

/** Of a program that `npm start` or another script of ours starts. */
async function folderOf(env: NodeJS.ProcessEnv): Promise<string> {
  const script = `
    const { environment } = await import(${JSON.stringify(resolve(ROOT, 'scripts/setup.mjs'))});
    console.log(environment(process.execPath).NODE_COMPILE_CACHE);`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], { env });
  return stdout.trim();
}

test('scripts keep compiled code beside the packages, or where the environment says', async () => {
  const { NODE_COMPILE_CACHE: _, ...env } = process.env;
  expect(await folderOf(env)).toBe(resolve(ROOT, 'node_modules/.cache/bulk-sms-console/compile'));
  expect(await folderOf({ ...env, NODE_COMPILE_CACHE: '/elsewhere' })).toBe('/elsewhere');
});

test('Node keeps a TypeScript program of ours there', async () => {
  const folder = temporaryFolder('compiled-');
  const program = resolve(ROOT, 'server/services/sheets/sheetsXlsxWorker.ts');
  // Without a workbook it ends with an error as soon as it is loaded.
  await run(process.execPath, [program, '{}'], { env: { ...process.env, NODE_COMPILE_CACHE: folder } }).catch(
    () => {},
  );
  expect(readdirSync(folder, { recursive: true }).length).toBeGreaterThan(3);
});
