import DateConverter from '@remotemerge/nepali-date-converter';
import sambat from 'bikram-sambat';
import { describe, expect, test } from 'vitest';
import { addedYearProblems, BikramSambat, bsText, isIsoDay, readBsText } from '#schema/bikramSambat.ts';
import { FIRST_PROVISIONAL_YEAR, monthLengths } from '#schema/bikramSambatTable.ts';

const DAY_MS = 86_400_000;
const isoDay = (at: number): string => new Date(at).toISOString().slice(0, 10);
const dayBefore = (iso: string): string => isoDay(Date.parse(iso) - DAY_MS);
const table = new BikramSambat();

/** Every day that the table has. */
function days(): string[] {
  const found: string[] = [];
  for (let at = Date.parse(table.firstIsoDay); at <= Date.parse(table.lastIsoDay); at += DAY_MS)
    found.push(isoDay(at));
  return found;
}
/** What a table says that ours was not taken from. */
const second = (iso: string): string => sambat.toBik_euro(iso);
/** The library that the table was taken from: it shows that nothing was mistyped. */
function source(iso: string): string {
  const { year, month, date } = new DateConverter(iso).toBs();
  return bsText({ year, month, day: date });
}

describe('the table', () => {
  test('has 2000 to 2090 without a gap, and says which years are forecasts', () => {
    expect([table.firstYear, table.lastYear]).toEqual([2000, 2090]);
    expect([table.firstIsoDay, table.lastIsoDay]).toEqual(['1943-04-14', '2034-04-13']);
    expect(days()).toHaveLength(33_238);
    for (const months of monthLengths) {
      expect(months).toHaveLength(12);
      expect([365, 366]).toContain(months.reduce((sum, length) => sum + length, 0));
    }
    expect([2000, 2083, 2084, 2090, 2091].filter((year) => table.isProvisional(year))).toEqual([
      2084, 2090, 2091,
    ]);
  });

  test('goes from every day of 2000 to 2090 to Bikram Sambat and back', () => {
    const wrong = days().filter((iso) => {
      const bs = table.toBs(iso);
      return !bs || table.fromBs(bs) !== iso || readBsText(bsText(bs))?.day !== bs.day;
    });
    expect(wrong).toEqual([]);
  });

  test('is the source’s on every day, and a second table’s on every day that is no forecast', () => {
    const published = days().filter((iso) => iso < '2027-04-14');
    expect(published).toHaveLength(30_681);
    const ours = (iso: string) => bsText(table.toBs(iso)!);
    expect(days().filter((iso) => ours(iso) !== source(iso))).toEqual([]);
    expect(published.filter((iso) => ours(iso) !== second(iso))).toEqual([]);
  });

  test('begins each forecast year on the day that a second table gives, or a day beside it', () => {
    const starts = Array.from({ length: 7 }, (_, index) =>
      table.fromBs({ year: 2084 + index, month: 1, day: 1 }),
    );
    expect(starts).toEqual([
      ...['2027-04-14', '2028-04-14', '2029-04-14', '2030-04-14', '2031-04-14', '2032-04-14', '2033-04-14'],
    ]);
    // An older forecast, which differs within 2084 already.
    const older = starts.map((_, index) => sambat.toGreg_text(2084 + index, 1, 1));
    expect(older).toEqual([
      ...['2027-04-14', '2028-04-13', '2029-04-14', '2030-04-14', '2031-04-15', '2032-04-14', '2033-04-14'],
    ]);
    expect(FIRST_PROVISIONAL_YEAR).toBe(2084);
  });
});

describe('a day', () => {
  test.each([
    // New years, and days that every Nepali knows by their date.
    ['1943-04-14', 2000, 1, 1],
    ['2015-04-25', 2072, 1, 12], // the Gorkha earthquake: 12 Baisakh 2072
    ['2006-04-24', 2063, 1, 11], // Democracy Day: 11 Baisakh
    ['2015-09-20', 2072, 6, 3], // Constitution Day: 3 Ashwin
    ['2023-07-17', 2080, 4, 1],
    ['2024-04-13', 2081, 1, 1],
    ['2025-04-14', 2082, 1, 1],
    ['2026-04-14', 2083, 1, 1],
    ['2026-11-22', 2083, 8, 6],
    ['2027-04-14', 2084, 1, 1],
  ])('%s is %i-%i-%i', (iso, year, month, day) => {
    expect(table.toBs(iso)).toEqual({ year, month, day });
    expect(table.fromBs({ year, month, day })).toBe(iso);
  });

  test('can be the 32nd, and can be missing', () => {
    expect(table.daysInMonth(2081, 4)).toBe(32);
    expect(table.fromBs({ year: 2081, month: 4, day: 32 })).toBe('2024-08-16');
    expect(table.daysInMonth(2083, 8)).toBe(29);
    expect(table.fromBs({ year: 2083, month: 8, day: 30 })).toBeUndefined();
    expect(table.fromBs({ year: 2083, month: 0, day: 1 })).toBeUndefined();
    expect(table.fromBs({ year: 2083, month: 13, day: 1 })).toBeUndefined();
    expect(table.fromBs({ year: 2083, month: 1, day: 1.5 })).toBeUndefined();
    expect(table.daysInMonth(2083.5, 1)).toBe(0);
    expect([isIsoDay('2024-02-29'), isIsoDay('2025-02-29'), isIsoDay('2025-2-9')]).toEqual([
      true,
      false,
      false,
    ]);
    expect([readBsText('2083-8-9'), readBsText('soon')]).toEqual([undefined, undefined]);
  });

  test('beyond the table has no date, instead of a mirrored or guessed one', () => {
    for (const iso of ['1943-04-13', '2034-04-14', '2999-01-01', '2026-02-30', 'soon', ''])
      expect(table.toBs(iso), iso).toBeUndefined();
    expect(table.fromBs({ year: 1999, month: 12, day: 30 })).toBeUndefined();
    expect(table.fromBs({ year: 2091, month: 1, day: 1 })).toBeUndefined();
    expect([table.monthsOf(2091), table.monthsOf(2090)[0]]).toEqual([[], 31]);
  });
});

describe('the fiscal year', () => {
  test.each([
    ['2021-07-16', '2078/79'],
    ['2022-07-17', '2079/80'],
    ['2023-07-17', '2080/81'],
    ['2024-07-16', '2081/82'],
    ['2025-07-17', '2082/83'],
    ['2026-07-17', '2083/84'],
  ])('begins on 1 Shrawan: %s is the first day of %s', (first, name) => {
    expect(table.fiscalYear(first)).toEqual({ name, isProvisional: false });
    expect(table.fiscalYear(dayBefore(first))?.name).not.toBe(name);
  });

  test('begins on 1 Shrawan in every year of the table', () => {
    for (let year = 2000; year <= 2090; year++) {
      const first = table.fromBs({ year, month: 4, day: 1 })!;
      const name = `${year}/${String((year + 1) % 100).padStart(2, '0')}`;
      expect(table.fiscalYear(first)?.name, first).toBe(name);
      if (year > 2000) expect(table.fiscalYear(dayBefore(first))?.name).toMatch(new RegExp(`^${year - 1}/`));
    }
  });

  test.each([
    ['1943-08-01', '2000/01', false],
    ['2042-08-01', '2099/00', true],
    ['2027-04-13', '2083/84', false],
    ['2027-04-14', '2083/84', true],
    ['2033-12-31', '2090/91', true],
    // Beyond the table it begins on 17 July.
    ['2034-07-16', '2090/91', true],
    ['2034-07-17', '2091/92', true],
    ['2035-04-14', '2091/92', true],
    ['2099-12-31', '2156/57', true],
  ])('of %s is %s, provisional: %s', (iso, name, isProvisional) => {
    expect(table.fiscalYear(iso)).toEqual({ name, isProvisional });
  });

  test.each(['1943-04-13', '1900-01-01', '2026-02-30', 'soon', ''])('of "%s" is not known', (day) =>
    expect(table.fiscalYear(day)).toBeUndefined(),
  );
});

describe('a year that was added', () => {
  const months = [31, 31, 32, 31, 31, 31, 30, 29, 30, 29, 30, 31];
  const year2084 = { year: 2084, months };
  const ordinary = [31, 31, 32, 32, 31, 30, 30, 29, 30, 29, 30, 30];

  test('replaces the forecast, and is no forecast any more', () => {
    const calendar = new BikramSambat([year2084]);
    expect(table.toBs('2027-06-15')).toEqual({ year: 2084, month: 2, day: 32 });
    expect(calendar.toBs('2027-06-15')).toEqual({ year: 2084, month: 3, day: 1 });
    expect(calendar.toBs('2028-04-13')).toEqual({ year: 2084, month: 12, day: 31 });
    expect(calendar.monthsOf(2084)).toEqual(months);
    expect([calendar.isProvisional(2084), calendar.isProvisional(2085)]).toEqual([false, true]);
    expect(calendar.fiscalYear('2027-08-01')).toEqual({ name: '2084/85', isProvisional: false });
    expect(calendar.toBs('2034-04-14')).toBeUndefined();
  });

  test('follows the last year, in any order', () => {
    const added = [
      { year: 2092, months: ordinary },
      { year: 2091, months },
    ];
    const calendar = new BikramSambat(added);
    expect(calendar.lastYear).toBe(2092);
    expect(calendar.toBs('2034-04-14')).toEqual({ year: 2091, month: 1, day: 1 });
    expect(calendar.toBs('2035-04-15')).toEqual({ year: 2092, month: 1, day: 1 });
    expect(addedYearProblems(added)).toEqual([]);
  });

  test('is left out where the table has the year as published, or after a gap', () => {
    const calendar = new BikramSambat([
      { year: 2083, months: ordinary },
      { year: 2092, months: ordinary },
    ]);
    expect(calendar.lastYear).toBe(2090);
    expect(calendar.monthsOf(2083)).toEqual(table.monthsOf(2083));
  });

  test.each([
    ['a published year', [{ year: 2083, months: ordinary }], /^The calendar of 2083 is published/],
    ['a year twice', [year2084, year2084], /^The year 2084 is listed twice/],
    ['a gap', [{ year: 2092, months: ordinary }], /^Add 2091 before 2092/],
    ['eleven months', [{ year: 2084, months: months.slice(1) }], /each of the twelve months/],
    ['a month of 28 days', [{ year: 2084, months: [28, ...months.slice(1)] }], /each of the twelve months/],
    ['a month of 33 days', [{ year: 2084, months: [33, ...months.slice(1)] }], /each of the twelve months/],
    ['half a day', [{ year: 2084, months: [30.5, ...months.slice(1)] }], /each of the twelve months/],
    ['364 days', [{ year: 2084, months: [29, ...months.slice(1)] }], /^The months of 2084 have 364 days/],
    ['367 days', [{ year: 2084, months: [32, ...months.slice(1)] }], /^The months of 2084 have 367 days/],
  ])('%s is refused', (_, added, text) => {
    expect(addedYearProblems(added)).toEqual([
      { index: added.length - 1, text: expect.stringMatching(text) },
    ]);
  });

  test('after which the next would begin too late or too early is refused', () => {
    const years = (months: number[], until: number) =>
      Array.from({ length: until - 2083 }, (_, index) => ({ year: 2084 + index, months }));
    expect(addedYearProblems(years(months, 2085))).toEqual([]);
    expect(addedYearProblems(years(months, 2086))).toEqual([
      { index: 2, text: expect.stringMatching(/^After these months 2087 would begin on 2030-04-16/) },
    ]);
    expect(addedYearProblems(years(ordinary, 2087))).toEqual([]);
    expect(addedYearProblems(years(ordinary, 2088))).toEqual([
      { index: 4, text: expect.stringMatching(/^After these months 2089 would begin on 2032-04-12/) },
    ]);
  });

  test('does not make the next ones wrong by its own mistake', () => {
    const added = [
      { year: 2091, months: [] },
      { year: 2084, months },
    ];
    expect(addedYearProblems(added)).toEqual([{ index: 0, text: expect.any(String) }]);
  });
});
