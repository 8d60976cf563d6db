import { type Kysely, sql } from 'kysely';
import type { MailServerInput, MailSettings } from '#schema/mailSettings.ts';
import { SETTINGS } from '#schema/settingsPart.ts';
import type { Db } from '../../db/database.ts';
import { audit } from '../platform/audit.ts';
import type { Caller } from '../platform/caller.ts';
import { CANNOT_READ, ifReadable, open, seal } from '../platform/keyring.ts';
import { invalidField, Problem } from '../platform/problem.ts';
import { type MailTransport, type MailWay, smtpTransport } from './mail.ts';

/** What the server's environment says of mail. */
export interface MailEnvironment {
  SMTP_URL?: string | undefined;
  MAIL_FROM?: string | undefined;
  PUBLIC_URL?: string | undefined;
  DATABASE_URL?: string | undefined;
}

/** A mail server as nodemailer's address, and the sender as it is in a mail. */
export interface MailServer {
  url: string;
  from: string;
}

type Stored = Omit<MailServerInput, 'password'> & { password: string | null };

const PLACE = { table: 'mail_server', column: 'password', row: 'smtp' };

async function readStored(db: Db): Promise<Stored | undefined> {
  const { rows } = await sql<Stored>`
    SELECT host, port, security, username, password, sender_name, sender_address FROM mail_server`.execute(
    db,
  );
  return rows[0];
}

const isFixed = ({ SMTP_URL, MAIL_FROM }: MailEnvironment): boolean => Boolean(SMTP_URL && MAIL_FROM);

/** nodemailer reads its options from the query of an address. */
const securityQuery = { tls: '', starttls: '?requireTLS=true', none: '?ignoreTLS=true' };

function senderOf({ sender_name, sender_address }: Stored): string {
  const name = sender_name?.replace(/["\\]/g, '');
  return name ? `"${name}" <${sender_address}>` : sender_address;
}

/** Throws UnreadableSecret. */
function serverOf(stored: Stored): MailServer {
  const { host, port, security, username, password } = stored;
  const secret = password === null ? '' : open(PLACE, password);
  const login = username ? `${encodeURIComponent(username)}:${encodeURIComponent(secret)}@` : '';
  const scheme = security === 'tls' ? 'smtps' : 'smtp';
  return {
    url: `${scheme}://${login}${host}:${port}/${securityQuery[security]}`,
    from: senderOf(stored),
  };
}

const isReadable = (stored: Stored): boolean =>
  ifReadable(
    () => Boolean(serverOf(stored)),
    () => false,
  );

/** The mail server in force: the environment's, otherwise the console's; null if there is none. Throws UnreadableSecret. */
export async function mailServerNow(db: Db, env: MailEnvironment): Promise<MailServer | null> {
  if (isFixed(env)) return { url: env.SMTP_URL as string, from: env.MAIL_FROM as string };
  const stored = await readStored(db);
  return stored ? serverOf(stored) : null;
}

/** What becomes of mail now. */
interface MailState {
  /** Mail reaches people: it is sent, or the demonstration shows it. */
  isSent: boolean;
  /** It is only shown by the demonstration, because there is no server to send it. */
  isShown: boolean;
  /** It waits because no key of this process decrypts the password of the console's mail server. */
  isUnreadable: boolean;
}

/** Mail reaches people whatever the console says: the environment has a server, or the demonstration shows it. */
const isSentAnyway = ({ SMTP_URL, DATABASE_URL }: MailEnvironment): boolean =>
  Boolean(SMTP_URL) || !DATABASE_URL;

function mailStateOf(stored: Stored | undefined, env: MailEnvironment): MailState {
  const isSent = isSentAnyway(env) || stored !== undefined;
  return {
    isSent,
    isShown: isSent && !isFixed(env) && stored === undefined,
    isUnreadable: !isFixed(env) && stored !== undefined && !isReadable(stored),
  };
}

export const mailStateNow = async (db: Db, env: MailEnvironment): Promise<MailState> =>
  mailStateOf(await readStored(db), env);

/** Whether mail reaches people: it is sent, or the demonstration shows it. */
export async function sendsMail(db: Db, env: MailEnvironment): Promise<boolean> {
  return isSentAnyway(env) || (await readStored(db)) !== undefined;
}

/** Throws `unavailable` if a password link could not be mailed. */
export async function requireMail(db: Db, env: MailEnvironment): Promise<void> {
  if (await sendsMail(db, env)) return;
  throw new Problem('unavailable', 'This server cannot send e-mail, so a password link cannot be sent.');
}

/** The settings as the console shows them; never with the password. One that cannot be read has to be entered again. */
export async function readMailSettings(db: Db, env: MailEnvironment): Promise<MailSettings> {
  const stored = await readStored(db);
  const { password, ...server } = stored ?? { password: null };
  const has_password = password !== null && isReadable(stored as Stored);
  const sender = isFixed(env) ? (env.MAIL_FROM as string) : stored && senderOf(stored);
  return {
    server: stored ? { ...(server as Omit<Stored, 'password'>), has_password } : null,
    is_fixed: isFixed(env),
    sender: sender ?? null,
    is_shown: mailStateOf(stored, env).isShown,
  };
}

function refuseFixed(env: MailEnvironment): void {
  if (!isFixed(env)) return;
  throw new Problem(
    'conflict',
    'The server’s environment sets the mail server and the sender, so they cannot be changed here.',
  );
}

const withoutPassword = (stored: Stored | undefined) => {
  if (!stored) return { host: null };
  const { password, ...rest } = stored;
  return { ...rest, has_login_key: password !== null };
};

const AGAIN =
  'Enter the password again. It is required when host or port change, or when the e-mail is no longer encrypted.';

/** Throws `invalid` if a login needs its password: it is told to the server, so a stored one is not told to another. */
function requirePassword(input: MailServerInput, before: Stored | undefined): void {
  if (!input.username || input.password) return;
  if (!before?.password) throw invalidField('password', 'Enter the password of this user name.');
  if (!isReadable(before)) throw invalidField('password', CANNOT_READ);
  const { host, port, security } = before;
  const isWeaker = input.security === 'none' && security !== 'none';
  if (input.host !== host || input.port !== port || isWeaker) throw invalidField('password', AGAIN);
}

/** Two changes at once would each be recorded with the settings from before the other. */
const lock = (trx: Db) => sql`LOCK TABLE mail_server IN SHARE ROW EXCLUSIVE MODE`.execute(trx);

/**
 * Sets the mail server, in the caller's transaction. Throws `conflict` if the environment sets it, and `invalid` without a
 * PUBLIC_URL, which links in mails need, and like `requirePassword`.
 */
export async function setMailServer(
  trx: Db,
  caller: Caller,
  input: MailServerInput,
  env: MailEnvironment,
): Promise<void> {
  refuseFixed(env);
  if (!env.PUBLIC_URL && env.DATABASE_URL) {
    const why = 'E-mail needs PUBLIC_URL in the server’s environment: links in e-mails lead there.';
    throw invalidField('host', why);
  }
  await lock(trx);
  const before = await readStored(trx);
  const { host, port, security, password, sender_address } = input;
  const username = input.username || null;
  requirePassword(input, before);
  const kept = before?.password ?? null;
  const sealed = !username ? null : password ? seal(PLACE, password) : kept;
  await sql`
    INSERT INTO mail_server (host, port, security, username, password, sender_name, sender_address)
    VALUES (${host}, ${port}, ${security}, ${username}, ${sealed}, ${input.sender_name || null}, ${sender_address})
    ON CONFLICT (name) DO UPDATE SET host = excluded.host, port = excluded.port, security = excluded.security,
      username = excluded.username, password = excluded.password, sender_name = excluded.sender_name,
      sender_address = excluded.sender_address`.execute(trx);
  const after = await readStored(trx);
  const changed = username && password ? { login_key_replaced: true } : {};
  const event = { action: 'update', entity: SETTINGS, account: null, title: 'smtp' };
  await audit(trx, caller, {
    ...event,
    before: withoutPassword(before),
    after: { ...withoutPassword(after), ...changed },
  });
}

/** Removes the mail server of the console, if there is one, in the caller's transaction. Throws like `setMailServer`. */
export async function removeMailServer(trx: Db, caller: Caller, env: MailEnvironment): Promise<void> {
  refuseFixed(env);
  await lock(trx);
  const before = await readStored(trx);
  if (!before) return;
  await sql`DELETE FROM mail_server`.execute(trx);
  const event = { action: 'update', entity: SETTINGS, account: null, title: 'smtp' };
  await audit(trx, caller, { ...event, before: withoutPassword(before), after: withoutPassword(undefined) });
}

/** Empties what the demonstration kept of its mails where no outbox shows it any more: it has links that can be used. */
export async function forgetShownMails(db: Db, env: MailEnvironment): Promise<void> {
  if (!env.SMTP_URL && !env.DATABASE_URL) return;
  await sql`UPDATE mail SET text = NULL, html = NULL WHERE text IS NOT NULL`.execute(db);
}

/**
 * The connection to the mail server in force, looked up at each call and kept while it stays the same; without one
 * `shown` in the demonstration, otherwise null.
 */
export function mailTransport(db: Kysely<unknown>, env: MailEnvironment) {
  let kept: { key: string; transport: MailTransport } | undefined;
  return {
    async now(): Promise<MailWay | null> {
      const server = await mailServerNow(db, env);
      const key = JSON.stringify(server);
      if (kept?.key === key) return kept.transport;
      kept?.transport.close();
      kept = server ? { key, transport: smtpTransport(server.url, server.from) } : undefined;
      return kept?.transport ?? ((await mailStateNow(db, env)).isShown ? 'shown' : null);
    },
    close: () => kept?.transport.close(),
  };
}
