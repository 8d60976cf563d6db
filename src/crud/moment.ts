import { isIsoDay } from '#schema/bikramSambat.ts';
import { latinDigits } from '#schema/phone.ts';
import { now } from '../core/clock.ts';
import { fromLocalInput, toLocalInput } from '../core/format.ts';
import { entryOfValue, readEntry } from './dateEntry.ts';

/** The two inputs of a time in Kathmandu, as typed: an ISO day (or the date input's own text), and a time of day. */
export interface DayAndTime {
  day: string;
  time: string;
}

/** The two inputs in one text, which forms and drafts keep: `2026-01-01T12:00`, or as much of it; '' if both are empty. */
export const joined = ({ day, time }: DayAndTime): string => (day || time ? `${day}T${time}` : '');

/** The inputs of such a text. */
export function split(at: string): DayAndTime {
  const [day = '', time = ''] = at.split('T');
  return { day, time };
}

/** A time of day as typed (14:30, 1430, 9.05, १४:३०) as `hh:mm`; undefined if it is not one. 24 hours, no am or pm. */
export function readTime(text: string): string | undefined {
  const [, hours, minutes] = latinDigits(text.trim()).match(/^(\d{1,2})[:.]?(\d\d)$/) ?? [];
  if (!hours || !minutes || Number(hours) > 23 || Number(minutes) > 59) return undefined;
  return `${hours.padStart(2, '0')}:${minutes}`;
}

/** The moment of such a text as ISO in UTC; null if it is not a day and a time of day. */
export function momentOf(at: string): string | null {
  const { day, time } = split(at);
  const read = readTime(time);
  return isIsoDay(day) && read ? fromLocalInput(`${day}T${read}`) : null;
}

/**
 * Why such a text is not a time to come: there is not enough of it, or it has passed. The date input refuses a day before
 * today, so such a day is not an ISO day in the text.
 */
export function momentProblem(at: string, present = now()): 'missing' | 'past' | undefined {
  const { day, time } = split(at);
  const [entry, read] = [readEntry(entryOfValue(day, 'ad')), readTime(time)];
  if (!('iso' in entry)) return 'missing';
  // A day is over with its last minute, whatever the time.
  if (Date.parse(fromLocalInput(`${entry.iso}T${read ?? '23:59'}`) ?? '') <= present) return 'past';
  return read ? undefined : 'missing';
}

/** The text for a form's value: a moment as ISO in UTC, the text itself while it is not a moment yet, or nothing. */
export const textOf = (value: string | null | undefined): string =>
  !value ? '' : value.endsWith('Z') ? toLocalInput(value) : value;
