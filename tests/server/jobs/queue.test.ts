import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import type { ContactImport } from '../../../schema/contactImport.ts';
import { openDatabase } from '../../../server/db/database.ts';
import { longJob } from '../../../server/jobs/longJob.ts';
import { type Queue, startQueue } from '../../../server/jobs/queue.ts';
import { startWorker } from '../../../server/jobs/worker.ts';
import { runImport } from '../../../server/services/contacts/sheetImport.ts';
import { registry } from '../../../server/services/platform/meters.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { compileCache } from '../../support/compileCache.ts';
import { idleHandlers } from '../../support/idleHandlers.ts';
import { soon } from '../../support/soon.ts';

const PATH = '/v1/core/contacts/imports/';
const owner = fileURLToPath(new URL('../../support/queueOwner.ts', import.meta.url));
const log = { error: () => {}, warn: () => {}, info: () => {} };
/** The app with a customer of this test's own, who has no contacts. */
let t: TestApp;
let queues: Queue[] = [];
let child: ChildProcess | undefined;
/** How imports reach the queue that a test starts. */
let enqueue: Queue['enqueue'] = async () => {};

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ enqueue: (job, data) => enqueue(job, data) });
});
beforeEach(async () => {
  t = await app.newCustomers();
});
afterEach(async () => {
  if (child && child.exitCode === null && child.signalCode === null) {
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
  }
  for (const queue of queues) await queue.stop();
  queues = [];
});
afterAll(() => app.close());

async function open(
  imports: NonNullable<Parameters<typeof startQueue>[0]['handlers']>['contact-import'],
  housekeeping = async () => {},
): Promise<void> {
  const queue = await startQueue({
    url: t.url,
    handlers: { ...idleHandlers, 'contact-import': imports, housekeeping },
    log,
  });
  queues.push(queue);
  enqueue = queue.enqueue;
}

async function start(lines: number): Promise<string> {
  const rows = Array.from({ length: lines }, (_, i) => `n${i},98${41_000_000 + i}`);
  const { body } = await t.upload<{ data: { uuid: string } }>(`Name,Mobile\n${rows.join('\n')}\n`);
  const started = await t.call<{ data: ContactImport }>('customer', 'POST', PATH, {
    file: body.data.uuid,
    mapping: { phone: 'Mobile', name: 'Name' },
    groups: [],
  });
  return started.body.data.uuid;
}

const find = async (uuid: string): Promise<ContactImport> =>
  (await t.call<{ data: ContactImport }>('customer', 'GET', `${PATH}${uuid}/`)).body.data;

test('an import goes through the queue', async () => {
  await open(longJob(t.deps, 'contact-import', runImport));
  const uuid = await start(10);
  await expect.poll(async () => (await find(uuid)).status, { timeout: 10_000 }).toBe('completed');
  expect(await find(uuid)).toMatchObject({ created: 10 });
});

test('failures are counted from 0, so that the first is seen to come', async () => {
  registry.resetMetrics();
  await open(async () => {});
  const text = await registry.metrics();
  for (const queue of Object.keys(idleHandlers))
    expect(text).toContain(`bulk_sms_jobs_total{queue="${queue}",outcome="failed"} 0\n`);
});

test('what this process creates it also runs at once, without waiting for its next look', async () => {
  let mails = 0;
  const imported: string[] = [];
  const queue = await startQueue({
    url: t.url,
    handlers: {
      ...idleHandlers,
      'contact-import': async ({ uuid }) => void imported.push(uuid),
      mail: async () => void mails++,
    },
    log,
    lookSeconds: 600,
  });
  queues.push(queue);
  const unfinished = async (name: string) => {
    const { rows } = await sql`
      SELECT FROM pgboss.job WHERE name = ${name} AND state < 'completed'`.execute(t.db);
    return rows.length;
  };
  for (let i = 0; i < 5; i++) {
    const before = mails;
    await queue.deliverMail();
    await soon(async () => expect(await unfinished('mail')).toBe(0));
    // The clock creates one each minute, too.
    expect(mails).toBeGreaterThan(before);
    const uuid = crypto.randomUUID();
    await queue.enqueue('contact-import', { uuid });
    await soon(async () => expect([imported, await unfinished('contact-import')]).toEqual([[uuid], 0]));
    imported.pop();
  }
});

test('what another process creates is run at once, too', async () => {
  const ran: string[] = [];
  const run = (queue: string) => async () => void ran.push(queue);
  const worker = await startQueue({
    url: t.url,
    handlers: {
      ...idleHandlers,
      'contact-import': run('contact-import'),
      'account-export': run('account-export'),
      erasure: run('erasure'),
      mail: run('mail'),
    },
    log,
    lookSeconds: 600,
  });
  const api = await startQueue({ url: t.url, handlers: null, log });
  queues.push(worker, api);
  const database = openDatabase(t.url, 3, () => {});
  const settings = { DISPATCH_BATCH: 20, onJob: worker.wake };
  const session = await startWorker(database, [], settings, pino({ level: 'silent' }));
  onTestFinished(async () => {
    await session.stop();
    await database.close();
  });
  await api.enqueue('account-export', { uuid: crypto.randomUUID() });
  await soon(() => expect(ran).toContain('account-export'));
  await api.deliverMail();
  await soon(() => expect(ran).toContain('mail'));
});

test('a process that has run a job looks for the next one', async () => {
  let ran = 0;
  const waiting = { uuid: crypto.randomUUID() };
  const asleep = await startQueue({ url: t.url, handlers: null, log });
  queues.push(asleep);
  for (let i = 0; i < 6; i++) await asleep.enqueue('contact-import', waiting);
  const queue = await startQueue({
    url: t.url,
    handlers: { ...idleHandlers, 'contact-import': async () => void ran++ },
    log,
    lookSeconds: 600,
  });
  queues.push(queue);
  await soon(() => expect(ran).toBe(6));
});

test('an import whose job cannot be queued fails, instead of waiting for ever', async () => {
  enqueue = async () => {
    throw new Error('down');
  };
  await expect(start(1)).rejects.toThrow();
  const { rows } = await sql<{ status: string; error: string }>`
    SELECT status, error FROM contact_import ORDER BY uuid DESC LIMIT 1`.execute(t.db);
  expect(rows[0]).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('Start the import again'),
  });
});

test('an import that no attempt brings to its end is marked failed at the last one', async () => {
  enqueue = async () => {};
  const uuid = await start(1);
  await sql`ALTER TABLE contact RENAME TO elsewhere`.execute(t.db);
  try {
    const attempt = (isLast: boolean) => longJob(t.deps, 'contact-import', runImport)({ uuid }, { isLast });
    await expect(attempt(false)).rejects.toThrow('contact');
    expect((await find(uuid)).status).toBe('running');
    await expect(attempt(true)).rejects.toThrow('contact');
  } finally {
    await sql`ALTER TABLE elsewhere RENAME TO contact`.execute(t.db);
  }
  expect(await find(uuid)).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('Start the import again'),
  });
});

test('the job of a process that was killed is taken up by another, and ends exactly', {
  timeout: 90_000,
}, async () => {
  const process = spawn(globalThis.process.execPath, [owner, t.url, t.folder], {
    env: { ...globalThis.process.env, ...compileCache },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child = process;
  await once(createInterface({ input: process.stdout }), 'line');
  enqueue = async (_, data) => void process.stdin.write(`${data.uuid}\n`);
  const uuid = await start(100_000);
  await expect
    .poll(async () => (await find(uuid)).rows, { timeout: 20_000, interval: 20 })
    .toBeGreaterThan(0);
  const exit = once(process, 'exit');
  process.kill('SIGKILL');
  await exit;
  const half = await find(uuid);
  expect(half.status).toBe('running');
  expect(half.rows).toBeLessThan(100_000);

  // As if the seconds had passed after which a silent process counts as dead, and those until a job is tried again.
  const { numAffectedRows } = await sql`
    UPDATE pgboss.job SET heartbeat_on = heartbeat_on - interval '1 minute'
    WHERE name = 'contact-import' AND state = 'active'`.execute(t.db);
  expect(numAffectedRows).toBe(1n);
  await open(longJob(t.deps, 'contact-import', runImport));
  await expect
    .poll(
      async () => {
        await sql`UPDATE pgboss.job SET start_after = now() WHERE state = 'retry'`.execute(t.db);
        return (await find(uuid)).status;
      },
      { timeout: 60_000, interval: 50 },
    )
    .toBe('completed');
  expect(await find(uuid)).toMatchObject({ rows: 100_000, created: 100_000, updated: 0, duplicates: 0 });
});
