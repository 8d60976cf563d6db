import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { Problem } from '../platform/problem.ts';
import { createSemaphore } from '../platform/semaphore.ts';
import type { PdfFault } from './activePdf.ts';

const SECONDS = 20;
const HEAP_MB = 256;
/** Files inspected concurrently; others wait. */
const turns = createSemaphore(2);

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
 * separate thread with limits on time and memory.
 */
export async function refuseActivePdf(bytes: Buffer): Promise<void> {
  await turns.acquire();
  const fault = await faultOf(bytes).finally(() => turns.release());
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
