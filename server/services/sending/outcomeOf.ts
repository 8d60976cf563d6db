import type { Claimed } from './claims.ts';
import type { SubmitOutcome } from './link/link.ts';
import type { Outcome } from './outcomes.ts';

/** Temporary refusals of a message before it counts as refused: about four hours. */
const ATTEMPTS = 50;
/** Longest wait before a retry, in seconds. */
export const BACKOFF_MAX = 300;

/** The outcome of a message in flight, from the link's result. */
export function outcomeOf(
  { uuid, hand, attempts }: Pick<Claimed, 'uuid' | 'hand' | 'attempts'>,
  answer: SubmitOutcome,
): Outcome {
  switch (answer.kind) {
    case 'submitted':
      return { uuid, hand, status: 'submitted', ids: answer.ids };
    case 'temporary': {
      // Throttling or a broken link says nothing about the message itself, so it may wait without limit.
      const spared = answer.throttled || answer.unsent === true;
      if (spared || attempts < ATTEMPTS) {
        const seconds = answer.throttled ? 1 : Math.min(BACKOFF_MAX, 2 ** Math.min(attempts, 9));
        return { uuid, hand, status: 'queued', error: answer.error, seconds, spared };
      }
      return { uuid, hand, status: 'rejected', error: answer.error };
    }
    default:
      return { uuid, hand, status: answer.kind, error: answer.error };
  }
}
