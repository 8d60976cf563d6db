import { globSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { catalogue } from '#schema/catalogue.ts';
import { featureOf, features, featuresOf } from '#schema/features.ts';
import { entities } from '#schema/index.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { operationsOf } from './operations.ts';

let world: TestApp;
let documented: string[] = [];
/** The same with each header that an operation takes. */
let withHeaders: string[] = [];
beforeAll(async () => {
  world = await createTestApp();
  const operations = (await operationsOf(world)).filter(({ name }) => name.includes(' /v1/'));
  documented = operations.map(({ name }) => name);
  withHeaders = operations.flatMap(({ name, headers }) => headers.map((header) => `${name} ${header}`));
});
afterAll(() => world.close());

/** Another spelling of a path, as the console calls it. */
const spelled = (operation: string): string => {
  for (const { path, aliases } of entities) {
    const alias = aliases.find((one) => operation.includes(` ${one}`));
    if (alias) return operation.replace(alias, path);
  }
  return operation;
};

test('every operation is either of the catalogue or of one feature', () => {
  expect(documented.length).toBeGreaterThan(250);
  const known = (operation: string) => catalogue.includes(operation) || featureOf(operation) !== undefined;
  expect(documented.filter((name) => !known(name) && !known(spelled(name)))).toEqual([]);
  expect(catalogue.filter((operation) => featureOf(operation) !== undefined)).toEqual([]);
  const all = Object.values(features).flat();
  expect(all.filter((operation, index) => all.indexOf(operation) !== index)).toEqual([]);
  // A feature never requires an operation that this server lacks, because it has them all.
  const missing = all.filter((operation) => ![...documented, ...withHeaders].includes(operation));
  expect(missing).toEqual([]);
});

test('every path that the console writes is one of these', () => {
  const paths = [...catalogue, ...Object.values(features).flat()].map((name) => name.split(' ')[1] as string);
  const files = globSync(['src/**/*.{ts,tsx}', 'schema/*.ts']).filter(
    (file) => !/i18n|schema\/(catalogue|features)\.ts/.test(file),
  );
  const written = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/['"`](\/v1\/(?:\$\{[^}]*\}|[\w./-])*)/g)].map(
      ([, text = '']) => ({
        file,
        path: text.replace(/\$\{[^}]*\}/g, '{uuid}'),
      }),
    ),
  );
  expect(written.length).toBeGreaterThan(80);
  const isKnown = (path: string) =>
    paths.some((known) => {
      const pattern = path.split('{uuid}').map((part) => part.replaceAll('.', '\\.'));
      return new RegExp(`^${pattern.join('[^/]+')}`).test(known);
    });
  expect(written.filter(({ path }) => path !== '/v1/openapi.json' && !isKnown(path))).toEqual([]);
});

test('profile and sign-in say what the server offers', async () => {
  const all = featuresOf((operation) => [...documented, ...withHeaders].includes(operation));
  expect(all.length).toBeGreaterThan(55);
  const { body } = await world.call<{ data: { offers: string[] } }>(
    'customer',
    'GET',
    '/v1/autho/user/profile/',
  );
  expect(body.data.offers).toEqual(all);
});
