import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkRow, filledRows } from '#schema/sheets/rows.ts';
import type { SheetTarget } from '#schema/sheets/targetCheck.ts';
import { importTargets } from '../../server/services/contacts/sheetImport.ts';
import { problemSentence } from '../../server/services/platform/numbers.ts';
import { Problem } from '../../server/services/platform/problem.ts';
import { isRefused } from '../../server/services/sheets/importTarget.ts';
import { targetSentence } from '../../server/services/sheets/rowCells.ts';
import { sheetProblem } from '../../server/services/sheets/sheetProblem.ts';
import { openLocalSheet } from '../../server/services/sheets/sheets.ts';
import { checkSheet } from '../../src/resources/contacts/sheets/checkSheet.ts';
import { openFile } from '../../src/resources/contacts/sheets/openFile.ts';
import type { ProblemRow, ReportTexts } from '../../src/resources/contacts/sheets/types.ts';
import { createRandom, type Random } from '../support/random.ts';
import { sloppyBytes, sloppyText } from '../support/sloppySheet.ts';
import { xlsx } from '../support/xlsx.ts';

const FILES = 10_000;
const SEED = Number(process.env.SHEETS_SEED ?? 18);
/** The server reads its files from disk, which takes time. */
const AT_ONCE = 16;
const DUPLICATE = 'duplicate';
const named = new Proxy({}, { get: (_, problem) => String(problem) }) as ReportTexts['problems'];
const texts: ReportTexts = { row: 'Row', reason: 'Reason', problems: named };

/**
 * What each side reads from a file: every row by its number, with its phone number or the reason for its
 * refusal.
 */
interface Reading {
  columns: string[];
  rows: { row: number; cells: string[]; phone?: string; reason?: string }[];
}
type Outcome = Reading | { failure: string };

interface Order {
  target: SheetTarget;
  mapping: { phone: string; name: string | null; reason: string | null };
}

let folder: string;
let files = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bulk-sms-same-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/**
 * The server's message about a sheet that it cannot read; the console has the same under the error's code.
 */
function failureOf(error: unknown): { failure: string } {
  const problem = sheetProblem(error);
  if (!(problem instanceof Problem)) throw error;
  return { failure: problem.message };
}

/** Rules for the rows of a sheet with these columns. */
function orderOf(columns: readonly string[], random: Random): Order {
  const phone = columns.includes('phone') ? 'phone' : random.pick(columns);
  const other = random.pick(columns);
  const field = other === phone ? null : other;
  // A contact's columns have short names; otherwise the server refuses the whole import.
  const target = random.chance(0.5) && columns.every(({ length }) => length <= 60) ? 'contacts' : 'blacklist';
  return { target, mapping: { phone, name: field, reason: field } };
}

async function onServer(
  bytes: Buffer,
  kind: 'csv' | 'xlsx',
  random: Random,
): Promise<{ outcome: Outcome; order?: Order }> {
  const path = join(folder, `sheet-${++files}`);
  await writeFile(path, bytes);
  try {
    const sheet = await openLocalSheet(path, kind);
    const { columns } = sheet;
    const order = orderOf(columns, random);
    const read = importTargets[order.target].reader(columns, order.mapping);
    const seen = new Set<string>();
    const rows: Reading['rows'] = [];
    for await (const batch of sheet.batches) {
      for (const { row, cells } of batch.rows) {
        const found = read({ row, cells });
        if (isRefused(found)) rows.push({ row, cells, reason: found.reason });
        else if (seen.size === seen.add(found.phone).size) rows.push({ row, cells, reason: DUPLICATE });
        else rows.push({ row, cells, phone: found.phone });
      }
    }
    await sheet.close();
    return { outcome: { columns, rows }, order };
  } catch (error) {
    return { outcome: failureOf(error) };
  }
}

/** The server's sentence for a problem that the console has a code for. */
function sentenceOf({ problem, column }: ProblemRow, filled: number): string {
  switch (problem) {
    case 'duplicate':
      return DUPLICATE;
    case 'name-too-long':
    case 'value-too-long':
    case 'too-many-values':
    case 'reason-too-long':
      return targetSentence({ problem, ...(column !== undefined && { column }), count: filled });
    default:
      return problemSentence(problem);
  }
}

async function inConsole(bytes: Buffer<ArrayBuffer>, order: Order | undefined): Promise<Outcome> {
  const file = new File([bytes], 'sheet.csv');
  try {
    const { columns, pieces } = await openFile(file);
    const at = columns.indexOf(order?.mapping.phone ?? '');
    const rows: Reading['rows'] = [];
    for await (const piece of pieces) {
      for (const { row, cells } of filledRows(piece)) {
        const { phone } = checkRow(piece.rows[row - piece.first] as string[], columns.length, at);
        rows.push({ row, cells, ...(phone && { phone }) });
      }
    }
    const summary = await checkSheet(file, { ...order, texts });
    const bad = new Set(summary.problems.map(({ row }) => row));
    const good = rows.filter(({ row }) => !bad.has(row));
    expect([summary.rows, summary.good]).toEqual([rows.length, good.length]);
    const sample = rows.slice(0, 8).map(({ row, cells }) => ({ row, cells }));
    if (!isDeepStrictEqual(summary.sample, sample)) expect(summary.sample).toEqual(sample);
    const byNumber = new Map(rows.map((row) => [row.row, row]));
    for (const refused of summary.problems) {
      const found = byNumber.get(refused.row);
      expect(found?.cells[at] ?? '').toBe(refused.value);
      if (!found) continue;
      // In addition to name and number.
      found.reason = sentenceOf(refused, found.cells.filter(Boolean).length - 2);
      delete found.phone;
    }
    return { columns, rows };
  } catch (error) {
    return failureOf(error);
  }
}

/** Reads a file on both sides and returns both results. */
async function both(bytes: Buffer<ArrayBuffer>, kind: 'csv' | 'xlsx', random: Random): Promise<Outcome> {
  const { outcome: server, order } = await onServer(bytes, kind, random);
  const here = await inConsole(bytes, order);
  // Calling `toEqual` ten thousand times would take half of the test's time.
  if (!isDeepStrictEqual(here, server)) expect(here).toEqual(server);
  return server;
}

const read = (text: string | Buffer): Promise<Outcome> =>
  both(Buffer.from(text as string), 'csv', createRandom(1));

describe('the console and the server', () => {
  test(`make the same of ${FILES} sloppy files: rows, numbers and refusals`, async () => {
    const counts = { read: 0, refused: 0, phones: 0, reasons: 0 };
    const kinds = new Set<string>();
    const one = async (seed: number) => {
      const random = createRandom(seed);
      const text = sloppyText(random);
      const outcome = await both(sloppyBytes(random, text), 'csv', random).catch((error: Error) => {
        error.message = `seed ${seed}, ${JSON.stringify(text)}: ${error.message}`;
        throw error;
      });
      if ('failure' in outcome) {
        counts.refused++;
        return;
      }
      counts.read++;
      for (const { reason } of outcome.rows) {
        counts[reason ? 'reasons' : 'phones']++;
        if (reason) kinds.add(reason.replace(/^".*"/s, ''));
      }
    };
    const seeds = Array.from({ length: FILES }, (_, i) => SEED * 1_000_000 + i);
    while (seeds.length > 0) await Promise.all(seeds.splice(0, AT_ONCE).map(one));
    // Files that are all refused would be equal too.
    expect(counts.read).toBeGreaterThan(FILES / 2);
    expect(counts.refused).toBeGreaterThan(FILES / 20);
    expect(counts.phones).toBeGreaterThan(FILES / 2);
    expect(counts.reasons).toBeGreaterThan(FILES / 2);
    // Seven of numbers, three of long cells, more cells than columns, and the same number again.
    expect([...kinds]).toHaveLength(12);
  });

  test.each([
    [
      'blanks around quotes',
      'name,phone\n"Ram" ,"9841000001" \n "Sita, R." , "9841000002"\n',
      [
        { row: 2, cells: ['Ram', '9841000001'], phone: '+9779841000001' },
        { row: 3, cells: ['Sita, R.', '9841000002'], phone: '+9779841000002' },
      ],
    ],
    [
      'a lone CR among LF',
      'name,phone\nRam,9841000001\rSita,9841000002\nGita,98\n',
      [
        { row: 2, cells: ['Ram', '9841000001'], phone: '+9779841000001' },
        { row: 3, cells: ['Sita', '9841000002'], phone: '+9779841000002' },
        {
          ...{ row: 4, cells: ['Gita', '98'] },
          reason: 'The number has too few digits; a mobile number of Nepal has ten.',
        },
      ],
    ],
    [
      'a Mac’s line ends, and LF in cells',
      'name,phone\r"Ram\nBahadur",9841000001\r\rSita,9841000001\r',
      [
        { row: 2, cells: ['Ram\nBahadur', '9841000001'], phone: '+9779841000001' },
        { row: 4, cells: ['Sita', '9841000001'], reason: DUPLICATE },
      ],
    ],
    [
      'words beside numbers',
      'name,phone\na,Rs. 9841000002\nb,Order #9841000003\nc,a9841000007b\n',
      ['Rs. 9841000002', 'Order #9841000003', 'a9841000007b'].map((value, i) => ({
        ...{ row: i + 2, cells: ['abc'[i], value], reason: 'Enter a phone number.' },
      })),
    ],
    [
      'more cells than columns',
      'phone,name\n9841000001,Thapa, Ram\n9841000002,Ram,,\n',
      [
        {
          ...{ row: 2, cells: ['9841000001', 'Thapa', 'Ram'] },
          reason: 'The row has more cells than the header. Check for a comma inside a cell without quotes.',
        },
        { row: 3, cells: ['9841000002', 'Ram', '', ''], phone: '+9779841000002' },
      ],
    ],
  ])('read %s alike', async (_, text, rows) => {
    expect(await read(text)).toMatchObject({ rows });
  });

  test.each([
    ['no rows', '\n', 'The file is empty.'],
    ['a quote that is never closed', 'name,phone\n\n"Ram,1\nSita,2\n', /^A quotation mark .* in row 3 /],
    ['200,000 columns', `name,phone\n${'a,'.repeat(200_000)}`, /^Row 2 has more than 100 columns/],
    ['a header of 200,000 columns', 'a;'.repeat(200_000), /^Row 1 has more than 100 columns/],
    [
      'a cell of 20 MB',
      `name,phone\n${'x'.repeat(20_000_000)},1\n`,
      /^Row 2 is longer than 200,000 characters/,
    ],
    ['a quoted one', `name,phone\nRam,1\n"${'x'.repeat(20_000_000)}",1\n`, /^Row 3 is longer than 200,000/],
    [
      'a quoted one of many lines',
      `name,phone\n"${'x\n'.repeat(500_000)}",1\n`,
      /^A quotation mark .* in row 2 /,
    ],
  ])('refuse %s for the same reason', async (_, text, failure) => {
    expect(await read(text)).toEqual({ failure: expect.stringMatching(failure) });
  });

  test('read large files alike, whatever pieces they come in', { timeout: 60_000 }, async () => {
    const lines = ['नाम;phone;note'];
    for (let i = 0; i < 60_000; i++) {
      const note = i % 7 === 0 ? `"ठाउँ ""${i}"";\nदुई"` : i % 11 === 0 ? ` "x" ` : `"😀${i}"`;
      lines.push(`सीता ${i};98${41_000_000 + (i % 59_500)};${note}`);
    }
    const outcome = await read(lines.join('\r\n'));
    expect(outcome).toMatchObject({ columns: ['नाम', 'phone', 'note'] });
    const { rows } = outcome as Reading;
    expect(rows).toHaveLength(60_000);
    expect(rows[59_499]).toMatchObject({ row: 59_501, phone: '+9779841059499' });
    expect(rows.at(-1)).toMatchObject({ row: 60_001, reason: DUPLICATE });
  });

  test('read workbooks alike', async () => {
    const workbook = xlsx([
      ['Name', 'phone'],
      [" '=1+1 ", 9841000001],
      [null, null],
      ['x\u0001', 9.841e9],
      ['Ram', 'Rs. 9841000002'],
      ['More', '9841000003', 'cells'],
    ]);
    expect(await both(Buffer.from(workbook), 'xlsx', createRandom(1))).toMatchObject({
      rows: [
        { row: 2, cells: ['=1+1', '9841000001'], phone: '+9779841000001' },
        { row: 4, phone: '+9779841000000' },
        { row: 5, reason: 'Enter a phone number.' },
        { row: 6, cells: ['More', '9841000003', 'cells'], phone: '+9779841000003' },
      ],
    });
  });
});
