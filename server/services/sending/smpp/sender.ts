import type { OutgoingSms, Submit, SubmitOutcome } from './message.ts';
import { createOverdueParts, type Overdue } from './overdue.ts';
import { createPace } from './pace.ts';
import { createSendQueue, type Waiting } from './sendQueue.ts';
import type { Refusal } from './status.ts';
import { refusalOf } from './status.ts';

export interface Limits {
  /** Maximum unanswered submit_sm; with 0 none is written. */
  window: number;
  /** Parts per second, may be fractional; 0 is no limit. */
  rate: number;
}

export interface SenderOptions extends Limits {
  /** Milliseconds until an unanswered submit_sm counts as lost. */
  responseTimeout: number;
  /** Milliseconds of the first pause when the operator throttles; each further one is twice as long. */
  throttlePause: number;
  /** Milliseconds of throttling until waiting messages are given back, so that other links can take them. */
  giveBackAfter: number;
  /** The operator accepts messages without answering: the link should reconnect. */
  onSilent?(reason: string): void;
  /** The current time, for status reports. */
  now(): Date;
}

type Told = Pick<OutgoingSms, 'urgent' | 'group' | 'watch' | 'place'>;

/** Writes one submit_sm and returns its sequence number, or null if nothing could be written. */
type Write = (submit: Submit) => number | null;

export interface Sender {
  readonly inFlight: number;
  /**
   * When the operator began to throttle or stopped answering, if it has accepted nothing since: parts are then written one
   * at a time, and the window opens again when one is accepted.
   */
  readonly throttledSince: Date | null;
  /** The operator has answered no message since it became silent. */
  readonly isSilent: boolean;
  /** Whether a message is in progress: a part is unanswered, or still to be written. */
  readonly isBusy: boolean;
  /** Queues one message's parts, first in first out; urgent ones before all others. Never rejects. */
  submit(parts: Submit[], message?: Told): Promise<SubmitOutcome>;
  /** Applies from the next part on; unanswered parts above a smaller window stay until they are answered. */
  setLimits(limits: Limits): void;
  /** Handles an answer; false if nothing waits for that sequence number. */
  answered(sequence: number, status: number, messageId: string): boolean;
  open(write: Write): void;
  /** The link is gone: written messages become unknown, the others temporary. */
  shut(reason: string): void;
  /** Unstarted messages, all or those of a group, become `temporary` with that reason; others continue. */
  recall(reason: string, group?: string): void;
  /** Starts no more messages; started ones are finished. Resolves when nothing is in flight. */
  drain(reason: string): Promise<void>;
  /** Gives up on overdue answers. Called periodically, so that PDUs need no timers of their own. */
  sweep(): void;
}

interface Job extends Waiting, Overdue {
  parts: Submit[];
  group: string | undefined;
  outstanding: number;
  refusal: (Refusal & { unsent?: true }) | null;
  since: number;
  resolve(outcome: SubmitOutcome): void;
}

/** Unanswered messages in a row after which the operator counts as silent. */
const SILENCE = 5;

/**
 * The sending side of a link: a queue, a window and a pace.
 *
 * A message is settled when none of its parts is unanswered. With any answer lost it is `unknown`. With a part refused and
 * none accepted it is `rejected` or `temporary`, by the more serious status. If some parts were accepted and others
 * temporarily refused, the latter are written again (a refusal proves that the operator does not have them) for as long as
 * an answer may take; if they are refused permanently, or that time is over, the message is `unknown`, because the operator
 * has a piece of it.
 */
export function createSender({
  responseTimeout,
  throttlePause,
  giveBackAfter,
  onSilent,
  now: timeOfDay,
  window: initialWindow,
  rate,
}: SenderOptions): Sender {
  let window = initialWindow;
  const pending = new Map<number, { job: Job; index: number; at: number }>();
  const overdueParts = createOverdueParts<Job>();
  const pace = createPace(rate, throttlePause, timeOfDay);
  const queue = createSendQueue<Job>();
  let write: Write | null = null;
  let draining: string | null = null;
  let idle: (() => void)[] = [];

  /** Lost messages among those written after the last answer. */
  let unanswered = 0;
  let answeredAt = Number.NEGATIVE_INFINITY;
  let isSilent = false;
  let wake: NodeJS.Timeout | undefined;

  /** How many parts may be unanswered now: places of lost ones stay empty until there is an answer again. */
  const places = (): number => Math.min(window, pace.throttledAt ? 1 : Math.max(1, window - unanswered));

  function pump(): void {
    while (write && pending.size < places()) {
      const job = queue.head();
      if (!job) return;
      const now = performance.now();
      const wait = pace.delay(now);
      if (wait > 0) {
        wake ??= setTimeout(() => {
          wake = undefined;
          pump();
        }, wait);
        return;
      }
      const index = job.todo[0]!;
      if (!isBegun(job)) job.watch?.begun(job.place);
      const sequence = write(job.parts[index]!);
      if (sequence === null) return; // The socket is closing; shut() follows.
      job.todo.shift();
      job.outstanding++;
      pending.set(sequence, { job, index, at: now });
    }
  }

  function settle(job: Job): void {
    if (job.outstanding > 0) return;
    const { refusal, accepted } = job;
    if (accepted === job.parts.length) job.resolve({ kind: 'submitted', ids: job.ids });
    else if (job.lost) job.resolve({ kind: 'unknown', error: job.lost });
    else if (!refusal) return;
    else if (accepted === 0) {
      const { error, temporary, ...more } = refusal;
      job.resolve(temporary ? { kind: 'temporary', error, ...more } : { kind: 'rejected', error });
    } else if (refusal.temporary && write && performance.now() - job.since < responseTimeout) {
      job.refusal = null;
      queue.continueWith(job);
    } else {
      const error = `${refusal.error} after ${accepted} of ${job.parts.length} parts were accepted`;
      job.resolve({ kind: 'unknown', error });
    }
  }

  function release(sequence: number): void {
    pending.delete(sequence);
    if (!isIdle()) return;
    for (const resolve of idle) resolve();
    idle = [];
  }

  const isIdle = (): boolean => pending.size === 0 && !queue.head();

  function lose(sequence: number, job: Job, reason: string): void {
    job.lost = reason;
    job.outstanding--;
    settle(job);
    release(sequence);
  }

  const isBegun = (job: Job): boolean => job.outstanding > 0 || job.accepted > 0;

  function abandonQueued(reason: string, matches: (job: Job) => boolean): void {
    for (const job of queue.take(matches)) {
      job.refusal ??= { error: reason, temporary: true, throttled: false, unsent: true };
      settle(job);
    }
  }

  return {
    get inFlight() {
      return pending.size;
    },
    get throttledSince() {
      return pace.throttledAt;
    },
    get isSilent() {
      return isSilent;
    },
    get isBusy() {
      return !isIdle();
    },
    setLimits(next) {
      window = next.window;
      pace.setRate(next.rate);
      if (window === 0) pace.saveNothing();
      clearTimeout(wake);
      wake = undefined;
      pump();
    },
    submit(parts, { urgent, group, watch, place = 0 } = {}) {
      const reason = draining ?? (write ? null : 'the link is down');
      if (reason)
        return Promise.resolve({ kind: 'temporary', error: reason, throttled: false, unsent: true });
      return new Promise((resolve) => {
        const todo = parts.map((_, index) => index);
        const state = { outstanding: 0, accepted: 0, overdue: 0, refusal: null, lost: null, queued: false };
        const job = {
          ...state,
          ...{ parts, todo, group, watch, place },
          ids: new Array(parts.length),
          since: performance.now(),
          resolve(outcome: SubmitOutcome) {
            watch?.settled(place, outcome);
            resolve(outcome);
          },
        };
        if (urgent) queue.pushUrgent(job);
        else queue.push(job);
        pump();
      });
    },
    answered(sequence, status, messageId) {
      const slot = pending.get(sequence);
      if (!slot && !overdueParts.answered(sequence, status, messageId)) return false;
      unanswered = 0;
      answeredAt = performance.now();
      isSilent = false;
      if (!slot) return true;
      const { job, index, at } = slot;
      job.outstanding--;
      if (status === 0) {
        job.ids[index] = messageId;
        job.accepted++;
        pace.accepted(at);
      } else {
        const refusal = refusalOf(status);
        if (refusal.throttled) pace.backOff(performance.now());
        job.todo.push(index);
        if (!job.refusal || job.refusal.temporary) job.refusal = refusal;
      }
      settle(job);
      if (pace.isThrottledFor(giveBackAfter))
        abandonQueued('the operator asks for a slower pace', (one) => !isBegun(one));
      release(sequence);
      pump();
      return true;
    },
    open(next) {
      write = next;
      if (!isSilent) pace.calm();
      pump();
    },
    shut(reason) {
      write = null;
      overdueParts.clear();
      clearTimeout(wake);
      wake = undefined;
      for (const [sequence, { job }] of [...pending]) lose(sequence, job, reason);
      abandonQueued(reason, () => true);
    },
    recall(reason, group) {
      abandonQueued(reason, (job) => !isBegun(job) && (group === undefined || job.group === group));
    },
    drain(reason) {
      draining = reason;
      abandonQueued(reason, (job) => !isBegun(job));
      return isIdle() ? Promise.resolve() : new Promise((resolve) => idle.push(resolve));
    },
    sweep() {
      const overdue = performance.now() - responseTimeout;
      // In order of writing, so the first that is not overdue ends the search.
      for (const [sequence, { job, index, at }] of pending) {
        if (at > overdue) break;
        if (at > answeredAt) unanswered++;
        overdueParts.add(sequence, job, index);
        lose(sequence, job, `no answer within ${responseTimeout} ms`);
      }
      if (write && unanswered >= (isSilent ? 1 : SILENCE)) {
        isSilent = true;
        unanswered = 0;
        pace.isSilent(performance.now());
        onSilent?.('the operator answers no submit_sm');
      }
      pump();
    },
  };
}
