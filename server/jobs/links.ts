import { isDeepStrictEqual } from 'node:util';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { countFromZero, meterLinks } from '../services/platform/meters.ts';
import type { DeliverySettings } from '../services/sending/deliverySettings.ts';
import type { Memory } from '../services/sending/failover/memory.ts';
import { type Journal, noJournal } from '../services/sending/journal/journal.ts';
import type { LinkEvents, SubmitOutcome } from '../services/sending/link/link.ts';
import { lockShares, NO_SHARE, notifyWorkers } from '../services/sending/linkShares.ts';
import {
  forgetDeadWorkers,
  forgetLinks,
  type LinkRow,
  type Operator,
  readLinks,
  reportLinks,
} from '../services/sending/linkStates.ts';
import { startDispatcher } from './dispatcher.ts';
import { createInFlightLimit } from './inFlightLimit.ts';
import { type Loop, startLoop } from './loop.ts';
import { createMeter } from './meter.ts';
import { type HttpPlace, openLink } from './openLink.ts';
import { createReadableLinks } from './readableLink.ts';
import { startReceiptPolls } from './receiptPolls.ts';
import { affectsOtherWorkers, limit, type Running, remainderOf, reportOf, takeShare } from './runningLink.ts';

export interface LinksOptions {
  db: Kysely<unknown>;
  /** The links from this process's environment. */
  operators: readonly Operator[];
  /** Maximum messages in flight over all links. */
  batch: number;
  memory: Memory;
  /** For links to operators with an HTTP API. */
  httpPlace: HttpPlace;
  /** The database's time. */
  now(): Date;
  /** What the provider's settings say now. */
  delivery(): Pick<DeliverySettings, 'validity_hours' | 'quiet_hours'>;
  /** The identity of the database in which the worker may claim. */
  identity(): string;
  exclusively: <T>(work: () => Promise<T>) => Promise<T>;
  onReceipt(
    link: string,
    ...receipt: Parameters<LinkEvents['onReceipt']>
  ): ReturnType<LinkEvents['onReceipt']>;
  onMessage(link: string, ...message: Parameters<NonNullable<LinkEvents['onMessage']>>): Promise<void>;
  /** The database considers the worker dead: its session is gone, whether or not this side has noticed. */
  onLost(): void;
  onError(error: unknown): void;
  log: Logger;
}

/** The operator links of a worker, kept in step with the table of links. */
export interface Links {
  /** Sends over the links, under this worker's number. */
  start(worker: number, journal: Journal): void;
  /** Stops claiming, and resolves when everything in flight is recorded. The links stay bound, for receipts. */
  pause(): Promise<void>;
  /** Reads the table of links now. */
  look(): void;
  /** Looks for messages to send now. */
  wake(): void;
  /** A campaign was paused or ended: its messages in flight that are not written yet are not sent. */
  recall(campaign: string): void;
  /** Gives back what is not started, waits some seconds for answers, records what is in flight, and closes the links. */
  stop(): Promise<void>;
}

/** How often the table is read and states are written, in milliseconds; events trigger both immediately. */
const BEAT = 2000;
const CLOSED = 'the link was changed';
const STOPS = 'the worker stops';
const LOST = 'the worker lost its database session';

/**
 * Runs the links in the table: new ones are started, changed ones reconnect and removed ones close, each after its messages
 * in flight are answered and recorded. A paused link stays bound.
 */
export function createLinks(options: LinksOptions): Links {
  const { db, operators, log, onError } = options;
  const inFlight = createInFlightLimit(options.batch);
  const running = new Map<string, Running>();
  const readable = createReadableLinks(log);
  let worker: number | null = null;
  let journal = noJournal;
  let beat: Loop | undefined;
  let polls: Loop | undefined;

  const all = () => [...running.values()];

  const open = (row: LinkRow): void => {
    const { name, peer } = row;
    const report: Running['report'] = {
      state: 'connecting',
      since: options.now().toISOString(),
      reason: null,
      last_error: null,
      last_error_at: null,
    };
    const link = openLink(peer, options.httpPlace, {
      name,
      log,
      now: options.now,
      onWrite: () => journal.flush(),
      onReceipt: (receipt) => options.onReceipt(name, receipt),
      onMessage: (message) => options.onMessage(name, message),
      onState(state, why) {
        log.info({ link: name, state, why }, 'operator link');
        if (state === 'closed') return;
        // A retry after a failed attempt: the link is still down, for the same reason.
        const isRetry = state === 'connecting' && report.state === 'down';
        if (!isRetry && state !== report.state) {
          Object.assign(report, { state, since: options.now().toISOString(), reason: why ?? null });
        } else if (state === 'down') report.reason = why ?? null;
        const one = running.get(row.uuid);
        // A worker that cannot use a link leaves its share to others; once bound again, it takes its share back. With a
        // transmitter that is still bound it first finishes what it has started.
        if (one && state !== 'bound') limit(one, remainderOf(one));
        beat?.wake();
        one?.dispatcher?.wake();
      },
    });
    const one: Running = {
      ...{ row, link, report, isClosing: false, meter: createMeter(), share: NO_SHARE },
      announced: { state: report.state, window_share: 0, rate_share: 0 },
    };
    running.set(row.uuid, one);
    countFromZero(name);
    limit(one, NO_SHARE);
    feed(one);
  };

  const feed = (one: Running): void => {
    if (worker === null || one.isClosing) return;
    const { link, meter, report } = one;
    one.inFlight = inFlight.open();
    one.dispatcher = startDispatcher({
      ...options,
      worker,
      journal,
      link,
      inFlight: one.inFlight,
      share: () => one.share,
      onTurn() {
        for (const other of all()) if (other !== one) other.dispatcher?.wake();
      },
      onAnswer(answer: SubmitOutcome) {
        if (answer.kind === 'submitted') return meter.add(answer.ids.length);
        report.last_error = answer.error;
        report.last_error_at = options.now().toISOString();
      },
    });
  };

  const unfeed = async (one: Running, reason?: string): Promise<void> => {
    const { dispatcher, inFlight } = one;
    await dispatcher?.stop(reason);
    inFlight?.close();
    if (one.dispatcher === dispatcher) one.dispatcher = undefined;
  };

  const retire = async (one: Running): Promise<void> => {
    one.isClosing = true;
    try {
      await unfeed(one, CLOSED);
      await one.link.close();
      if (worker !== null) await forgetLinks(db, worker, one.row.uuid);
    } catch (error) {
      onError(error);
    }
    running.delete(one.row.uuid);
    beat?.wake();
  };

  const follow = (read: readonly LinkRow[]): void => {
    const rows = read.map((row) => readable(row, running.get(row.uuid)?.row.peer));
    const wanted = new Map(rows.map((row) => [row.uuid, row]));
    for (const one of running.values()) {
      const row = wanted.get(one.row.uuid);
      if (one.isClosing) continue;
      if (!row || !isDeepStrictEqual(row.peer, one.row.peer)) void retire(one);
      else if (row.isActive !== one.row.isActive) {
        one.row = row;
        if (row.isActive) one.dispatcher?.wake();
        else one.link.recall('the link is paused');
      }
    }
    for (const row of rows) {
      if (running.has(row.uuid)) continue;
      try {
        open(row);
      } catch (error) {
        // A link with an unreadable address must not stop the others.
        onError(error);
      }
    }
  };

  /**
   * Writes the state of the links and reads the worker's share of each. A smaller share applies before the others can see
   * it, a larger one only after all have: whatever fails in between, together they never exceed the link's limit.
   */
  const say = async (): Promise<void> => {
    const open = all().filter(({ isClosing }) => !isClosing);
    const number = worker;
    if (number === null || open.length === 0) return;
    const shares = await db.transaction().execute(async (trx) => {
      const shared = await lockShares(
        trx,
        number,
        open.map(({ row }) => row.uuid),
      );
      if (!shared || worker !== number) return null;
      const taken = open.map((one) => {
        const share = takeShare(one, shared.get(one.row.uuid));
        return { one, share, report: reportOf(one, share) };
      });
      await reportLinks(
        trx,
        number,
        taken.map(({ report }) => report),
      );
      if (taken.some(({ one, report }) => affectsOtherWorkers(one.announced, report)))
        await notifyWorkers(trx);
      return taken;
    });
    if (worker !== number) return;
    if (!shares) return options.onLost();
    for (const { one, share, report } of shares) {
      one.announced = report;
      if (one.link.state !== 'bound' || one.isClosing) continue;
      limit(one, share);
      one.dispatcher?.wake();
    }
  };

  const step = async (): Promise<boolean> => {
    follow(await readLinks(db, operators));
    await say();
    return false;
  };
  const unmeter = meterLinks(() =>
    all()
      .filter(({ isClosing }) => !isClosing)
      .map(({ row, link, share }) => ({
        link: row.name,
        isBound: link.state === 'bound',
        inFlight: link.inFlight,
        window: share.window,
      })),
  );

  return {
    start(number, kept) {
      worker = number;
      journal = kept;
      forgetDeadWorkers(db).catch(onError);
      for (const one of all()) feed(one);
      beat ??= startLoop(step, BEAT, onError);
      polls ??= startReceiptPolls({ ...options, links: () => all().map(({ link }) => link) });
      beat.wake();
    },
    async pause() {
      worker = null;
      // Messages that are not started are left to the next worker; this worker lost its shares together with the session.
      await Promise.all(
        all().map(async (one) => {
          await unfeed(one, LOST);
          limit(one, NO_SHARE);
        }),
      );
    },
    look: () => beat?.wake(),
    recall(campaign) {
      for (const { dispatcher } of running.values()) dispatcher?.recall(campaign);
    },
    wake() {
      for (const { dispatcher } of running.values()) dispatcher?.wake();
    },
    async stop() {
      unmeter();
      // The answers that are awaited then end at the latest with their links.
      const polled = polls?.stop();
      await beat?.stop();
      const number = worker;
      worker = null;
      // At the same time: what the link has not started goes back, and what is not answered when it closes is unknown.
      await Promise.all([polled, ...all().flatMap((one) => [one.link.close(), unfeed(one, STOPS)])]);
      if (number !== null) await forgetLinks(db, number).catch(onError);
    },
  };
}
