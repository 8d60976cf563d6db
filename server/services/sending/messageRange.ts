const DAY = 24 * 60 * 60 * 1000;
const NIL = '00000000-0000-0000-0000-000000000000';

/** When a UUIDv7 was made, in milliseconds; 0 of any other uuid. */
const timeOf = (uuid: string): number =>
  uuid[14] === '7' ? Number.parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16) : 0;

/**
 * A uuid below those of all messages of some campaigns, of which there is one at least: a message is made after its
 * campaign, and both uuids begin with the database's time, for whose clock a day is left. Said in a query, it spares
 * the tables of older months.
 */
export function messagesFrom(campaigns: readonly string[]): string {
  return below(Math.max(0, Math.min(...campaigns.map(timeOf)) - DAY));
}

/** A uuid below those of all messages that were made in the last `days`. */
export const messagesSince = (days: number): string => below(Date.now() - days * DAY);

/** Below every UUIDv7 of this millisecond and after. */
function below(at: number): string {
  const time = at.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}${NIL.slice(13)}`;
}
