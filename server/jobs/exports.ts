import { failExport, runExport } from '../services/people/accountExport.ts';
import { longJob } from './longJob.ts';

/** The queue's handler of exports. */
export const accountExports = (store: Parameters<typeof runExport>[0]) =>
  longJob(store, runExport, failExport);
