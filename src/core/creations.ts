import { asFailure } from './http.ts';
import { keepsKey } from './isUncertain.ts';

interface Creation {
  key: string;
  path: string;
  /** Milliseconds (performance.now()) until when the same content is the same creation. */
  until: number;
  /** The request while it runs. */
  answer?: Promise<unknown> | undefined;
}

/** Milliseconds for which a creation without an answer is tried again. Later, the same content is meant as another record. */
const KEPT = 5 * 60_000;

/** 128 random bits. `crypto.randomUUID` does not exist on pages without HTTPS. */
const newKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-');

/**
 * Sends creations so that each makes one record. The same content that is sent again while the first request
 * runs (a double click) shares its answer. Sent again after a lost answer, it has the same `Idempotency-Key`,
 * so that a server that created the record returns it. After an answer, some minutes or a change there the key is
 * forgotten: the same content then makes another record.
 */
export function createCreations() {
  const open = new Map<string, Creation>();

  /** A record at this path was changed or deleted: it may be the one whose creation had no answer. */
  function changed(at: string): void {
    for (const [content, { path, answer }] of open) if (!answer && at.startsWith(path)) open.delete(content);
  }

  function createOnce<T>(
    path: string,
    data: object,
    send: (idempotencyKey: string) => Promise<T>,
  ): Promise<T> {
    const content = `${path} ${JSON.stringify(data)}`;
    const known = open.get(content);
    const isSame = known && (known.answer || performance.now() < known.until);
    const creation: Creation = isSame ? known : { key: newKey(), path, until: 0 };
    open.set(content, creation);
    creation.answer ??= send(creation.key).then(
      (answer) => {
        open.delete(content);
        return answer;
      },
      (error: unknown) => {
        creation.answer = undefined;
        creation.until = performance.now() + KEPT;
        if (!keepsKey(asFailure(error))) open.delete(content);
        throw error;
      },
    );
    return creation.answer as Promise<T>;
  }

  return { createOnce, changed };
}
