import { type RawBuilder, sql } from 'kysely';

/**
 * UUIDs of messages that a statement makes, each greater than the one before. They are as uuid_v7() makes them, except that
 * those from one row of `uuidsFrom` share their random end, because making a new one takes most of the time: their times
 * differ, and those of other statements have another end.
 */

/** SQL of the columns `began` and `tail` of a row, for `uuidAfter`. */
export const uuidsFrom = (time: string): RawBuilder<unknown> => sql`
  (date_part('epoch', ${time}::timestamptz) * 1000000)::bigint AS began, substr(gen_random_uuid()::text, 19) AS tail`;

/** SQL of the uuid so many microseconds later; `p` is the row. */
export const uuidAfter = (microseconds: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  overlay(lpad(to_hex((p.began + ${microseconds}) * 512 / 125), 15, '0') || p.tail PLACING '7' FROM 13 FOR 0)::uuid`;
