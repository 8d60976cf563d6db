import type { Limits, OutgoingSms, Refusal, SubmitOutcome } from './link.ts';

type Options = Pick<OutgoingSms, 'urgent' | 'group' | 'watch' | 'place'>;

/** Writes one part and returns its sequence number, or null if nothing could be written. */
export type Write<Part> = (part: Part) => number | null;

export interface Sender<Part> {
  readonly inFlight: number;
  /**
   * When the operator began to throttle or stopped answering, if it has accepted nothing since: parts are then written one
   * at a time, and the window opens again when one is accepted.
   */
  readonly throttledSince: Date | null;
  /**
   * The operator asked to be left alone for longer than messages wait for it: none is taken, so that other links can take
   * them.
   */
  readonly isLeftAlone: boolean;
  /** The operator has answered no message since it became silent. */
  readonly isSilent: boolean;
  /** Whether a message is in progress: a part is unanswered, or still to be written. */
  readonly isBusy: boolean;
  /** Queues one message's parts, first in first out; urgent ones before all others. Never rejects. */
  submit(parts: Part[], message?: Options): Promise<SubmitOutcome>;
  /** Applies from the next part on; unanswered parts above a smaller window stay until they are answered. */
  setLimits(limits: Limits): void;
  /** Handles an answer, null for an acceptance; false if nothing waits for that sequence number. */
  answered(sequence: number, refused: Refusal | null, messageId: string): boolean;
  /** A written part will not be answered: its message becomes unknown, and the operator one answer more silent. */
  lost(sequence: number, reason: string): void;
  /** A part that counted as written was not: its message becomes temporary. */
  unwritten(sequence: number, reason: string): void;
  /** The operator asks to be left alone for so many milliseconds: nothing is written until then. */
  rest(milliseconds: number): void;
  /** Takes messages from now on, also after `pause`, `shut` or `drain`. */
  open(write: Write<Part>): void;
  /** Nothing more can be written for now: unstarted messages become temporary, written ones may still be answered. */
  pause(reason: string): void;
  /** The link is gone: written messages become unknown, the others temporary. */
  shut(reason: string): void;
  /** Unstarted messages, all or those of a group, become `temporary` with that reason; others continue. */
  recall(reason: string, group?: string): void;
  /** Starts no more messages; started ones are finished. Resolves when nothing is in flight. */
  drain(reason: string): Promise<void>;
  /** Gives up on overdue answers. Called periodically, so that PDUs need no timers of their own. */
  sweep(): void;
}
