import { type Kysely, sql } from 'kysely';
import { ALERT_DAYS, type AlertKind } from '#schema/securityAlert.ts';
import type { Db } from '../../db/database.ts';
import { postMail } from '../mail/mail.ts';
import { audit } from '../platform/audit.ts';
import { Problem } from '../platform/problem.ts';
import { digest } from './digest.ts';
import { revokeKeysOf } from './keyRevocation.ts';
import { endMailedLinks } from './mailedLinks.ts';
import type { Origin } from './origin.ts';
import { unusableHash } from './passwords.ts';
import { removeFactorsSince } from './secondFactor.ts';
import { actorFrom, endAllSessions } from './sessions.ts';
import { forgetPlaces } from './signInLimits.ts';

const usable = (link: string) => sql`a.hash = ${digest(link)} AND a.used_at IS NULL
  AND a.created_at > now() - make_interval(days => ${ALERT_DAYS}) AND u.is_active
  AND EXISTS (SELECT FROM account c WHERE c.uuid = u.account AND c.is_active)`;

/** The event that a link's mail reported; null if the link cannot be used. */
export async function checkNotMe(db: Db, link: string): Promise<AlertKind | null> {
  const { rows } = await sql<{ kind: AlertKind }>`
    SELECT a.kind FROM security_alert a JOIN users u ON u.uuid = a."user" WHERE ${usable(link)}`.execute(db);
  return rows[0]?.kind ?? null;
}

/**
 * A user says by a mailed link that something was not them, once: ends all their sessions and mailed links, removes the API
 * keys, passkeys and second factor created since, and later links of this kind, forgets where they signed in, and mails a
 * password link. Control goes to the reader of the mailbox that was notified: if the user's address has changed since, it
 * is changed back. Throws `broken_link`.
 */
export const reportNotMe = (db: Kysely<unknown>, link: string, from: Origin = {}): Promise<void> =>
  db.transaction().execute(async (trx) => {
    // The user first: of two links used at the same time, the second sees what the first has voided.
    await sql`
      SELECT FROM users WHERE uuid = (SELECT "user" FROM security_alert WHERE hash = ${digest(link)})
      FOR UPDATE`.execute(trx);
    const { rows } = await sql<{
      uuid: string;
      kind: AlertKind;
      email: string;
      user: string;
      account: string;
      current: string;
    }>`
      SELECT a.uuid, a.kind, a.email, u.uuid AS "user", u.account, u.email AS current
      FROM security_alert a JOIN users u ON u.uuid = a."user" WHERE ${usable(link)} FOR UPDATE OF a, u`.execute(
      trx,
    );
    const alert = rows[0];
    if (!alert) {
      throw new Problem(
        'broken_link',
        'This link is incomplete, expired or already used. Reset your password instead.',
      );
    }
    const { uuid, kind, email, user, account, current } = alert;
    const since = sql`(SELECT created_at FROM security_alert WHERE uuid = ${uuid})`;
    // With it go the links of what was done since: whoever did it may have had them mailed to an address of their own.
    await sql`
      UPDATE security_alert SET used_at = now()
      WHERE "user" = ${user} AND used_at IS NULL AND created_at >= ${since}`.execute(trx);
    const { numAffectedRows: isBack } = await sql`
      UPDATE users SET email = ${email}, address_changed_at = NULL
      WHERE uuid = ${user} AND NOT EXISTS (SELECT FROM users o WHERE lower(o.email) = lower(${email}))`.execute(
      trx,
    );
    // Whoever did it may know the password, so from now on it is void and only the link works.
    await sql`UPDATE users SET password_hash = ${unusableHash} WHERE uuid = ${user}`.execute(trx);
    const actor = actorFrom(from, user, account);
    const ended = await endAllSessions(trx, user);
    await endMailedLinks(trx, user);
    const revoked = await revokeKeysOf(trx, actor, user, since);
    if (await removeFactorsSince(trx, user, since))
      await audit(trx, actor, { action: 'turn-off-two-factor', entity: 'users', record: user });
    await forgetPlaces(trx, user);
    // Somebody else may have the address by now; the link would then be for their password.
    if (isBack || current.toLowerCase() === email.toLowerCase())
      await postMail(trx, { kind: 'password-reset', to: email });
    await audit(trx, actor, {
      ...{ action: 'report-not-me', entity: 'users', record: user },
      before: { email: current },
      after: { email: isBack ? email : current, kind, ended, revoked },
    });
  });
