import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { WORKBOOK_MAX } from '#schema/sheets/limits.ts';
import type { RowPiece } from '#schema/sheets/rows.ts';
import { SheetError } from '#schema/sheets/sheetError.ts';
import { createSemaphore } from './semaphore.ts';

export interface XlsxWork {
  path: string;
  unpackedMax: number;
}

interface XlsxAnswer extends Pick<RowPiece, 'rows' | 'first'> {
  /** Of the sheet, so far. */
  fraction: number;
  done: boolean;
}

/** What the reading process says: that it is ready, a batch, or why there is none. */
export type XlsxMessage = 'ready' | 'too large' | 'unreadable' | XlsxAnswer;

/** Some 500,000 rows of three columns, which take a gigabyte while they are read. */
const UNPACKED_MAX = 100 * 1024 * 1024;
const HEAP_MB = 1024;
/** Workbooks that are read at a time; others wait. */
const AT_ONCE = 2;
const READ_SECONDS = 120;
const READER = join(import.meta.dirname, 'sheetsXlsxWorker.ts');

const tooLarge = () => new SheetError('workbook-too-large');

const turns = createSemaphore(AT_ONCE);

/** Throws a SheetError where an Excel file is larger than can be read. Answers its size in bytes. */
export async function refuseLargeXlsx(path: string): Promise<number> {
  const { size } = await stat(path);
  if (size > WORKBOOK_MAX) throw tooLarge();
  return size;
}

/** The next message of the reading process. Throws when it is too large for it: it ended, or took too long. */
async function messageOf(child: ChildProcess, seconds: number): Promise<XlsxMessage> {
  const settled = new AbortController();
  const { signal } = settled;
  const timeout = AbortSignal.timeout(seconds * 1000);
  try {
    const [message] = (await Promise.race([
      once(child, 'message', { signal: AbortSignal.any([signal, timeout]) }),
      once(child, 'exit', { signal }).then(() => ['too large']),
    ])) as [XlsxMessage];
    return message;
  } catch (error) {
    if (timeout.aborted) return 'too large';
    throw error;
  } finally {
    settled.abort();
  }
}

function batchOf(message: XlsxMessage): XlsxAnswer {
  if (message === 'too large') throw tooLarge();
  if (typeof message === 'string') throw new SheetError('unreadable');
  return message;
}

/**
 * The rows of a workbook's first sheet, header included. A
 * workbook is read as a whole, so it is read in a process of its own, whose memory is bounded: a thread that
 * is out of memory may take the server along. Throws a SheetError on what is too large or no workbook.
 */
export async function* readXlsx(path: string): AsyncGenerator<RowPiece, void, void> {
  const size = await refuseLargeXlsx(path);
  const work: XlsxWork = { path, unpackedMax: UNPACKED_MAX };
  await turns.acquire();
  const child = fork(READER, [JSON.stringify(work)], {
    execArgv: [`--max-old-space-size=${HEAP_MB}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  try {
    const first = await messageOf(child, READ_SECONDS);
    if (first !== 'ready') batchOf(first);
    for (let done = false; !done; ) {
      child.send('next');
      const { rows, first, fraction, done: isDone } = batchOf(await messageOf(child, READ_SECONDS));
      done = isDone;
      yield { rows, first, bytesRead: Math.round(size * fraction) };
    }
  } finally {
    child.kill('SIGKILL');
    turns.release();
  }
}
