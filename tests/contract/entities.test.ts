import { globSync, readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { entities } from '#schema/index.ts';
import { tables } from '../../server/crud.ts';
import { createTestApp, type TestApp } from '../support/app.ts';

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterAll(() => world.close());

const read = (pattern: string): { file: string; text: string }[] =>
  globSync(pattern).map((file) => ({ file, text: readFileSync(file, 'utf8') }));

const variables = new Map(
  read('schema/*.ts').flatMap(({ text }) =>
    [...text.matchAll(/export const (\w+) = defineEntity\(\{\s*name: '([^']+)'/g)].map((match) => [
      match[2]!,
      match[1]!,
    ]),
  ),
);

/** Entities that are part of a page, and have no list of their own. */
const onPages: Record<string, string> = {
  'sms/identities': 'src/pages/profile/*.tsx',
  'profile/account': 'src/pages/profile/*.tsx',
  'viber/identities': 'src/pages/profile/*.tsx',
};

describe.each(entities.map((entity) => [entity.name, entity] as const))('%s is whole:', (name, entity) => {
  const variable = variables.get(name) ?? '';

  test('it is in the contract’s list', () => expect(variable).not.toBe(''));

  test('the server answers its paths', () => {
    for (const path of [entity.path, ...entity.aliases]) {
      expect(world.app.hasRoute({ method: 'GET', url: path }), path).toBe(true);
      expect(world.app.hasRoute({ method: 'GET', url: `${path}:uuid/` }), `${path}:uuid/`).toBe(true);
    }
  });

  test('its record’s keys are columns of its table', async () => {
    const { table, computed = [] } = tables.get(name) ?? {};
    expect(table, `a module that calls crud() for ${variable}`).toBeDefined();
    const { rows } = await sql<{ name: string }>`
      SELECT column_name AS name FROM information_schema.columns WHERE table_name = ${table}`.execute(
      world.db,
    );
    const columns = new Set([...rows.map((row) => row.name), ...computed]);
    expect(Object.keys(entity.record.shape).filter((key) => !columns.has(key))).toEqual([]);
  });

  test('the console has a resource of its name', () => {
    const found = read(onPages[name] ?? 'src/resources/*/index.tsx').some(
      ({ text }) => text.includes(`${variable}.name`) || text.includes(`'${name}'`),
    );
    expect(found).toBe(true);
  });
});

test('the OpenAPI document is 3.1 and has every entity', async () => {
  const { body } = await world.call<{ openapi: string; paths: Record<string, unknown> }>(
    null,
    'GET',
    '/v1/openapi.json',
  );
  expect(body.openapi).toMatch(/^3\.1/);
  expect(entities.filter((entity) => !body.paths[entity.path]).map((entity) => entity.name)).toEqual([]);
});
