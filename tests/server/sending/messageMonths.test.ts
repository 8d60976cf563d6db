import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openDatabase } from '../../../server/db/database.ts';
import { keepMarks } from '../../../server/services/platform/listMarks.ts';
import { keepMonths } from '../../../server/services/sending/messageMonths.ts';
import { setUpMonths } from './messageMonthsSetup.ts';

const setup = setUpMonths();
const { campaign, months, total } = setup;

test('totals follow what is written to and deleted from the months', async () => {
  await campaign(0, 5);
  await campaign(6, 7);
  expect(await total()).toEqual({ n: 12, counted: 12, parts: 24 });
  await sql`DELETE FROM message WHERE uuid < uuid_floor(now() - interval '40 days')`.execute(setup.world.db);
  expect(await total()).toEqual({ n: 5, counted: 5, parts: 24 });
});

test('old months go with their messages; totals, places and campaigns follow; nothing else changes', async () => {
  const old = await campaign(8, 2500);
  const oldToo = await campaign(7, 1200, 'submitted');
  const kept = await campaign(6, 1300);
  const today = await campaign(0, 5);
  await keepMarks(setup.world.db);
  await keepMonths(setup.world.db, null);
  expect(await months()).toHaveLength(12);

  await keepMonths(setup.world.db, 6);

  expect(await months()).toHaveLength(8);
  expect(await total()).toEqual({ n: 1305, counted: 1305, parts: 2610 });
  const places =
    await sql`SELECT place, account = ${setup.world.accounts.customer} AS own FROM list_mark ORDER BY own, place`.execute(
      setup.world.db,
    );
  expect(places.rows).toEqual([
    { own: false, place: 300 },
    { own: false, place: 1300 },
    { own: true, place: 300 },
    { own: true, place: 1300 },
  ]);
  const { rows } = await sql<{ uuid: string; removed: boolean; n: number }>`
    SELECT uuid, messages_removed_at IS NOT NULL AS removed, recipients AS n FROM campaign ORDER BY uuid`.execute(
    setup.world.db,
  );
  expect(rows).toEqual([
    { uuid: old, removed: true, n: 2500 },
    { uuid: oldToo, removed: true, n: 1200 },
    { uuid: kept, removed: false, n: 1300 },
    { uuid: today, removed: false, n: 5 },
  ]);
  await keepMonths(setup.world.db, 6);
  expect(await total()).toEqual({ n: 1305, counted: 1305, parts: 2610 });
});

test('a campaign says that its messages are gone, and does not send them again', async () => {
  const uuid = await campaign(8, 3, 'undelivered');
  await keepMonths(setup.world.db, 6);
  const { body } = await setup.world.call<{ data: object }>('customer', 'GET', `/v1/sms/compose/${uuid}/`);
  expect(body.data).toMatchObject({ undelivered: 3, recipients: 3, messages_removed_at: expect.any(String) });
  const list = await setup.world.call<object>('customer', 'GET', `/v1/sms/dispatch/?campaign=${uuid}`);
  expect(list.body).toMatchObject({ count: 0, results: [] });
  const retry = await setup.world.call<object>('customer', 'POST', `/v1/sms/compose/${uuid}/retry/plan/`);
  expect(retry).toMatchObject({ status: 409, body: { code: 'conflict' } });
});

test.each(['queued', 'unknown'])('a month with a message that is %s stays', async (status) => {
  await campaign(8, 3);
  await campaign(8, 1, status);
  await keepMonths(setup.world.db, 6);
  expect(await total()).toEqual({ n: 4, counted: 4, parts: 8 });
});

test('a month of a campaign that ended lately waits for receipts', async () => {
  await campaign(8, 2, 'submitted');
  await sql`UPDATE campaign SET finished_at = now() - interval '29 days'`.execute(setup.world.db);
  await keepMonths(setup.world.db, 6);
  expect(await total()).toMatchObject({ n: 2 });
  await sql`UPDATE campaign SET finished_at = now() - interval '31 days'`.execute(setup.world.db);
  await keepMonths(setup.world.db, 6);
  expect(await total()).toEqual({ n: 0, counted: 0, parts: 0 });
});

test('who is at work on the table is not held up: the month goes later', async () => {
  await campaign(8, 2);
  const other = openDatabase(setup.world.url, 1, () => {});
  await other.db.transaction().execute(async (trx) => {
    await sql`SELECT FROM message LIMIT 1`.execute(trx);
    await keepMonths(setup.world.db, 6);
    expect((await sql<{ n: number }>`SELECT count(*) AS n FROM message`.execute(trx)).rows).toEqual([
      { n: 2 },
    ]);
  });
  await other.close();
  await keepMonths(setup.world.db, 6);
  expect(await total()).toEqual({ n: 0, counted: 0, parts: 0 });
});

test('a removal that was cut off is finished by the next', async () => {
  await campaign(8, 4);
  const name = (await months())[0] as string;
  await sql`ALTER TABLE message DETACH PARTITION ${sql.table(name)}`.execute(setup.world.db);
  await sql`ALTER TABLE message_part DETACH PARTITION ${sql.table(name.replace('message', 'message_part'))}`.execute(
    setup.world.db,
  );
  expect(await total()).toEqual({ n: 0, counted: 4, parts: 0 });
  await keepMonths(setup.world.db, 6);
  expect(await total()).toEqual({ n: 0, counted: 0, parts: 0 });
  expect(await months()).not.toContain(name);
});

test('months are made ahead, and take what had to lie after them meanwhile', async () => {
  const future = await sql<{ uuid: string; table: string }>`
    SELECT to_char(date_trunc('month', now() AT TIME ZONE 'UTC') + interval '2 months', '"message_"YYYY_MM') AS table`.execute(
    setup.world.db,
  );
  const name = future.rows[0]?.table as string;
  // As if the server had been off for two months.
  await sql`DROP TABLE ${sql.table(name)}, ${sql.table(name.replace('message', 'message_part'))}`.execute(
    setup.world.db,
  );
  for (const parent of ['message', 'message_part']) {
    const rest = sql.table(`${parent}_after`);
    await sql`ALTER TABLE ${sql.table(parent)} DETACH PARTITION ${rest}`.execute(setup.world.db);
    const { rows } = await sql<{ sql: string }>`
      SELECT format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (MAXVALUE)', ${parent}::text, ${`${parent}_after`}::text,
        uuid_floor((date_trunc('month', now() AT TIME ZONE 'UTC') + interval '2 months') AT TIME ZONE 'UTC')) AS sql`.execute(
      setup.world.db,
    );
    await sql.raw(rows[0]?.sql ?? '').execute(setup.world.db);
  }
  await campaign(-2, 3);
  const where = async () =>
    (
      await sql<{ table: string }>`SELECT DISTINCT tableoid::regclass::text AS table FROM message`.execute(
        setup.world.db,
      )
    ).rows;
  expect(await where()).toEqual([{ table: 'message_after' }]);
  await keepMonths(setup.world.db, null);
  expect(await where()).toEqual([{ table: name }]);
  expect(await total()).toEqual({ n: 3, counted: 3, parts: 6 });
});
