import { createHmac, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { ERASED } from '#schema/erased.ts';
import type { Db } from '../../db/database.ts';
import { open, seal } from './keyring.ts';

/** The hash of an account's number, as it is stored in the number's place: `erased:` and HMAC-SHA256 in base64url. */
export type NumberHash = (account: string, phone: string) => string;

const PREFIX = `${ERASED}:`;
/** A LIKE pattern for hashes. */
export const hashedLike = `${PREFIX}%`;

const place = { table: 'number_key', column: 'secret', row: 'blacklist' } as const;

/** The key of the hashes; null if no number was hashed yet. It is random, encrypted like other secrets, and never changes. */
async function storedKey(db: Db): Promise<Buffer | null> {
  const { rows } = await sql<{
    secret: string;
  }>`SELECT secret FROM number_key WHERE name = ${place.row}`.execute(db);
  return rows[0] ? Buffer.from(open(place, rows[0].secret), 'base64') : null;
}

// The account is part of it, so that equal hashes tell nothing of what two accounts have in common.
const hashWith =
  (key: Buffer): NumberHash =>
  (account, phone) =>
    PREFIX + createHmac('sha256', key).update(`${account} ${phone}`).digest('base64url');

/** How erased numbers are hashed; null if none was yet. */
export async function numberHash(db: Db): Promise<NumberHash | null> {
  const key = await storedKey(db);
  return key && hashWith(key);
}

/** The same, with a new key if there is none. Throws `unavailable` if the server has no key for secrets. */
export async function makeNumberHash(db: Db): Promise<NumberHash> {
  await sql`
    INSERT INTO number_key (name, secret)
    SELECT ${place.row}, ${seal(place, randomBytes(32).toString('base64'))}
    WHERE NOT EXISTS (SELECT FROM number_key WHERE name = ${place.row}) ON CONFLICT DO NOTHING`.execute(db);
  return hashWith((await storedKey(db)) as Buffer);
}
