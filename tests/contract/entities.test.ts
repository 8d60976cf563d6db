import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Entity } from '#schema/entity.ts';
import { entities } from '#schema/index.ts';
import { type Pair, roles } from '#schema/permissions.ts';
import { settings } from '#schema/providerSettings.ts';
import { ownUser } from '#schema/user.ts';
import { tables } from '../../server/crud/tables.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { settingsParts } from '../support/settingsParts.ts';
import { standardTriggersOf } from '../support/standardTriggers.ts';
import { access } from './access.ts';
import { generatedOf } from './generatedOperations.ts';

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterAll(() => world.close());

const contract = import.meta.glob<Record<string, unknown>>('../../schema/*.ts', { eager: true });

/** What defineEntity() makes. */
const isEntity = (value: unknown): value is Entity =>
  typeof value === 'object' && value !== null && 'fields' in value && 'record' in value && 'path' in value;

/** Entities with a single record, which have no list. */
const single = [ownUser];

test('the contract’s list has what its modules define, each once', () => {
  const defined = new Set(
    Object.values(contract).flatMap((module) => Object.values(module).filter(isEntity)),
  );
  for (const part of settingsParts) defined.delete(part);
  const names = (all: Iterable<Entity>) => [...all].map((entity) => entity.name).sort();
  expect(names([...entities, ...single])).toEqual(names(defined));
  expect(new Set([...entities, ...single])).toEqual(defined);
});

test('the settings’ parts name each field once, for its label and the audit log', () => {
  const names = settingsParts
    .filter((part) => part !== settings)
    .flatMap(({ fields }) => Object.keys(fields));
  expect(names.length).toBeGreaterThan(7);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  expect(Object.keys(settings.fields).filter((name) => !names.includes(name))).toEqual([]);
});

test('the server has a module for each, and for no other', () =>
  expect([...tables.keys()].sort()).toEqual(entities.map((entity) => entity.name).sort()));

/** Tables whose `updated_at` no trigger keeps, with the reason. */
const untouched: Readonly<Record<string, string>> = {
  audit_entry: 'append-only',
  message: 'its statements set it: a trigger for each row would slow down sending',
  wallet_entry: 'append-only',
};

const has = (pairs: readonly Pair[], [name, verb]: Pair) => pairs.some((p) => p[0] === name && p[1] === verb);

describe.each(entities.map((entity) => [entity.name, entity] as const))('%s is whole:', (name, entity) => {
  test('the server answers its paths', () => {
    for (const path of [entity.path, ...entity.aliases]) {
      expect(world.app.hasRoute({ method: 'GET', url: path }), path).toBe(true);
      expect(world.app.hasRoute({ method: 'GET', url: `${path}:uuid/` }), `${path}:uuid/`).toBe(true);
    }
  });

  test('its record’s keys are columns of its table', async () => {
    const { table, computed = [] } = tables.get(name) ?? {};
    expect(table, 'a module that calls crud() for it').toBeDefined();
    const { rows } = await sql<{ name: string }>`
      SELECT column_name AS name FROM information_schema.columns WHERE table_name = ${table}`.execute(
      world.db,
    );
    const columns = new Set([...rows.map((row) => row.name), ...computed]);
    expect(Object.keys(entity.record.shape).filter((key) => !columns.has(key))).toEqual([]);
  });

  test('its table has the standard triggers', async () => {
    const { table = '', isCounted } = tables.get(name) ?? {};
    const { rows: kept } = await sql`
      SELECT 1 FROM information_schema.columns c JOIN pg_class t ON t.oid = to_regclass(table_name)
      WHERE table_name = ${table} AND column_name = 'updated_at' AND relkind IN ('r', 'p')`.execute(world.db);
    const wanted = [
      ...(kept.length > 0 && !(table in untouched) ? [`${table}_touch`] : []),
      ...(isCounted ? [`${table}_count_in`, `${table}_count_out`] : []),
    ];
    const triggers = await standardTriggersOf(world.db);
    const found = new Set(triggers.filter((one) => one.table === table).map(({ trigger }) => trigger));
    expect(wanted.filter((trigger) => !found.has(trigger))).toEqual([]);
  });

  test('its pairs are held by a role, and each of its operations says who may', () => {
    const asked = [entity.read, ...entity.alsoRead, entity.write].filter(
      (pair): pair is Pair => pair !== true && pair !== null,
    );
    const held = Object.values(roles).flat();
    expect(asked.filter((pair) => !has(held, pair))).toEqual([]);
    expect(generatedOf(entity).filter(({ name }) => !(name in access))).toEqual([]);
  });
});

test('the tables that are said to have no trigger have none', async () => {
  const touched = (await standardTriggersOf(world.db)).filter(({ kind }) => kind === 'touch');
  expect(touched.filter(({ table }) => table in untouched)).toEqual([]);
  const used = new Set([...tables.values()].map(({ table }) => table));
  expect(Object.keys(untouched).filter((table) => !used.has(table))).toEqual([]);
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
