import { hostname } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { StandbyState } from '#schema/dashboardSummary.ts';
import { compareMemory, type Move } from '../services/sending/failover/compare.ts';
import { markOf } from '../services/sending/failover/identity.ts';
import { compareJournals } from '../services/sending/failover/journals.ts';
import { forgetfulDatabase, type LastDatabase } from '../services/sending/failover/lastDatabase.ts';
import { writeMark } from '../services/sending/failover/marks.ts';
import type { Memory } from '../services/sending/failover/memory.ts';
import { forgetProcess, missesProcesses, noteProcess } from '../services/sending/failover/processes.ts';
import { ReplacedDatabase } from '../services/sending/failover/replacedDatabase.ts';
import { noticeMove, resumeIfSafe } from '../services/sending/failover/resume.ts';
import { standbyState } from '../services/sending/failover/standby.ts';
import type { Journals } from '../services/sending/journal/journals.ts';
import { type Loop, startLoop } from './loop.ts';

const LOOK = 1000;
/** The same while messages wait for processes to compare: the last one lets them go on. */
const LOOK_AGAIN = 200;
/** Interval of this process's heartbeat and of its marks in milliseconds. */
const BEAT = 5000;
const STANDBY_LOOK = 5000;
/** Milliseconds that a worker without any memory waits for those that have one: as long as a failover waits for processes. */
const PATIENCE = 15_000;

export interface DatabaseWatchOptions {
  db: Kysely<unknown>;
  /** Of this process. */
  uuid: string;
  role: string;
  memory: Memory;
  /** Workers of this host, some of which may be gone. */
  journals: Journals;
  /** Of this host's workers; absent without a worker. */
  lastDatabase?: LastDatabase | undefined;
  /** Records the worker's messages in flight and lets it start anew in this database, `anew` even if it has its identity already; absent without a worker. */
  renewWorker?: ((identity: string, anew?: boolean) => Promise<void>) | undefined;
  patience?: number;
  log: Logger;
}

const keyOf = ({ from, identity }: Move): string => `${from} ${identity}`;

/**
 * Checks that the database is still the one in which sending started, and has all that it had. After a failover, a restore or a
 * restart it compares the process's memory with the database, and lets sending continue once that is safe.
 */
export function watchDatabase({
  db,
  uuid,
  role,
  memory,
  journals,
  lastDatabase = forgetfulDatabase(),
  renewWorker,
  patience = PATIENCE,
  log,
}: DatabaseWatchOptions): Loop {
  const startedAt = performance.now();
  /** Whether the worker may claim: it remembers a database, or those who do have been asked. */
  let isTrusted = !lastDatabase.isBlank;
  let seenAt = Number.NEGATIVE_INFINITY;
  let markedAt = Number.NEGATIVE_INFINITY;
  /** The identity of the database that it saw last, with which it has compared if it had to. */
  let last: string | undefined;
  /** The last move after which it compared: a database may be returned to. */
  let compared: string | undefined;
  const replaced = new ReplacedDatabase();
  /** The last move that it judged, and whether that database has all that the former one had. */
  let witnessed: { move: string; isWitnessed: boolean } | undefined;
  let isAnnounced = false;
  let standby: StandbyState = 'none';
  let standbyAt = Number.NEGATIVE_INFINITY;

  const register = async (): Promise<void> => {
    if (performance.now() - seenAt < BEAT) return;
    replaced.noted(await noteProcess(db, { uuid, role, host: hostname(), pid: process.pid }));
    seenAt = performance.now();
  };

  const lookAtStandby = async (): Promise<void> => {
    if (performance.now() - standbyAt < STANDBY_LOOK) return;
    standbyAt = performance.now();
    const now = await standbyState(db);
    if (now === 'asynchronous' && standby !== now) {
      log.warn(
        'a standby is attached that commits do not wait for: a failover to it may lose what was just done (docs/deploy.md, Failover)',
      );
    }
    standby = now;
    replaced.saw(now);
  };

  /** Before anything is read from the new database: the last readings are of the former one. */
  const judge = async (move: Move): Promise<void> => {
    const commitsWaited = replaced.sawCommitsWait();
    seenAt = Number.NEGATIVE_INFINITY;
    await register();
    witnessed = { move: keyOf(move), isWitnessed: commitsWaited && replaced.hasAllTraces() };
  };

  /** The database that it sees now is the one to send from, or the move to it is dealt with. */
  const remember = async (identity: string): Promise<void> => {
    if (identity !== last || performance.now() - markedAt >= BEAT) {
      // In the file only once it is in the database: a file that is ahead would tell of a return.
      lastDatabase.note(identity, await writeMark(db, lastDatabase.trace));
      markedAt = performance.now();
    }
    last = identity;
    isTrusted = true;
  };

  /** Without a memory of its own it trusts a database that nobody contradicts. */
  const trust = async (identity: string): Promise<void> => {
    const isFirst = last === undefined;
    if (!isTrusted) {
      last = identity;
      const isMissed = await missesProcesses(db, uuid);
      if (isMissed && performance.now() - startedAt < patience) {
        if (isFirst) log.info('nothing is sent for some seconds: others may know of a newer database');
        return;
      }
      if (isMissed)
        log.warn(
          'none of the processes that this database knows has come: if another database has led meanwhile, what was sent from it is sent again (docs/high-availability.md, A former primary that leads again)',
        );
      await renewWorker?.(identity);
    }
    await remember(identity);
  };

  const look = async (): Promise<boolean> => {
    const { identity, move } = await noticeMove(db, last, lastDatabase);
    if (move && witnessed?.move !== keyOf(move)) await judge(move);
    await register();
    await lookAtStandby();
    if (!move) {
      await trust(identity);
      isAnnounced = false;
      return false;
    }
    if (compared !== keyOf(move)) {
      // First, so that none of them is taken for one of a worker that the database has gone back to.
      if (move.isOther) await compareJournals(db, move, journals);
      await renewWorker?.(move.identity, markOf(move.from) !== undefined);
      await compareMemory(db, uuid, move, memory);
      markedAt = Number.NEGATIVE_INFINITY;
      await remember(identity);
      compared = keyOf(move);
    }
    const sending = await resumeIfSafe(db, witnessed?.isWitnessed);
    const isStopped = sending === 'needs a decision';
    if (isStopped && !isAnnounced) {
      log.error(
        'the database was replaced or lost what this server had done: messages wait until an administrator resumes sending (/admin/failover)',
      );
    }
    isAnnounced = isStopped;
    if (sending === 'waits') await setTimeout(LOOK_AGAIN);
    return sending === 'waits';
  };
  /** The last one, so that a backup that was taken before is known by it. */
  const leaveMark = async (): Promise<void> => {
    const { identity, move } = await noticeMove(db, last, lastDatabase);
    if (move || !isTrusted) return;
    markedAt = Number.NEGATIVE_INFINITY;
    await remember(identity);
  };
  const loop = startLoop(look, LOOK, (error) => log.warn({ err: error }, 'the watch of the database failed'));
  return {
    ...loop,
    async stop() {
      await loop.stop();
      await (async () => {
        await leaveMark();
        await forgetProcess(db, uuid);
      })().catch(() => {});
    },
  };
}
