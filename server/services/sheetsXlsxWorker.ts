/** The process that services/sheetsXlsx.ts starts: reads a workbook and answers its rows a batch at a time. */
import { readFile } from 'node:fs/promises';
import { readSheet } from 'read-excel-file/node';
import { shownDate, shownNumber } from '#schema/sheet.ts';
import type { SheetRow } from './sheetRow.ts';
import type { XlsxMessage, XlsxWork } from './sheetsXlsx.ts';
import { unpackedZip } from './zip.ts';

const BATCH = 5000;
const { path, unpackedMax } = JSON.parse(process.argv[2] ?? '{}') as XlsxWork;

const say = (message: XlsxMessage): unknown => process.send?.(message);

const isXml = (name: string): boolean => name.endsWith('.xml') || name.endsWith('.rels');

const shown = (value: string | boolean | Date | null): string => {
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  if (value instanceof Date) return shownDate(value);
  // A workbook may escape any UTF-16 unit; what is no text would break the database's.
  return value.replaceAll('\0', '').toWellFormed().trim();
};

async function read(): Promise<unknown[][]> {
  const zip = await unpackedZip(await readFile(path), isXml, unpackedMax);
  return readSheet<string>(zip, { parseNumber: shownNumber });
}

try {
  const data = await read();
  let next = 0;
  process.on('message', () => {
    const rows: SheetRow[] = [];
    while (next < data.length && rows.length < BATCH) {
      const cells = (data[next] as (string | boolean | Date | null)[]).map(shown);
      next++;
      if (cells.some((cell) => cell !== '')) rows.push({ row: next, cells });
    }
    say({ rows, fraction: data.length > 0 ? next / data.length : 1, done: next >= data.length });
  });
  say('ready');
} catch (error) {
  const { code, name } = error as { code?: string; name?: string };
  say(code === 'ERR_BUFFER_TOO_LARGE' || name === 'RangeError' ? 'too large' : 'unreadable');
}
