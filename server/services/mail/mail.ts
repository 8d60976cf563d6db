import { type Kysely, sql } from 'kysely';
import { createTransport } from 'nodemailer';
import type { Db } from '../../db/database.ts';
import { mails } from '../platform/meters.ts';
import type { DecisionKind } from './decisionTexts.ts';
import type { Language, Message } from './mailTexts.ts';
import type { NoticeKind } from './noticeTexts.ts';

export type MailKind =
  | 'signup'
  | 'invitation'
  | 'password-reset'
  | 'password-changed'
  | 'security-alert'
  | 'address-change'
  | NoticeKind
  | DecisionKind;

/** A mail that was asked for. It is written when it is sent. */
export interface Mail {
  uuid: string;
  kind: MailKind;
  to: string;
  /** Of the page that asked; the language of a known user goes before it. */
  language: Language | null;
  /** The sign-up that a code is for, what was decided on, the alert, or the change of an address. */
  about: string | null;
}

/**
 * Puts a mail into the outbox, in the transaction of what it tells of: it leaves if that is committed,
 * and only then. `Deps.deliverMail` has it sent at once, else the next minute's round takes it.
 */
export async function postMail(
  db: Db,
  { kind, to, language, about }: { kind: MailKind; to: string; language?: Language | null; about?: string },
): Promise<void> {
  await sql`
    INSERT INTO mail (kind, "to", language, about)
    VALUES (${kind}, ${to}, ${language ?? null}, ${about ?? null})`.execute(db);
}

/** Carries a message to its mail server; rejects when that does not take it. */
export interface MailTransport {
  send(message: Message & { to: string; id: string }): Promise<void>;
  close(): void;
}

const PATIENCE = 20_000;

/**
 * Mail through an SMTP server: `smtp://user:password@host:587`, or `smtps://` for TLS from the first
 * byte. `from` is an address, or `Name <address>`.
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
    async send({ to, id, subject, text, html }) {
      await transport.sendMail({
        to: { name: '', address: to },
        subject,
        text,
        html,
        // The same at a second attempt: most mailboxes then keep one.
        messageId: `<${id}@${host}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
    },
    close: () => transport.close(),
  };
}

export interface PostOffice {
  db: Kysely<unknown>;
  /** Writes a mail; undefined when nobody is to get it. */
  compose(mail: Mail): Promise<Message | undefined>;
  /** Null keeps what was written in the table, to be read at /dev/outbox or to be found missing. */
  transport: MailTransport | null;
  log: { warn(details: object, message: string): void };
}

const BATCH = 10;
/** Longer than an attempt may take; a worker that died leaves its mails to another after it. */
const LEASE = sql`interval '3 minutes'`;
const ATTEMPTS = 8;

/** Codes of nodemailer for an address or a message that the server will never take. */
const isFinal = (error: unknown): boolean => {
  const { code, responseCode = 0 } = error as { code?: string; responseCode?: number };
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode >= 500;
};

async function deliver({ db, compose, transport, log }: PostOffice, mail: Mail & { attempts: number }) {
  const { uuid, to, kind, attempts } = mail;
  try {
    const message = await compose(mail);
    if (!message) {
      await sql`DELETE FROM mail WHERE uuid = ${uuid}`.execute(db);
      return;
    }
    await transport?.send({ ...message, to, id: uuid });
    const { subject, text, html } = transport ? { ...message, text: null, html: null } : message;
    await sql`
      UPDATE mail SET sent_at = now(), error = NULL, subject = ${subject}, text = ${text}, html = ${html}
      WHERE uuid = ${uuid}`.execute(db);
    mails.inc({ outcome: 'sent' });
  } catch (error) {
    const failed = attempts >= ATTEMPTS || isFinal(error);
    mails.inc({ outcome: failed ? 'failed' : 'retried' });
    log.warn({ err: error, mail: uuid, kind, attempts, failed }, 'a mail was not sent');
    const text = error instanceof Error ? error.message : String(error);
    await sql`
      UPDATE mail SET error = ${text.slice(0, 500)}, failed_at = CASE WHEN ${failed} THEN now() END,
        due_at = now() + make_interval(secs => ${15 * 2 ** (attempts - 1)})
      WHERE uuid = ${uuid}`.execute(db);
  }
}

/**
 * Sends what is due, in batches, until nothing is. Several processes may do so at once: a claim hides a
 * mail from the others. One that is not taken is tried again after 15 s, 30 s, 1 min and so on, eight
 * times in all; one that the mail server refuses for good is not. A process killed between the mail
 * server's answer and the note of it sends that mail a second time, with another code or link.
 */
export async function deliverMail(office: PostOffice): Promise<void> {
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

/** A mail of the outbox as it was written. */
export interface OutboxMail {
  uuid: string;
  to: string;
  subject: string;
  text: string;
  created_at: string;
}

/** What was written and kept, newest first, optionally to one address. */
export async function outboxMails(db: Db, to?: string): Promise<OutboxMail[]> {
  const { rows } = await sql<OutboxMail>`
    SELECT uuid, "to", subject, text, created_at FROM mail
    WHERE text IS NOT NULL AND (${to ?? null}::text IS NULL OR lower("to") = lower(${to ?? null}))
    ORDER BY uuid DESC LIMIT 200`.execute(db);
  return rows;
}
