import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import {
  type NewWebhook,
  type WebhookDelivery,
  webhook,
  webhookDelivery,
  webhookEvents,
} from '#schema/webhook.ts';
import { startWebhooks, type WebhookSender } from '../../../server/jobs/webhooks.ts';
import { claimDue, gather } from '../../../server/services/webhooks/deliveries.ts';
import { createPoster } from '../../../server/services/webhooks/post.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { type Receiver, startReceiver } from '../../support/receiver.ts';

export const until = (holds: () => unknown) => vi.waitFor(holds, { timeout: 30_000, interval: 20 });

/** A receiver of webhooks, and the sender that delivers to it. */
export function setUpWebhooks() {
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

  const log = async (): Promise<WebhookDelivery[]> =>
    (await world.call<{ results: WebhookDelivery[] }>('customer', 'GET', webhookDelivery.path)).body.results;
  /** Gathers and takes what is due, as a worker does that then dies. */
  const take = async () => {
    await gather(world.db);
    return claimDue(world.db, [], 10);
  };

  return {
    get world() {
      return world;
    },
    get receiver() {
      return receiver;
    },
    get sender() {
      return sender;
    },
    start,
    hook,
    log,
    take,
    failed,
  };
}
