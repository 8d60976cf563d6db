import { type RawBuilder, sql } from 'kysely';
import { ERASED } from '#schema/erased.ts';
import type { Db } from '../../db/database.ts';
import { type Hmac, makeHmac, storedHmac } from './hashKey.ts';

/** The hash of an account's number, as it is stored in the number's place: `erased:` and HMAC-SHA256 in base64url. */
export type NumberHash = (account: string, phone: string) => string;

const PREFIX = `${ERASED}:`;
/** A LIKE pattern for hashes. */
export const hashedLike = `${PREFIX}%`;
/** SQL: the number of entry `t` of a blacklist as people read it. Nobody needs the hash of an erased one. */
export const listedPhone: RawBuilder<string> = sql`CASE WHEN t.phone LIKE ${hashedLike} THEN ${ERASED} ELSE t.phone END`;

// The account is part of it, so that equal hashes tell nothing of what two accounts have in common.
const hashWith =
  (hmac: Hmac): NumberHash =>
  (account, phone) =>
    PREFIX + hmac(`${account} ${phone}`);

/** How erased numbers are hashed; null if none was yet. */
export async function numberHash(db: Db): Promise<NumberHash | null> {
  const hmac = await storedHmac(db, 'blacklist');
  return hmac && hashWith(hmac);
}

/** The same, with a new key if there is none. Throws `unavailable` if the server has no key for secrets. */
export const makeNumberHash = async (db: Db): Promise<NumberHash> =>
  hashWith(await makeHmac(db, 'blacklist'));
