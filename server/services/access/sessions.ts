import { randomBytes } from 'node:crypto';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { allows, isStaff, type Pair, pairsOf, type Role } from '#schema/permissions.ts';
import type { Session } from '#schema/session.ts';
import { TOKEN_SECONDS } from '#schema/user.ts';
import type { Db } from '../../db/database.ts';
import { builtOnce, prepared } from '../../db/preparedStatements.ts';
import { type Actor, audit } from '../platform/audit.ts';
import type { Caller } from '../platform/caller.ts';
import { hasCome } from '../platform/farTimes.ts';
import { forbidden, notFound, Problem } from '../platform/problem.ts';
import { actingPairs } from './actingPairs.ts';
import { digest } from './digest.ts';
import { lacksSecondFactor } from './lacksSecondFactor.ts';
import { addressOf, type Origin } from './origin.ts';
import type { Site } from './passkeys.ts';
import { unusableHash, verifyPassword } from './passwords.ts';
import { hasRecentProof } from './recentProof.ts';
import { postAlert } from './securityAlerts.ts';
import { isNewPlace, rememberPlace, takeSignInTry } from './signInLimits.ts';
import { passSecondFactor, type SelfProof, twoFactorOf } from './twoFactor.ts';

/** Throws `forbidden` unless the caller holds one of the pairs; everybody holds true, nobody false. */
export function requirePair(caller: Caller, ...pairs: (Pair | boolean)[]): void {
  if (!pairs.some((pair) => allows(caller.pairs, pair))) throw forbidden();
}

/** The audit log's resource for sessions and passwords, which belong to the user. */
const AUDITED = 'users';

/** A request without a token: an anonymous caller, or one who has just proved their identity. */
export const actorFrom = (
  { ip, requestId }: Origin,
  user: string | null = null,
  account: string | null = null,
): Actor => ({ user, account, ip: addressOf(ip) ?? undefined, requestId });

const looksLikeEmail = (text: string): boolean => /^[^@\s]+@[^@\s]+$/.test(text);

/** Longer values are not useful to anybody. */
const USER_AGENT_MAX = 400;

/**
 * Signs a user in and returns a new token. Customers and staff have separate endpoints; whatever is wrong, the answer is
 * the same and takes as long. With a correct password, users with a second factor are asked for it (`passSecondFactor` of
 * services/access/twoFactor.ts). Success and failure are in the audit log; a failure with the address that was tried,
 * unless it looks like a password in the wrong field. Throws `too_many_requests` like `takeSignInTry`
 * (services/access/signInLimits.ts), before it checks the password.
 */
export async function signIn(
  db: Kysely<unknown>,
  door: 'customer' | 'staff',
  { email, password, code, passkey }: { email: string; password: string } & SelfProof,
  site: Site,
  from: Origin = {},
): Promise<string> {
  const found = sql`FROM users u JOIN account a ON a.uuid = u.account
    WHERE lower(u.email) = lower(${email}) AND u.is_active AND a.is_active`;
  const { rows } = await sql<{ uuid: string; account: string; role: Role; password_hash: string }>`
    SELECT u.uuid, u.account, u.role, u.password_hash ${found}`.execute(db);
  const user = rows[0];
  const giveBack = await takeSignInTry(db, { email, user: user?.uuid ?? null, from });
  const right = await verifyPassword(password, user?.password_hash ?? unusableHash);
  if (!user || !right || isStaff(user.role) !== (door === 'staff')) {
    await audit(db, actorFrom(from), {
      action: 'sign-in-failed',
      entity: AUDITED,
      record: user?.uuid ?? null,
      account: user?.account ?? null,
      title: looksLikeEmail(email) ? email : null,
      after: { door },
    });
    throw new Problem('wrong_credentials', 'The e-mail address or password is not correct.');
  }
  await giveBack();
  const second = { code: code?.trim() || undefined, passkey };
  const hasSecond = await passSecondFactor(db, user.uuid, second, site).catch(async (error: unknown) => {
    if (error instanceof Problem && /^wrong_(code|passkey)$/.test(error.code)) {
      const after = { door, step: 'second factor' };
      const actor = actorFrom(from, user.uuid, user.account);
      await audit(db, actor, { action: 'sign-in-failed', entity: AUDITED, record: user.uuid, after });
    }
    throw error;
  });
  const started = await db.transaction().execute(async (trx) => {
    // What ends sessions locks the user first, so it either finds this one or has changed here what was checked.
    const { rows: same } = await sql`
      SELECT ${found} AND u.uuid = ${user.uuid} AND u.password_hash = ${user.password_hash}
      FOR NO KEY UPDATE OF u`.execute(trx);
    if (same.length === 0 || (await twoFactorOf(trx, user.uuid)).enabled !== hasSecond) return undefined;
    const token = await startSession(trx, user.uuid, from);
    const actor = actorFrom(from, user.uuid, user.account);
    await audit(trx, actor, { action: 'sign-in', entity: AUDITED, record: user.uuid });
    return token;
  });
  return started ?? signIn(db, door, { email, password, code, passkey }, site, from);
}

/**
 * A new token, valid for 20 hours, for a user who has proved their identity. Users who sign in from a new place are
 * notified by mail: call `deliverMail` after the commit.
 */
export async function startSession(db: Db, user: string, from: Origin = {}): Promise<string> {
  const { ip, userAgent } = from;
  const isNew = await isNewPlace(db, user, from);
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
  await rememberPlace(db, user, from);
  if (isNew) await postAlert(db, user, 'new-device', { detail: addressOf(ip) });
  return token;
}

/** Maximum delay of `last_seen_at` in seconds, however many requests a session makes. */
const SEEN_SECONDS = 60;

const SIGN_IN_AS: Pair = ['sign-in-as', 'get'];

/** The rights of users who must first set up a second factor. */
const OWN_PROFILE: readonly Pair[] = [
  ['profile-my', 'get'],
  ['profile-my', 'post'],
];

/**
 * SQL of whether a session is active: not expired, and used within the idle minutes of its user (for a session as a
 * customer: the staff member) in the provider's settings, or within `bound` if that is less. One that was started or used
 * while the database's clock was ahead would end late, so it is none once the clock was put back. `t`: the token.
 */
export const isActiveSession = (
  bound: number | null = null,
  t = 't',
  role: RawBuilder<unknown> = sql`(SELECT role FROM users
    WHERE uuid = coalesce(${sql.ref(`${t}.actor`)}, ${sql.ref(`${t}.user`)}))`,
): RawBuilder<unknown> => sql`(${sql.ref(`${t}.expires_at`)} > now()
  AND ${hasCome(sql.ref(`${t}.last_seen_at`))} AND coalesce(
  ${sql.ref(`${t}.last_seen_at`)} > now() - make_interval(mins => (
    SELECT least(${bound}::int, CASE ${role} WHEN 'customer' THEN customer_idle_minutes ELSE staff_idle_minutes END)
    FROM provider_setting)), true))`;

interface CallerRow {
  user: string;
  account: string;
  role: Role;
  ui_permissions: Pair[] | null;
  actor: string | null;
  actor_role: Role | null;
  actor_permissions: Pair[] | null;
  is_stale: boolean;
  must_enrol: boolean;
  proved_lately: boolean;
}

const askForCaller = builtOnce(
  (hash: Buffer, idleMinutes: number | null) => sql<CallerRow>`${prepared}
    SELECT u.uuid AS "user", u.account, u.role, u.ui_permissions,
      t.actor, s.role AS actor_role, s.ui_permissions AS actor_permissions,
      t.last_seen_at < now() - make_interval(secs => ${sql.lit(SEEN_SECONDS)}) AS is_stale,
      ${lacksSecondFactor('u', sql`coalesce(s.role, u.role)`, sql`coalesce(t.actor, t."user")`)} AS must_enrol,
      ${hasRecentProof()} AS proved_lately
    FROM token t JOIN users u ON u.uuid = t."user" JOIN account a ON a.uuid = u.account
      LEFT JOIN users s ON s.uuid = t.actor LEFT JOIN account sa ON sa.uuid = s.account
    WHERE t.hash = ${hash} AND ${isActiveSession(idleMinutes, 't', sql`coalesce(s.role, u.role)`)}
      AND u.is_active AND a.is_active
      AND (t.actor IS NULL OR (s.is_active AND sa.is_active))`,
);

/**
 * The caller behind a token, or undefined if it is unknown, ended, or no longer active (`isActiveSession`). A session of staff as a
 * customer is active only while they are active and still allowed. The time of use is written concurrently; the request
 * does not wait for it.
 */
export async function callerOf(
  db: Db,
  token: string,
  idleMinutes: number | null = null,
): Promise<Caller | undefined> {
  const hash = digest(token);
  const { rows } = await askForCaller(db, hash, idleMinutes);
  const row = rows[0];
  if (!row) return undefined;
  const { ui_permissions: _, actor_role, actor_permissions, is_stale, ...more } = row;
  const { must_enrol: mustEnrol, proved_lately: recentlyProved, ...user } = more;
  const rest = { ...user, recentlyProved };
  if (mustEnrol && row.actor) return undefined;
  const staff = actor_role && pairsOf({ role: actor_role, ui_permissions: actor_permissions });
  if (staff && !allows(staff, SIGN_IN_AS)) return undefined;
  if (is_stale) void touch(db, hash);
  const held = pairsOf(row);
  if (mustEnrol) return { ...rest, mustEnrol, pairs: OWN_PROFILE, tokenHash: hash };
  return { ...rest, pairs: staff ? actingPairs(held, staff) : held, tokenHash: hash };
}

/**
 * Of concurrent requests one writes. Using a session as a customer also counts as using one's own. The request itself
 * reports a failure, or it fixes itself within a minute.
 */
const touch = (db: Db, hash: Buffer): Promise<unknown> =>
  sql`
    UPDATE token SET last_seen_at = now()
    WHERE (hash = ${hash} OR uuid = (SELECT started_from FROM token WHERE hash = ${hash})) AND last_seen_at < now() - make_interval(secs => ${SEEN_SECONDS})`
    .execute(db)
    .catch(() => undefined);

/**
 * A page of the caller's active sessions, the current one first, then by last use, and their number. Sessions of staff as
 * this user are included, without address and device. `offset` and `limit` count sessions; `idleMinutes` is the server's
 * own bound.
 */
export async function listSessions(
  db: Db,
  { user, tokenHash, actor }: Caller,
  { offset, limit, idleMinutes }: { offset: number; limit: number; idleMinutes?: number | undefined },
): Promise<{ count: number; sessions: Session[] }> {
  const isVisible = actor ? sql`false` : sql`actor IS NULL`;
  const { rows } = await sql<Session & { total: number }>`
    SELECT uuid, created_at, last_seen_at, CASE WHEN ${isVisible} THEN ip END AS ip,
      CASE WHEN ${isVisible} THEN user_agent END AS user_agent, hash = ${tokenHash} AS current,
      actor IS NOT NULL AS support, count(*) OVER () AS total
    FROM token t WHERE "user" = ${user} AND ${isActiveSession(idleMinutes)}
    ORDER BY hash = ${tokenHash} DESC, last_seen_at DESC, uuid DESC
    LIMIT ${limit} OFFSET ${offset}`.execute(db);
  const sessions = rows.map(({ total: _, ...one }) => one);
  return { count: rows[0]?.total ?? 0, sessions };
}

/** Ends one of the caller's own sessions. Throws `not_found` for any other. */
export const endSession = (db: Kysely<unknown>, caller: Caller, uuid: string): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const { rows } = await sql<object>`
      DELETE FROM token WHERE uuid = ${uuid} AND "user" = ${caller.user}
      RETURNING uuid AS session, created_at AS started_at, ip, user_agent`.execute(trx);
    if (!rows[0]) throw notFound();
    await audit(trx, caller, {
      action: 'end-session',
      entity: AUDITED,
      record: caller.user,
      before: rows[0],
    });
  });

/** Also ends the sessions in which this user, as staff, is signed in as a customer. */
export const endActing = (trx: Db, user: string) => sql`DELETE FROM token WHERE actor = ${user}`.execute(trx);

/** Ends all sessions of the caller except the current one, like `endSessionsOf`. */
export const endOtherSessions = (db: Kysely<unknown>, caller: Caller): Promise<number> =>
  db.transaction().execute(async (trx) => {
    const { user, tokenHash } = caller;
    await endActing(trx, user);
    const ended = await endSessionsOf(trx, sql`"user" = ${user} AND hash <> ${tokenHash}`);
    if (ended > 0) {
      const after = { ended };
      await audit(trx, caller, { action: 'end-other-sessions', entity: AUDITED, record: user, after });
    }
    return ended;
  });

/** Ends a token; ending it twice is not an error. */
export const signOut = (db: Kysely<unknown>, caller: Caller): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const { numAffectedRows } = await sql`DELETE FROM token WHERE hash = ${caller.tokenHash}`.execute(trx);
    // The end of a session as a customer is recorded by the database (migration 0001).
    if (numAffectedRows && !caller.actor) {
      await audit(trx, caller, { action: 'sign-out', entity: AUDITED, record: caller.user });
    }
  });

/** Ends sessions, whoever started them; returns how many of the users' own were active. */
async function endSessionsOf(trx: Db, which: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    WITH ended AS (DELETE FROM token WHERE ${which} RETURNING expires_at, actor)
    SELECT count(*) AS n FROM ended WHERE expires_at > now() AND actor IS NULL`.execute(trx);
  return rows[0]?.n ?? 0;
}

/** `endSessionsOf` a user, and the end of those in which they are signed in as a customer. */
export async function endAllSessions(trx: Db, user: string): Promise<number> {
  await endActing(trx, user);
  return endSessionsOf(trx, sql`"user" = ${user}`);
}

/** `endSessionsOf` all users of a customer's account. */
export const endSessionsOfAccount = (trx: Db, account: string): Promise<number> =>
  endSessionsOf(trx, sql`"user" IN (SELECT uuid FROM users WHERE account = ${account})`);
