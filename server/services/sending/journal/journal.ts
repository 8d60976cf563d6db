import { closeSync, fdatasync, fstatSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { SubmitOutcome } from '../smpp/message.ts';
import { type Entry, type Header, RecordWriter } from './records.ts';

/**
 * What a worker has in hand, on the disk of its host: which messages it has begun to write to an operator, and what the
 * operator answered. Its next start reads it, so that only messages without an answer are unknown after a kill.
 */
export interface Journal {
  /** Messages were claimed for a link. */
  claimed(link: string, messages: readonly Claimed[]): Claim;
  /** A part of this message of a claim is about to be written. */
  begun(claim: Claim, place: number): void;
  answered(claim: Claim, place: number, outcome: SubmitOutcome): void;
  /** The outcome of one more of them is in the database. */
  recorded(claim: Claim): void;
  /** Writes what was told. Called before the operator gets octets that it is about; throws where these must not be sent. */
  flush(): void;
  /** Nothing is in hand any more: removes it. */
  close(): void;
}

type Claimed = Pick<Entry, 'hand' | 'campaign' | 'phone'>;

/** Messages that were claimed at once, and the outcome of each. */
export interface Claim {
  /** The number of the first of them; the others have those after it. */
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

/** Octets of a file, after which another begins. */
const LARGEST = 16 << 20;
/** How many older files stay, for comparing after a failover. */
const KEPT = 1;
/** Milliseconds between two times that it is brought to the disk, at least. */
const SYNC = 50;
/** Milliseconds after which a journal that could not be written is begun anew. */
const PAUSE = 60_000;

/** For a worker that has none: after a kill all that it had in hand is unknown. */
export const noJournal: Journal = {
  claimed: (link, messages) => claimOf(0, link, messages),
  begun() {},
  answered() {},
  recorded() {},
  flush() {},
  close() {},
};

/** Where a journal is: its files are `NAME.1`, `NAME.2` and so on, the newest whole. */
export interface Place {
  folder: string;
  /** With the worker's number at its end (journals.ts). */
  name: string;
}

const fileAt = ({ folder, name }: Place, generation: number): string => join(folder, `${name}.${generation}`);

/** Begins a worker's journal. Throws what the file system says where that is not possible. */
export function openJournal(
  place: Place,
  header: Omit<Header, 'file'>,
  onError: (error: unknown) => void,
  largest = LARGEST,
): Journal {
  const records = new RecordWriter();
  /** What is in hand: what a new file begins with. */
  const open = new Set<Claim>();
  let next = 0;
  let generation = 0;
  /** Null while it cannot be written, and when it is closed. */
  let file: number | null = null;
  let size = 0;
  let failedAt = Number.NEGATIVE_INFINITY;
  /** There may be files that do not tell all. */
  let isStale = false;
  let isScheduled = false;
  let isDirty = false;
  /** It is being brought to the disk, or was just now. */
  let isSyncing = false;
  /** The file that is just being brought there: it is closed after that. */
  let syncing: number | null = null;

  /** Begins the next file, with what is in hand. */
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

  /** Goes on without: what is sent from now on is told nowhere, so no file may stay that says it was not sent. */
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
    // Before a bind, too: until it is done the link is down, and says why.
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

  /** At the end of this turn, with all that is told in it. */
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
      // Of what no file tells nothing was begun: this may wait for the next time that something is written.
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
      // Without it the same is only looked up once more: it goes with what is written next.
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
