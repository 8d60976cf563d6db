import { type Kysely, sql } from 'kysely';
import type { Db } from '../../db/database.ts';
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
 * Takes messages of these links whose result is due to be asked for. Each is due again later, whoever takes it and whatever
 * comes of it, so that no result is asked for by two workers or lost with one.
 */
export async function takeDuePolls(
  db: Kysely<unknown>,
  links: readonly string[],
  { limit }: { limit: number },
): Promise<DuePoll[]> {
  const { rows } = await sql<DuePoll>`
    WITH due AS (
      SELECT p.link, p.operator_id, l.poll_seconds FROM receipt_poll p JOIN operator_link l ON l.name = p.link
      WHERE p.next_at <= now() AND p.submitted_at > now() - make_interval(hours => ${validityHours}) AND p.link = ANY(${links}) AND l.poll_seconds IS NOT NULL
      ORDER BY p.next_at LIMIT ${limit} FOR UPDATE OF p SKIP LOCKED
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

/** Removes messages whose validity has ended: they are not asked for any more. */
export async function dropOldPolls(db: Db): Promise<void> {
  await sql`
    DELETE FROM receipt_poll WHERE submitted_at < now() - make_interval(hours => ${validityHours})`.execute(
    db,
  );
}
