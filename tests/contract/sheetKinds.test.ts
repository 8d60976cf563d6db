import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SheetRow } from '#schema/sheets/columns.ts';
import { filledRows } from '#schema/sheets/rows.ts';
import { kindOf } from '../../server/services/files/uploadKind.ts';
import { Problem } from '../../server/services/platform/problem.ts';
import { sheetProblem } from '../../server/services/sheets/sheetProblem.ts';
import { openLocalSheet } from '../../server/services/sheets/sheets.ts';
import { openFile } from '../../src/resources/contacts/sheets/openFile.ts';
import { workbook, xlsx, zip } from '../support/xlsx.ts';
import { zip64 } from '../support/zip64.ts';

const TYPES = '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>';
const binary =
  '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.bin"/></Relationships>';
const book = xlsx([
  ['phone', 'name'],
  [9841000031, 'Ram'],
]);
const ROWS = [{ row: 2, cells: ['9841000031', 'Ram'] }];
const TEXT = 'phone,name\r\n9841000031,Ram\r\n';
const utf16 = (text: string, isBig = false): Buffer => {
  const bytes = Buffer.from(text, 'utf16le');
  return isBig ? bytes.swap16() : bytes;
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bulk-sms-kinds-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

type Outcome = { kind: string; columns: string[]; rows: SheetRow[] } | { failure: string };

const failureOf = (error: unknown): Outcome => {
  const problem = sheetProblem(error);
  if (!(problem instanceof Problem)) throw error;
  return { failure: problem.message };
};

/** What an upload and all that is done with it make of a file. */
async function onServer(bytes: Buffer): Promise<Outcome> {
  const path = join(folder, 'sheet');
  await writeFile(path, bytes);
  try {
    const kind = await kindOf(path);
    const { columns, batches } = await openLocalSheet(path, kind as 'csv' | 'xlsx');
    const rows = [];
    for await (const batch of batches) rows.push(...batch.rows);
    return { kind, columns, rows };
  } catch (error) {
    return failureOf(error);
  }
}

async function inConsole(bytes: Buffer): Promise<Outcome> {
  try {
    const { kind, columns, pieces } = await openFile(new File([new Uint8Array(bytes)], 'sheet'));
    const rows = [];
    for await (const piece of pieces) rows.push(...filledRows(piece));
    return { kind, columns, rows };
  } catch (error) {
    return failureOf(error);
  }
}

async function both(content: string | Buffer): Promise<Outcome> {
  const bytes = Buffer.from(content as string);
  const server = await onServer(bytes);
  expect(await inConsole(bytes)).toEqual(server);
  return server;
}

describe('the console and an upload', () => {
  test.each([
    ['a CSV file', TEXT],
    ['a line that names the separator', 'sep=;\r\nphone;name\r\n9841000031;Ram\r\n'],
    ['lone CR', TEXT.replaceAll('\r\n', '\r')],
    ['UTF-16', utf16(`\ufeff${TEXT}`)],
    ['UTF-16 without a mark', utf16(TEXT)],
    ['UTF-16 BE without a mark', utf16(TEXT, true)],
    ['a workbook', book],
    ['a workbook with sizes of 8 bytes', zip64(book, { places: false, end: false })],
    ['a workbook with places of 8 bytes', zip64(book, { places: true, end: false })],
    ['a workbook with all numbers of 8 bytes', zip64(book, { places: true, end: true })],
  ])('read %s alike', async (_, content) => expect(await both(content)).toMatchObject({ rows: ROWS }));

  test.each(['several.xlsx', 'shown.xlsx'])('read %s of another program alike', async (name) => {
    const bytes = await readFile(join(import.meta.dirname, '../support/workbooks', name));
    expect(await both(bytes)).toMatchObject({ kind: 'xlsx' });
  });

  test('read Windows-1252 alike', async () => {
    const content = Buffer.from('phone,name\n9841000031,Jos\xe9\n', 'latin1');
    expect(await both(content)).toMatchObject({ rows: [{ cells: ['9841000031', 'José'] }] });
  });

  test.each([
    ['FODS', '<?xml version="1.0"?><office:document/>', /HTML, XML or RTF/],
    ['RTF', '{\\rtf1\\ansi phone}', /HTML, XML or RTF/],
    ['HTML', '<html><table><tr><td>phone', /HTML, XML or RTF/],
    ['XLS', Buffer.from(`d0cf11e0a1b11ae1${'00'.repeat(600)}`, 'hex'), /old Excel file/],
    ['ODS', `PK\x03\x04${'\0'.repeat(26)}mimetypeapplication/vnd.oasis.opendocument.spreadsheet`, /\.ods/],
    [
      'XLSB',
      zip({ '[Content_Types].xml': TYPES, '_rels/.rels': binary, 'xl/workbook.bin': 'x' }),
      /another format/,
    ],
    [
      'a document of Word',
      zip({ '[Content_Types].xml': TYPES, 'word/document.xml': '<w/>' }),
      /not an Excel workbook/,
    ],
    ['a sheet of Numbers', zip({ 'Index/Document.iwa': 'x' }), /not an Excel workbook/],
    ['an archive of a CSV file', zip({ 'a.csv': TEXT }), /not an Excel workbook/],
    ['contacts of a phone', 'BEGIN:VCARD\r\nVERSION:3.0\r\nEND:VCARD\r\n', /another format/],
    ['a workbook that is cut off', book.subarray(0, 400), /damaged or protected/],
    ['no text', Buffer.from([110, 0, 1, 2, 3, 10]), /not a text file/],
    ['half an emoji', utf16('\ufeffphone\nSi\ud83dta\n'), /not a text file/],
    ['damaged UTF-8', Buffer.from('नाम,phone\nस').subarray(0, -1), /part of it is UTF-8/],
    ['200,000 columns', `${'c,'.repeat(200_000)}\n1\n`, /^Row 1 has more than 100 columns/],
    ['a cell of 20 MB', `phone,name\n1,"${'x'.repeat(20_000_000)}"\n`, /^Row 2 is longer/],
    ['nothing', '', /is empty/],
  ])('refuse %s in the same words', async (_, content, failure) =>
    expect(await both(content)).toEqual({ failure: expect.stringMatching(failure) }),
  );

  test('refuse a small workbook that unpacks to more than 100 MB', { timeout: 60_000 }, async () => {
    const large = workbook(`<row><c t="str"><v>phone</v></c></row><!--${' '.repeat(101 * 1024 * 1024)}-->`);
    expect(large.length).toBeLessThan(1024 * 1024);
    expect(await both(large)).toEqual({ failure: expect.stringMatching(/too large/) });
  });
});
