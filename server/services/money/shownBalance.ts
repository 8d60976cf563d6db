import { allows, balancePair } from '#schema/permissions.ts';
import type { Caller } from '../platform/caller.ts';

/** A balance and the remainder after a cost, in minor units; null without `balancePair`. */
export function shownBalance(
  { pairs }: Caller,
  { balance, cost }: { balance: number; cost: number },
): { balance: number | null; balance_after: number | null } {
  if (!allows(pairs, balancePair)) return { balance: null, balance_after: null };
  return { balance, balance_after: balance - cost };
}
