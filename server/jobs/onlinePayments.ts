import type { OnlinePayments } from '../services/money/online/onlinePayments.ts';
import { type Loop, startLoop } from './loop.ts';

const EVERY = 60_000;

/**
 * Checks due online payments every minute. All processes do; each skips what another has claimed. Stopping abandons
 * unanswered checks, which become due again.
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
