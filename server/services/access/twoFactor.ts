import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { latinDigits } from '#schema/phone.ts';
import type { PasskeyAnswer, TwoFactor, TwoFactorSecret } from '#schema/twoFactor.ts';
import type { Db } from '../../db/database.ts';
import { postMail } from '../mail/mail.ts';
import { audit } from '../platform/audit.ts';
import { readBrand, serviceName } from '../platform/brand.ts';
import type { Caller } from '../platform/caller.ts';
import { databaseNow } from '../platform/databaseClock.ts';
import { isWithinLast } from '../platform/farTimes.ts';
import { open, type Place, seal } from '../platform/keyring.ts';
import { notFound, Problem } from '../platform/problem.ts';
import { actOnUser } from './actOnUser.ts';
import { requiresSecondFactor } from './lacksSecondFactor.ts';
import { passPasskey, proofOptions, type Site } from './passkeys.ts';
import { type Person, provePassword } from './provePassword.ts';
import { requireSession } from './requireSession.ts';
import { hasApp, noted, recoveryHash, renewCodes, turnOn } from './secondFactor.ts';
import { postAlert } from './securityAlerts.ts';
import { otpauthUri, stepOf, TOTP_DIGITS, toBase32 } from './totp.ts';

const SECRET_BYTES = 20;
const TRIES = 5;
const WINDOW_MINUTES = 15;

/** The counters of each kind of code: wrong app codes do not lock out recovery codes. */
type Tries = 'tries' | 'recovery_tries';

const recent = (tries: Tries) => sql`ARRAY(SELECT t FROM unnest(${sql.ref(`f.${tries}`)}) AS t
  WHERE ${isWithinLast(sql`t`, sql`make_interval(mins => ${WINDOW_MINUTES})`)})`;

const secretOf = (user: string): Place => ({ table: 'two_factor', column: 'secret', row: user });

/** Digits in any script, spaces allowed, or a recovery code with or without dashes. */
const plain = (typed: string): string => latinDigits(typed).replace(/[\s-]/g, '').toUpperCase();

/**
 * Counts an attempt and returns the secret of the codes. Throws `too_many_requests` with the seconds to wait in
 * `data.retry_after` after five of a kind within 15 minutes. Concurrent attempts are counted separately.
 */
async function takeTry(db: Db, user: string, tries: Tries): Promise<string> {
  const counted = recent(tries);
  const taken = await sql<{ secret: string }>`
    UPDATE two_factor f SET ${sql.ref(tries)} = ${counted} || clock_timestamp()
    WHERE f."user" = ${user} AND cardinality(${counted}) < ${TRIES} RETURNING secret`.execute(db);
  if (taken.rows[0]) return open(secretOf(user), taken.rows[0].secret);
  const { rows } = await sql<{ wait: number }>`
    SELECT greatest(1, ceil(extract(epoch FROM (${counted})[1] + make_interval(mins => ${WINDOW_MINUTES})
      - clock_timestamp())))::int AS wait
    FROM two_factor f WHERE f."user" = ${user}`.execute(db);
  const wait = rows[0]?.wait ?? 1;
  throw new Problem(
    'too_many_requests',
    `Too many wrong codes of this kind. Try again in ${Math.ceil(wait / 60)} minutes, or use the other kind: app or recovery code.`,
    { data: { retry_after: wait } },
  );
}

/** The time step of an app's code, or undefined if it is wrong now. By the database's clock, as all that codes are compared with. */
const stepNow = async (db: Db, secret: string, code: string): Promise<number | undefined> =>
  stepOf(secret, code, (await databaseNow(db)).getTime());

/** Whether a code is right; a right one works only once. Counts as an attempt and throws like `takeTry`. */
async function spendCode(db: Db, user: string, typed: string): Promise<boolean> {
  const code = plain(typed);
  const isApp = code.length === TOTP_DIGITS && /^\d+$/.test(code);
  const secret = await takeTry(db, user, isApp ? 'tries' : 'recovery_tries');
  const step = isApp ? await stepNow(db, secret, code) : undefined;
  if (isApp && step === undefined) return false;
  const used = isApp
    ? await sql`UPDATE two_factor SET last_step = ${step} WHERE "user" = ${user} AND last_step < ${step}`.execute(
        db,
      )
    : await sql`
        UPDATE recovery_code SET used_at = now()
        WHERE "user" = ${user} AND hash = ${recoveryHash(user, code)} AND used_at IS NULL`.execute(db);
  if (!used.numAffectedRows) return false;
  await sql`UPDATE two_factor SET tries = '{}', recovery_tries = '{}' WHERE "user" = ${user}`.execute(db);
  return true;
}

const wrongCode = (): Problem =>
  new Problem('wrong_code', 'This code is not correct. Each code works once, so wait for the next one.');

/**
 * Checks the second factor after a correct password: succeeds at once if none is set up, otherwise needs an app code, a
 * recovery code or a passkey. Returns whether one is set up. Throws `two_factor_required` if missing, with the options for
 * the user's passkeys in `data.passkey`, `wrong_code`, `wrong_passkey`, or `too_many_requests`.
 */
export async function passSecondFactor(
  db: Db,
  user: string,
  { code, passkey }: Pick<SelfProof, 'code' | 'passkey'>,
  site: Site,
): Promise<boolean> {
  const { rows } = await sql<{ app: boolean }>`
    SELECT ${hasApp} AS app FROM two_factor f WHERE "user" = ${user} AND confirmed_at IS NOT NULL`.execute(
    db,
  );
  if (!rows[0]) return false;
  if (passkey) {
    await passPasskey(db, user, passkey, site);
    return true;
  }
  if (!code) {
    const options = await proofOptions(db, user, site);
    const detail = rows[0].app
      ? 'Enter the code from your authenticator app, or a recovery code.'
      : 'Use a passkey, or enter a recovery code.';
    throw new Problem('two_factor_required', detail, options && { data: { passkey: options } });
  }
  if (!(await spendCode(db, user, code))) throw wrongCode();
  return true;
}

/** The state of a user's second factor. */
export async function twoFactorOf(db: Db, user: string): Promise<TwoFactor> {
  const { rows } = await sql<TwoFactor>`
    SELECT f.confirmed_at IS NOT NULL AS enabled, coalesce(${hasApp}, false) AS app,
      (SELECT count(*) FROM recovery_code r WHERE r."user" = u.uuid AND used_at IS NULL)::int AS recovery_codes_left,
      ${requiresSecondFactor('u', sql`u.role`)} AS required
    FROM users u LEFT JOIN two_factor f ON f."user" = u.uuid
    WHERE u.uuid = ${user}`.execute(db);
  if (!rows[0]) throw notFound();
  return rows[0];
}

async function requireCode(db: Db, user: string, code: string): Promise<void> {
  if (!(await spendCode(db, user, code))) throw wrongCodeField();
}

function wrongCodeField(): Problem {
  const { message } = wrongCode();
  return new Problem('wrong_code', message, { errors: { code: [message] } });
}

const missing = (field: string): Problem =>
  new Problem('invalid', 'Some fields are not correct.', { errors: { [field]: ['Required'] } });

export interface SelfProof {
  password?: string | null | undefined;
  code?: string | null | undefined;
  passkey?: PasskeyAnswer | null | undefined;
}

/**
 * Checks the caller's identity: by a code or a passkey if two-factor sign-in is on, otherwise by password. Throws `invalid`
 * if missing or wrong, `wrong_code`, `wrong_passkey`, and `too_many_requests`.
 */
export async function proveSelf(
  db: Db,
  caller: Person,
  { password, code, passkey }: SelfProof,
  site: Site,
): Promise<void> {
  if ((await twoFactorOf(db, caller.user)).enabled)
    return proveBySecond(db, caller.user, { code, passkey }, site);
  if (!password) throw missing('password');
  return provePassword(db, caller, 'password', password);
}

/** Checks a user with a second factor by a code or a passkey. Throws like `proveSelf`. */
async function proveBySecond(
  db: Db,
  user: string,
  { code, passkey }: Pick<SelfProof, 'code' | 'passkey'>,
  site: Site,
): Promise<void> {
  if (passkey) return passPasskey(db, user, passkey, site);
  if (!code) throw missing('code');
  return requireCode(db, user, code);
}

async function requireOn(db: Db, user: string): Promise<void> {
  if (!(await twoFactorOf(db, user)).enabled) {
    throw new Problem('conflict', 'Two-factor sign-in is already off. Nothing was changed.');
  }
}

const isOnAlready = (): Problem => new Problem('conflict', 'Two-factor sign-in is already on.');

/**
 * Creates a secret for the caller's authenticator app, replacing an unconfirmed one. Users with passkeys prove their
 * identity by one of them or a recovery code, all others by password. Throws like `proveSelf` and `requireSession`, and
 * `conflict` if there is an app.
 */
export async function startTwoFactor(
  db: Kysely<unknown>,
  caller: Person,
  proof: SelfProof,
  site: Site,
): Promise<TwoFactorSecret> {
  const { user } = caller;
  if ((await twoFactorOf(db, user)).app) throw isOnAlready();
  await proveSelf(db, caller, proof, site);
  const secret = toBase32(randomBytes(SECRET_BYTES));
  // For users with passkeys, the secret accepts no codes until it is confirmed: `last_step` stays beyond every code's step.
  await db.transaction().execute(async (trx) => {
    await requireSession(trx, caller);
    const { numAffectedRows } = await sql`
      INSERT INTO two_factor AS f ("user", secret) VALUES (${user}, ${seal(secretOf(user), secret)})
      ON CONFLICT ("user") DO UPDATE SET secret = excluded.secret,
        last_step = CASE WHEN f.confirmed_at IS NULL THEN 0 ELSE f.last_step END
      WHERE NOT ${hasApp}`.execute(trx);
    if (!numAffectedRows) throw isOnAlready();
  });
  const { rows } = await sql<{ email: string }>`SELECT email FROM users WHERE uuid = ${user}`.execute(db);
  return { secret, uri: otpauthUri(secret, serviceName(await readBrand(db), 'en'), rows[0]?.email ?? '') };
}

/**
 * Confirms the caller's app by a code made with its secret. Returns the recovery codes if it is their first second factor,
 * as created by `turnOn`, and none if there are passkeys.
 */
export async function confirmTwoFactor(db: Kysely<unknown>, caller: Person, code: string): Promise<string[]> {
  const { user } = caller;
  const { rows } = await sql<{ confirmed: boolean; app: boolean; secret: string }>`
    SELECT confirmed_at IS NOT NULL AS confirmed, ${hasApp} AS app, secret FROM two_factor f
    WHERE "user" = ${user}`.execute(db);
  const [found] = rows;
  if (found?.app) throw isOnAlready();
  if (!found || open(secretOf(user), found.secret) === '')
    throw new Problem('conflict', 'This setup has expired. Start again.');
  const step = await stepNow(db, await takeTry(db, user, 'tries'), plain(code));
  if (step === undefined) throw wrongCodeField();
  return db.transaction().execute(async (trx) => {
    await requireSession(trx, caller);
    const { numAffectedRows } = await sql`
      UPDATE two_factor f SET confirmed_at = coalesce(confirmed_at, now()), last_step = ${step},
        tries = '{}', recovery_tries = '{}'
      WHERE "user" = ${user} AND NOT ${hasApp} AND (confirmed_at IS NOT NULL) = ${found.confirmed}
        AND secret = ${found.secret}`.execute(trx);
    if (!numAffectedRows) throw isOnAlready();
    if (!found.confirmed) return turnOn(trx, caller);
    await noted(trx, caller, 'turn-on-two-factor', 'two-factor-on');
    return [];
  });
}

interface StrongProof extends Pick<SelfProof, 'code' | 'passkey'> {
  password: string;
}

/**
 * Replaces the recovery codes and notifies the user. Needs the password, and a code or a passkey. Throws like `requireSession`.
 */
export async function renewRecoveryCodes(
  db: Kysely<unknown>,
  caller: Person,
  { password, ...proof }: StrongProof,
  site: Site,
): Promise<string[]> {
  await requireOn(db, caller.user);
  await provePassword(db, caller, 'password', password);
  await proveBySecond(db, caller.user, proof, site);
  return db.transaction().execute(async (trx) => {
    await requireSession(trx, caller);
    await noted(trx, caller, 'renew-recovery-codes');
    await postAlert(trx, caller.user, 'codes-renewed');
    return renewCodes(trx, caller.user);
  });
}

/** Turns two-factor sign-in off. Needs the password, and a code or a passkey. Throws like `requireSession`. */
export async function turnOffTwoFactor(
  db: Kysely<unknown>,
  caller: Person,
  { password, ...proof }: StrongProof,
  site: Site,
): Promise<void> {
  await requireOn(db, caller.user);
  await provePassword(db, caller, 'password', password);
  await proveBySecond(db, caller.user, proof, site);
  await db.transaction().execute(async (trx) => {
    await requireSession(trx, caller);
    await sql`DELETE FROM two_factor WHERE "user" = ${caller.user}`.execute(trx);
    await noted(trx, caller, 'turn-off-two-factor', 'two-factor-off');
  });
}

/**
 * Removes the second factor of a user who has lost it, in the caller's transaction. Throws like `actOnUser`, and `conflict`
 * for the caller's own, which is turned off in the profile, and if there is none.
 */
export async function removeTwoFactor(trx: Db, caller: Caller, user: string): Promise<void> {
  const { name: title, email, account } = await actOnUser(trx, caller, user);
  if (user === caller.user) {
    throw new Problem('conflict', 'Turn off your own two-factor sign-in in your profile.');
  }
  const { numAffectedRows } = await sql`
    DELETE FROM two_factor WHERE "user" = ${user} AND confirmed_at IS NOT NULL`.execute(trx);
  if (!numAffectedRows) throw new Problem('conflict', 'This user has no second factor. Nothing was changed.');
  await audit(trx, caller, { action: 'remove-two-factor', entity: 'users', record: user, account, title });
  await postMail(trx, { kind: 'two-factor-removed', to: email });
}
