import type { Claimed } from '../claims.ts';
import { outcomeOf } from '../outcomeOf.ts';
import type { Outcome } from '../outcomes.ts';
import type { FoundJournal } from './journals.ts';

/** A message that the database has in a worker's hand. */
export type Held = Pick<Claimed, 'uuid' | 'hand' | 'phone' | 'attempts'>;

/** A hand is of one campaign, which has a number once. */
const keyOf = ({ hand, phone }: { hand: number; phone: string }): string => `${hand} ${phone}`;

/**
 * Outcomes of messages in the hand of a worker that died, as its journal tells: what was answered is recorded, and
 * what was not begun goes back to the queue. The others are left out: they are unknown.
 */
export function outcomesOf(held: readonly Held[], { entries, isWhole }: FoundJournal): Outcome[] {
  const known = new Map(entries.map((entry) => [keyOf(entry), entry]));
  return held.flatMap((message) => {
    const entry = known.get(keyOf(message));
    if (entry?.answer) return [outcomeOf(message, entry.answer)];
    // Of what is missing the worker did not even know that it had it.
    if (entry?.isBegun || !isWhole) return [];
    const { uuid, hand } = message;
    return [{ uuid, hand, status: 'queued', error: 'NOT_SENT', seconds: 0, spared: true }];
  });
}
