import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';

/** Queries are SQL with `sql` of Kysely; rows are typed where they are asked for. */
export type Db = Kysely<unknown> | Transaction<unknown>;

const int8 = 20;
const numeric = 1700;
const date = 1082;
const timestamptz = 1184;

const types: pg.CustomTypesConfig = {
  getTypeParser(oid, format) {
    if (format !== 'binary') {
      // Counts and minor units stay far below 2^53; exact arithmetic is PostgreSQL's.
      if (oid === int8 || oid === numeric) return Number;
      if (oid === date) return (text: string) => text;
      if (oid === timestamptz) return (text: string) => new Date(text).toISOString();
    }
    return pg.types.getTypeParser(oid, format as 'text');
  },
};

export interface Database {
  db: Kysely<unknown>;
  /** A connection of its own outside the pool, for session locks and LISTEN. */
  connect(): Promise<pg.Client>;
  close(): Promise<void>;
}

/** Opens a pool of at most `max` connections. Nothing is checked until the first query. */
export function openDatabase(url: string, max: number, onError: (error: Error) => void): Database {
  const settings = { connectionString: url, types, options: '-c timezone=UTC' };
  const pool = new pg.Pool({ ...settings, max, idleTimeoutMillis: 30_000, connectionTimeoutMillis: 30_000 });
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', onError);
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  return {
    db,
    async connect() {
      const client = new pg.Client(settings);
      client.on('error', onError);
      await client.connect();
      return client;
    },
    close: () => db.destroy(),
  };
}
