/**
 * Runs one query at a time, and rejects after `patience` milliseconds. An unanswered query continues, and new callers wait
 * for it instead of starting another: hanging queries must not use up a pool.
 */
export function singleFlight<T>(ask: () => Promise<T>, patience: number): () => Promise<T> {
  let asked: Promise<T> | undefined;
  return async () => {
    asked ??= ask().finally(() => {
      asked = undefined;
    });
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('no answer in time')), patience);
    });
    try {
      return await Promise.race([asked, late]);
    } finally {
      clearTimeout(timer);
    }
  };
}
