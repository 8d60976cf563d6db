import { type RawBuilder, sql } from 'kysely';

/**
 * SQL: an INSERT of messages (`link`, `id`, `phone`) whose operator is asked for their results by these ids of its own. Others
 * of `ids` are left out.
 */
export const polled = (ids: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  INSERT INTO receipt_poll (link, operator_id, phone, next_at)
  SELECT i.link, i.id, i.phone, now() + make_interval(secs => l.poll_seconds)
  FROM ${ids} i JOIN operator_link l ON l.name = i.link AND l.poll_seconds IS NOT NULL
  WHERE i.id IS NOT NULL AND EXISTS (SELECT FROM operator_link WHERE poll_seconds IS NOT NULL)
  ON CONFLICT DO NOTHING`;

/**
 * SQL: parts of a WITH about messages that became unknown (`uuid`, `link`, `phone`, `channel`). Some operators know a message
 * by our id and answer none of their own: then the result can be found all the same.
 */
export const idsOfUnknown = (unknown: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  ours AS (
    SELECT m.uuid, m.link, m.uuid::text AS id, m.phone, m.channel
    FROM ${unknown} m JOIN operator_link l ON l.name = m.link AND l.http->>'http_id_path' = ''
  ), our_ids AS (
    -- One result is about the whole message, however many parts it has.
    INSERT INTO message_part (link, operator_id, message, alone, viber)
    SELECT link, id, uuid, true, channel = 'viber' FROM ours
    ON CONFLICT DO NOTHING
  ), our_polls AS (
    ${polled(sql`ours`)}
  )`;
