import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { defaults, deliveryResultOf } from '../../server/simulator/deliveryResult.ts';

const root = resolve(import.meta.dirname, '../..');
const files = globSync(
  ['src/i18n/**/*.ts', 'src/resources/developers/**/*.ts', 'schema/*.ts', 'docs/*.md', 'README.md'],
  { cwd: root },
);

/** Whoever tries the product copies the numbers of its hints and guides. */
test('a message to any example number is delivered by the operator simulator', () => {
  const found = files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/(?<!\d)(?:977)?(9[78]\d{8})(?!\d)/g)].map(
      ([, number = '']) => ({ file, number, ...deliveryResultOf(`977${number}`, defaults) }),
    ),
  );
  expect(found.length).toBeGreaterThan(20);
  const delivered = { rejected: false, state: 'DELIVRD', late: false };
  expect(found).toEqual(found.map(({ file, number }) => ({ file, number, ...delivered })));
});
