import type { Socket } from 'node:net';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  type PostgresDialectConfig,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import type pg from 'pg';
import { isPreparedRead, streamOf } from './preparedStatements.ts';

/** Milliseconds without an answer after which the shared connection counts as blocked. */
const BLOCKED = 500;

/** Closes a connection that has gone silent; its pending requests fail, as unavailable (db/unavailable.ts). */
export const giveUp = (socket: Socket): unknown => socket.destroy(new Error('The database is silent.'));

/**
 * One connection on which many requests read concurrently, each statement in its own transaction. Requests of one event
 * loop turn are sent together, because waking the other side costs as much as a short statement.
 */
class SharedConnection {
  readonly #open: () => Promise<pg.Client>;
  readonly #silence: number;
  #client: Promise<pg.Client> | undefined;
  #isGathering = false;
  #pending = 0;
  /** Time of the last answer, or of the first request since it was idle. */
  #movedAt = 0;

  constructor(open: () => Promise<pg.Client>, silence: number) {
    this.#open = open;
    this.#silence = silence;
  }

  /** Whether it is blocked, for example by a lock: new requests should use another connection. */
  get isBlocked(): boolean {
    return this.#pending > 0 && performance.now() - this.#movedAt > BLOCKED;
  }

  async ask<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#pending === 0) this.#movedAt = performance.now();
    this.#pending += 1;
    try {
      this.#client ??= this.#connect();
      const client = await this.#client;
      this.#gather(client);
      const { rows } = await client.query(sql, [...parameters]);
      return { rows };
    } finally {
      this.#pending -= 1;
      this.#movedAt = performance.now();
    }
  }

  async close(): Promise<void> {
    const client = await this.#client?.catch(() => undefined);
    await client?.end();
  }

  /** If the connection breaks, its pending requests fail; the next request opens another. */
  #connect(): Promise<pg.Client> {
    const opening = this.#open();
    const forget = () => {
      if (this.#client === opening) this.#client = undefined;
    };
    opening.then((client) => {
      client.once('error', forget).once('end', forget);
      const stream = streamOf(client);
      stream.setTimeout(this.#silence, () => {
        forget();
        if (this.#pending > 0) giveUp(stream);
        else void client.end();
      });
    }, forget);
    return opening;
  }

  #gather(client: pg.Client): void {
    if (this.#isGathering) return;
    const stream = streamOf(client);
    this.#isGathering = true;
    stream.cork();
    setImmediate(() => {
      this.#isGathering = false;
      stream.uncork();
    });
  }
}

/** A connection for Kysely: prepared reads use the shared connection until something needs a connection of the pool. */
export class LazyConnection implements DatabaseConnection {
  readonly #driver: Driver;
  readonly #shared: SharedConnection;
  #own: Promise<DatabaseConnection> | undefined;
  /** The answer to BEGIN, while the first statements of a transaction are sent with it. */
  #begun: Promise<void> | undefined;
  /** Since BEGIN there were only prepared reads. */
  #onlyRead = true;

  constructor(driver: Driver, shared: SharedConnection) {
    this.#driver = driver;
    this.#shared = shared;
  }

  own(): Promise<DatabaseConnection> {
    this.#own ??= this.#driver.acquireConnection();
    return this.#own;
  }

  async release(): Promise<void> {
    const own = await this.#own?.catch(() => undefined);
    if (own) await this.#driver.releaseConnection(own);
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (!this.#own && isPreparedRead(query.sql) && !this.#shared.isBlocked) return this.#shared.ask(query);
    const own = await this.own();
    if (!this.#begun) return own.executeQuery(query);
    // What changes something must not run outside a transaction because BEGIN has failed, and what comes after it must not
    // overtake it.
    this.#onlyRead &&= isPreparedRead(query.sql);
    if (!this.#onlyRead) await this.begun();
    const [result] = await Promise.all([own.executeQuery<R>(query), this.#begun]);
    return result;
  }

  /** Begins a transaction: prepared reads that follow are sent together with BEGIN. */
  async begin(settings: TransactionSettings): Promise<void> {
    this.#onlyRead = true;
    this.#begun = this.#driver.beginTransaction(await this.own(), settings);
    this.#begun.catch(() => {});
  }

  /** Resolves when the transaction has begun, and rejects if it could not. */
  async begun(): Promise<void> {
    await this.#begun;
    this.#begun = undefined;
  }

  async *streamQuery<R>(query: CompiledQuery, size: number): AsyncIterableIterator<QueryResult<R>> {
    yield* (await this.own()).streamQuery<R>(query, size);
  }
}

/**
 * Kysely's driver, except that reads that begin with `prepared`, outside transactions, share one connection next to the
 * pool.
 */
export class SharedConnectionDialect extends PostgresDialect {
  readonly #shared: SharedConnection;

  /** `open` connects with `pipeline`. Closed after this many milliseconds of `silence`, even with pending requests. */
  constructor(config: PostgresDialectConfig, open: () => Promise<pg.Client>, silence: number) {
    super(config);
    this.#shared = new SharedConnection(open, silence);
  }

  override createDriver(): Driver {
    const driver = super.createDriver();
    const shared = this.#shared;
    const lazy = (connection: DatabaseConnection) => connection as LazyConnection;
    return {
      init: () => driver.init(),
      acquireConnection: async () => new LazyConnection(driver, shared),
      beginTransaction: (one, settings) => lazy(one).begin(settings),
      async commitTransaction(one) {
        await lazy(one).begun();
        await driver.commitTransaction(await lazy(one).own());
      },
      async rollbackTransaction(one) {
        await lazy(one)
          .begun()
          .catch(() => undefined);
        await driver.rollbackTransaction(await lazy(one).own());
      },
      releaseConnection: (one) => lazy(one).release(),
      async destroy() {
        await shared.close();
        await driver.destroy();
      },
    };
  }
}
