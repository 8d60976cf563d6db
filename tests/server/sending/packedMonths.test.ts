import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../../../server/db/database.ts';
import { requireSchema } from '../../../server/db/migrate.ts';
import { keepMonths } from '../../../server/services/sending/messageMonths.ts';
import { withMonths } from '../../../server/services/sending/monthWork.ts';
import { monthsToPack, packMonth, packMonths } from '../../../server/services/sending/packedMonths.ts';
import { setUpMonths } from './messageMonthsSetup.ts';

const setup = setUpMonths();

/** With their free space as when they were made, whatever was packed before. */
beforeEach(async () => {
  for (const name of (await setup.months()).filter((name) => /^message_\d/.test(name)))
    await sql`ALTER TABLE ${sql.table(name)} SET (fillfactor = 40)`.execute(setup.world.db);
});

/** The month of a campaign's messages. */
const monthOf = async (campaign: string): Promise<string> => {
  const { rows } = await sql<{ name: string }>`
    SELECT tableoid::regclass::text AS name FROM message WHERE campaign = ${campaign} LIMIT 1`.execute(
    setup.world.db,
  );
  return rows[0]?.name ?? '';
};
/** Everything that can be asked of the messages, their triggers, and what is left of a copy. */
const all = async () => {
  const { rows } = await sql`
    SELECT (SELECT md5(string_agg(m::text, '' ORDER BY uuid)) FROM message m) AS messages,
      (SELECT array_agg(tgname::text ORDER BY tgname) FROM pg_trigger t JOIN pg_inherits i ON i.inhrelid = t.tgrelid
       WHERE inhparent = 'message'::regclass) AS triggers,
      (SELECT array_agg(c.relname::text ORDER BY c.relname) FROM pg_index x JOIN pg_inherits i ON i.inhrelid = indrelid JOIN pg_class c ON c.oid = indexrelid
       WHERE inhparent = 'message'::regclass) AS indexes,
      (SELECT array_agg(conname::text ORDER BY conname) FROM pg_constraint c JOIN pg_inherits i ON i.inhrelid = conrelid
       WHERE inhparent = 'message'::regclass AND contype = 'c') AS rules,
      (SELECT count(*) FROM pg_class WHERE relname LIKE '%packed%') AS copies,
      (SELECT count(*) FROM message_packing) + (SELECT count(*) FROM message_packing_change) AS notes`.execute(
    setup.world.db,
  );
  return rows[0];
};
const bytesOf = async (name: string): Promise<number> => {
  const { rows } = await sql<{ bytes: number }>`
    SELECT pg_total_relation_size(${name}) AS bytes`.execute(setup.world.db);
  return rows[0]?.bytes ?? 0;
};
/** Takes steps until the copy waits to replace its month. */
const copied = async (name: string): Promise<void> => {
  expect(await packMonth(setup.world.db, name, 3600)).toBe('waiting');
};

test('a month that is over is packed: nothing of it changes but its size, and totals stay', async () => {
  const name = await monthOf(await setup.campaign(7, 3000));
  const before = await all();
  const bytes = await bytesOf(name);
  const total = await setup.total();

  expect(await monthsToPack(setup.world.db)).toEqual([name]);
  expect(await packMonth(setup.world.db, name, 0)).toBe('packed');
  expect(await all()).toEqual(before);
  expect(await setup.total()).toEqual(total);
  expect(await bytesOf(name)).toBeLessThan(bytes);
  expect(await monthsToPack(setup.world.db)).toEqual([]);
});

test('what changes, comes or goes while a month is copied is in the copy', async () => {
  const uuid = await setup.campaign(7, 30);
  const name = await monthOf(uuid);
  await copied(name);
  await sql`
    UPDATE message SET status = 'undelivered' WHERE uuid IN (SELECT uuid FROM message ORDER BY uuid LIMIT 3)`.execute(
    setup.world.db,
  );
  await sql`DELETE FROM message WHERE uuid IN (SELECT uuid FROM message ORDER BY uuid DESC LIMIT 2)`.execute(
    setup.world.db,
  );
  await setup.campaign(7, 4);
  const { messages } = (await all()) as { messages: string };
  expect(await packMonth(setup.world.db, name, 0)).toBe('packed');
  expect(await all()).toMatchObject({ messages, notes: 0, copies: 0 });
  expect(await setup.total()).toMatchObject({ n: 32, counted: 32 });
});

test('changes after the swap find their messages, and the next month is removed as ever', async () => {
  const name = await monthOf(await setup.campaign(7, 5));
  await packMonth(setup.world.db, name, 0);
  const changed = await sql`UPDATE message SET status = 'expired' RETURNING uuid`.execute(setup.world.db);
  expect(changed.rows).toHaveLength(5);
  expect(await all()).toMatchObject({ notes: 0 });
  await keepMonths(setup.world.db, 6);
  expect(await setup.total()).toEqual({ n: 0, counted: 0, parts: 0 });
  expect(await setup.months()).not.toContain(name);
});

test('nobody who reads messages is held up, and the copy replaces the month later', async () => {
  const name = await monthOf(await setup.campaign(7, 5));
  await copied(name);
  const other = openDatabase(setup.world.url, 1, () => {});
  await other.db.transaction().execute(async (trx) => {
    await sql`SELECT FROM message LIMIT 1`.execute(trx);
    expect(await packMonth(setup.world.db, name, 0)).toBeUndefined();
    expect((await sql`SELECT FROM message`.execute(trx)).rows).toHaveLength(5);
  });
  await other.close();
  expect(await packMonth(setup.world.db, name, 0)).toBe('packed');
});

test('a copy waits until it has not changed for a minute, because older snapshots do not see it', async () => {
  const name = await monthOf(await setup.campaign(7, 5));
  await packMonths(setup.world.db, setup.world.url);
  expect(await all()).toMatchObject({ notes: 1 });
  await sql`UPDATE message_packing SET changed_at = now() - interval '50 seconds'`.execute(setup.world.db);
  await packMonths(setup.world.db, setup.world.url);
  expect(await monthsToPack(setup.world.db)).toEqual([name]);
  await sql`UPDATE message_packing SET changed_at = now() - interval '61 seconds'`.execute(setup.world.db);
  await packMonths(setup.world.db, setup.world.url);
  expect(await monthsToPack(setup.world.db)).toEqual([]);
});

test('one month after the other, oldest first', async () => {
  const names = [await monthOf(await setup.campaign(8, 5)), await monthOf(await setup.campaign(7, 5))];
  await packMonths(setup.world.db, setup.world.url);
  expect((await sql`SELECT month FROM message_packing`.execute(setup.world.db)).rows).toEqual([
    { month: names[0] },
  ]);
  for (const left of [names.slice(1), []]) {
    await sql`UPDATE message_packing SET changed_at = now() - interval '61 seconds'`.execute(setup.world.db);
    await packMonths(setup.world.db, setup.world.url);
    expect(await monthsToPack(setup.world.db)).toEqual(left);
  }
});

test('the copy of a month that was removed meanwhile goes, too', async () => {
  const name = await monthOf(await setup.campaign(8, 5));
  await copied(name);
  await keepMonths(setup.world.db, 6);
  expect(await packMonth(setup.world.db, name, 0)).toBe('gone');
  expect(await all()).toMatchObject({ copies: 0, notes: 0 });
});

/** What migrations may do to messages while a month is copied, and how it is undone. */
test.each([
  ['ADD probe text', 'DROP probe'],
  ['ADD CONSTRAINT probe CHECK (parts < 1000)', 'DROP CONSTRAINT probe'],
  ['ALTER error SET NOT NULL', 'ALTER error DROP NOT NULL'],
])('a copy is begun anew when messages get another form: %s', async (change, undo) => {
  const { db } = setup.world;
  const name = await monthOf(await setup.campaign(7, 5));
  await copied(name);
  await sql`UPDATE message SET status = 'expired', error = ''`.execute(db);
  await sql.raw(`ALTER TABLE message ${change}`).execute(db);
  const { messages } = (await all()) as { messages: string };
  expect(await packMonth(db, name, 0)).toBe('packed');
  expect(await all()).toMatchObject({ messages, notes: 0, copies: 0 });
  await sql.raw(`ALTER TABLE message ${undo}`).execute(db);
  expect(await monthsToPack(db)).toEqual([]);
});

test('an index that messages no longer have is not left in the copy', async () => {
  const { db } = setup.world;
  const name = await monthOf(await setup.campaign(7, 5));
  const { indexes } = (await all()) as { indexes: string[] };
  await sql`CREATE INDEX probe ON message (parts)`.execute(db);
  await copied(name);
  await sql`DROP INDEX probe`.execute(db);
  expect(await packMonth(db, name, 0)).toBe('packed');
  expect(await all()).toMatchObject({ indexes, copies: 0 });
});

test('packing and taking work do not wait for each other', async () => {
  const name = await monthOf(await setup.campaign(7, 5));
  const other = openDatabase(setup.world.url, 1, () => {});
  await other.db.transaction().execute(async (trx) => {
    await sql`SET LOCAL lock_timeout = '2s'`.execute(trx);
    await withMonths(setup.world.db, () => requireSchema(trx));
    // It holds its lock of the schema until its transaction ends.
    expect(await packMonth(setup.world.db, name, 0)).toBe('packed');
  });
  await other.close();
});

test('this month, the last days of the one before, and what is no month are not packed', async () => {
  await setup.campaign(0, 5);
  expect(await monthsToPack(setup.world.db)).toEqual([]);
  for (const name of ['message_before', 'wallet_entry'])
    await expect(packMonth(setup.world.db, name, 0)).rejects.toThrow('is no month of messages');
});
