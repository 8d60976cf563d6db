import { UPLOAD_MAX } from '#schema/file.ts';
import type { SheetChoice } from '#schema/sheets/sheetChoice.ts';
import { SheetError } from '#schema/sheets/sheetError.ts';
import type { SheetTarget } from '#schema/sheets/targetCheck.ts';
import { trustedWorker } from '../../../core/trusted.ts';
import type { SheetAnswer, SheetRequest } from './sheetWorker.ts';
import workerUrl from './sheetWorker.ts?worker&url';
import type { Mapping, ReportTexts, SheetProgress, SheetSummary } from './types.ts';

export interface ReadOptions {
  /** The columns chosen by the user; guessed if absent. */
  mapping?: Mapping | undefined;
  /** Sheet, header row and rows chosen by the user. */
  choice?: SheetChoice | undefined;
  /** The import target, if the rows are imported. */
  target?: SheetTarget | undefined;
  /** Texts for the report of unusable rows. */
  texts: ReportTexts;
  onProgress?(progress: SheetProgress): void;
  /** Aborts reading; the promise then rejects with an AbortError. */
  signal?: AbortSignal;
}

const workerScript = trustedWorker(workerUrl);

const stopped = (): DOMException => new DOMException('Reading was stopped.', 'AbortError');

/**
 * Reads a CSV or XLSX file in its own worker: columns, first rows, counts of usable rows and reasons for the others. The
 * page stays responsive. Rejects with a SheetError if the file cannot be used.
 */
export function readSheet(
  file: File,
  { mapping, choice, target, texts, onProgress, signal }: ReadOptions,
): Promise<SheetSummary> {
  if (file.size > UPLOAD_MAX) return Promise.reject(new SheetError('too-large'));
  if (signal?.aborted) return Promise.reject(stopped());
  const worker = new Worker(workerScript, { type: 'module' });
  return new Promise<SheetSummary>((resolve, reject) => {
    signal?.addEventListener('abort', () => reject(stopped()), { once: true });
    worker.onerror = () => reject(new SheetError('unreadable'));
    worker.onmessage = ({ data }: MessageEvent<SheetAnswer>) => {
      if (data.type === 'progress') onProgress?.(data);
      else if (data.type === 'failed') reject(new SheetError(data.code, { row: data.row }));
      // The page's own File object: a copy through the worker would have to be read again.
      else resolve({ ...data.summary, upload: isCopy(data.summary) ? data.summary.upload : file });
    };
    worker.postMessage({ file, mapping, choice, target, texts } satisfies SheetRequest);
  }).finally(() => worker.terminate());
}

const isCopy = ({ warnings }: SheetSummary): boolean =>
  warnings.includes('converted') || warnings.includes('windows-1252');
