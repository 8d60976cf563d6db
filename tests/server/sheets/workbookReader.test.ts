import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { localFiles } from '../../../server/services/files/files.ts';
import { openSheet } from '../../../server/services/files/storedSheet.ts';
import { readXlsx } from '../../../server/services/sheets/sheetsXlsx.ts';
import { zipEntries } from '../../../server/services/sheets/zip.ts';
import { workbook, xlsx, zip } from '../../support/xlsx.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bulk-sms-workbooks-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Of a process; empty once it is gone. */
const told = (pid: string, file: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
};
/** The processes that read workbooks for this one. */
const readers = () =>
  readdirSync('/proc').filter(
    (pid) =>
      told(pid, 'cmdline').includes('sheetsXlsxWorker') &&
      told(pid, 'status').includes(`\nPPid:\t${process.pid}\n`),
  );

/** A workbook that takes its process several messages. */
async function openBook() {
  const rows = Array.from({ length: 12_000 }, (_, i) => [i]);
  await writeFile(join(folder, 'sheet'), xlsx([['phone'], ...rows]));
  return openSheet(localFiles(folder), { path: 'sheet', kind: 'xlsx' });
}

// Its directory is read while nothing else is done: 28 MB of it name 600,000 files.
test('a workbook of more files than workbooks have is not read', () => {
  const files = (count: number) =>
    zipEntries(zip(Object.fromEntries(Array.from({ length: count }, (_, n) => [`${n}`, '']))));
  expect(files(20_000)).toHaveLength(20_000);
  expect(() => files(20_001)).toThrow('too many files');
});

// A message of millions of cells would hold up all other requests.
test('a workbook of wide rows comes in messages of a few megabytes', async () => {
  const row = `<row>${'<c><v>1234567890</v></c>'.repeat(100)}</row>`;
  const path = join(folder, 'wide');
  await writeFile(path, workbook(row.repeat(1500)));
  const sizes: number[] = [];
  for await (const { rows } of readXlsx(path, {})) sizes.push(rows.length);
  expect(sizes.reduce((sum, size) => sum + size)).toBe(1500);
  expect(Math.max(...sizes)).toBeLessThan(1000);
});

test.runIf(process.platform === 'linux')(
  'a workbook is read to its end when the server and all that it has started are told to stop',
  async () => {
    const sheet = await openBook();
    const found = readers();
    expect(found).toHaveLength(1);
    for (const signal of ['SIGTERM', 'SIGINT']) process.kill(Number(found[0]), signal);
    let rows = 0;
    for await (const batch of sheet.batches) rows += batch.rows.length;
    expect(rows).toBe(12_000);
  },
);

test('a workbook keeps no turn once it is read, however late its rows are taken', async () => {
  const rows = Array.from({ length: 1000 }, (_, i) => [i]);
  await writeFile(join(folder, 'sheet'), xlsx([['phone'], ...rows]));
  const open = () => openSheet(localFiles(folder), { path: 'sheet', kind: 'xlsx' });
  // One more than are read at the same time.
  const sheets = [await open(), await open(), await open()];
  for (const sheet of sheets) {
    let count = 0;
    for await (const batch of sheet.batches) count += batch.rows.length;
    expect(count).toBe(1000);
    await sheet.close();
  }
});

test.runIf(process.platform === 'linux')(
  'a workbook whose reading process is killed between two of its batches is refused',
  async () => {
    const before = new Set(readers());
    const sheet = await openBook();
    const [found] = readers().filter((pid) => !before.has(pid));
    const batches = sheet.batches[Symbol.asyncIterator]();
    await batches.next();
    process.kill(Number(found), 'SIGKILL');
    await expect.poll(() => told(String(found), 'status')).toBe('');
    const rest = async () => {
      while (!(await batches.next()).done);
    };
    await expect(rest()).rejects.toMatchObject({
      code: 'invalid',
      message: expect.stringContaining('too large'),
    });
    await sheet.close();
  },
);

test.each([
  ['is not found', '/missing/node', 'ENOENT'],
  // The error is thrown, like that of too little memory, instead of an event.
  ['has too long a name', `/${'x'.repeat(5000)}`, 'ENAMETOOLONG'],
])('a workbook keeps no turn if the program of its process %s', async (_, program, code) => {
  const { execPath } = process;
  process.execPath = program;
  try {
    // One more than are read at the same time.
    for (let tries = 0; tries < 3; tries++) await expect(openBook()).rejects.toMatchObject({ code });
  } finally {
    process.execPath = execPath;
  }
  await (await openBook()).close();
});
