import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');

test('every dialog is the console’s own, which keeps the focus', () => {
  const own = globSync('src/**/*.tsx', { cwd: root }).filter((file) =>
    readFileSync(join(root, file), 'utf8').includes("'@mui/material/Dialog'"),
  );
  expect(own).toEqual([join('src', 'layout', 'Dialog.tsx')]);
});
