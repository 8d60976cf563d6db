import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { z } from 'zod';
import {
  isPersonal,
  LINK_MINUTES,
  type LinkChecked,
  PASSWORD_PERSONAL,
  type passwordResetConfirm,
} from '#schema/signup.ts';
import type { Db } from '../../db/database.ts';
import { postMail } from '../mail/mail.ts';
import { takeMailQuota } from '../mail/mailQuota.ts';
import { audit } from '../platform/audit.ts';
import { invalidField, Problem } from '../platform/problem.ts';
import { refuseCommon } from './commonPasswords.ts';
import { digest } from './digest.ts';
import { countKeys, revokeKeysOf } from './keyRevocation.ts';
import { endMailedLinks } from './mailedLinks.ts';
import type { Origin } from './origin.ts';
import { hashPassword } from './passwords.ts';
import { postAlert } from './securityAlerts.ts';
import { actorFrom, endAllSessions } from './sessions.ts';
import { rememberPlace } from './signInLimits.ts';

const brokenLink = (): Problem =>
  new Problem('broken_link', 'This link is incomplete, expired or already used. Request a new one.');

/**
 * Requests a password link for an address. Nothing here checks whether a user has it; sending the mail does. Throws
 * `too_many_requests`.
 */
export async function requestReset(
  db: Db,
  { email, language }: { email: string; language?: 'en' | 'ne' | null },
): Promise<void> {
  await takeMailQuota(db, email, 'password-reset', { gap: true });
  await postMail(db, { kind: 'password-reset', to: email, language });
}

/** A link of an active user: the last part of its address is random and stored only as a hash. */
export async function newResetLink(db: Db, user: string, minutes = LINK_MINUTES): Promise<string> {
  const link = randomUUID();
  await sql`
    INSERT INTO password_reset (hash, "user", expires_at)
    VALUES (${digest(link)}, ${user}, now() + make_interval(mins => ${minutes}))`.execute(db);
  return link;
}

const usable = (link: string) => sql`r.hash = ${digest(link)} AND r.expires_at > now()
  AND u.is_active AND EXISTS (SELECT FROM account a WHERE a.uuid = u.account AND a.is_active)`;

/** Whether a link is valid, and how many API keys its user has. */
export async function checkLink(db: Db, link: string): Promise<LinkChecked> {
  const { rows } = await sql<{ user: string }>`
    SELECT u.uuid AS "user" FROM password_reset r JOIN users u ON u.uuid = r."user" WHERE ${usable(link)}`.execute(
    db,
  );
  const user = rows[0]?.user;
  return user ? { usable: true, keys: await countKeys(db, user) } : { usable: false, keys: 0 };
}

/**
 * Sets a new password by a mailed link, once: ends all links and sessions of the user, revokes their API keys unless
 * `keep_keys`, and notifies them. Throws `broken_link`, and `invalid` for a password that is common or the user's own name
 * or address, which leaves the link valid.
 */
export async function resetPassword(
  db: Kysely<unknown>,
  { uuid: link, password, keep_keys }: z.infer<typeof passwordResetConfirm>,
  from: Origin = {},
): Promise<void> {
  if (!(await checkLink(db, link)).usable) throw brokenLink();
  await refuseCommon('password', password);
  const hash = await hashPassword(password);
  await db.transaction().execute(async (trx) => {
    // Only the user's row is locked, so that two concurrent uses of the link queue there without deadlocks.
    const { rows } = await sql<{
      uuid: string;
      account: string;
      name: string;
      email: string;
      is_invited: boolean;
    }>`
      SELECT u.uuid, u.account, u.name, u.email, u.is_invited
      FROM password_reset r JOIN users u ON u.uuid = r."user"
      WHERE ${usable(link)} FOR UPDATE OF u`.execute(trx);
    const user = rows[0];
    if (!user) throw brokenLink();
    if (isPersonal(password, [user.name, user.email])) throw invalidField('password', PASSWORD_PERSONAL);
    const { rows: ended } = await sql<{ hash: Buffer }>`
      DELETE FROM password_reset WHERE "user" = ${user.uuid} RETURNING hash`.execute(trx);
    if (!ended.some((row) => row.hash.equals(digest(link)))) throw brokenLink();
    await endMailedLinks(trx, user.uuid);
    await sql`
      UPDATE users SET password_hash = ${hash}, is_invited = false WHERE uuid = ${user.uuid}`.execute(trx);
    await endAllSessions(trx, user.uuid);
    await rememberPlace(trx, user.uuid, from);
    const actor = actorFrom(from, user.uuid, user.account);
    if (!keep_keys) await revokeKeysOf(trx, actor, user.uuid);
    await audit(trx, actor, {
      action: 'reset-password',
      entity: 'users',
      record: user.uuid,
    });
    // An invited user has chosen a first password, so there is no change to warn about.
    if (!user.is_invited) await postAlert(trx, user.uuid, 'password-changed');
  });
}
