import type { Webhook, WebhookDelivery } from '#schema/webhook.ts';

/** A webhook's state: on, failing, switched off by a person, or by the server after five days. */
export const webhookState = ({
  is_active,
  failing_since,
  switched_off_at,
}: Pick<Webhook, 'is_active' | 'failing_since' | 'switched_off_at'>) => {
  if (is_active === false) return switched_off_at ? 'stopped' : 'off';
  return failing_since ? 'failing' : 'on';
};

const EVERY = 3000;

/** Refetch interval of deliveries in milliseconds while one of them waits. */
export const pollEvery = (records: unknown): number | false =>
  Array.isArray(records) && records.some(({ status }: WebhookDelivery) => status === 'pending')
    ? EVERY
    : false;
