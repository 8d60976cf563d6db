import type { Campaign } from '#schema/campaign.ts';

/** What of a campaign is shown to its customer and to staff alike. */
export type Shown = Omit<Campaign, 'unreachable' | 'retry_of' | 'retried_as' | 'retried_at'>;

/** What may become of a message, in the order of the bar. */
export const outcomes = [
  'delivered',
  'submitted',
  'undelivered',
  'expired',
  'rejected',
  'unknown',
  'cancelled',
  'queued',
] as const;
export type Outcome = (typeof outcomes)[number];

/** Outcomes that trying again may mend. */
export const failedCount = ({ undelivered, expired, rejected }: Shown): number =>
  undelivered + expired + rejected;

/** Messages that have left the queue: with an operator, refused or cancelled. */
export const doneCount = ({ recipients, queued }: Shown): number => recipients - queued;

export const fractionDone = (campaign: Shown): number =>
  campaign.recipients === 0 ? 0 : doneCount(campaign) / campaign.recipients;

/** Messages that may still change: a receipt is awaited, or (after a cancel) a worker has them in hand. */
const awaited = ({ queued, submitted, unknown }: Shown): number => queued + submitted + unknown;

const MINUTE = 60_000;
const FAST = 1500;
const MEDIUM = 5000;
const SLOW = 30_000;
/** Receipts later than this are too rare to keep asking for. */
const RECEIPTS_FOR = 24 * 60 * MINUTE;

/**
 * How often to ask for a campaign again, in milliseconds: often while something moves, seldom while only
 * its time or late receipts are awaited, never when nothing can change by itself.
 */
export function pollEvery(campaign: Shown | undefined, now = Date.now()): number | false {
  if (!campaign) return false;
  const { status, scheduled_at, finished_at } = campaign;
  if (status === 'preparing' || status === 'sending') return FAST;
  if (status === 'paused' || status === 'draft') return MEDIUM;
  if (status === 'scheduled') {
    const wait = scheduled_at ? new Date(scheduled_at).getTime() - now : 0;
    return wait > 2 * MINUTE ? SLOW : FAST;
  }
  if (awaited(campaign) === 0 || !finished_at) return false;
  const age = now - new Date(finished_at).getTime();
  if (age > RECEIPTS_FOR) return false;
  return age < 2 * MINUTE ? FAST : age < 15 * MINUTE ? MEDIUM : SLOW;
}

/** The list of messages of a campaign, of one outcome where it is named. */
export function messagesPath(campaign: Shown, outcome?: Outcome): string {
  // What a worker has in hand counts as waiting.
  const status = outcome === 'queued' ? ['queued', 'submitting'] : outcome;
  const filter = { campaign: campaign.uuid, ...(status && { status }) };
  return `/sms/dispatch?${new URLSearchParams({ filter: JSON.stringify(filter) })}`;
}
