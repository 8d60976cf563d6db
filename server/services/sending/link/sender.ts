import { createJob, finish, type Job } from './job.ts';
import { createOverdueParts } from './overdue.ts';
import { createPace } from './pace.ts';
import type { Sender, Write } from './senderInterface.ts';
import type { SenderOptions } from './senderOptions.ts';
import { createSendQueue } from './sendQueue.ts';

const SLOWER = 'the operator asks for a slower pace';
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
export function createSender<Part>({
  responseTimeout,
  throttlePause,
  giveBackAfter,
  onSilent,
  now: timeOfDay,
  window: initialWindow,
  rate,
}: SenderOptions): Sender<Part> {
  let window = initialWindow;
  const pending = new Map<number, { job: Job<Part>; index: number; at: number }>();
  const overdueParts = createOverdueParts<Job<Part>>();
  const pace = createPace(rate, throttlePause, timeOfDay);
  const queue = createSendQueue<Job<Part>>();
  let write: Write<Part> | null = null;
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

  function settle(job: Job<Part>): void {
    if (job.outstanding > 0) return;
    const { refusal, accepted } = job;
    if (accepted === job.parts.length) finish(job, { kind: 'submitted', ids: job.ids });
    else if (job.lost) finish(job, { kind: 'unknown', error: job.lost });
    else if (!refusal) return;
    else if (accepted === 0) {
      const { error, temporary, ...more } = refusal;
      finish(job, temporary ? { kind: 'temporary', error, ...more } : { kind: 'rejected', error });
    } else if (refusal.temporary && write && performance.now() - job.since < responseTimeout) {
      job.refusal = null;
      queue.continueWith(job);
    } else {
      const error = `${refusal.error} after ${accepted} of ${job.parts.length} parts were accepted`;
      finish(job, { kind: 'unknown', error });
    }
  }

  function release(sequence: number): void {
    pending.delete(sequence);
    if (!isIdle()) return;
    for (const resolve of idle) resolve();
    idle = [];
  }

  const isIdle = (): boolean => pending.size === 0 && !queue.head();

  function lose(sequence: number, job: Job<Part>, reason: string): void {
    job.lost = reason;
    job.outstanding--;
    settle(job);
    release(sequence);
  }

  const isLeftAlone = (): boolean => pace.restsFor(giveBackAfter);
  const isBegun = (job: Job<Part>): boolean => job.outstanding > 0 || job.accepted > 0;

  function abandonQueued(reason: string, matches: (job: Job<Part>) => boolean): void {
    for (const job of queue.take(matches)) {
      job.refusal ??= { error: reason, temporary: true, throttled: false, unsent: true };
      settle(job);
    }
  }

  function noticeSilence(): void {
    if (!write || unanswered < (isSilent ? 1 : SILENCE)) return;
    isSilent = true;
    unanswered = 0;
    pace.isSilent(performance.now());
    onSilent?.();
  }

  function pause(reason: string): void {
    write = null;
    clearTimeout(wake);
    wake = undefined;
    abandonQueued(reason, (job) => !isBegun(job));
  }

  return {
    get inFlight() {
      return pending.size;
    },
    get throttledSince() {
      return pace.throttledAt;
    },
    get isLeftAlone() {
      return isLeftAlone();
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
    submit(parts, { urgent, group, watch, place } = {}) {
      const reason = draining ?? (!write ? 'the link is down' : isLeftAlone() ? SLOWER : null);
      if (reason)
        return Promise.resolve({ kind: 'temporary', error: reason, throttled: false, unsent: true });
      return new Promise((resolve) => {
        const job = createJob(parts, { group, watch, place }, resolve);
        if (urgent) queue.pushUrgent(job);
        else queue.push(job);
        pump();
      });
    },
    answered(sequence, refusal, messageId) {
      const slot = pending.get(sequence);
      if (!slot && !overdueParts.answered(sequence, refusal, messageId)) return false;
      unanswered = 0;
      answeredAt = performance.now();
      isSilent = false;
      if (!slot) return true;
      const { job, index, at } = slot;
      job.outstanding--;
      if (!refusal) {
        job.ids[index] = messageId;
        job.accepted++;
        pace.accepted(at);
      } else {
        if (refusal.throttled) pace.backOff(performance.now());
        job.todo.push(index);
        if (!job.refusal || job.refusal.temporary) job.refusal = refusal;
      }
      settle(job);
      if (pace.isThrottledFor(giveBackAfter)) abandonQueued(SLOWER, (one) => !isBegun(one));
      release(sequence);
      pump();
      return true;
    },
    rest(milliseconds) {
      pace.rest(performance.now(), milliseconds);
      if (isLeftAlone()) abandonQueued(SLOWER, (job) => !isBegun(job));
    },
    open(next) {
      write = next;
      draining = null;
      if (!isSilent) pace.calm();
      pump();
    },
    lost(sequence, reason) {
      const slot = pending.get(sequence);
      if (!slot) return;
      if (slot.at > answeredAt) unanswered++;
      lose(sequence, slot.job, reason);
      noticeSilence();
      pump();
    },
    unwritten(sequence, reason) {
      const slot = pending.get(sequence);
      if (!slot) return;
      slot.job.outstanding--;
      slot.job.refusal ??= { error: reason, temporary: true, throttled: false, unsent: true };
      settle(slot.job);
      release(sequence);
      pump();
    },
    pause,
    shut(reason) {
      pause(reason);
      overdueParts.clear();
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
      noticeSilence();
      pump();
    },
  };
}
