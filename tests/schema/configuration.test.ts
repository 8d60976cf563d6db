import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { configurationPage, environmentSource, variablesOf } from '../../scripts/configDocs.ts';
import { withContract } from '../../scripts/contractDocs.ts';
import { readConfig } from '../../server/config.ts';
import { environment } from '../../server/environment.ts';

const root = resolve(import.meta.dirname, '../..');
const source = environmentSource();

test('docs/configuration.md is what `npm run docs:config` makes of the source', () => {
  expect(readFileSync(join(root, 'docs/configuration.md'), 'utf8')).toBe(configurationPage(source));
});

test('shows no default that is no text', () => expect(configurationPage(source)).not.toContain('[object'));

test('docs/api.md says whose each path is, as `npm run docs:config` makes it of the tables', () => {
  const page = readFileSync(join(root, 'docs/api.md'), 'utf8');
  expect(page).toBe(withContract(page));
  expect(page).toContain('\n- `/v1/sms/templates/{uuid}/`: GET, PUT, DELETE\n');
  expect(page).toContain('\n#### `sign-out`\n\n- `/v1/autho/logout/`: POST\n');
});

test('has every variable that the server reads, in a group', () => {
  const variables = variablesOf(source);
  expect(variables.map(({ name }) => name)).toEqual(Object.keys(environment.shape));
  expect(variables.filter(({ group }) => group === '')).toEqual([]);
});

test('the examples are values that the server takes', () => {
  const examples = variablesOf(source).flatMap(({ name, example }) => (example ? [[name, example]] : []));
  // They are two ways to run a server: with an operator, and without.
  const { SIMULATOR, ...others } = Object.fromEntries(examples) as Record<string, string>;
  expect(SIMULATOR).toBeDefined();
  expect(() => readConfig(others)).not.toThrow();
  expect(() => readConfig({ SIMULATOR })).not.toThrow();
});

test('says which variable lacks a meaning, or a default and an example', () => {
  const odd = (comment: string) =>
    `export const odd = {\n  // A\n${comment}\n  ODD: z.string().optional(),\n};`;
  expect(() => configurationPage(odd(''))).toThrow('ODD has no comment');
  expect(() => configurationPage(odd('  /** Odd. */'))).toThrow('ODD has neither a default nor an @example');
});
