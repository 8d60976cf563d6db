import { FIRST_DAY, FIRST_PROVISIONAL_YEAR, FIRST_YEAR, monthLengths } from './bikramSambatTable.ts';

/** A day of Bikram Sambat, Nepal's official calendar; `month` from 1 (Baisakh) to 12 (Chaitra). */
export interface BsDay {
  year: number;
  month: number;
  day: number;
}

/** A year that an administrator added: the days of its months, Baisakh to Chaitra. */
export interface AddedYear {
  year: number;
  months: readonly number[];
}

/** Nepal's fiscal year of a day. */
export interface FiscalYear {
  /** `2083/84` */
  name: string;
  /** Whether the calendar of that year is a forecast or unknown. */
  isProvisional: boolean;
}

const DAY_MS = 86_400_000;
const two = (value: number): string => String(value).padStart(2, '0');

/** Days since 1970 of an ISO day; undefined when the day does not exist, such as 2026-02-30. */
function dayNumber(iso: string): number | undefined {
  const at = new Date(`${iso}T00:00:00Z`);
  return /^\d{4}-\d\d-\d\d$/.test(iso) && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(iso)
    ? at.getTime() / DAY_MS
    : undefined;
}
const isoDay = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** Whether `yyyy-mm-dd` is a day of the Gregorian calendar. */
export const isIsoDay = (iso: string): boolean => dayNumber(iso) !== undefined;

/** `2084-01-01` */
export const bsText = ({ year, month, day }: BsDay): string => `${year}-${two(month)}-${two(day)}`;

/** Parses `2084-01-01`; undefined for any other text. Does not check that the day exists. */
export function readBsText(text: string): BsDay | undefined {
  const [, year, month, day] = text.match(/^(\d{4})-(\d\d)-(\d\d)$/) ?? [];
  return day ? { year: Number(year), month: Number(month), day: Number(day) } : undefined;
}

const FIRST_DAY_NUMBER = Date.parse(FIRST_DAY) / DAY_MS;
const SHRAWAN = 4;
/**
 * Used for 1 Shrawan when no calendar has the year: 17 July, as in eight of the nine years from 2082 on (otherwise 16
 * July).
 */
const SHRAWAN_WITHOUT_CALENDAR = '07-17';

const fiscalYearName = (year: number): string => `${year}/${two((year + 1) % 100)}`;

/** A calendar of the built-in table plus the years that administrators added. */
export class BikramSambat {
  readonly firstYear = FIRST_YEAR;
  readonly lastYear: number;
  /** The first and last ISO days that the calendar can convert. */
  readonly firstIsoDay = FIRST_DAY;
  readonly lastIsoDay: string;
  private readonly confirmed: ReadonlySet<number>;
  /** Start of each month in days since 1970: twelve per year, then the first day out of range. */
  private readonly starts: readonly number[];

  /** A year either replaces a forecast of the table or follows the last year. Other years are ignored. */
  constructor(added: readonly AddedYear[] = []) {
    const years = [...monthLengths];
    const confirmed = new Set<number>();
    for (const { year, months } of [...added].sort((a, b) => a.year - b.year)) {
      if (year < FIRST_PROVISIONAL_YEAR || year > FIRST_YEAR + years.length || months.length !== 12) continue;
      years[year - FIRST_YEAR] = months;
      confirmed.add(year);
    }
    const starts = [FIRST_DAY_NUMBER];
    let start = FIRST_DAY_NUMBER;
    for (const days of years.flat()) {
      start += days;
      starts.push(start);
    }
    this.starts = starts;
    this.confirmed = confirmed;
    this.lastYear = FIRST_YEAR + years.length - 1;
    this.lastIsoDay = isoDay(start - 1);
  }

  /** Whether a year is a forecast: not published in the table, and not added by an administrator. */
  isProvisional(year: number): boolean {
    return year >= FIRST_PROVISIONAL_YEAR && !this.confirmed.has(year);
  }

  /** Number of days in a month, 29 to 32; 0 when it is out of range. */
  daysInMonth(year: number, month: number): number {
    if (!Number.isInteger(year) || !Number.isInteger(month) || month < 1 || month > 12) return 0;
    const index = (year - FIRST_YEAR) * 12 + month - 1;
    return (this.starts[index + 1] ?? Number.NaN) - (this.starts[index] ?? Number.NaN) || 0;
  }

  /** The days of each month of a year; empty when the year is out of range. */
  monthsOf(year: number): number[] {
    const months = Array.from({ length: 12 }, (_, index) => this.daysInMonth(year, index + 1));
    return months[0] ? months : [];
  }

  /** Converts an ISO day (`yyyy-mm-dd`) to BS; undefined when it is invalid or out of range. */
  toBs(iso: string): BsDay | undefined {
    const day = dayNumber(iso);
    if (day === undefined || day < FIRST_DAY_NUMBER || day >= (this.starts.at(-1) ?? 0)) return undefined;
    const index = this.starts.findLastIndex((start) => start <= day);
    return {
      year: FIRST_YEAR + Math.floor(index / 12),
      month: (index % 12) + 1,
      day: day - (this.starts[index] ?? 0) + 1,
    };
  }

  /** Converts a BS day to ISO (`yyyy-mm-dd`); undefined when it does not exist or is out of range. */
  fromBs({ year, month, day }: BsDay): string | undefined {
    if (!Number.isInteger(day) || day < 1 || day > this.daysInMonth(year, month)) return undefined;
    return isoDay((this.starts[(year - FIRST_YEAR) * 12 + month - 1] ?? 0) + day - 1);
  }

  /**
   * The fiscal year of an ISO day. It begins on 1 Shrawan (Income Tax Act 2058, section 2). Beyond the calendar it begins
   * on 17 July and is marked provisional. Undefined for invalid days and days before the table.
   */
  fiscalYear(iso: string): FiscalYear | undefined {
    if (!isIsoDay(iso) || iso < this.firstIsoDay) return undefined;
    const bs = this.toBs(iso);
    if (bs) {
      const name = fiscalYearName(bs.month >= SHRAWAN ? bs.year : bs.year - 1);
      return { name, isProvisional: this.isProvisional(bs.year) };
    }
    const hasBegun = iso.slice(5) >= SHRAWAN_WITHOUT_CALENDAR;
    return { name: fiscalYearName(Number(iso.slice(0, 4)) + (hasBegun ? 57 : 56)), isProvisional: true };
  }
}

/** 1 Baisakh always falls between these two days, in the table and in years near it. */
const EARLIEST_NEW_YEAR = '04-13';
const LATEST_NEW_YEAR = '04-15';
const WRONG_MONTHS = 'Enter 29 to 32 days for each of the twelve months.';

/**
 * Errors in years that are to be added, by their place in the list. The server checks separately that past years are
 * unchanged, because only it knows the old values.
 */
export function addedYearProblems(added: readonly AddedYear[]): { index: number; text: string }[] {
  const problems: { index: number; text: string }[] = [];
  const inOrder = added.map((entry, index) => ({ ...entry, index })).sort((a, b) => a.year - b.year);
  const usable: AddedYear[] = [];
  for (const { index, ...entry } of inOrder) {
    const text = problemOf(entry, usable);
    if (text) problems.push({ index, text });
    else usable.push(entry);
  }
  return problems;
}

function problemOf({ year, months }: AddedYear, usable: readonly AddedYear[]): string | undefined {
  const { lastYear } = new BikramSambat(usable);
  if (year < FIRST_PROVISIONAL_YEAR)
    return `The calendar of ${year} is published and cannot be changed. The first year that can be added is ${FIRST_PROVISIONAL_YEAR}.`;
  if (usable.some((other) => other.year === year)) return `The year ${year} is listed twice.`;
  if (year > lastYear + 1)
    return `Add ${lastYear + 1} before ${year}. Years follow each other without a gap.`;
  if (months.length !== 12 || !months.every((days) => Number.isInteger(days) && days >= 29 && days <= 32))
    return WRONG_MONTHS;
  const sum = months.reduce((total, days) => total + days, 0);
  if (sum !== 365 && sum !== 366)
    return `The months of ${year} have ${sum} days in total. A year has 365 or 366.`;
  const next = newYear(new BikramSambat([...usable, { year, months }]), year + 1);
  if (next.slice(5) < EARLIEST_NEW_YEAR || next.slice(5) > LATEST_NEW_YEAR)
    return `After these months ${year + 1} would begin on ${next}. A year begins between 13 and 15 April.`;
  return undefined;
}

/** 1 Baisakh of the year after one in the calendar. */
function newYear(calendar: BikramSambat, year: number): string {
  const last = calendar.fromBs({ year: year - 1, month: 12, day: calendar.daysInMonth(year - 1, 12) }) ?? '';
  return isoDay((dayNumber(last) ?? 0) + 1);
}
