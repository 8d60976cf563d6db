import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { filledRows } from '#schema/sheets/rows.ts';
import type { SheetChoice } from '#schema/sheets/sheetChoice.ts';
import { Problem } from '../../server/services/platform/problem.ts';
import { sheetProblem } from '../../server/services/sheets/sheetProblem.ts';
import { openLocalSheet } from '../../server/services/sheets/sheets.ts';
import { openFile } from '../../src/resources/contacts/sheets/openFile.ts';
import { createRandom } from '../support/random.ts';
import { randomBook } from '../support/randomBook.ts';

/** The server reads each in a separate process. */
const BOOKS = 24;
const FIXTURES = join(import.meta.dirname, '../support/workbooks');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bulk-sms-books-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const failureOf = (error: unknown) => {
  const problem = sheetProblem(error);
  if (!(problem instanceof Problem)) throw error;
  return { failure: problem.message };
};

async function onServer(bytes: Buffer, choice: SheetChoice) {
  const path = join(folder, 'book.xlsx');
  await writeFile(path, bytes);
  try {
    const opened = await openLocalSheet(path, 'xlsx', choice);
    const { columns, headerRow, sheets, sheet, mayHide, batches } = opened;
    const rows = [];
    for await (const batch of batches) rows.push(...batch.rows);
    return { columns, headerRow, sheets, sheet, mayHide, hidden: opened.hiddenRows(), rows };
  } catch (error) {
    return failureOf(error);
  }
}

async function inConsole(bytes: Buffer, choice: SheetChoice) {
  try {
    const file = new File([new Uint8Array(bytes)], 'book.xlsx');
    const { columns, headerRow, workbook, pieces } = await openFile(file, choice);
    const rows = [];
    let hidden = 0;
    for await (const piece of pieces) {
      rows.push(...filledRows(piece));
      hidden += piece.hidden?.length ?? 0;
    }
    return { columns, headerRow, ...workbook, hidden, rows };
  } catch (error) {
    return failureOf(error);
  }
}

test(`the console and the server make the same of ${BOOKS} workbooks, whatever is chosen`, async () => {
  const counts = { rows: 0, failures: 0 };
  for (let seed = 1; seed <= BOOKS; seed++) {
    const random = createRandom(seed);
    const { bytes, names } = randomBook(random);
    const choice: SheetChoice = {
      sheet: random.chance(0.5) ? random.pick([...names, 'not there']) : null,
      header_row: random.chance(0.5) ? random.between(0, 6) : null,
      hidden_rows: random.pick(['include', 'skip', null]),
    };
    const server = await onServer(bytes, choice);
    expect(await inConsole(bytes, choice), `seed ${seed}`).toEqual(server);
    if ('failure' in server) counts.failures++;
    else counts.rows += server.rows.length;
  }
  // Workbooks that are all refused would be equal too.
  expect(counts.rows).toBeGreaterThan(BOOKS * 5);
  expect(counts.failures).toBeGreaterThan(0);
});

test('they make the same of what other programs write', async () => {
  for (const name of ['shown.xlsx', 'shown1904.xlsx', 'inline.xlsx', 'several.xlsx']) {
    const bytes = await readFile(join(FIXTURES, name));
    const server = await onServer(bytes, {});
    expect(server).toHaveProperty('rows');
    expect(await inConsole(bytes, {})).toEqual(server);
  }
});
