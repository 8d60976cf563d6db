import { withKey } from './withKey.ts';

/** Milliseconds for which a creation without an answer is tried again. Later, the same content is meant as another record. */
const KEPT = 5 * 60_000;

/**
 * Sends creations so that each makes one record. The same content that is sent again while the first request
 * runs (a double click) shares its answer. Sent again after a lost answer, it has the same `Idempotency-Key`,
 * so that a server that created the record returns it. After an answer, some minutes or a change there the key is
 * forgotten: the same content then makes another record.
 */
export function createCreations() {
  const running = new Map<string, Promise<unknown>>();
  /** By path and content; `until` by performance.now(). */
  const kept = new Map<string, { key: string; until: number }>();
  const unanswered = {
    get(content: string): string | undefined {
      const creation = kept.get(content);
      return creation && performance.now() < creation.until ? creation.key : undefined;
    },
    set: (content: string, key: string) => kept.set(content, { key, until: performance.now() + KEPT }),
    delete: (content: string) => kept.delete(content),
  };

  /** A record at this path was changed or deleted: it may be the one whose creation had no answer. */
  function changed(at: string): void {
    for (const content of kept.keys())
      if (at.startsWith(content.slice(0, content.indexOf(' ')))) kept.delete(content);
  }

  function createOnce<T>(
    path: string,
    data: object,
    send: (idempotencyKey: string) => Promise<T>,
  ): Promise<T> {
    const content = `${path} ${JSON.stringify(data)}`;
    const known = running.get(content);
    if (known) return known as Promise<T>;
    const answer = withKey(unanswered, content, send).finally(() => running.delete(content));
    running.set(content, answer);
    return answer;
  }

  return { createOnce, changed };
}
