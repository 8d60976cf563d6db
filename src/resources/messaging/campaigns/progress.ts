import type { Campaign } from '#schema/campaign.ts';
import { now } from '../../../core/clock.ts';

/** The part of a campaign that customers and staff both see. */
export type ShownCampaign = Omit<Campaign, 'unreachable' | 'retry_of' | 'retried_as' | 'retried_at'>;

/** Possible results of a message, in the order of the bar. */
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

/** Outcomes that a retry may improve. */
export const failedCount = ({ undelivered, expired, rejected }: ShownCampaign): number =>
  undelivered + expired + rejected;

/** Messages whose result is known; the delivery rate is the share of the delivered among them. NaN if not counted. */
export const reportedCount = (campaign: ShownCampaign): number => campaign.delivered + failedCount(campaign);

/** Messages that went to an operator, accepted or refused: not those that were cancelled. NaN if a server does not count them. */
export const doneCount = ({ recipients, queued, cancelled }: ShownCampaign): number =>
  recipients - queued - (cancelled ?? 0);

/** Whether the server says how far a campaign is. */
export const isCounted = (campaign: ShownCampaign): boolean => Number.isFinite(doneCount(campaign));

/** Messages that none of the counts includes. */
export const uncounted = (campaign: ShownCampaign): number =>
  Math.max(0, campaign.recipients - outcomes.reduce((sum, outcome) => sum + (campaign[outcome] ?? 0), 0));

export const fractionDone = (campaign: ShownCampaign): number =>
  campaign.recipients === 0 ? 0 : doneCount(campaign) / campaign.recipients;

/** Messages that may still change: waiting for a receipt, or (after a cancellation) in flight. */
const awaited = ({ queued, submitted, unknown }: ShownCampaign): number => queued + submitted + unknown;

const MINUTE = 60_000;
const FAST = 1500;
const MEDIUM = 5000;
const SLOW = 30_000;
/** Later receipts are too rare to keep refetching. */
const RECEIPTS_FOR = 24 * 60 * MINUTE;

/**
 * Refetch interval of a campaign in milliseconds: short while something moves, long while only its time or late receipts
 * are awaited, never if nothing can change by itself.
 */
export function pollEvery(campaign: ShownCampaign | undefined, at = now()): number | false {
  if (!campaign) return false;
  const { status, scheduled_at, finished_at } = campaign;
  if (status === 'preparing' || status === 'sending') return FAST;
  if (status === 'paused' || status === 'draft') return MEDIUM;
  if (status === 'scheduled') {
    const wait = scheduled_at ? new Date(scheduled_at).getTime() - at : 0;
    return wait > 2 * MINUTE ? SLOW : FAST;
  }
  if (awaited(campaign) === 0 || !finished_at) return false;
  const age = at - new Date(finished_at).getTime();
  if (age > RECEIPTS_FOR) return false;
  return age < 2 * MINUTE ? FAST : age < 15 * MINUTE ? MEDIUM : SLOW;
}

/** The message list of a campaign, optionally of one outcome. */
export function messagesPath(campaign: ShownCampaign, outcome?: Outcome): string {
  // Messages in flight count as waiting, and so do those that Viber has and whose SMS may follow.
  const waiting = campaign.fallback_minutes == null ? [] : ['submitted'];
  const status = outcome === 'queued' ? ['queued', 'submitting', ...waiting] : outcome;
  const filter = { campaign: campaign.uuid, ...(status && { status }) };
  return `/sms/dispatch?${new URLSearchParams({ filter: JSON.stringify(filter) })}`;
}
