import { crc32, createInflate } from 'node:zlib';
import { DOCUMENT_MAX, type DocumentKind } from '#schema/file.ts';
import { Problem } from '../platform/problem.ts';
import { refuseActivePdf } from './refuseActivePdf.ts';

/** Maximum pixels of a picture: more than phone cameras produce, and still displayable by browsers. */
const PIXELS_MAX = 120_000_000;
/** A PNG is unpacked to check that it is complete; this many bytes take a second. */
const UNPACKED_MAX = 400_000_000;

const refuse = (detail: string) => new Problem('unsupported_file', detail);
const damaged = (what: string) =>
  refuse(`The ${what} is damaged or incomplete. Open it, save it again and upload the new file.`);
const largePicture = () =>
  refuse('The picture is too large. Make it smaller, or take a photo of it and upload that.');
const hidden = () =>
  refuse(
    'The file contains another file after the document. Open it, save it again and upload the new file.',
  );

/**
 * Checks that a file that starts like a document is complete, as far as possible without rendering it. Throws a Problem
 * (`too_large`, `unsupported_file`) with advice.
 */
export async function checkDocument(kind: DocumentKind, bytes: Buffer): Promise<void> {
  if (bytes.length > DOCUMENT_MAX) throw tooLargeDocument();
  if (kind === 'png') await checkPng(bytes);
  else if (kind === 'jpeg') checkJpeg(bytes);
  else {
    checkPdf(bytes);
    await refuseActivePdf(bytes);
  }
  if (endsAsZip(bytes)) throw hidden();
}

export const tooLargeDocument = () =>
  new Problem(
    'too_large',
    `The file is larger than ${DOCUMENT_MAX / 1024 / 1024} MB, the limit for documents. It was not saved. Make it smaller, or take a photo of it.`,
  );

const ZIP_END = Buffer.from('504b0506', 'hex');

/** Whether an archiver would open the file: the end of the ZIP directory may be up to 64 KB before the end of the file. */
function endsAsZip(bytes: Buffer): boolean {
  const from = Math.max(0, bytes.length - 22 - 0xffff);
  for (
    let at = bytes.lastIndexOf(ZIP_END);
    at >= from;
    at = at > 0 ? bytes.lastIndexOf(ZIP_END, at - 1) : -1
  ) {
    if (at + 22 <= bytes.length && at + 22 + bytes.readUInt16LE(at + 20) <= bytes.length) return true;
  }
  return false;
}

/** Header, objects, and an end that points to their table (ISO 32000-1, 7.5). */
function checkPdf(bytes: Buffer): void {
  const tail = bytes.subarray(-2048).toString('latin1');
  const start = /startxref\s+(\d+)\s+%%EOF/.exec(tail)?.[1];
  const isWhole =
    /^%PDF-[12]\.\d/.test(bytes.subarray(0, 8).toString('latin1')) &&
    start !== undefined &&
    Number(start) < bytes.length &&
    /\d\s+\d+\s+obj\b/.test(bytes.toString('latin1'));
  if (!isWhole) throw damaged('PDF');
}

/** Segments up to the end of the image, with a frame that has a size (ITU T.81, annex B). */
function checkJpeg(bytes: Buffer): void {
  let pixels = 0;
  let hasScan = false;
  for (let at = 2; at + 4 <= bytes.length || at + 2 === bytes.length; ) {
    if (bytes[at] !== 0xff) throw damaged('JPEG');
    const marker = bytes[at + 1] as number;
    if (marker === 0xff) {
      at++;
      continue;
    }
    if (marker === 0xd9) {
      // Phones append data after the image, such as a short video, which is harmless.
      if (pixels > 0 && hasScan) return;
      break;
    }
    if (at + 4 > bytes.length) break;
    const length = bytes.readUInt16BE(at + 2);
    if (length < 2 || at + 2 + length > bytes.length) break;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame && length >= 8) {
      pixels = bytes.readUInt16BE(at + 5) * bytes.readUInt16BE(at + 7);
      if (pixels > PIXELS_MAX) throw largePicture();
    }
    at += 2 + length;
    if (marker !== 0xda) continue;
    hasScan = true;
    at = afterScan(bytes, at);
  }
  throw damaged('JPEG');
}

/** Position of the next marker after a scan's coded data, in which 0xff is followed by 0 or a restart marker. */
function afterScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1];
    if (next !== undefined && next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at;
  }
  return bytes.length;
}

/** Samples per pixel by colour type (PNG specification, 11.2.2). */
const CHANNELS: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
/** First column and row of Adam7's passes, and their steps. */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** Every chunk with its checksum, from the header to the end, and image data of exactly the right size. */
async function checkPng(bytes: Buffer): Promise<void> {
  const data: Buffer[] = [];
  let expected = 0;
  let at = 8;
  while (at + 12 <= bytes.length) {
    const length = bytes.readUInt32BE(at);
    const end = at + 12 + length;
    if (end > bytes.length) break;
    if (bytes.readUInt32BE(end - 4) !== crc32(bytes.subarray(at + 4, end - 4))) break;
    const type = bytes.toString('latin1', at + 4, at + 8);
    const body = bytes.subarray(at + 8, end - 4);
    if ((at === 8) !== (type === 'IHDR')) break;
    if (type === 'IHDR') expected = unpackedSize(body);
    if (type === 'IDAT') data.push(body);
    if (type === 'IEND') {
      if (end !== bytes.length || expected === 0) break;
      if (await unpacksTo(data, expected)) return;
      break;
    }
    at = end;
  }
  throw damaged('PNG');
}

function unpackedSize(header: Buffer): number {
  if (header.length !== 13) return 0;
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  if (width * height > PIXELS_MAX) throw largePicture();
  const bits = (header[8] as number) * (CHANNELS[header[9] as number] ?? 0);
  const size = (w: number, h: number) => (w > 0 && h > 0 ? h * (1 + Math.ceil((w * bits) / 8)) : 0);
  const total =
    header[12] === 0
      ? size(width, height)
      : PASSES.reduce(
          (sum, [x, y, dx, dy]) => sum + size(Math.ceil((width - x) / dx), Math.ceil((height - y) / dy)),
          0,
        );
  if (total > UNPACKED_MAX) throw largePicture();
  return bits > 0 ? total : 0;
}

/** Unpacks without keeping the result, and stops at the expected size. */
async function unpacksTo(pieces: readonly Buffer[], size: number): Promise<boolean> {
  const inflate = createInflate();
  let total = 0;
  try {
    for (const piece of pieces) inflate.write(piece);
    inflate.end();
    for await (const chunk of inflate) {
      total += (chunk as Buffer).length;
      if (total > size) return false;
    }
  } catch {
    return false;
  } finally {
    inflate.destroy();
  }
  return total === size;
}
