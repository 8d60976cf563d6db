import { type JobWithMetadata, PgBoss } from 'pg-boss';
import { sessionOf } from '../db/database.ts';
import { isClosed, unlessClosed } from '../db/unavailable.ts';
import type { LongJobName } from '../services/platform/longRecords.ts';
import { jobs } from '../services/platform/meters.ts';
import { startLoop } from './loop.ts';
import { bringBackQueue, RETRY_DELAY_MAX, timerClock } from './queueClock.ts';

/** Work on a record. `request_id`: of the request that created it, for the log. */
interface LongJob {
  uuid: string;
  request_id?: string;
}

/** `isLast`: there is no retry if this attempt throws. */
type LongHandler = (data: LongJob, attempt: { isLast: boolean }) => Promise<void>;

export interface Handlers extends Record<LongJobName, LongHandler> {
  /** Sends due mail. Called when mail was posted, and every minute. */
  mail: () => Promise<void>;
  /** Called every minute, by one of all processes. */
  housekeeping: (enqueue: Queue['enqueue']) => Promise<void>;
  /** The same, for what may take hours: it must not hold up what is due every minute. */
  'slow-housekeeping': () => Promise<void>;
  /** The same, for the check of the books, which neither of the two may hold up: an alert waits for it. */
  'books-check': () => Promise<void>;
}

interface Log {
  info(details: object, message: string): void;
  error(details: object, message: string): void;
  warn(details: object, message: string): void;
}

export interface Queue {
  enqueue(job: LongJobName, data: LongJob): Promise<void>;
  /** Triggers sending of due mail. */
  deliverMail(): Promise<void>;
  /** Looks at once for jobs of this queue, because another process reported one on the channel `JOBS_CHANNEL`. */
  wake(queue: string): void;
  /** Waits some time for running jobs; unfinished ones are taken over by the next process. */
  stop(): Promise<void>;
}

/** Queues of long work, with what their records are called in the log and how many jobs a process runs at once. */
const LONG = {
  'contact-import': ['import', 2],
  'account-export': ['export', 1],
  erasure: ['erasure', 1],
} as const satisfies Record<LongJobName, unknown>;
const longQueues = Object.keys(LONG) as LongJobName[];
/** The channel on which a new job's queue is reported to all processes. */
export const JOBS_CHANNEL = 'job';
const HOUSEKEEPING = 'housekeeping';
const SLOW_HOUSEKEEPING = 'slow-housekeeping';
const BOOKS = 'books-check';
const MAIL = 'mail';
/** Milliseconds that running jobs get when the process is stopped. */
export const STOP_MS = 1000;
/** Jobs of mail that a process runs at the same time. */
const MAILS_AT_ONCE = 2;
const MINUTE = 60_000;

/**
 * Starts a process's queue: it accepts new jobs and, if there are handlers, runs them. Jobs are stored in the database, in
 * the schema `pgboss`. A job whose process died is taken over within half a minute; one that throws is retried four times.
 */
export async function startQueue({
  url,
  handlers,
  log,
  createSchema = true,
  lookSeconds = 2,
}: {
  url: string;
  /** Null: jobs are only created here and run by other processes. */
  handlers: Handlers | null;
  log: Log;
  createSchema?: boolean;
  /**
   * A process runs the jobs that it created at once, and those that `wake` reports, and looks again after each; retries,
   * and jobs whose report was lost, wait for its next look.
   */
  lookSeconds?: number;
}): Promise<Queue> {
  const { connectionString, options, Client } = sessionOf(url);
  const boss = new PgBoss({
    connectionString,
    application_name: 'bulk-sms-console queue',
    schema: 'pgboss',
    createSchema,
    clock: timerClock,
    max: handlers ? 4 : 2,
    ...(!handlers && { supervise: false, schedule: false }),
    // There are no flows to resolve.
    flowIntervalSeconds: 3600,
    // Together with the heartbeat, these decide how long a dead worker goes unnoticed.
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
    // Options of the driver: connections that have gone silent are given up.
    ...{ query_timeout: 60_000, keepAlive: true, options, Client },
  });
  const onError = unlessClosed((error) => log.error({ err: error }, 'the queue has a problem'));
  boss.on('error', onError);
  boss.on('warning', (warning) => {
    // It is about `timerClock`, which is no time of day.
    if (!/^Warning: Clock skew/.test(warning.message)) log.warn({ warning }, 'the queue warns');
  });
  await boss.start();

  const short = { retryLimit: 0, expireInSeconds: 600, heartbeatSeconds: 10, deleteAfterSeconds: 3600 };
  const long = {
    retryLimit: 4,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: RETRY_DELAY_MAX,
    heartbeatSeconds: 10,
    expireInSeconds: 6 * 3600,
    deleteAfterSeconds: 24 * 3600,
  };
  for (const queue of longQueues) {
    await boss.createQueue(queue, long);
    await boss.updateQueue(queue, long);
  }
  // Removing a month, and checking every message, take long when there are many.
  const house = { ...short, expireInSeconds: 6 * 3600 };
  await boss.createQueue(HOUSEKEEPING, { policy: 'singleton', ...house });
  await boss.updateQueue(HOUSEKEEPING, house);
  // One waits at most while another runs, so that those of every minute do not pile up.
  for (const queue of [SLOW_HOUSEKEEPING, BOOKS])
    await boss.createQueue(queue, { policy: 'stately', ...house });
  // One waiting job is enough, because it finds everything posted before it starts. Mails count their own attempts.
  await boss.createQueue(MAIL, { policy: 'short', ...short });
  const workers = new Map<string, string[]>();
  const wake = (queue: string) => {
    for (const worker of workers.get(queue) ?? []) boss.notifyWorker(worker);
  };
  /** Wakes the workers of all processes; without the report to the others, these find the job at their next look. */
  const report = async (queue: string) => {
    wake(queue);
    try {
      await boss.getDb().executeSql('SELECT pg_notify($1, $2)', [JOBS_CHANNEL, queue]);
    } catch (error) {
      log.warn({ err: error, queue }, 'other processes were not told of a job');
    }
  };

  const enqueue: Queue['enqueue'] = async (job, data) => {
    if (!(await boss.send(job, data))) throw new Error(`the queue took no ${job}`);
    await report(job);
  };
  if (handlers) await workOff(boss, handlers, log, { workers, wake, enqueue, lookSeconds });
  const bringBack = async () => {
    await bringBackQueue(boss.getDb());
    return false;
  };
  const keeping = handlers && startLoop(bringBack, MINUTE, onError);

  return {
    enqueue,
    async deliverMail() {
      await boss.send(MAIL, {});
      await report(MAIL);
    },
    wake,
    async stop() {
      await Promise.all([keeping?.stop(), boss.stop({ graceful: true, timeout: STOP_MS })]);
    },
  };
}

/** Each is a pg-boss worker of its own, because only the first one of a `localConcurrency` can be woken. */
const several = (count: number, start: () => Promise<string>): Promise<string[]> =>
  Promise.all(Array.from({ length: count }, start));

interface Waking {
  /** Their ids, by queue. */
  workers: Map<string, string[]>;
  wake(queue: string): void;
  enqueue: Queue['enqueue'];
  lookSeconds: number;
}

async function workOff(
  boss: PgBoss,
  handlers: Handlers,
  log: Log,
  { workers, wake, enqueue, lookSeconds }: Waking,
): Promise<void> {
  const failed = (queue: string, error: unknown, text: string, details: object = {}) => {
    jobs.inc({ queue, outcome: 'failed' });
    if (!isClosed(error)) log.error({ err: error, ...details }, text);
  };
  // From 0, so that rates see the first failure.
  for (const queue of [...longQueues, MAIL, HOUSEKEEPING, SLOW_HOUSEKEEPING, BOOKS])
    for (const outcome of ['done', 'failed']) jobs.inc({ queue, outcome }, 0);
  for (const queue of longQueues) {
    const [name, atOnce] = LONG[queue];
    const run = async ([job]: JobWithMetadata<LongJob>[]) => {
      if (!job) return;
      const { uuid: record, request_id } = job.data;
      const line = { queue, job: job.id, attempt: job.retryCount + 1, [name]: record, request_id };
      log.info(line, 'a job begins');
      try {
        await handlers[queue](job.data, { isLast: job.retryCount >= job.retryLimit });
      } catch (error) {
        failed(queue, error, 'a job failed', line);
        throw error;
      } finally {
        wake(queue);
      }
      jobs.inc({ queue, outcome: 'done' });
      log.info(line, 'a job is done');
    };
    const options = { pollingIntervalSeconds: lookSeconds, includeMetadata: true } as const;
    workers.set(queue, await several(atOnce, () => boss.work(queue, options, run)));
  }
  const mailing = await several(MAILS_AT_ONCE, () =>
    boss.work(MAIL, { pollingIntervalSeconds: lookSeconds }, async () => {
      try {
        await handlers.mail();
        jobs.inc({ queue: MAIL, outcome: 'done' });
      } catch (error) {
        failed(MAIL, error, 'mail could not be delivered');
      } finally {
        wake(MAIL);
      }
    }),
  );
  workers.set(MAIL, mailing);
  await boss.schedule(MAIL, '* * * * *');
  const everyMinute = {
    [HOUSEKEEPING]: [() => handlers.housekeeping(enqueue), 'housekeeping failed'],
    [SLOW_HOUSEKEEPING]: [handlers[SLOW_HOUSEKEEPING], 'slow housekeeping failed'],
    [BOOKS]: [handlers[BOOKS], 'the check of the books failed'],
  } as const;
  for (const [queue, [work, text]] of Object.entries(everyMinute)) {
    await boss.work(queue, { pollingIntervalSeconds: 5 }, async () => {
      try {
        await work();
        jobs.inc({ queue, outcome: 'done' });
      } catch (error) {
        failed(queue, error, text);
      }
    });
    await boss.schedule(queue, '* * * * *');
  }
}
