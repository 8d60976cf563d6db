import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import type { UploadedFile } from '#schema/file.ts';
import { handlersOf } from '../../../server/jobs/handlers.ts';
import { addLostJobs } from '../../../server/jobs/lostJobs.ts';
import { startQueue } from '../../../server/jobs/queue.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';

const log = pino({ level: 'silent' });

let app: TestApp;
let t: TestApp;
beforeAll(async () => {
  // As if every request was given up before its job was queued.
  app = await createTestApp({ enqueue: async () => {} });
});
afterAll(() => app.close());
beforeEach(async () => {
  t = await app.newCustomers();
});

const tables = ['contact_import', 'account_export', 'erasure'] as const;

/** An import, an export and an erasure that wait for so many minutes, in the order of `tables`. */
async function started(minutes: number): Promise<string[]> {
  const file = (await t.upload<{ data: UploadedFile }>('name,phone\nSita,9841000001\n')).body.data.uuid;
  const uuids: string[] = [];
  // The erasure is another account's: it would wait for the import.
  for (const [as, path, body] of [
    [
      'customer',
      '/v1/core/contacts/imports/',
      { file, mapping: { phone: 'phone', name: 'name' }, groups: [] },
    ],
    ['customer', '/v1/autho/exports/', {}],
    ['other', '/v1/autho/erasures/', { phone: '9841000002', reference: 'Letter 12' }],
  ] as const) {
    const { status, body: made, text } = await t.call<{ data: { uuid: string } }>(as, 'POST', path, body);
    expect(status, text).toBe(201);
    uuids.push(made.data.uuid);
  }
  for (const table of tables) {
    await sql`ALTER TABLE ${sql.table(table)} DISABLE TRIGGER ${sql.ref(`${table}_touch`)}`.execute(t.db);
    await sql`
      UPDATE ${sql.table(table)} SET updated_at = now() - make_interval(mins => ${minutes})
      WHERE uuid = ANY(${uuids})`.execute(t.db);
    await sql`ALTER TABLE ${sql.table(table)} ENABLE TRIGGER ${sql.ref(`${table}_touch`)}`.execute(t.db);
  }
  return uuids;
}

async function open(handlers: Parameters<typeof startQueue>[0]['handlers']) {
  const queue = await startQueue({ url: t.url, handlers, log });
  onTestFinished(() => queue.stop());
  return queue;
}

test('what was committed without its job is done after the next housekeeping', async () => {
  const uuids = await started(60);
  const { db, url, deps } = t;
  await open(
    handlersOf({ ...{ config: deps.config, log, url, database: { db } }, files: deps.files, publicUrl: '' }),
  );
  await sql`INSERT INTO pgboss.job (name, policy) VALUES ('housekeeping', 'singleton')`.execute(db);
  const statuses = async () => {
    const found = tables.map(
      async (table, i) =>
        (
          await sql<{
            status: string;
          }>`SELECT status FROM ${sql.table(table)} WHERE uuid = ${uuids[i]}`.execute(db)
        ).rows[0]?.status,
    );
    return Promise.all(found);
  };
  await expect.poll(statuses).toEqual(['completed', 'completed', 'completed']);
});

test('a job is queued once, and not for what has just begun', async () => {
  const { enqueue } = await open(null);
  const jobs = async (uuids: string[]) => {
    const { rows } = await sql<{ name: string }>`
      SELECT name FROM pgboss.job WHERE data->>'uuid' = ANY(${uuids}) ORDER BY name`.execute(t.db);
    return rows.map(({ name }) => name);
  };
  const fresh = await started(1);
  await addLostJobs(t.db, enqueue);
  expect(await jobs(fresh)).toEqual([]);
  t = await app.newCustomers();
  const old = await started(60);
  await enqueue('contact-import', { uuid: old[0] as string });
  for (let n = 0; n < 2; n++) await addLostJobs(t.db, enqueue);
  expect(await jobs(old)).toEqual(['account-export', 'contact-import', 'erasure']);
});
