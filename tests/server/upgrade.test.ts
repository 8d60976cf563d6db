import { readdir, readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../server/db/database.ts';
import { checkLedger } from '../../server/services/ledgerCheck.ts';
import { recordReceipts, sweepReceipts } from '../../server/services/receipts.ts';
import { reapDeadWorkers } from '../../server/services/workers.ts';
import { LINK, take } from '../support/claims.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

const folder = new URL('../../server/db/migrations/', import.meta.url);
const NEW = '0029_hands.sql';

let own: TestDatabase;
let database: Database;
const apply = async (name: string) =>
  void (await sql.raw(await readFile(new URL(name, folder), 'utf8')).execute(database.db));
beforeAll(async () => {
  own = await createTestDatabase('template0');
  database = openDatabase(own.url, 2, () => {});
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  for (const name of files.filter((file) => file < NEW)) await apply(name);
});
afterAll(async () => {
  await database.close();
  await own.drop();
});

/** A campaign as version 0028 has it while it is being sent: [status, how many]. */
async function halfSent(): Promise<string> {
  const { rows } = await sql<{ uuid: string }>`
    WITH a AS (INSERT INTO account (name) VALUES ('Old') RETURNING uuid
    ), u AS (
      INSERT INTO users (account, email, name, role, password_hash) SELECT uuid, 'old@demo.test', 'Old', 'customer', '' FROM a
      RETURNING uuid, account
    ), p AS (
      INSERT INTO plan (account, request_hash, summary, expires_at) SELECT uuid, '', '{}', now() FROM a RETURNING uuid
    )
    INSERT INTO campaign (account, "user", name, status, sender, body, encoding, recipients, queued, submitted, unknown,
      parts, package_parts, cost, cost_exact, prices, plan, expanding, started_at)
    SELECT u.account, u.uuid, 'Half sent', 'sending', 'DEMO', 'Hello', 'GSM-7', 8, 5, 1, 2, 8, 0, 0, 0,
      '{"ntc": {"price": 0, "package_parts": 0}, "ncell": {"price": 0, "package_parts": 0}}', p.uuid, false, now()
    FROM u, p RETURNING uuid`.execute(database.db);
  const campaign = rows[0]?.uuid as string;
  await sql`
    INSERT INTO message (account, campaign, phone, operator, parts, package_parts, amount, status, worker, link,
      operator_id, not_before, submitted_at, attempts)
    SELECT account, uuid, '+97798410000' || n, operator, 1, 0, 0, m.status, worker, ${LINK}, id, not_before, at, 1
    FROM campaign c, (VALUES
      (10, 'ntc', 'queued', NULL::bigint, NULL, NULL::timestamptz, NULL::timestamptz), (11, 'ncell', 'queued', NULL, NULL, NULL, NULL),
      (12, 'ntc', 'queued', NULL, NULL, now(), NULL), (13, 'ntc', 'submitting', 7, NULL, NULL, NULL),
      (14, 'ncell', 'submitting', 8, NULL, NULL, NULL), (15, 'ntc', 'submitted', NULL, 'id-15', NULL, now()),
      (16, 'ntc', 'unknown', NULL, NULL, NULL, now()), (17, 'ntc', 'unknown', NULL, NULL, NULL, NULL)
    ) AS m(n, operator, status, worker, id, not_before, at) WHERE c.uuid = ${campaign}`.execute(database.db);
  return campaign;
}

test('a campaign that was being sent before 0029 goes on: what waits, what was in hand, and its receipts', async () => {
  const { db } = database;
  const campaign = await halfSent();
  await apply(NEW);
  const isQueueRight = async () => {
    const violations = await checkLedger(db);
    expect(violations.filter(({ check }) => check === 'campaign-queue')).toEqual([]);
  };
  await isQueueRight();
  expect(await reapDeadWorkers(db)).toBe(2);
  const claimed = await take(db, 9, campaign, 10);
  const last = (phone: string) => phone.slice(-2);
  expect(claimed.map(({ phone }) => last(phone)).sort()).toEqual(['10', '11', '12']);
  await isQueueRight();
  const receipt = (n: number, operator_id: string) => ({
    ...{ link: LINK, operator_id, phone: `+97798410000${n}`, status: 'delivered' as const, error: null },
  });
  await recordReceipts(db, [receipt(15, 'id-15'), receipt(13, 'never-answered'), receipt(16, 'nor-this')]);
  await sweepReceipts(db);
  const { rows } = await sql<{ phone: string; status: string }>`
    SELECT phone, status FROM message WHERE status <> 'queued' ORDER BY phone`.execute(db);
  expect(rows.map(({ phone, status }) => `${last(phone)} ${status}`)).toEqual([
    '13 delivered',
    '14 unknown',
    '15 delivered',
    '16 delivered',
    '17 unknown',
  ]);
  await isQueueRight();
});
