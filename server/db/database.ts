import { Socket } from 'node:net';
import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { reachable } from './hosts.ts';
import { giveUp, LaneDialect } from './lane.ts';
import { KeepingClient } from './plannedOnce.ts';

/** Queries are SQL with `sql` of Kysely; rows are typed where they are asked for. */
export type Db = Kysely<unknown> | Transaction<unknown>;

const int8 = 20;
const numeric = 1700;
const date = 1082;
const timestamptz = 1184;

/** `2026-11-22 03:20:45.123456+00`: what a session in UTC writes. */
const UTC = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d+))?\+00$/;

/** A moment as the contract has it, in UTC with milliseconds. By its text, as lists are full of them: `Date` is slow. */
function isoOf(text: string): string {
  const [, day, time, fraction = ''] = UTC.exec(text) ?? [];
  return day ? `${day}T${time}.${fraction.slice(0, 3).padEnd(3, '0')}Z` : new Date(text).toISOString();
}

const types: pg.CustomTypesConfig = {
  getTypeParser(oid, format) {
    if (format !== 'binary') {
      // Counts and minor units stay far below 2^53; exact arithmetic is PostgreSQL's.
      if (oid === int8 || oid === numeric) return Number;
      if (oid === date) return (text: string) => text;
      if (oid === timestamptz) return isoOf;
    }
    return pg.types.getTypeParser(oid, format as 'text');
  },
};

export interface Database {
  db: Kysely<unknown>;
  /**
   * A connection of its own outside the pool, for session locks and LISTEN. It shows that it lives every few seconds:
   * it ends when the database does not answer for ANSWER, and the database ends it after LEASE without a word.
   */
  connect(): Promise<pg.Client>;
  /** How the pool's connections are used now, and how many queries wait for one. */
  use(): { inUse: number; idle: number; waiting: number };
  close(): Promise<void>;
}

const CONNECT = 10_000;
/** Between two signs of life of a session, and how long one may go unanswered. */
const BEAT = 5_000;
const ANSWER = 10_000;
/** Seconds of silence after which the database ends a session, and so frees its locks. */
const LEASE = 30;
/** Seconds that one statement may take; a migration takes as long as it does. */
const STATEMENT = 120;
/** Milliseconds after which a connection that says nothing is given up. */
const SILENCE = (STATEMENT + 10) * 1000;
/** Seconds that a transaction may wait for its client: what it has locked waits with it. */
const TRANSACTION = 60;

/**
 * Opens a pool of at most `max` connections, and one for short reads beside it (lane.ts). Nothing is checked until the
 * first query. Neither end waits for ever for one that has gone without a word, as after a cut cable: `isBounded` false is
 * for migrations. `keepsPlans` false is for poolers that give one session's statements to another (`plannedOnce`).
 */
export function openDatabase(
  url: string,
  max: number,
  onError: (error: Error) => void,
  { isBounded = true, keepsPlans = true } = {},
): Database {
  const bounds = isBounded
    ? ` -c statement_timeout=${STATEMENT}s -c idle_in_transaction_session_timeout=${TRANSACTION}s`
    : '';
  const plain = reachable(url);
  const keeping = reachable(url, KeepingClient);
  const settings = {
    connectionString: plain.connectionString,
    types,
    options: `-c timezone=UTC${bounds}`,
    connectionTimeoutMillis: CONNECT,
    keepAlive: true,
    keepAliveInitialDelayMillis: BEAT,
  };
  const pooled = new Set<Socket>();
  const newSocket = () => {
    const socket = new Socket();
    pooled.add(socket);
    socket.once('close', () => pooled.delete(socket));
    return socket;
  };
  const pool = new pg.Pool({
    ...settings,
    Client: keepsPlans ? keeping.Client : plain.Client,
    max,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 30_000,
    stream() {
      const socket = newSocket();
      // The database ends a statement before: this is for an end of it that does not arrive.
      if (isBounded) socket.setTimeout(SILENCE, () => giveUp(socket));
      return socket;
    },
  });
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', onError);
  // The pool listens only to idle ones. What uses one hears of it by its query's error.
  pool.on('connect', (client) => client.on('error', () => {}));
  const openLane = async () => {
    const client = new keeping.Client({ ...settings, stream: newSocket, pipeline: true });
    client.on('error', onError);
    await client.connect();
    return client;
  };
  const dialect =
    keepsPlans && isBounded ? new LaneDialect({ pool }, openLane, SILENCE) : new PostgresDialect({ pool });
  const db = new Kysely<unknown>({ dialect });
  return {
    db,
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
        const cut = () => {
          if (hasAnswered) return;
          // What the pool's connections wait for will not come either, and others may wait for what they hold.
          for (const one of [socket, ...pooled]) giveUp(one);
        };
        // After what has arrived is read: it may be this process that was slow.
        const late = setTimeout(() => setImmediate(cut), ANSWER);
        client.query('SELECT').then(answered, answered);
      }, BEAT);
      return client;
    },
    use: () => ({
      inUse: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    close: () => db.destroy(),
  };
}
