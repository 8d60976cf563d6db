import { execFile } from 'node:child_process';
import { resolve } from 'node:path';

/** For each Node that a test starts: what one has compiled, the next one reads, which is a third of a server's start. */
export const compileCache = {
  NODE_COMPILE_CACHE: resolve(import.meta.dirname, '../../node_modules/.cache/bulk-sms-console/compile'),
};

const READER = resolve(import.meta.dirname, '../../server/services/sheets/sheetsXlsxWorker.ts');

/** Fills it with what reads workbooks: a process for each, killed when it has read, leaves nothing to the next one. */
export async function compileReader(): Promise<void> {
  const env = { ...process.env, ...compileCache };
  // Without a workbook it ends as soon as it is loaded.
  await new Promise<void>((done) => {
    execFile(process.execPath, [READER, '{}'], { env }, () => done());
  });
}
