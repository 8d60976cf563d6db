import { type Kysely, sql } from 'kysely';
import { createTransport } from 'nodemailer';
import type { Db } from '../../db/database.ts';
import { errorText } from '../../db/errorText.ts';
import { bringBack } from '../platform/farTimes.ts';
import { mails } from '../platform/meters.ts';
import type { DecisionKind } from './decisionTexts.ts';
import type { Language, Message } from './mailTexts.ts';
import type { NoticeKind } from './noticeTexts.ts';

export type MailKind =
  | 'signup'
  | 'invitation'
  | 'team-invitation'
  | 'password-reset'
  | 'password-changed'
  | 'security-alert'
  | 'address-change'
  | 'invoice'
  | 'invoice-month'
  | 'report-month'
  | NoticeKind
  | DecisionKind;

/** A mail in the outbox. Its text is written when it is sent. */
export interface Mail {
  uuid: string;
  kind: MailKind;
  to: string;
  /** Language of the requesting page; a known user's own language takes precedence. */
  language: Language | null;
  /** The subject: sign-up of a code, decided record, alert, change of address, or the log's entry of an invoice. */
  about: string | null;
}

/**
 * Puts a mail into the outbox, in the transaction of its event: it is sent if, and only if, that is committed.
 * `Deps.deliverMail` triggers sending at once; otherwise the next minute's round does.
 */
export async function postMail(
  db: Db,
  { kind, to, language, about }: { kind: MailKind; to: string; language?: Language | null; about?: string },
): Promise<void> {
  await sql`
    INSERT INTO mail (kind, "to", language, about)
    VALUES (${kind}, ${to}, ${language ?? null}, ${about ?? null})`.execute(db);
}

/** Hands a message to its mail server; rejects if the server does not accept it. */
export interface MailTransport {
  send(message: Message & { to: string; id: string }): Promise<void>;
  close(): void;
}

/** How mail leaves: `shown` keeps the written mail in the table, where /dev/outbox shows it. */
export type MailWay = MailTransport | 'shown';

const PATIENCE = 20_000;

/**
 * Sends mail through an SMTP server: `smtp://user:password@host:587`, or `smtps://` for TLS from the first byte. `from` is
 * an address, or `Name <address>`.
 */
export function smtpTransport(url: string, from: string): MailTransport {
  const transport = createTransport(
    {
      url,
      pool: true,
      maxConnections: 4,
      connectionTimeout: PATIENCE,
      greetingTimeout: PATIENCE,
      socketTimeout: PATIENCE,
    },
    { from },
  );
  const host = /@([^>\s]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';
  return {
    async send({ to, id, subject, text, html, attachments, unsubscribe }) {
      await transport.sendMail({
        to: { name: '', address: to },
        subject,
        text,
        html,
        ...(attachments && { attachments: [...attachments] }),
        // Stays the same for a retry, so that most mailboxes keep only one copy.
        messageId: `<${id}@${host}>`,
        headers: {
          'Auto-Submitted': 'auto-generated',
          // Mail programs take only HTTPS.
          ...(unsubscribe?.startsWith('https:') && {
            'List-Unsubscribe': `<${unsubscribe}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
        },
      });
    },
    close: () => transport.close(),
  };
}

export interface MailService {
  db: Kysely<unknown>;
  /** Writes a mail; undefined if nobody should get it. */
  compose(mail: Mail): Promise<Message | undefined>;
  way: MailWay;
  log: { warn(details: object, message: string): void };
}

const BATCH = 10;
/** Longer than an attempt may take; after it, the mails of a dead worker go to another. */
const LEASE = sql`interval '3 minutes'`;
const ATTEMPTS = 8;
/** Seconds before the second attempt; each further delay is twice as long. */
const FIRST_PAUSE = 15;

/** nodemailer's codes for an address or message that the server will never accept. */
const isFinal = (error: unknown): boolean => {
  const { code, responseCode = 0 } = error as { code?: string; responseCode?: number };
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode >= 500;
};

async function deliver({ db, compose, way, log }: MailService, mail: Mail & { attempts: number }) {
  const { uuid, to, kind, attempts } = mail;
  try {
    const message = await compose(mail);
    if (!message) {
      await sql`DELETE FROM mail WHERE uuid = ${uuid}`.execute(db);
      return;
    }
    if (way !== 'shown') await way.send({ ...message, to, id: uuid });
    const { subject, text, html } = way === 'shown' ? message : { ...message, text: null, html: null };
    await sql`
      UPDATE mail SET sent_at = now(), error = NULL, subject = ${subject}, text = ${text}, html = ${html}
      WHERE uuid = ${uuid}`.execute(db);
    mails.inc({ outcome: 'sent' });
  } catch (error) {
    const failed = attempts >= ATTEMPTS || isFinal(error);
    mails.inc({ outcome: failed ? 'failed' : 'retried' });
    log.warn({ err: error, mail: uuid, kind, attempts, failed }, 'a mail was not sent');
    const text = errorText(error);
    await sql`
      UPDATE mail SET error = ${text.slice(0, 500)}, failed_at = CASE WHEN ${failed} THEN now() END,
        due_at = now() + make_interval(secs => ${FIRST_PAUSE * 2 ** (attempts - 1)})
      WHERE uuid = ${uuid}`.execute(db);
  }
}

/**
 * Sends due mail in batches until none is left. Several processes may do so at once: a claim hides a mail from the others.
 * A failed mail is retried after 15 s, 30 s, 1 min and so on, eight attempts in all; one that the mail server rejects
 * permanently is not. If a process is killed between the mail server's answer and recording it, that mail is sent twice,
 * with different codes or links.
 */
export async function deliverMail(office: MailService): Promise<void> {
  for (;;) {
    const { rows } = await sql<Mail & { attempts: number }>`
      UPDATE mail SET attempts = attempts + 1, due_at = now() + ${LEASE}
      WHERE uuid IN (
        SELECT uuid FROM mail WHERE sent_at IS NULL AND failed_at IS NULL AND due_at <= now()
        ORDER BY due_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
      RETURNING uuid, kind, "to", language, about, attempts`.execute(office.db);
    if (rows.length === 0) return;
    await Promise.all(rows.map((mail) => deliver(office, mail)));
  }
}

/** Mail that waits for longer than it can: see `bringBack`. */
export const bringBackMail = (db: Db): Promise<void> =>
  bringBack(
    db,
    ['mail', 'due_at'],
    sql`sent_at IS NULL AND failed_at IS NULL`,
    sql`greatest(${LEASE}, make_interval(secs => ${FIRST_PAUSE} * 2 ^ (attempts - 1)))`,
  );

/** A mail in the outbox, as written. */
export interface OutboxMail {
  uuid: string;
  to: string;
  subject: string;
  text: string;
  created_at: string;
}

/** Written and kept mail, newest first, optionally for one address. */
export async function outboxMails(db: Db, to?: string): Promise<OutboxMail[]> {
  const { rows } = await sql<OutboxMail>`
    SELECT uuid, "to", subject, text, created_at FROM mail
    WHERE text IS NOT NULL AND (${to ?? null}::text IS NULL OR lower("to") = lower(${to ?? null}))
    ORDER BY uuid DESC LIMIT 200`.execute(db);
  return rows;
}
