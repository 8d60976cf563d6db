/** The thread started by services/files/refuseActivePdf.ts; inspects one PDF. */
import { parentPort, workerData } from 'node:worker_threads';
import { faultOfPdf } from './activePdf.ts';

parentPort?.postMessage(await faultOfPdf(Buffer.from(workerData as Uint8Array)));
