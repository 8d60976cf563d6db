import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { AlertKind } from '#schema/securityAlert.ts';
import type { Db } from '../../db/database.ts';
import type { MailContent } from '../mail/composeMail.ts';
import { postMail } from '../mail/mail.ts';
import type { Language } from '../mail/mailTexts.ts';
import { nepalTime } from '../platform/nepalTime.ts';
import { digest } from './digest.ts';

/**
 * Notifies a user of an event in their account, in the same transaction, by a mail with a link that says "this was not me"
 * (services/access/notMe.ts). `email`: the recipient, if it is not the user's address; for a changed address it is the
 * former one.
 */
export async function postAlert(
  trx: Db,
  user: string,
  kind: AlertKind,
  { email, detail }: { email?: string; detail?: string | null } = {},
): Promise<void> {
  const { rows } = await sql<{ uuid: string; email: string }>`
    INSERT INTO security_alert ("user", kind, email, detail)
    SELECT uuid, ${kind}, coalesce(${email ?? null}, email), ${detail ?? null} FROM users WHERE uuid = ${user}
    RETURNING uuid, email`.execute(trx);
  const alert = rows[0];
  if (alert) await postMail(trx, { kind: 'security-alert', to: alert.email, about: alert.uuid });
}

/**
 * The mail of an alert, with a new link that replaces that of an earlier attempt; undefined if the alert no longer exists.
 */
export async function writeAlert(
  db: Db,
  uuid: string | null,
  language: Language | undefined,
  at: (path: string) => string,
): Promise<{ language: Language; content: MailContent<AlertKind> } | undefined> {
  const link = randomBytes(32).toString('base64url');
  const { rows } = await sql<{
    kind: AlertKind;
    detail: string | null;
    created_at: string;
    language: Language | null;
  }>`
    UPDATE security_alert a SET hash = ${digest(link)} FROM users u
    WHERE a.uuid = ${uuid} AND a.used_at IS NULL AND u.uuid = a."user" AND u.is_active
    RETURNING a.kind, a.detail, a.created_at, u.language`.execute(db);
  const alert = rows[0];
  if (!alert) return undefined;
  const detail = alert.detail ?? '–';
  const values = {
    // Nepal's time to the minute; nobody compares seconds.
    time: nepalTime(alert.created_at).slice(0, 16),
    link: at(`/not-me/${link}`),
    ...{ address: detail, key: detail },
  };
  // After a change of address, no user has the mail's own address.
  return { language: alert.language ?? language ?? 'en', content: { kind: alert.kind, values } };
}
