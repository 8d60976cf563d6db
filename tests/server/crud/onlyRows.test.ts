import Fastify from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contactGroup } from '#schema/contactGroup.ts';
import { roles } from '#schema/permissions.ts';
import { crud } from '../../../server/crud/crud.ts';
import { tables } from '../../../server/crud/tables.ts';
import type { App } from '../../../server/deps.ts';
import type { Caller } from '../../../server/services/platform/caller.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';

let world: TestApp;
/** The contact groups of the customer, but only those whose name begins with A. */
let app: App;
beforeAll(async () => {
  world = await createTestApp();
  const account = world.accounts.customer;
  const { rows } = await sql<{ user: string }>`
    SELECT uuid AS user FROM users WHERE account = ${account}`.execute(world.db);
  const caller: Caller = {
    account,
    user: rows[0]?.user as string,
    role: 'customer',
    pairs: roles.customer,
    tokenHash: Buffer.alloc(32),
  };
  app = Fastify() as unknown as App;
  const { serializerCompiler, validatorCompiler } = world.app;
  if (!serializerCompiler || !validatorCompiler) throw new Error('the app reads no schemas');
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.addHook('onRequest', async (request) => {
    request.caller = caller;
  });
  const known = tables.get(contactGroup.name);
  crud(app, world, contactGroup, { table: 'contact_group', only: () => sql`t.name LIKE 'A%'` });
  if (known) tables.set(contactGroup.name, known);
});
afterAll(async () => {
  await app.close();
  await world.close();
});

const names = async () => {
  const { rows } = await sql<{ name: string }>`
    SELECT name FROM contact_group WHERE account = ${world.accounts.customer} ORDER BY name`.execute(
    world.db,
  );
  return rows.map(({ name }) => name);
};

test('deleting by a filter leaves the rows that the routes do not show', async () => {
  for (const name of ['Alpha Customers', 'Beta Customers'])
    await world.call('customer', 'POST', contactGroup.path, { name });
  const answer = await app.inject({ method: 'DELETE', url: `${contactGroup.path}?search=Customers` });
  expect([answer.statusCode, answer.json()]).toEqual([200, { data: { deleted: 1 } }]);
  expect(await names()).toEqual(['Beta Customers']);
});
