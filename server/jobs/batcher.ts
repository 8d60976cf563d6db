/** Collects items and writes them together. */
export interface Batcher<T> {
  /** Resolves when the item is written. */
  add(item: T): Promise<void>;
  /** Resolves when everything added so far is written. */
  drain(): Promise<void>;
}

const RETRY = 500;
/** How many times a batch may be delayed for more items. */
const PATIENCE = 5;

/**
 * Writes items in batches of at most `size`, one batch at a time: a full batch immediately, others after `delay`
 * milliseconds without a new item, and at most five times as long after the first. So many items share a batch's fixed cost
 * under load. A batch whose write fails is kept and retried until it succeeds.
 */
export function createBatcher<T>(
  writeAll: (items: readonly T[]) => Promise<void>,
  { size, delay, onError }: { size: number; delay: number; onError: (error: unknown) => void },
): Batcher<T> {
  let waiting: { item: T; done: () => void }[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;

  const write = async (batch: readonly T[]) => {
    for (;;) {
      try {
        return await writeAll(batch);
      } catch (error) {
        onError(error);
        await new Promise((resolve) => setTimeout(resolve, RETRY));
      }
    }
  };
  const flush = async () => {
    const batch = waiting.slice(0, size);
    waiting = waiting.slice(size);
    await write(batch.map((entry) => entry.item));
    for (const entry of batch) entry.done();
    writing = undefined;
    schedule();
  };
  const start = () => {
    clearTimeout(timer);
    timer = undefined;
    // flush() waits before it clears `writing`, so this assignment always comes first.
    if (!writing && waiting.length > 0) writing = flush();
  };
  const wait = (seen: number, times: number) => {
    timer = setTimeout(() => {
      if (waiting.length > seen && times < PATIENCE) wait(waiting.length, times + 1);
      else start();
    }, delay);
  };
  const schedule = () => {
    if (waiting.length >= size) start();
    else if (waiting.length > 0 && !timer && !writing) wait(waiting.length, 1);
  };

  return {
    add(item) {
      return new Promise((done) => {
        waiting.push({ item, done });
        schedule();
      });
    },
    async drain() {
      while (waiting.length > 0 || writing) {
        start();
        await writing;
      }
    },
  };
}
