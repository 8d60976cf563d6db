import type { Link, LinkEvents } from './link.ts';
import { createStateKeeper } from './stateKeeper.ts';

/** A link that cannot be opened: it is down for a reason, and takes no message. */
export function createDownLink(options: LinkEvents & { name: string }, reason: string): Link {
  const keeper = createStateKeeper(options.name, options);
  keeper.set('down', reason);
  return {
    ...{ name: options.name, inFlight: 0, isBusy: false, isLeftAlone: false, throttledSince: null },
    get state() {
      return keeper.state;
    },
    submit: () => Promise.resolve({ kind: 'temporary', error: reason, throttled: false, unsent: true }),
    setLimits() {},
    recall() {},
    ready: keeper.ready,
    async close() {
      keeper.startClosing();
      keeper.set('closed');
    },
  };
}
