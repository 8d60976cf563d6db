import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';

const inflate = promisify(inflateRaw);

const END = 0x06054b50;
const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;
const END64 = 0x06064b50;
const END64_SIZE = 56;
const LOCATOR64 = 0x07064b50;
const LOCATOR64_SIZE = 20;
/** Of an extra field with numbers of 8 bytes. */
const EXTRA64 = 1;
/** In place of a number that has 8 bytes in the extra field. */
const IN_EXTRA = 0xffffffff;
const STORED = 0;
const DEFLATED = 8;
const END_SIZE = 22;
const COMMENT_MAX = 0xffff;
/** Files of an archive. Workbooks have a few for each sheet. */
const ENTRIES_MAX = 20_000;

interface Entry {
  name: string;
  method: number;
  compressed: number;
  offset: number;
}

class ZipError extends Error {}

/** Where the central directory starts, and its number of entries. */
function directoryOf(zip: Buffer, end: number): { start: number; count: number } {
  const locator = end - LOCATOR64_SIZE;
  if (locator < 0 || zip.readUInt32LE(locator) !== LOCATOR64)
    return { start: zip.readUInt32LE(end + 16), count: zip.readUInt16LE(end + 10) };
  const at = Number(zip.readBigUInt64LE(locator + 8));
  if (at + END64_SIZE > zip.length || zip.readUInt32LE(at) !== END64) throw new ZipError('broken directory');
  return { start: Number(zip.readBigUInt64LE(at + 48)), count: Number(zip.readBigUInt64LE(at + 32)) };
}

/**
 * Size and place of the entry at `at`. Programs that stream workbooks, such as Apache POI, write them with 8 bytes into the
 * extra field, however small they are.
 */
function placeOf(zip: Buffer, at: number, extra: Buffer): Pick<Entry, 'compressed' | 'offset'> {
  let long = -1;
  for (let i = 0; i + 4 <= extra.length; i += 4 + extra.readUInt16LE(i + 2))
    if (extra.readUInt16LE(i) === EXTRA64) long = i + 4;
  const read = (position: number): number => {
    const number = zip.readUInt32LE(position);
    if (number !== IN_EXTRA || long < 0) return number;
    if (long + 8 > extra.length) throw new ZipError('broken entry');
    long += 8;
    return Number(extra.readBigUInt64LE(long - 8));
  };
  // The unpacked size comes first, if it has 8 bytes.
  read(at + 24);
  return { compressed: read(at + 20), offset: read(at + 42) };
}

/** The entries of a ZIP archive's central directory. Throws ZipError if it is not one, is encrypted, or has too many. */
export function zipEntries(zip: Buffer): Entry[] {
  let end = zip.length - END_SIZE;
  const first = Math.max(0, end - COMMENT_MAX);
  while (end >= first && zip.readUInt32LE(end) !== END) end--;
  if (end < first) throw new ZipError('not a ZIP archive');
  const entries: Entry[] = [];
  const { start, count } = directoryOf(zip, end);
  if (count > ENTRIES_MAX) throw new ZipError('too many files');
  let at = start;
  for (let left = count; left > 0; left--) {
    if (at + 46 > zip.length || zip.readUInt32LE(at) !== CENTRAL) throw new ZipError('broken directory');
    if (zip.readUInt16LE(at + 8) & 1) throw new ZipError('encrypted');
    const extraAt = at + 46 + zip.readUInt16LE(at + 28);
    const extraEnd = extraAt + zip.readUInt16LE(at + 30);
    entries.push({
      name: zip.toString('utf8', at + 46, extraAt),
      method: zip.readUInt16LE(at + 10),
      ...placeOf(zip, at, zip.subarray(extraAt, extraEnd)),
    });
    at = extraEnd + zip.readUInt16LE(at + 32);
  }
  return entries;
}

async function contentOf(zip: Buffer, entry: Entry, max: number): Promise<Buffer> {
  const { offset, compressed, method } = entry;
  if (offset + 30 > zip.length || zip.readUInt32LE(offset) !== LOCAL) throw new ZipError('broken entry');
  const start = offset + 30 + zip.readUInt16LE(offset + 26) + zip.readUInt16LE(offset + 28);
  const data = zip.subarray(start, start + compressed);
  if (method === STORED) return data;
  if (method !== DEFLATED) throw new ZipError('unknown compression');
  return (await inflate(data, { maxOutputLength: Math.max(1, max) })) as Buffer;
}

/**
 * Reads and unpacks single entries of an archive: at most `max` bytes in total, whatever sizes the archive claims. A
 * missing entry is undefined.
 * @throws ZipError; RangeError (ERR_BUFFER_TOO_LARGE) beyond `max`.
 */
export function zipReader(zip: Buffer, max: number): (path: string) => Promise<Buffer | undefined> {
  const entries = new Map(zipEntries(zip).map((entry) => [entry.name, entry]));
  let left = max;
  return async (path) => {
    const entry = entries.get(path);
    if (!entry) return undefined;
    const content = await contentOf(zip, entry, left);
    left -= content.length;
    if (left < 0) throw new RangeError('the archive unpacks to too much');
    return content;
  };
}
