import { type RawBuilder, sql } from 'kysely';

/**
 * An INSERT, to stand in a statement's WITH, that tells the webhooks of messages that have come to their end:
 * a row for each webhook however many messages, and none where no webhook wants to hear of it. `ended` is a
 * relation of uuid, account and status.
 */
export const told = (ended: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  INSERT INTO webhook_event (webhook, messages)
  SELECT w.uuid, array_agg(m.uuid)
  FROM ${ended} m JOIN webhook w ON w.account = m.account AND w.is_active
    AND 'message.' || m.status = ANY(w.events)
  GROUP BY w.uuid`;

/** What is told of a message `m`. The id is the same however often it is told. */
export const messageEvent: RawBuilder<unknown> = sql`jsonb_build_object(
  'id', m.uuid || '.' || m.status,
  'type', 'message.' || m.status,
  'timestamp', ${iso('m.finished_at')},
  'data', jsonb_build_object('uuid', m.uuid, 'campaign', m.campaign, 'row', m.row, 'phone', m.phone,
    'operator', m.operator, 'parts', m.parts, 'status', m.status, 'error', m.error,
    'test', (SELECT c.test FROM campaign c WHERE c.uuid = m.campaign),
    'submitted_at', ${iso('m.submitted_at')}, 'finished_at', ${iso('m.finished_at')}))`;

function iso(column: string): RawBuilder<unknown> {
  return sql`to_char(${sql.ref(column)} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
