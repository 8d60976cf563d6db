import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const page = readFileSync('docs/evidence/provider.md', 'utf8');

/** `file: "test", "test"; file: "test"` of each last cell. */
const promises = page
  .split('\n')
  .filter((line) => line.startsWith('|') && line.includes(': "'))
  .flatMap((line) => (line.split(' | ').at(-1) ?? '').replace(/\s*\|$/, '').split(/; (?=[\w/]+: ")/))
  .map((cell) => {
    const [file = '', names = ''] = cell.trim().split(/: (?=")/);
    return { file, names: [...names.matchAll(/"([^"]+)"/g)].map(([, name = '']) => name) };
  });

test('every test that the page of a provider’s business names is there', () => {
  const missing = promises.flatMap(({ file, names }) => {
    // The parts of a tour have their tests in one module.
    const path = ['.test.ts', '.test.tsx', '.ts'].map((end) => `tests/${file}${end}`).find(existsSync);
    const text = path ? readFileSync(path, 'utf8') : '';
    return (names.length > 0 ? names : ['no test'])
      .filter((name) => !text.includes(name))
      .map((name) => `${file}: ${name}`);
  });
  expect(missing).toEqual([]);
  expect(promises.flatMap(({ names }) => names).length).toBeGreaterThan(80);
});
