import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Campaign } from '#schema/campaign.ts';
import { type Database, openDatabase } from '../../../server/db/database.ts';
import { startWorker } from '../../../server/jobs/worker.ts';
import { Memory } from '../../../server/services/sending/failover/memory.ts';
import { noJournal } from '../../../server/services/sending/journal/journal.ts';
import {
  type Journals,
  noJournals,
  openJournals,
} from '../../../server/services/sending/journal/journals.ts';
import { type Entry, readRecords } from '../../../server/services/sending/journal/records.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { audit } from '../../support/audit.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { type HeldOperator, startHeldOperator } from '../../support/heldOperator.ts';
import { soon } from '../../support/soon.ts';

let world: TestApp;
let database: Database;
beforeAll(async () => {
  world = await createTestApp();
  database = openDatabase(world.url, 5, () => {});
});
afterAll(async () => {
  await database.close();
  await world.close();
});
let operator: HeldOperator;
beforeEach(async () => {
  operator = await startHeldOperator();
});
afterEach(async () => {
  await operator.close();
  await audit(world.db);
});

const hire = (journals: Journals) =>
  startWorker(
    database,
    [{ name: 'held', url: `${operator.url}?window=2` }],
    { DISPATCH_BATCH: 10 },
    pino({ level: 'silent' }),
    new Memory(),
    journals,
  );
let given = 0;
async function send(count: number): Promise<string> {
  const numbers = Array.from({ length: count }, () => `98${41_000_500 + given++}`);
  const { body } = await world.call<{ data: Campaign }>('customer', 'POST', '/v1/sms/compose/', {
    ...{ name: 'Journal', sender: world.sender, body: 'Hello', max_cost: 1_000_000 },
    recipients: { numbers },
  });
  return body.data.uuid;
}
const show = async (campaign: string) =>
  (await world.call<{ data: Campaign }>('customer', 'GET', `/v1/sms/compose/${campaign}/`)).body.data;

test('what reaches the operator is in the journal before, and what is recorded is done with', async () => {
  const folder = temporaryFolder('journal-');
  const journals = await openJournals({ folder, process: 'p', onError: (error) => expect(error).toBeNull() });
  const files = () => readdirSync(folder).filter((name) => !name.endsWith('.sock'));
  const entries = (): Entry[] => [
    ...(readRecords(readFileSync(join(folder, files()[0] as string)))?.entries.values() ?? []),
  ];
  const worker = await hire(journals);
  const campaign = await send(3);
  await soon(() => expect(operator.unanswered).toBe(2));
  expect(entries().filter(({ isBegun, answer }) => isBegun && !answer)).toHaveLength(2);
  expect(entries().filter(({ isBegun }) => !isBegun)).toHaveLength(1);
  operator.open();
  await soon(async () => expect((await show(campaign)).submitted).toBe(3));
  expect(entries().map(({ answer }) => answer?.kind)).toEqual(['submitted', 'submitted', 'submitted']);
  // That they are recorded is told with what is sent next.
  await send(1);
  await soon(() => expect(entries().filter(({ isRecorded }) => isRecorded).length).toBeGreaterThanOrEqual(3));
  const { rows } = await sql`SELECT worker FROM worker_journal`.execute(world.db);
  expect(rows).toHaveLength(1);
  await worker.stop();
  expect(files()).toEqual([]);
  expect((await sql`SELECT worker FROM worker_journal`.execute(world.db)).rows).toEqual([]);
  await journals.close();
  expect(readdirSync(folder)).toEqual([]);
});

test('what no journal can tell of does not leave', async () => {
  const begun = vi.fn();
  let isBroken = true;
  const flush = () => {
    if (isBroken && begun.mock.calls.length > 0) throw new Error('the disk is gone');
  };
  const worker = await hire({ ...noJournals, open: () => ({ ...noJournal, begun, flush }) });
  const campaign = await send(1);
  await soon(async () => expect((await show(campaign)).unknown).toBe(1));
  const waits = await send(1);
  await soon(async () => expect((await show(waits)).status).toBe('sending'));
  const { rows } = await sql<{
    reason: string;
  }>`SELECT reason FROM operator_link_state WHERE state = 'down'`.execute(world.db);
  expect([operator.submits, rows]).toEqual([[], [{ reason: 'the disk is gone' }]]);
  isBroken = false;
  operator.open();
  await soon(async () => expect((await show(waits)).submitted).toBe(1));
  expect([operator.submits.length, (await show(campaign)).unknown]).toEqual([1, 1]);
  await worker.stop();
});
