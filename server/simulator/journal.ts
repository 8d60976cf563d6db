import { closeSync, fstatSync, ftruncateSync, mkdirSync, openSync, readSync, writeSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Entry } from './ledger.ts';

const TAIL = 65_536;
const NEWLINE = 10;

export interface Journal {
  /**
   * Hands lines to the kernel before it returns, so that they survive a killed process (but not a power failure: no fsync).
   */
  append(entries: Entry[]): void;
  /** Every entry, or those whose line contains the given piece of JSON. */
  read(containing?: string): AsyncGenerator<Entry>;
  clear(): void;
  close(): void;
}

/** An append-only file of one JSON entry per line. A last line truncated by a crash is removed. */
export function openJournal(file: string): Journal {
  mkdirSync(dirname(file), { recursive: true });
  const fd = openSync(file, 'a+');
  ftruncateSync(fd, wholeLines(fd));

  return {
    append(entries) {
      let text = '';
      for (const entry of entries) text += `${JSON.stringify(entry)}\n`;
      const octets = Buffer.from(text);
      for (let written = 0; written < octets.length; ) written += writeSync(fd, octets, written);
    },
    async *read(containing = '') {
      const reader = await open(file);
      for await (const line of reader.readLines())
        if (line.includes(containing)) yield JSON.parse(line) as Entry;
    },
    clear: () => ftruncateSync(fd, 0),
    close: () => closeSync(fd),
  };
}

function wholeLines(fd: number): number {
  const { size } = fstatSync(fd);
  const tail = Buffer.alloc(Math.min(TAIL, size));
  readSync(fd, tail, 0, tail.length, size - tail.length);
  return size - tail.length + tail.lastIndexOf(NEWLINE) + 1;
}
