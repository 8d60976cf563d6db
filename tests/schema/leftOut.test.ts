import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LEFT_OUT } from '../../scripts/consoleBuild.ts';

const root = join(import.meta.dirname, '../..');
const exportsOf = (code: string) =>
  [...code.matchAll(/export (?:(?:const|function) (\w+)|\{ (?:\w+ as )?(\w+) \}|(default))/g)].map(
    ([, constant, again, standard]) => constant ?? again ?? standard,
  );

// A library that moves a file would bring it back into the build without a word.
test.each(Object.entries(LEFT_OUT))('%s is where the build leaves it out', (path, code) => {
  const original = join(root, 'node_modules', path);
  expect(existsSync(original)).toBe(true);
  if (!code.startsWith('module.exports'))
    expect(exportsOf(code)).toEqual(exportsOf(readFileSync(original, 'utf8')));
});
