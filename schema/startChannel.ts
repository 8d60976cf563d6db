import type { Channel } from './channel.ts';
import type { Dashboard } from './dashboard.ts';

/**
 * What an account's next campaign goes over: SMS with a sender ID, Viber if it has only an identity there; null without
 * either.
 */
export function startChannel({ approved, viber }: NonNullable<Dashboard['senders']>): Channel | null {
  if (approved !== 0) return 'sms';
  return viber ? 'viber' : null;
}
