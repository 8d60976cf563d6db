import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { UploadedFile } from '#schema/file.ts';
import { openDatabase } from '../../../server/db/database.ts';
import { runHousekeeping } from '../../../server/jobs/housekeeping.ts';
import { startWorker } from '../../../server/jobs/worker.ts';
import { recordOutcomes } from '../../../server/services/sending/outcomes.ts';
import { newWorker } from '../../../server/services/sending/workers.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { take } from '../../support/claims.ts';
import { acceptCampaign } from '../../support/outcomes.ts';
import { soon } from '../../support/soon.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp({ enqueue: async () => {} });
});
afterAll(() => t.close());

const keep = () => runHousekeeping(t.db, t.deps.files);

/** A clock of the database that was five hours ahead, and was put back, has left these. Seconds until each time comes. */
test.each<[string, string, string, ReturnType<typeof sql>, number]>([
  [
    ...(['a mail that failed four times', 'mail', 'due_at'] as const),
    ...([sql`INSERT INTO mail (kind, "to", attempts) VALUES ('code', 'a@b.test', 5)`, 240] as const),
  ],
  [
    ...(['a mail that is being sent', 'mail', 'due_at'] as const),
    ...([sql`INSERT INTO mail (kind, "to", attempts) VALUES ('code', 'a@b.test', 1)`, 180] as const),
  ],
  [
    ...(['a request of a webhook that failed three times', 'webhook_delivery', 'next_attempt_at'] as const),
    sql`
      WITH hook AS (
        INSERT INTO webhook (account, "user", url, events, secret)
        SELECT account, uuid, 'https://hook.example.com', '{message.delivered}', 'whsec_x' FROM users
        WHERE email = 'customer@demo.test' RETURNING uuid, account)
      INSERT INTO webhook_delivery (webhook, account, event_count, attempts, round_attempts)
      SELECT uuid, account, 1, 3, 3 FROM hook`,
    108,
  ],
  [
    ...(['a question about a result', 'receipt_poll', 'next_at'] as const),
    sql`INSERT INTO receipt_poll (link, operator_id, phone, next_at) VALUES ('L', '1', '+9779841000001', now())`,
    3600,
  ],
  [
    ...(['a server process that was killed', 'server_process', 'seen_at'] as const),
    ...([
      sql`INSERT INTO server_process (uuid, role, host, pid) VALUES (uuid_v7(), 'worker', 'h', 1)`,
      60,
    ] as const),
  ],
  [
    ...(['a place with twelve wrong passwords', 'sign_in_try', 'next_at'] as const),
    sql`INSERT INTO sign_in_try (key, tries, last_at, next_at) VALUES ('k', 12, now(), now())`,
    128,
  ],
])('%s is due as soon as it can have been', async (_, table, column, insert, longest) => {
  await insert.execute(t.db);
  const wait = async () => {
    const { rows } = await sql<{ s: number }>`
      SELECT extract(epoch FROM ${sql.ref(column)} - now())::float8 AS s FROM ${sql.table(table)}`.execute(
      t.db,
    );
    return rows[0]?.s;
  };
  const set = (seconds: number) =>
    sql`UPDATE ${sql.table(table)} SET ${sql.ref(column)} = now() + make_interval(secs => ${seconds})`.execute(
      t.db,
    );
  await set(5 * 3600);
  await keep();
  expect(await wait()).toBeLessThanOrEqual(longest);
  // Any other stays when it is.
  await set(longest - 5);
  await keep();
  expect(await wait()).toBeLessThanOrEqual(longest - 5);
  await set(60);
  await keep();
  expect(await wait()).toBeLessThanOrEqual(60);
  await sql`DELETE FROM ${sql.table(table)}`.execute(t.db);
});

test('a long job whose worker was killed counts as touched now', async () => {
  const file = (await t.upload<{ data: UploadedFile }>('name,phone\nSita,9841000001\n')).body.data.uuid;
  const mapping = { phone: 'phone', name: 'name' };
  for (const [as, path, body] of [
    ['customer', '/v1/core/contacts/imports/', { file, mapping, groups: [] }],
    ['customer', '/v1/autho/exports/', {}],
    // Of another account: it would wait for the import.
    ['other', '/v1/autho/erasures/', { phone: '9841000002', reference: 'Letter 12' }],
  ] as const)
    expect((await t.call(as, 'POST', path, body)).status).toBe(201);
  const tables = ['contact_import', 'account_export', 'erasure'];
  for (const table of tables) {
    await sql`ALTER TABLE ${sql.table(table)} DISABLE TRIGGER ${sql.ref(`${table}_touch`)}`.execute(t.db);
    await sql`UPDATE ${sql.table(table)} SET status = 'running', updated_at = now() + interval '5 hours'`.execute(
      t.db,
    );
    await sql`ALTER TABLE ${sql.table(table)} ENABLE TRIGGER ${sql.ref(`${table}_touch`)}`.execute(t.db);
  }
  await keep();
  for (const table of tables) {
    const { rows } = await sql`
      SELECT status, updated_at <= now() AS touched FROM ${sql.table(table)}`.execute(t.db);
    expect(rows, table).toEqual([{ status: 'running', touched: true }]);
  }
});

test('messages to be tried again wait no longer than they can have been told to, and the SMS after Viber as long', async () => {
  /** A campaign of two messages that the operator has refused for now, to be tried again after these hours. */
  const waiting = async (hours: readonly number[]) => {
    const { uuid } = await acceptCampaign(t, hours.length);
    const worker = await newWorker(t.db);
    const claimed = await take(t.db, worker, uuid, hours.length);
    await recordOutcomes(
      t.db,
      worker,
      claimed.map((one, n) => ({
        ...{ uuid: one.uuid, hand: one.hand, error: 'ESME_RTHROTTLED' },
        ...{ status: 'queued', seconds: (hours[n] as number) * 3600 },
      })),
    );
    return uuid;
  };
  const sms = await waiting([5, 5, 0.05]);
  const viber = await waiting([5, 29]);
  await sql`UPDATE campaign SET channel = 'viber', viber = 'Demo', fallback_minutes = 1440 WHERE uuid = ${viber}`.execute(
    t.db,
  );
  const minutes = async (campaign: string) => {
    const { rows } = await sql<{ m: number }>`
      SELECT round(extract(epoch FROM not_before - now()) / 60)::int AS m FROM message_retry
      WHERE campaign = ${campaign} ORDER BY not_before`.execute(t.db);
    return rows.map(({ m }) => m);
  };
  expect(await minutes(sms)).toEqual([3, 300, 300]);
  const database = openDatabase(t.url, 3, () => {});
  const worker = await startWorker(database, [], { DISPATCH_BATCH: 20 }, pino({ level: 'silent' }));
  onTestFinished(async () => {
    await worker.stop();
    await database.close();
  });
  await soon(async () => expect(await minutes(sms)).toEqual([3, 5, 5]));
  await soon(async () => expect(await minutes(viber)).toEqual([300, 1440]));
});
