import type { PduFields } from 'smpp';
import type { Refusal } from './status.ts';
import { refusalOf } from './status.ts';

/** What became of one message; `error` is a name from SMPP 3.4 section 5.1.3 where the operator gave one. */
export type SubmitOutcome =
  /** Every part was accepted; one operator id per part, in the order of the parts. */
  | { kind: 'submitted'; ids: string[] }
  /** Refused for good; the operator has no part of it. */
  | { kind: 'rejected'; error: string }
  /** The operator has no part of it, and it may be tried again. */
  | { kind: 'temporary'; error: string; throttled: boolean }
  /** A part may be, or is, with the operator and another is not: it must never be sent again by itself. */
  | { kind: 'unknown'; error: string };

export interface SenderOptions {
  /** The most submit_sm that may be unanswered at once. */
  window: number;
  /** Parts per second; 0 is without a limit. */
  rate: number;
  /** Milliseconds until an unanswered submit_sm counts as lost. */
  responseTimeout: number;
  /** Milliseconds of the first pause when the operator throttles; each next one is twice as long. */
  throttlePause: number;
}

/** Writes one submit_sm and gives its sequence number, or null when nothing could be written. */
type Write = (submit: PduFields) => number | null;

export interface Sender {
  readonly inFlight: number;
  /** Queues one message's parts, first in first out. Never rejects. */
  submit(parts: PduFields[]): Promise<SubmitOutcome>;
  /** Takes an answer; false when nothing waits for that sequence number. */
  answered(sequence: number, status: number, messageId: string): boolean;
  open(write: Write): void;
  /** The link is gone: what was written is unknown, what was not is temporary. */
  shut(reason: string): void;
  /** No message is begun any more; those begun are finished. Resolves when nothing is in flight. */
  drain(reason: string): Promise<void>;
  /** Gives up on answers that are overdue. Called now and then, so that no PDU needs a timer of its own. */
  sweep(): void;
}

interface Job {
  parts: PduFields[];
  /** Indexes of the parts still to be written. */
  todo: number[];
  ids: string[];
  outstanding: number;
  accepted: number;
  refusal: Refusal | null;
  /** Why a part's answer will not come any more. */
  lost: string | null;
  queued: boolean;
  since: number;
  resolve(outcome: SubmitOutcome): void;
}

const LONGEST_PAUSE = 16_000;
/** A rate is kept within each twentieth of a second, because timers are no finer than a few milliseconds. */
const BURST_SECONDS = 0.05;

/**
 * The sending side of a link: a queue, a window and a pace.
 *
 * A message is settled when none of its parts is unanswered. With any answer lost it is `unknown`. With a
 * part refused and none accepted it is `rejected` or `temporary`, as by the graver status. When some
 * parts were accepted and others refused for now, those are written again by us (a refusal proves that
 * the operator has not got them) for as long as an answer may take; when they are refused for good, or that time is over,
 * the message is `unknown`, because the operator holds a piece of it.
 */
export function createSender({ window, rate, responseTimeout, throttlePause }: SenderOptions): Sender {
  const pending = new Map<number, { job: Job; index: number; at: number }>();
  const queue = createQueue();
  let write: Write | null = null;
  let draining: string | null = null;
  let idle: (() => void)[] = [];

  let pause = 0;
  let resumeAt = 0;
  let wake: NodeJS.Timeout | undefined;
  const burst = Math.max(1, rate * BURST_SECONDS);
  let tokens = 1;
  let filledAt = Date.now();

  /** Milliseconds until the next part may be written; 0 takes its token. */
  function delay(now: number): number {
    if (now < resumeAt) return resumeAt - now;
    if (rate <= 0) return 0;
    tokens = Math.min(burst, tokens + ((now - filledAt) * rate) / 1000);
    filledAt = now;
    if (tokens < 1) return Math.ceil(((1 - tokens) * 1000) / rate);
    tokens--;
    return 0;
  }

  function pump(): void {
    while (write && pending.size < window) {
      const job = queue.head();
      if (!job) return;
      const now = Date.now();
      const wait = delay(now);
      if (wait > 0) {
        wake ??= setTimeout(() => {
          wake = undefined;
          pump();
        }, wait);
        return;
      }
      const index = job.todo[0]!;
      const sequence = write(job.parts[index]!);
      if (sequence === null) return; // The socket is going; shut() follows.
      job.todo.shift();
      job.outstanding++;
      pending.set(sequence, { job, index, at: now });
    }
  }

  function backOff(now: number): void {
    // The rest of a full window is refused as well: that is one pause, not a hundred.
    if (now < resumeAt) return;
    pause = Math.min(pause ? pause * 2 : throttlePause, LONGEST_PAUSE);
    resumeAt = now + pause;
  }

  function settle(job: Job): void {
    if (job.outstanding > 0) return;
    const { refusal, accepted } = job;
    if (job.lost) job.resolve({ kind: 'unknown', error: job.lost });
    else if (!refusal) {
      if (job.todo.length === 0) job.resolve({ kind: 'submitted', ids: job.ids });
    } else if (accepted === 0) {
      const { error, temporary, throttled } = refusal;
      job.resolve(temporary ? { kind: 'temporary', error, throttled } : { kind: 'rejected', error });
    } else if (refusal.temporary && write && Date.now() - job.since < responseTimeout) {
      job.refusal = null;
      queue.urgent(job);
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

  function abandonQueued(reason: string, begunToo: boolean): void {
    const kept: Job[] = [];
    for (const job of queue.clear()) {
      if (!begunToo && (job.outstanding > 0 || job.accepted > 0)) {
        kept.push(job);
        continue;
      }
      job.refusal ??= { error: reason, temporary: true, throttled: false };
      settle(job);
    }
    for (const job of kept) queue.push(job);
  }

  return {
    get inFlight() {
      return pending.size;
    },
    submit(parts) {
      const reason = draining ?? (write ? null : 'the link is down');
      if (reason) return Promise.resolve({ kind: 'temporary', error: reason, throttled: false });
      return new Promise((resolve) => {
        const todo = parts.map((_, index) => index);
        const state = { outstanding: 0, accepted: 0, refusal: null, lost: null, queued: false };
        queue.push({ parts, todo, ids: new Array(parts.length), ...state, since: Date.now(), resolve });
        pump();
      });
    },
    answered(sequence, status, messageId) {
      const slot = pending.get(sequence);
      if (!slot) return false;
      const { job, index, at } = slot;
      job.outstanding--;
      if (status === 0) {
        job.ids[index] = messageId;
        job.accepted++;
        if (pause && at >= resumeAt) pause = 0;
      } else {
        const refusal = refusalOf(status);
        if (refusal.throttled) backOff(Date.now());
        job.todo.push(index);
        if (!job.refusal || job.refusal.temporary) job.refusal = refusal;
      }
      settle(job);
      release(sequence);
      pump();
      return true;
    },
    open(next) {
      write = next;
      pause = resumeAt = 0;
      pump();
    },
    shut(reason) {
      write = null;
      clearTimeout(wake);
      wake = undefined;
      for (const [sequence, { job }] of [...pending]) lose(sequence, job, reason);
      abandonQueued(reason, true);
    },
    drain(reason) {
      draining = reason;
      abandonQueued(reason, false);
      return isIdle() ? Promise.resolve() : new Promise((resolve) => idle.push(resolve));
    },
    sweep() {
      const overdue = Date.now() - responseTimeout;
      // In the order of writing, so the first that is not overdue ends the search.
      for (const [sequence, { job, at }] of pending) {
        if (at > overdue) break;
        lose(sequence, job, `no answer within ${responseTimeout} ms`);
      }
      pump();
    },
  };
}

/** First in, first out, with what was interrupted in front. Messages that need no more writing fall out at the head. */
function createQueue() {
  let jobs: Job[] = [];
  let first = 0;
  const interrupted: Job[] = [];

  function push(job: Job): void {
    job.queued = true;
    jobs.push(job);
  }
  function drop(job: Job, from: Job[]): void {
    job.queued = false;
    if (from === interrupted) interrupted.shift();
    else if (++first > 1024 && first * 2 > jobs.length) {
      jobs = jobs.slice(first);
      first = 0;
    }
  }
  return {
    push,
    urgent(job: Job): void {
      if (job.queued) return;
      job.queued = true;
      interrupted.push(job);
    },
    head(): Job | undefined {
      for (;;) {
        const from = interrupted.length > 0 ? interrupted : jobs;
        const job = from === jobs ? jobs[first] : interrupted[0];
        if (!job || (!job.refusal && !job.lost && job.todo.length > 0)) return job;
        drop(job, from);
      }
    },
    clear(): Job[] {
      const all = [...interrupted, ...jobs.slice(first)];
      for (const job of all) job.queued = false;
      interrupted.length = 0;
      jobs = [];
      first = 0;
      return all;
    },
  };
}
