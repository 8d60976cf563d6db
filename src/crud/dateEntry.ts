import { isIsoDay } from '#schema/bikramSambat.ts';
import { latinDigits } from '#schema/phone.ts';
import { bikramSambat } from '../core/nepaliDate.ts';

export type EntryCalendar = 'ad' | 'bs';

/** The values of the three inputs of a date, as typed; `month` is '1' to '12', or ''. */
export interface DateEntry {
  calendar: EntryCalendar;
  year: string;
  month: string;
  day: string;
}

/** Why an entry is not an allowed day. */
export type EntryProblem =
  | { kind: 'incomplete' }
  | { kind: 'noSuchYear'; from: number; until: number }
  | { kind: 'noSuchDay'; days: number }
  | { kind: 'tooEarly' | 'tooLate'; limit: string };

export type ReadEntry = { iso: string } | { problem: EntryProblem } | { empty: true };

const AD_YEARS = { from: 1900, until: 2100 };

const whole = (text: string): number => {
  const plain = latinDigits(text).trim();
  return /^\d{1,4}$/.test(plain) ? Number(plain) : Number.NaN;
};
const two = (value: number): string => String(value).padStart(2, '0');

function adDay(year: number, month: number, day: number): string | undefined {
  const iso = `${year}-${two(month)}-${two(day)}`;
  return isIsoDay(iso) ? iso : undefined;
}

const adDays = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();

/** Parses an entry to an ISO day. `min` and `max` are inclusive ISO days. */
export function readEntry(entry: DateEntry, { min, max }: { min?: string; max?: string } = {}): ReadEntry {
  const texts = [entry.year, entry.month, entry.day].map((text) => text.trim());
  if (texts.every((text) => text === '')) return { empty: true };
  if (texts.some((text) => text === '')) return { problem: { kind: 'incomplete' } };
  const [year = Number.NaN, month = Number.NaN, day = Number.NaN] = texts.map(whole);
  const isBs = entry.calendar === 'bs';
  const bs = bikramSambat();
  const years = isBs ? { from: bs.firstYear, until: bs.lastYear } : AD_YEARS;
  if (!(year >= years.from && year <= years.until)) return { problem: { kind: 'noSuchYear', ...years } };
  if (!(month >= 1 && month <= 12)) return { problem: { kind: 'incomplete' } };
  const iso = isBs ? bs.fromBs({ year, month, day }) : adDay(year, month, day);
  if (!iso)
    return { problem: { kind: 'noSuchDay', days: isBs ? bs.daysInMonth(year, month) : adDays(year, month) } };
  if (min && iso < min) return { problem: { kind: 'tooEarly', limit: min } };
  if (max && iso > max) return { problem: { kind: 'tooLate', limit: max } };
  return { iso };
}

/** An ISO day as an entry in a calendar; Gregorian if its Bikram Sambat day is unknown. */
function entryOf(iso: string, calendar: EntryCalendar): DateEntry {
  const bs = calendar === 'bs' ? bikramSambat().toBs(iso) : undefined;
  const [year = '', month = '', day = ''] = iso.split('-');
  return bs
    ? { calendar, year: String(bs.year), month: String(bs.month), day: String(bs.day) }
    : { calendar: 'ad', year, month: String(Number(month)), day: String(Number(day)) };
}

/**
 * The form value of an incomplete entry, which a form keeps and its schema refuses: `bs:2083-2-`. It never parses as an ISO
 * day, as the plain numbers of an invalid BS day could.
 */
export const unfinished = ({ calendar, year, month, day }: DateEntry): string =>
  `${calendar}:${year}-${month}-${day}`;

/** Parses a form value: an ISO day, an incomplete entry, or nothing. */
export function entryOfValue(value: string | null | undefined, calendar: EntryCalendar): DateEntry {
  const empty = { calendar, year: '', month: '', day: '' };
  if (!value) return empty;
  if (isIsoDay(value)) return entryOf(value, calendar);
  const [, kept, year = '', month = '', day = ''] = value.match(/^(ad|bs):([^-]*)-([^-]*)-([^-]*)$/) ?? [];
  return kept === 'ad' || kept === 'bs' ? { calendar: kept, year, month, day } : empty;
}

/**
 * Converts an entry to the other calendar. Numbers that are not a day in the first calendar were probably meant for the
 * second, so they are kept. A day that the other calendar does not have leaves the entry as it is: its numbers would be a
 * day 57 years away.
 */
export function inCalendar(
  entry: DateEntry,
  calendar: EntryCalendar,
  limits: { min?: string; max?: string } = {},
): DateEntry {
  if (entry.calendar === calendar) return entry;
  const read = readEntry(entry, limits);
  return 'iso' in read ? entryOf(read.iso, calendar) : { ...entry, calendar };
}

/** Parses a pasted date: 2045-05-12, 2045/5/12, २०४५।५।१२; undefined for anything else. */
export function pastedEntry(text: string, calendar: EntryCalendar): DateEntry | undefined {
  const [, year, month, day] =
    latinDigits(text.trim()).match(/^(\d{4})[-/.।\s]+(\d{1,2})[-/.।\s]+(\d{1,2})$/) ?? [];
  if (!year || !month || !day || Number(month) < 1 || Number(month) > 12) return undefined;
  return { calendar, year, month: String(Number(month)), day: String(Number(day)) };
}
