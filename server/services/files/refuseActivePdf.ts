import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { Problem } from '../platform/problem.ts';
import { acquireOrRefuse, createSemaphore } from '../platform/semaphore.ts';
import type { PdfFault } from './activePdf.ts';

const SECONDS = 20;
const HEAP_MB = 256;
/** Files inspected concurrently; others wait. */
const AT_ONCE = 2;
/** Maximum queue length: looking through a document of 10 MB takes a second or two, unless it is made to be slow. */
const WAITING = 20;

const turns = createSemaphore(AT_ONCE);

/**
 * Reads and checks a PDF when it is its turn, so that those that wait take no memory. Throws `too_many_requests` when the
 * queue is full.
 */
export async function inPdfTurn<T>(work: () => Promise<T>): Promise<T> {
  await acquireOrRefuse(turns, WAITING);
  return work().finally(() => turns.release());
}

/** The thread's result; `sealed` if it took too long or needed too much memory. */
async function faultOf(bytes: Buffer): Promise<PdfFault | null> {
  const worker = new Worker(new URL('./activePdfWorker.ts', import.meta.url), {
    workerData: bytes,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });
  try {
    const [fault] = await once(worker, 'message', { signal: AbortSignal.timeout(SECONDS * 1000) });
    return fault as PdfFault | null;
  } catch {
    return 'sealed';
  } finally {
    await worker.terminate();
  }
}

/**
 * Throws `unsupported_file` for a PDF that contains scripts, actions, files or XFA forms, or cannot be inspected. Runs in a
 * separate thread with limits on time and memory, within `inPdfTurn`.
 */
export async function refuseActivePdf(bytes: Buffer): Promise<void> {
  const fault = await faultOf(bytes);
  if (fault === 'active') {
    throw new Problem(
      'unsupported_file',
      'The PDF contains scripts, actions, forms or files, which are not allowed. Print it to a new PDF, or take a photo of it, and upload that.',
    );
  }
  if (fault === 'sealed') {
    throw new Problem(
      'unsupported_file',
      'The PDF is protected or cannot be checked. Print it to a new PDF without a password, or take a photo of it, and upload that.',
    );
  }
}
