import type { Link } from '../services/sending/link/link.ts';
import { NO_SHARE, type Share, type Shared, shareOf, smallerShare } from '../services/sending/linkShares.ts';
import type { LinkReport, LinkRow } from '../services/sending/linkStates.ts';
import type { Dispatcher } from './dispatcher.ts';
import type { InFlightShare } from './inFlightLimit.ts';
import type { Meter } from './meter.ts';

const PASSED_ON = 'other workers send over this link';

/** A link that a worker runs. */
export interface Running {
  row: LinkRow;
  link: Link;
  inFlight?: InFlightShare;
  dispatcher?: Dispatcher;
  /** Set when it is being closed: nothing new is started on it. */
  isClosing: boolean;
  meter: Meter;
  /** Its share of the link's window and rate. */
  share: Share;
  /** The share last announced to the other workers. */
  announced: Pick<LinkReport, 'state' | 'window_share' | 'rate_share'>;
  report: Omit<
    LinkReport,
    'link' | 'in_flight' | 'per_minute' | 'window_share' | 'rate_share' | 'throttled_since'
  >;
}

export function limit(one: Running, share: Share): void {
  one.share = share;
  one.link.setLimits(share);
}

/** Of a share that ends: what finishes the messages that are begun, one part at a time. */
export const remainderOf = ({ link, share }: Running): Share =>
  share.window > 0 && link.isBusy ? { ...share, window: 1 } : NO_SHARE;

/** Lowers a worker's share if necessary, and returns its own target share. */
export function takeShare(one: Running, shared: Shared | undefined): Share {
  const { link, share, report } = one;
  const isBound = shared && report.state === 'bound';
  const { fair, now } = isBound ? shareOf(shared) : { fair: NO_SHARE, now: NO_SHARE };
  // It hands the link over, and first finishes what it has started.
  if (fair.window === 0) link.recall(PASSED_ON);
  // At its new rate at most, or workers that all hold the old one would wait for each other.
  const next = now.window === 0 ? smallerShare(remainderOf(one), fair.window > 0 ? fair : share) : now;
  limit(one, smallerShare(share, next));
  return next;
}

/** A worker's report on a link, with the share that it takes. */
export const reportOf = ({ row, link, meter, report }: Running, share: Share): LinkReport => ({
  ...report,
  link: row.uuid,
  in_flight: link.inFlight,
  per_minute: meter.perMinute(),
  throttled_since: link.throttledSince?.toISOString() ?? null,
  // Unanswered messages above a reduced share still count until they are answered.
  window_share: Math.max(share.window, link.inFlight),
  rate_share: share.window === 0 ? 0 : share.rate || null,
});

/** Whether the change affects how much others may or must take. */
export const affectsOtherWorkers = (before: Running['announced'], now: Running['announced']): boolean =>
  (before.state === 'bound') !== (now.state === 'bound') ||
  now.window_share < before.window_share ||
  (now.rate_share ?? Infinity) < (before.rate_share ?? Infinity);
