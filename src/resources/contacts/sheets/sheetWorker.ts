import type { SheetChoice } from '#schema/sheets/sheetChoice.ts';
import { SheetError, type SheetFailure } from '#schema/sheets/sheetError.ts';
import type { SheetTarget } from '#schema/sheets/targetCheck.ts';
import { checkSheet } from './checkSheet.ts';
import type { Mapping, ReportTexts, SheetProgress, SheetSummary } from './types.ts';

/** Messages from the page to the worker. */
export interface SheetRequest {
  file: File;
  mapping?: Mapping | undefined;
  choice?: SheetChoice | undefined;
  target?: SheetTarget | undefined;
  texts: ReportTexts;
}

/** Messages from the worker to the page. */
export type SheetAnswer =
  | ({ type: 'progress' } & SheetProgress)
  | { type: 'done'; summary: SheetSummary }
  | { type: 'failed'; code: SheetFailure; row?: number };

const send = (answer: SheetAnswer): void => self.postMessage(answer);

self.onmessage = async ({ data }: MessageEvent<SheetRequest>) => {
  try {
    const { file, ...options } = data;
    const onProgress = (progress: SheetProgress) => send({ type: 'progress', ...progress });
    send({ type: 'done', summary: await checkSheet(file, { ...options, onProgress }) });
  } catch (error) {
    if (error instanceof SheetError) send({ type: 'failed', code: error.code, row: error.row });
    else send({ type: 'failed', code: 'unreadable' });
  }
};
