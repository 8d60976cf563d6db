import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Failure } from '#schema/entity.ts';
import { entities } from '#schema/index.ts';
import { allows, roles } from '#schema/permissions.ts';
import { tables } from '../../../server/crud/tables.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterAll(() => world.close());

/** Every list that has an export, and the table that it reads. */
async function exported() {
  const { body } = await world.call<{ paths: Record<string, unknown> }>(null, 'GET', '/v1/openapi.json');
  return entities
    .flatMap((entity) => [entity.path, ...entity.aliases].map((path) => ({ entity, path: `${path}export/` })))
    .filter(({ path }) => path in body.paths)
    .map(({ entity, path }) => ({
      path,
      table: tables.get(entity.name)?.table ?? '',
      as: allows(roles.customer, entity.read) ? ('customer' as const) : ('admin' as const),
    }));
}

const recorded = async () =>
  (await sql<{ n: number }>`SELECT count(*) AS n FROM audit_entry`.execute(world.db)).rows[0]?.n;

describe('an export', () => {
  test('whose query fails is an error’s answer, not a file that breaks off', async () => {
    const all = await exported();
    expect(all.length).toBeGreaterThan(8);
    for (const { path, table, as } of all) {
      await sql`ALTER TABLE ${sql.table(table)} RENAME TO away`.execute(world.db);
      const answer = await world
        .call<Failure>(as, 'GET', path)
        .finally(() => sql`ALTER TABLE away RENAME TO ${sql.table(table)}`.execute(world.db));
      expect([answer.status, answer.body?.code], `${path}: ${answer.text}`).toEqual([500, 'internal']);
      expect(answer.headers['content-disposition'], path).toBeUndefined();
      const works = await world.call(as, 'GET', path);
      expect([works.status, works.headers['content-type']], path).toEqual([200, 'text/csv; charset=utf-8']);
    }
  });

  test('that is asked for by HEAD reads no rows and is not recorded as given out', async () => {
    // Every request reads accounts and users, to know who asks.
    const all = (await exported()).filter(({ table }) => table !== 'account' && table !== 'users');
    expect(all.length).toBeGreaterThan(8);
    for (const { path, table, as } of all) {
      const { headers } = await world.call(as, 'GET', path);
      const entries = await recorded();
      await sql`ALTER TABLE ${sql.table(table)} RENAME TO away`.execute(world.db);
      const head = await world
        .call(as, 'HEAD', path)
        .finally(() => sql`ALTER TABLE away RENAME TO ${sql.table(table)}`.execute(world.db));
      expect([head.status, head.text], path).toEqual([200, '']);
      for (const name of ['content-type', 'content-disposition', 'cache-control', 'content-length'])
        expect(head.headers[name], `${path} ${name}`).toBe(headers[name]);
      expect(await recorded(), path).toBe(entries);
    }
  });

  test('of nothing is its head alone', async () => {
    const { status, text } = await world.call('customer', 'GET', '/v1/core/contacts/export/');
    expect([status, text]).toEqual([200, '\ufeffname,phone\r\n']);
  });
});
