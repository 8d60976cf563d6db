import { describe, expect, test } from 'vitest';
import { csvRows, filledRows, openRows } from '#schema/sheets/rows.ts';
import type { SheetChoice } from '#schema/sheets/sheetChoice.ts';

async function read(text: string, choice: SheetChoice = {}) {
  async function* bytes() {
    yield Buffer.from(text);
  }
  const sheet = await openRows(csvRows(bytes, 'utf-8'), choice);
  const rows = [];
  for await (const piece of sheet.pieces) rows.push(...filledRows(piece));
  const { columns, headerRow, head } = sheet;
  return { columns, headerRow, head, rows };
}

describe('the header of a sheet', () => {
  test.each([
    ['in the first row', 'name,phone\nSita,9841000001\n', 1],
    ['below a blank row', '\nname,phone\nSita,9841000001\n', 2],
    ['below a title', 'Customers of Ilam\n\nname,city\nSita,9841000001\n', 3],
    [
      'below a title with the delimiters of a spreadsheet',
      'Phone numbers of Ilam,,\n,,\nname,a,b\nS,9841000001,x\n',
      3,
    ],
    [
      'below titles of two cells, as it names a number',
      'From,2026-11-23\nBy,Sita\nName,Mobile,City\nS,9841000001,x\n',
      3,
    ],
    [
      'below a sentence with the words of a name',
      'Report,2026\n"All phone numbers of our customers in Ilam district",x,y\nName,Mobile,City\nS,9841000001,x\n',
      3,
    ],
    ['of one column', 'numbers\n98\n9841000001\n', 1],
    ['above rows that are no numbers', 'name,phone\nRam,98\nSita,9841000001\n', 1],
    ['above a first row that is wider', 'name,phone\nRam,98,number unknown\nSita,9841000001\n', 1],
    ['above rows of words', 'Name,Kontakt\nRam,no number\nSita,9841000001\n', 1],
    ['above no number at all', 'Customers\nname,phone\nSita,x\n', 1],
    ['missing', 'Sita,9841000001\nRam,9841000002\n', 0],
  ])('%s', async (_, text, row) => expect((await read(text)).headerRow).toBe(row));

  test('is the row that is chosen', async () => {
    const text = 'Report,of today\nname,phone\nSita,9841000001\nRam,9841000002\n';
    expect(await read(text, { header_row: 3 })).toMatchObject({
      columns: ['Sita', '9841000001'],
      headerRow: 3,
      rows: [{ row: 4, cells: ['Ram', '9841000002'] }],
    });
    const none = await read(text, { header_row: 0 });
    expect([none.columns, none.headerRow, none.rows.length]).toEqual([['Column 1', 'Column 2'], 0, 4]);
    expect(none.head.map(({ row }) => row)).toEqual([1, 2, 3, 4]);
  });

  test('may be far below', async () => {
    const text = `${'note\n'.repeat(900)}name,phone\nSita,9841000001\n`;
    expect(await read(text, { header_row: 901 })).toMatchObject({
      columns: ['name', 'phone'],
      rows: [{ row: 902, cells: ['Sita', '9841000001'] }],
    });
  });

  test.each([
    ['is blank', 2, 'no-header-row'],
    ['is not there', 12, 'no-header-row'],
    ['is the last', 3, 'no-rows'],
  ])('cannot be a row that %s', async (_, header_row, code) => {
    await expect(read('name,phone\n,\nSita,9841000001\n', { header_row })).rejects.toMatchObject({ code });
  });
});
