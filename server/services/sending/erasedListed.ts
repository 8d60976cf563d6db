import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { prepared } from '../../db/preparedStatements.ts';
import { hashedLike, numberHash } from '../platform/numberHash.ts';

/** Positions whose numbers are hashed at once. */
const BATCH = 10_000;

interface Listed {
  position: number;
  /** What the blacklist has in the number's place. */
  entry: string;
}

/**
 * The recipients of a plan whose number is on the account's blacklist as a hash because it was erased. Reads no recipient
 * while the account has no such entry. Only positions greater than `from`, and up to `to`, which is the plan's last if missing.
 */
export async function erasedListed(
  db: Db,
  account: string,
  plan: string,
  from = 0,
  to?: number,
): Promise<Listed[]> {
  const { rows: entries } = await sql<{ phone: string }>`${prepared}
    SELECT phone FROM blacklist_number WHERE account = ${account} AND phone LIKE ${hashedLike}`.execute(db);
  const hash = entries.length > 0 && (await numberHash(db));
  if (!hash) return [];
  const hashes = new Set(entries.map(({ phone }) => phone));
  const found: Listed[] = [];
  const end = to ?? (await lastPosition(db, plan));
  for (let at = from; at < end; at += BATCH) {
    const { rows } = await sql<{ position: number; phone: string }>`
      SELECT position, phone FROM plan_recipient
      WHERE plan = ${plan} AND refusal IS NULL AND position > ${at} AND position <= ${Math.min(at + BATCH, end)}`.execute(
      db,
    );
    for (const { position, phone } of rows) {
      const entry = hash(account, phone);
      if (hashes.has(entry)) found.push({ position, entry });
    }
  }
  return found;
}

async function lastPosition(db: Db, plan: string): Promise<number> {
  const { rows } = await sql<{ last: number | null }>`
    SELECT max(position) AS last FROM plan_recipient WHERE plan = ${plan}`.execute(db);
  return rows[0]?.last ?? 0;
}

/** The positions of such recipients among those of a campaign's plan from one position to another. */
export async function erasedBetween(
  db: Db,
  { account, plan }: { account: string; plan: string },
  from: number,
  to: number,
): Promise<number[]> {
  const found = await erasedListed(db, account, plan, from, to);
  return found.map(({ position }) => position);
}
