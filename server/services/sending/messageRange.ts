const DAY = 24 * 60 * 60 * 1000;
const NIL = '00000000-0000-0000-0000-000000000000';

/** Creation time of a UUIDv7, in milliseconds; 0 for any other uuid. */
const timeOf = (uuid: string): number =>
  uuid[14] === '7' ? Number.parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16) : 0;

/**
 * A uuid below those of all messages of these campaigns (at least one): a message is created after its campaign, and both
 * uuids begin with the database's time, with a day's tolerance for its clock. In a query, it skips the tables of older
 * months.
 */
export function messagesFrom(campaigns: readonly string[]): string {
  return below(Math.max(0, Math.min(...campaigns.map(timeOf)) - DAY));
}

/** A uuid below those of all messages created in the last `days`. */
export const messagesSince = (days: number): string => below(Date.now() - days * DAY);

/** A uuid above those of all messages created until now, with a day's tolerance for the clock. In a query, it skips the tables of months to come. */
export const messagesUntilNow = (): string => below(Date.now() + DAY);

/** The lower bound of UUIDv7s of this millisecond and later. */
function below(at: number): string {
  const time = at.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}${NIL.slice(13)}`;
}
