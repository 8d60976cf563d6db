import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { expandNext } from '../../../server/services/sending/campaigns.ts';
import { setUpErasure } from './erasureSetup.ts';

const setup = setUpErasure();
const { erase, finishWaiting, record, made, traces } = setup;

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

test('so do a flagged campaign with its plan, and the column that an import read', async () => {
  const { world, local, phone } = setup;
  await sql`UPDATE provider_setting SET consecutive_numbers = 2`.execute(world.db);
  const wanted = {
    ...{ name: 'Offer', sender: world.sender, body: 'Hello', max_cost: 1_000_000 },
    recipients: { numbers: [local, String(Number(local) + 1)] },
  };
  await made(world.call('customer', 'POST', '/v1/sms/compose/', wanted));
  await sql`UPDATE provider_setting SET consecutive_numbers = NULL`.execute(world.db);
  while (await expandNext(world.db)) {}
  await sql`
    UPDATE message SET status = 'delivered' WHERE account = ${world.accounts.customer}`.execute(world.db);
  // The first row of a sheet without headings was taken for them.
  const file = (await world.upload<{ data: { uuid: string } }>('a,b\n9841000001,c\n', 'a.csv')).body.data
    .uuid;
  const imported = async (status: string) => {
    const { rows } = await sql<{ uuid: string }>`
      INSERT INTO contact_import (account, file, file_name, mapping, status)
      VALUES (${world.accounts.customer}, ${file}, 'a.csv', jsonb_build_object('phone', ${phone}::text), ${status})
      RETURNING uuid`.execute(world.db);
    return rows[0]?.uuid as string;
  };
  await imported('completed');
  const waiting = await imported('queued');
  const { uuid } = (await erase()).body.data;
  // An import that is not done yet still needs the column's name.
  expect(await record(uuid)).toMatchObject({ status: 'waiting', waiting: 1 });
  expect(await traces(world.accounts.customer)).toEqual(['contact_import', 'erasure']);
  await sql`UPDATE contact_import SET status = 'completed' WHERE uuid = ${waiting}`.execute(world.db);
  await finishWaiting();
  expect(await record(uuid)).toMatchObject({ status: 'completed' });
  expect(await traces(world.accounts.customer)).toEqual([]);
});
