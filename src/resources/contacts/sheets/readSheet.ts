import { UPLOAD_MAX } from '#schema/file.ts';
import type { SheetChoice } from '#schema/sheets/sheetChoice.ts';
import { SheetError } from '#schema/sheets/sheetError.ts';
import type { SheetTarget } from '#schema/sheets/targetCheck.ts';
import type { SheetAnswer, SheetRequest } from './sheetWorker.ts';
import workerUrl from './sheetWorker.ts?worker&url';
import type { Mapping, ReportTexts, SheetProgress, SheetSummary } from './types.ts';

export interface ReadOptions {
  /** The columns that the user chose; guessed where absent. */
  mapping?: Mapping | undefined;
  /** Which sheet, header row and rows the user chose. */
  choice?: SheetChoice | undefined;
  /** What its rows shall become, where they are imported. */
  target?: SheetTarget | undefined;
  /** Words of the report of bad rows. */
  texts: ReportTexts;
  onProgress?(progress: SheetProgress): void;
  /** Stops reading at once; the promise then rejects with an AbortError. */
  signal?: AbortSignal;
}

interface Policies {
  createPolicy(name: string, rules: { createScriptURL(): string }): { createScriptURL(url: string): string };
}

/**
 * The one address that the console runs code from by itself, in a policy that the server's
 * Content-Security-Policy names (Trusted Types); the plain address where a browser has none.
 */
const workerScript: string =
  (globalThis as { trustedTypes?: Policies }).trustedTypes
    ?.createPolicy('sheet-worker', { createScriptURL: () => workerUrl })
    .createScriptURL(workerUrl) ?? workerUrl;

const stopped = (): DOMException => new DOMException('Reading was stopped.', 'AbortError');

/**
 * Reads a CSV or XLSX file in a worker of its own: columns, first rows, how many rows can be used and why
 * the others cannot. The page stays free meanwhile. Rejects with a SheetError where the sheet is of no use.
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
      // The page's own file: a copy of it through the worker would have to be read anew.
      else resolve({ ...data.summary, upload: isCopy(data.summary) ? data.summary.upload : file });
    };
    worker.postMessage({ file, mapping, choice, target, texts } satisfies SheetRequest);
  }).finally(() => worker.terminate());
}

const isCopy = ({ warnings }: SheetSummary): boolean =>
  warnings.includes('converted') || warnings.includes('windows-1252');
