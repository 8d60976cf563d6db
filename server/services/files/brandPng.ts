import { crc32, deflateSync, inflateSync } from 'node:zlib';
import { Problem } from '../platform/problem.ts';
import { checkDocument } from './documentContent.ts';

export interface Size {
  width: number;
  height: number;
}

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
/** Chunks that change what is seen; all others, such as comments and profiles, are left out. */
const KEPT = new Set(['IHDR', 'PLTE', 'tRNS', 'gAMA', 'sRGB']);

interface Chunk {
  type: string;
  body: Buffer;
}

function* chunksOf(png: Buffer): Generator<Chunk> {
  for (let at = SIGNATURE.length; at + 12 <= png.length; ) {
    const length = png.readUInt32BE(at);
    yield { type: png.toString('latin1', at + 4, at + 8), body: png.subarray(at + 8, at + 8 + length) };
    at += 12 + length;
  }
}

function chunk({ type, body }: Chunk): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), body]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(body.length, 0);
  frame.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)]);
}

/**
 * A PNG written anew with nothing but its pixels: no comment, profile or other data of the file is left. Throws a Problem if
 * it is damaged, or larger than `max` pixels on a side.
 */
export async function cleanPng(png: Buffer, max: number): Promise<{ content: Buffer; size: Size }> {
  const { width, height } = sizeOf(png);
  if (width > max || height > max)
    throw new Problem(
      'unsupported_file',
      `The picture has ${width} × ${height} pixels. Use at most ${max} × ${max}.`,
    );
  await checkDocument('png', png);
  const chunks = [...chunksOf(png)];
  const data = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ body }) => body));
  const content = Buffer.concat([
    SIGNATURE,
    ...chunks.filter(({ type }) => KEPT.has(type)).map(chunk),
    // Bytes behind the compressed pixels are lost on the way.
    chunk({ type: 'IDAT', body: deflateSync(inflateSync(data), { level: 9 }) }),
    chunk({ type: 'IEND', body: Buffer.alloc(0) }),
  ]);
  return { content, size: { width, height } };
}

/** Of the header, which `checkDocument` has yet to check. */
const sizeOf = (png: Buffer): Size =>
  png.length < 24 ? { width: 0, height: 0 } : { width: png.readUInt32BE(16), height: png.readUInt32BE(20) };
