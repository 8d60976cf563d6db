import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import { NewerSchema, refuseNewer } from '../db/migrate.ts';
import { isClosed } from '../db/unavailable.ts';
import { createDatabaseClock } from '../services/platform/databaseClock.ts';
import { abandoned, meterQuiet } from '../services/platform/meters.ts';
import { createSemaphore } from '../services/platform/semaphore.ts';
import { expandNext } from '../services/sending/campaigns.ts';
import { readDelivery } from '../services/sending/deliverySettings.ts';
import { dueWork, hasExpanding, startDue } from '../services/sending/dueWork.ts';
import { isSameCluster, markOf, NO_DATABASE } from '../services/sending/failover/identity.ts';
import { forgetfulDatabase, type LastDatabase } from '../services/sending/failover/lastDatabase.ts';
import { laterDatabase } from '../services/sending/failover/later.ts';
import { Memory } from '../services/sending/failover/memory.ts';
import { bringBackRetries } from '../services/sending/farRetries.ts';
import { noJournal } from '../services/sending/journal/journal.ts';
import { type Journals, noJournals } from '../services/sending/journal/journals.ts';
import { forgetJournal, noteJournal, settleLeftJournals } from '../services/sending/journal/leftJournals.ts';
import { type Operator, registerLinks } from '../services/sending/linkStates.ts';
import { recordAnswer } from '../services/sending/optOut.ts';
import { pauseInactive } from '../services/sending/pauseCampaigns.ts';
import { isQuiet } from '../services/sending/quietHours.ts';
import { receiptRecorder } from '../services/sending/receiptRecorder.ts';
import { sweepReceipts } from '../services/sending/receiptSweep.ts';
import { type ReceivedReceipt, recordedOf } from '../services/sending/receipts.ts';
import { pauseSuspended } from '../services/sending/senderStanding.ts';
import { lookForAbsent } from '../services/sending/workerAbsence.ts';
import { newWorker, reapDeadWorkers, requeueUnsent, WORKER_LOCKS } from '../services/sending/workers.ts';
import { createBatcher } from './batcher.ts';
import { createLinks } from './links.ts';
import { startLoop } from './loop.ts';
import type { HttpPlace } from './openLink.ts';
import { JOBS_CHANNEL } from './queue.ts';

const TICK = 1000;
const RECEIPTS = { size: 1000, delay: 20 };
/** Milliseconds, half of them random, because many workers lose their sessions at the same moment. */
const RECONNECT = 1000;
/**
 * Milliseconds that workers look for one whose lock is free before they give it up, because its session may just have been
 * cut.
 */
const GRACE = 3000;
/** The same for a worker with a journal on a host that may return: until then nobody else knows what it had sent. */
const JOURNAL_GRACE = 30_000;
/** Milliseconds without a successful tick after which the worker counts as not working. */
const OVERDUE = 30_000;

export interface Worker {
  /** Whether it has its session and its ticks succeed. */
  isWorking(): boolean;
  /**
   * Records what is in flight and starts anew in the database of this identity, `anew` also from the same one that has gone
   * back. Throws if it is a different one by then.
   */
  renew(identity: string, anew?: boolean): Promise<void>;
  /** Like `Links.stop`, and stops everything else; within some seconds, whatever the operators do. */
  stop(): Promise<void>;
}

interface Settings extends Pick<Config, 'DISPATCH_BATCH'>, Partial<HttpPlace> {
  /** Called when any process has created a job of this queue. */
  onJob?(queue: string): void;
}

/**
 * Expands campaigns, sends their messages over the operator links (from the environment and from the table, which it
 * follows), and records receipts, until it is stopped. A session lock shows that it is alive; if that session is lost, it
 * records what is in flight and continues under a new number. If a newer version migrates the database, it stops by itself:
 * it records what is in flight, and leaves the rest to that version's workers.
 */
export async function startWorker(
  database: Database,
  operators: readonly Operator[],
  settings: Settings,
  log: Logger,
  memory = new Memory(),
  journals: Journals = noJournals,
  lastDatabase: LastDatabase = forgetfulDatabase(),
): Promise<Worker> {
  const { db } = database;
  const onError = (error: unknown) => {
    if (error instanceof NewerSchema) void stop().catch(onError);
    else if (!isClosed(error)) log.error({ err: error }, 'a worker failed; it tries again');
  };
  const writing = createSemaphore(1);
  const exclusively = async <T>(work: () => Promise<T>): Promise<T> => {
    await writing.acquire();
    try {
      return await work();
    } finally {
      writing.release();
    }
  };
  const clock = createDatabaseClock();
  let stopped = false;
  let number: number | undefined;
  /** The identity of the database. */
  let known: string | undefined;
  /**
   * The same for claims, which after a change of cluster, or with a blank memory, wait for `renew`: a former primary that
   * leads again would give out what was sent meanwhile, until a process tells it that sending has been elsewhere.
   */
  let mayClaimIn = '';
  /** The same for journals, which say nothing of a database that has gone back. */
  let journaled = '';
  let journal = noJournal;
  await registerLinks(db, operators);
  let delivery = await readDelivery(db);
  const unmeter = meterQuiet(() => isQuiet(delivery.quiet_hours, clock.now()));
  const receipts = createBatcher<ReceivedReceipt>(receiptRecorder(db, memory, exclusively), {
    ...RECEIPTS,
    onError,
  });
  const links = createLinks({
    db,
    operators,
    memory,
    batch: settings.DISPATCH_BATCH,
    httpPlace: {
      callbackBase: settings.callbackBase ?? '',
      allowPrivate: settings.allowPrivate ?? false,
    },
    now: clock.now,
    delivery: () => delivery,
    identity: () => mayClaimIn,
    exclusively,
    onReceipt(link, receipt) {
      const recorded = recordedOf(link, receipt);
      return recorded ? receipts.add(recorded) : undefined;
    },
    async onMessage(link, message) {
      const outcome = await recordAnswer(db, message);
      const from = outcome === 'unreadable' ? { from: message.from } : {};
      if (outcome !== 'none') log.info({ link, outcome, ...from }, 'an answer about the blacklist');
    },
    onLost: () => void endSession().catch(onError),
    onError,
    log,
  });

  const reap = async (isSpared: (worker: number, hasJournal: boolean) => boolean): Promise<void> => {
    const { unknown, recorded } = await reapDeadWorkers(db, { journals, identity: journaled, isSpared });
    if (recorded > 0)
      log.warn({ messages: recorded }, 'a worker died; its journal says which of its messages were sent');
    if (unknown === 0) return;
    abandoned.inc(unknown);
    log.error({ messages: unknown }, 'a worker died; what it had in hand is unknown');
  };

  const reapAbsent = async (): Promise<void> => {
    const absent = await lookForAbsent(db);
    // Before it knows its database it cannot tell whether a journal is of this one.
    if (absent.size === 0 || known === undefined) return;
    await reap((worker, hasJournal) => (absent.get(worker) ?? 0) < (hasJournal ? JOURNAL_GRACE : GRACE));
  };
  const expand = startLoop(async () => (await hasExpanding(db)) && expandNext(db), TICK, onError);
  const tick = startLoop(
    async () => {
      await refuseNewer(db);
      await clock.measure(db);
      delivery = await readDelivery(db);
      const due = await dueWork(db);
      if (due.starts) await startDue(db);
      if (due.sends) {
        await pauseInactive(db);
        await pauseSuspended(db);
      }
      if (due.waitsLong) await bringBackRetries(db);
      if (due.inFlight) await reapAbsent();
      await exclusively(() => sweepReceipts(db));
      return false;
    },
    TICK,
    onError,
  );
  let isLive = false;
  let hasSettledLeft = false;
  let living = Promise.resolve();
  const live = async (): Promise<void> => {
    const session = await database.connect();
    try {
      const ended = new Promise<never>((_, reject) =>
        session.once('end', () => reject(new Error('The worker lost its database session.'))),
      );
      ended.catch(() => {});
      const { rows } = await session.query<{ identity: string }>('SELECT database_identity() AS identity');
      const identity = rows[0]?.identity as string;
      const later = await laterDatabase(db, identity, lastDatabase, known ? undefined : journals);
      if (number !== undefined) {
        // The old number stays alive until everything in flight is recorded; otherwise others would give it up.
        await session.query('SELECT pg_try_advisory_lock($1, $2)', [WORKER_LOCKS, number]);
        await Promise.race([links.pause(), ended]);
        // In a different cluster nobody can tell which messages in flight were sent, so they become unknown.
        if (known && !later && isSameCluster(known, identity)) await requeueUnsent(db, number);
      }
      await clock.measure(db);
      const next = await newWorker(db);
      await session.query('SELECT pg_advisory_lock($1, $2)', [WORKER_LOCKS, next]);
      if (number !== undefined)
        await session.query('SELECT pg_advisory_unlock($1, $2)', [WORKER_LOCKS, number]);
      await session.query(
        `LISTEN dispatch; LISTEN operator_link; LISTEN campaign_stop; LISTEN ${JOBS_CHANNEL}`,
      );
      // Its reports are recorded by now, or belong to another cluster, whose process compares its memory.
      journal.close();
      if (number !== undefined) await forgetJournal(db, number);
      journal = journals.open(next, identity);
      if (journal !== noJournal) await noteJournal(db, next, identity);
      number = next;
      if (known === undefined) {
        mayClaimIn = lastDatabase.isBlank ? NO_DATABASE : (later ?? identity);
        if (mayClaimIn === identity) lastDatabase.note(identity);
      } else if (later || isSameCluster(mayClaimIn, identity)) mayClaimIn = later ?? identity;
      known = identity;
      const isBack = later !== undefined && markOf(later) !== undefined;
      journaled = isBack ? later : identity;
      // Record what is known about workers that died here before anything is claimed.
      await reap(() => true);
      if (!hasSettledLeft && !isBack) await settleLeftJournals(db, journals, identity);
      hasSettledLeft = true;
    } catch (error) {
      void session.end().catch(onError);
      throw error;
    }
    session.on('notification', ({ channel, payload }) => {
      if (channel === 'campaign_stop') return links.recall(payload ?? '');
      if (channel === JOBS_CHANNEL) return settings.onJob?.(payload ?? '');
      if (channel === 'operator_link') links.look();
      else expand.wake();
      links.wake();
    });
    links.start(number, journal);
    isLive = true;
    session.once('end', () => {
      isLive = false;
      if (stopped) return;
      log.warn('the worker lost its database session');
      void links.pause().catch(onError);
      living = again();
    });
    endSession = () => session.end();
  };
  let endSession: () => Promise<void> = async () => {};
  let ended: Promise<void> | undefined;
  function stop(): Promise<void> {
    ended ??= (async () => {
      stopped = true;
      unmeter();
      await Promise.all([expand.stop(), tick.stop(), links.stop()]);
      await receipts.drain();
      journal.close();
      if (number !== undefined) await forgetJournal(db, number).catch(onError);
      await endSession();
    })();
    return ended;
  }
  const again = async (): Promise<void> => {
    while (!stopped) {
      try {
        return await live();
      } catch (error) {
        onError(error);
        await new Promise((resolve) => setTimeout(resolve, (RECONNECT * (1 + Math.random())) / 2));
      }
    }
  };
  await live();

  return {
    isWorking: () => isLive && tick.sinceSuccess() < OVERDUE,
    async renew(identity, anew = false) {
      if (anew || known !== identity) await endSession();
      await living;
      if (known !== identity) throw new Error('The database was replaced once more.');
      mayClaimIn = journaled = identity;
    },
    stop,
  };
}
