/** Gathers items and writes them together. */
export interface Batcher<T> {
  /** Resolves when the item is written. */
  add(item: T): Promise<void>;
  /** Resolves when everything that was added is written. */
  drain(): Promise<void>;
}

const RETRY = 500;
/** How often a batch waits for what still comes, at most. */
const PATIENCE = 5;

/**
 * Writes items in batches of at most `size`, one batch at a time: a full one at once, another when nothing came for
 * `delay` milliseconds, at the latest five times as long after its first item. What a batch costs by itself is so
 * shared by many items when many come. A batch whose write fails is kept and tried again until it succeeds.
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
