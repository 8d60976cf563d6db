import { crc32 } from 'node:zlib';
import type { SubmitOutcome } from '../link/link.ts';

/**
 * The journal's file format. A file is a sequence of blocks: length (4 octets), CRC-32 (4), and that many octets of
 * records, all numbers in network order. A block is written at once; a truncated one at the end was never finished, so
 * nothing it describes had been done.
 */

/** The owner of a file. */
export interface Header {
  version: 1;
  worker: number;
  /** Of the messages' database (failover/identity.ts). */
  identity: string;
  /** Of the server's process (server_process). */
  process: string;
  host: string;
  pid: number;
  /** The kernel's boot id; null if the system has none. */
  boot: string | null;
  /** Device and inode: they differ in a copy. */
  file: string;
}

/** A claimed message, as the journal knows it. */
export interface Entry {
  hand: number;
  campaign: string;
  link: string;
  /** E.164. */
  phone: string;
  /** Time of the claim, in milliseconds since 1970. */
  at: number;
  /** A part of it was, or may have been, written to the operator. */
  isBegun: boolean;
  answer: SubmitOutcome | null;
  /** Its outcome is in the database. */
  isRecorded: boolean;
}

const HEADER = 1;
const CLAIM = 2;
const BEGUN = 3;
const ANSWER = 4;
const DONE = 5;

const KINDS = ['submitted', 'rejected', 'temporary', 'unknown'] as const;
const THROTTLED = 1;
const UNSENT = 2;
const BLOCK_HEAD = 8;
/** Maximum octets of a text: operators' ids have at most 65 each, for 255 parts. */
const LONGEST = 0xffff;
const UUID = 36;

/** Collects records and returns them as a block. */
export class RecordWriter {
  #octets = Buffer.allocUnsafe(1 << 16);
  #end = BLOCK_HEAD;

  get isEmpty(): boolean {
    return this.#end === BLOCK_HEAD;
  }

  header(header: Header): void {
    this.#text(HEADER, JSON.stringify(header));
  }

  /** Messages of one claim and campaign, numbered from `first`. */
  claim(
    first: number,
    { hand, campaign, link, at }: Pick<Entry, 'hand' | 'campaign' | 'link' | 'at'>,
    phones: readonly string[],
  ): void {
    const name = Buffer.from(link);
    this.#room(1 + 4 + 8 + 8 + UUID + 2 + name.length + 4 + 8 * phones.length);
    const octets = this.#octets;
    let place = octets.writeUInt8(CLAIM, this.#end);
    place = octets.writeUInt32BE(first, place);
    place = octets.writeDoubleBE(hand, place);
    place = octets.writeDoubleBE(at, place);
    place += octets.write(campaign, place, UUID, 'latin1');
    place = octets.writeUInt16BE(name.length, place);
    place += name.copy(octets, place);
    place = octets.writeUInt32BE(phones.length, place);
    // A number of 15 digits is exact in 8 octets.
    for (const phone of phones) place = octets.writeDoubleBE(Number(phone.slice(1)), place);
    this.#end = place;
  }

  begun(id: number): void {
    this.#mark(BEGUN, id);
  }

  /** The outcomes of a claim's messages, starting with this one, are in the database. */
  done(first: number, count: number): void {
    this.#room(9);
    let at = this.#octets.writeUInt8(DONE, this.#end);
    at = this.#octets.writeUInt32BE(first, at);
    this.#end = this.#octets.writeUInt32BE(count, at);
  }

  answer(id: number, outcome: SubmitOutcome): void {
    const isTemporary = outcome.kind === 'temporary';
    const text = outcome.kind === 'submitted' ? outcome.ids.join('\0') : outcome.error;
    // A character has at most three octets.
    this.#room(1 + 4 + 1 + 1 + 2 + 3 * text.length);
    const octets = this.#octets;
    let at = octets.writeUInt8(ANSWER, this.#end);
    at = octets.writeUInt32BE(id, at);
    at = octets.writeUInt8(KINDS.indexOf(outcome.kind), at);
    at = octets.writeUInt8(
      isTemporary ? Number(outcome.throttled) * THROTTLED + Number(outcome.unsent === true) * UNSENT : 0,
      at,
    );
    const length = octets.write(text, at + 2, LONGEST);
    octets.writeUInt16BE(length, at);
    this.#end = at + 2 + length;
  }

  /** The block of the collected records; overwritten by the next ones. */
  take(): Buffer {
    const block = this.#octets.subarray(0, this.#end);
    block.writeUInt32BE(this.#end - BLOCK_HEAD, 0);
    block.writeUInt32BE(crc32(block.subarray(BLOCK_HEAD)), 4);
    this.#end = BLOCK_HEAD;
    return block;
  }

  #mark(kind: number, id: number): void {
    this.#room(5);
    this.#octets.writeUInt32BE(id, this.#octets.writeUInt8(kind, this.#end));
    this.#end += 5;
  }

  #text(kind: number, text: string): void {
    const octets = Buffer.from(text);
    this.#room(3 + octets.length);
    const at = this.#octets.writeUInt16BE(octets.length, this.#octets.writeUInt8(kind, this.#end));
    this.#end = at + octets.copy(this.#octets, at);
  }

  #room(octets: number): void {
    if (this.#end + octets <= this.#octets.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.#octets.length * 2, this.#end + octets));
    this.#octets.copy(larger, 0, 0, this.#end);
    this.#octets = larger;
  }
}

export interface JournalFile {
  header: Header;
  entries: Map<number, Entry>;
  /** False if octets before the end differ from what was written. */
  isSound: boolean;
}

/** Parses a file; null if not even its first block is complete. */
export function readRecords(octets: Buffer): JournalFile | null {
  let header: Header | undefined;
  const entries = new Map<number, Entry>();
  let isSound = true;
  for (let at = 0; octets.length - at > BLOCK_HEAD; ) {
    const length = octets.readUInt32BE(at);
    const block = octets.subarray(at + BLOCK_HEAD, at + BLOCK_HEAD + length);
    if (block.length < length) break;
    if (length === 0 || crc32(block) !== octets.readUInt32BE(at + 4)) {
      isSound = false;
      break;
    }
    header = readBlock(block, entries) ?? header;
    at += BLOCK_HEAD + length;
  }
  return header ? { header, entries, isSound } : null;
}

function readBlock(block: Buffer, entries: Map<number, Entry>): Header | undefined {
  let header: Header | undefined;
  for (let at = 0; at < block.length; ) {
    const kind = block.readUInt8(at++);
    if (kind === HEADER) {
      const end = at + 2 + block.readUInt16BE(at);
      header = JSON.parse(block.toString('utf8', at + 2, end)) as Header;
      at = end;
      continue;
    }
    const id = block.readUInt32BE(at);
    at += 4;
    const entry = entries.get(id);
    if (kind === CLAIM) at = readClaim(block, at, id, entries);
    else if (kind === ANSWER) at = readAnswer(block, at, entry);
    else if (kind === DONE) at = readDone(block, at, id, entries);
    else if (entry && kind === BEGUN) entry.isBegun = true;
  }
  return header;
}

function readClaim(block: Buffer, start: number, first: number, entries: Map<number, Entry>): number {
  const hand = block.readDoubleBE(start);
  const claimedAt = block.readDoubleBE(start + 8);
  let at = start + 16;
  const campaign = block.toString('latin1', at, at + UUID);
  at += UUID;
  const nameEnd = at + 2 + block.readUInt16BE(at);
  const link = block.toString('utf8', at + 2, nameEnd);
  const count = block.readUInt32BE(nameEnd);
  at = nameEnd + 4;
  for (let n = 0; n < count; n++, at += 8) {
    const claim = { hand, campaign, link, phone: `+${block.readDoubleBE(at)}`, at: claimedAt };
    entries.set((first + n) >>> 0, { ...claim, isBegun: false, answer: null, isRecorded: false });
  }
  return at;
}

function readDone(block: Buffer, at: number, first: number, entries: Map<number, Entry>): number {
  const count = block.readUInt32BE(at);
  for (let n = 0; n < count; n++) {
    const entry = entries.get((first + n) >>> 0);
    if (entry) entry.isRecorded = true;
  }
  return at + 4;
}

function readAnswer(block: Buffer, at: number, entry: Entry | undefined): number {
  const kind = KINDS[block.readUInt8(at)];
  const flags = block.readUInt8(at + 1);
  const end = at + 4 + block.readUInt16BE(at + 2);
  const text = block.toString('utf8', at + 4, end);
  if (!entry || !kind) return end;
  if (kind === 'submitted') entry.answer = { kind, ids: text.split('\0') };
  else if (kind !== 'temporary') entry.answer = { kind, error: text };
  else {
    const throttled = (flags & THROTTLED) !== 0;
    entry.answer = { kind, error: text, throttled, ...((flags & UNSENT) !== 0 && { unsent: true }) };
  }
  return end;
}
