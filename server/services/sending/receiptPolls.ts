import { type Kysely, sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { deleteAll } from '../platform/deleteAll.ts';
import { bringBack } from '../platform/farTimes.ts';
import { validityHours } from './deliverySettings.ts';

/** A message whose result is due to be asked for. */
export interface DuePoll {
  link: string;
  operatorId: string;
  phone: string;
}

/** Seconds between two questions, at most: each is twice as long as the one before. */
const LONGEST = 3600;

/**
 * Takes messages of these links whose result is due to be asked for, of each link at most `each`. A message is due again later,
 * whoever takes it and whatever comes of it, so that no result is asked for by two workers or lost with one.
 */
export async function takeDuePolls(
  db: Kysely<unknown>,
  links: readonly string[],
  { each }: { each: number },
): Promise<DuePoll[]> {
  const { rows } = await sql<DuePoll>`
    WITH due AS (
      SELECT p.link, p.operator_id, l.poll_seconds FROM operator_link l CROSS JOIN LATERAL (
        SELECT link, operator_id FROM receipt_poll
        WHERE link = l.name AND next_at <= now() AND submitted_at > now() - make_interval(hours => ${validityHours})
        ORDER BY next_at LIMIT ${each} FOR UPDATE SKIP LOCKED) p
      WHERE l.name = ANY(${links}) AND l.poll_seconds IS NOT NULL
    )
    UPDATE receipt_poll p SET tries = p.tries + 1,
      next_at = now() + make_interval(secs => least(${LONGEST}, due.poll_seconds * 2 ^ least(p.tries, 12)))
    FROM due WHERE p.link = due.link AND p.operator_id = due.operator_id
    RETURNING p.link, p.operator_id AS "operatorId", p.phone`.execute(db);
  return rows;
}

/** The result is recorded. */
export async function endPoll(db: Db, { link, operatorId }: DuePoll): Promise<void> {
  await sql`DELETE FROM receipt_poll WHERE link = ${link} AND operator_id = ${operatorId}`.execute(db);
}

/** Removes messages whose validity has ended, and brings back those that wait for longer than they can. */
export async function keepPolls(db: Db): Promise<void> {
  await deleteAll(db, 'receipt_poll', sql`submitted_at < now() - make_interval(hours => ${validityHours})`);
  await bringBack(db, ['receipt_poll', 'next_at'], sql`true`, sql`make_interval(secs => ${LONGEST})`);
}
