/**
 * PostgreSQL's codes for a database that is stopping, starting or not the primary: the session was ended by an
 * administrator (57P01) or a crash (57P02), no connections yet (57P03) or no more (53300), the database was dropped
 * (57P04) or is not there (3D000), the server's role may not sign in (28000) or has another password (28P01), or it is a
 * read-only standby (25006).
 */
const CODES = new Set(['57P01', '57P02', '57P03', '57P04', '53300', '3D000', '28000', '28P01', '25006']);
/** Class 08: connection errors. */
const CONNECTION_CLASS = /^08[0-9A-Z]{3}$/;
/** The system's connection errors. */
const SYSTEM = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
  'ENOTFOUND',
]);
/** Errors of the driver without a code, and errors of db/sharedConnection.ts and db/hosts.ts. */
const MESSAGES =
  /^(Connection terminated\b|timeout expired$|timeout exceeded when trying to connect$|Client has encountered a connection error|Client was closed and is not queryable|The database is silent\.|No host of DATABASE_URL takes writes\b)/;
/** Errors of Kysely, of the pool and of pg-boss after they were closed. */
const CLOSED =
  /^(driver has already been destroyed$|Cannot use a pool after calling end on the pool$|Database connection is not opened\b)/;

/**
 * Whether an error says that this process has closed its database, which it does last of all when it stops. Work that a lock
 * held up for longer than a stopping process waits ends this way: it is rolled back, and the next process does it.
 */
export const isClosed = (error: unknown): boolean =>
  CLOSED.test(String((error as { message?: unknown } | undefined)?.message));

/** Reports every error but that one, which needs nobody. */
export const unlessClosed =
  (report: (error: unknown) => void) =>
  (error: unknown): void => {
    if (!isClosed(error)) report(error);
  };

/**
 * Whether an error says that the database, or another service, cannot be reached now, as during a failover: the request may
 * succeed in a moment. It says nothing about running requests: a commit may have arrived.
 */
export function isUnavailable(error: unknown): boolean {
  const { code, syscall, message } = (error ?? {}) as {
    code?: unknown;
    syscall?: unknown;
    message?: unknown;
  };
  if (typeof code === 'string') {
    // The socket's file is missing while its server is down.
    if (code === 'ENOENT') return syscall === 'connect';
    return CODES.has(code) || CONNECTION_CLASS.test(code) || SYSTEM.has(code);
  }
  return isClosed(error) || (typeof message === 'string' && MESSAGES.test(message));
}
