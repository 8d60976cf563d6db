/** Gathers items and writes them together. */
export interface Batcher<T> {
  /** Resolves when the item is written. */
  add(item: T): Promise<void>;
  /** Resolves when everything that was added is written. */
  drain(): Promise<void>;
}

const RETRY = 500;

/**
 * Writes items in batches of at most `size`, at most `delay` milliseconds after the first of a batch, one
 * batch at a time. A batch whose write fails is kept and tried again until it succeeds.
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
    if (waiting.length > 0) start();
  };
  const start = () => {
    clearTimeout(timer);
    timer = undefined;
    // flush() waits before it clears `writing`, so this assignment always comes first.
    if (!writing && waiting.length > 0) writing = flush();
  };

  return {
    add(item) {
      return new Promise((done) => {
        waiting.push({ item, done });
        if (waiting.length >= size) start();
        else timer ??= setTimeout(start, delay);
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
