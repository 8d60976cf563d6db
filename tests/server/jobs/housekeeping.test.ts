import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Plan } from '#schema/compose.ts';
import type { UploadedFile } from '#schema/file.ts';
import { runHousekeeping } from '../../../server/jobs/housekeeping.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';

const IMPORTS = '/v1/core/contacts/imports/';

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp({ enqueue: async () => {} });
});
afterAll(() => world.close());

const count = async (table: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`SELECT count(*) AS n FROM ${sql.table(table)}`.execute(world.db);
  return rows[0]!.n;
};

test('removes what has expired, and nothing else', async () => {
  const request = {
    name: 'x',
    sender: world.sender,
    body: 'y',
    recipients: { numbers: ['9841000001'] },
  };
  const plans = [];
  for (let i = 0; i < 2; i++) {
    const { data } = (await world.call<{ data: Plan }>('customer', 'POST', '/v1/sms/compose/plan/', request))
      .body;
    plans.push(data.uuid);
  }
  await sql`UPDATE plan SET expires_at = now() - interval '1 second' WHERE uuid = ${plans[0]}`.execute(
    world.db,
  );
  await sql`UPDATE token SET expires_at = now() - interval '1 second' WHERE "user" = (
    SELECT uuid FROM users WHERE email = 'support@demo.test')`.execute(world.db);
  const file = (await world.upload<{ data: UploadedFile }>('name,phone\nSita,9841000001\n')).body.data;
  const [used, old] = [
    file.uuid,
    (await world.upload<{ data: UploadedFile }>('name,phone\nRam,9841000002\n')).body.data.uuid,
  ];
  const mapping = { phone: 'phone', name: 'name' };
  await world.call('customer', 'POST', IMPORTS, { file: used, mapping, groups: [] });
  await sql`UPDATE file SET created_at = now() - interval '8 days'`.execute(world.db);
  await sql`ALTER TABLE contact_import DISABLE TRIGGER contact_import_touch`.execute(world.db);
  await sql`UPDATE contact_import SET status = 'running', updated_at = now() - interval '1 hour'`.execute(
    world.db,
  );

  await runHousekeeping(world.db, world.deps.files);

  expect([
    await count('plan'),
    await count('plan_recipient'),
    await count('token'),
    await count('file'),
  ]).toEqual([1, 1, 3, 1]);
  const left = await sql<{ uuid: string }>`SELECT uuid FROM file`.execute(world.db);
  expect(left.rows).toEqual([{ uuid: used }]);
  expect(left.rows).not.toContainEqual({ uuid: old });
  const imports = await sql`SELECT status, error FROM contact_import`.execute(world.db);
  expect(imports.rows).toEqual([
    { status: 'failed', error: expect.stringContaining('Start the import again') },
  ]);
});

test('an upload that is not deleted from the store leaves those before it deleted', async () => {
  const { data: first } = (await world.upload<{ data: UploadedFile }>('name,phone\nSita,9841000001\n')).body;
  const { data: second } = (await world.upload<{ data: UploadedFile }>('name,phone\nRam,9841000002\n')).body;
  // A folder is not deleted as a file.
  await mkdir(join(world.folder, 'folder'));
  await sql`UPDATE file SET path = 'folder' WHERE uuid = ${second.uuid}`.execute(world.db);
  await sql`UPDATE file SET created_at = now() - interval '8 days'`.execute(world.db);
  await expect(runHousekeeping(world.db, world.deps.files)).rejects.toThrow('folder');
  const { rows } = await sql`
    SELECT uuid FROM file WHERE uuid IN (${first.uuid}, ${second.uuid})`.execute(world.db);
  expect(rows).toEqual([{ uuid: second.uuid }]);
  await sql`DELETE FROM file WHERE uuid = ${second.uuid}`.execute(world.db);
});

test.each([
  [
    'receipt',
    sql`(link, operator_id, phone, status, received_at)
    SELECT 'L', n, '+9779841000001', 'delivered', now() - interval '8 days'`,
  ],
  [
    'token',
    sql`("user", hash, expires_at)
    SELECT u.uuid, sha256(n::text::bytea), now() - interval '1 day'`,
  ],
  [
    'idempotency_key',
    sql`("user", key, request_hash, answer, created_at)
    SELECT u.uuid, n, '', '{}', now() - interval '2 days'`,
  ],
  ['request_count', sql`(key, ends_at, n) SELECT sha256(n::text::bytea), now() - interval '1 day', 1`],
  ['mail', sql`(kind, "to", created_at) SELECT 'code', 'a@b.test', now() - interval '8 days'`],
  [
    'receipt_poll',
    sql`(link, operator_id, phone, next_at, submitted_at)
    SELECT 'L', n, '+9779841000001', now(), now() - interval '8 days'`,
  ],
])('deletes many old rows of %s in statements of bounded size', async (table, values) => {
  await sql`
    INSERT INTO ${sql.table(table)} ${values}
    FROM generate_series(1, 10001) AS n, (SELECT uuid FROM users LIMIT 1) u`.execute(world.db);
  await sql`
    CREATE OR REPLACE FUNCTION refuse_many() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF (SELECT count(*) FROM gone) > 5000 THEN RAISE 'too many at once'; END IF;
      RETURN NULL;
    END $$`.execute(world.db);
  await sql`
    CREATE TRIGGER refuse_many AFTER DELETE ON ${sql.table(table)} REFERENCING OLD TABLE AS gone
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_many()`.execute(world.db);
  const before = await count(table);
  await runHousekeeping(world.db, world.deps.files);
  expect(before - (await count(table))).toBe(10001);
});

test('forgets the marks of hosts that have left none for a year', async () => {
  await sql`
    INSERT INTO sending_mark (trace, marked_at)
    SELECT gen_random_uuid(), now() - make_interval(days => d) FROM unnest(ARRAY[1, 360, 370]) d`.execute(
    world.db,
  );
  await runHousekeeping(world.db, world.deps.files);
  expect(await count('sending_mark')).toBe(2);
});
