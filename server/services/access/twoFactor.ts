import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { latinDigits } from '#schema/phone.ts';
import {
  type PasskeyAnswer,
  RECOVERY_CODES,
  type TwoFactor,
  type TwoFactorSecret,
} from '#schema/twoFactor.ts';
import type { Db } from '../../db/database.ts';
import { postMail } from '../mail/mail.ts';
import type { NoticeKind } from '../mail/noticeTexts.ts';
import { audit } from '../platform/audit.ts';
import type { Caller } from '../platform/caller.ts';
import { open, type Place, seal } from '../platform/keyring.ts';
import { notFound, Problem } from '../platform/problem.ts';
import { actOnUser } from './actOnUser.ts';
import { digest } from './digest.ts';
import { passPasskey, proofOptions, type Site } from './passkeys.ts';
import { type Person, provePassword } from './provePassword.ts';
import { otpauthUri, stepOf, TOTP_DIGITS, toBase32 } from './totp.ts';

const ISSUER = 'Bulk SMS Console';
const SECRET_BYTES = 20;
const TRIES = 5;
const WINDOW_MINUTES = 15;
/** Characters of a recovery code: 60 bits, written in three groups of four. */
const RECOVERY_LENGTH = 12;

/** Where the tries of each kind of code are counted: wrong ones of the app do not lock out recovery codes. */
type Tries = 'tries' | 'recovery_tries';

const recent = (tries: Tries) => sql`ARRAY(SELECT t FROM unnest(${sql.ref(`f.${tries}`)}) AS t
  WHERE t > clock_timestamp() - make_interval(mins => ${WINDOW_MINUTES}))`;

const secretOf = (user: string): Place => ({ table: 'two_factor', column: 'secret', row: user });

/** Digits in any script and with spaces between, or a recovery code with or without its dashes. */
const plain = (typed: string): string => latinDigits(typed).replace(/[\s-]/g, '').toUpperCase();

/** With the user in it, so that equal codes of two users do not look alike. */
const recoveryHash = (user: string, code: string): Buffer => digest(`${user} ${code}`);

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
  new Problem(
    'wrong_code',
    'The code is not right. Each code works once: wait for the next one of your app.',
  );

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
  const { rows } = await sql`
    SELECT FROM two_factor WHERE "user" = ${user} AND confirmed_at IS NOT NULL`.execute(db);
  if (rows.length === 0) return;
  if (passkey) return passPasskey(db, user, passkey, site);
  if (!code) {
    const options = await proofOptions(db, user, site);
    const detail = 'Enter the code of your authenticator app, or a recovery code.';
    throw new Problem('two_factor_required', detail, options && { data: { passkey: options } });
  }
  if (!(await spendCode(db, user, code))) throw wrongCode();
}

/** How it stands with a user's second factor. */
export async function twoFactorOf(db: Db, user: string): Promise<TwoFactor> {
  const { rows } = await sql<TwoFactor>`
    SELECT f.confirmed_at IS NOT NULL AS enabled,
      (SELECT count(*) FROM recovery_code r WHERE r."user" = u.uuid AND used_at IS NULL)::int AS recovery_codes_left,
      u.role <> 'customer' AND s.staff_two_factor AS required
    FROM users u CROSS JOIN provider_setting s LEFT JOIN two_factor f ON f."user" = u.uuid
    WHERE u.uuid = ${user}`.execute(db);
  if (!rows[0]) throw notFound();
  return rows[0];
}

async function requireCode(db: Db, user: string, code: string): Promise<void> {
  if (await spendCode(db, user, code)) return;
  const { message } = wrongCode();
  throw new Problem('wrong_code', message, { errors: { code: [message] } });
}

const missing = (field: string): Problem =>
  new Problem('invalid', 'Some fields are not right.', { errors: { [field]: ['Required'] } });

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
  if ((await twoFactorOf(db, caller.user)).enabled) {
    if (passkey) return passPasskey(db, caller.user, passkey, site);
    if (!code) throw missing('code');
    return requireCode(db, caller.user, code);
  }
  if (!password) throw missing('password');
  return provePassword(db, caller, 'password', password);
}

async function requireOn(db: Db, user: string): Promise<void> {
  if (!(await twoFactorOf(db, user)).enabled) {
    throw new Problem('conflict', 'Two-factor sign-in is off already. Nothing was changed.');
  }
}

async function noted(
  trx: Db,
  caller: Person,
  action: string,
  kind?: Extract<NoticeKind, `two-factor-${string}`>,
): Promise<void> {
  const { user } = caller;
  await audit(trx, caller, { action, entity: 'users', record: user });
  if (!kind) return;
  const { rows } = await sql<{ email: string }>`SELECT email FROM users WHERE uuid = ${user}`.execute(trx);
  if (rows[0]) await postMail(trx, { kind, to: rows[0].email });
}

/**
 * Makes a secret for the caller's authenticator app, in place of one that was not confirmed. Throws `invalid`
 * for a wrong password, `conflict` where two-factor sign-in is on.
 */
export async function startTwoFactor(db: Db, caller: Person, password: string): Promise<TwoFactorSecret> {
  const { user } = caller;
  await provePassword(db, caller, 'password', password);
  const secret = toBase32(randomBytes(SECRET_BYTES));
  const { numAffectedRows } = await sql`
    INSERT INTO two_factor AS f ("user", secret) VALUES (${user}, ${seal(secretOf(user), secret)})
    ON CONFLICT ("user") DO UPDATE SET secret = excluded.secret, last_step = 0
    WHERE f.confirmed_at IS NULL`.execute(db);
  if (!numAffectedRows) throw new Problem('conflict', 'Two-factor sign-in is on already.');
  const { rows } = await sql<{ email: string }>`SELECT email FROM users WHERE uuid = ${user}`.execute(db);
  return { secret, uri: otpauthUri(secret, ISSUER, rows[0]?.email ?? '') };
}

/** New recovery codes in place of all former ones, as they are shown this once. */
async function renewCodes(trx: Db, user: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    toBase32(randomBytes(RECOVERY_LENGTH)).slice(0, RECOVERY_LENGTH),
  );
  await sql`DELETE FROM recovery_code WHERE "user" = ${user}`.execute(trx);
  const hashes = codes.map((code) => recoveryHash(user, code));
  await sql`INSERT INTO recovery_code ("user", hash) SELECT ${user}, unnest(${hashes}::bytea[])`.execute(trx);
  return codes.map((code) => code.match(/.{4}/g)?.join('-') ?? code);
}

/**
 * Turns two-factor sign-in on, after a code has shown that the app has the secret, and answers the recovery
 * codes. Every other session of the user ends: it was started with the password alone.
 */
export async function confirmTwoFactor(db: Kysely<unknown>, caller: Person, code: string): Promise<string[]> {
  const { user, tokenHash } = caller;
  const { rows } = await sql<{ confirmed: boolean }>`
    SELECT confirmed_at IS NOT NULL AS confirmed FROM two_factor WHERE "user" = ${user}`.execute(db);
  if (!rows[0]) throw new Problem('conflict', 'Start with a new secret: this one is not there any more.');
  if (rows[0].confirmed) throw new Problem('conflict', 'Two-factor sign-in is on already.');
  await requireCode(db, user, code);
  return db.transaction().execute(async (trx) => {
    const { numAffectedRows } = await sql`
      UPDATE two_factor SET confirmed_at = now() WHERE "user" = ${user} AND confirmed_at IS NULL`.execute(
      trx,
    );
    if (!numAffectedRows) throw new Problem('conflict', 'Two-factor sign-in is on already.');
    await sql`
      DELETE FROM token WHERE ("user" = ${user} OR actor = ${user}) AND hash <> ${tokenHash}`.execute(trx);
    await noted(trx, caller, 'turn-on-two-factor', 'two-factor-on');
    return renewCodes(trx, user);
  });
}

/** New recovery codes; those of before work no more. Asks for the password and a code. */
export async function renewRecoveryCodes(
  db: Kysely<unknown>,
  caller: Person,
  { password, code }: { password: string; code: string },
): Promise<string[]> {
  await requireOn(db, caller.user);
  await provePassword(db, caller, 'password', password);
  await requireCode(db, caller.user, code);
  return db.transaction().execute(async (trx) => {
    await noted(trx, caller, 'renew-recovery-codes');
    return renewCodes(trx, caller.user);
  });
}

/** Turns two-factor sign-in off. Asks for the password and a code. */
export async function turnOffTwoFactor(
  db: Kysely<unknown>,
  caller: Person,
  { password, code }: { password: string; code: string },
): Promise<void> {
  await requireOn(db, caller.user);
  await provePassword(db, caller, 'password', password);
  await requireCode(db, caller.user, code);
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
    throw new Problem('conflict', 'Turn your own two-factor sign-in off in your profile.');
  }
  const { numAffectedRows } = await sql`
    DELETE FROM two_factor WHERE "user" = ${user} AND confirmed_at IS NOT NULL`.execute(trx);
  if (!numAffectedRows) throw new Problem('conflict', 'This user has no second factor. Nothing was changed.');
  await audit(trx, caller, { action: 'remove-two-factor', entity: 'users', record: user, account, title });
  await postMail(trx, { kind: 'two-factor-removed', to: email });
}
