import { crc32, deflateSync } from 'node:zlib';
import { linesPdf } from '../../server/demo/demoDocuments.ts';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

export function pngChunk(type: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), body]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}

/** The header chunk of a PNG of 8 bits and three colours. */
export function pngHeader(width: number, height: number, interlaced = false): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, interlaced ? 1 : 0], 8);
  return pngChunk('IHDR', header);
}

export const pngOf = (...chunks: Buffer[]): Buffer => Buffer.concat([SIGNATURE, ...chunks]);

/** A picture of one colour that every viewer can show. */
export function png(
  width = 24,
  height = 16,
  colour: readonly [number, number, number] = [46, 119, 174],
): Buffer {
  const row = Buffer.concat([Buffer.from([0]), Buffer.from(Array(width).fill(colour).flat())]);
  const data = deflateSync(Buffer.concat(Array(height).fill(row)));
  return pngOf(pngHeader(width, height), pngChunk('IDAT', data), pngChunk('IEND', Buffer.alloc(0)));
}

/** A baseline JPEG of 24 by 16 pixels, as Chromium writes it. */
export const jpeg = (): Buffer =>
  Buffer.from(
    `/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAFA3PEY8MlBGQUZaVVBfeMiCeG5uePWvuZHI${'/'.repeat(52)}2wBDAVVaWnhpeOuCguv${'/'.repeat(73)}wAARCAAQABgDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAL/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAAAAP/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCAFEwAH//Z`,
    'base64',
  );

/** A PDF of one page with a line of text. */
export const pdf = (text = 'Certificate'): Buffer => linesPdf([text]);
