import { Socket } from 'node:net';
import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { type ClientClass, reachable, withOptions } from './hosts.ts';
import { PreparingClient, streamOf } from './preparedStatements.ts';
import { giveUp, SharedConnectionDialect } from './sharedConnection.ts';

/** Queries are written in SQL with Kysely's `sql`; each query declares the type of its rows. */
export type Db = Kysely<unknown> | Transaction<unknown>;

const int8 = 20;
const numeric = 1700;
const date = 1082;
const timestamptz = 1184;

/** `2026-11-22 03:20:45.123456+00`: the format of a session in UTC. */
const UTC = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d+))?\+00$/;

/**
 * A timestamp in the contract's format: UTC with milliseconds. It works on the text, because `Date` is slow and lists are
 * full of timestamps.
 */
function isoOf(text: string): string {
  const [, day, time, fraction = ''] = UTC.exec(text) ?? [];
  return day ? `${day}T${time}.${fraction.slice(0, 3).padEnd(3, '0')}Z` : new Date(text).toISOString();
}

const types: pg.CustomTypesConfig = {
  getTypeParser(oid, format) {
    if (format !== 'binary') {
      // Counts and minor units stay far below 2^53; exact arithmetic is done in PostgreSQL.
      if (oid === int8 || oid === numeric) return Number;
      if (oid === date) return (text: string) => text;
      if (oid === timestamptz) return isoOf;
    }
    return pg.types.getTypeParser(oid, format as 'text');
  },
};

/** A statement took this many milliseconds; `error` if it failed. Called in the context of who ran it. */
export type OnStatement = (text: string, milliseconds: number, error?: unknown) => void;

export interface Database {
  db: Kysely<unknown>;
  /**
   * A separate connection outside the pool, for session locks and LISTEN. It pings every few seconds: it closes when the
   * database does not answer within ANSWER, and the database closes it after LEASE of silence.
   */
  connect(): Promise<pg.Client>;
  /**
   * Gives up the pool's connection to this backend: its query fails as unavailable. False if it is not one of this pool.
   */
  giveUp(backend: number): boolean;
  /** Gives up every connection of the pool: their queries fail as unavailable. */
  cut(): void;
  /** Current use of the pool's connections, and the number of waiting queries. */
  use(): { inUse: number; idle: number; waiting: number };
  close(): Promise<void>;
}

const CONNECT = 10_000;
/** Interval of a session's pings, and how long one may stay unanswered. */
const BEAT = 5_000;
const ANSWER = 10_000;
/** Seconds of silence after which the database closes a session and so releases its locks. */
const LEASE = 30;
/** Time limit of a statement in seconds. */
const STATEMENT = 120;
/** Milliseconds of silence after which a connection is given up. */
const SILENCE = (STATEMENT + 10) * 1000;
/** Seconds that a transaction may wait for its client, because its locks block others. */
const TRANSACTION = 60;
/**
 * What the server's statements and `isoOf` count on: a database or a role may have another isolation, or dates in a form that
 * nothing here reads. A space of a value has a backslash.
 */
const PLAIN = '-c timezone=UTC -c datestyle=ISO -c default_transaction_isolation=read\\ committed';
const BOUNDED = `-c statement_timeout=${STATEMENT}s -c idle_in_transaction_session_timeout=${TRANSACTION}s`;
/** Said as well, because a database or a role may have limits of its own (`ALTER DATABASE ... SET`). */
const UNBOUNDED = '-c statement_timeout=0 -c idle_in_transaction_session_timeout=0 -c lock_timeout=0';

/**
 * Options of node-postgres for every session of the server at `url`: its own behind those of the URL. `isBounded` false:
 * without time limits.
 */
export function sessionOf(url: string, isBounded = true, Client?: ClientClass) {
  const options = `${PLAIN} ${isBounded ? BOUNDED : UNBOUNDED}`;
  return { ...reachable(withOptions(url, options), Client), options };
}

/**
 * Opens a pool of at most `max` connections, and one for short reads next to it (sharedConnection.ts). Nothing is checked
 * until the first query. Both sides give up a connection that has gone silent, as after a cut cable: `isBounded` false is for
 * migrations. `preparesStatements` false is for poolers that mix sessions' statements (`prepared`). `accept` may ask on each
 * new connection for requests, and throws if it must not be used. `onStatement` is told of each statement when it ends.
 */
export function openDatabase(
  url: string,
  max: number,
  onError: (error: Error) => void,
  {
    isBounded = true,
    preparesStatements = true,
    accept,
    onStatement,
  }: {
    isBounded?: boolean;
    preparesStatements?: boolean;
    accept?: (ask: <T>(statement: string) => Promise<T[]>) => Promise<void>;
    onStatement?: OnStatement | undefined;
  } = {},
): Database {
  const plain = sessionOf(url, isBounded);
  const keeping = sessionOf(url, isBounded, PreparingClient);
  const settings = {
    connectionString: plain.connectionString,
    types,
    options: plain.options,
    connectionTimeoutMillis: CONNECT,
    keepAlive: true,
    keepAliveInitialDelayMillis: BEAT,
  };
  const pooled = new Set<Socket>();
  const newSocket = () => {
    const socket = new Socket();
    pooled.add(socket);
    // node-postgres listens from when it connects; a client that searches for the primary first does so later (hosts.ts).
    socket.on('error', () => {});
    socket.once('close', () => pooled.delete(socket));
    return socket;
  };
  const accepted = async (client: pg.ClientBase) =>
    accept?.(async (statement) => (await client.query(statement)).rows);
  // Of new connections only, and missing in the driver's types.
  const verify = (client: pg.PoolClient, done: (error?: Error) => void) =>
    void accepted(client).then(() => done(), done);
  const isShared = preparesStatements && isBounded;
  const pool = new pg.Pool({
    ...settings,
    ...(accept && { verify }),
    // For BEGIN and its first statements, and for `pipelined`.
    ...(isShared && { pipeline: true }),
    Client: preparesStatements ? keeping.Client : plain.Client,
    max,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 30_000,
    stream() {
      const socket = newSocket();
      // The database ends a statement earlier; this covers an end that never arrives.
      if (isBounded) socket.setTimeout(SILENCE, () => giveUp(socket));
      return socket;
    },
  });
  // The pool replaces an idle connection that breaks; without a listener, the error would end the process.
  pool.on('error', onError);
  // The pool only listens to idle connections. Busy ones report through their query's error.
  const backends = new Map<number, pg.PoolClient>();
  pool.on('connect', (client) => {
    const { processID } = client as unknown as { processID: number };
    client.on('error', () => {});
    backends.set(processID, client);
    client.once('end', () => {
      if (backends.get(processID) === client) backends.delete(processID);
    });
  });
  const openShared = async () => {
    const client = new keeping.Client({ ...settings, stream: newSocket, pipeline: true });
    client.on('error', onError);
    await client.connect();
    try {
      await accepted(client);
    } catch (error) {
      await client.end();
      throw error;
    }
    return client;
  };
  const dialect = isShared
    ? new SharedConnectionDialect({ pool }, openShared, SILENCE)
    : new PostgresDialect({ pool });
  const db = new Kysely<unknown>({
    dialect,
    ...(onStatement && {
      log: (event) =>
        onStatement(
          event.query.sql,
          event.queryDurationMillis,
          event.level === 'error' ? event.error : undefined,
        ),
    }),
  });
  const cut = () => {
    for (const socket of pooled) giveUp(socket);
  };
  return {
    db,
    cut,
    async connect() {
      const socket = new Socket();
      const client = new plain.Client({ ...settings, stream: () => socket });
      client.on('error', onError);
      let beat: NodeJS.Timeout | undefined;
      client.once('end', () => clearInterval(beat));
      try {
        await client.connect();
        await client.query(`SET idle_session_timeout = '${LEASE}s'`);
      } catch (error) {
        socket.destroy();
        throw error;
      }
      beat = setInterval(() => {
        let hasAnswered = false;
        const answered = () => {
          hasAnswered = true;
          clearTimeout(late);
        };
        const giveAllUp = () => {
          if (hasAnswered) return;
          giveUp(socket);
          // Other users of the pool would wait in vain too, and may hold locks that others need.
          cut();
        };
        // Only after processing what has arrived, because this process itself may have been slow.
        const late = setTimeout(() => setImmediate(giveAllUp), ANSWER);
        client.query('SELECT').then(answered, answered);
      }, BEAT);
      return client;
    },
    giveUp(backend) {
      const client = backends.get(backend);
      if (client) giveUp(streamOf(client));
      return client !== undefined;
    },
    use: () => ({
      inUse: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    close: () => db.destroy(),
  };
}

/** Runs `work` on a connection of its own, whose statements may take longer than the pool's. */
export async function withoutLimit<T>(url: string, work: (db: Kysely<unknown>) => Promise<T>): Promise<T> {
  const own = openDatabase(url, 1, () => {}, { isBounded: false });
  try {
    return await work(own.db);
  } finally {
    await own.close();
  }
}
