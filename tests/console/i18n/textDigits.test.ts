import { afterEach, describe, expect, it } from 'vitest';
import { preferences } from '../../../src/core/preferences.ts';
import { textDigits, treeDigits } from '../../../src/core/textDigits.ts';
import { createI18nProvider } from '../../../src/i18n/i18nProvider.ts';

afterEach(() => preferences.set({ language: 'en', digits: 'latin' }));

describe('numbers in Nepali texts', () => {
  it('are Latin until the reader chooses otherwise', () => {
    preferences.set({ language: 'ne', digits: 'latin' });
    expect(textDigits('कोड 10 मिनेटसम्म चल्छ')).toBe('कोड 10 मिनेटसम्म चल्छ');
  });

  it.each([
    ['कोड 10 मिनेटसम्म चल्छ', 'कोड १० मिनेटसम्म चल्छ'],
    ['फाइल 100 MBसम्म', 'फाइल १०० MBसम्म'],
    ['जस्तै 1.356 वा 12,500', 'जस्तै १.३५६ वा १२,५००'],
    ['%{count} मध्ये 50', '%{count} मध्ये ५०'],
    ['0: हरेक अभियान', '०: हरेक अभियान'],
  ])('follow the reader: %s', (latin, devanagari) => {
    preferences.set({ language: 'ne', digits: 'devanagari' });
    expect(textDigits(latin)).toBe(devanagari);
  });

  it.each([
    'CSV UTF-8',
    'GSM-7',
    '%{1}',
    'जस्तै 9841000001 वा +977',
    '203.0.113.7',
    '203.0.113.0/24',
    'जस्तै %20',
    'ल्याटिन (123)',
  ])('stay where they are part of a name, or are copied: %s', (text) => {
    preferences.set({ language: 'ne', digits: 'devanagari' });
    expect(textDigits(text)).toBe(text);
  });

  it('follow in every text of a tree', () => {
    preferences.set({ language: 'ne', digits: 'devanagari' });
    expect(treeDigits({ a: { b: '5 दिन' }, c: 'छ' })).toEqual({ a: { b: '५ दिन' }, c: 'छ' });
  });

  it('follow where the console translates', () => {
    preferences.set({ language: 'ne', digits: 'devanagari' });
    expect(createI18nProvider('ne').translate('sheets.problems.name-too-long')).toContain('१२०');
  });
});
