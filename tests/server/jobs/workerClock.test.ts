import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Campaign } from '#schema/campaign.ts';
import type { Worker } from '../../../server/jobs/worker.ts';
import { fixDelivery } from '../../../server/services/sending/deliverySettings.ts';
import type { TestApp } from '../../support/app.ts';
import { audit } from '../../support/audit.ts';
import type { HeldOperator } from '../../support/heldOperator.ts';
import { type HeldWorld, startHeldWorld } from '../../support/heldWorld.ts';
import { ntc, patience } from '../../support/linkWorld.ts';

const HOUR = 3_600_000;
const MINUTE = 60_000;
const VALIDITY_HOURS = 24;

let held: HeldWorld;
let world: TestApp;
let operator: HeldOperator;
let worker: Worker | undefined;

beforeAll(async () => {
  held = await startHeldWorld();
  ({ world, operator } = held);
  operator.open();
});
afterEach(async () => {
  vi.useRealTimers();
  await worker?.stop();
  worker = undefined;
});
afterAll(async () => {
  await worker?.stop();
  await held?.close();
});

/** The time that PostgreSQL has, too. No test sets this clock. */
const trueTime = () => performance.timeOrigin + performance.now();
/** Sets this process's time of day; PostgreSQL is another process. */
const setClock = (time: number) => vi.useFakeTimers({ toFake: ['Date'], now: time });
const work = async (QUIET_HOURS?: string) => {
  await fixDelivery(world.db, { QUIET_HOURS });
  worker = await held.startWorker();
};
let sent = 0;
const send = async (change: object = {}) => {
  const numbers = ntc(1, 1000 + ++sent);
  const body = { name: `${sent}`, sender: world.sender, body: 'Hello', recipients: { numbers } };
  const path = '/v1/sms/compose/';
  const { status, text } = await world.call<{ data: Campaign }>('customer', 'POST', path, {
    ...body,
    max_cost: 10_000,
    ...change,
  });
  expect(status, text).toBe(201);
  return `977${numbers[0]}`;
};
const at = (phone: string) => operator.submits.find(({ destination_addr }) => destination_addr === phone);
const arrives = async (phone: string) => {
  await vi.waitFor(() => expect(at(phone)).toBeDefined(), patience);
  return at(phone);
};
/** The hour around a moment, as QUIET_HOURS has it. */
const hourAround = (time: number): string => {
  const clock = (ms: number) => new Date(ms + 5.75 * HOUR).toISOString().slice(11, 16);
  return `${clock(time - HOUR / 2)}-${clock(time + HOUR / 2)}`;
};

describe.each([
  ['behind', -7 * HOUR],
  ['ahead', 7 * HOUR],
])('a worker whose clock is hours %s', (_, off) => {
  test('gives messages the validity that the database’s clock says', async () => {
    setClock(trueTime() + off);
    await work();
    const pdu = await arrives(await send());
    const until = pdu?.validity_period as Date;
    expect(Math.abs(until.getTime() - (trueTime() + VALIDITY_HOURS * HOUR))).toBeLessThan(MINUTE);
    const { rows } = await sql<{ off: number }>`
      SELECT abs(extract(epoch FROM now() - since))::float8 AS off FROM operator_link_state WHERE state = 'bound'`.execute(
      world.db,
    );
    for (const row of rows) expect(row.off).toBeLessThan(600);
    await audit(world.db);
  });

  test('keeps the quiet hours of the database’s clock', async () => {
    setClock(trueTime() + off);
    await work(hourAround(trueTime()));
    const quiet = await send();
    // What is urgent was claimed after it, and has arrived: the other one had its turn.
    await arrives(await send({ urgent: true }));
    expect(at(quiet)).toBeUndefined();
    await worker?.stop();
    await work(hourAround(trueTime() + off));
    await arrives(quiet);
  });

  test('does not see when its clock is set while it works', async () => {
    await work(hourAround(trueTime() + off));
    await arrives(await send());
    setClock(trueTime() + off);
    const pdu = await arrives(await send());
    const until = pdu?.validity_period as Date;
    expect(Math.abs(until.getTime() - (trueTime() + VALIDITY_HOURS * HOUR))).toBeLessThan(MINUTE);
  });
});
