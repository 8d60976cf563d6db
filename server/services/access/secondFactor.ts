import { randomBytes } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { RECOVERY_CODES } from '#schema/twoFactor.ts';
import type { Db } from '../../db/database.ts';
import { postMail } from '../mail/mail.ts';
import type { NoticeKind } from '../mail/noticeTexts.ts';
import { audit } from '../platform/audit.ts';
import { digest } from './digest.ts';
import type { Person } from './provePassword.ts';
import { toBase32 } from './totp.ts';

/** Characters of a recovery code: 60 bits, written in three groups of four. */
const RECOVERY_LENGTH = 12;

/** The `last_step` of users with only passkeys: no app code can be later, also for a server of the previous version. */
const NO_APP: RawBuilder<number> = sql`9223372036854775807`;

/** SQL of whether authenticator codes are accepted, for row `f` of `two_factor`. */
export const hasApp: RawBuilder<boolean> = sql`(f.confirmed_at IS NOT NULL AND f.last_step < ${NO_APP})`;

/** Includes the user, so that equal codes of two users differ. */
export const recoveryHash = (user: string, code: string): Buffer => digest(`${user} ${code}`);

/** Replaces all recovery codes; returns the new ones, which are shown only this once. */
export async function renewCodes(trx: Db, user: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    toBase32(randomBytes(RECOVERY_LENGTH)).slice(0, RECOVERY_LENGTH),
  );
  await sql`DELETE FROM recovery_code WHERE "user" = ${user}`.execute(trx);
  const hashes = codes.map((code) => recoveryHash(user, code));
  await sql`INSERT INTO recovery_code ("user", hash) SELECT ${user}, unnest(${hashes}::bytea[])`.execute(trx);
  return codes.map((code) => code.match(/.{4}/g)?.join('-') ?? code);
}

/** Records a change of the caller's second factor, and sends its mail if it has one. */
export async function noted(
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
 * Side effects of a user's first second factor of any kind: recovery codes, which are returned, and the end of their other
 * sessions, which were started with only the password. The user is locked (`requireSession`).
 */
export async function turnOn(trx: Db, caller: Person): Promise<string[]> {
  const { user, tokenHash } = caller;
  await sql`
    DELETE FROM token WHERE ("user" = ${user} OR actor = ${user}) AND hash <> ${tokenHash}`.execute(trx);
  await noted(trx, caller, 'turn-on-two-factor', 'two-factor-on');
  return renewCodes(trx, user);
}

/**
 * Turns on two-factor sign-in for a user without an app. False if it was on already. An unfinished set-up of an app is
 * dropped.
 */
export async function beginWithoutApp(trx: Db, user: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    INSERT INTO two_factor AS f ("user", secret, confirmed_at, last_step) VALUES (${user}, '', now(), ${NO_APP})
    ON CONFLICT ("user") DO UPDATE SET secret = '', confirmed_at = now(), last_step = ${NO_APP}
    WHERE f.confirmed_at IS NULL`.execute(trx);
  return (numAffectedRows ?? 0n) > 0n;
}

/**
 * Removes a user's passkeys created at or after `since`, and the recovery codes if they were renewed since; turns two-factor
 * sign-in off if it was turned on since then or has neither an app nor a passkey left: the recovery codes belonged to those.
 * Returns whether it was turned off.
 */
export async function removeFactorsSince(
  trx: Db,
  user: string,
  since: RawBuilder<unknown>,
): Promise<boolean> {
  await sql`DELETE FROM passkey WHERE "user" = ${user} AND created_at >= ${since}`.execute(trx);
  await sql`
    DELETE FROM recovery_code WHERE "user" = ${user} AND EXISTS (
      SELECT FROM security_alert WHERE "user" = ${user} AND kind = 'codes-renewed' AND created_at >= ${since})`.execute(
    trx,
  );
  const { numAffectedRows } = await sql`
    DELETE FROM two_factor f WHERE "user" = ${user} AND f.confirmed_at IS NOT NULL AND (f.confirmed_at >= ${since}
      OR NOT ${hasApp} AND NOT EXISTS (SELECT FROM passkey k WHERE k."user" = f."user"))`.execute(trx);
  return (numAffectedRows ?? 0n) > 0n;
}
