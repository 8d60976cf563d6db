import { afterEach, describe, expect, test } from 'vitest';
import {
  date,
  dateTime,
  fileSize,
  fromLocalInput,
  initials,
  money,
  number,
  percent,
  price,
  priceInRupees,
  rupees,
  toLocalInput,
} from '../../../src/core/format.ts';
import { preferences } from '../../../src/core/preferences.ts';

afterEach(() => preferences.set({ language: 'en', digits: 'latin' }));

describe('numbers', () => {
  test.each([
    [0, '0'],
    [999, '999'],
    [1000, '1,000'],
    [99999, '99,999'],
    [100000, '1,00,000'],
    [1234567, '12,34,567'],
    [1234567890, '1,23,45,67,890'],
    [-123456, '-1,23,456'],
  ])('%d is grouped as %s', (value, text) => expect(number(value)).toBe(text));

  test('money is the stored value divided by 100, always with two decimals', () => {
    expect(money(123456700)).toBe('12,34,567.00');
    expect(money(5)).toBe('0.05');
    expect(money(-150)).toBe('-1.50');
    expect(money(0)).toBe('0.00');
  });

  test.each([
    [12, '12\u00a0B'],
    [1536, '1.5\u00a0KB'],
    [10 * 1024 * 1024, '10\u00a0MB'],
  ])('a size of %d bytes does not part from its unit', (bytes, text) => expect(fileSize(bytes)).toBe(text));

  test('a price keeps its fraction of a paisa', () => {
    expect(price(135.6)).toBe('1.356');
    expect(price(120)).toBe('1.20');
  });

  test('an amount in a list or a record comes with its currency', () => {
    expect(rupees(123456700)).toBe('Rs.\u00a012,34,567.00');
    expect(rupees(-150)).toBe('-Rs.\u00a01.50');
    expect(priceInRupees(135.6)).toBe('Rs.\u00a01.356');
    expect(rupees(null)).toBe('–');
    expect(rupees(Number.NaN)).toBe('Unreadable amount');
    preferences.set({ language: 'ne', digits: 'devanagari' });
    expect(rupees(150)).toBe('रु.\u00a0१.५०');
  });

  test('percent reaches 100 only when all are there', () => {
    expect(percent(0.999)).toBe('99%');
    expect(percent(1)).toBe('100%');
  });

  test('Devanagari digits are a choice within Nepali, with the same grouping', () => {
    preferences.set({ digits: 'devanagari' });
    expect(money(123456700)).toBe('12,34,567.00');
    preferences.set({ language: 'ne' });
    expect(money(123456700)).toBe('१२,३४,५६७.००');
    preferences.set({ digits: 'latin' });
    expect(money(123456700)).toBe('12,34,567.00');
  });
});

describe('times', () => {
  test('are Kathmandu’s and name the zone', () => {
    expect(dateTime('2026-11-20T18:30:00Z')).toBe('21 Nov 2026, 00:15 NPT');
    expect(date('2026-12-31T18:15:00Z')).toBe('1 Jan 2027');
    expect(date('2026-12-31')).toBe('31 Dec 2026');
  });

  test('in Nepali', () => {
    preferences.set({ language: 'ne', digits: 'devanagari' });
    expect(dateTime('2026-11-20T08:15:00Z')).toBe('२०८३ मंसिर ४, १४:०० NPT (२० नोभेम्बर २०२६)');
  });

  test('go into a form and back without moving', () => {
    expect(toLocalInput('2026-11-20T18:30:00.000Z')).toBe('2026-11-21T00:15');
    expect(fromLocalInput('2026-11-21T00:15')).toBe('2026-11-20T18:30:00.000Z');
    expect(toLocalInput(null)).toBe('');
    expect(fromLocalInput('')).toBeNull();
  });
});

test.each([
  ['Asha Kumari Shrestha', 'AS'],
  ['  asha ', 'A'],
  ['User', 'U'],
  ['आशा श्रेष्ठ', 'आश'],
  ['', ''],
])('the initials of "%s" are the first letters of its first and last words', (name, letters) => {
  expect(initials(name)).toBe(letters);
});
