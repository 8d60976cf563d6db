import { isIsoDay } from '#schema/bikramSambat.ts';
import { latinDigits } from '#schema/phone.ts';
import { bikramSambat } from '../core/nepaliDate.ts';

export type EntryCalendar = 'ad' | 'bs';

/** The values of the three boxes of a date input, as typed; `month` is '1' to '12', or ''. */
export interface DateEntry {
  calendar: EntryCalendar;
  year: string;
  month: string;
  day: string;
}

/** Why an entry is no day that may be chosen. */
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

/** Reads an entry as an ISO day. `min` and `max` are ISO days, both allowed themselves. */
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

/** The entry of an ISO day in a calendar; in Gregorian where its Bikram Sambat day is not known. */
function entryOf(iso: string, calendar: EntryCalendar): DateEntry {
  const bs = calendar === 'bs' ? bikramSambat().toBs(iso) : undefined;
  const [year = '', month = '', day = ''] = iso.split('-');
  return bs
    ? { calendar, year: String(bs.year), month: String(bs.month), day: String(bs.day) }
    : { calendar: 'ad', year, month: String(Number(month)), day: String(Number(day)) };
}

/**
 * The value of an entry that is no day yet, for a form to keep and its schema to refuse: `bs:2083-2-`.
 * It never reads as an ISO day, as the bare numbers of a day that does not exist in BS would.
 */
export const unfinished = ({ calendar, year, month, day }: DateEntry): string =>
  `${calendar}:${year}-${month}-${day}`;

/** The entry that a form's value stands for: an ISO day, an unfinished entry, or nothing. */
export function entryOfValue(value: string | null | undefined, calendar: EntryCalendar): DateEntry {
  const empty = { calendar, year: '', month: '', day: '' };
  if (!value) return empty;
  if (isIsoDay(value)) return entryOf(value, calendar);
  const [, kept, year = '', month = '', day = ''] = value.match(/^(ad|bs):([^-]*)-([^-]*)-([^-]*)$/) ?? [];
  return kept === 'ad' || kept === 'bs' ? { calendar: kept, year, month, day } : empty;
}

/**
 * The same entry in the other calendar: a day is converted. Numbers that are no day in the first were
 * meant for the second, and stay as they are.
 */
export function inCalendar(
  entry: DateEntry,
  calendar: EntryCalendar,
  limits: { min?: string; max?: string } = {},
): DateEntry {
  if (entry.calendar === calendar) return entry;
  const read = readEntry(entry, limits);
  if (!('iso' in read)) return { ...entry, calendar };
  const converted = entryOf(read.iso, calendar);
  return converted.calendar === calendar ? converted : { ...entry, calendar };
}

/** A whole date that was pasted: 2045-05-12, 2045/5/12, २०४५।५।१२; undefined for anything else. */
export function pastedEntry(text: string, calendar: EntryCalendar): DateEntry | undefined {
  const [, year, month, day] =
    latinDigits(text.trim()).match(/^(\d{4})[-/.।\s]+(\d{1,2})[-/.।\s]+(\d{1,2})$/) ?? [];
  if (!year || !month || !day || Number(month) < 1 || Number(month) > 12) return undefined;
  return { calendar, year, month: String(Number(month)), day: String(Number(day)) };
}
