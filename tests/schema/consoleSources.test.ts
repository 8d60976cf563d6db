import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { consoleSources } from '../../scripts/setup.mjs';
import { reachable } from '../support/reachable.ts';

const root = join(import.meta.dirname, '../..');

test('npm start builds the console anew when anything has changed by which it is built', () => {
  const files = [...reachable(join(root, 'vite.config.ts'))].map((path) => relative(root, path));
  expect(files.length).toBeGreaterThan(3);
  const isWatched = (file: string) =>
    consoleSources.some((source) => file === source || file.startsWith(`${source}/`));
  expect(files.filter((file) => !isWatched(file))).toEqual([]);
});
