import { lowestAt } from '../platform/uuidBounds.ts';

const DAY = 24 * 60 * 60 * 1000;

/** Creation time of a UUIDv7, in milliseconds; 0 for any other uuid. */
const timeOf = (uuid: string): number =>
  uuid[14] === '7' ? Number.parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16) : 0;

/**
 * A uuid below those of all messages of these campaigns (at least one): a message is created after its campaign, and both
 * uuids begin with the database's time, with a day's tolerance for its clock. In a query, it skips the tables of older
 * months.
 */
export function messagesFrom(campaigns: readonly string[]): string {
  return lowestAt(Math.min(...campaigns.map(timeOf)) - DAY);
}

/** A uuid below those of all messages created in the last `days`. */
export const messagesSince = (days: number): string => lowestAt(Date.now() - days * DAY);

/** A uuid above those of all messages created until now, with a day's tolerance for the clock. In a query, it skips the tables of months to come. */
export const messagesUntilNow = (): string => lowestAt(Date.now() + DAY);
