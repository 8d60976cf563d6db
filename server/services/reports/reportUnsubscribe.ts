import { timingSafeEqual } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { OWN_REPORT_MAIL } from '#schema/reportMail.ts';
import type { Db } from '../../db/database.ts';
import type { Origin } from '../access/origin.ts';
import { actorFrom } from '../access/sessions.ts';
import type { Language } from '../mail/mailTexts.ts';
import { makeHmac, storedHmac } from '../platform/hashKey.ts';
import { notFound, Problem } from '../platform/problem.ts';
import { setReportMail } from './reportMailChoice.ts';

/** The path at which a mailed link switches a user's monthly mail off, without signing in. */
export const UNSUBSCRIBE = `${OWN_REPORT_MAIL}unsubscribe/`;

/** The link's path for a user; undefined if the server has no key for secrets. It works as long as the user exists. */
export async function unsubscribePath(db: Db, user: string): Promise<string | undefined> {
  try {
    return `${UNSUBSCRIBE}${user}/${(await makeHmac(db, 'report-mail'))(user)}/`;
  } catch (error) {
    if (error instanceof Problem && error.code === 'unavailable') return undefined;
    throw error;
  }
}

/** Throws `not_found` if the signature is not the user's. */
async function requireSigned(db: Db, user: string, signature: string): Promise<void> {
  const expected = Buffer.from((await storedHmac(db, 'report-mail'))?.(user) ?? '');
  const given = Buffer.from(signature);
  if (expected.length === 0 || expected.length !== given.length || !timingSafeEqual(expected, given))
    throw notFound();
}

interface Subscriber {
  account: string;
  language: Language;
  is_staff: boolean;
  is_on: boolean;
}

/** Whose mail a link switches off, as far as the page shows it. Throws `not_found`. */
export async function subscriberOf(db: Db, user: string, signature: string): Promise<Subscriber> {
  await requireSigned(db, user, signature);
  const { rows } = await sql<Subscriber>`
    SELECT account, coalesce(language, 'en') AS language, is_staff,
      EXISTS (SELECT FROM report_mail r WHERE r."user" = u.uuid) AS is_on
    FROM users u WHERE u.uuid = ${user}`.execute(db);
  if (!rows[0]) throw notFound();
  return rows[0];
}

/** Switches a user's monthly mail off by a mailed link; again, it changes nothing. Throws `not_found`. */
export async function unsubscribe(
  db: Kysely<unknown>,
  user: string,
  signature: string,
  from: Origin,
): Promise<Subscriber> {
  const subscriber = await subscriberOf(db, user, signature);
  const { account, is_staff } = subscriber;
  const by = { ...actorFrom(from, user, account), user, account };
  await setReportMail(db, by, null, is_staff ? 'admin/reports' : 'reports');
  return { ...subscriber, is_on: false };
}
