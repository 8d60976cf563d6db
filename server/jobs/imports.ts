import { failImport, runImport } from '../services/contacts/sheetImport.ts';
import { longJob } from './longJob.ts';

/** The queue's handler of imports. */
export const sheetImports = (store: Parameters<typeof runImport>[0]) => longJob(store, runImport, failImport);
