import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { allows, isStaff, type Pair, type Role, roles } from '#schema/permissions.ts';
import { TOKEN_SECONDS } from '#schema/user.ts';
import type { Db } from '../db/database.ts';
import { hashPassword, unusableHash, verifyPassword } from './passwords.ts';
import { forbidden, invalidField, Problem } from './problem.ts';

/** Who makes a request, read from the token at each of them. */
export interface Caller {
  user: string;
  account: string;
  role: Role;
  pairs: readonly Pair[];
  tokenHash: Buffer;
}

/** Throws `forbidden` for a caller who holds none of the pairs. */
export function requirePair(caller: Caller, ...pairs: Pair[]): void {
  if (!pairs.some((pair) => allows(caller.pairs, pair))) throw forbidden();
}

const digest = (token: string): Buffer => createHash('sha256').update(token).digest();

/**
 * Signs a user in and answers a new token. Customers and staff each have their own door; whatever is
 * wrong, the answer is the same and takes as long.
 */
export async function signIn(
  db: Db,
  door: 'customer' | 'staff',
  { email, password }: { email: string; password: string },
): Promise<string> {
  const { rows } = await sql<{ uuid: string; role: Role; password_hash: string }>`
    SELECT u.uuid, u.role, u.password_hash FROM users u JOIN account a ON a.uuid = u.account
    WHERE lower(u.email) = lower(${email}) AND u.is_active AND a.is_active`.execute(db);
  const user = rows[0];
  const right = await verifyPassword(password, user?.password_hash ?? unusableHash);
  if (!user || !right || isStaff(user.role) !== (door === 'staff')) {
    throw new Problem('wrong_credentials', 'The e-mail address or the password is not right.');
  }
  return startSession(db, user.uuid);
}

/** A new token of a user who has shown who they are; lives 20 hours. */
export async function startSession(db: Db, user: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await sql`
    WITH seen AS (UPDATE users SET last_login_at = now() WHERE uuid = ${user})
    INSERT INTO token (hash, "user", expires_at)
    VALUES (${digest(token)}, ${user}, now() + make_interval(secs => ${TOKEN_SECONDS}))`.execute(db);
  return token;
}

/** The caller that a token stands for, or undefined when it is unknown, expired or ended. */
export async function callerOf(db: Db, token: string): Promise<Caller | undefined> {
  const hash = digest(token);
  const { rows } = await sql<{ user: string; account: string; role: Role; ui_permissions: Pair[] | null }>`
    SELECT u.uuid AS "user", u.account, u.role, u.ui_permissions
    FROM token t JOIN users u ON u.uuid = t."user" JOIN account a ON a.uuid = u.account
    WHERE t.hash = ${hash} AND t.expires_at > now() AND u.is_active AND a.is_active`.execute(db);
  const row = rows[0];
  if (!row) return undefined;
  const { ui_permissions, ...rest } = row;
  return { ...rest, pairs: ui_permissions ?? roles[row.role], tokenHash: hash };
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
