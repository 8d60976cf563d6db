import { type Channel, FALLBACK_MAX, FALLBACK_MIN } from '#schema/channel.ts';

/** What a draft says of it. */
interface Chosen {
  channel: Channel;
  /** Minutes as entered, or `none`. */
  fallback: string;
}

/** The minutes that the form offers beside its own number. */
export const FALLBACK_CHOICES = ['5', '15', '60'] as const;

/** The minutes until an SMS is sent; null: none is, undefined: what was entered is no such number. */
export function fallbackOf({ channel, fallback }: Chosen): number | null | undefined {
  if (channel !== 'viber' || fallback === 'none') return null;
  const minutes = Number(fallback);
  const isGood = /^\d+$/.test(fallback) && minutes >= FALLBACK_MIN && minutes <= FALLBACK_MAX;
  return isGood ? minutes : undefined;
}

/** Whether an SMS is, or may be, sent: it needs a sender ID. */
export const needsSms = (draft: Chosen): boolean => draft.channel !== 'viber' || fallbackOf(draft) !== null;
