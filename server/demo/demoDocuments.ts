import { writeFile } from 'node:fs/promises';
import { crc32, deflateSync } from 'node:zlib';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { Files } from '../services/files/files.ts';

type Colour = readonly [number, number, number];

function chunk(type: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), body]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}

/** A PNG with 8 bits and three colours; `at` paints each pixel. */
function png(width: number, height: number, at: (x: number, y: number) => Colour): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const rows = Buffer.alloc(height * (1 + width * 3));
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) rows.set(at(x, y), y * (1 + width * 3) + 1 + x * 3);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const PAPER: Colour = [246, 243, 234];
const INK: Colour = [92, 100, 112];
const SKIN: Colour = [196, 148, 112];
const GREY: Colour = [214, 221, 229];

/** Head and shoulders inside a box. */
function person(x: number, y: number, width: number, height: number, shirt: Colour): Colour {
  const [dx, dy] = [x / width - 0.5, y / height];
  if (dx * dx * 4.6 + (dy - 0.38) ** 2 * 3.4 < 0.11) return dy < 0.24 ? [48, 40, 36] : SKIN;
  return dy > 0.66 && dx * dx * 3 + (dy - 1) ** 2 * 5 < 0.55 ? shirt : GREY;
}

/** A drawing of a scanned card: a coloured header, a portrait, lines of text. */
export const cardPicture = (tint: Colour): Buffer =>
  png(640, 400, (x, y) => {
    if (y < 64) return tint;
    if (x >= 40 && x < 200 && y >= 104 && y < 304) return person(x - 40, y - 104, 160, 200, tint);
    const line = Math.floor((y - 104) / 34);
    const isLine = (y - 104) % 34 < 10 && line >= 0 && line < 7 && x >= 240;
    return isLine && x < 600 - ((line * 53) % 170) ? INK : PAPER;
  });

/** A portrait. */
export const portraitPicture = (shirt: Colour): Buffer =>
  png(320, 400, (x, y) => person(x, y, 320, 400, shirt));

const printable = (text: string): string => text.replace(/[()\\]/g, '\\$&');

/** A one-page PDF with lines of text. */
export function linesPdf(lines: readonly string[]): Buffer {
  const text = lines.map((line) => `(${printable(line)}) Tj 0 -26 Td`).join(' ');
  const content = `BT /F1 16 Tf 48 340 Td ${text} ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 560 400] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let body = '%PDF-1.4\n';
  const offsets = objects.map((object, i) => {
    const at = body.length;
    body += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`;
  return Buffer.from(body + table + trailer, 'latin1');
}

/** Stores a document of an account as attached; returns its uuid. */
export async function keepDocument(
  db: Db,
  files: Files,
  account: string,
  name: string,
  content: Buffer,
): Promise<string> {
  const kind = name.endsWith('.pdf') ? 'pdf' : 'png';
  const spooled = await files.spool();
  try {
    await writeFile(spooled.path, content);
    const path = await files.keep(spooled.path, kind);
    const { rows } = await sql<{ uuid: string }>`
      INSERT INTO file (account, name, size, kind, path, attached)
      VALUES (${account}, ${name}, ${content.length}, ${kind}, ${path}, true) RETURNING uuid`.execute(db);
    return rows[0]?.uuid as string;
  } finally {
    await spooled.release();
  }
}
