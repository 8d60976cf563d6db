import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const page = readFileSync('docs/evidence/ux.md', 'utf8');
const files = readdirSync('tests', { recursive: true, encoding: 'utf8' }).filter((name) =>
  /\.tsx?$/.test(name),
);

/** `project/file: "test", "test"`; the file is found by its name, wherever it is in its project. */
const expectations = [
  ...page.matchAll(/\b(console|e2e|server)\/([\w/]+)((?:: "[^"]+"(?:, "[^"]+")*)?)/g),
].map(([, project = '', path = '', names = '']) => ({
  name: `${project}/${path}`,
  found: files.filter(
    (file) => file.startsWith(`${project}/`) && new RegExp(`/${path}(\\.test)?\\.tsx?$`).test(`/${file}`),
  ),
  tests: [...names.matchAll(/"([^"]+)"/g)].map(([, test = '']) => test.replaceAll("'", '’')),
}));

test('every test that the page of expectations names is in the file that it names', () => {
  const missing = expectations.flatMap(({ name, found, tests }) => {
    const texts = found.map((file) => readFileSync(`tests/${file}`, 'utf8').replaceAll("'", '’'));
    if (texts.length === 0) return [`${name} is no test`];
    return tests
      .filter((test) => !texts.some((text) => text.includes(test)))
      .map((test) => `${name}: ${test}`);
  });
  expect(missing).toEqual([]);
  expect(expectations.length).toBeGreaterThan(60);
  expect(expectations.flatMap(({ tests }) => tests).length).toBeGreaterThan(40);
});
