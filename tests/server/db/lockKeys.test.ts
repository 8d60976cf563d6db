import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LOCK_KEYS } from '../../../server/db/lockKeys.ts';

test('advisory locks with one argument have different keys, and all keys stand in one file', () => {
  const keys = Object.values(LOCK_KEYS);
  expect(new Set(keys).size).toBe(keys.length);

  const files = readdirSync('server', { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(ts|sql)$/.test(file),
  );
  const used = files.flatMap((file) => [
    ...readFileSync(`server/${file}`, 'utf8').matchAll(/advisory_\w*lock\w*\((\d+|\$\{[^{}()]+\})\)/g),
  ]);
  expect(used.length).toBeGreaterThan(3);
  expect(used.filter(([, key]) => !key?.startsWith('$' + '{LOCK_KEYS'))).toEqual([]);
});
