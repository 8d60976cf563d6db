import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  type NewWebhook,
  type Webhook,
  type WebhookDelivery,
  webhook,
  webhookDelivery,
  webhookEvents,
} from '#schema/webhook.ts';
import { startWebhooks, type WebhookSender } from '../../../server/jobs/webhooks.ts';
import {
  claimDue,
  gather,
  keepDeliveries,
  recordAttempt,
} from '../../../server/services/webhooks/deliveries.ts';
import { createPoster, sign } from '../../../server/services/webhooks/post.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { audit } from '../../support/audit.ts';
import { acceptCampaign, sendAll } from '../../support/outcomes.ts';
import { type Receiver, startReceiver } from '../../support/receiver.ts';

let world: TestApp;
let receiver: Receiver;
let sender: WebhookSender | undefined;
beforeAll(async () => {
  world = await createTestApp({ environment: { WEBHOOK_ALLOW_PRIVATE: 'true' } });
});
afterAll(() => world.close());
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(async () => {
  await sender?.stop();
  sender = undefined;
  await receiver.close();
  await sql`DELETE FROM webhook`.execute(world.db);
  await sql`DELETE FROM webhook_event`.execute(world.db);
});

const failed: string[] = [];
const start = () => {
  sender = startWebhooks({
    db: world.db,
    poster: createPoster({ allowPrivate: true }),
    deliverMail: world.deps.deliverMail,
    log: { error: (details) => failed.push(JSON.stringify(details)) },
  });
};
async function hook(events: readonly string[] = webhookEvents, url = receiver.url): Promise<NewWebhook> {
  const made = await world.call<{ data: NewWebhook }>('customer', 'POST', webhook.path, { url, events });
  expect(made.status, made.text).toBe(201);
  return made.body.data;
}
const read = async (uuid: string): Promise<Webhook> =>
  (await world.call<{ data: Webhook }>('customer', 'GET', `${webhook.path}${uuid}/`)).body.data;
const log = async (): Promise<WebhookDelivery[]> =>
  (await world.call<{ results: WebhookDelivery[] }>('customer', 'GET', webhookDelivery.path)).body.results;
const until = (holds: () => unknown) => vi.waitFor(holds, { timeout: 30_000, interval: 20 });
const failing = {
  ok: false,
  http_status: 500,
  error: 'The server responded with 500.',
  duration: 5,
  answer: '',
};
const fine = { ...failing, ok: true, http_status: 204, error: null };
/** Gathers and takes what is due, as a worker does that then dies. */
const take = async () => {
  await gather(world.db);
  return claimDue(world.db, [], 10);
};

describe('what becomes of messages', () => {
  test('is told once for each, up to 500 in a request, signed by their webhook’s secret', async () => {
    const { secret } = await hook();
    const { uuid } = await acceptCampaign(world, 1100);
    await sendAll(world.db, uuid, { rejected: 7, batch: 300 });
    start();
    await until(() => expect(receiver.events()).toHaveLength(1101));
    const events = receiver.events();
    const count = (type: string) => events.filter((event) => event.type === type).length;
    expect(count('message.delivered')).toBe(1093);
    expect(count('message.rejected')).toBe(7);
    expect(new Set(events.map(({ id }) => id)).size).toBe(1101);
    expect(receiver.received.map(({ json }) => json.data.length).sort((a, b) => b - a)).toEqual([
      500, 500, 101,
    ]);
    expect(events.find(({ type }) => type === 'campaign.completed')?.data).toMatchObject({
      ...{ uuid, name: 'Offer', status: 'completed', recipients: 1100, rejected: 7 },
    });
    const rejected = events.find(({ type }) => type === 'message.rejected');
    expect(rejected?.data).toMatchObject({
      ...{ campaign: uuid, status: 'rejected', error: 'ESME_RINVDSTADR', parts: 1, submitted_at: null },
      phone: expect.stringMatching(/^\+977984101\d{4}$/),
      finished_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    });
    await until(async () =>
      expect((await log()).map(({ status, event_count }) => [status, event_count]).sort()).toEqual([
        ...[
          ['delivered', 101],
          ['delivered', 500],
          ['delivered', 500],
        ],
      ]),
    );
    for (const { headers, body } of receiver.received) {
      const seconds = Number(headers['webhook-timestamp']);
      const signed = sign(secret, String(headers['webhook-id']), seconds, body);
      expect(headers['webhook-signature']).toBe(signed);
    }
    await audit(world.db);
    expect(failed).toEqual([]);
  });

  test('is told only of what was asked for, and only while the webhook is on', async () => {
    await hook(['campaign.cancelled', 'message.rejected']);
    const off = await hook(['message.delivered']);
    await world.call('customer', 'PUT', `${webhook.path}${off.uuid}/`, {
      ...{ url: off.url, events: off.events, is_active: false },
    });
    const sent = await acceptCampaign(world, 3);
    await sendAll(world.db, sent.uuid);
    const cancelled = await acceptCampaign(world, 2);
    await world.call('customer', 'POST', `/v1/sms/compose/${cancelled.uuid}/cancel/`);
    start();
    await until(() => expect(receiver.events()).toHaveLength(1));
    expect(receiver.events()[0]).toMatchObject({
      type: 'campaign.cancelled',
      data: { uuid: cancelled.uuid },
    });
  });

  test('is not kept for a webhook that was deleted meanwhile', async () => {
    const { uuid } = await hook();
    const sent = await acceptCampaign(world, 3);
    await sendAll(world.db, sent.uuid);
    await world.call('customer', 'DELETE', `${webhook.path}${uuid}/`);
    expect(await take()).toEqual([]);
    const { rows } = await sql`SELECT FROM webhook_event`.execute(world.db);
    expect(rows).toEqual([]);
  });
});

describe('a delivery that fails', () => {
  beforeEach(async () => {
    await hook();
    await sendAll(world.db, (await acceptCampaign(world, 2)).uuid);
  });

  test('is tried again with the same id and body, each time later, and the log says how it went', async () => {
    const pauses: number[] = [];
    const ids = new Set<string>();
    for (let n = 1; n <= 9; n++) {
      const [claimed] = await take();
      expect(claimed?.attempts).toBe(n);
      ids.add(`${claimed?.id} ${claimed?.body}`);
      await recordAttempt(world.db, claimed!, failing);
      const { rows } = await sql<{ pause: number }>`
        UPDATE webhook_delivery SET next_attempt_at = now()
        RETURNING extract(epoch FROM (SELECT next_attempt_at - attempted_at FROM webhook_delivery))::float8 AS pause`.execute(
        world.db,
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
    await recordAttempt(world.db, claimed!, fine);
    expect(await log()).toMatchObject([
      { status: 'delivered', attempts: 10, error: null, next_attempt_at: null },
    ]);
    expect((await read(claimed!.webhook)).failing_since).toBeNull();
  });

  test('is given up after a day, and sent again when a person says so', async () => {
    const [first] = await take();
    await sql`UPDATE webhook_delivery SET give_up_at = now()`.execute(world.db);
    await recordAttempt(world.db, first!, failing);
    expect(await log()).toMatchObject([{ status: 'failed', next_attempt_at: null }]);
    const path = `${webhookDelivery.path}${first?.uuid}/retry/`;
    expect((await world.call('other', 'POST', path)).status).toBe(404);
    const again = await world.call<{ data: WebhookDelivery }>('customer', 'POST', path);
    expect(again.body.data).toMatchObject({ status: 'pending', attempts: 1 });
    start();
    await until(() => expect(receiver.events()).toHaveLength(3));
    expect(receiver.received[0]?.headers['webhook-id']).toBe(first?.id);
    await until(async () => expect(await log()).toMatchObject([{ status: 'delivered', attempts: 2 }]));
    expect((await world.call('customer', 'POST', path)).status).toBe(409);
  });

  test('in a worker’s hand, it is not sent a second time by hand; when the worker died, another takes it', async () => {
    const [held] = await take();
    expect(await claimDue(world.db, [], 10)).toEqual([]);
    expect((await world.call('customer', 'POST', `${webhookDelivery.path}${held?.uuid}/retry/`)).status).toBe(
      409,
    );
    await sql`UPDATE webhook_delivery SET next_attempt_at = now()`.execute(world.db);
    const [taken] = await claimDue(world.db, [], 10);
    expect(taken).toMatchObject({ uuid: held?.uuid, attempts: 2 });
    // The dead one's word comes late and counts no more.
    await recordAttempt(world.db, held!, failing);
    expect(await log()).toMatchObject([{ status: 'pending', http_status: null }]);
    await recordAttempt(world.db, taken!, fine);
    expect(await log()).toMatchObject([{ status: 'delivered', http_status: 204 }]);
  });

  test('goes back at once when the server stops while it is under way', async () => {
    receiver.answer = () => {};
    start();
    await until(() => expect(receiver.received).toHaveLength(1));
    await sender?.stop();
    expect(await log()).toMatchObject([
      { status: 'pending', attempts: 1, next_attempt_at: expect.any(String) },
    ]);
    receiver.answer = (response) => response.writeHead(200).end();
    start();
    await until(() => expect(receiver.received).toHaveLength(2));
    expect(receiver.received[1]?.body).toBe(receiver.received[0]?.body);
  });

  test('for five days without a success: the webhook is switched off, and its maker gets a mail', async () => {
    const [claimed] = await take();
    await sql`
      UPDATE webhook SET failing_since = now() - interval '6 days', failed_at = now() - interval '2 days'`.execute(
      world.db,
    );
    expect(await recordAttempt(world.db, claimed!, failing)).toBe(false);
    // Two days without an attempt: it has begun anew.
    expect(await read(claimed!.webhook)).toMatchObject({ is_active: true });
    await sql`
      UPDATE webhook SET failing_since = now() - interval '5 days', failed_at = now() - interval '4 hours'`.execute(
      world.db,
    );
    await sql`UPDATE webhook_delivery SET next_attempt_at = now()`.execute(world.db);
    const [again] = await claimDue(world.db, [], 10);
    expect(await recordAttempt(world.db, again!, failing)).toBe(true);
    expect(await read(again!.webhook)).toMatchObject({
      is_active: false,
      switched_off_at: expect.any(String),
    });
    await world.deps.deliverMail();
    const outbox = await world.call<{ data: { subject: string; text: string }[] }>(
      null,
      'GET',
      '/dev/outbox',
    );
    expect(outbox.text).toContain('A webhook was switched off');
    expect(outbox.text).toContain(`/settings/webhooks/${again?.webhook}/show`);
    const retry = await world.call('customer', 'POST', `${webhookDelivery.path}${again?.uuid}/retry/`);
    expect(retry.status).toBe(409);
    // What waits at a webhook that is off fails after a day; switched on again it starts afresh.
    await sql`UPDATE webhook_delivery SET next_attempt_at = now(), give_up_at = now()`.execute(world.db);
    expect(await claimDue(world.db, [], 10)).toEqual([]);
    await keepDeliveries(world.db);
    expect(await log()).toMatchObject([{ status: 'failed' }]);
    const { url, events } = await read(again!.webhook);
    await world.call('customer', 'PUT', `${webhook.path}${again?.webhook}/`, {
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
    await sendAll(world.db, (await acceptCampaign(world, 2)).uuid);
    start();
    await until(() => expect(stuck.received).toHaveLength(1));
    await sendAll(world.db, (await acceptCampaign(world, 2)).uuid);
    await until(() => expect(receiver.events()).toHaveLength(6));
    expect(stuck.received).toHaveLength(1);
    await sender?.stop();
    await stuck.close();
  });

  test('no delivery is kept longer than thirty days', async () => {
    await hook();
    await sendAll(world.db, (await acceptCampaign(world, 2)).uuid);
    await gather(world.db);
    await sql`UPDATE webhook_delivery SET created_at = now() - interval '29 days'`.execute(world.db);
    await keepDeliveries(world.db);
    expect(await log()).toHaveLength(1);
    await sql`UPDATE webhook_delivery SET created_at = now() - interval '31 days'`.execute(world.db);
    await keepDeliveries(world.db);
    expect(await log()).toEqual([]);
  });
});
