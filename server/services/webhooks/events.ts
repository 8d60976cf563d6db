import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { ofCampaign } from '../platform/ofSameAccount.ts';

/**
 * An INSERT, for a statement's WITH, that queues events of messages with a final state: one row per webhook however many
 * messages, and none if no webhook wants them. `ended` is a relation of uuid, account and status.
 */
export const queueMessageEvents = (ended: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  INSERT INTO webhook_event (webhook, messages)
  SELECT w.uuid, array_agg(m.uuid)
  FROM ${ended} m JOIN webhook w ON w.account = m.account AND w.is_active
    AND 'message.' || m.status = ANY(w.events)
  GROUP BY w.uuid`;

/** An event of message `m`. Its id is the same however often it is sent. */
const eventOf = (name: RawBuilder<unknown>, time: string): RawBuilder<unknown> => sql`jsonb_build_object(
  'id', m.uuid || '.' || ${name},
  'type', 'message.' || ${name},
  'timestamp', ${iso(time)},
  'data', jsonb_build_object('uuid', m.uuid, 'campaign', m.campaign, 'row', m.row, 'phone', m.phone,
    'operator', m.operator, 'parts', m.parts, 'status', m.status, 'error', m.error,
    'test', ${ofCampaign('m', 'test')},
    'submitted_at', ${iso('m.submitted_at')}, 'finished_at', ${iso('m.finished_at')},
    'channel', m.channel, 'viber_status', m.viber_status, 'viber_error', m.viber_error, 'viber_at', ${iso('m.viber_at')},
    'read_at', ${iso('m.read_at')}))`;

/** The event of message `m`, by its final state. */
export const messageEvent = eventOf(sql`m.status`, 'm.finished_at');

/**
 * An INSERT, as above, for messages that were read just now. `read` is a relation of whole messages. It holds the events
 * themselves: of ids, this server and earlier ones would make the events of the final state again.
 */
export const queueReadEvents = (read: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  INSERT INTO webhook_event (webhook, events)
  SELECT w.uuid, jsonb_agg(${eventOf(sql.lit('read'), 'm.read_at')})
  FROM ${read} m JOIN webhook w ON w.account = m.account AND w.is_active AND 'message.read' = ANY(w.events)
  GROUP BY w.uuid`;

function iso(column: string): RawBuilder<unknown> {
  return sql`to_char(${sql.ref(column)} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** Queues one event for an account's webhooks that want its type, in the caller's transaction. `data` is SQL of jsonb. */
export async function tellWebhooks(
  trx: Db,
  account: string,
  { id, type, data }: { id: string; type: string; data: RawBuilder<unknown> },
): Promise<void> {
  await sql`
    INSERT INTO webhook_event (webhook, events)
    SELECT w.uuid, jsonb_build_array(jsonb_build_object('id', ${id}::text, 'type', ${type}::text,
      'timestamp', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'data', ${data}))
    FROM webhook w WHERE w.account = ${account} AND w.is_active AND ${type} = ANY(w.events)`.execute(trx);
}
