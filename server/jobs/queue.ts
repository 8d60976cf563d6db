import { type JobWithMetadata, PgBoss } from 'pg-boss';

/** What each kind of job carries. */
interface Jobs {
  'contact-import': { uuid: string };
}

interface Handlers {
  /** `isLast`: no other attempt follows when this one throws. */
  'contact-import': (data: Jobs['contact-import'], attempt: { isLast: boolean }) => Promise<void>;
  /** Sends the mail that is due. Called when something was posted, and every minute. */
  mail: () => Promise<void>;
  /** Called every minute, by one of all processes. */
  housekeeping: () => Promise<void>;
}

interface Log {
  error(details: object, message: string): void;
  warn(details: object, message: string): void;
}

export interface Queue {
  enqueue<K extends keyof Jobs>(job: K, data: Jobs[K]): Promise<void>;
  /** Has the mail that is due sent soon. */
  deliverMail(): Promise<void>;
  /** Waits for the jobs in hand for a while; what does not end is taken up again by the next process. */
  stop(): Promise<void>;
}

const IMPORTS = 'contact-import';
const HOUSEKEEPING = 'housekeeping';
const MAIL = 'mail';
const STOP_MS = 10_000;

/**
 * Starts the queue of a process: works off its jobs and takes new ones. Jobs live in the database, in the
 * schema `pgboss`. A job whose process died is taken up by another, or by the next, within half a minute;
 * one that throws is tried four more times.
 */
export async function startQueue({
  url,
  handlers,
  log,
}: {
  url: string;
  handlers: Handlers;
  log: Log;
}): Promise<Queue> {
  const boss = new PgBoss({
    connectionString: url,
    application_name: 'bulk-sms-console queue',
    schema: 'pgboss',
    max: 4,
    // The two together decide how long a dead worker goes unnoticed, beside its heartbeat.
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
  });
  boss.on('error', (error) => log.error({ err: error }, 'the queue has a problem'));
  boss.on('warning', (warning) => log.warn({ warning }, 'the queue warns'));
  await boss.start();

  const imports = {
    retryLimit: 4,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 60,
    heartbeatSeconds: 10,
    expireInSeconds: 6 * 3600,
    deleteAfterSeconds: 24 * 3600,
  };
  await boss.createQueue(IMPORTS, imports);
  await boss.updateQueue(IMPORTS, imports);
  await boss.createQueue(HOUSEKEEPING, {
    policy: 'singleton',
    retryLimit: 0,
    expireInSeconds: 600,
    heartbeatSeconds: 10,
    deleteAfterSeconds: 3600,
  });

  await boss.work(
    IMPORTS,
    { pollingIntervalSeconds: 0.5, localConcurrency: 2, includeMetadata: true },
    async ([job]: JobWithMetadata<Jobs['contact-import']>[]) => {
      if (!job) return;
      try {
        await handlers[IMPORTS](job.data, { isLast: job.retryCount >= job.retryLimit });
      } catch (error) {
        log.error({ err: error, job: job.name, data: job.data }, 'a job failed');
        throw error;
      }
    },
  );
  // One that waits is enough: it finds all that was posted before it starts. Mails count their own attempts.
  await boss.createQueue(MAIL, {
    policy: 'short',
    retryLimit: 0,
    expireInSeconds: 600,
    heartbeatSeconds: 10,
    deleteAfterSeconds: 3600,
  });

  await boss.work(MAIL, { pollingIntervalSeconds: 0.5, localConcurrency: 2 }, async () => {
    try {
      await handlers.mail();
    } catch (error) {
      log.error({ err: error }, 'mail could not be delivered');
    }
  });
  await boss.schedule(MAIL, '* * * * *');
  await boss.work(HOUSEKEEPING, { pollingIntervalSeconds: 5 }, async () => {
    try {
      await handlers.housekeeping();
    } catch (error) {
      log.error({ err: error }, 'housekeeping failed');
    }
  });
  await boss.schedule(HOUSEKEEPING, '* * * * *');

  return {
    async enqueue(job, data) {
      if (!(await boss.send(job, data))) throw new Error(`the queue took no ${job}`);
    },
    async deliverMail() {
      await boss.send(MAIL, {});
    },
    stop: () => boss.stop({ graceful: true, timeout: STOP_MS }),
  };
}
