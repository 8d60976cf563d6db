import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { latinDigits } from '#schema/phone.ts';
import type { PasskeyAnswer, TwoFactor, TwoFactorSecret } from '#schema/twoFactor.ts';
import type { Db } from '../../db/database.ts';
import { postMail } from '../mail/mail.ts';
import { audit } from '../platform/audit.ts';
import type { Caller } from '../platform/caller.ts';
import { open, type Place, seal } from '../platform/keyring.ts';
import { notFound, Problem } from '../platform/problem.ts';
import { actOnUser } from './actOnUser.ts';
import { passPasskey, proofOptions, type Site } from './passkeys.ts';
import { type Person, provePassword } from './provePassword.ts';
import { hasApp, noted, recoveryHash, renewCodes, turnOn } from './secondFactor.ts';
import { otpauthUri, stepOf, TOTP_DIGITS, toBase32 } from './totp.ts';

const ISSUER = 'Bulk SMS Console';
const SECRET_BYTES = 20;
const TRIES = 5;
const WINDOW_MINUTES = 15;

/** Where the tries of each kind of code are counted: wrong ones of the app do not lock out recovery codes. */
type Tries = 'tries' | 'recovery_tries';

const recent = (tries: Tries) => sql`ARRAY(SELECT t FROM unnest(${sql.ref(`f.${tries}`)}) AS t
  WHERE t > clock_timestamp() - make_interval(mins => ${WINDOW_MINUTES}))`;

const secretOf = (user: string): Place => ({ table: 'two_factor', column: 'secret', row: user });

/** Digits in any script and with spaces between, or a recovery code with or without its dashes. */
const plain = (typed: string): string => latinDigits(typed).replace(/[\s-]/g, '').toUpperCase();

/**
 * Counts a try and answers the secret that codes are made of; throws `too_many_requests` with the seconds to
 * wait in `data.retry_after` after five of a kind within a quarter of an hour. Two at once count as two.
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

/** Whether a code is right; a right one is never so again. Counts as a try, throws as `takeTry` does. */
async function spendCode(db: Db, user: string, typed: string): Promise<boolean> {
  const code = plain(typed);
  const isApp = code.length === TOTP_DIGITS && /^\d+$/.test(code);
  const secret = await takeTry(db, user, isApp ? 'tries' : 'recovery_tries');
  const step = isApp ? stepOf(secret, code, Date.now()) : undefined;
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
 * Lets a user pass whose password was right: at once where no second factor is set up, else by a code of the
 * app, a recovery code or a passkey. Throws `two_factor_required` without one, with the options for their passkeys in
 * `data.passkey`, `wrong_code`, `wrong_passkey`, or `too_many_requests`.
 */
export async function passSecondFactor(
  db: Db,
  user: string,
  { code, passkey }: Pick<SelfProof, 'code' | 'passkey'>,
  site: Site,
): Promise<void> {
  const { rows } = await sql<{ app: boolean }>`
    SELECT ${hasApp} AS app FROM two_factor f WHERE "user" = ${user} AND confirmed_at IS NOT NULL`.execute(
    db,
  );
  if (!rows[0]) return;
  if (passkey) return passPasskey(db, user, passkey, site);
  if (!code) {
    const options = await proofOptions(db, user, site);
    const detail = rows[0].app
      ? 'Enter the code from your authenticator app, or a recovery code.'
      : 'Use a passkey, or enter a recovery code.';
    throw new Problem('two_factor_required', detail, options && { data: { passkey: options } });
  }
  if (!(await spendCode(db, user, code))) throw wrongCode();
}

/** How it stands with a user's second factor. */
export async function twoFactorOf(db: Db, user: string): Promise<TwoFactor> {
  const { rows } = await sql<TwoFactor>`
    SELECT f.confirmed_at IS NOT NULL AS enabled, coalesce(${hasApp}, false) AS app,
      (SELECT count(*) FROM recovery_code r WHERE r."user" = u.uuid AND used_at IS NULL)::int AS recovery_codes_left,
      u.role <> 'customer' AND s.staff_two_factor AS required
    FROM users u CROSS JOIN provider_setting s LEFT JOIN two_factor f ON f."user" = u.uuid
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
 * Lets a caller pass who shows that it is them: by a code or a passkey where two-factor sign-in is on, else by their
 * password. Throws `invalid` for a missing or wrong one, `wrong_code`, `wrong_passkey`, and `too_many_requests`.
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

/** Lets a user with a second factor pass by a code or a passkey. Throws as `proveSelf` does. */
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
 * Makes a secret for the caller's authenticator app, in place of one that was not confirmed. Who has passkeys shows by one of
 * them, or by a recovery code, that it is them, everybody else by the password. Throws as `proveSelf` does, `conflict` where
 * there is an app.
 */
export async function startTwoFactor(
  db: Db,
  caller: Person,
  proof: SelfProof,
  site: Site,
): Promise<TwoFactorSecret> {
  const { user } = caller;
  if ((await twoFactorOf(db, user)).app) throw isOnAlready();
  await proveSelf(db, caller, proof, site);
  const secret = toBase32(randomBytes(SECRET_BYTES));
  // Beside passkeys the secret opens nothing until a code has confirmed it: `last_step` stays past every code's.
  const { numAffectedRows } = await sql`
    INSERT INTO two_factor AS f ("user", secret) VALUES (${user}, ${seal(secretOf(user), secret)})
    ON CONFLICT ("user") DO UPDATE SET secret = excluded.secret,
      last_step = CASE WHEN f.confirmed_at IS NULL THEN 0 ELSE f.last_step END
    WHERE NOT ${hasApp}`.execute(db);
  if (!numAffectedRows) throw isOnAlready();
  const { rows } = await sql<{ email: string }>`SELECT email FROM users WHERE uuid = ${user}`.execute(db);
  return { secret, uri: otpauthUri(secret, ISSUER, rows[0]?.email ?? '') };
}

/**
 * Takes the caller's app, after a code has shown that it has the secret. Answers the recovery codes where it is their first
 * second factor, as `turnOn` makes them, and none beside passkeys.
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
  const step = stepOf(await takeTry(db, user, 'tries'), plain(code), Date.now());
  if (step === undefined) throw wrongCodeField();
  return db.transaction().execute(async (trx) => {
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

/** New recovery codes; those of before work no more. Asks for the password, and for a code or a passkey. */
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
    await noted(trx, caller, 'renew-recovery-codes');
    return renewCodes(trx, caller.user);
  });
}

/** Turns two-factor sign-in off. Asks for the password, and for a code or a passkey. */
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
    await sql`DELETE FROM two_factor WHERE "user" = ${caller.user}`.execute(trx);
    await noted(trx, caller, 'turn-off-two-factor', 'two-factor-off');
  });
}

/**
 * Takes a user's second factor away who has lost it, in the caller's transaction. Throws as `actOnUser` does, and
 * `conflict` for the caller's own, which is turned off in the profile, and where there is none.
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
