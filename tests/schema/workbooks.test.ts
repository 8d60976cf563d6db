import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { filledRows, openRows } from '#schema/sheets/rows.ts';
import type { SheetChoice } from '#schema/sheets/sheetChoice.ts';
import { workbookRows } from '#schema/sheets/xlsx/workbook.ts';
import { zipReader } from '../../server/services/sheets/zip.ts';
import { workbook, workbookOf } from '../support/xlsx.ts';

const FOLDER = join(import.meta.dirname, '../support/workbooks');
const fixture = (name: string) => readFile(join(FOLDER, name));

async function read(bytes: Buffer, choice: SheetChoice = {}) {
  const source = workbookRows({ read: zipReader(bytes, 1e8) }, choice, bytes.length);
  const sheet = await openRows(source, choice);
  const rows = [];
  const hidden: number[] = [];
  let faulty = 0;
  for await (const piece of sheet.pieces) {
    rows.push(...filledRows(piece));
    hidden.push(...(piece.hidden ?? []));
    faulty += piece.faulty ?? 0;
  }
  return { ...sheet, rows, hidden, faulty };
}

/** What a cell of the first row below the header is read as. */
const cellOf = async (cell: string, styles = '') => {
  const { rows } = await read(
    workbook(`<row><c t="str"><v>a</v></c></row><row>${cell}</row><row><c><v>1</v></c></row>`, styles),
  );
  return rows[0]?.cells[0];
};

describe('a cell', () => {
  // Each fixture's first column is what Excel shows of the cell beside it.
  test.each(['shown.xlsx', 'inline.xlsx', 'shown1904.xlsx'])('of %s is what Excel shows', async (name) => {
    const { rows, columns, faulty } = await read(await fixture(name), { header_row: 1 });
    expect(columns.slice(0, 2)).toEqual(['shown', 'cell']);
    const shown = rows.map(({ cells: [text] }) => (text === '(empty)' ? '' : text));
    expect(rows.map(({ cells }) => cells[1] ?? '')).toEqual(shown);
    expect(rows.length).toBeGreaterThan(45);
    expect(faulty).toBe(1);
  });

  test.each([
    ['inline text of several runs', '<c t="inlineStr"><is><r><t>Si</t></r><r><t>ta</t></r></is></c>', 'Sita'],
    [
      'without how it is spoken',
      '<c t="inlineStr"><is><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh></is></c>',
      '東京',
    ],
    ['with entities', '<c t="str"><v>a &amp; &#x915;&lt;</v></c>', 'a & क<'],
    ['with CDATA', '<c t="str"><v><![CDATA[a & b]]></v></c>', 'a & b'],
    ['with what XML cannot hold', '<c t="str"><v>a_x000A_b_xD83D__xDE00_</v></c>', 'a\nb😀'],
    ['true', '<c t="b"><v>1</v></c>', 'TRUE'],
    ['of a date in ISO 8601', '<c t="d"><v>2026-11-23T09:30:00</v></c>', '2026-11-23T09:30:00'],
    ['with an exponent', '<c><v>9.779841000001E12</v></c>', '9779841000001'],
    ['under an unknown style', '<c s="99"><v>12</v></c>', '12'],
    ['of another namespace', '<x:c xmlns:x="y" t="str"><x:v>z</x:v></x:c>', 'z'],
  ])('%s', async (_, cell, text) => expect(await cellOf(cell)).toBe(text));

  test.each([
    ['that is none, by its number', 'bogus[', '9841000001'],
    ['of conditional formatting, by its own', '0000000000000', '0009841000001'],
  ])('with a format %s', async (_, code, text) => {
    const styles =
      `<numFmts><numFmt numFmtId="164" formatCode="${code}"/></numFmts><dxfs><dxf><numFmt numFmtId="164" formatCode="0%"/></dxf></dxfs>` +
      '<cellXfs><xf numFmtId="164"/></cellXfs>';
    expect(await cellOf('<c s="0"><v>9841000001</v></c>', styles)).toBe(text);
  });

  test.each(['_x0000_', 'c_xD83D_'])(
    'with what no database holds (%s) is refused with its row',
    async (text) => {
      const cell = `<c t="str"><v>${text}</v></c>`;
      await expect(cellOf(cell)).rejects.toMatchObject({ code: 'bad-character', row: 2 });
    },
  );

  test('below the last row of a sheet makes the workbook too large', async () => {
    const rows = '<row r="1048577"><c><v>1</v></c></row>';
    await expect(read(workbook(rows))).rejects.toMatchObject({ code: 'workbook-too-large' });
  });

  // A text is stored once and may be shown by every cell, so that 30 kB become gigabytes of rows.
  test('that shows a stored text again and again makes the workbook too large', async () => {
    const row = `<row>${'<c t="s"><v>0</v></c>'.repeat(100)}</row>`;
    const shown = async (rows: number) =>
      (await read(workbook(row.repeat(rows), '', ['x'.repeat(1900)]))).rows.length;
    expect(await shown(540)).toBe(539);
    await expect(shown(560)).rejects.toMatchObject({ code: 'workbook-too-large' });
  });

  test('that makes its row longer than one of a CSV file is refused with its row', async () => {
    const text = (length: number) => `<c t="str"><v>${'x'.repeat(length)}</v></c>`;
    const { rows } = await read(workbook(`<row>${text(1)}</row><row>${text(100_000)}${text(100_000)}</row>`));
    expect(rows[0]?.cells.map((cell) => cell.length)).toEqual([100_000, 100_000]);
    await expect(
      read(workbook(`<row>${text(1)}</row><row>${text(100_000)}${text(100_001)}</row>`)),
    ).rejects.toMatchObject({ code: 'row-too-long', row: 2 });
  });

  test('of one of thousands of sheets makes the workbook too large', async () => {
    const sheet = '<row><c t="str"><v>a</v></c></row><row><c><v>1</v></c></row>';
    const withSheets = (count: number) =>
      read(
        workbookOf(
          Object.fromEntries(Array.from({ length: count }, (_, n) => [`${n} ${'x'.repeat(90)}`, sheet])),
        ),
      );
    expect((await withSheets(1000)).workbook?.sheets).toHaveLength(1000);
    await expect(withSheets(1100)).rejects.toMatchObject({ code: 'workbook-too-large' });
  });

  test('with an error or without a result counts as empty, and is reported', async () => {
    const { rows, faulty } = await read(
      workbook(
        '<row><c t="str"><v>a</v></c></row><row><c t="e"><v>#N/A</v></c><c><f>1+1</f></c><c><v>1</v></c></row>',
      ),
    );
    expect([rows[0]?.cells, faulty]).toEqual([['', '', '1'], 2]);
  });

  test('is in its column, also where writers leave places out', async () => {
    const { rows } = await read(
      workbook(
        '<row r="3"><c t="str"><v>a</v></c></row><row r="5"><c r="C5"><v>3</v></c><c><v>4</v></c></row>',
      ),
    );
    expect(rows).toEqual([{ row: 5, cells: ['', '', '3', '4'] }]);
  });

  test('whose text is not in the workbook is an error, not an empty cell', async () => {
    await expect(read(workbook('<row><c t="s"><v>5</v></c></row>'))).rejects.toMatchObject({
      code: 'unreadable',
    });
  });
});

describe('the sheets of a workbook', () => {
  const several = fixture('several.xlsx');

  test('that are hidden, very hidden or a chart are passed over', async () => {
    const { workbook: found, rows } = await read(await several);
    expect(found).toEqual({
      sheets: ['Customers & co', 'कर्मचारी'],
      sheet: 'Customers & co',
      mayHide: true,
    });
    expect(rows[0]).toEqual({ row: 4, cells: ['Person 0', '9841000000', '2026-11-23 9:30:00'] });
  });

  test('are read by their name, hidden ones too', async () => {
    const staff = await read(await several, { sheet: 'कर्मचारी' });
    expect([staff.rows, staff.faulty]).toEqual([
      [
        { row: 2, cells: ['Hari', '9841777777'] },
        { row: 3, cells: ['Gita'] },
      ],
      1,
    ]);
    expect((await read(await several, { sheet: 'Secret' })).rows[0]?.cells).toEqual(['9841888888']);
    await expect(read(await several, { sheet: 'Nobody' })).rejects.toMatchObject({
      code: 'no-sheet',
      sheets: ['Customers & co', 'कर्मचारी'],
    });
  });

  test('tell their hidden rows, and leave them out when asked', async () => {
    const all = await read(await several);
    expect([all.rows.length, all.hidden]).toEqual([20, Array.from({ length: 12 }, (_, i) => i + 12)]);
    const shown = await read(await several, { hidden_rows: 'skip' });
    expect([shown.rows.length, shown.rows.at(-1)?.row, shown.hidden.length]).toEqual([8, 11, 12]);
  });
});
