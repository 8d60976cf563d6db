import sambat from 'bikram-sambat';
import { expect, test } from 'vitest';
import { fiscalYearOf } from '../../server/services/fiscalYear.ts';

const SHRAWAN = 4;
const dayBefore = (isoDay: string): string =>
  new Date(Date.parse(isoDay) - 86_400_000).toISOString().slice(0, 10);

test.each([
  ['2021-07-16', '2078/79'],
  ['2022-07-17', '2079/80'],
  ['2023-07-17', '2080/81'],
  ['2024-07-16', '2081/82'],
  ['2025-07-17', '2082/83'],
  ['2026-07-17', '2083/84'],
])('%s is 1 Shrawan: the first day of %s', (first, name) => {
  expect(fiscalYearOf(first)).toBe(name);
  expect(fiscalYearOf(dayBefore(first))).not.toBe(name);
});

/** Its official calendar is published in 2085; until then the tables forecast, and these differ by a day. */
const FORECAST_DIFFERS = 2086;

test('every year of the table begins on the day that a second table gives', () => {
  for (let year = 2000; year <= 2089; year++) {
    if (year === FORECAST_DIFFERS) continue;
    const first = sambat.toGreg_text(year, SHRAWAN, 1);
    const name = `${year}/${String((year + 1) % 100).padStart(2, '0')}`;
    expect(fiscalYearOf(first), first).toBe(name);
    if (year > 2000) expect(fiscalYearOf(dayBefore(first)), first).toMatch(new RegExp(`^${year - 1}/`));
  }
});

test('a century’s turn is written with two digits', () => {
  expect(fiscalYearOf('1943-08-01')).toBe('2000/01');
});

test('the day is Kathmandu’s: the year changes at 18:15 UTC', () => {
  expect(fiscalYearOf('2026-07-16T18:14:59.999Z')).toBe('2082/83');
  expect(fiscalYearOf('2026-07-16T18:15:00.000Z')).toBe('2083/84');
  expect(fiscalYearOf(new Date('2026-07-16T18:15:00Z'))).toBe('2083/84');
});

test.each(['1943-07-15', '2034-01-01', '1900-01-01', 'soon', ''])(
  '"%s" is refused instead of guessed',
  (day) => {
    expect(() => fiscalYearOf(day)).toThrow(RangeError);
  },
);
