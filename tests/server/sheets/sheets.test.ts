import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SheetRow } from '#schema/sheets/columns.ts';
import { localFiles } from '../../../server/services/files/files.ts';
import { openSheet } from '../../../server/services/files/storedSheet.ts';
import { workbook, xlsx } from '../../support/xlsx.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bulk-sms-sheets-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function read(content: string | Buffer, kind: 'csv' | 'xlsx' = 'csv') {
  await writeFile(join(folder, 'sheet'), content);
  const sheet = await openSheet(localFiles(folder), { path: 'sheet', kind });
  const rows: SheetRow[] = [];
  const sizes: number[] = [];
  let bytesRead = 0;
  for await (const batch of sheet.batches) {
    rows.push(...batch.rows);
    sizes.push(batch.rows.length);
    expect(batch.bytesRead).toBeGreaterThanOrEqual(bytesRead);
    bytesRead = batch.bytesRead;
  }
  await sheet.close();
  return { columns: sheet.columns, rows, sizes, bytesRead };
}

const utf16 = (text: string, bigEndian = false): Buffer => {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
  return bigEndian ? bytes.swap16() : bytes;
};

describe('a CSV file', () => {
  test.each([
    [',', 'name,phone\nSita,9841000001\n'],
    [';', 'name;phone\nSita;9841000001\n'],
    ['tab', 'name\tphone\nSita\t9841000001\n'],
    ['|', 'name|phone\nSita|9841000001\n'],
    ['CRLF', 'name,phone\r\nSita,9841000001\r\n'],
    ['CR', 'name,phone\rSita,9841000001\r'],
    ['a byte order mark', '\ufeffname,phone\nSita,9841000001'],
    ['UTF-16 LE', utf16('name,phone\r\nSita,9841000001\r\n')],
    ['UTF-16 LE without a mark', utf16('name,phone\r\nSita,9841000001\r\n').subarray(2)],
    ['UTF-16 BE', utf16('name\tphone\r\nSita\t9841000001\r\n', true)],
    ['a delimiter within quotes of the header', '"na;me;x;y",phone\nSita,9841000001'],
  ])('is read with %s', async (_, content) => {
    const { columns, rows, bytesRead } = await read(content);
    expect(columns.at(-1)).toBe('phone');
    expect(rows).toEqual([{ row: 2, cells: ['Sita', '9841000001'] }]);
    expect(bytesRead).toBe(Buffer.byteLength(content));
  });

  test('in Windows-1252 is read as the console reads it', async () => {
    const { rows } = await read(Buffer.from('name,phone\nJos\xe9 \x80,9841000001\n', 'latin1'));
    expect(rows).toEqual([{ row: 2, cells: ['José €', '9841000001'] }]);
  });

  test('keeps the number that the spreadsheet gives each row', async () => {
    const { rows } = await read(
      '\nname,phone\r\n\r\n"two\r\nlines",9841000001\r\n,,\r\n"a ""b""",9841000002\nlast,1',
    );
    expect(rows).toEqual([
      { row: 4, cells: ['two\r\nlines', '9841000001'] },
      { row: 6, cells: ['a "b"', '9841000002'] },
      { row: 7, cells: ['last', '1'] },
    ]);
  });

  test('reads stray quotes as a spreadsheet does', async () => {
    const { rows } = await read('name,phone\nRam "Babu" Rai,1\n"Ram" Rai,2\n5" pipe,3\n');
    expect(rows.map(({ cells }) => cells[0])).toEqual(['Ram "Babu" Rai', 'Ram Rai', '5" pipe']);
  });

  test.each([
    ['at the end', 'name,phone\nSita,1\n"Ram,2\nGita,3\n', 3],
    ['closed by another row’s quote', 'name,phone\n"Ram,1\nGita,"x"\nHari,4\n', 2],
    ['and very much after it', `name,phone\nSita,1\nHari,2\n"Ram,3\n${'x,y\n'.repeat(100_000)}`, 4],
  ])('with a quote that is not closed, %s, names its row', async (_, content, row) => {
    await expect(read(content)).rejects.toMatchObject({
      code: 'invalid',
      message: expect.stringContaining(`in row ${row} is not closed`),
    });
  });

  test.each([
    ['bytes of no text', Buffer.from([110, 0, 1, 2, 3, 10]), /not a text file/],
    ['bytes of no text in no encoding', Buffer.from([110, 1, 0xe9, 3, 10]), /not a text file/],
    [
      'letters and a damaged one',
      Buffer.from('name,phone\nसीता,1\nस').subarray(0, -1),
      /part of it is UTF-8.*CSV UTF-8/,
    ],
    [
      'a UTF-8 mark and other bytes',
      Buffer.from('\xef\xbb\xbfJos\xe9,9841000001\n', 'latin1'),
      /part of it is UTF-8/,
    ],
  ])('of %s is refused with the encoding to save as', async (_, content, sentence) => {
    await expect(read(content)).rejects.toMatchObject({
      code: 'unsupported_file',
      message: expect.stringMatching(sentence),
    });
  });

  test('reads characters that lie across two pieces of the file', async () => {
    const { rows } = await read(`name,phone\n${'सीता शर्मा,९८४१०००००१\n'.repeat(20_000)}`);
    expect(rows).toHaveLength(20_000);
    expect(new Set(rows.map(({ cells }) => cells.join()))).toEqual(new Set(['सीता शर्मा,९८४१०००००१']));
    expect(rows.at(-1)?.row).toBe(20_001);
  });

  // An import that goes on after a crash leaves out the batches that are in: they must hold the same rows.
  test('comes in batches of 5,000 rows, the header among the first', async () => {
    const { rows, sizes } = await read(`a,b\n${'1,2\n'.repeat(23_000)}`);
    expect(rows).toHaveLength(23_000);
    expect(sizes).toEqual([4999, 5000, 5000, 5000, 3001]);
    expect((await read('9841000001\n'.repeat(5001))).sizes).toEqual([5000, 1]);
  });

  test.each([
    ['', 'The file is empty.'],
    ['\n\r\n , \n', 'The file is empty.'],
    ['name,phone\n', 'The file has column names but no rows below them.'],
    ['name,phone\n\n,\n', 'The file has column names but no rows below them.'],
    [
      `${'c,'.repeat(100)}c\n1`,
      'The file has 101 columns. The maximum is 100. Remove columns you do not need.',
    ],
  ])('%j is refused: %s', async (content, message) => {
    await expect(read(content)).rejects.toMatchObject({ code: 'invalid', message });
  });

  test('that is gone says so', async () => {
    await expect(openSheet(localFiles(folder), { path: 'gone', kind: 'csv' })).rejects.toThrow(
      'The uploaded file no longer exists. Upload it again.',
    );
  });

  test('without a header has columns named by their place', async () => {
    expect(await read('Sita,९८४१०००००१\nRam,9841000002,Pokhara\n')).toMatchObject({
      columns: ['Column 1', 'Column 2', 'Column 3'],
      rows: [{ row: 1 }, { row: 2, cells: ['Ram', '9841000002', 'Pokhara'] }],
    });
  });

  test('names columns that have no name or another’s', async () => {
    const { columns } = await read("phone,,phone,'=x,,\n1,2,3,4,,\n");
    expect(columns).toEqual(['phone', 'Column 2', 'phone (2)', '=x']);
  });
});

describe('an Excel file', () => {
  test('is read with its row numbers, and numbers as they are shown', async () => {
    const rows = [
      ['Name', 'Phone', 'Share'],
      ['Sita', 9841234567, 0.1 + 0.2],
      [],
      [null, 9.841234568e9, 'नेपाल <&>'],
      ['x', '09841234569', 1e21],
    ];
    expect(await read(xlsx(rows), 'xlsx')).toMatchObject({
      columns: ['Name', 'Phone', 'Share'],
      rows: [
        { row: 2, cells: ['Sita', '9841234567', '0.3'] },
        { row: 4, cells: ['', '9841234568', 'नेपाल <&>'] },
        { row: 5, cells: ['x', '09841234569', '1000000000000000000000'] },
      ],
    });
  });

  test('of several batches comes whole', async () => {
    const rows = Array.from({ length: 12_000 }, (_, i) => [i, `n${i}`]);
    const { rows: read1, sizes } = await read(xlsx([['a', 'b'], ...rows]), 'xlsx');
    expect(read1).toHaveLength(12_000);
    expect(sizes).toEqual([4999, 5000, 2001]);
    expect(read1.at(-1)).toEqual({ row: 12_001, cells: ['11999', 'n11999'] });
  });

  test.each([
    [
      'that unpacks to more than memory',
      () => workbook(`<row r="1"><c t="str"><v>${'x'.repeat(300 * 1024 * 1024)}</v></c></row>`),
    ],
    [
      'that claims a billion rows',
      () =>
        workbook(
          '<row r="1"><c r="A1"><v>1</v></c></row><row r="999999999"><c r="A999999999"><v>1</v></c></row>',
        ),
    ],
    ['of more than 30 MB', () => Buffer.alloc(31 * 1024 * 1024)],
  ])('%s is refused with the way out, and the server lives', { timeout: 120_000 }, async (_, content) => {
    await expect(read(content(), 'xlsx')).rejects.toMatchObject({
      code: 'invalid',
      message: expect.stringMatching(/too large.*CSV UTF-8/),
    });
  });

  test.each([
    ['cut short', xlsx([['a'], ['b']]).subarray(0, 400)],
    ['of no sheet', Buffer.from('not a workbook')],
    ['that is empty', Buffer.alloc(0)],
  ])('%s is refused', async (_, content) => {
    await expect(read(content, 'xlsx')).rejects.toMatchObject({ code: 'unsupported_file' });
  });
});
