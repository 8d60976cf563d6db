import { closeSync, fdatasync, fstatSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { SubmitOutcome } from '../link/link.ts';
import { type Entry, type Header, RecordWriter } from './records.ts';

/**
 * A worker's messages in flight, on its host's disk: which it has begun to write to an operator, and the operator's
 * answers. Its next start reads it, so that after a kill only unanswered messages are unknown.
 */
export interface Journal {
  /** Messages were claimed for a link. */
  claimed(link: string, messages: readonly Claimed[]): Claim;
  /** A part of a claim's message is about to be written. */
  begun(claim: Claim, place: number): void;
  answered(claim: Claim, place: number, outcome: SubmitOutcome): void;
  /** The outcome of one more of them is in the database. */
  recorded(claim: Claim): void;
  /** Writes pending records. Called before the operator gets the octets they describe; throws if these must not be sent. */
  flush(): void;
  /** Nothing is in flight any more, so the journal is removed. */
  close(): void;
}

type Claimed = Pick<Entry, 'hand' | 'campaign' | 'phone'>;

/** Messages claimed at once, and the outcome of each. */
export interface Claim {
  /** The number of the first; the others follow. */
  first: number;
  link: string;
  at: number;
  messages: readonly Claimed[];
  isBegun: Uint8Array;
  answers: (SubmitOutcome | undefined)[];
  /** How many the database does not know of. */
  left: number;
}

const claimOf = (first: number, link: string, messages: readonly Claimed[]): Claim => ({
  ...{ first, link, messages, at: Date.now(), left: messages.length },
  ...{ isBegun: new Uint8Array(messages.length), answers: new Array(messages.length) },
});

/** Size of a file in octets after which the next begins. */
const LARGEST = 16 << 20;
/** How many older files are kept for comparison after a failover. */
const KEPT = 1;
/** Minimum milliseconds between two syncs to disk. */
const SYNC = 50;
/** Milliseconds after which a journal that could not be written is started anew. */
const PAUSE = 60_000;

/** For a worker without a journal: after a kill, everything in flight is unknown. */
export const noJournal: Journal = {
  claimed: (link, messages) => claimOf(0, link, messages),
  begun() {},
  answered() {},
  recorded() {},
  flush() {},
  close() {},
};

/** Path of a journal: its files are `NAME.1`, `NAME.2` and so on; the newest is complete. */
export interface Place {
  folder: string;
  /** Ends with the worker's number (journals.ts). */
  name: string;
}

const fileAt = ({ folder, name }: Place, generation: number): string => join(folder, `${name}.${generation}`);

/** Starts a worker's journal. Throws the file system's error if that fails. */
export function openJournal(
  place: Place,
  header: Omit<Header, 'file'>,
  onError: (error: unknown) => void,
  largest = LARGEST,
): Journal {
  const records = new RecordWriter();
  /** What is in flight; a new file begins with it. */
  const open = new Set<Claim>();
  let next = 0;
  let generation = 0;
  /** Null while it cannot be written, and when it is closed. */
  let file: number | null = null;
  let size = 0;
  let failedAt = Number.NEGATIVE_INFINITY;
  /** Some files may be incomplete. */
  let isStale = false;
  let isScheduled = false;
  let isDirty = false;
  /** A sync is running or has just finished. */
  let isSyncing = false;
  /** The file being synced; it is closed afterwards. */
  let syncing: number | null = null;

  /** Starts the next file, with what is in flight. */
  function begin(): void {
    const path = fileAt(place, generation + 1);
    const descriptor = openSync(`${path}.new`, 'w', 0o600);
    try {
      const { dev, ino } = fstatSync(descriptor);
      records.take();
      records.header({ ...header, file: `${dev} ${ino}` });
      for (const claim of open) writeState(claim);
      size = writeAll(descriptor, records.take());
      renameSync(`${path}.new`, path);
    } catch (error) {
      closeSync(descriptor);
      rmSync(`${path}.new`, { force: true });
      throw error;
    }
    letGo();
    file = descriptor;
    generation++;
    rmSync(fileAt(place, generation - KEPT - 1), { force: true });
    isDirty = true;
    sync();
  }

  function writeClaim({ first, link, at, messages }: Claim): void {
    for (let from = 0, to = 0; from < messages.length; from = to) {
      const { hand, campaign } = messages[from] as Claimed;
      while (messages[to]?.hand === hand) to++;
      const phones = messages.slice(from, to).map(({ phone }) => phone);
      records.claim((first + from) >>> 0, { hand, campaign, link, at }, phones);
    }
  }

  function writeState(claim: Claim): void {
    writeClaim(claim);
    for (const [place, answer] of claim.answers.entries()) {
      const id = (claim.first + place) >>> 0;
      if (claim.isBegun[place]) records.begun(id);
      if (answer) records.answer(id, answer);
    }
  }

  function letGo(): void {
    if (file !== null && file !== syncing) closeSync(file);
    file = null;
  }

  function remove(): void {
    for (let old = Math.max(1, generation - KEPT); old <= generation; old++)
      rmSync(fileAt(place, old), { force: true });
    isStale = false;
  }

  /**
   * Continues without a journal: what is sent from now on is not recorded, so no file may remain that says it was not sent.
   */
  function giveUp(error: unknown): void {
    letGo();
    records.take();
    failedAt = performance.now();
    isStale = true;
    onError(error);
    try {
      remove();
    } catch (cause) {
      onError(cause);
    }
  }

  function sync(): void {
    if (isSyncing || !isDirty || file === null) return;
    const descriptor = file;
    syncing = descriptor;
    isSyncing = true;
    isDirty = false;
    fdatasync(descriptor, (error) => {
      syncing = null;
      if (descriptor !== file) closeSync(descriptor);
      else if (error) giveUp(error);
      setTimeout(() => {
        isSyncing = false;
        sync();
      }, SYNC).unref();
    });
  }

  function flush(): void {
    // Also before a bind: until it succeeds the link is down, with the reason.
    if (isStale) remove();
    if (file === null || records.isEmpty) return;
    try {
      size += writeAll(file, records.take());
      isDirty = true;
      if (size > largest) begin();
      else sync();
    } catch (error) {
      giveUp(error);
    }
  }

  /** At the end of this event loop turn, with all its records. */
  function flushSoon(): void {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(() => {
      isScheduled = false;
      if (!isStale) flush();
    });
  }

  function beginAgain(): void {
    if (isStale || performance.now() - failedAt < PAUSE) return;
    try {
      begin();
    } catch (error) {
      giveUp(error);
    }
  }

  begin();
  return {
    claimed(link, messages) {
      const claim = claimOf(next, link, messages);
      next = (next + messages.length) >>> 0;
      open.add(claim);
      // What no file mentions was not started, so this may wait for the next write.
      if (file === null) beginAgain();
      else writeClaim(claim);
      return claim;
    },
    begun(claim, place) {
      claim.isBegun[place] = 1;
      if (file !== null) records.begun((claim.first + place) >>> 0);
    },
    answered(claim, place, outcome) {
      if (claim.answers[place]) return;
      claim.answers[place] = outcome;
      if (file === null) return;
      records.answer((claim.first + place) >>> 0, outcome);
      flushSoon();
    },
    recorded(claim) {
      claim.left--;
      if (claim.left > 0) return;
      open.delete(claim);
      if (file === null) return;
      // Losing this only costs another lookup, so it goes with the next write.
      records.done(claim.first, claim.messages.length);
    },
    flush,
    close() {
      letGo();
      records.take();
      failedAt = Number.POSITIVE_INFINITY;
      try {
        remove();
      } catch (error) {
        onError(error);
      }
    },
  };
}

function writeAll(descriptor: number, octets: Buffer): number {
  for (let at = 0; at < octets.length; ) at += writeSync(descriptor, octets, at);
  return octets.length;
}
