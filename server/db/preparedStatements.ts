import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import { CompiledQuery, type Kysely, type QueryResult, type RawBuilder, sql } from 'kysely';
import pg from 'pg';

const MARK = '/* prepared */';
const READ = /^\s*SELECT\b/;
/**
 * Milliseconds that plans are used for. PostgreSQL itself makes them anew only after it has counted a table's rows, and a queue
 * that was short then may have a million rows before it counts again.
 */
const PLANS_LAST = 1000;

/**
 * Marks a statement that requests run constantly: each connection of the pool parses it once, and PostgreSQL may keep one
 * plan for all values, for a second. Use it for statements whose best plan does not depend on the values, such as a lookup by
 * unique key, and whose texts are few: connections keep them forever. Reads outside transactions all share one connection
 * (sharedConnection.ts), so they must be short.
 */
export const prepared = sql.raw(MARK);

/**
 * A statement of few shapes, such as a list in its orders. The text of each shape is built at its first run only. `values`
 * must be all its parameters, in the order in which they stand in it; otherwise the first run throws.
 */
export function builtPerShape<R>() {
  const texts = new Map<string, string>();
  return (
    db: Kysely<unknown>,
    shape: string,
    values: readonly unknown[],
    build: () => RawBuilder<R>,
  ): Promise<QueryResult<R>> => {
    let text = texts.get(shape);
    if (text === undefined) {
      const { sql, parameters } = build().compile(db);
      if (parameters.length !== values.length || parameters.some((value, i) => value !== values[i]))
        throw new Error(`These are not the parameters of the statement, in its order: ${sql}`);
      text = sql;
      texts.set(shape, text);
    }
    return db.executeQuery<R>(CompiledQuery.raw(text, [...values]) as CompiledQuery<R>);
  };
}

/** The same for a statement of one shape. */
export function builtOnce<V extends readonly unknown[], R>(build: (...values: V) => RawBuilder<R>) {
  const run = builtPerShape<R>();
  return (db: Kysely<unknown>, ...values: V): Promise<QueryResult<R>> =>
    run(db, '', values, () => build(...values));
}

/** Statement names by text. The same text has the same name in every process, as poolers expect. */
const names = new Map<string, string>();

function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  names.set(text, name);
  return name;
}

/** The statement's result columns have changed, for example by a newer server's migration. */
const isOutdated = ({ code, message }: pg.DatabaseError): boolean =>
  code === '0A000' && message.includes('cached plan must not change result type');

/** Missing in the driver's types. */
export const streamOf = (client: pg.ClientBase) =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream;

/** A connection that prepares statements that begin with `prepared`. */
class Preparing extends pg.Client {
  /** Part of the names; changing it abandons the earlier statements. */
  #generation = 0;
  #plannedAt = performance.now();
  #isGathering = false;

  // Kysely's query: a text and its values.
  async #prepare(text: string, values: unknown[]): Promise<pg.QueryResult> {
    const statement = { name: `${nameOf(text)}${this.#generation || ''}`, text, values };
    const now = performance.now();
    if (now - this.#plannedAt > PLANS_LAST) {
      this.#plannedAt = now;
      // Sent before the statement. It fails only where that fails too, which says so.
      super.query('DISCARD PLANS').catch(() => undefined);
    }
    try {
      return await super.query(statement);
    } catch (error) {
      if (!isOutdated(error as pg.DatabaseError)) throw error;
      this.#generation += 1;
      // The transaction has failed with it; its owner gets the error, and the next attempt makes a new plan.
      if (this.getTransactionStatus() !== 'I') throw error;
      return super.query(text, values);
    }
  }

  /** Sends what is asked in one turn of the event loop together, because each write wakes the other side. */
  #gather(): void {
    if (this.#isGathering) return;
    const stream = streamOf(this);
    this.#isGathering = true;
    stream.cork();
    process.nextTick(() => {
      this.#isGathering = false;
      stream.uncork();
    });
  }

  override query(...args: unknown[]): never {
    const [text, values] = args;
    this.#gather();
    const isPrepared = typeof text === 'string' && text.startsWith(MARK) && Array.isArray(values);
    return (isPrepared ? this.#prepare(text, values) : super.query(...(args as [string]))) as never;
  }
}

/** Whether a statement begins with `prepared` and only reads. */
export const isPreparedRead = (text: string): boolean =>
  text.startsWith(MARK) && READ.test(text.slice(MARK.length));

/** Creates the connections of a `Database`. */
export const PreparingClient = Preparing as unknown as new (config?: pg.ClientConfig) => pg.Client;
