import { type Kysely, sql } from 'kysely';
import { audit } from '../platform/audit.ts';
import type { Caller } from '../platform/caller.ts';
import { Problem } from '../platform/problem.ts';
import type { Site } from './passkeys.ts';
import { proveSelf, type SelfProof } from './twoFactor.ts';

/** Throws `proof_required` for a caller who must prove their identity again. */
export function requireProof({ recentlyProved, key }: Caller): void {
  // API keys cannot do so; their pairs limit what they may do (schema/keyPairs.ts).
  if (recentlyProved || key) return;
  throw new Problem(
    'proof_required',
    'Confirm that it is you before you change money, prices, users or settings, or sign in as a customer. Nothing was changed.',
  );
}

/** Records in the caller's session that they have just proved their identity. Throws like `proveSelf`. */
export async function stepUp(
  db: Kysely<unknown>,
  caller: Caller,
  proof: SelfProof,
  site: Site,
): Promise<void> {
  await proveSelf(db, caller, proof, site);
  await db.transaction().execute(async (trx) => {
    await sql`UPDATE token SET proved_at = now() WHERE hash = ${caller.tokenHash}`.execute(trx);
    await audit(trx, caller, { action: 'prove', entity: 'users', record: caller.user });
  });
}
