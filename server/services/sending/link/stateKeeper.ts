import type { LinkEvents, LinkState } from './link.ts';

/** Keeps a link's state, and tells those who listen or wait for it. */
export function createStateKeeper(name: string, { onState, log }: Pick<LinkEvents, 'onState' | 'log'>) {
  let state: LinkState = 'connecting';
  let isClosing = false;
  let waiting: { resolve(): void; reject(error: Error): void }[] = [];

  return {
    get state() {
      return state;
    },
    set(next: LinkState, reason?: string): void {
      state = next;
      try {
        onState?.(next, reason);
      } catch (error) {
        log?.warn({ link: name, error }, 'the listener for link states failed');
      }
      if (next !== 'bound' && next !== 'closed') return;
      for (const { resolve, reject } of waiting)
        if (next === 'bound') resolve();
        else reject(new Error(CLOSED));
      waiting = [];
    },
    get isClosing() {
      return isClosing;
    },
    startClosing(): void {
      isClosing = true;
    },
    /** Resolves when the link is bound; rejects when it is closed. */
    ready(): Promise<void> {
      if (isClosing) return Promise.reject(new Error(CLOSED));
      if (state === 'bound') return Promise.resolve();
      return new Promise((resolve, reject) => waiting.push({ resolve, reject }));
    },
  };
}

/** Why a closed link sends nothing. */
export const CLOSED = 'the link was closed';
