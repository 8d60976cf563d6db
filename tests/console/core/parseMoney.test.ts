import { describe, expect, test } from 'vitest';
import { parseMoney } from '../../../src/core/parseMoney.ts';

describe('an amount of rupees as people type it', () => {
  test.each([
    ['12,34,567.89', 123_456_789],
    ['1,234,567.89', 123_456_789],
    ['1234567.89', 123_456_789],
    ['१२,३४,५६७.८९', 123_456_789],
    ['रु. ५००', 50_000],
    ['रू ५००', 50_000],
    ['Rs.500/-', 50_000],
    ['rs 500 /=', 50_000],
    ['NPR 1 00 000', 10_000_000],
    ['  999.5 ', 99_950],
    ['10', 1_000],
    ['10.', 1_000],
    ['.5', 50],
    ['0010', 1_000],
    ['10.500', 1_050],
    ['0', 0],
    // What floats get wrong: 1.15 * 100 is 114.99999999999999, 4.35 * 100 is 434.99999999999994.
    ['1.15', 115],
    ['4.35', 435],
    ['99999999999.99', 9_999_999_999_999],
  ])('%j is %i paisa', (text, minor) => expect(parseMoney(text)).toBe(minor));

  test.each([
    ...['', ' ', 'abc', '12a', '-5', '+5', '1.2.3', '.', '1e5', '0x10', '५००रु अ'],
    // Fractions of a paisa are never rounded away.
    ...['10.505', '0.001'],
    // A comma where no group ends may be a decimal one: 10,50 is not a thousand and fifty.
    ...['10,50', '1,5', '1,23,4', ',500', '1,,000', '1000,00'],
  ])('%j is none', (text) => expect(parseMoney(text)).toBeUndefined());

  test('an amount that no number holds exactly is too large, rather than rounded', () => {
    expect(parseMoney('99999999999999999999')).toBe(Number.MAX_SAFE_INTEGER);
    expect(parseMoney('9999999999999.99')).toBe(999_999_999_999_999);
  });
});
