import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import type { Failure } from '#schema/entity.ts';
import type { Erasure } from '#schema/erasure.ts';
import { queueErasures } from '../../../server/jobs/erasures.ts';
import { runErasure } from '../../../server/services/people/erasure.ts';
import { keyringOf, setKeyring } from '../../../server/services/platform/keyring.ts';
import { createTestApp, type TestApp, type User } from '../../support/app.ts';

export const PATH = '/v1/autho/erasures/';
export const LIST = '/v1/core/sms/blacklist-numbers/';
type One = { data: Erasure } & Failure;

/** An account with a phone number of each test’s own, and what is recorded about it. */
export function setUpErasure() {
  let app: TestApp;
  let t: TestApp;
  /** Whether the job waits instead of being run. */
  let isHeld = false;
  let before: ReturnType<typeof setKeyring>;
  beforeAll(async () => {
    before = setKeyring(keyringOf(['a key of 32 characters for this test']));
    app = await createTestApp({
      async enqueue(_, { uuid }) {
        if (!isHeld) await runErasure({ db: app.db, files: app.deps.files }, uuid);
      },
    });
  });

  afterAll(async () => {
    await app.close();
    setKeyring(before);
  });

  let numbers = 0;
  let phone = '';
  /** The number as people write it. */
  let local = '';
  beforeEach(async () => {
    isHeld = false;
    t = await app.newCustomers();
    local = `98415${String(10_000 + ++numbers)}`;
    phone = `+977${local}`;
  });

  const erase = (as: User = 'customer', body: object = { phone: local, reference: 'Letter 12' }) =>
    t.call<One>(as, 'POST', PATH, body);
  /** What housekeeping does for erasures that wait, and their jobs. */
  const finishWaiting = () => queueErasures(t.db, app.deps.enqueue);
  const record = async (uuid: string, as: User = 'customer') =>
    (await t.call<One>(as, 'GET', `${PATH}${uuid}/`)).body.data;
  const made = async (
    answer: Promise<{ status: number; body: { data: { uuid: string } }; text: string }>,
  ) => {
    const { status, body, text } = await answer;
    expect(status, text).toBe(201);
    return body.data.uuid;
  };

  const listed = (as: User, reason: string) => made(t.call(as, 'POST', LIST, { phone: local, reason }));

  /** A campaign of an account with one message to the number. */
  async function message(
    as: 'customer' | 'other',
    status: string,
  ): Promise<{ campaign: string; message: string }> {
    const open = status === 'queued' ? 1 : 0;
    const { rows } = await sql<{ campaign: string; message: string }>`
      WITH p AS (
        INSERT INTO plan (account, request_hash, used, expires_at) VALUES (${t.accounts[as]}, '', true, now()) RETURNING uuid
      ), c AS (
        INSERT INTO campaign (account, "user", name, status, sender, body, encoding, recipients, queued, delivered, submitted,
          unknown, parts, package_parts, cost, cost_exact, captured_exact, captured, prices, plan, expanding)
        SELECT u.account, u.uuid, 'Trial message to ' || ${phone}::text, 'completed', 'DEMO', 'Dear {{name}}', 'GSM-7', 1,
          ${open}, ${status === 'delivered' ? 1 : 0}, ${status === 'submitted' ? 1 : 0}, ${status === 'unknown' ? 1 : 0},
          1, 0, 25, 25, 25, 25, '{}', p.uuid, false
        FROM users u, p WHERE u.email = ${t.emails[as]} RETURNING uuid, account
      ), s AS (
        INSERT INTO campaign_source (campaign, recipients)
        SELECT uuid, jsonb_build_object('numbers', jsonb_build_array('9841000001', ${local}::text)) FROM c
      ), m AS (
        INSERT INTO message (account, campaign, phone, operator, text, parts, package_parts, amount, status, submitted_at)
        SELECT account, uuid, ${phone}, 'ntc', 'Dear Sita', 1, 0, 25, ${status}, now() FROM c RETURNING uuid, campaign
      )
      SELECT campaign, uuid AS message FROM m`.execute(t.db);
    return rows[0] as { campaign: string; message: string };
  }
  const messageOf = async (uuid: string) =>
    (
      await sql`SELECT phone, text, status, amount::float8 AS amount FROM message WHERE uuid = ${uuid}`.execute(
        t.db,
      )
    ).rows[0];

  /** Every place in the database where the number stands in any form: table and row. */
  async function traces(account?: string): Promise<string[]> {
    const { rows: tables } = await sql<{ name: string; owned: boolean }>`
    SELECT c.relname AS name, EXISTS (
      SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'account' AND NOT attisdropped) AS owned
    FROM pg_class c WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p')
      AND NOT c.relispartition`.execute(t.db);
    const found: string[] = [];
    for (const { name, owned } of tables) {
      if (account && !owned) continue;
      const mine = account ? sql`t.account = ${account}` : sql`true`;
      const { rows } = await sql`
      SELECT FROM ${sql.table(name)} t
      WHERE ${mine} AND to_jsonb(t)::text ~ ${`${local.slice(0, 3)}[- ]?${local.slice(3)}`}`.execute(t.db);
      if (rows.length > 0) found.push(name);
    }
    return found.sort();
  }

  return {
    get world() {
      return t;
    },
    get isHeld() {
      return isHeld;
    },
    set isHeld(value) {
      isHeld = value;
    },
    get phone() {
      return phone;
    },
    get local() {
      return local;
    },
    get numbers() {
      return numbers;
    },
    erase,
    finishWaiting,
    record,
    made,
    listed,
    message,
    messageOf,
    traces,
  };
}
