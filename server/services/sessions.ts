import { createHash, randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import { sql } from 'kysely';
import { allows, isStaff, type Pair, type Role, roles } from '#schema/permissions.ts';
import type { Session } from '#schema/session.ts';
import { TOKEN_SECONDS } from '#schema/user.ts';
import type { Db } from '../db/database.ts';
import { hashPassword, unusableHash, verifyPassword } from './passwords.ts';
import { forbidden, invalidField, notFound, Problem } from './problem.ts';

/** Who makes a request, read from the token at each of them. */
export interface Caller {
  user: string;
  account: string;
  role: Role;
  pairs: readonly Pair[];
  tokenHash: Buffer;
}

/** Throws `forbidden` for a caller who holds none of the pairs; true is held by everybody. */
export function requirePair(caller: Caller, ...pairs: (Pair | true)[]): void {
  if (!pairs.some((pair) => allows(caller.pairs, pair))) throw forbidden();
}

const digest = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Where a session was started from, as far as the server can tell; its owner recognises it by them. */
export interface Origin {
  ip?: string | undefined;
  /** The User-Agent header as it came. */
  userAgent?: string | undefined;
}

/** Longer ones tell nobody more. */
const USER_AGENT_MAX = 400;

/**
 * Signs a user in and answers a new token. Customers and staff each have their own door; whatever is
 * wrong, the answer is the same and takes as long.
 */
export async function signIn(
  db: Db,
  door: 'customer' | 'staff',
  { email, password }: { email: string; password: string },
  from: Origin = {},
): Promise<string> {
  const { rows } = await sql<{ uuid: string; role: Role; password_hash: string }>`
    SELECT u.uuid, u.role, u.password_hash FROM users u JOIN account a ON a.uuid = u.account
    WHERE lower(u.email) = lower(${email}) AND u.is_active AND a.is_active`.execute(db);
  const user = rows[0];
  const right = await verifyPassword(password, user?.password_hash ?? unusableHash);
  if (!user || !right || isStaff(user.role) !== (door === 'staff')) {
    throw new Problem('wrong_credentials', 'The e-mail address or the password is not right.');
  }
  return startSession(db, user.uuid, from);
}

/** A new token of a user who has shown who they are; lives 20 hours. */
export async function startSession(db: Db, user: string, { ip, userAgent }: Origin = {}): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const agent =
    userAgent
      ?.replace(/\p{Cc}/gu, '')
      .slice(0, USER_AGENT_MAX)
      .toWellFormed()
      .trim() || null;
  await sql`
    WITH seen AS (UPDATE users SET last_login_at = now() WHERE uuid = ${user})
    INSERT INTO token (hash, "user", expires_at, ip, user_agent)
    VALUES (${digest(token)}, ${user}, now() + make_interval(secs => ${TOKEN_SECONDS}), ${addressOf(ip)}, ${agent})`.execute(
    db,
  );
  return token;
}

/** An address as people know it, of what a proxy's header or the socket says; null for what is none. */
function addressOf(ip: string | undefined): string | null {
  const address = ip?.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '') ?? '';
  return isIP(address) ? address : null;
}

/** Seconds that `last_seen_at` may be late: so often is it written, however many requests a session makes. */
const SEEN_SECONDS = 60;

/**
 * The caller that a token stands for, or undefined when it is unknown, expired or ended. When the session
 * was last seen is written beside the request, which does not wait for it.
 */
export async function callerOf(db: Db, token: string): Promise<Caller | undefined> {
  const hash = digest(token);
  const { rows } = await sql<{
    user: string;
    account: string;
    role: Role;
    ui_permissions: Pair[] | null;
    is_stale: boolean;
  }>`
    SELECT u.uuid AS "user", u.account, u.role, u.ui_permissions,
      t.last_seen_at < now() - make_interval(secs => ${SEEN_SECONDS}) AS is_stale
    FROM token t JOIN users u ON u.uuid = t."user" JOIN account a ON a.uuid = u.account
    WHERE t.hash = ${hash} AND t.expires_at > now() AND u.is_active AND a.is_active`.execute(db);
  const row = rows[0];
  if (!row) return undefined;
  const { ui_permissions, is_stale, ...rest } = row;
  if (is_stale) void touch(db, hash);
  return { ...rest, pairs: ui_permissions ?? roles[row.role], tokenHash: hash };
}

/** Of requests at the same time one writes. What fails here is told by the request itself, or heals in a minute. */
const touch = (db: Db, hash: Buffer): Promise<unknown> =>
  sql`
    UPDATE token SET last_seen_at = now()
    WHERE hash = ${hash} AND last_seen_at < now() - make_interval(secs => ${SEEN_SECONDS})`
    .execute(db)
    .catch(() => undefined);

/**
 * A page of the caller's sessions that have not ended, this one first, then the latest used, and how many
 * there are. `offset` and `limit` count sessions.
 */
export async function listSessions(
  db: Db,
  { user, tokenHash }: Caller,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ count: number; sessions: Session[] }> {
  const { rows } = await sql<Session & { total: number }>`
    SELECT uuid, created_at, last_seen_at, ip, user_agent, hash = ${tokenHash} AS current,
      count(*) OVER () AS total
    FROM token WHERE "user" = ${user} AND expires_at > now()
    ORDER BY hash = ${tokenHash} DESC, last_seen_at DESC, uuid DESC
    LIMIT ${limit} OFFSET ${offset}`.execute(db);
  const sessions = rows.map(({ total: _, ...one }) => one);
  return { count: rows[0]?.total ?? 0, sessions };
}

/** Ends one session of the caller's own. Throws `not_found` for any other. */
export async function endSession(db: Db, { user }: Caller, uuid: string): Promise<void> {
  const { numAffectedRows } = await sql`
    DELETE FROM token WHERE uuid = ${uuid} AND "user" = ${user}`.execute(db);
  if (!numAffectedRows) throw notFound();
}

/** Ends every session of the caller but the one that asks, and answers how many they were. */
export async function endOtherSessions(db: Db, { user, tokenHash }: Caller): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    WITH ended AS (DELETE FROM token WHERE "user" = ${user} AND hash <> ${tokenHash} RETURNING expires_at)
    SELECT count(*) AS n FROM ended WHERE expires_at > now()`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Ends a token; ending it twice is no error. */
export async function signOut(db: Db, caller: Caller): Promise<void> {
  await sql`DELETE FROM token WHERE hash = ${caller.tokenHash}`.execute(db);
}

/** Changes the caller's password and ends every other session of theirs. */
export async function changePassword(
  db: Db,
  caller: Caller,
  { old_password, new_password }: { old_password: string; new_password: string },
): Promise<void> {
  const { rows } = await sql<{ password_hash: string }>`
    SELECT password_hash FROM users WHERE uuid = ${caller.user}`.execute(db);
  if (!(await verifyPassword(old_password, rows[0]?.password_hash ?? unusableHash))) {
    throw invalidField('old_password', 'The old password is not right.');
  }
  const hash = await hashPassword(new_password);
  await sql`
    WITH changed AS (UPDATE users SET password_hash = ${hash} WHERE uuid = ${caller.user})
    DELETE FROM token WHERE "user" = ${caller.user} AND hash <> ${caller.tokenHash}`.execute(db);
}
