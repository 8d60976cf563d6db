import { type RawBuilder, sql } from 'kysely';

type Sql = RawBuilder<unknown>;

/** The SELECT of claimed messages (uuid) whose outcome is not recorded yet. `which` is a condition on `hand h`. */
export const messagesInFlight = (which: Sql): Sql => sql`
  SELECT m.uuid, h.id AS hand FROM hand h JOIN message m
    ON m.campaign = h.campaign AND m.uuid BETWEEN h.first AND h.last AND m.operator = h.operator
  WHERE ${which} AND m.status = 'queued' AND NOT EXISTS (SELECT FROM message_retry r WHERE r.message = m.uuid)
  UNION ALL
  SELECT r.message, h.id FROM hand h JOIN message_retry r ON r.hand = h.id WHERE ${which}`;

const isClaimed = (message: string): Sql => {
  const of = (column: string) => sql.ref(`${message}.${column}`);
  return sql`coalesce(
    (SELECT hand IS NOT NULL FROM message_retry WHERE message = ${of('uuid')}),
    EXISTS (SELECT FROM hand taken WHERE taken.campaign = ${of('campaign')} AND taken.operator = ${of('operator')}
      AND ${of('uuid')} BETWEEN taken.first AND taken.last))`;
};

/** The condition that a message (an alias) waits for a link: also as an SMS while Viber has it, which is shown as submitted. */
export const isWaiting = (message: string): Sql =>
  sql`(${sql.ref(`${message}.status`)} = 'queued' AND NOT ${isClaimed(message)})`;

/**
 * The displayed status of a message (an alias): a queued one that is claimed is shown as being submitted, and one whose SMS
 * waits while Viber has it as submitted.
 */
export const shownStatus = (message: string): Sql => {
  const of = (column: string) => sql.ref(`${message}.${column}`);
  return sql`CASE WHEN ${of('status')} = 'queued' AND ${of('channel')} = 'viber' AND ${of('viber_status')} = 'submitted' THEN 'submitted'
    WHEN ${of('status')} = 'queued' AND ${isClaimed(message)} THEN 'submitting' ELSE ${of('status')} END`;
};
