import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { setUpErasure } from './erasureSetup.ts';

const setup = setUpErasure();
const { erase, record, made, traces } = setup;

const group = (as: 'customer' | 'other', name: string) =>
  made(setup.world.call(as, 'POST', '/v1/contact/contact-group/', { name }));
const groupsOf = async (as: 'customer' | 'other') => {
  const { rows } = await sql<{ name: string }>`
    SELECT name FROM contact_group WHERE account = ${setup.world.accounts[as]} ORDER BY uuid`.execute(
    setup.world.db,
  );
  return rows.map(({ name }) => name);
};

test('groups lose the number from their names, which stay different', async () => {
  const { local, phone } = setup;
  for (const name of ['erased', phone, local, `Sita ${local}`, 'Friends']) await group('customer', name);
  await group('other', phone);
  const { uuid } = (await erase()).body.data;
  expect(await record(uuid)).toMatchObject({ status: 'completed' });
  expect(await groupsOf('customer')).toEqual([
    'erased',
    'erased (2)',
    'erased (3)',
    'Sita erased',
    'Friends',
  ]);
  expect(await groupsOf('other')).toEqual([phone]);
  expect(await traces(setup.world.accounts.customer)).toEqual([]);
});

test('so do the campaigns that a failover lost', async () => {
  const { world, phone } = setup;
  await sql`
    WITH f AS (INSERT INTO failover (identity, is_other_cluster, processes, resumed_at)
      VALUES ('before', false, '{}', now()) RETURNING uuid)
    INSERT INTO failover_campaign (failover, campaign, account, name)
    SELECT uuid, gen_random_uuid(), account, 'Test to ' || ${phone}::text
    FROM f, unnest(${[world.accounts.customer, world.accounts.other]}::uuid[]) account`.execute(world.db);
  const { uuid } = (await erase()).body.data;
  expect(await record(uuid)).toMatchObject({ status: 'completed' });
  expect(await traces(world.accounts.customer)).toEqual([]);
  expect(await traces(world.accounts.other)).toEqual(['failover_campaign']);
});
