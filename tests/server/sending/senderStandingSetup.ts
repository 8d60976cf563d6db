import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import type { Campaign } from '#schema/campaign.ts';
import type { Worker } from '../../../server/jobs/worker.ts';
import type { TestApp } from '../../support/app.ts';
import { audit } from '../../support/audit.ts';
import type { HeldOperator } from '../../support/heldOperator.ts';
import { type HeldWorld, startHeldWorld } from '../../support/heldWorld.ts';
import { ntc } from '../../support/linkWorld.ts';

export const WINDOW = 5;
export const STAFF = '/v1/sms/sender-identities/';
export const COMPOSE = '/v1/sms/compose/';

/** A worker with an operator, and requests that suspend sender IDs and send from them. */
export function setUpSenderIds() {
  let held: HeldWorld;
  let base: TestApp;
  /** With new customers, and so another sender ID, for every test. */
  let world: TestApp;
  let operator: HeldOperator;
  let worker: Worker;
  const startSending = () => held.startWorker(WINDOW);

  beforeAll(async () => {
    held = await startHeldWorld();
    ({ world: base, operator } = held);
    worker = await startSending();
  });

  afterAll(async () => {
    operator?.open();
    await worker?.stop();
    await audit(base.db);
    expect(base.undocumented()).toEqual([]);
    await held?.close();
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
