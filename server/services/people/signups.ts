import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { readPhone } from '#schema/phone.ts';
import { CODE_TRIES, type Signup } from '#schema/signup.ts';
import { refuseCommon } from '../access/commonPasswords.ts';
import { digest } from '../access/digest.ts';
import type { Origin } from '../access/origin.ts';
import { hashPassword, unusableHash, verifyPassword } from '../access/passwords.ts';
import { actorFrom, startSession } from '../access/sessions.ts';
import { postMail } from '../mail/mail.ts';
import { takeMailQuota } from '../mail/mailQuota.ts';
import { audit } from '../platform/audit.ts';
import { Problem } from '../platform/problem.ts';

/** How long a sign-up waits for its code after the last mail. */
const WAIT = sql`interval '1 hour'`;

type Which = { email: string; ticket?: string | null };

/** The sign-up of a ticket, or the newest one of the address. */
const pending = ({ email, ticket }: Which) => sql`(
  SELECT uuid FROM signup
  WHERE lower(email) = lower(${email}) AND expires_at > now()
    AND (${ticket ? digest(ticket) : null}::bytea IS NULL OR ticket_hash = ${ticket ? digest(ticket) : null})
  ORDER BY uuid DESC LIMIT 1)`;

/**
 * Records a sign-up and has a code mailed. Returns a ticket that identifies this sign-up among several with the same
 * address, so that one person's code cannot complete another's sign-up. Nothing here checks whether the address has an
 * account; sending the mail does. Throws `too_many_requests`, and `invalid` for a common password.
 */
export async function signUp(db: Kysely<unknown>, values: Signup): Promise<{ ticket: string }> {
  const { email, name, phone, type, language } = values;
  await refuseCommon('password', values.password);
  await takeMailQuota(db, email, 'signup', { gap: false });
  const hash = await hashPassword(values.password);
  const ticket = randomBytes(24).toString('base64url');
  const account = (type === 'company' && values.account_name) || name;
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ uuid: string }>`
      INSERT INTO signup
        (ticket_hash, email, name, phone, password_hash, account_name, type, language, expires_at)
      VALUES (${digest(ticket)}, ${email}, ${name}, ${readPhone(phone ?? '').phone ?? null}, ${hash},
        ${account}, ${type}, ${language ?? null}, now() + ${WAIT})
      RETURNING uuid`.execute(trx);
    await postMail(trx, { kind: 'signup', to: email, language, about: rows[0]?.uuid });
  });
  return { ticket };
}

/** Has a new code mailed for a pending sign-up; does nothing if there is none. Throws `too_many_requests`. */
export async function resendCode(db: Kysely<unknown>, which: Which): Promise<void> {
  await takeMailQuota(db, which.email, 'signup', { gap: true });
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ uuid: string; email: string; language: 'en' | 'ne' | null }>`
      UPDATE signup SET expires_at = now() + ${WAIT} WHERE uuid = ${pending(which)}
      RETURNING uuid, email, language`.execute(trx);
    const found = rows[0];
    if (!found) return;
    await postMail(trx, {
      kind: 'signup',
      to: found.email,
      language: found.language,
      about: found.uuid,
    });
  });
}

interface Pending {
  uuid: string;
  code_hash: string | null;
  fresh: boolean | null;
}

interface Made {
  user: string;
  account: string;
  name: string;
  email: string;
  phone: string | null;
}

const wrongCode = (): Problem =>
  new Problem(
    'wrong_code',
    'This code is not correct or has expired. Use the code from the latest e-mail, or request a new one.',
  );

/**
 * Creates account and user of a sign-up with the right code, and signs them in: returns a token. Each attempt is counted
 * before the code is checked. Throws the same `wrong_code` for a wrong, old, used or exhausted code and for an address
 * without a pending sign-up, and `conflict` for the right code if the address has got an account in the meantime.
 */
export async function verifySignup(
  db: Kysely<unknown>,
  { otp, ...which }: Which & { otp: string },
  from: Origin = {},
): Promise<string> {
  const { rows } = await sql<Pending>`
    UPDATE signup SET tries = tries + 1 WHERE uuid = ${pending(which)} AND tries < ${CODE_TRIES}
    RETURNING uuid, code_hash, code_expires_at > now() AS fresh`.execute(db);
  const found = rows[0];
  const right = await verifyPassword(otp, found?.code_hash ?? unusableHash);
  if (!found || !right || !found.fresh) throw wrongCode();
  return db.transaction().execute(async (trx) => {
    // Locks all sign-ups of the address in a fixed order, so that two concurrent verifications cannot deadlock.
    const { rows: waiting } = await sql<Pick<Pending, 'uuid' | 'code_hash'>>`
      SELECT uuid, code_hash FROM signup WHERE lower(email) = lower(${which.email})
      ORDER BY uuid FOR UPDATE`.execute(trx);
    if (!waiting.some(({ uuid, code_hash }) => uuid === found.uuid && code_hash === found.code_hash)) {
      throw wrongCode();
    }
    const { rows: made } = await sql<Made>`
      WITH s AS (SELECT * FROM signup WHERE uuid = ${found.uuid}),
      a AS (INSERT INTO account (name, type) SELECT account_name, type FROM s RETURNING uuid)
      INSERT INTO users (account, name, email, phone, role, password_hash, language)
      SELECT a.uuid, s.name, s.email, s.phone, 'customer', s.password_hash, s.language FROM s, a
      ON CONFLICT (lower(email)) DO NOTHING
      RETURNING uuid AS "user", account, name, email, phone`.execute(trx);
    if (!made[0]) {
      throw new Problem('conflict', 'This address already has an account. Sign in, or reset your password.');
    }
    await sql`DELETE FROM signup WHERE lower(email) = lower(${which.email})`.execute(trx);
    const { user, account, ...after } = made[0];
    await audit(trx, actorFrom(from, user, account), {
      action: 'register',
      entity: 'users',
      record: user,
      after,
    });
    return startSession(trx, user, from);
  });
}
