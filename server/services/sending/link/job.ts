import type { OutgoingSms, Refusal, SubmitOutcome } from './link.ts';
import type { Overdue } from './overdue.ts';
import type { Waiting } from './sendQueue.ts';

/** A message that a link sends: its parts, and what is known of them. */
export interface Job<Part> extends Waiting, Overdue {
  parts: Part[];
  group: string | undefined;
  outstanding: number;
  refusal: Refusal | null;
  since: number;
  resolve(outcome: SubmitOutcome): void;
}

/** Built without spreads or closures: thousands wait, and each is copied whenever young objects are collected. */
export const createJob = <Part>(
  parts: Part[],
  { group, watch, place = 0 }: Pick<OutgoingSms, 'group' | 'watch' | 'place'>,
  resolve: (outcome: SubmitOutcome) => void,
): Job<Part> => ({
  parts,
  todo: parts.map((_, index) => index),
  group,
  watch,
  place,
  ids: [],
  outstanding: 0,
  accepted: 0,
  overdue: 0,
  refusal: null,
  lost: null,
  queued: false,
  since: performance.now(),
  resolve,
});

/** Tells the message's outcome, once. */
export function finish<Part>(job: Job<Part>, outcome: SubmitOutcome): void {
  job.watch?.settled(job.place, outcome);
  job.resolve(outcome);
}
