import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Campaign } from '#schema/campaign.ts';
import type { Worker } from '../../../server/jobs/worker.ts';
import { fixDelivery } from '../../../server/services/sending/deliverySettings.ts';
import { shownStatus } from '../../../server/services/sending/messagesInFlight.ts';
import type { TestApp } from '../../support/app.ts';
import { audit } from '../../support/audit.ts';
import type { HeldOperator } from '../../support/heldOperator.ts';
import { type HeldWorld, startHeldWorld } from '../../support/heldWorld.ts';
import { ntc, patience } from '../../support/linkWorld.ts';

const WINDOW = 5;
/** The most that a worker has in hand, and that it claims at a time, of what is not urgent. */
const HAND = 18;
const PATH = '/v1/sms/compose/';

let held: HeldWorld;
let world: TestApp;
let operator: HeldOperator;
let worker: Worker;
let senders: { customer: string; other: string };

const work = async () => {
  worker = await held.startWorker(WINDOW);
};
beforeAll(async () => {
  held = await startHeldWorld();
  ({ world, operator } = held);
  const { rows } = await sql<{ uuid: string }>`
    INSERT INTO sender_identity (account, name, purpose, status)
    VALUES (${world.accounts.other}, 'MILLS', 'Tests', 'approved') RETURNING uuid`.execute(world.db);
  senders = { customer: world.sender, other: rows[0]?.uuid ?? '' };
  await work();
});
afterAll(async () => {
  operator?.open();
  await worker?.stop();
  await held?.close();
});
afterEach(async () => {
  operator.open();
  await vi.waitFor(async () => {
    const { rows } = await sql`SELECT FROM campaign WHERE status NOT IN ('completed', 'cancelled')`.execute(
      world.db,
    );
    expect(rows).toEqual([]);
    expect(operator.unanswered).toBe(0);
  }, patience);
  operator.hold();
  await audit(world.db);
});

let made = 0;
const send = async (
  numbers: readonly string[],
  change: object = {},
  as: keyof typeof senders = 'customer',
) => {
  const body = { name: `${++made}`, sender: senders[as], body: `Text ${made}`, recipients: { numbers } };
  const sent = await world.call<{ data: Campaign }>(as, 'POST', PATH, {
    ...body,
    max_cost: 10_000,
    ...change,
  });
  expect(sent.status, sent.text).toBe(201);
  return sent.body.data;
};
const count = async (campaign: string, status: string) => {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM message m WHERE campaign = ${campaign} AND ${shownStatus('m')} = ${status}`.execute(
    world.db,
  );
  return rows[0]?.n;
};
const has = (campaign: string, number: number, status: string) =>
  vi.waitFor(async () => expect(await count(campaign, status)).toBe(number), patience);
/** Waits until the operator has the window full of unanswered messages; answers how many came in all. */
const full = async () => {
  await vi.waitFor(() => expect(operator.unanswered).toBe(WINDOW), patience);
  return operator.submits.length;
};
/** Where messages to these numbers are among those that came after the first so many. */
const places = async (numbers: readonly string[], from: number) => {
  const wanted = new Set(numbers.map((number) => `977${number}`));
  const found = () =>
    operator.submits
      .slice(from)
      .flatMap((pdu, place) => (wanted.has(pdu.destination_addr ?? '') ? [place] : []));
  await vi.waitFor(() => expect(found()).toHaveLength(numbers.length), patience);
  return found();
};

describe('a campaign that is stopped', () => {
  /** Waits until the worker has taken more than the operator may have unanswered. */
  const inFlight = (uuid: string) =>
    vi.waitFor(async () => expect(await count(uuid, 'submitting')).toBeGreaterThan(WINDOW), patience);
  const act = (uuid: string, action: string) => world.call('customer', 'POST', `${PATH}${uuid}/${action}/`);

  test('sends nothing that was not written: cancelled, what was in flight is given back', async () => {
    const before = operator.submits.length;
    const { uuid } = await send(ntc(60, 700));
    await full();
    await inFlight(uuid);
    expect((await act(uuid, 'cancel')).status).toBe(200);
    await has(uuid, 60 - WINDOW, 'cancelled');
    operator.open();
    await has(uuid, WINDOW, 'submitted');
    expect(operator.submits.length - before).toBe(WINDOW);
  });

  test('sends nothing while it is paused, others go on, and resumed it reaches each recipient once', async () => {
    const before = operator.submits.length;
    const { uuid } = await send(ntc(40, 800));
    await full();
    await inFlight(uuid);
    await act(uuid, 'pause');
    await has(uuid, 40 - WINDOW, 'queued');
    const other = await send(ntc(5, 900));
    operator.open();
    await has(other.uuid, 5, 'submitted');
    expect(operator.submits.length - before).toBe(WINDOW + 5);
    await act(uuid, 'resume');
    await has(uuid, 40, 'submitted');
    const reached = operator.submits.slice(before).map((pdu) => pdu.destination_addr);
    expect([reached.length, new Set(reached).size]).toEqual([45, 45]);
  });
});

describe('an urgent message', () => {
  test('is the next one at the operator, whatever waits in hand', async () => {
    // A worker that has just started has not filled its hand: there is room for all three.
    await worker.stop();
    await work();
    const before = operator.submits.length;
    await send(ntc(60));
    const from = await full();
    const codes = ntc(3, 100);
    const { uuid, urgent } = await send(codes, { urgent: true });
    expect(urgent).toBe(true);
    await has(uuid, 3, 'submitting');
    operator.open();
    expect(Math.max(...(await places(codes, from)))).toBeLessThan(3 + 2);
    const flags = operator.submits
      .slice(before)
      .map((pdu) => [codes.includes(String(pdu.destination_addr).slice(3)), pdu.priority_flag]);
    expect(new Set(flags.map(String))).toEqual(new Set(['true,1', 'false,0']));
  });

  test('goes out in quiet hours, when nothing else does', async () => {
    await worker.stop();
    await fixDelivery(world.db, { QUIET_HOURS: '00:00-24:00' });
    await work();
    operator.open();
    const quiet = await send(ntc(5, 200));
    const { uuid } = await send(ntc(2, 300), { urgent: true });
    await has(uuid, 2, 'submitted');
    expect(await count(quiet.uuid, 'queued')).toBe(5);
    await worker.stop();
    await fixDelivery(world.db, {});
    await work();
  });

  test('goes to a few only, waits for approval as others do, and stays urgent when it is tried again', async () => {
    const numbers = ntc(101, 400);
    const body = {
      name: 'Many',
      sender: senders.customer,
      body: 'Code',
      recipients: { numbers },
      urgent: true,
    };
    const refused = {
      status: 400,
      body: { errors: { urgent: ['An urgent message can have up to 100 recipients.'] } },
    };
    expect(await world.call('customer', 'POST', `${PATH}plan/`, body)).toMatchObject(refused);
    expect(await world.call('customer', 'POST', PATH, { ...body, max_cost: 50_000 })).toMatchObject(refused);
    const plan = await world.call<{ data: { uuid: string; cost: number } }>(
      'customer',
      'POST',
      `${PATH}plan/`,
      {
        ...{ ...body, urgent: false },
      },
    );
    const { uuid, cost } = plan.body.data;
    expect(await world.call('customer', 'POST', PATH, { ...body, plan: uuid, cost })).toMatchObject(refused);

    const limits = { approval_above: 1, consecutive_numbers: null, staff_two_factor: false };
    await world.call('admin', 'PUT', '/v1/admin/settings/', limits);
    const waiting = await send(ntc(2, 600), { urgent: true });
    expect(waiting.status).toBe('draft');
    await world.call('admin', 'PUT', '/v1/admin/settings/', { ...limits, approval_above: null });
    await world.call('customer', 'POST', `${PATH}${waiting.uuid}/cancel/`);

    operator.open();
    const done = await send(ntc(1, 700), { urgent: true });
    await has(done.uuid, 1, 'submitted');
    await sql`
      UPDATE campaign SET undelivered = 1, submitted = 0 WHERE uuid = ${done.uuid}`.execute(world.db);
    await sql`UPDATE message SET status = 'undelivered' WHERE campaign = ${done.uuid}`.execute(world.db);
    const again = await world.call<{ data: Campaign }>('customer', 'POST', `${PATH}${done.uuid}/retry/`, {
      max_cost: 1000,
    });
    expect([again.status, again.body.data?.urgent], again.text).toEqual([201, true]);
    await sql`UPDATE campaign SET undelivered = 0, submitted = 1 WHERE uuid = ${done.uuid}`.execute(world.db);
    await sql`UPDATE message SET status = 'submitted' WHERE campaign = ${done.uuid}`.execute(world.db);
  });
});

describe('a small campaign', () => {
  test('takes turns with another account’s many: each second message is its own', async () => {
    for (let n = 0; n < 12; n++) await send(ntc(20, 1000 + n * 50));
    const from = await full();
    const numbers = ntc(4, 2000);
    const { uuid } = await send(numbers, {}, 'other');
    await has(uuid, 4, 'queued');
    operator.open();
    // Behind what was in hand before it, all of it is in the next claims, of which it has the half.
    expect(Math.max(...(await places(numbers, from)))).toBeLessThan(2 * HAND + 4);
  });

  test('of the same account begins with the next turn', async () => {
    for (let n = 0; n < 12; n++) await send(ntc(20, 3000 + n * 50));
    const from = await full();
    const numbers = ntc(4, 4000);
    const { uuid } = await send(numbers);
    await has(uuid, 4, 'queued');
    operator.open();
    expect(Math.min(...(await places(numbers, from)))).toBeLessThan(2 * HAND);
  });
});
