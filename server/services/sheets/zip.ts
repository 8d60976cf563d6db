import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';

const inflate = promisify(inflateRaw);

const END = 0x06054b50;
const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;
const STORED = 0;
const DEFLATED = 8;
const END_SIZE = 22;
const COMMENT_MAX = 0xffff;

interface Entry {
  name: string;
  method: number;
  compressed: number;
  offset: number;
}

class ZipError extends Error {}

/** The entries of a ZIP archive's central directory. Throws ZipError if it is not one, or is encrypted. */
export function zipEntries(zip: Buffer): Entry[] {
  let end = zip.length - END_SIZE;
  const first = Math.max(0, end - COMMENT_MAX);
  while (end >= first && zip.readUInt32LE(end) !== END) end--;
  if (end < first) throw new ZipError('not a ZIP archive');
  const entries: Entry[] = [];
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    if (at + 46 > zip.length || zip.readUInt32LE(at) !== CENTRAL) throw new ZipError('broken directory');
    if (zip.readUInt16LE(at + 8) & 1) throw new ZipError('encrypted');
    const nameLength = zip.readUInt16LE(at + 28);
    entries.push({
      name: zip.toString('utf8', at + 46, at + 46 + nameLength),
      method: zip.readUInt16LE(at + 10),
      compressed: zip.readUInt32LE(at + 20),
      offset: zip.readUInt32LE(at + 42),
    });
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
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
