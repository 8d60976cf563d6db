import { own } from './own.ts';
export const campaignStatuses = [
  'draft',
  'preparing',
  'scheduled',
  'sending',
  'paused',
  'completed',
  'cancelled',
  'failed',
] as const;
export type CampaignStatus = (typeof campaignStatuses)[number];

/** A campaign's status in words for people: one that was rejected has not failed. */
export const shownStatus = <S>({
  status,
  not_approved,
}: {
  status: S;
  not_approved?: unknown;
}): S | 'not_approved' => (status === 'failed' && not_approved === true ? 'not_approved' : status);

/** The allowed transitions of a campaign. Any other is refused with 409 and changes nothing. */
export const campaignMoves: Record<CampaignStatus, readonly CampaignStatus[]> = {
  draft: ['preparing', 'cancelled', 'failed'],
  preparing: ['scheduled', 'sending', 'cancelled', 'failed'],
  scheduled: ['sending', 'cancelled'],
  sending: ['paused', 'completed', 'cancelled'],
  paused: ['sending', 'cancelled'],
  completed: [],
  cancelled: [],
  failed: [],
};

export const hasEnded = (status: CampaignStatus): boolean => own(campaignMoves, status)?.length === 0;

/** Where a campaign may go from a status; nowhere from one that only another API knows. */
export const movesOf = (status: CampaignStatus): readonly CampaignStatus[] =>
  own(campaignMoves, status) ?? [];

/** A campaign's money, in minor units. Servers may leave out what was charged and released. */
interface CampaignMoney {
  status: CampaignStatus;
  cost: number;
  captured?: number;
  released?: number;
}

/**
 * What a campaign costs, as shown to people, in minor units. `charged` is null until the campaign ends. `held` is the
 * reserved amount: everything until it ends, then only what unknown messages may still be charged.
 */
export function costOf({ status, cost, captured, released }: CampaignMoney): {
  charged: number | null;
  held: number;
} {
  // A missing value is not zero, and the amount held is unknown for a status that only the server knows.
  if (typeof cost === 'number' && !own(campaignMoves, status)) return { charged: captured ?? cost, held: 0 };
  if (!hasEnded(status) || typeof cost !== 'number') return { charged: null, held: cost };
  const charged = captured ?? cost - (released ?? 0);
  return { charged, held: Math.max(0, cost - charged - (released ?? cost - charged)) };
}
