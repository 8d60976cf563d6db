import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { CODE_DIGITS, CODE_MINUTES } from '#schema/signup.ts';
import { INVITATION_DAYS } from '#schema/users.ts';
import type { Db } from '../../db/database.ts';
import { composeMail, type MailContent } from '../mail/composeMail.ts';
import { decisionContent, rupees } from '../mail/decisionMails.ts';
import type { Mail, MailKind } from '../mail/mail.ts';
import { accessTexts, type Language, type Message, renderMail } from '../mail/mailTexts.ts';
import { refundContent } from '../mail/refundMails.ts';
import { readBrand } from '../platform/brand.ts';
import { heldUntil, writeAddressLink } from './addressChange.ts';
import { newResetLink } from './passwordResets.ts';
import { hashPassword } from './passwords.ts';
import { writeAlert } from './securityAlerts.ts';

interface User {
  uuid: string;
  language: Language | null;
  is_active: boolean;
}

/** The user with an address, and whether they may sign in. */
async function userOf(db: Db, address: string): Promise<User | undefined> {
  const { rows } = await sql<User>`
    SELECT u.uuid, u.language, u.is_active AND a.is_active AS is_active
    FROM users u JOIN account a ON a.uuid = u.account WHERE lower(u.email) = lower(${address})`.execute(db);
  return rows[0];
}

async function campaignOf(db: Db, uuid: string | null) {
  const { rows } = await sql<{ uuid: string; name: string; status: string; error: string | null }>`
    SELECT uuid, name, status, error FROM campaign WHERE uuid = ${uuid}`.execute(db);
  return rows[0];
}

/**
 * What an account had left after a ledger entry, and its threshold, in minor units; undefined if the threshold was removed,
 * or if with the limit and threshold of now it was not low then, or is no longer.
 */
async function leftAt(db: Db, entry: string | null) {
  const { rows } = await sql<{ left_over: number; below: number }>`
    SELECT e.balance + a.credit_limit AS left_over, a.low_balance_below AS below
    FROM wallet_entry e JOIN account a ON a.uuid = e.account
    WHERE e.uuid = ${entry} AND greatest(e.balance, a.balance) + a.credit_limit < a.low_balance_below`.execute(
    db,
  );
  return rows[0];
}

/** Gives a sign-up a new code that replaces the last one; undefined if the sign-up has ended. */
async function newCode(db: Db, signup: string | null): Promise<string | undefined> {
  const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');
  // As slow to guess as a password: a stolen table does not reveal the codes within their ten minutes.
  const hash = await hashPassword(code);
  const { rows } = await sql`
    UPDATE signup SET code_hash = ${hash}, tries = 0,
      code_expires_at = now() + make_interval(mins => ${CODE_MINUTES})
    WHERE uuid = ${signup} AND expires_at > now() RETURNING uuid`.execute(db);
  return rows.length > 0 ? code : undefined;
}

/** The mail to the owner of a known address, once per sign-up; it contains no code. */
async function notice(db: Db, { uuid, about }: Mail): Promise<boolean> {
  // The attempts are reset as with a new code, so that guessing behaves the same as for an unknown address.
  await sql`UPDATE signup SET tries = 0 WHERE uuid = ${about}`.execute(db);
  const { rows } = await sql`
    SELECT FROM mail WHERE about = ${about} AND sent_at IS NOT NULL AND uuid <> ${uuid}`.execute(db);
  return rows.length === 0;
}

/**
 * Writes account mails when they are sent: codes and links are created here, and only here it matters whether an address
 * has an account. `publicUrl` is where people open the console. Returns undefined for a mail that nobody should get.
 */
export const accountMails =
  (db: Db, publicUrl: () => string) =>
  async (
    mail: Mail & { kind: Exclude<MailKind, 'invoice' | 'invoice-month' | 'report-month'> },
  ): Promise<Message | undefined> => {
    const user = await userOf(db, mail.to);
    const language = user?.language ?? mail.language ?? 'en';
    const at = (path: string) => publicUrl().replace(/\/+$/, '') + path;
    const write = async (content: MailContent, to: Language = language) =>
      composeMail(db, await readBrand(db), to, content);
    switch (mail.kind) {
      case 'signup': {
        if (user) {
          if (!(await notice(db, mail))) return undefined;
          const values = { sign_in_link: at('/login'), forgot_link: at('/forgot-password') };
          return write({ kind: 'known', values });
        }
        const code = await newCode(db, mail.about);
        return code === undefined ? undefined : write({ kind: 'code', values: { code } });
      }
      case 'invitation':
      case 'team-invitation': {
        if (!user?.is_active) return undefined;
        const link = await newResetLink(db, user.uuid, INVITATION_DAYS * 24 * 60);
        const values = { link: at(`/reset-password/${link}`), forgot_link: at('/forgot-password') };
        return write({ kind: mail.kind, values });
      }
      case 'password-reset': {
        if (!user?.is_active) return undefined;
        const held = await heldUntil(db, user.uuid, 'by-user');
        if (held) return write({ kind: 'reset-held', values: { time: held } });
        const link = await newResetLink(db, user.uuid);
        return write({ kind: 'reset', values: { link: at(`/reset-password/${link}`) } });
      }
      case 'security-alert': {
        const alert = await writeAlert(db, mail.about, mail.language ?? undefined, at);
        return alert && write(alert.content, alert.language);
      }
      case 'address-change': {
        const alert = await writeAddressLink(db, mail, at);
        return alert && write(alert.content, alert.language);
      }
      // Posted by processes of the previous version.
      case 'password-changed':
        return renderMail(
          language,
          await readBrand(db),
          accessTexts[language].changed(at('/forgot-password')),
        );
      case 'campaign-waits':
      case 'campaign-approved':
      case 'campaign-rejected':
      case 'campaign-stopped': {
        const campaign = user?.is_active && (await campaignOf(db, mail.about));
        if (!campaign || (mail.kind === 'campaign-waits' && campaign.status !== 'draft')) return undefined;
        const link = at(`/sms/${campaign.uuid}/show`);
        const values = { campaign: campaign.name, reason: campaign.error ?? '', link };
        return write({ kind: mail.kind, values });
      }
      case 'kyc-decided':
      case 'payment-decided':
      case 'sender-decided': {
        const { kind, about } = mail;
        const content = user?.is_active && (await decisionContent(db, { kind, about }, language, at));
        return content ? write(content) : undefined;
      }
      case 'refund-task': {
        const content = user?.is_active && (await refundContent(db, mail.about, language, at));
        return content ? write(content) : undefined;
      }
      case 'low-balance': {
        const money = user?.is_active && (await leftAt(db, mail.about));
        if (!money) return undefined;
        const link = at('/wallet/topup-history/create');
        const values = { balance: rupees(money.left_over), threshold: rupees(money.below), link };
        return write({ kind: mail.kind, values });
      }
      case 'webhook-off': {
        if (!user?.is_active) return undefined;
        const link = at(`/settings/webhooks/${mail.about}/show`);
        return write({ kind: mail.kind, values: { link } });
      }
      case 'two-factor-on':
      case 'two-factor-off':
      case 'two-factor-removed':
        return write({ kind: mail.kind, values: { forgot_link: at('/forgot-password') } });
    }
  };
