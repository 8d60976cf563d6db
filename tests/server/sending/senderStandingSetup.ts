import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import type { Campaign } from '#schema/campaign.ts';
import { type Database, openDatabase } from '../../../server/db/database.ts';
import { startWorker, type Worker } from '../../../server/jobs/worker.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { audit } from '../../support/audit.ts';
import { type HeldOperator, startHeldOperator } from '../../support/heldOperator.ts';
import { ntc } from '../../support/linkWorld.ts';

export const WINDOW = 5;
export const STAFF = '/v1/sms/sender-identities/';
export const COMPOSE = '/v1/sms/compose/';
const settings = { DISPATCH_BATCH: 20 };

/** A worker with an operator, and requests that suspend sender IDs and send from them. */
export function setUpSenderIds() {
  let base: TestApp;
  /** With new customers, and so another sender ID, for every test. */
  let world: TestApp;
  let database: Database;
  let operator: HeldOperator;
  let worker: Worker;
  const startSending = () => {
    const links = [{ name: 'held', url: `${operator.url}?window=${WINDOW}` }];
    return startWorker(database, links, settings, pino({ level: 'silent' }));
  };

  beforeAll(async () => {
    [base, operator] = await Promise.all([createTestApp(), startHeldOperator()]);
    database = openDatabase(base.url, 10, () => {});
    worker = await startSending();
  });

  afterAll(async () => {
    operator?.open();
    await worker?.stop();
    await operator?.close();
    await database?.close();
    await audit(base.db);
    expect(base.undocumented()).toEqual([]);
    await base?.close();
  });

  beforeEach(async () => {
    operator.open();
    world = await base.newCustomers();
  });

  let made = 0;
  const request = (change: object = {}) => ({
    ...{ name: `C${++made}`, sender: world.sender, body: `Text ${made}`, max_cost: 10_000 },
    ...{ recipients: { numbers: ntc(20) }, ...change },
  });

  const show = async (uuid: string) =>
    (await world.call<{ data: Campaign }>('customer', 'GET', `${COMPOSE}${uuid}/`)).body.data;
  const lines = async (record: string) =>
    (
      await sql<{ action: string; account: string; before: object; after: object }>`
      SELECT action, account, before, after FROM audit_entry WHERE record = ${record} ORDER BY uuid`.execute(
        world.db,
      )
    ).rows;

  return {
    get world() {
      return world;
    },
    get operator() {
      return operator;
    },
    get worker() {
      return worker;
    },
    set worker(value) {
      worker = value;
    },
    startSending,
    request,
    show,
    lines,
  };
}
