import { dateConfigMap } from 'nepali-date-converter';

/** A day of Bikram Sambat, Nepal's official calendar; `month` from 1 (Baisakh) to 12 (Chaitra). */
export interface BsDay {
  year: number;
  month: number;
  day: number;
}

/**
 * Each year's month lengths are announced by Nepal's calendar committee, not computed. Up to 2083 the
 * library's table and an independent second one agree on every day (tests/console/nepaliDate.test.ts);
 * from 2084 on, whose calendar is not out yet, they are forecasts that differ. Such days have no BS date.
 */
export const FIRST_YEAR = 2000;
export const LAST_YEAR = 2083;

export const monthNames = {
  en: [
    ...['Baisakh', 'Jestha', 'Ashadh', 'Shrawan', 'Bhadra', 'Ashwin'],
    ...['Kartik', 'Mangsir', 'Poush', 'Magh', 'Falgun', 'Chaitra'],
  ],
  ne: [...['वैशाख', 'जेठ', 'असार', 'साउन', 'भदौ', 'असोज'], ...['कात्तिक', 'मंसिर', 'पुस', 'माघ', 'फागुन', 'चैत']],
};

const DAY_MS = 86_400_000;
/** 1 Baisakh 2000, as days since 1970. */
const FIRST_DAY = Date.UTC(1943, 3, 14) / DAY_MS;

/** Where each month begins, in days since 1970: twelve of every year, and the first that is out of range. */
const starts: number[] = [FIRST_DAY];
for (let year = FIRST_YEAR; year <= LAST_YEAR; year++)
  for (const days of Object.values(dateConfigMap[year] ?? {})) starts.push((starts.at(-1) ?? 0) + days);

const isoDay = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** The first and last ISO days that have a BS date. */
export const FIRST_ISO_DAY = isoDay(FIRST_DAY);
export const LAST_ISO_DAY = isoDay((starts.at(-1) ?? 0) - 1);

/** Days since 1970 of an ISO day that exists; undefined for 2026-02-30. */
function dayNumber(iso: string): number | undefined {
  const at = new Date(`${iso}T00:00:00Z`);
  return /^\d{4}-\d\d-\d\d$/.test(iso) && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(iso)
    ? at.getTime() / DAY_MS
    : undefined;
}

/** Whether `yyyy-mm-dd` is a day of the Gregorian calendar. */
export const isIsoDay = (iso: string): boolean => dayNumber(iso) !== undefined;

/** How many days a month has, 29 to 32; 0 for one that is not in the range. */
export function daysInMonth(year: number, month: number): number {
  if (!Number.isInteger(year) || !Number.isInteger(month) || month < 1 || month > 12) return 0;
  const index = (year - FIRST_YEAR) * 12 + month - 1;
  return (starts[index + 1] ?? Number.NaN) - (starts[index] ?? Number.NaN) || 0;
}

/** The BS day of an ISO day (`yyyy-mm-dd`); undefined outside the range, or for what is no day. */
export function toBs(iso: string): BsDay | undefined {
  const day = dayNumber(iso);
  if (day === undefined || day < FIRST_DAY || day >= (starts.at(-1) ?? 0)) return undefined;
  const index = starts.findLastIndex((start) => start <= day);
  return {
    year: FIRST_YEAR + Math.floor(index / 12),
    month: (index % 12) + 1,
    day: day - (starts[index] ?? 0) + 1,
  };
}

/** The ISO day (`yyyy-mm-dd`) of a BS day; undefined where that day does not exist or is out of range. */
export function fromBs({ year, month, day }: BsDay): string | undefined {
  if (!Number.isInteger(day) || day < 1 || day > daysInMonth(year, month)) return undefined;
  return isoDay((starts[(year - FIRST_YEAR) * 12 + month - 1] ?? 0) + day - 1);
}
