import { isIsoDay } from '#schema/bikramSambat.ts';
import { latinDigits } from '#schema/phone.ts';
import { fromLocalInput } from '../../../core/format.ts';

/** The two inputs of a time in Kathmandu, as typed: an ISO day (or the date input's own text), and a time of day. */
export interface Schedule {
  day: string;
  time: string;
}

/** A draft's `at` as its two inputs: `2026-01-01T12:00`. */
export function scheduleOf(at: string): Schedule {
  const [day = '', time = ''] = at.split('T');
  return { day, time };
}

/** The two inputs as a draft's `at`; '' for two empty ones. */
export const atOf = ({ day, time }: Schedule): string => (day || time ? `${day}T${time}` : '');

/** A time of day as typed (14:30, 1430, 9.05, १४:३०) as `hh:mm`; undefined if it is none. 24 hours, without am and pm. */
export function readTime(text: string): string | undefined {
  const [, hours, minutes] = latinDigits(text.trim()).match(/^(\d{1,2})[:.]?(\d\d)$/) ?? [];
  if (!hours || !minutes || Number(hours) > 23 || Number(minutes) > 59) return undefined;
  return `${hours.padStart(2, '0')}:${minutes}`;
}

/** The moment of a draft's `at` as ISO in UTC; null if it is not a day and a time of day. */
export function momentOf(at: string): string | null {
  const { day, time } = scheduleOf(at);
  const read = readTime(time);
  return isIsoDay(day) && read ? fromLocalInput(`${day}T${read}`) : null;
}
