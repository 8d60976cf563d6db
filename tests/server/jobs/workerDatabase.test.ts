import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { watchDatabase } from '../../../server/jobs/databaseWatch.ts';
import type { Worker } from '../../../server/jobs/worker.ts';
import { forgetfulDatabase } from '../../../server/services/sending/failover/lastDatabase.ts';
import { Memory } from '../../../server/services/sending/failover/memory.ts';
import { noJournals } from '../../../server/services/sending/journal/journals.ts';
import type { TestApp } from '../../support/app.ts';
import type { HeldOperator } from '../../support/heldOperator.ts';
import { type HeldWorld, startHeldWorld } from '../../support/heldWorld.ts';
import { ntc, patience } from '../../support/linkWorld.ts';
import { workerSessions } from '../../support/workerSessions.ts';

const log = pino({ level: 'silent' });
const FORMER = '00000001/7 5 1';
const NEWER = '00000002/7 5 2';

let held: HeldWorld;
let world: TestApp;
let operator: HeldOperator;
let worker: Worker;

beforeAll(async () => {
  held = await startHeldWorld();
  ({ world, operator } = held);
  operator.open();
  worker = await held.startWorker();
});
afterAll(async () => {
  await worker?.stop();
  await held?.close();
});

let sent = 0;
async function send(): Promise<string> {
  const [number] = ntc(1, 1000 + ++sent);
  const { status, text } = await world.call('customer', 'POST', '/v1/sms/compose/', {
    ...{ name: `${sent}`, sender: world.sender, body: 'Hello', max_cost: 10_000 },
    recipients: { numbers: [number] },
  });
  expect(status, text).toBe(201);
  return `977${number}`;
}
const has = (phone: string) => operator.submits.some(({ destination_addr }) => destination_addr === phone);
const arrives = (phone: string) => vi.waitFor(() => expect(has(phone)).toBe(true), patience);

/** The database turns into another one. */
const becomes = (identity: string) =>
  world.db.transaction().execute(async (trx) => {
    const [, ...start] = identity.split(' ');
    const returns = (text: string) => sql.raw(`RETURNS text STABLE LANGUAGE sql AS $$ SELECT '${text}' $$`);
    await sql`CREATE OR REPLACE FUNCTION database_start() ${returns(start.join(' '))}`.execute(trx);
    await sql`CREATE OR REPLACE FUNCTION database_identity() ${returns(identity)}`.execute(trx);
  });
const agreeOn = (identity: string) =>
  sql`UPDATE sending_database SET identity = ${identity}`.execute(world.db);

/** Resolves while a claim is under way; it goes on afterwards. The next one shows that it has ended. */
const claims = () =>
  world.db.transaction().execute(async (trx) => {
    await sql`LOCK TABLE sending_database IN ACCESS EXCLUSIVE MODE`.execute(trx);
    await vi.waitFor(async () => {
      const { rows } = await sql`
        SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
          AND query LIKE '%FROM sending_database%'`.execute(world.db);
      expect(rows).toHaveLength(1);
    }, patience);
  });

// In this order: each turns the database into another one.
/** In a former primary the worker claims nothing until its process has noticed and renews it. */
async function expectClaimsOnceRenewed(): Promise<void> {
  const phone = await send();
  await claims();
  await claims();
  expect(has(phone)).toBe(false);
  await worker.renew(FORMER);
  await arrives(phone);
}

describe('a worker whose database becomes another one', { shuffle: false }, () => {
  test('in a former primary that leads again it claims only after the process has noticed', async () => {
    await arrives(await send());
    const [before] = await workerSessions(world.db);
    await becomes(FORMER);
    await agreeOn(FORMER);
    await sql`SELECT pg_terminate_backend(${before?.pid})`.execute(world.db);
    await vi.waitFor(async () => {
      const now = await workerSessions(world.db);
      expect(now).toHaveLength(1);
      expect(now[0]?.worker).not.toBe(before?.worker);
    }, patience);
    await expectClaimsOnceRenewed();
  });

  test('one that failed to start anew does so after others have resumed sending without it', async () => {
    const renewed: string[] = [];
    const watch = watchDatabase({
      ...{
        db: world.db,
        uuid: randomUUID(),
        role: 'worker',
        memory: new Memory(),
        journals: noJournals,
        log,
      },
      async renewWorker(identity) {
        renewed.push(identity);
        if (renewed.length > 1) return worker.renew(identity);
        await sql`UPDATE failover SET resumed_at = now()`.execute(world.db);
        await agreeOn(identity);
        throw new Error('It has no connection.');
      },
    });
    try {
      await vi.waitFor(async () => {
        const { rows } = await sql`SELECT FROM server_process`.execute(world.db);
        expect(rows).toHaveLength(1);
      }, patience);
      await becomes(NEWER);
      await vi.waitFor(() => expect(renewed).toEqual([NEWER, NEWER]), patience);
    } finally {
      await watch.stop();
    }
  });

  test('one that starts in a former primary that leads again claims only after its process has noticed', async () => {
    await worker.stop();
    await becomes(FORMER);
    await agreeOn(FORMER);
    worker = await held.startWorker(undefined, forgetfulDatabase(NEWER));
    await expectClaimsOnceRenewed();
  });

  test('one that starts and finds a former primary a moment later is told so by its process', async () => {
    const lastDatabase = forgetfulDatabase();
    await worker.stop();
    await becomes(NEWER);
    await agreeOn(NEWER);
    worker = await held.startWorker(undefined, lastDatabase);
    expect(lastDatabase.laterThan(FORMER)).toBe(NEWER);
  });

  test('one whose database has gone back starts anew in it, though its identity is the same', async () => {
    const numbers = async () => (await workerSessions(world.db)).map(({ worker }) => worker);
    const before = await numbers();
    await worker.renew(NEWER);
    expect(await numbers()).toEqual(before);
    await worker.renew(NEWER, true);
    await vi.waitFor(async () => {
      const now = await numbers();
      expect(now).toHaveLength(1);
      expect(now).not.toEqual(before);
    }, patience);
    await arrives(await send());
  });
});
