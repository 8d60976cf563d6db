import { lesserOf, NO_SHARE, type Share, type Shared, shareOf } from '../services/sending/linkShares.ts';
import type { LinkReport, LinkRow } from '../services/sending/linkStates.ts';
import type { Link } from '../services/sending/smpp/link.ts';
import type { Dispatcher } from './dispatcher.ts';
import type { HandShare } from './hand.ts';
import type { Meter } from './meter.ts';

const PASSED_ON = 'other workers send over this link';

/** A link that a worker runs. */
export interface Running {
  row: LinkRow;
  link: Link;
  hand?: HandShare;
  dispatcher?: Dispatcher;
  /** When it is on its way out: nothing is begun on it any more. */
  isClosing: boolean;
  meter: Meter;
  /** What it may use of the link's window and rate. */
  share: Share;
  /** What the other workers were last told. */
  said: Pick<LinkReport, 'state' | 'window_share' | 'rate_share'>;
  report: Omit<
    LinkReport,
    'link' | 'in_flight' | 'per_minute' | 'window_share' | 'rate_share' | 'throttled_since'
  >;
}

export function limit(one: Running, share: Share): void {
  one.share = share;
  one.link.setLimits(share);
}

/** Lowers a worker's share where it must be lower, and answers the one that is its own. */
export function take(one: Running, shared: Shared | undefined): Share {
  const { link, share, report } = one;
  const isBound = shared && report.state === 'bound';
  const { fair, now } = isBound ? shareOf(shared) : { fair: NO_SHARE, now: NO_SHARE };
  // It passes the link on, and first ends what it has begun.
  if (fair.window === 0) link.recall(PASSED_ON);
  const ends = now.window === 0 && share.window > 0 && link.isBusy;
  const next = ends ? { ...share, window: 1 } : now;
  limit(one, lesserOf(share, next));
  return next;
}

/** What a worker says of a link, with the share that it takes. */
export const reportOf = ({ row, link, meter, report }: Running, share: Share): LinkReport => ({
  ...report,
  link: row.uuid,
  in_flight: link.inFlight,
  per_minute: meter.perMinute(),
  throttled_since: link.throttledSince?.toISOString() ?? null,
  // What is unanswered beyond a share that became smaller is held until it is answered.
  window_share: Math.max(share.window, link.inFlight),
  rate_share: share.window === 0 ? 0 : share.rate || null,
});

/** Whether others may take more, or must take less, than they knew. */
export const concernsOthers = (before: Running['said'], now: Running['said']): boolean =>
  (before.state === 'bound') !== (now.state === 'bound') ||
  now.window_share < before.window_share ||
  (now.rate_share ?? Infinity) < (before.rate_share ?? Infinity);
