import sambat from 'bikram-sambat';
import { dateConfigMap } from 'nepali-date-converter';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { adDate, bsDate, date, dateParts, dateTime, dateTimeParts } from '../../src/format.ts';
import {
  daysInMonth,
  FIRST_ISO_DAY,
  FIRST_YEAR,
  fromBs,
  isIsoDay,
  LAST_ISO_DAY,
  LAST_YEAR,
  monthNames,
  toBs,
} from '../../src/nepaliDate.ts';
import { preferences } from '../../src/preferences.ts';

const DAY_MS = 86_400_000;
const isoDay = (at: number): string => new Date(at).toISOString().slice(0, 10);
const two = (value: number): string => String(value).padStart(2, '0');

describe('Bikram Sambat', () => {
  it('agrees with a second library on every day of its range, both ways', () => {
    const wrong: string[] = [];
    let days = 0;
    const last = Date.parse(LAST_ISO_DAY);
    for (let at = Date.parse(FIRST_ISO_DAY); at <= last; at += DAY_MS) {
      const iso = isoDay(at);
      const bs = toBs(iso);
      days++;
      const text = bs && `${bs.year}-${two(bs.month)}-${two(bs.day)}`;
      const there = sambat.toBik_euro(iso);
      const back = bs && sambat.toGreg_text(bs.year, bs.month, bs.day);
      if (text !== there || back !== iso || (bs && fromBs(bs)) !== iso) wrong.push(`${iso} ${text} ${there}`);
    }
    expect(wrong).toEqual([]);
    expect(days).toBe(30_681);
  });

  it('ends where the two tables begin to differ, so that a later edition of both can extend it', () => {
    const agrees = (year: number) =>
      Object.values(dateConfigMap[year] ?? {}).join() ===
      Array.from({ length: 12 }, (_, month) => sambat.daysInMonth(year, month + 1)).join();
    const years = Object.keys(dateConfigMap).map(Number);
    expect(years[0]).toBe(FIRST_YEAR);
    expect(years.find((year) => !agrees(year))).toBe(LAST_YEAR + 1);
  });

  it.each([
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
  ])('%s is %i-%i-%i', (iso, year, month, day) => {
    expect(toBs(iso)).toEqual({ year, month, day });
    expect(fromBs({ year, month, day })).toBe(iso);
  });

  it('has months of 32 days, and knows days that do not exist', () => {
    expect(daysInMonth(2081, 4)).toBe(32);
    expect(fromBs({ year: 2081, month: 4, day: 32 })).toBe('2024-08-16');
    expect(toBs('2024-08-16')).toEqual({ year: 2081, month: 4, day: 32 });
    expect(daysInMonth(2083, 8)).toBe(29);
    expect(fromBs({ year: 2083, month: 8, day: 30 })).toBeUndefined();
    expect(fromBs({ year: 2083, month: 0, day: 1 })).toBeUndefined();
    expect(fromBs({ year: 2083, month: 13, day: 1 })).toBeUndefined();
    expect(fromBs({ year: 2083, month: 1, day: 1.5 })).toBeUndefined();
    expect(daysInMonth(2083.5, 1)).toBe(0);
  });

  it('answers nothing beyond its range instead of a mirrored or forecast day', () => {
    for (const iso of ['1943-04-13', '1900-01-01', '2027-04-14', '2999-01-01', '2026-02-30', 'soon', ''])
      expect(toBs(iso), iso).toBeUndefined();
    expect(toBs(LAST_ISO_DAY)).toEqual({ year: 2083, month: 12, day: 30 });
    expect(fromBs({ year: 1999, month: 12, day: 30 })).toBeUndefined();
    expect(fromBs({ year: 2084, month: 1, day: 1 })).toBeUndefined();
  });

  it('knows the days of the Gregorian calendar', () => {
    expect(isIsoDay('2024-02-29')).toBe(true);
    expect(isIsoDay('2025-02-29')).toBe(false);
    expect(isIsoDay('2025-2-9')).toBe(false);
  });

  it('names twelve months in both languages', () => {
    expect(monthNames.en).toHaveLength(12);
    expect(monthNames.ne).toHaveLength(12);
    expect(monthNames.en[0]).toBe('Baisakh');
    expect(monthNames.ne[0]).toBe('वैशाख');
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

  it('beyond the calendar that is known are Gregorian, once', () => {
    preferences.set({ calendar: 'both' });
    expect(date('2030-01-01')).toBe('1 Jan 2030');
    preferences.set({ calendar: 'bs' });
    expect(date('2030-01-01')).toBe('1 Jan 2030');
    expect(bsDate('2030-01-01')).toBeNull();
  });

  it('on papers carry either calendar whatever was chosen', () => {
    expect(bsDate('2026-11-22')).toBe('6 Mangsir 2083');
    expect(bsDate('2026-11-21T18:15:00Z')).toBe('6 Mangsir 2083');
    preferences.set({ calendar: 'bs' });
    expect(adDate('2026-11-22')).toBe('22 Nov 2026');
  });

  it('that are none are a dash', () => {
    preferences.set({ calendar: 'both' });
    expect([date('soon'), dateTime('soon'), adDate('soon')]).toEqual(['–', '–', '–']);
    expect(bsDate('soon')).toBeNull();
  });
});
