import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { hashedLike, numberHash } from '../platform/numberHash.ts';

/** Recipients whose numbers are hashed at once. */
const BATCH = 10_000;

interface Listed {
  position: number;
  /** What the blacklist has in the number's place. */
  entry: string;
}

/**
 * The recipients of a plan, after a position, whose number is on the account's blacklist as a hash because it was erased.
 * Reads no recipient while the account has no such entry. `limit`: how many recipients to look at; all if missing.
 */
export async function erasedListed(
  db: Db,
  account: string,
  plan: string,
  { after = 0, limit = Number.POSITIVE_INFINITY } = {},
): Promise<Listed[]> {
  const { rows: entries } = await sql<{ phone: string }>`
    SELECT phone FROM blacklist_number WHERE account = ${account} AND phone LIKE ${hashedLike}`.execute(db);
  const hash = entries.length > 0 && (await numberHash(db));
  if (!hash) return [];
  const hashes = new Set(entries.map(({ phone }) => phone));
  const found: Listed[] = [];
  for (let from = after, left = limit; left > 0; ) {
    const { rows } = await sql<{ position: number; phone: string }>`
      SELECT position, phone FROM plan_recipient
      WHERE plan = ${plan} AND refusal IS NULL AND position > ${from}
      ORDER BY position LIMIT ${Math.min(BATCH, left)}`.execute(db);
    for (const { position, phone } of rows) {
      const entry = hash(account, phone);
      if (hashes.has(entry)) found.push({ position, entry });
    }
    if (rows.length < BATCH) break;
    from = rows.at(-1)?.position ?? from;
    left -= rows.length;
  }
  return found;
}

/** The positions of such recipients among the next that a campaign's plan expands to messages. */
export async function erasedNext(
  db: Db,
  campaign: { account: string; plan: string; expanded_to: number },
  limit: number,
): Promise<number[]> {
  const after = campaign.expanded_to;
  const found = await erasedListed(db, campaign.account, campaign.plan, { after, limit });
  return found.map(({ position }) => position);
}
