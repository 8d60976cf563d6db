import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';

const MARK = '/* planned once */';
const READ = /^\s*SELECT\b/;

/**
 * Begins a statement that requests run all the time: each connection of the pool parses it once and PostgreSQL may keep
 * one plan for all its values. So it is for statements whose best plan does not hang on them, as one by a unique
 * key, of which there are only so many texts: connections keep them as long as they live. Those that read, outside
 * transactions, are asked on one connection by all requests (lane.ts), so each has to be short.
 */
export const plannedOnce = sql.raw(MARK);

/** The names of the statements, by their texts. The same text has the same name in every process, as poolers expect. */
const names = new Map<string, string>();

function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  names.set(text, name);
  return name;
}

/** The columns of what a statement answers have changed under it, as by a newer server's migration. */
const isOutdated = ({ code, message }: pg.DatabaseError): boolean =>
  code === '0A000' && message.includes('cached plan must not change result type');

/** A connection that keeps the statements which begin with `plannedOnce` under names. */
class Keeping extends pg.Client {
  /** Part of the names: what was kept before is not used any more. */
  #generation = 0;

  // Kysely's way to ask: a text and its values.
  async #kept(text: string, values: unknown[]): Promise<pg.QueryResult> {
    const asked = { name: `${nameOf(text)}${this.#generation || ''}`, text, values };
    try {
      return await super.query(asked);
    } catch (error) {
      if (!isOutdated(error as pg.DatabaseError)) throw error;
      this.#generation += 1;
      // A transaction has failed with it: whoever began it is told, and finds a new plan at the next attempt.
      if (this.getTransactionStatus() !== 'I') throw error;
      return super.query(text, values);
    }
  }

  override query(...asked: unknown[]): never {
    const [text, values] = asked;
    const isKept = typeof text === 'string' && text.startsWith(MARK) && Array.isArray(values);
    return (isKept ? this.#kept(text, values) : super.query(...(asked as [string]))) as never;
  }
}

/** Whether a statement begins with `plannedOnce` and only reads. */
export const isPlannedRead = (text: string): boolean =>
  text.startsWith(MARK) && READ.test(text.slice(MARK.length));

/** What a `Database` makes its connections of. */
export const KeepingClient = Keeping as unknown as new (config?: pg.ClientConfig) => pg.Client;
