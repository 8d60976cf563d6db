/** The thread that services/sheetsXlsx.ts starts: reads a workbook and answers its rows a batch at a time. */
import { readFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { readSheet } from 'read-excel-file/node';
import { shownDate, shownNumber } from '#schema/sheet.ts';
import type { SheetRow } from './sheetRow.ts';
import type { XlsxAnswer, XlsxWork } from './sheetsXlsx.ts';
import { unpackedZip } from './zip.ts';

const BATCH = 5000;
const { path, unpackedMax } = workerData as XlsxWork;

const isXml = (name: string): boolean => name.endsWith('.xml') || name.endsWith('.rels');

const shown = (value: string | boolean | Date | null): string => {
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  if (value instanceof Date) return shownDate(value);
  // A workbook may escape any UTF-16 unit; what is no text would break the database's.
  return value.replaceAll('\0', '').toWellFormed().trim();
};

const zip = await unpackedZip(await readFile(path), isXml, unpackedMax);
const data = await readSheet<string>(zip, { parseNumber: shownNumber });
let next = 0;

parentPort?.on('message', () => {
  const rows: SheetRow[] = [];
  while (next < data.length && rows.length < BATCH) {
    const cells = (data[next] as (string | boolean | Date | null)[]).map(shown);
    next++;
    if (cells.some((cell) => cell !== '')) rows.push({ row: next, cells });
  }
  const answer: XlsxAnswer = {
    rows,
    fraction: data.length > 0 ? next / data.length : 1,
    done: next >= data.length,
  };
  parentPort?.postMessage(answer);
});
parentPort?.postMessage('ready');
