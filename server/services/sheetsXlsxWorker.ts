/** The process that services/sheetsXlsx.ts starts: reads a workbook and answers its rows a batch at a time. */
import { readFile } from 'node:fs/promises';
import { readSheet } from 'read-excel-file/node';
import { shownCell, shownNumber } from '#schema/sheets/workbook.ts';
import type { XlsxMessage, XlsxWork } from './sheetsXlsx.ts';
import { unpackedZip } from './zip.ts';

const BATCH = 5000;
const { path, unpackedMax } = JSON.parse(process.argv[2] ?? '{}') as XlsxWork;

const say = (message: XlsxMessage): unknown => process.send?.(message);

const isXml = (name: string): boolean => name.endsWith('.xml') || name.endsWith('.rels');

async function read(): Promise<unknown[][]> {
  const zip = await unpackedZip(await readFile(path), isXml, unpackedMax);
  return readSheet<string>(zip, { parseNumber: shownNumber });
}

try {
  const data = await read();
  let next = 0;
  process.on('message', () => {
    const rows = data.slice(next, next + BATCH).map((cells) => cells.map(shownCell));
    const first = next + 1;
    next += rows.length;
    say({ rows, first, fraction: data.length > 0 ? next / data.length : 1, done: next >= data.length });
  });
  say('ready');
} catch (error) {
  const { code, name } = error as { code?: string; name?: string };
  say(code === 'ERR_BUFFER_TOO_LARGE' || name === 'RangeError' ? 'too large' : 'unreadable');
}
