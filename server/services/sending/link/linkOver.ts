import type { Link } from './link.ts';
import type { Sender } from './senderInterface.ts';
import type { createStateKeeper } from './stateKeeper.ts';

interface Inside {
  name: string;
  keeper: ReturnType<typeof createStateKeeper>;
  sender: Pick<
    Sender<never>,
    'inFlight' | 'isBusy' | 'isLeftAlone' | 'throttledSince' | 'setLimits' | 'recall'
  >;
}

interface Own extends Pick<Link, 'submit' | 'poll' | 'mayPoll'> {
  /** Runs once, at the first close(). */
  shutDown(): Promise<void>;
}

/** What a worker sees of a link: the same for every protocol, but how it sends, asks and ends. */
export function linkOver({ name, keeper, sender }: Inside, { shutDown, ...own }: Own): Link {
  let closing: Promise<void> | undefined;
  return {
    name,
    get state() {
      return keeper.state;
    },
    get inFlight() {
      return sender.inFlight;
    },
    get isBusy() {
      return sender.isBusy;
    },
    get isLeftAlone() {
      return sender.isLeftAlone;
    },
    get throttledSince() {
      return sender.throttledSince;
    },
    setLimits: (limits) => sender.setLimits(limits),
    recall: sender.recall,
    ready: keeper.ready,
    close() {
      if (!closing) {
        closing = shutDown();
        keeper.startClosing();
      }
      return closing;
    },
    ...own,
  };
}
