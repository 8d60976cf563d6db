import type { BikramSambat } from '#schema/bikramSambat.ts';
import { nepalDay } from '../../platform/nepalTime.ts';

/** A month of Bikram Sambat that is over. */
export interface EndedMonth {
  /** `2083-08` */
  name: string;
  /** Its last day, as an ISO day. */
  lastDay: string;
}

/**
 * A month is closed this long after its end: transactions that began before midnight count their use to the day on which
 * they began, and must have ended.
 */
const AFTER_END_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** The day this many days after an ISO day. */
export const dayAfter = (iso: string, days: number): string =>
  new Date(Date.parse(`${iso}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** The newest month to be closed at a moment; undefined if the calendar does not have it. */
export function endedMonth(calendar: BikramSambat, at: Date): EndedMonth | undefined {
  const today = calendar.toBs(nepalDay(new Date(at.getTime() - AFTER_END_MS)));
  const first = today && calendar.fromBs({ ...today, day: 1 });
  if (!first) return undefined;
  const lastDay = dayAfter(first, -1);
  const month = calendar.toBs(lastDay);
  return month && { name: `${month.year}-${String(month.month).padStart(2, '0')}`, lastDay };
}
