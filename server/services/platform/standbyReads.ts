import type { Kysely } from 'kysely';
import type { OnStatement } from '../../db/database.ts';
import { urlOfEach } from '../../db/hosts.ts';
import { standbyReads as count, meterStandbys } from './meters.ts';
import { isRefusal, LEADS, positionOf, primaryNow, Standby } from './standby.ts';

/** Runs what only reads. It may run twice. */
export type Read = <T>(work: (db: Kysely<unknown>) => Promise<T>) => Promise<T>;

/** Positions of the primary that are remembered: one a second. */
const REMEMBERED = 3600;
/** Milliseconds between two lines about reads that a standby broke off. */
const TOLD = 60_000;

export interface StandbyReads {
  /**
   * For one request: a standby answers if it has everything that the primary had when the request first read, otherwise
   * the primary does (docs/adr/0017).
   */
  reader(): Read;
  /** Each standby in the order of the URL: why nothing is read from it, or null; and seconds behind the primary. */
  state(): { reason: string | null; lag: number | null }[];
  /** Looks at the primary and at every standby; call it every second. Throws if the primary does not answer. */
  look(): Promise<void>;
  close(): Promise<void>;
}

export interface StandbyReadsOptions {
  /** With one host or several. */
  url: string;
  /** Connections to each standby. */
  max: number;
  keepPlans: boolean;
  /** Seconds that a standby may be behind. */
  maxLag: number;
  primary: Kysely<unknown>;
  /** The uuid of this process. */
  process: string;
  onStatement?: OnStatement | undefined;
  log: { info(text: string): void; warn(about: object, text: string): void };
}

/** Reads from the standbys of a URL. Nothing is read from them before the first look. */
export function openStandbyReads({ url, primary, log, ...options }: StandbyReadsOptions): StandbyReads {
  const standbys = urlOfEach(url).map((one, at) => {
    const standby = at + 1;
    return new Standby({
      ...options,
      url: one,
      onChange(reason) {
        if (reason === null) log.info(`standby ${standby} is read from`);
        else if (reason === LEADS) log.info(`standby ${standby} is the primary, which is not read from`);
        else log.warn({ standby, reason }, 'nothing is read from a standby; the primary answers');
      },
    });
  });
  /** When the primary first had a position, oldest first. */
  const positions: { position: number; at: number }[] = [];
  let next = 0;
  let loggedAt = Number.NEGATIVE_INFINITY;
  const state = () => standbys.map(({ reason, lag }) => ({ reason, lag }));
  const isUp = (reason: string | null) => {
    // Other standbys are named: it does not matter which node leads. Otherwise nothing is read from any.
    if (reason === LEADS && standbys.length > 1) return null;
    return reason === null;
  };
  const unmeter = meterStandbys(() => state().map(({ reason, lag }) => ({ isUp: isUp(reason), lag })));

  const note = (position: number) => {
    const last = positions.at(-1);
    // After a failover the log may be shorter.
    if (last && position < last.position) positions.length = 0;
    if (last && position === last.position) return;
    positions.push({ position, at: performance.now() });
    if (positions.length > REMEMBERED) positions.shift();
  };
  const lagOf = (replayed: number): number => {
    const missing = positions.find(({ position }) => position > replayed);
    return missing ? (performance.now() - missing.at) / 1000 : 0;
  };
  /** In turns, so that all share the work. */
  const choose = (): Standby | undefined => {
    const usable = standbys.filter(({ reason }) => reason === null);
    next += 1;
    return usable[next % usable.length];
  };
  const warn = (error: unknown) => {
    if (performance.now() - loggedAt < TOLD) return;
    loggedAt = performance.now();
    log.warn({ err: error }, 'a standby broke off a read; the primary answers');
  };

  return {
    state,
    reader() {
      let position: Promise<number> | undefined;
      return async (work) => {
        const standby = choose();
        if (!standby) {
          count.inc({ outcome: 'away' });
          return work(primary);
        }
        position ??= positionOf(primary);
        if (!(await standby.reaches(await position))) {
          count.inc({ outcome: 'behind' });
          return work(primary);
        }
        try {
          const found = await work(standby.db);
          count.inc({ outcome: 'standby' });
          return found;
        } catch (error) {
          if (!isRefusal(error)) throw error;
          count.inc({ outcome: 'refused' });
          standby.refused(error);
          if (standby.reason === null) warn(error);
          return work(primary);
        }
      };
    },
    async look() {
      const now = await primaryNow(primary, options.process);
      note(now.position);
      await Promise.all(standbys.map((standby) => standby.look(now, lagOf)));
    },
    async close() {
      unmeter();
      await Promise.all(standbys.map((standby) => standby.close()));
    },
  };
}
