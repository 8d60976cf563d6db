import { dateConfigMap } from 'nepali-date-converter';

const DAY_MS = 86_400_000;
/** Kathmandu's offset, fixed since 1986. */
const NEPAL_OFFSET_MS = 345 * 60_000;
/** The table's first year, and the day on which it begins: 1 Baisakh 2000. */
const FIRST_YEAR = 2000;
const FIRST_DAY = Date.UTC(1943, 3, 14) / DAY_MS;

interface Start {
  year: number;
  day: number;
}

/** 1 Shrawan of every year of the table, as days since 1970. */
const starts: Start[] = [];
let newYear = FIRST_DAY;
for (let year = FIRST_YEAR; ; year++) {
  const months = dateConfigMap[year];
  if (!months) break;
  starts.push({ year, day: newYear + months.Baisakh + months.Jestha + months.Asar });
  newYear += Object.values(months).reduce((sum, days) => sum + days, 0);
}

function kathmanduDay(at: Date | string): number {
  const isDay = typeof at === 'string' && /^\d{4}-\d\d-\d\d$/.test(at);
  return Math.floor((new Date(at).getTime() + (isDay ? 0 : NEPAL_OFFSET_MS)) / DAY_MS);
}

/**
 * Nepal's fiscal year that holds a time (its day in Kathmandu) or an ISO day (`yyyy-mm-dd`, as it is):
 * `2083/84`. It begins on 1 Shrawan (Income Tax Act 2058, section 2). The days come from
 * nepali-date-converter's table; a second table begins every year on the same day, but for 2086, whose
 * official calendar does not exist yet (tests/server/fiscalYear.test.ts). Throws RangeError for what is no date or lies outside 2000/01 to 2089/90.
 */
export function fiscalYearOf(at: Date | string): string {
  const day = kathmanduDay(at);
  const start = starts.findLast((begun) => begun.day <= day);
  if (!start || start === starts.at(-1)) throw new RangeError('The fiscal year of this day is not known.');
  return `${start.year}/${String((start.year + 1) % 100).padStart(2, '0')}`;
}
