import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { ContactImport } from '#schema/contactImport.ts';
import type { UploadedFile } from '#schema/file.ts';
import { runImport } from '../../../server/services/contacts/sheetImport.ts';
import { waitForLocks } from '../../support/locks.ts';
import { setUpErasure } from './erasureSetup.ts';

const setup = setUpErasure();
const { erase, finishWaiting, record, message, messageOf, traces } = setup;

/** Erases the number. After the first two steps something else happens: the third waits for it. */
async function eraseWhile(work: () => Promise<unknown>): Promise<string> {
  const { db } = setup.world;
  const { answer } = await db.transaction().execute(async (trx) => {
    await sql`LOCK TABLE blacklist_number`.execute(trx);
    const answer = erase();
    await waitForLocks(db);
    await work();
    return { answer };
  });
  return (await answer).body.data.uuid;
}

test('a message whose result arrives during an erasure is erased by the next run', async () => {
  const { message: uuid } = await message('customer', 'submitted');
  const erasure = await eraseWhile(() =>
    sql`UPDATE message SET status = 'delivered' WHERE uuid = ${uuid}`.execute(setup.world.db),
  );
  expect(await record(erasure)).toMatchObject({ status: 'waiting', waiting: 1, messages: 0 });
  await finishWaiting();
  expect(await record(erasure)).toMatchObject({ status: 'completed', waiting: 0, messages: 1 });
  expect(await messageOf(uuid)).toMatchObject({ phone: 'erased', text: '' });
});

test('one that a late receipt is changing is erased by the next run', async () => {
  const { message: uuid } = await message('customer', 'delivered');
  const erasure = await setup.world.db.transaction().execute(async (trx) => {
    await sql`SELECT FROM message WHERE uuid = ${uuid} FOR UPDATE`.execute(trx);
    return (await erase()).body.data.uuid;
  });
  expect(await record(erasure)).toMatchObject({ status: 'waiting', waiting: 1, messages: 0 });
  await finishWaiting();
  expect(await record(erasure)).toMatchObject({ status: 'completed', waiting: 0, messages: 1 });
  expect(await messageOf(uuid)).toMatchObject({ phone: 'erased', text: '' });
});

test('what an import brings that ends during an erasure is erased by the next run', async () => {
  const { call, upload, deps, accounts } = setup.world;
  const file = (await upload<{ data: UploadedFile }>(`name,phone\nSita,${setup.local}\n`)).body.data.uuid;
  const { uuid } = (
    await call<{ data: ContactImport }>('customer', 'POST', '/v1/core/contacts/imports/', {
      ...{ file, mapping: { phone: 'phone', name: 'name' }, groups: [] },
    })
  ).body.data;
  const erasure = await eraseWhile(() => runImport(deps, uuid));
  expect(await record(erasure)).toMatchObject({ status: 'waiting', waiting: 1, contacts: 0 });
  await finishWaiting();
  expect(await record(erasure)).toMatchObject({ status: 'completed', contacts: 1, files: 1 });
  expect(await traces(accounts.customer)).toEqual([]);
});
