import { z } from 'zod';
import { choice, defineEntity, field } from './entity.ts';
import { webhookUrl } from './webhookUrl.ts';

/**
 * Events that a webhook can receive. Of the first four a message has at most one, its final state. `message.read` comes once,
 * for a Viber message that was read. `account.low_balance` comes each time that what is left falls below the account's
 * threshold.
 */
export const webhookEvents = [
  'message.delivered',
  'message.undelivered',
  'message.expired',
  'message.rejected',
  'message.read',
  'campaign.completed',
  'campaign.cancelled',
  'campaign.failed',
  'account.low_balance',
] as const;

export const WEBHOOKS_MAX = 10;
/** The most events in one request. */
export const EVENTS_MAX = 500;
/** A webhook is switched off after failing for this many days. */
export const FAILING_DAYS = 5;
/** Days that deliveries are kept. */
export const DELIVERY_DAYS = 30;

const events = z.array(z.enum(webhookEvents));

/**
 * An HTTPS address that receives the results of messages and campaigns as signed POSTs (docs/api.md). `failing_since` is
 * when it began to fail without a success since; after five days of that the server switches it off (`switched_off_at`).
 */
export const webhook = defineEntity({
  name: 'settings/webhooks',
  path: '/v1/autho/webhooks/',
  read: ['webhook-list', 'get'],
  write: ['webhook-list', 'post'],
  title: 'url',
  fields: {
    url: field('text', z.string(), { write: 'always', input: webhookUrl, search: true }),
    events: field('text', events, {
      write: 'always',
      input: events.min(1, 'Choose at least one event.').max(webhookEvents.length),
    }),
    is_active: field('boolean', z.boolean(), {
      write: 'always',
      filter: 'equals',
      input: z.boolean().default(true),
    }),
    failing_since: field('datetime', z.iso.datetime().nullable(), { write: 'never', list: false }),
    switched_off_at: field('datetime', z.iso.datetime().nullable(), { write: 'never', list: false }),
  },
});
export type Webhook = z.infer<typeof webhook.record>;

/** The answer to POST and to a rotation: the webhook and its secret, shown only this once. */
export const newWebhook = webhook.record.extend({ secret: z.string() });
export type NewWebhook = z.infer<typeof newWebhook>;

/** The response of an address to one request. `answer` is the beginning of its body. */
export const webhookAnswer = z.object({
  ok: z.boolean(),
  http_status: z.int().nullable(),
  error: z.string().nullable(),
  /** Milliseconds. */
  duration: z.int(),
  answer: z.string(),
});
export type WebhookAnswer = z.infer<typeof webhookAnswer>;

/** One request of a webhook and its attempts: up to 500 events, or a test. Kept for 30 days. */
export const webhookDelivery = defineEntity({
  name: 'settings/webhook-deliveries',
  path: '/v1/autho/webhook-deliveries/',
  read: ['webhook-list', 'get'],
  title: 'webhook',
  fields: {
    webhook: field('reference', z.uuid(), { write: 'never', of: 'settings/webhooks', filter: 'equals' }),
    kind: choice(['events', 'ping'], { write: 'never' }),
    status: choice(['pending', 'delivered', 'failed'], { write: 'never' }),
    event_count: field('integer', z.int(), { write: 'never' }),
    attempts: field('integer', z.int(), { write: 'never' }),
    http_status: field('integer', z.int().nullable(), { write: 'never' }),
    /** Of the last attempt, in milliseconds. */
    duration: field('integer', z.int().nullable(), { write: 'never' }),
    error: field('text', z.string().nullable(), { write: 'never', list: false }),
    attempted_at: field('datetime', z.iso.datetime().nullable(), { write: 'never', list: false }),
    next_attempt_at: field('datetime', z.iso.datetime().nullable(), { write: 'never', list: false }),
  },
});
export type WebhookDelivery = z.infer<typeof webhookDelivery.record>;
