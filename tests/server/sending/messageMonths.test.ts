import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OwnAccount } from '#schema/account.ts';
import type { Campaign } from '#schema/campaign.ts';
import { openDatabase } from '../../../server/db/database.ts';
import { runHousekeeping } from '../../../server/jobs/housekeeping.ts';
import { keepMarks } from '../../../server/services/platform/listMarks.ts';
import { keepMonths } from '../../../server/services/sending/messageMonths.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';

let t: TestApp;

/** The statement that makes the table of a month, counted from this one. */
const monthOf = (parent: string, ago: number) => sql<{ statement: string }>`
  SELECT format('CREATE TABLE IF NOT EXISTS %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L)',
    ${parent}::text || to_char(month, '_YYYY_MM'), ${parent}::text, uuid_floor(month AT TIME ZONE 'UTC'),
    uuid_floor((month + interval '1 month') AT TIME ZONE 'UTC')) AS statement
  FROM (SELECT date_trunc('month', now() AT TIME ZONE 'UTC') - make_interval(months => ${ago}) AS month) m`;

beforeAll(async () => {
  t = await createTestApp();
  for (const parent of ['message', 'message_part']) {
    await sql`ALTER TABLE ${sql.table(parent)} DETACH PARTITION ${sql.table(`${parent}_before`)}`.execute(
      t.db,
    );
  }
});
beforeEach(async () => {
  // Not TRUNCATE: that would empty the ledger, too, which refuses it.
  await sql`DELETE FROM campaign`.execute(t.db);
  await sql`TRUNCATE message, message_part, list_mark, row_count`.execute(t.db);
  // As if the server had run for months.
  for (const ago of [6, 7, 8]) {
    for (const parent of ['message', 'message_part']) {
      const { rows } = await monthOf(parent, ago).execute(t.db);
      await sql.raw(rows[0]?.statement ?? '').execute(t.db);
    }
  }
});
afterAll(() => t.close());

/** A campaign with messages of a status, made so many months ago, each with two parts that have their ids. */
async function campaign(
  monthsAgo: number,
  count: number,
  status = 'delivered',
  whose: 'customer' | 'other' = 'customer',
): Promise<string> {
  const { rows } = await sql<{ uuid: string }>`
    WITH at AS (
      SELECT date_trunc('month', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' - make_interval(months => ${monthsAgo})
        + interval '1 day' AS at
    ), planned AS (
      INSERT INTO plan (account, request_hash, used, expires_at) VALUES (${t.accounts[whose]}, '', true, now())
      RETURNING uuid
    ), c AS (
      INSERT INTO campaign (uuid, account, "user", name, status, sender, body, encoding, recipients, queued, delivered,
        submitted, unknown, undelivered, parts, package_parts, cost, cost_exact, captured_exact, captured, prices, plan,
        expanding, finished_at, created_at)
      SELECT uuid_v7(at), u.account, u.uuid, 'Old', 'completed', 'DEMO', 'x', 'GSM-7', ${count}, 
        CASE WHEN ${status} = 'queued' THEN ${count} ELSE 0 END, CASE WHEN ${status} = 'delivered' THEN ${count} ELSE 0 END,
        CASE WHEN ${status} = 'submitted' THEN ${count} ELSE 0 END, CASE WHEN ${status} = 'unknown' THEN ${count} ELSE 0 END,
        CASE WHEN ${status} = 'undelivered' THEN ${count} ELSE 0 END,
        ${count}, 0, 0, 0, 0, 0, '{}', planned.uuid, false, at, at
      FROM users u, at, planned WHERE u.email = ${t.emails[whose]} RETURNING uuid, account
    ), m AS (
      INSERT INTO message (uuid, account, campaign, phone, operator, parts, package_parts, amount, status, submitted_at, created_at)
      SELECT uuid_v7(at + n * interval '1 second'), account, c.uuid, '+977984' || (1000000 + n), 'ntc', 2, 0, 0, ${status}, at, at
      FROM c, at, generate_series(1, ${count}::int) n RETURNING uuid
    ), p AS (
      INSERT INTO message_part (operator_id, link, message)
      SELECT uuid::text || part, 'L', uuid FROM m, generate_series(1, 2) part
    )
    SELECT uuid FROM c`.execute(t.db);
  return rows[0]?.uuid ?? '';
}

const months = async (): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    SELECT c.relname AS name FROM pg_class c WHERE c.relkind = 'r' AND c.relname ~ '^message(_part)?_[0-9_]{7}$' ORDER BY 1`.execute(
    t.db,
  );
  return rows.map(({ name }) => name);
};
const total = async () => {
  const { rows } = await sql<{ n: number; counted: number; parts: number }>`
    SELECT (SELECT count(*) FROM message) AS n, (SELECT count(*) FROM message_part) AS parts,
      (SELECT sum(n)::int FROM row_count WHERE entity = 'message') AS counted`.execute(t.db);
  return rows[0];
};

test('totals follow what is written to and deleted from the months', async () => {
  await campaign(0, 5);
  await campaign(6, 7);
  expect(await total()).toEqual({ n: 12, counted: 12, parts: 24 });
  await sql`DELETE FROM message WHERE uuid < uuid_floor(now() - interval '40 days')`.execute(t.db);
  expect(await total()).toEqual({ n: 5, counted: 5, parts: 24 });
});

test('old months go with their messages; totals, places and campaigns follow; nothing else changes', async () => {
  const old = await campaign(8, 2500);
  const oldToo = await campaign(7, 1200, 'submitted');
  const kept = await campaign(6, 1300);
  const today = await campaign(0, 5);
  await keepMarks(t.db);
  await keepMonths(t.db, null);
  expect(await months()).toHaveLength(12);

  await keepMonths(t.db, 6);

  expect(await months()).toHaveLength(8);
  expect(await total()).toEqual({ n: 1305, counted: 1305, parts: 2610 });
  const places =
    await sql`SELECT place, account = ${t.accounts.customer} AS own FROM list_mark ORDER BY own, place`.execute(
      t.db,
    );
  expect(places.rows).toEqual([
    { own: false, place: 300 },
    { own: false, place: 1300 },
    { own: true, place: 300 },
    { own: true, place: 1300 },
  ]);
  const { rows } = await sql<{ uuid: string; removed: boolean; n: number }>`
    SELECT uuid, messages_removed_at IS NOT NULL AS removed, recipients AS n FROM campaign ORDER BY uuid`.execute(
    t.db,
  );
  expect(rows).toEqual([
    { uuid: old, removed: true, n: 2500 },
    { uuid: oldToo, removed: true, n: 1200 },
    { uuid: kept, removed: false, n: 1300 },
    { uuid: today, removed: false, n: 5 },
  ]);
  await keepMonths(t.db, 6);
  expect(await total()).toEqual({ n: 1305, counted: 1305, parts: 2610 });
});

test('a campaign says that its messages are gone, and does not send them again', async () => {
  const uuid = await campaign(8, 3, 'undelivered');
  await keepMonths(t.db, 6);
  const { body } = await t.call<{ data: object }>('customer', 'GET', `/v1/sms/compose/${uuid}/`);
  expect(body.data).toMatchObject({ undelivered: 3, recipients: 3, messages_removed_at: expect.any(String) });
  const list = await t.call<object>('customer', 'GET', `/v1/sms/dispatch/?campaign=${uuid}`);
  expect(list.body).toMatchObject({ count: 0, results: [] });
  const retry = await t.call<object>('customer', 'POST', `/v1/sms/compose/${uuid}/retry/plan/`);
  expect(retry).toMatchObject({ status: 409, body: { code: 'conflict' } });
});

test.each(['queued', 'unknown'])('a month with a message that is %s stays', async (status) => {
  await campaign(8, 3);
  await campaign(8, 1, status);
  await keepMonths(t.db, 6);
  expect(await total()).toEqual({ n: 4, counted: 4, parts: 8 });
});

test('a month of a campaign that ended lately waits for receipts', async () => {
  await campaign(8, 2, 'submitted');
  await sql`UPDATE campaign SET finished_at = now() - interval '29 days'`.execute(t.db);
  await keepMonths(t.db, 6);
  expect(await total()).toMatchObject({ n: 2 });
  await sql`UPDATE campaign SET finished_at = now() - interval '31 days'`.execute(t.db);
  await keepMonths(t.db, 6);
  expect(await total()).toEqual({ n: 0, counted: 0, parts: 0 });
});

test('who is at work on the table is not held up: the month goes later', async () => {
  await campaign(8, 2);
  const other = openDatabase(t.url, 1, () => {});
  await other.db.transaction().execute(async (trx) => {
    await sql`SELECT FROM message LIMIT 1`.execute(trx);
    await keepMonths(t.db, 6);
    expect((await sql<{ n: number }>`SELECT count(*) AS n FROM message`.execute(trx)).rows).toEqual([
      { n: 2 },
    ]);
  });
  await other.close();
  await keepMonths(t.db, 6);
  expect(await total()).toEqual({ n: 0, counted: 0, parts: 0 });
});

test('a removal that was cut off is finished by the next', async () => {
  await campaign(8, 4);
  const name = (await months())[0] as string;
  await sql`ALTER TABLE message DETACH PARTITION ${sql.table(name)}`.execute(t.db);
  await sql`ALTER TABLE message_part DETACH PARTITION ${sql.table(name.replace('message', 'message_part'))}`.execute(
    t.db,
  );
  expect(await total()).toEqual({ n: 0, counted: 4, parts: 0 });
  await keepMonths(t.db, 6);
  expect(await total()).toEqual({ n: 0, counted: 0, parts: 0 });
  expect(await months()).not.toContain(name);
});

test('months are made ahead, and take what had to lie after them meanwhile', async () => {
  const future = await sql<{ uuid: string; table: string }>`
    SELECT to_char(date_trunc('month', now() AT TIME ZONE 'UTC') + interval '2 months', '"message_"YYYY_MM') AS table`.execute(
    t.db,
  );
  const name = future.rows[0]?.table as string;
  // As if the server had been off for two months.
  await sql`DROP TABLE ${sql.table(name)}, ${sql.table(name.replace('message', 'message_part'))}`.execute(
    t.db,
  );
  for (const parent of ['message', 'message_part']) {
    const rest = sql.table(`${parent}_after`);
    await sql`ALTER TABLE ${sql.table(parent)} DETACH PARTITION ${rest}`.execute(t.db);
    const { rows } = await sql<{ sql: string }>`
      SELECT format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (MAXVALUE)', ${parent}::text, ${`${parent}_after`}::text,
        uuid_floor((date_trunc('month', now() AT TIME ZONE 'UTC') + interval '2 months') AT TIME ZONE 'UTC')) AS sql`.execute(
      t.db,
    );
    await sql.raw(rows[0]?.sql ?? '').execute(t.db);
  }
  await campaign(-2, 3);
  const where = async () =>
    (
      await sql<{ table: string }>`SELECT DISTINCT tableoid::regclass::text AS table FROM message`.execute(
        t.db,
      )
    ).rows;
  expect(await where()).toEqual([{ table: 'message_after' }]);
  await keepMonths(t.db, null);
  expect(await where()).toEqual([{ table: name }]);
  expect(await total()).toEqual({ n: 3, counted: 3, parts: 6 });
});

describe('an account with a period of its own', () => {
  const setMonths = (whose: 'customer' | 'other', message_months: number | null) =>
    sql`UPDATE account SET message_months = ${message_months} WHERE uuid = ${t.accounts[whose]}`.execute(
      t.db,
    );
  afterEach(async () => {
    await setMonths('customer', null);
    await sql`DELETE FROM settings_part WHERE name = 'retention'`.execute(t.db);
  });

  /** How many messages each of these campaigns has, and whether it says that some are gone. */
  const left = (...uuids: string[]) =>
    Promise.all(
      uuids.map(async (uuid) => {
        const { rows } = await sql<{ n: number; removed: boolean }>`
          SELECT (SELECT count(*)::int FROM message m WHERE m.campaign = c.uuid) AS n,
            messages_removed_at IS NOT NULL AS removed FROM campaign c WHERE uuid = ${uuid}`.execute(t.db);
        return [rows[0]?.n, rows[0]?.removed];
      }),
    );
  /** Marks that are not where their message is in its list. */
  async function misplaced() {
    const { rows } = await sql<Record<'account' | 'place' | 'true_place', unknown>>`
      SELECT m.account, m.place, (SELECT count(*) FROM message x WHERE x.uuid <= m.uuid
        AND (m.account = '00000000-0000-0000-0000-000000000000' OR x.account = m.account)) AS true_place
      FROM list_mark m`.execute(t.db);
    expect(rows.length).toBeGreaterThan(3);
    return rows.filter(({ place, true_place }) => place !== true_place);
  }

  test('loses its messages sooner; others keep theirs, and totals, parts and places stay right', async () => {
    const old = await campaign(7, 6200);
    const foreign = await campaign(7, 2300, 'delivered', 'other');
    const kept = await campaign(6, 1500);
    const newer = await campaign(6, 1200, 'delivered', 'other');
    await keepMarks(t.db);
    await setMonths('customer', 6);
    await keepMonths(t.db, null);
    expect(await left(old, foreign, kept, newer)).toEqual([
      [0, true],
      [2300, false],
      [1500, false],
      [1200, false],
    ]);
    expect(await total()).toEqual({ n: 5000, counted: 5000, parts: 10_000 });
    expect(await misplaced()).toEqual([]);
    await keepMonths(t.db, null);
    expect(await total()).toMatchObject({ n: 5000 });
  });

  test('keeps them longer than the others, whose messages of that month go alone', async () => {
    const gone = await campaign(8, 3, 'delivered', 'other');
    const own = await campaign(7, 4);
    const foreign = await campaign(7, 5, 'delivered', 'other');
    await setMonths('customer', 7);
    await keepMonths(t.db, 6);
    expect(await left(gone, own, foreign)).toEqual([
      [0, true],
      [4, false],
      [0, true],
    ]);
    // The month that nobody keeps is gone as a whole, and the other as soon as nobody does.
    expect(await months()).toHaveLength(10);
    await setMonths('customer', null);
    await keepMonths(t.db, 6);
    expect(await left(own)).toEqual([[0, true]]);
    expect(await months()).toHaveLength(8);
  });

  test('keeps those of a campaign that is open, and loses the rest of the month', async () => {
    const open = await campaign(8, 2, 'unknown');
    const ended = await campaign(8, 3);
    await setMonths('customer', 6);
    await keepMonths(t.db, null);
    expect(await left(open, ended)).toEqual([
      [2, false],
      [0, true],
    ]);
  });

  test('says until when they are kept, as housekeeping does it', async () => {
    const uuids = [await campaign(8, 1), await campaign(7, 1), await campaign(6, 1)];
    const say = () =>
      Promise.all(
        uuids.map(async (uuid) => {
          const { body } = await t.call<{ data: Campaign }>('customer', 'GET', `/v1/sms/compose/${uuid}/`);
          return body.data.messages_kept_until;
        }),
      );
    const account = async () =>
      (await t.call<{ data: OwnAccount }>('customer', 'GET', `/v1/autho/accounts/${t.accounts.customer}/`))
        .body.data.message_months;
    expect([await account(), ...(await say())]).toEqual([null, null, null, null]);
    const saved = await t.call('admin', 'PUT', '/v1/admin/settings/sending/', { message_months: 7 });
    expect([saved.status, await account()]).toEqual([200, 7]);
    await setMonths('customer', 6);
    expect(await account()).toBe(6);
    const until = await say();
    expect(until.every((at) => /^\d{4}-\d\d-01T00:00:00/.test(String(at)))).toBe(true);
    await runHousekeeping(t.db, t.deps.files, 24);
    const isOver = until.map((at) => Date.parse(String(at)) <= Date.now());
    expect(isOver).toEqual([true, true, false]);
    expect((await left(...uuids)).map(([, removed]) => removed)).toEqual(isOver);
  });
});
