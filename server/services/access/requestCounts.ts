import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { builtOnce, prepared } from '../../db/preparedStatements.ts';
import { digest } from './digest.ts';

/** A counter's key is hashed, so that the table contains neither addresses nor typed text. */
export const counterKey = (...parts: readonly string[]): Buffer => digest(JSON.stringify(parts));

interface Count {
  /** The count within the window, including this one. */
  n: number;
  /** Milliseconds until the window ends and counting starts again. */
  ms: number;
}

/** A window that ends later than it could was begun by a clock that ran ahead: it ends as late as one that begins now. */
const add = builtOnce(
  (key: Buffer, times: number, seconds: number) => sql<Count>`${prepared}
    INSERT INTO request_count AS c (key, n, ends_at)
    VALUES (${key}, ${times}, clock_timestamp() + make_interval(secs => ${seconds}))
    ON CONFLICT (key) DO UPDATE SET
      n = CASE WHEN c.ends_at <= clock_timestamp() THEN excluded.n ELSE c.n + excluded.n END,
      ends_at = CASE WHEN c.ends_at <= clock_timestamp() THEN excluded.ends_at ELSE least(c.ends_at, excluded.ends_at) END
    RETURNING n, greatest(0, extract(epoch FROM ends_at - clock_timestamp()) * 1000)::float8 AS ms`,
);

/** Adds `times` to a counter's window, over all processes; returns the count of the last. */
async function count(db: Db, key: Buffer, windowMs: number, times: number): Promise<Count> {
  const { rows } = await add(db, key, times, windowMs / 1000);
  return rows[0] as Count;
}

/** Adds one to a counter's window, over all processes. */
export const countOne = (db: Db, key: Buffer, windowMs: number): Promise<Count> =>
  count(db, key, windowMs, 1);

/** Like `countOne`, but concurrent calls for a key are combined: its row is written once for all of them. */
export function createCounter(db: Db): (key: Buffer, windowMs: number) => Promise<Count> {
  /** The waiting calls by key and window. */
  const waiting = new Map<string, PromiseWithResolvers<Count>[]>();
  const countAll = async (
    id: string,
    key: Buffer,
    windowMs: number,
    those: PromiseWithResolvers<Count>[],
  ) => {
    waiting.set(id, []);
    try {
      const { n, ms } = await count(db, key, windowMs, those.length);
      for (const [i, one] of those.entries()) one.resolve({ n: n - those.length + 1 + i, ms });
    } catch (error) {
      for (const one of those) one.reject(error);
    }
    const next = waiting.get(id) ?? [];
    waiting.delete(id);
    if (next.length > 0) void countAll(id, key, windowMs, next);
  };
  return (key, windowMs) => {
    const one = Promise.withResolvers<Count>();
    const id = `${key.toString('base64')} ${windowMs}`;
    const others = waiting.get(id);
    if (others) others.push(one);
    else void countAll(id, key, windowMs, [one]);
    return one.promise;
  };
}

/** Undoes one count of each of these keys. */
export async function uncountOne(db: Db, keys: readonly Buffer[]): Promise<void> {
  await sql`UPDATE request_count SET n = n - 1 WHERE key = ANY(${keys}) AND n > 0`.execute(db);
}
