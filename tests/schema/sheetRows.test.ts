import { describe, expect, test } from 'vitest';
import { cellText, csvLine, guarded, unguarded } from '#schema/sheets/cells.ts';
import { NumberSet } from '#schema/sheets/numberSet.ts';
import { csvRows, filledRows, openRows } from '#schema/sheets/rows.ts';
import { sheetKindOf, textEncodingOf, textPieces } from '#schema/sheets/text.ts';
import { createRandom } from '../support/random.ts';
import { cutAnywhere, sloppyBytes, sloppyText } from '../support/sloppySheet.ts';

async function* inPieces(pieces: readonly Buffer[]) {
  yield* pieces;
}

/** Everything that a sheet in these pieces is, or why it is none. */
async function read(pieces: readonly Buffer[]): Promise<unknown> {
  const open = () => inPieces(pieces);
  try {
    const encoding = await textEncodingOf(open);
    const sheet = await openRows(csvRows(open, encoding.encoding));
    const rows = [];
    for await (const piece of sheet.pieces) rows.push(...filledRows(piece));
    const { columns, headerRow, top } = sheet;
    return { encoding, columns, headerRow, top, rows };
  } catch (error) {
    return (error as Error).message;
  }
}

const encodingOf = async (bytes: Buffer) => {
  try {
    return (await textEncodingOf(() => inPieces([bytes]))).encoding;
  } catch (error) {
    return (error as Error).message;
  }
};

test('the bytes of a file are read alike wherever they are cut', async () => {
  for (let seed = 1; seed <= 1500; seed++) {
    const random = createRandom(seed);
    // Half of them are longer than what tells their delimiter.
    const before = random.chance(0.5) ? `a,b\n${'x'.repeat(65_536)}\n` : '';
    const bytes = sloppyBytes(random, before + sloppyText(random));
    const cutFrom = Math.max(0, bytes.length - 300);
    const pieces = [bytes.subarray(0, cutFrom), ...cutAnywhere(random, bytes.subarray(cutFrom))];
    expect(await read(pieces), `seed ${seed}`).toEqual(await read([bytes]));
  }
});

describe('the encoding of a text', () => {
  const long = 'name,phone\n'.repeat(1000);
  test.each<[string, Buffer, string]>([
    ['ASCII', Buffer.from('a,b'), 'utf-8'],
    ['nothing', Buffer.alloc(0), 'utf-8'],
    ['Devanagari', Buffer.from('नाम'), 'utf-8'],
    ['a mark', Buffer.from('\ufeffa'), 'utf-8'],
    ['UTF-16 LE', Buffer.from('\ufeffनाम', 'utf16le'), 'utf-16le'],
    ['UTF-16 BE', Buffer.from('\ufeffनाम', 'utf16le').swap16(), 'utf-16be'],
    ['UTF-16 LE without a mark', Buffer.from('name,phone', 'utf16le'), 'utf-16le'],
    ['UTF-16 BE without a mark', Buffer.from('name,phone', 'utf16le').swap16(), 'utf-16be'],
    ['Windows-1252', Buffer.from('Jos\xe9', 'latin1'), 'windows-1252'],
    ['Windows-1252 far below', Buffer.from(`${long}Jos\xe9`, 'latin1'), 'windows-1252'],
    ['damaged UTF-8', Buffer.concat([Buffer.from('नाम,'), Buffer.from([0xff])]), 'not-utf8'],
    ['a mark of UTF-8 and other bytes', Buffer.from('\xef\xbb\xbfJos\xe9', 'latin1'), 'not-utf8'],
    ['half a unit of UTF-16', Buffer.from('\ufeffab', 'utf16le').subarray(0, -1), 'not-a-sheet'],
    ['zeros', Buffer.from('a\0b'), 'not-a-sheet'],
    ['zeros far below', Buffer.from(`${long}\0`), 'not-a-sheet'],
    ['no text in any encoding', Buffer.from('a\x01\xe9', 'latin1'), 'not-a-sheet'],
  ])('is told of %s', async (_, bytes, encoding) => expect(await encodingOf(bytes)).toBe(encoding));

  test('leaves its mark out of the text', async () => {
    for (const encoding of ['utf-8', 'utf-16le'] as const) {
      const bytes = Buffer.from('\ufeffa,b', encoding === 'utf-8' ? 'utf8' : 'utf16le');
      const texts = [];
      for await (const { text } of textPieces(() => inPieces([bytes]), encoding)) texts.push(text);
      expect(texts.join('')).toBe('a,b');
    }
  });
});

describe('a file', () => {
  const ods = `PK\x03\x04${'\0'.repeat(26)}mimetypeapplication/vnd.oasis.opendocument.spreadsheet`;
  test.each([
    ['a workbook', Buffer.from('PK\x03\x04xl/'), 'xlsx'],
    ['text', Buffer.from('name,phone'), 'csv'],
    ['text with signs of markup', Buffer.from('<name>,<phone>'), 'csv'],
  ])('of %s is read', (_, head, kind) => expect(sheetKindOf(head)).toBe(kind));

  test.each([
    ['an OpenDocument', Buffer.from(ods, 'latin1'), 'opendocument'],
    ['an old workbook', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'old-excel'],
    ['a PDF', Buffer.from('%PDF-1.7'), 'not-a-sheet'],
    ['a flat OpenDocument', Buffer.from('\ufeff<?xml version="1.0"?><office:document'), 'markup'],
    ['a page', Buffer.from('\r\n<!doctype html>'), 'markup'],
    ['a page in UTF-16', Buffer.from('\ufeff<html>', 'utf16le'), 'markup'],
    ['a table of a page', Buffer.from('<TABLE border=1>'), 'markup'],
    ['a part of a page', Buffer.from('<div><table>'), 'markup'],
    ['a page with a comment above', Buffer.from('<!-- saved -->\n<table>'), 'markup'],
    ['a page with a style above', Buffer.from('<style>td {}</style>'), 'markup'],
    ['a page with a title above', Buffer.from('<h3>Customers</h3><table>'), 'markup'],
    ['a flat OpenDocument without a prologue', Buffer.from('<office:document xmlns'), 'markup'],
    ['a web archive of Excel', Buffer.from('MIME-Version: 1.0\r\n'), 'markup'],
    ['rich text', Buffer.from('{\\rtf1\\ansi'), 'markup'],
  ])('of %s is refused', (_, head, code) =>
    expect(() => sheetKindOf(head)).toThrow(expect.objectContaining({ code })),
  );
});

describe('a line of CSV', () => {
  test.each([
    ['=1+1', "'=1+1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['-2+3', "'-2+3"],
    ['\tx', '"\'\tx"'],
    ['＝1', "'＝1"],
    ["'=1", "''=1"],
    ['+9779841000001', '+9779841000001'],
    ['-12.50', '-12.50'],
    ['a "b", c', '"a ""b"", c"'],
    ["O'Neil", "O'Neil"],
    ['सीता', 'सीता'],
    ['a;b', '"a;b"'],
  ])('writes %j as %s', (value, written) => {
    expect(csvLine([value])).toBe(`${written}\r\n`);
    expect(unguarded(guarded(value))).toBe(value);
  });

  test('is read back without blanks and the apostrophe', () =>
    expect([" '=1 ", "'x", '\ufeffa\u00a0'].map(cellText)).toEqual(['=1', "'x", 'a']));
});

test('a set of numbers knows each of them', () => {
  const seen = new NumberSet();
  const rival = new Set<string>();
  for (let i = 0; i < 100_000; i++) {
    const number = `+9779${String(((i % 50_000) * 19_937) % 1_000_000_000).padStart(9, '0')}`;
    expect(seen.add(number)).toBe(rival.size < rival.add(number).size);
  }
});
