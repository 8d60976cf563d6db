import { allows, balancePair } from '#schema/permissions.ts';
import type { Caller } from '../platform/caller.ts';

/** A balance, the remainder after a cost and the credit limit, in minor units; null without `balancePair`. */
export function shownBalance(
  { pairs }: Caller,
  { balance, cost, credit_limit }: { balance: number; cost: number; credit_limit: number },
): { [K in 'balance' | 'balance_after' | 'credit_limit']: number | null } {
  if (!allows(pairs, balancePair)) return { balance: null, balance_after: null, credit_limit: null };
  return { balance, balance_after: balance - cost, credit_limit };
}
