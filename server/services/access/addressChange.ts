import { randomBytes } from 'node:crypto';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { ADDRESS_HOLD_HOURS, ADDRESS_HOURS } from '#schema/addressChange.ts';
import type { Db } from '../../db/database.ts';
import type { MailContent } from '../mail/composeMail.ts';
import { postMail } from '../mail/mail.ts';
import { takeMailQuota } from '../mail/mailQuota.ts';
import type { Language } from '../mail/mailTexts.ts';
import { type Actor, audit } from '../platform/audit.ts';
import { nepalTime } from '../platform/nepalTime.ts';
import { invalidField, Problem } from '../platform/problem.ts';
import { digest } from './digest.ts';
import { endMailedLinks } from './mailedLinks.ts';
import type { Origin } from './origin.ts';
import { postAlert } from './securityAlerts.ts';
import { actorFrom, endAllSessions } from './sessions.ts';

const TAKEN = 'Another user has this e-mail address.';

/** Throws `unavailable` if the server sends no mail. */
export function requireAddressMail(sendsMail: boolean): void {
  if (sendsMail) return;
  throw new Problem('unavailable', 'This server cannot send e-mail, so a new address cannot be confirmed.');
}

/** Of two users with one address the second is refused, even if both come at once. */
export async function refuseTakenAddress<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if ((error as { constraint?: string }).constraint !== 'users_email') throw error;
    throw invalidField('email', TAKEN);
  }
}

/** The owner of the address, as recorded in the audit log. */
interface Whose {
  uuid: string;
  account: string;
  name: string;
}

const entry = ({ uuid: record, account, name: title }: Whose) =>
  ({ entity: 'users', record, account, title }) as const;

/** SQL of the address that has to confirm a user's change; null if there is none. */
export const newAddressOf = (user: RawBuilder<unknown>): RawBuilder<string | null> =>
  sql`(SELECT c.email FROM address_change c WHERE c."user" = ${user} AND c.expires_at > now())`;

/**
 * Sends a confirmation mail to a user's new address, replacing any earlier request. The caller has locked the user.
 * `byOwner`: the users requested it themselves and have proved their identity. Throws `invalid` for the current address
 * and, only for staff, for one that another user has, and `too_many_requests`.
 */
export async function requestAddressChange(
  trx: Db,
  actor: Actor,
  user: Whose,
  { email, former, byOwner }: { email: string; former: string; byOwner: boolean },
): Promise<void> {
  const same = email.toLowerCase() === former.toLowerCase();
  if (same) throw invalidField('email', 'This is already the current address.');
  // Customers are not told whether an address has an account; if it has one, no link is sent to it.
  const { rows: others } = await sql`SELECT FROM users WHERE lower(email) = lower(${email})`.execute(trx);
  if (others.length > 0 && !byOwner) throw invalidField('email', TAKEN);
  await takeMailQuota(trx, email, 'address-change', { gap: false });
  await sql`DELETE FROM address_change WHERE "user" = ${user.uuid}`.execute(trx);
  const { rows } = await sql<{ uuid: string }>`
    INSERT INTO address_change ("user", email, by_owner, expires_at)
    VALUES (${user.uuid}, ${email}, ${byOwner}, now() + make_interval(hours => ${ADDRESS_HOURS}))
    RETURNING uuid`.execute(trx);
  await postMail(trx, { kind: 'address-change', to: email, about: rows[0]?.uuid as string });
  await audit(trx, actor, {
    ...{ action: 'ask-address', ...entry(user) },
    before: { email: former },
    after: { email },
  });
}

const none = (): Problem =>
  new Problem('conflict', 'There is no pending address change. Nothing was changed.');

/** Sends a new link, which replaces the earlier one. Throws `conflict` if no change is pending, and `too_many_requests`. */
export async function resendAddress(trx: Db, actor: Actor, user: Whose): Promise<void> {
  const { rows } = await sql<{ uuid: string; email: string }>`
    UPDATE address_change SET hash = NULL, expires_at = now() + make_interval(hours => ${ADDRESS_HOURS})
    WHERE "user" = ${user.uuid} AND expires_at > now() RETURNING uuid, email`.execute(trx);
  const waits = rows[0];
  if (!waits) throw none();
  await takeMailQuota(trx, waits.email, 'address-change', { gap: true });
  await postMail(trx, { kind: 'address-change', to: waits.email, about: waits.uuid });
  await audit(trx, actor, { action: 'resend-address', ...entry(user), after: { email: waits.email } });
}

/** Cancels a pending change of address. Throws `conflict` if there is none. */
export async function cancelAddress(trx: Db, actor: Actor, user: Whose): Promise<void> {
  const { rows } = await sql<{ email: string }>`
    DELETE FROM address_change WHERE "user" = ${user.uuid} AND expires_at > now() RETURNING email`.execute(
    trx,
  );
  if (!rows[0]) throw none();
  await audit(trx, actor, { action: 'cancel-address', ...entry(user), before: { email: rows[0].email } });
}

/**
 * The mail to a new address, with a new link that replaces that of an earlier attempt; undefined if no change is pending.
 */
export async function writeAddressLink(
  db: Db,
  { about, to }: { about: string | null; to: string },
  at: (path: string) => string,
): Promise<{ language: Language; content: MailContent<'address-change'> } | undefined> {
  const link = randomBytes(32).toString('base64url');
  const { rows } = await sql<{ language: Language | null }>`
    UPDATE address_change c SET hash = ${digest(link)} FROM users u
    WHERE c.uuid = ${about} AND c.email = ${to} AND c.expires_at > now() AND u.uuid = c."user" AND u.is_active
      AND NOT EXISTS (SELECT FROM users o WHERE lower(o.email) = lower(${to}))
    RETURNING u.language`.execute(db);
  if (!rows[0]) return undefined;
  const language = rows[0].language ?? 'en';
  const values = { link: at(`/confirm-address/${link}`) };
  return { language, content: { kind: 'address-change', values } };
}

const usable = (link: string) => sql`c.hash = ${digest(link)} AND c.expires_at > now() AND u.is_active
  AND EXISTS (SELECT FROM account a WHERE a.uuid = u.account AND a.is_active)`;

/** The address that a link would confirm; null if the link cannot be used. */
export async function checkAddressLink(db: Db, link: string): Promise<string | null> {
  const { rows } = await sql<{ email: string }>`
    SELECT c.email FROM address_change c JOIN users u ON u.uuid = c."user" WHERE ${usable(link)}`.execute(db);
  return rows[0]?.email ?? null;
}

const brokenLink = (): Problem =>
  new Problem('broken_link', 'This link is incomplete, expired or already used. Request a new one.');

/**
 * Completes a change of address by the mailed link, once: ends all of the user's sessions and mailed links, and notifies
 * the former address. Throws `broken_link`, and `invalid` if another user has the address by now.
 */
export const confirmAddress = (db: Kysely<unknown>, link: string, from: Origin = {}): Promise<void> =>
  db.transaction().execute(async (trx) => {
    // Only the user's row is locked, so that concurrent changes of this user queue there without deadlocks.
    const { rows } = await sql<Whose & { former: string }>`
      SELECT u.uuid, u.account, u.name, u.email AS former
      FROM address_change c JOIN users u ON u.uuid = c."user" WHERE ${usable(link)} FOR UPDATE OF u`.execute(
      trx,
    );
    const user = rows[0];
    if (!user) throw brokenLink();
    const { rows: changes } = await sql<{ email: string; by_owner: boolean }>`
      DELETE FROM address_change WHERE hash = ${digest(link)} RETURNING email, by_owner`.execute(trx);
    const change = changes[0];
    if (!change) throw brokenLink();
    const { email, by_owner: byOwner } = change;
    const { uuid, account, former } = user;
    await refuseTakenAddress(
      sql`UPDATE users SET email = ${email}, address_changed_at = now(), address_by_owner = ${byOwner}
        WHERE uuid = ${uuid}`.execute(trx),
    );
    const ended = await endAllSessions(trx, uuid);
    await endMailedLinks(trx, uuid);
    await postAlert(trx, uuid, 'address-changed', { email: former });
    await audit(trx, actorFrom(from, uuid, account), {
      ...{ action: 'confirm-address', ...entry(user) },
      before: { email: former },
      after: { email, ended },
    });
  });

/**
 * When password links may be sent to a user again, `2026-01-02 14:05` in Nepal; undefined if they may be now. For a day
 * after a change of address staff cannot send one: the owner of the former address has that long to object. `requester`: by
 * whom. Users who changed the address themselves have proved their identity and may request one at once. If staff changed
 * it, "Forgot password" is held back too, otherwise the reader of the new mailbox could use that.
 */
export async function heldUntil(
  db: Db,
  user: string,
  requester: 'by-staff' | 'by-user',
): Promise<string | undefined> {
  const { rows } = await sql<{ until: string }>`
    SELECT address_changed_at + make_interval(hours => ${ADDRESS_HOLD_HOURS}) AS until FROM users
    WHERE uuid = ${user} AND address_changed_at > now() - make_interval(hours => ${ADDRESS_HOLD_HOURS})
      AND (${requester === 'by-staff'} OR NOT address_by_owner)`.execute(db);
  // A minute later, because seconds are cut off.
  return rows[0] && nepalTime(new Date(Date.parse(rows[0].until) + 60_000).toISOString()).slice(0, 16);
}
