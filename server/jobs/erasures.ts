import { failErasure, runErasure } from '../services/people/erasure.ts';
import { longJob } from './longJob.ts';

/** The queue's handler of erasures. */
export const erasures = (store: Parameters<typeof runErasure>[0]) => longJob(store, runErasure, failErasure);
