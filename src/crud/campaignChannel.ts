import type { Channel } from '#schema/channel.ts';
import type { Dashboard } from '#schema/dashboard.ts';
import { offers } from '../core/offers.ts';

/**
 * What the account's first campaign goes over: SMS with a sender ID, Viber if it has only an identity there; null without
 * either.
 */
export function campaignChannel({ approved, viber }: NonNullable<Dashboard['senders']>): Channel | null {
  if (approved !== 0) return 'sms';
  return viber && offers('viber') ? 'viber' : null;
}
