import { createHmac, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { open, seal } from './keyring.ts';

/** What keys are for: numbers of erased entries, and links that switch the monthly report's mail off. */
type Purpose = 'blacklist' | 'report-mail';
export type Hmac = (text: string) => string;

const placeOf = (row: Purpose) => ({ table: 'number_key', column: 'secret', row }) as const;

/** HMAC-SHA256 in base64url; null if no key was made yet. Keys are random, encrypted like other secrets, and never change. */
export async function storedHmac(db: Db, purpose: Purpose): Promise<Hmac | null> {
  const place = placeOf(purpose);
  const { rows } = await sql<{
    secret: string;
  }>`SELECT secret FROM number_key WHERE name = ${place.row}`.execute(db);
  if (!rows[0]) return null;
  const key = Buffer.from(open(place, rows[0].secret), 'base64');
  return (text) => createHmac('sha256', key).update(text).digest('base64url');
}

/** The same, with a new key if there is none. Throws `unavailable` if the server has no key for secrets. */
export async function makeHmac(db: Db, purpose: Purpose): Promise<Hmac> {
  const known = await storedHmac(db, purpose);
  if (known) return known;
  const place = placeOf(purpose);
  await sql`
    INSERT INTO number_key (name, secret) VALUES (${place.row}, ${seal(place, randomBytes(32).toString('base64'))})
    ON CONFLICT DO NOTHING`.execute(db);
  return (await storedHmac(db, purpose)) as Hmac;
}
