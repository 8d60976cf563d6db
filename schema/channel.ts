import { z } from 'zod';

/** How a message reaches a phone. */
export const channels = ['sms', 'viber'] as const;
export type Channel = (typeof channels)[number];
/** Their names in files and mails. */
export const channelWords: Record<Channel, string> = { sms: 'SMS', viber: 'Viber' };

/** Maximum length of a Viber message, in characters. Up to it, it is one message in any script. */
export const VIBER_MAX = 1000;

/** Characters of a text as people count them on Viber: an emoji outside of the basic plane is one. */
export const viberLength = (text: string): number => {
  let length = 0;
  for (const _ of text) length++;
  return length;
};

/** The shortest and the longest time that Viber has before the SMS is sent, in minutes. */
export const FALLBACK_MIN = 1;
export const FALLBACK_MAX = 1440;
export const fallbackMinutes = z.int().min(FALLBACK_MIN).max(FALLBACK_MAX);

export const VIBER_SENDING = '/v1/viber/sending/';

/** GET VIBER_SENDING: what the caller's account can send over Viber with. */
export const viberSending = z.object({
  /** Its approved Viber identities. */
  identities: z.array(z.object({ uuid: z.uuid(), name: z.string() })),
  /** Minor units per message, VAT included; operators without a price for Viber are not in it. */
  prices: z.array(z.object({ operator: z.string(), price: z.number() })),
  /** Who receives what is sent over Viber now, as in `smsConfig`. */
  destination: z.enum(['operator', 'simulator', 'none']),
});
export type ViberSending = z.infer<typeof viberSending>;
