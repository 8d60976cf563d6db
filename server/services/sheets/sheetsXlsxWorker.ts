/** The process started by services/sheets/sheetsXlsx.ts: reads a workbook and sends its rows, some thousands at a time. */
import { readFile } from 'node:fs/promises';
import type { RowPiece } from '#schema/sheets/rows.ts';
import { SheetError } from '#schema/sheets/sheetError.ts';
import { workbookRows } from '#schema/sheets/xlsx/workbook.ts';
import type { XlsxMessage, XlsxWork } from './sheetsXlsx.ts';
import { zipReader } from './zip.ts';

const BATCH = 5000;
/** The most chunks in one message: wide rows are many cells, and the server does nothing else while it takes a message. */
const CHUNKS_MAX = 8;
const { path, unpackedMax, choice } = JSON.parse(process.argv[2] ?? '{}') as XlsxWork;

const say = (message: XlsxMessage): unknown => process.send?.(message);

const fail = (error: unknown): void => {
  const { code, name } = error as { code?: string; name?: string };
  if (error instanceof SheetError) say({ failure: error.code, row: error.row, sheets: error.sheets });
  else if (code === 'ERR_BUFFER_TOO_LARGE' || name === 'RangeError') say({ failure: 'workbook-too-large' });
  else say({ failure: 'unreadable' });
};

const joinedPiece = (held: RowPiece, next: RowPiece): RowPiece => ({
  ...held,
  rows: held.rows.concat(next.rows),
  bytesRead: next.bytesRead,
  hidden: [...(held.hidden ?? []), ...(next.hidden ?? [])],
  faulty: (held.faulty ?? 0) + (next.faulty ?? 0),
});

/** Combines consecutive chunks to some thousand rows, or as many as a message may have. */
async function* joined(pieces: AsyncIterable<RowPiece>): AsyncGenerator<RowPiece, void, void> {
  let held: RowPiece | undefined;
  let chunks = 0;
  for await (const piece of pieces) {
    held = held ? joinedPiece(held, piece) : piece;
    if (held.rows.length < BATCH && ++chunks < CHUNKS_MAX) continue;
    yield held;
    held = undefined;
    chunks = 0;
  }
  if (held) yield held;
}

// systemd and Ctrl+C tell the server's whole group to stop: whoever waits for the rows decides. Without it this ends by itself.
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => {});

try {
  const zip = await readFile(path);
  const pieces = joined(workbookRows({ read: zipReader(zip, unpackedMax) }, choice, zip.length));
  process.on('message', async () => {
    try {
      const { value: piece } = await pieces.next();
      say(piece ? { piece } : 'done');
    } catch (error) {
      fail(error);
    }
  });
  say('ready');
} catch (error) {
  fail(error);
}
