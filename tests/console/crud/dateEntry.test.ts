import { describe, expect, it } from 'vitest';
import { entryOfValue, inCalendar, pastedEntry, readEntry } from '../../../src/crud/dateEntry.ts';

describe('an entry', () => {
  const entry = { calendar: 'bs' as const, year: '2083', month: '8', day: '6' };

  it('says what is missing or impossible', () => {
    expect(readEntry({ ...entry, day: '' })).toEqual({ problem: { kind: 'incomplete' } });
    expect(readEntry({ ...entry, year: '2091' })).toEqual({
      problem: { kind: 'noSuchYear', from: 2000, until: 2090 },
    });
    expect(readEntry({ ...entry, day: 'x' })).toEqual({ problem: { kind: 'noSuchDay', days: 29 } });
    expect(readEntry({ calendar: 'ad', year: '2025', month: '2', day: '29' })).toEqual({
      problem: { kind: 'noSuchDay', days: 28 },
    });
    expect(readEntry({ ...entry, year: ' ', month: '', day: '' })).toEqual({ empty: true });
  });

  it('comes back as it was typed from an unfinished value, as a draft keeps it', () => {
    expect(entryOfValue('bs:2083-8-', 'ad')).toEqual({ ...entry, day: '' });
    expect(entryOfValue('nonsense', 'bs')).toEqual({ calendar: 'bs', year: '', month: '', day: '' });
  });

  it('stays Gregorian where its day has no known date in Bikram Sambat', () => {
    expect(entryOfValue('1930-05-01', 'bs').calendar).toBe('ad');
    for (const year of ['2036', '1930']) {
      const ad = { calendar: 'ad' as const, year, month: '5', day: '1' };
      expect(inCalendar(ad, 'bs')).toEqual(ad);
    }
    const meant = { calendar: 'ad' as const, year: '2083', month: '2', day: '32' };
    expect(inCalendar(meant, 'bs')).toEqual({ ...meant, calendar: 'bs' });
  });

  it.each(['2083-13-01', '12/05/2083', 'today'])('is not made of "%s"', (text) => {
    expect(pastedEntry(text, 'bs')).toBeUndefined();
  });
});
