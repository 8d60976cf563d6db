import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bsMonths } from '#schema/dayTexts.ts';
import { calendarYears } from '../../../src/core/calendarYears.ts';
import {
  adDate,
  bsDate,
  date,
  dateParts,
  dateTime,
  dateTimeParts,
  dayAndMonth,
} from '../../../src/core/format.ts';
import { bikramSambat } from '../../../src/core/nepaliDate.ts';
import { preferences } from '../../../src/core/preferences.ts';

describe('Bikram Sambat', () => {
  afterEach(() => calendarYears.set(null));

  it('names twelve months in both languages', () => {
    expect(bsMonths.en).toHaveLength(12);
    expect(bsMonths.ne).toHaveLength(12);
    expect(bsMonths.en[0]).toBe('Baisakh');
    expect(bsMonths.ne[0]).toBe('वैशाख');
  });

  it('has the years that administrators added, from the moment they are known', () => {
    expect([bikramSambat().lastYear, bikramSambat().isProvisional(2084)]).toEqual([2090, true]);
    calendarYears.set([{ year: 2084, months: [31, 31, 32, 31, 31, 31, 30, 29, 30, 29, 30, 31] }]);
    expect(bikramSambat().isProvisional(2084)).toBe(false);
    expect(bsDate('2027-06-15')).toBe('1 Ashadh 2084');
    calendarYears.set([]);
    expect(bsDate('2027-06-15')).toBe('32 Jestha 2084');
  });

  it('ignores calendar years that another API sends in another form', () => {
    for (const answer of [
      undefined,
      null,
      'all',
      [null],
      [{ year: 2084 }],
      [{ year: 2084, months: ['x'] }],
    ]) {
      calendarYears.set(answer as never);
      expect(bikramSambat().isProvisional(2084)).toBe(true);
    }
  });
});

describe('dates of the console', () => {
  beforeEach(() => preferences.set({ language: 'en', digits: 'latin', calendar: undefined }));
  afterEach(() => preferences.set({ language: 'en', digits: 'latin', calendar: undefined }));

  it('are Gregorian in English and in both calendars in Nepali, until somebody chooses', () => {
    expect(preferences.get().calendar).toBe('ad');
    expect(date('2026-11-22')).toBe('22 Nov 2026');
    preferences.set({ language: 'ne' });
    expect(preferences.get().calendar).toBe('both');
    expect(date('2026-11-22')).toBe('2083 मंसिर 6 (22 नोभेम्बर 2026)');
    preferences.set({ calendar: 'ad' });
    expect(date('2026-11-22')).toBe('22 नोभेम्बर 2026');
    preferences.set({ language: 'en' });
    expect(preferences.get().calendar).toBe('ad');
  });

  it('follow the chosen calendar, digits included', () => {
    preferences.set({ calendar: 'bs' });
    expect(date('2026-11-22')).toBe('6 Mangsir 2083');
    preferences.set({ language: 'ne', digits: 'devanagari' });
    expect(date('2026-11-22')).toBe('२०८३ मंसिर ६');
    expect(dateTime('2026-11-22T08:15:00Z')).toBe('२०८३ मंसिर ६, १४:०० NPT');
    preferences.set({ calendar: 'both' });
    expect(dateTime('2026-11-22T08:15:00Z')).toBe('२०८३ मंसिर ६, १४:०० NPT (२२ नोभेम्बर २०२६)');
  });

  it('take the day in Kathmandu, which is tomorrow from 18:15 UTC on', () => {
    preferences.set({ calendar: 'bs' });
    expect(date('2026-11-21T18:14:00Z')).toBe('5 Mangsir 2083');
    expect(date('2026-11-21T18:15:00Z')).toBe('6 Mangsir 2083');
    expect(dateTime('2026-11-21T18:15:00Z')).toBe('6 Mangsir 2083, 00:00 NPT');
  });

  it('come in parts, so that a list can show the other calendar quietly', () => {
    expect(dateParts('2026-11-22')).toEqual({ main: '22 Nov 2026', beside: null });
    preferences.set({ calendar: 'both' });
    expect(dateParts('2026-11-22')).toEqual({ main: '6 Mangsir 2083', beside: '22 Nov 2026' });
    expect(dateTimeParts('2026-11-22T08:15:00Z')).toEqual({
      main: '6 Mangsir 2083, 14:00 NPT',
      beside: '22 Nov 2026',
    });
  });

  it('are known in 2027 and later', () => {
    preferences.set({ calendar: 'both' });
    expect(date('2027-04-14')).toBe('1 Baisakh 2084 (14 Apr 2027)');
    expect(date('2034-04-13')).toBe('30 Chaitra 2090 (13 Apr 2034)');
  });

  it('beyond the calendar are Gregorian, and say that the other is not known', () => {
    for (const calendar of ['both', 'bs'] as const) {
      preferences.set({ language: 'en', calendar });
      expect(dateParts('2034-04-14')).toEqual({ main: '14 Apr 2034', beside: 'BS date not known' });
      expect(date('2034-04-14')).toBe('14 Apr 2034 (BS date not known)');
      expect(dateTime('2035-01-01T08:15:00Z')).toBe('1 Jan 2035, 14:00 NPT (BS date not known)');
      expect(date('1940-01-01')).toBe('1 Jan 1940 (BS date not known)');
      expect(dayAndMonth('2035-01-01')).toBe('1 Jan');
      preferences.set({ language: 'ne', digits: 'latin' });
      expect(date('2034-04-14')).toBe('14 अप्रिल 2034 (वि.सं. मिति थाहा छैन)');
    }
    preferences.set({ language: 'en', calendar: 'ad' });
    expect(date('2034-04-14')).toBe('14 Apr 2034');
    expect(bsDate('2034-04-14')).toBeNull();
  });

  it('on papers carry either calendar whatever was chosen', () => {
    expect(bsDate('2026-11-22')).toBe('6 Mangsir 2083');
    expect(bsDate('2026-11-21T18:15:00Z')).toBe('6 Mangsir 2083');
    preferences.set({ calendar: 'bs' });
    expect(adDate('2026-11-22')).toBe('22 Nov 2026');
  });

  it('show a dash if they are invalid', () => {
    preferences.set({ calendar: 'both' });
    expect([date('soon'), dateTime('soon'), adDate('soon')]).toEqual(['–', '–', '–']);
    expect(bsDate('soon')).toBeNull();
  });
});
