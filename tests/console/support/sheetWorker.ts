import { checkSheet } from '../../../src/resources/contacts/sheets/checkSheet.ts';
import type { SheetRequest } from '../../../src/resources/contacts/sheets/sheetWorker.ts';

/** Stands in for `Worker`, which jsdom does not have: reads the sheet in the test's own thread. */
export class SameThread {
  onmessage: ((event: { data: object }) => void) | undefined;
  async postMessage({ file, ...options }: SheetRequest) {
    const summary = await checkSheet(file, { ...options, onProgress: () => undefined });
    this.onmessage?.({ data: { type: 'done', summary } });
  }
  terminate() {}
}
