/**
 * Asks one at a time, and waits for the answer no longer than `patience` milliseconds: then it rejects. What goes
 * unanswered goes on, and who asks meanwhile waits for it instead of asking beside it: questions without an answer
 * must not use up a pool.
 */
export function oneQuestion<T>(ask: () => Promise<T>, patience: number): () => Promise<T> {
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
