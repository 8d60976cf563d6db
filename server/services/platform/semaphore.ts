/** Lets so many in at a time; others wait in the order in which they came. */
export interface Semaphore {
  /** Resolves when it is one's turn: true; false at once where `most` wait already. */
  acquire(most?: number): Promise<boolean>;
  /** Ends a turn, which goes on to who waits longest. */
  release(): void;
}

export function createSemaphore(size: number): Semaphore {
  let taken = 0;
  const waiting: (() => void)[] = [];
  return {
    async acquire(most = Number.POSITIVE_INFINITY) {
      if (taken < size) taken++;
      else if (waiting.length >= most) return false;
      else await new Promise<void>((go) => waiting.push(go));
      return true;
    },
    release() {
      const next = waiting.shift();
      if (next) next();
      else taken--;
    },
  };
}
