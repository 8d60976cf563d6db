import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  type Webhook,
  type WebhookDelivery,
  webhook,
  webhookDelivery,
  webhookEvents,
} from '#schema/webhook.ts';
import {
  claimDue,
  dueDeliveries,
  gather,
  keepDeliveries,
  recordAttempt,
} from '../../../server/services/webhooks/deliveries.ts';
import { acceptCampaign, sendAll } from '../../support/outcomes.ts';
import { startReceiver } from '../../support/receiver.ts';
import { setUpWebhooks, until } from './webhookSetup.ts';

const HOUR = 3_600_000;
const setup = setUpWebhooks();
const { start, hook, log, take } = setup;

const read = async (uuid: string): Promise<Webhook> =>
  (await setup.world.call<{ data: Webhook }>('customer', 'GET', `${webhook.path}${uuid}/`)).body.data;

const failing = {
  ok: false,
  http_status: 500,
  error: 'The server responded with 500.',
  duration: 5,
  answer: '',
};
const fine = { ...failing, ok: true, http_status: 204, error: null };

describe('a delivery that fails', () => {
  beforeEach(async () => {
    await hook();
    await sendAll(setup.world.db, (await acceptCampaign(setup.world, 2)).uuid);
  });

  test('is retried with the same id and body at growing intervals, and the log has each result', async () => {
    const pauses: number[] = [];
    const ids = new Set<string>();
    for (let n = 1; n <= 9; n++) {
      const [claimed] = await take();
      expect(claimed?.attempts).toBe(n);
      ids.add(`${claimed?.id} ${claimed?.body}`);
      await recordAttempt(setup.world.db, claimed!, failing);
      const { rows } = await sql<{ pause: number }>`
        UPDATE webhook_delivery SET next_attempt_at = now()
        RETURNING extract(epoch FROM (SELECT next_attempt_at - attempted_at FROM webhook_delivery))::float8 AS pause`.execute(
        setup.world.db,
      );
      pauses.push(rows[0]?.pause ?? 0);
      expect(await log()).toMatchObject([
        { status: 'pending', attempts: n, http_status: 500, error: failing.error },
      ]);
    }
    expect(ids.size).toBe(1);
    const base = [10, 30, 90, 270, 810, 2430, 7290, 14_400, 14_400];
    for (const [n, pause] of pauses.entries()) {
      expect(pause).toBeGreaterThan(base[n]! * 0.79);
      expect(pause).toBeLessThan(base[n]! * 1.21 + 1);
    }
    expect(await read((await log())[0]!.webhook)).toMatchObject({
      is_active: true,
      failing_since: expect.any(String),
    });
    const [claimed] = await take();
    await recordAttempt(setup.world.db, claimed!, fine);
    expect(await log()).toMatchObject([
      { status: 'delivered', attempts: 10, error: null, next_attempt_at: null },
    ]);
    expect((await read(claimed!.webhook)).failing_since).toBeNull();
  });

  test('is given up after a day, and sent again when a person says so', async () => {
    const [first] = await take();
    await sql`UPDATE webhook_delivery SET give_up_at = now()`.execute(setup.world.db);
    await recordAttempt(setup.world.db, first!, failing);
    expect(await log()).toMatchObject([{ status: 'failed', next_attempt_at: null }]);
    const path = `${webhookDelivery.path}${first?.uuid}/retry/`;
    expect((await setup.world.call('other', 'POST', path)).status).toBe(404);
    const again = await setup.world.call<{ data: WebhookDelivery }>('customer', 'POST', path);
    expect(again.body.data).toMatchObject({ status: 'pending', attempts: 1 });
    start();
    await until(() => expect(setup.receiver.events()).toHaveLength(3));
    expect(setup.receiver.received[0]?.headers['webhook-id']).toBe(first?.id);
    await until(async () => expect(await log()).toMatchObject([{ status: 'delivered', attempts: 2 }]));
    expect((await setup.world.call('customer', 'POST', path)).status).toBe(409);
  });

  test('in progress cannot be sent again by hand, and is taken over if its worker dies', async () => {
    const [held] = await take();
    expect(await claimDue(setup.world.db, [], 10)).toEqual([]);
    expect(
      (await setup.world.call('customer', 'POST', `${webhookDelivery.path}${held?.uuid}/retry/`)).status,
    ).toBe(409);
    await sql`UPDATE webhook_delivery SET next_attempt_at = now()`.execute(setup.world.db);
    const [taken] = await claimDue(setup.world.db, [], 10);
    expect(taken).toMatchObject({ uuid: held?.uuid, attempts: 2 });
    // The dead one's word comes late and counts no more.
    await recordAttempt(setup.world.db, held!, failing);
    expect(await log()).toMatchObject([{ status: 'pending', http_status: null }]);
    await recordAttempt(setup.world.db, taken!, fine);
    expect(await log()).toMatchObject([{ status: 'delivered', http_status: 204 }]);
  });

  test('goes back at once when the server stops while it is under way', async () => {
    setup.receiver.answer = () => {};
    start();
    await until(() => expect(setup.receiver.received).toHaveLength(1));
    await setup.sender?.stop();
    expect(await log()).toMatchObject([
      { status: 'pending', attempts: 1, next_attempt_at: expect.any(String) },
    ]);
    setup.receiver.answer = (response) => response.writeHead(200).end();
    start();
    await until(() => expect(setup.receiver.received).toHaveLength(2));
    expect(setup.receiver.received[1]?.body).toBe(setup.receiver.received[0]?.body);
  });

  test('for five days without a success: the webhook is switched off, and its maker gets a mail', async () => {
    const [claimed] = await take();
    await sql`
      UPDATE webhook SET failing_since = now() - interval '6 days', failed_at = now() - interval '2 days'`.execute(
      setup.world.db,
    );
    expect(await recordAttempt(setup.world.db, claimed!, failing)).toBe(false);
    // Two days without an attempt: it has begun anew.
    expect(await read(claimed!.webhook)).toMatchObject({ is_active: true });
    await sql`
      UPDATE webhook SET failing_since = now() - interval '5 days', failed_at = now() - interval '4 hours'`.execute(
      setup.world.db,
    );
    await sql`UPDATE webhook_delivery SET next_attempt_at = now()`.execute(setup.world.db);
    const [again] = await claimDue(setup.world.db, [], 10);
    expect(await recordAttempt(setup.world.db, again!, failing)).toBe(true);
    expect(await read(again!.webhook)).toMatchObject({
      is_active: false,
      switched_off_at: expect.any(String),
    });
    await setup.world.deps.deliverMail();
    const outbox = await setup.world.call<{ data: { subject: string; text: string }[] }>(
      null,
      'GET',
      '/dev/outbox',
    );
    expect(outbox.text).toContain('A webhook was switched off');
    expect(outbox.text).toContain(`/settings/webhooks/${again?.webhook}/show`);
    const retry = await setup.world.call('customer', 'POST', `${webhookDelivery.path}${again?.uuid}/retry/`);
    expect(retry.status).toBe(409);
    // What waits at a webhook that is off fails after a day; switched on again it starts afresh.
    await sql`UPDATE webhook_delivery SET next_attempt_at = now(), give_up_at = now()`.execute(
      setup.world.db,
    );
    expect(await claimDue(setup.world.db, [], 10)).toEqual([]);
    await keepDeliveries(setup.world.db);
    expect(await log()).toMatchObject([{ status: 'failed' }]);
    const { url, events } = await read(again!.webhook);
    await setup.world.call('customer', 'PUT', `${webhook.path}${again?.webhook}/`, {
      url,
      events,
      is_active: true,
    });
    expect(await read(again!.webhook)).toMatchObject({ failing_since: null, switched_off_at: null });
  });
});

describe('webhooks side by side', () => {
  test('one that does not answer keeps no other waiting', async () => {
    const stuck = await startReceiver();
    stuck.answer = () => {};
    await hook(webhookEvents, stuck.url);
    await hook();
    await sendAll(setup.world.db, (await acceptCampaign(setup.world, 2)).uuid);
    start();
    await until(() => expect(stuck.received).toHaveLength(1));
    await sendAll(setup.world.db, (await acceptCampaign(setup.world, 2)).uuid);
    await until(() => expect(setup.receiver.events()).toHaveLength(6));
    expect(stuck.received).toHaveLength(1);
    await setup.sender?.stop();
    await stuck.close();
  });

  test('those of a deactivated account are not due, as they are not taken', async () => {
    const { db, accounts } = setup.world;
    const activate = (is_active: boolean) =>
      sql`UPDATE account SET is_active = ${is_active} WHERE uuid = ${accounts.customer}`.execute(db);
    await hook();
    await sendAll(db, (await acceptCampaign(setup.world, 2)).uuid);
    await gather(db);
    expect(await dueDeliveries(db)).toEqual({ events: false, deliveries: true });
    await activate(false);
    expect(await dueDeliveries(db)).toEqual({ events: false, deliveries: false });
    expect(await claimDue(db, [], 10)).toEqual([]);
    await activate(true);
    expect(await claimDue(db, [], 10)).toHaveLength(1);
  });

  test('no delivery is kept longer than thirty days', async () => {
    await hook();
    await sendAll(setup.world.db, (await acceptCampaign(setup.world, 2)).uuid);
    await gather(setup.world.db);
    await sql`UPDATE webhook_delivery SET created_at = now() - interval '29 days'`.execute(setup.world.db);
    await keepDeliveries(setup.world.db);
    expect(await log()).toHaveLength(1);
    await sql`UPDATE webhook_delivery SET created_at = now() - interval '31 days'`.execute(setup.world.db);
    await keepDeliveries(setup.world.db);
    expect(await log()).toEqual([]);
  });
});

describe.each([
  ['behind', -7 * HOUR],
  ['ahead', 7 * HOUR],
])('a server whose clock is hours %s', (_, off) => {
  afterEach(() => void vi.useRealTimers());

  test('signs with the time that the database has', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + off });
    const { uuid } = await hook();
    await setup.world.call('customer', 'POST', `${webhook.path}${uuid}/test/`);
    await sendAll(setup.world.db, (await acceptCampaign(setup.world, 1)).uuid);
    start();
    await until(() => expect(setup.receiver.received).toHaveLength(2));
    const now = performance.timeOrigin + performance.now();
    for (const { headers, body } of setup.receiver.received) {
      const times = [Number(headers['webhook-timestamp']) * 1000, Date.parse(JSON.parse(body).timestamp)];
      for (const time of times) expect(Math.abs(time - now)).toBeLessThan(60_000);
    }
  });
});
