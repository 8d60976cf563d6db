/** Collects items and writes them together. */
export interface Batcher<T> {
  /** Resolves when the item is written. */
  add(item: T): Promise<void>;
  /** Resolves when everything added so far is written. */
  drain(): Promise<void>;
}

/** Items that are written together. */
interface Batch<T> {
  items: T[];
  written: Promise<void>;
  done: () => void;
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
  // In a burst many thousands wait: those of a batch share one promise, and no array of all of them is ever copied.
  const batches: Batch<T>[] = [];
  let waiting = 0;
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
    const batch = batches.shift() as Batch<T>;
    waiting -= batch.items.length;
    await write(batch.items);
    batch.done();
    writing = undefined;
    schedule();
  };
  const start = () => {
    clearTimeout(timer);
    timer = undefined;
    // flush() waits before it clears `writing`, so this assignment always comes first.
    if (!writing && waiting > 0) writing = flush();
  };
  const wait = (seen: number, times: number) => {
    timer = setTimeout(() => {
      if (waiting > seen && times < PATIENCE) wait(waiting, times + 1);
      else start();
    }, delay);
  };
  const schedule = () => {
    if (waiting >= size) start();
    else if (waiting > 0 && !timer && !writing) wait(waiting, 1);
  };

  return {
    add(item) {
      let batch = batches.at(-1);
      if (!batch || batch.items.length >= size) {
        const { promise: written, resolve: done } = Promise.withResolvers<void>();
        batch = { items: [], written, done };
        batches.push(batch);
      }
      batch.items.push(item);
      waiting++;
      schedule();
      return batch.written;
    },
    async drain() {
      while (waiting > 0 || writing) {
        start();
        await writing;
      }
    },
  };
}
