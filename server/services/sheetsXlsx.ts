import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { Problem } from './problem.ts';
import type { SheetBatch, SheetRow } from './sheetRow.ts';

export interface XlsxWork {
  path: string;
  unpackedMax: number;
}

export interface XlsxAnswer {
  rows: SheetRow[];
  /** Of the sheet, so far. */
  fraction: number;
  done: boolean;
}

const FILE_MAX = 30 * 1024 * 1024;
/** Some 500,000 rows of three columns, which take a gigabyte while they are read. */
const UNPACKED_MAX = 100 * 1024 * 1024;
const HEAP_MB = 1024;
/** Workbooks that are read at a time; others wait. */
const AT_ONCE = 2;
const READ_SECONDS = 120;

const tooLarge = () =>
  new Problem(
    'invalid',
    'The Excel file is too large to be read. Save it as "CSV UTF-8 (Comma delimited)" and upload that: a CSV may be larger.',
  );
const unreadable = () =>
  new Problem(
    'unsupported_file',
    'The Excel file cannot be read; it may be damaged or locked by a password. Save it again as .xlsx or CSV UTF-8.',
  );

let reading = 0;
const waiting: (() => void)[] = [];

async function takeTurn(): Promise<void> {
  if (reading < AT_ONCE) reading++;
  else await new Promise<void>((resolve) => waiting.push(resolve));
}

function passTurn(): void {
  const next = waiting.shift();
  if (next) next();
  else reading--;
}

/** Throws a Problem where an Excel file is larger than can be read. Answers its size in bytes. */
export async function refuseLargeXlsx(path: string): Promise<number> {
  const { size } = await stat(path);
  if (size > FILE_MAX) throw tooLarge();
  return size;
}

/**
 * The rows of a workbook's first sheet in batches, header included, without those that are empty. A
 * workbook is read as a whole, so it is read in a thread of its own, whose memory is bounded and whose
 * end is not the server's. Throws a Problem on what is too large or no workbook.
 */
export async function* readXlsx(path: string): AsyncGenerator<SheetBatch, void, void> {
  const size = await refuseLargeXlsx(path);
  const work: XlsxWork = { path, unpackedMax: UNPACKED_MAX };
  await takeTurn();
  const worker = new Worker(new URL('./sheetsXlsxWorker.ts', import.meta.url), {
    workerData: work,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });
  try {
    await once(worker, 'message', { signal: AbortSignal.timeout(READ_SECONDS * 1000) });
    for (let done = false; !done; ) {
      worker.postMessage('next');
      const [answer] = (await once(worker, 'message')) as [XlsxAnswer];
      done = answer.done;
      if (answer.rows.length > 0) yield { rows: answer.rows, bytesRead: Math.round(size * answer.fraction) };
    }
  } catch (error) {
    if (error instanceof Problem) throw error;
    const { code, name } = error as { code?: string; name?: string };
    const isLarge =
      code === 'ERR_WORKER_OUT_OF_MEMORY' || code === 'ERR_BUFFER_TOO_LARGE' || name === 'AbortError';
    throw isLarge || name === 'RangeError' ? tooLarge() : unreadable();
  } finally {
    await worker.terminate();
    passTurn();
  }
}
