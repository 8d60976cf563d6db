import type { Kysely } from 'kysely';
import { takeReadyErasures } from '../services/people/erasure.ts';
import type { Queue } from './queue.ts';

/** Queues the erasures that have nothing left to wait for. One that gets no job here gets it later (lostJobs.ts). */
export async function queueErasures(db: Kysely<unknown>, enqueue: Queue['enqueue']): Promise<void> {
  for (const uuid of await takeReadyErasures(db)) await enqueue('erasure', { uuid });
}
