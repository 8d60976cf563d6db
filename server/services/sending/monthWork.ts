import { type Kysely, sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { alone } from '../platform/alone.ts';

/** Lock timeout of statements that lock the whole table, so that they delay nobody: the next run tries again. */
const LOCK_TIMEOUT = '500ms';
const LOCKED = '55P03';
/** Days after which the receipt of a submitted message is no longer expected. */
const RECEIPT_DAYS = 30;

/** A month of messages: its table, and the uuids from which and before which its messages are. */
export interface Month {
  /** Its table, such as `message_2026_11`. */
  name: string;
  low: string;
  high: string;
}

/** SQL: whether campaign `c` is running, ended lately, or has unknown messages. */
export const isOpen = sql`(c.finished_at IS NULL OR c.finished_at > now() - make_interval(days => ${RECEIPT_DAYS})
  OR c.queued > 0 OR c.unknown > 0)`;

/** Runs `work` in one process at a time; returns undefined if another is at it, or if it would have to wait for a lock. */
export async function withMonths<T>(
  db: Kysely<unknown>,
  work: (trx: Db) => Promise<T>,
): Promise<T | undefined> {
  try {
    return await alone(db, 'months', async (trx) => {
      await sql`SELECT set_config('lock_timeout', ${LOCK_TIMEOUT}, true)`.execute(trx);
      return await work(trx);
    });
  } catch (error) {
    if ((error as { code?: string }).code !== LOCKED) throw error;
    return undefined;
  }
}
