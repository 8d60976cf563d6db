import type { Claimed } from '../claims.ts';
import { outcomeOf } from '../outcomeOf.ts';
import type { Outcome } from '../outcomes.ts';
import type { FoundJournal } from './journals.ts';

/** A message that the database shows as claimed by a worker. */
export type Held = Pick<Claimed, 'uuid' | 'hand' | 'phone' | 'attempts'>;

/** The messages of a claim belong to one campaign, in which a number occurs once. */
const keyOf = ({ hand, phone }: { hand: number; phone: string }): string => `${hand} ${phone}`;

/**
 * Outcomes of a dead worker's messages, from its journal: answered ones are recorded, and unstarted ones go back to the
 * queue. The others are left out: they are unknown.
 */
export function outcomesOf(held: readonly Held[], { entries, isWhole }: FoundJournal): Outcome[] {
  const known = new Map(entries.map((entry) => [keyOf(entry), entry]));
  return held.flatMap((message) => {
    const entry = known.get(keyOf(message));
    if (entry?.answer) return [outcomeOf(message, entry.answer)];
    // The worker did not even know that it had claimed those that are missing.
    if (entry?.isBegun || !isWhole) return [];
    const { uuid, hand } = message;
    return [{ uuid, hand, status: 'queued', error: 'NOT_SENT', seconds: 0, spared: true }];
  });
}
