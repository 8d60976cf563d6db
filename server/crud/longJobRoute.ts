import type { FastifyRequest } from 'fastify';
import type { Transaction } from 'kysely';
import type { Deps } from '../deps.ts';
import { runOnce } from '../plugins/idempotency.ts';
import { failUnfinished, type LongJobName } from '../services/platform/longRecords.ts';

/**
 * Adds the record of a long job once per `Idempotency-Key` (`runOnce`), and its job to the queue. The record of an earlier
 * request gets no second job: its first may be running, and jobs/lostJobs.ts adds one that is missing.
 */
export async function startLongJob<P, R extends { uuid: string; status?: unknown }>(
  { db, enqueue }: Pick<Deps, 'db' | 'enqueue'>,
  request: FastifyRequest,
  job: LongJobName,
  prepare: () => Promise<P>,
  add: (trx: Transaction<unknown>, ready: P) => Promise<R>,
): Promise<R> {
  let isQueued = false;
  const record = await runOnce(db, request, prepare, async (trx, ready) => {
    const added = await add(trx, ready);
    isQueued = added.status === 'queued';
    return added;
  });
  if (!isQueued) return record;
  try {
    await enqueue(job, { uuid: record.uuid, request_id: request.id });
  } catch (error) {
    await failUnfinished(db, job, record.uuid);
    throw error;
  }
  return record;
}
