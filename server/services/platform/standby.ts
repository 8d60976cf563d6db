import { setTimeout } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { type Database, type OnStatement, openDatabase } from '../../db/database.ts';
import { builtOnce, prepared } from '../../db/preparedStatements.ts';
import { isUnavailable } from '../../db/unavailable.ts';
import { reasonOf } from './databaseNeeds.ts';
import { singleFlight } from './singleFlight.ts';

/** Milliseconds that a request waits for a standby to replay the log up to its position. */
const WAIT = 50;
/** Milliseconds that a standby may take to say how it is. */
const PATIENCE = 2000;
/**
 * What only a standby refuses: it had to end a query that was in the way of the log (40001, 40P01, 57014), something would
 * write (25006), or reads a table that standbys do not have (0A000).
 */
const REFUSALS = new Set(['40001', '40P01', '57014', '25006', '0A000']);

/** Why a primary that is named among the standbys is not read from: nothing is wrong with it. */
export const LEADS = 'It is the primary.';

/** A new connection leads to another server than the one whose position is known. */
class OtherServer extends Error {
  constructor() {
    super('Its address leads to several servers. Name each of them.');
  }
}

/** What a standby is compared with. A position is a place in the log, in bytes from its start. */
export interface Primary {
  position: number;
  /** The system identifier of its cluster. */
  cluster: string;
  /** The last heartbeat of this process in it, in seconds since 1970; null: none yet. */
  beat: number | null;
}

/** Seconds since a standby's position was the newest one of the primary. */
export type LagOf = (position: number) => number;

const bytes = (lsn: ReturnType<typeof sql>) => sql`pg_wal_lsn_diff(${lsn}, '0/0')`;

/** Everything that is committed and was answered. Without waiting for disk, commits are answered before they are flushed. */
const written = bytes(sql`CASE current_setting('synchronous_commit')
  WHEN 'off' THEN pg_current_wal_insert_lsn() ELSE pg_current_wal_flush_lsn() END`);
const replayed = bytes(sql`pg_last_wal_replay_lsn()`);
const cluster = sql`(SELECT system_identifier::text FROM pg_control_system())`;
const beatOf = (process: string) =>
  sql`(SELECT extract(epoch FROM seen_at)::float8 FROM server_process WHERE uuid = ${process})`;

const askPosition = builtOnce(() => sql<{ position: number }>`${prepared} SELECT ${written} AS position`);
const askPrimary = builtOnce(
  (process: string) => sql<Primary>`${prepared}
    SELECT ${written} AS position, ${cluster} AS cluster, ${beatOf(process)} AS beat`,
);
const askReplayed = builtOnce(
  () => sql<{ position: number | null }>`${prepared} SELECT ${replayed} AS position`,
);
const askStandby = builtOnce(
  () => sql<{ is_standby: boolean; position: number | null; cluster: string }>`${prepared}
    SELECT pg_is_in_recovery() AS is_standby, ${replayed} AS position, ${cluster} AS cluster`,
);
const askBeat = builtOnce(
  (process: string) => sql<{ beat: number | null }>`${prepared} SELECT ${beatOf(process)} AS beat`,
);

/** The position of the primary: whatever was answered until now is before it. */
export async function positionOf(primary: Kysely<unknown>): Promise<number> {
  const { rows } = await askPosition(primary);
  return rows[0]?.position as number;
}

/** What standbys are compared with now. `process`: the uuid of this one. */
export async function primaryNow(primary: Kysely<unknown>, process: string): Promise<Primary> {
  const { rows } = await askPrimary(primary, process);
  return rows[0] as Primary;
}

interface StandbyOptions {
  url: string;
  /** Connections to it. */
  max: number;
  keepPlans: boolean;
  /** Seconds that it may be behind. */
  maxLag: number;
  /** The uuid of this process. */
  process: string;
  onStatement?: OnStatement | undefined;
  /** Called when it can be used again (null), and when it no longer can, with the reason. */
  onChange(reason: string | null): void;
}

/** A streaming standby, and how far it has come. It must be checked about every second. */
export class Standby {
  readonly #database: Database;
  readonly #options: StandbyOptions;
  readonly #refresh: () => Promise<void>;
  readonly #look: () => Promise<void>;
  /** When the server behind its address started; connections to another one have other positions. */
  #server: string | undefined;
  #replayed = Number.NEGATIVE_INFINITY;
  #reason: string | null = 'It has not been asked yet.';
  #lag: number | null = null;
  #compared: { primary: Primary; lagOf: LagOf } | undefined;

  constructor(options: StandbyOptions) {
    this.#options = options;
    this.#database = openDatabase(options.url, options.max, () => {}, {
      preparesStatements: options.keepPlans,
      accept: (ask) => this.#accept(ask),
      onStatement: options.onStatement,
    });
    this.#refresh = singleFlight(async () => {
      const { rows } = await askReplayed(this.db);
      this.#replayed = Math.max(this.#replayed, rows[0]?.position ?? 0);
    }, WAIT);
    this.#look = singleFlight(() => this.#ask(), PATIENCE);
  }

  get db(): Kysely<unknown> {
    return this.#database.db;
  }

  /** Why nothing is read from it, in a sentence; null while it is used. */
  get reason(): string | null {
    return this.#reason;
  }

  /** Seconds behind the primary at the last look; null if unknown. */
  get lag(): number | null {
    return this.#lag;
  }

  /** Whether it has everything up to a position, after waiting for a moment. */
  async reaches(position: number): Promise<boolean> {
    const end = performance.now() + WAIT;
    for (let rest = 1; this.#replayed < position; rest *= 2) {
      try {
        await this.#refresh();
      } catch (error) {
        if (isRefusal(error)) this.refused(error);
        return false;
      }
      if (this.#replayed >= position) return true;
      if (performance.now() + rest > end) return false;
      await setTimeout(rest);
    }
    return true;
  }

  /** It broke off a read. If it is gone, nothing more is read from it until the next look. */
  refused(error: unknown): void {
    if (isUnavailable(error) || error instanceof OtherServer) this.#become(sentenceOf(error));
  }

  /** Asks it how it is, and compares that with the primary. */
  async look(primary: Primary, lagOf: LagOf): Promise<void> {
    this.#compared = { primary, lagOf };
    try {
      await this.#look();
    } catch (error) {
      this.#become(sentenceOf(error));
      this.#server = undefined;
      this.#lag = null;
      // Reads that wait for its answer go to the primary.
      this.#database.cut();
    }
  }

  close(): Promise<void> {
    return this.#database.close();
  }

  async #accept(ask: <T>(statement: string) => Promise<T[]>): Promise<void> {
    const [found] = await ask<{ server: string }>('SELECT pg_postmaster_start_time()::text AS server');
    if (this.#server !== undefined && this.#server !== found?.server) throw new OtherServer();
    this.#server = found?.server;
  }

  async #ask(): Promise<void> {
    const { primary, lagOf } = this.#compared as { primary: Primary; lagOf: LagOf };
    const { rows } = await askStandby(this.db);
    const found = rows[0] as (typeof rows)[0];
    // It may be another server now.
    this.#replayed = found.position ?? Number.NEGATIVE_INFINITY;
    // After the position, so that a heartbeat before it must be there.
    const { rows: beats } = await askBeat(this.db, this.#options.process);
    const isBehind = this.#replayed < primary.position;
    const hasBeat = primary.beat === null || isBehind || (beats[0]?.beat ?? 0) >= primary.beat;
    this.#lag = found.is_standby ? lagOf(this.#replayed) : null;
    const isOther = found.cluster !== primary.cluster;
    // A former primary lacks the heartbeat; it has none of a process that has just started.
    const leads = !isOther && (beats[0]?.beat ?? 0) >= (primary.beat ?? 0);
    if (!found.is_standby) this.#become(leads ? LEADS : 'It is not a standby.');
    else if (isOther) this.#become('It is a standby of another database.');
    else if (!hasBeat)
      this.#become('It lacks this server’s heartbeat: it copies another database or a former primary.');
    else if ((this.#lag ?? 0) > this.#options.maxLag) this.#become('It is too far behind.');
    else this.#become(null);
  }

  #become(reason: string | null): void {
    if (reason === this.#reason) return;
    this.#reason = reason;
    this.#options.onChange(reason);
  }
}

const sentenceOf = (error: unknown): string =>
  error instanceof OtherServer ? error.message : (reasonOf(error) ?? 'It does not answer.');

/** Whether a read failed because of the standby, so that the primary can answer it. */
export function isRefusal(error: unknown): boolean {
  if (isUnavailable(error) || error instanceof OtherServer) return true;
  const { code, message } = (error ?? {}) as { code?: string; message?: string };
  // The primary would take as long.
  return REFUSALS.has(code ?? '') && !message?.includes('statement timeout');
}
