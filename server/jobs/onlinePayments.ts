import type { OnlinePayments } from '../services/money/online/onlinePayments.ts';
import { type Loop, startLoop } from './loop.ts';

const EVERY = 60_000;

/**
 * Looks every minute at the online payments whose time has come. Each process does: what one has claimed the
 * others pass over. Stopping gives up what a service has not answered yet; its time comes again.
 */
export function watchOnlinePayments(
  online: Pick<OnlinePayments, 'recheck'>,
  log: { error(details: object, message: string): void },
): Loop {
  const ending = new AbortController();
  const loop = startLoop(
    () => online.recheck(ending.signal),
    EVERY,
    (error) => log.error({ err: error }, 'online payments could not be looked at'),
  );
  return {
    ...loop,
    stop() {
      ending.abort();
      return loop.stop();
    },
  };
}
