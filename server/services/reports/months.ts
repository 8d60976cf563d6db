import type { BikramSambat } from '#schema/bikramSambat.ts';

/** A month, `2026-11` or of Bikram Sambat `2083-08`, with its first and last day (ISO). */
export interface Month {
  key: string;
  from: string;
  until: string;
}

const DAY = 86_400_000;
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** The month of a day; the Gregorian one without a calendar, and for days that the calendar does not have. */
export function monthKey(day: string, calendar: BikramSambat | null): string {
  const bs = calendar?.toBs(day);
  return bs ? `${bs.year}-${String(bs.month).padStart(2, '0')}` : day.slice(0, 7);
}

/** The months between two days, cut at both. */
export function monthsBetween(from: string, until: string, calendar: BikramSambat | null): Month[] {
  const months: Month[] = [];
  // As numbers: the text of the day after 9999-12-31 comes before all others.
  for (let at = Date.parse(from); at <= Date.parse(until); at += DAY) {
    const day = dayOf(at);
    const key = monthKey(day, calendar);
    const last = months.at(-1);
    if (last?.key === key) last.until = day;
    else months.push({ key, from: day, until: day });
  }
  return months;
}

/** The month before that of a day, in full. */
export function monthBefore(day: string, calendar: BikramSambat | null): Month {
  // Two months of 32 days, and the day itself.
  const [month] = monthsBetween(dayOf(Date.parse(day) - 65 * DAY), day, calendar).slice(-2);
  return month as Month;
}
