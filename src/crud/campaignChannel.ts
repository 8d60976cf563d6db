import type { Channel } from '#schema/channel.ts';
import type { Dashboard } from '#schema/dashboard.ts';
import { startChannel } from '#schema/startChannel.ts';
import { offers } from '../core/offers.ts';

/** What the account's next campaign goes over, as far as the server offers it. */
export function campaignChannel(senders: NonNullable<Dashboard['senders']>): Channel | null {
  const channel = startChannel(senders);
  return channel === 'viber' && !offers('viber') ? null : channel;
}
