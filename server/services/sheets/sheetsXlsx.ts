import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { UNPACKED_MAX, WORKBOOK_MAX } from '#schema/sheets/limits.ts';
import type { RowPiece } from '#schema/sheets/rows.ts';
import type { SheetChoice } from '#schema/sheets/sheetChoice.ts';
import { SheetError, type SheetFailure } from '#schema/sheets/sheetError.ts';
import { acquireOrRefuse, createSemaphore } from '../platform/semaphore.ts';

export interface XlsxWork {
  path: string;
  unpackedMax: number;
  choice: SheetChoice;
}

/** Messages of the reading process: ready, some thousand rows, the end, or an error. */
export type XlsxMessage =
  | 'ready'
  | 'done'
  | { piece: RowPiece }
  | { failure: SheetFailure; row?: number | undefined; sheets?: readonly string[] | undefined };

const HEAP_MB = 1024;
/** Workbooks read concurrently; others wait. */
const AT_ONCE = 2;
/** Maximum queue length: a large workbook takes some seconds, so the last of ten may wait for a minute. */
const WAITING = 10;
const READ_SECONDS = 120;
const READER = join(import.meta.dirname, 'sheetsXlsxWorker.ts');

const tooLarge = () => new SheetError('workbook-too-large');
const TOO_LARGE: XlsxMessage = { failure: 'workbook-too-large' };

const turns = createSemaphore(AT_ONCE);

/** Throws a SheetError if an Excel file is too large to be read. Returns its size in bytes. */
export async function refuseLargeXlsx(path: string): Promise<number> {
  const { size } = await stat(path);
  if (size > WORKBOOK_MAX) throw tooLarge();
  return size;
}

/**
 * The next message of the reading process. That the workbook is too large, if it has ended or takes too long. Throws the
 * system's error if it could not be started.
 */
async function messageOf(child: ChildProcess, seconds: number): Promise<XlsxMessage> {
  const settled = new AbortController();
  const { signal } = settled;
  const timeout = AbortSignal.timeout(seconds * 1000);
  try {
    const [message] = (await Promise.race([
      once(child, 'message', { signal: AbortSignal.any([signal, timeout]) }),
      once(child, 'exit', { signal }).then(() => [TOO_LARGE]),
    ])) as [XlsxMessage];
    return message;
  } catch (error) {
    if (child.pid === undefined) throw error;
    return TOO_LARGE;
  } finally {
    settled.abort();
  }
}

/** The rows of a message; undefined if it has none. */
function pieceOf(message: XlsxMessage): RowPiece | undefined {
  if (typeof message === 'string') return undefined;
  if ('failure' in message)
    throw new SheetError(message.failure, { row: message.row, sheets: message.sheets });
  return message.piece;
}

function nextPiece(child: ChildProcess): Promise<RowPiece | undefined> {
  child.send('next');
  return messageOf(child, READ_SECONDS).then(pieceOf);
}

/**
 * The rows of a workbook's sheet, including the header. A workbook is unpacked as a whole, so it is read in a separate
 * process with limited memory: a thread that runs out of memory could crash the server. Until all is read, or the generator is
 * returned, it takes one of two turns. Throws a SheetError if the workbook is too large, not one, or does not have the sheet, and
 * `too_many_requests` when the queue is full, unless `isPatient`.
 */
export async function* readXlsx(
  path: string,
  choice: SheetChoice,
  isPatient = false,
): AsyncGenerator<RowPiece, void, void> {
  await refuseLargeXlsx(path);
  const { sheet, hidden_rows } = choice;
  const work: XlsxWork = { path, unpackedMax: UNPACKED_MAX, choice: { sheet, hidden_rows } };
  await acquireOrRefuse(turns, isPatient ? Number.POSITIVE_INFINITY : WAITING);
  let child: ChildProcess | undefined;
  let isOver = false;
  const end = () => {
    if (isOver) return;
    isOver = true;
    child?.kill('SIGKILL');
    turns.release();
  };
  try {
    child = fork(READER, [JSON.stringify(work)], {
      execArgv: [`--max-old-space-size=${HEAP_MB}`],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    // Also while nobody waits for a message: an error of a process that is ending must not end the server.
    child.on('error', () => {});
    pieceOf(await messageOf(child, READ_SECONDS));
    let next = nextPiece(child);
    for (let piece = await next; piece; piece = await next) {
      next = nextPiece(child);
      // Whoever takes the last rows slowly, as a database does, holds up no other workbook. A failure comes with the next wait.
      next.then((following) => following ?? end()).catch(() => {});
      yield piece;
    }
  } finally {
    end();
  }
}
