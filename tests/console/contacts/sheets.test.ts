// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { checkSheet } from '../../../src/resources/contacts/sheets/checkSheet.ts';
import type { Mapping, ReportTexts, SheetProgress } from '../../../src/resources/contacts/sheets/types.ts';
import { xlsx } from '../../support/xlsx.ts';

const texts: ReportTexts = {
  row: 'Row',
  reason: 'Reason',
  problems: {
    empty: 'No number',
    'not-a-number': 'No phone number',
    rounded: 'Rounded',
    'too-short': 'Too short',
    'too-long': 'Too long',
    landline: 'Landline',
    foreign: 'Foreign',
    'too-many-cells': 'Too many cells',
    duplicate: 'Repeated',
    'name-too-long': 'Long name',
    'value-too-long': 'Long: %{column}',
    'too-many-values': 'Many values',
    'reason-too-long': 'Long reason',
  },
};
const file = (content: string | Uint8Array<ArrayBuffer>, name = 'people.csv') => new File([content], name);
const check = (content: string | Uint8Array<ArrayBuffer>, mapping?: Mapping) =>
  checkSheet(file(content), { texts, mapping });
const utf16 = (text: string, mark = true): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.from((mark ? '\ufeff' : '') + text, 'utf16le'));

describe('rows', () => {
  it('counts good, bad and repeated rows, each with its own line of the file', async () => {
    const summary = await check(
      'name,phone\r\nRam,9841000001\r\nSita,98410\r\n\r\nHari,014412345\r\nRam again,+977 984-1000001\r\nGita,\r\n',
    );
    expect(summary).toMatchObject({ rows: 5, good: 1, bad: 3, duplicates: 1, headerRow: 1 });
    expect(summary.problems).toEqual([
      { row: 3, value: '98410', problem: 'too-short' },
      { row: 5, value: '014412345', problem: 'landline' },
      { row: 6, value: '+977 984-1000001', problem: 'duplicate' },
      { row: 7, value: '', problem: 'empty' },
    ]);
    expect(summary.operators).toMatchObject({ ntc: 1, ncell: 0 });
  });

  it('reports every bad row with its own cells, safe to open in a spreadsheet', async () => {
    const { report } = await check('name,phone\n"Ram, ""R""",12\n=1+1,x\nOk,9841000001\n');
    expect(await report?.text()).toBe(
      'Row,Reason,name,phone\r\n2,Too short,"Ram, ""R""",12\r\n3,No phone number,\'=1+1,x\r\n',
    );
    expect((await check('phone\n9841000001\n')).report).toBeNull();
  });

  it('reads Devanagari digits, and warns of operators that have closed', async () => {
    const summary = await check('नाम,मोबाइल नम्बर\nराम,९८४१०००००१\nसीता,9611000001\n');
    expect(summary).toMatchObject({ good: 2, closed: 1, mapping: { name: 'नाम', phone: 'मोबाइल नम्बर' } });
  });

  it('keeps lines apart when cells hold line breaks and delimiters', async () => {
    const summary = await check('name;phone\n"Ram\nBahadur; Thapa";9841000001\n"Sita";98\n');
    expect(summary.sample[0]).toEqual({ row: 2, cells: ['Ram\nBahadur; Thapa', '9841000001'] });
    expect(summary.problems).toEqual([{ row: 3, value: '98', problem: 'too-short' }]);
  });

  it('reads tabs, pipes and the line ends of every system', async () => {
    for (const content of [
      'name\tphone\nRam\t9841000001\n',
      'name|phone\rRam|9841000001\r',
      'name,phone\r\nRam,9841000001',
      '"name","phone"\r\n"Ram","9841000001"\r\n',
    ]) {
      expect(await check(content)).toMatchObject({ rows: 1, good: 1, columns: ['name', 'phone'] });
    }
  });

  it('reads a hundred thousand rows across pieces without losing or doubling one', async () => {
    const lines = ['name,phone,city'];
    for (let i = 0; i < 100_000; i++) lines.push(`"Person ${i}",98${41_000_000 + (i % 90_000)},"Ilam, ${i}"`);
    const seen: SheetProgress[] = [];
    const summary = await checkSheet(file(lines.join('\r\n')), { texts, onProgress: (p) => seen.push(p) });
    expect(summary).toMatchObject({ rows: 100_000, good: 90_000, duplicates: 10_000, bad: 0 });
    expect(summary.problems[0]).toEqual({ row: 90_002, value: '9841000000', problem: 'duplicate' });
    expect(summary.problems).toHaveLength(1000);
    expect((await summary.report?.text())?.trimEnd().split('\r\n')).toHaveLength(10_001);
    expect(seen.length).toBeGreaterThan(1);
    expect(seen.at(-1)).toEqual({ rows: 100_000, fraction: 1 });
  });

  it('takes the columns that are asked for', async () => {
    const content = 'phone,other\n9841000001,98\n9841000002,99\n';
    expect(await check(content)).toMatchObject({ good: 2 });
    expect(await check(content, { phone: 'other', name: null })).toMatchObject({ good: 0, bad: 2 });
  });
});

describe('rows that are imported', () => {
  const long = (length: number) => 'x'.repeat(length);
  const into = (target: 'contacts' | 'blacklist', content: string, mapping?: Mapping) =>
    checkSheet(file(content), { texts, mapping, target });

  it('as contacts are refused where a cell is too long, with the header of the cell', async () => {
    const content = `name,phone,city\n${long(121)},9841000001,\nRam,9841000001,${long(501)}\n${long(120)},9841000001,${long(500)}\n`;
    const summary = await into('contacts', content);
    expect(summary).toMatchObject({ rows: 3, good: 1, bad: 2, duplicates: 0 });
    expect(summary.problems).toEqual([
      { row: 2, value: '9841000001', problem: 'name-too-long' },
      { row: 3, value: '9841000001', problem: 'value-too-long', column: 'city' },
    ]);
    expect(await summary.report?.text()).toContain('3,Long: city,Ram,9841000001,');
    expect(await check(content)).toMatchObject({ good: 1, bad: 0, duplicates: 2 });
  });

  it('as contacts are refused where more cells are filled than a contact keeps', async () => {
    const header = Array.from({ length: 51 }, (_, i) => `c${i}`).join();
    const cells = (filled: number) => Array.from({ length: 51 }, (_, i) => (i < filled ? 'x' : '')).join();
    const content = `phone,${header}\n9841000001,${cells(51)}\n9841000002,${cells(50)}\n`;
    const { problems, good } = await into('contacts', content);
    expect([problems.map(({ problem }) => problem), good]).toEqual([['too-many-values'], 1]);
  });

  it('into the blacklist are refused where their reason is too long', async () => {
    const content = `phone,reason\n9841000001,${long(201)}\n9841000002,${long(200)}\n`;
    const { problems, good } = await into('blacklist', content);
    expect([problems.map(({ problem }) => problem), good]).toEqual([['reason-too-long'], 1]);
  });
});

describe('workbooks', () => {
  it('reads numbers as they are shown, and keeps the lines of empty rows', async () => {
    const summary = await check(
      new Uint8Array(
        xlsx([
          ['नाम', 'Mobile'],
          ['राम & Co', 9841000001],
          [null, null],
          ['Sita', '९८०००००००१'],
          ['Hari', 98],
        ]),
      ),
    );
    expect(summary).toMatchObject({ kind: 'xlsx', rows: 3, good: 2, columns: ['नाम', 'Mobile'] });
    expect(summary.sample[0]).toEqual({ row: 2, cells: ['राम & Co', '9841000001'] });
    expect(summary.problems).toEqual([{ row: 5, value: '98', problem: 'too-short' }]);
  });
});

describe('columns', () => {
  it('finds a column of reasons by its name, and only so', async () => {
    const named = await check('Reason for calling,Mobile\n9841000002,9841000001\n');
    expect(named.mapping).toMatchObject({ phone: 'Mobile', reason: 'Reason for calling' });
    expect((await check('कैफियत,नम्बर\nx,9841000001\n')).mapping.reason).toBe('कैफियत');
    expect((await check('Because,Mobile\nx,9841000001\n')).mapping.reason).toBeUndefined();
  });

  it('guesses by contents where names say nothing', async () => {
    const { mapping } = await check('a,b,c\n1,Ram,9841000001\n2,Sita,9841000002\n');
    expect(mapping.phone).toBe('c');
  });

  it('takes a first row with a number for data, and names columns by their place', async () => {
    const summary = await check('Ram,9841000001\nSita,9841000002\n');
    expect(summary).toMatchObject({
      headerRow: 0,
      rows: 2,
      good: 2,
      columns: ['Column 1', 'Column 2'],
      mapping: { name: 'Column 1', phone: 'Column 2' },
      warnings: ['no-header'],
    });
  });

  it('tells repeated and missing names apart', async () => {
    const summary = await check('phone,phone,\n9841000001,9841000002,x\n');
    expect(summary.columns).toEqual(['phone', 'phone (2)', 'Column 3']);
    expect(summary.warnings).toEqual(['repeated-column']);
  });
});

describe('encodings', () => {
  const content = 'नाम,फोन\nराम,9841000001\n';

  it('reads UTF-8 with a mark', async () => {
    expect(await check(`\ufeff${content}`)).toMatchObject({ columns: ['नाम', 'फोन'], encoding: 'utf-8' });
  });

  it('uploads UTF-16 with its mark as it is, and without one as UTF-8', async () => {
    const marked = await check(utf16(content));
    expect(marked).toMatchObject({ encoding: 'utf-16le', columns: ['नाम', 'फोन'], warnings: [] });
    const plain = 'name,phone\nRam Bahadur,9841000001\n';
    const bare = await check(utf16(plain, false));
    expect(bare).toMatchObject({ encoding: 'utf-16le', warnings: ['converted'], good: 1 });
    expect(await bare.upload.text()).toBe(plain);
  });

  it('reads what is not UTF-8 as Windows-1252, says so, and uploads UTF-8', async () => {
    const bytes = new Uint8Array([...Buffer.from('name,phone\nJos'), 0xe9, ...Buffer.from(',9841000001\n')]);
    const summary = await check(bytes);
    expect(summary).toMatchObject({ encoding: 'windows-1252', warnings: ['windows-1252'] });
    expect(summary.sample[0]?.cells).toEqual(['José', '9841000001']);
    expect(await summary.upload.text()).toBe('name,phone\nJosé,9841000001\n');
  });

  it('warns of names in an old Nepali font', async () => {
    const legacy = 'name,phone\n/fd g]kfn,9841000001\n;Ltf xl/,9841000002\nuLtf >]i7,9841000003\n';
    expect((await check(legacy)).warnings).toEqual(['legacy-font']);
    expect((await check('name,phone\nRam Thapa,9841000001\n')).warnings).toEqual([]);
  });
});

describe('a file that is not a sheet', () => {
  it.each([
    ['empty', ''],
    ['empty', '\n\n , \n'],
    ['no-rows', 'name,phone\n'],
    ['not-a-sheet', '%PDF-1.7 stuff'],
    ['not-a-sheet', 'a\0b\u0001,c'],
    ['unreadable', 'PK\u0003\u0004 no workbook'],
    ['too-many-columns', `${'a,'.repeat(101)}a\n1`],
  ])('says %s', async (code, content) => {
    await expect(check(content)).rejects.toMatchObject({ name: 'SheetError', code });
  });

  it('names the row where a quote opens that is never closed', async () => {
    const rows = Array.from({ length: 20_000 }, (_, i) => `Person ${i},98${41_000_000 + i}`);
    for (const open of ['"Ram,9841999999', 'Ram,"9841999999']) {
      const content = ['name,phone', ...rows.slice(0, 5), open, ...rows.slice(5)].join('\n');
      await expect(check(content)).rejects.toMatchObject({ code: 'unclosed-quote', row: 7 });
    }
    const swallowed = `name,phone\n"Ram,9841000001\nSita "S" Rai,9841000002\n`;
    await expect(check(swallowed)).rejects.toMatchObject({ code: 'unclosed-quote', row: 2 });
  });
});
