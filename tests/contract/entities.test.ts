import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Entity } from '#schema/entity.ts';
import { entities } from '#schema/index.ts';
import { settings } from '#schema/providerSettings.ts';
import { ownUser } from '#schema/user.ts';
import { tables } from '../../server/crud/crud.ts';
import { createTestApp, type TestApp } from '../support/app.ts';

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterAll(() => world.close());

const contract = import.meta.glob<Record<string, unknown>>('../../schema/*.ts', { eager: true });

/** What defineEntity() makes. */
const isEntity = (value: unknown): value is Entity =>
  typeof value === 'object' && value !== null && 'fields' in value && 'record' in value && 'path' in value;

/** Entities with one record, which are on no list. */
const single = [ownUser, settings];

test('the contract’s list has what its modules define, each once', () => {
  const defined = new Set(
    Object.values(contract).flatMap((module) => Object.values(module).filter(isEntity)),
  );
  const names = (all: Iterable<Entity>) => [...all].map((entity) => entity.name).sort();
  expect(names([...entities, ...single])).toEqual(names(defined));
  expect(new Set([...entities, ...single])).toEqual(defined);
});

test('the server has a module for each, and for no other', () =>
  expect([...tables.keys()].sort()).toEqual(entities.map((entity) => entity.name).sort()));

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
