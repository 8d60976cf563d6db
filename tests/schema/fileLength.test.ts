import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const MOST = 300;

test('no file of code has more than 300 lines', () => {
  const files = ['bench', 'schema', 'scripts', 'server', 'src', 'tests'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(tsx?|mjs|css|py)$/.test(name) && !/(^|[\\/])(dist|node_modules)[\\/]/.test(name))
      .map((name) => join(folder, name)),
  );
  expect(files.length).toBeGreaterThan(2000);
  const lines = (file: string) => readFileSync(join(root, file), 'utf8').trimEnd().split('\n').length;
  expect(files.filter((file) => lines(file) > MOST).map((file) => `${file}: ${lines(file)}`)).toEqual([]);
});
