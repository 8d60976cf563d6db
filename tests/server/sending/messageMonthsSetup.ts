import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { createTestApp, type TestApp } from '../../support/app.ts';

/** The statement that makes the table of a month, counted from this one. */
const monthOf = (parent: string, ago: number) => sql<{ statement: string }>`
  SELECT format('CREATE TABLE IF NOT EXISTS %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L)',
    ${parent}::text || to_char(month, '_YYYY_MM'), ${parent}::text, uuid_floor(month AT TIME ZONE 'UTC'),
    uuid_floor((month + interval '1 month') AT TIME ZONE 'UTC')) AS statement
  FROM (SELECT date_trunc('month', now() AT TIME ZONE 'UTC') - make_interval(months => ${ago}) AS month) m`;

/** Campaigns whose messages are months old, and what is left of them. */
export function setUpMonths() {
  let t: TestApp;
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

  return {
    get world() {
      return t;
    },
    campaign,
    months,
    total,
  };
}
