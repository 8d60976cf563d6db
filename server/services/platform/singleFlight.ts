/**
 * Runs one query at a time, and rejects after `patience` milliseconds. An unanswered query continues, and new callers wait
 * for it instead of starting another: hanging queries must not use up a pool.
 */
export function singleFlight<T>(ask: () => Promise<T>, patience: number): () => Promise<T> {
  let running: Promise<T> | undefined;
  return async () => {
    running ??= ask().finally(() => {
      running = undefined;
    });
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('no answer in time')), patience);
    });
    try {
      return await Promise.race([running, late]);
    } finally {
      clearTimeout(timer);
    }
  };
}
