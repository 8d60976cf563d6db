import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import { expandNext, startDue } from '../services/campaigns.ts';
import { recordAnswer } from '../services/optOut.ts';
import { type ReceivedReceipt, recordReceipts, sweepReceipts } from '../services/receipts.ts';
import { createLink, type Receipt } from '../services/smpp/link.ts';
import { newWorker, reapDeadWorkers, WORKER_LOCKS } from '../services/workers.ts';
import { createBatcher } from './batcher.ts';
import { startDispatcher } from './dispatcher.ts';
import { startLoop } from './loop.ts';

const TICK = 1000;
const RECEIPTS = { size: 500, delay: 20 };
const RECONNECT = 1000;

export interface Worker {
  /** Sends what is in hand, records it, and ends the links. */
  stop(): Promise<void>;
}

type Settings = Pick<Config, 'DISPATCH_BATCH' | 'VALIDITY_HOURS' | 'QUIET_HOURS'>;

/** An operator link. Messages and receipts carry its name, which so must stay the same over restarts. */
export interface Operator {
  name: string;
  /** smpp://user:password@host:port, as createLink takes it. */
  url: string;
}

/** The links of SMPP_URL: addresses with spaces between, each named `user@host:port`. */
export const operatorsOf = (addresses: string): Operator[] =>
  addresses
    .split(/\s+/)
    .filter(Boolean)
    .map((url) => {
      const { username, host } = new URL(url);
      return { name: `${username}@${host}`, url };
    });

/**
 * Expands campaigns, sends their messages over the links, and records receipts, until it is stopped. A
 * session lock shows that it lives; when the database drops that session it goes on under a new number.
 */
export async function startWorker(
  database: Database,
  operators: readonly Operator[],
  settings: Settings,
  log: Logger,
): Promise<Worker> {
  const { db } = database;
  const onError = (error: unknown) => log.error({ err: error }, 'a worker failed; it tries again');
  const exclusively = createMutex();
  let stopped = false;
  let dispatchers: ReturnType<typeof startDispatcher>[] = [];
  const wakeDispatchers = () => {
    for (const dispatcher of dispatchers) dispatcher.wake();
  };
  const receipts = createBatcher<ReceivedReceipt>((items) => exclusively(() => recordReceipts(db, items)), {
    ...RECEIPTS,
    onError,
  });
  const links = operators.map(({ name, url }) =>
    createLink({
      name,
      url,
      log,
      onReceipt: (receipt) => (isFinal(receipt) ? receipts.add(toRow(name, receipt)) : undefined),
      async onMessage(message) {
        const outcome = await recordAnswer(db, message);
        const { from, to } = message;
        if (outcome !== 'none') log.info({ link: name, from, to, outcome }, 'an answer about the blacklist');
      },
      onState(state, why) {
        log.info({ link: name, state, why }, 'operator link');
        wakeDispatchers();
      },
    }),
  );

  const expand = startLoop(() => expandNext(db), TICK, onError);
  const tick = startLoop(
    async () => {
      await startDue(db);
      const unknown = await reapDeadWorkers(db);
      if (unknown > 0) log.warn({ messages: unknown }, 'a worker died; what it had in hand is unknown');
      await exclusively(() => sweepReceipts(db));
      return false;
    },
    TICK,
    onError,
  );
  const live = async (): Promise<void> => {
    const session = await database.connect();
    const worker = await newWorker(db);
    await session.query('SELECT pg_advisory_lock($1, $2)', [WORKER_LOCKS, worker]);
    await session.query('LISTEN dispatch');
    session.on('notification', () => {
      expand.wake();
      wakeDispatchers();
    });
    dispatchers = links.map((link) =>
      startDispatcher({
        db,
        worker,
        link,
        batch: Math.max(1, Math.floor(settings.DISPATCH_BATCH / links.length)),
        validityHours: settings.VALIDITY_HOURS,
        quietHours: settings.QUIET_HOURS,
        exclusively,
        onError,
      }),
    );
    const mine = dispatchers;
    session.once('end', () => {
      if (stopped) return;
      log.warn('the worker lost its database session');
      void Promise.all(mine.map((dispatcher) => dispatcher.stop())).then(again, onError);
    });
    endSession = () => session.end();
  };
  let endSession: () => Promise<void> = async () => {};
  const again = async (): Promise<void> => {
    while (!stopped) {
      try {
        return await live();
      } catch (error) {
        onError(error);
        await new Promise((resolve) => setTimeout(resolve, RECONNECT));
      }
    }
  };
  await live();

  return {
    async stop() {
      stopped = true;
      await Promise.all([expand.stop(), tick.stop(), ...dispatchers.map((dispatcher) => dispatcher.stop())]);
      await Promise.all(links.map((link) => link.close()));
      await receipts.drain();
      await endSession();
    },
  };
}

const isFinal = (receipt: Receipt): boolean => receipt.status !== 'pending';

const toRow = (
  link: string,
  { operatorId, source, status, error, receivedAt }: Receipt,
): ReceivedReceipt => ({
  link,
  operator_id: operatorId,
  phone: source,
  // An operator that lost sight of a message has not delivered it.
  status: status === 'unknown' || status === 'pending' ? 'undelivered' : status,
  error,
  received_at: receivedAt.toISOString(),
});

function createMutex(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work, work);
    last = next.catch(() => {});
    return next;
  };
}
