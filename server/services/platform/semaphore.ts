import { Problem } from './problem.ts';

/** Limits concurrency; others wait in order of arrival. */
export interface Semaphore {
  /** Resolves true when it is the caller's turn; false at once if `most` are waiting already. */
  acquire(most?: number): Promise<boolean>;
  /** Ends a turn; the longest waiting caller is next. */
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

/** Seconds after which a request that found no place may try again. */
const RETRY_SECONDS = 5;

/** Waits for a turn, or throws `too_many_requests` at once if `most` are waiting already. */
export async function acquireOrRefuse(turns: Semaphore, most: number): Promise<void> {
  if (await turns.acquire(most)) return;
  throw new Problem('too_many_requests', `Too many requests. Try again in ${RETRY_SECONDS} seconds.`, {
    data: { retry_after: RETRY_SECONDS },
  });
}
