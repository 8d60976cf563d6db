import type { Socket } from 'node:net';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  type PostgresDialectConfig,
  type QueryResult,
} from 'kysely';
import type pg from 'pg';
import { isPlannedRead } from './plannedOnce.ts';

/** Milliseconds without an answer after which a lane counts as blocked. */
const BLOCKED = 500;

/** Ends a connection from which nothing comes any more: what it was asked fails. */
export const giveUp = (socket: Socket): unknown => socket.destroy(new Error('The database is silent.'));

/**
 * One connection on which many requests read at the same time, each statement a transaction of its own. What is asked in
 * one turn of the event loop goes out in one piece: to wake the other end costs as much as a short statement.
 */
class Lane {
  readonly #open: () => Promise<pg.Client>;
  readonly #silence: number;
  #client: Promise<pg.Client> | undefined;
  #isGathering = false;
  #pending = 0;
  /** When it answered last, or was first asked since it had nothing to do. */
  #movedAt = 0;

  constructor(open: () => Promise<pg.Client>, silence: number) {
    this.#open = open;
    this.#silence = silence;
  }

  /** Whether something holds it up, such as a lock: who asks now had better ask elsewhere. */
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

  /** A connection that breaks fails what it was asked; what is asked next opens another. */
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

/** Which the driver's types do not tell. */
const streamOf = (client: pg.Client) =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream;

/** What Kysely takes for a connection: planned reads go by the lane until something needs one of the pool's. */
class LazyConnection implements DatabaseConnection {
  readonly #driver: Driver;
  readonly #lane: Lane;
  #own: Promise<DatabaseConnection> | undefined;

  constructor(driver: Driver, lane: Lane) {
    this.#driver = driver;
    this.#lane = lane;
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
    if (!this.#own && isPlannedRead(query.sql) && !this.#lane.isBlocked) return this.#lane.ask(query);
    return (await this.own()).executeQuery(query);
  }

  async *streamQuery<R>(query: CompiledQuery, size: number): AsyncIterableIterator<QueryResult<R>> {
    yield* (await this.own()).streamQuery<R>(query, size);
  }
}

/** As Kysely's own, but reads that begin with `plannedOnce`, outside transactions, share one connection beside the pool. */
export class LaneDialect extends PostgresDialect {
  readonly #lane: Lane;

  /** `open` connects with `pipeline`. It is closed after so many milliseconds of `silence`, whoever waits for it. */
  constructor(config: PostgresDialectConfig, open: () => Promise<pg.Client>, silence: number) {
    super(config);
    this.#lane = new Lane(open, silence);
  }

  override createDriver(): Driver {
    const driver = super.createDriver();
    const lane = this.#lane;
    const lazy = (connection: DatabaseConnection) => connection as LazyConnection;
    return {
      init: () => driver.init(),
      acquireConnection: async () => new LazyConnection(driver, lane),
      beginTransaction: async (one, settings) => driver.beginTransaction(await lazy(one).own(), settings),
      commitTransaction: async (one) => driver.commitTransaction(await lazy(one).own()),
      rollbackTransaction: async (one) => driver.rollbackTransaction(await lazy(one).own()),
      releaseConnection: (one) => lazy(one).release(),
      async destroy() {
        await lane.close();
        await driver.destroy();
      },
    };
  }
}
