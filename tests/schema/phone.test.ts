import { parsePhoneNumberFromString } from 'libphonenumber-js/mobile';
import { describe, expect, test } from 'vitest';
import { nepalRanges, operatorOf, rangeOf, readPhone } from '#schema/phone.ts';

describe('readPhone', () => {
  test.each([
    ['9841234567'],
    ['+9779841234567'],
    ['009779841234567'],
    ['9779841234567'],
    ['09841234567'],
    ['984-123-4567'],
    ['(984) 123 4567'],
    ['984-1234567'],
    ['0984 1234567'],
    ['+977-984 1234567'],
    ['९८४१२३४५६७'],
    ['+९७७ ९८४१२३४५६७'],
    ['9841234567.0'],
    ['9841234567.00'],
    ['984.123.4567'],
    ['984.123.4567.0'],
    ['9.841234567E+09'],
    ['9,841,234,567'],
    ['9,84,12,34,567.00'],
    ['9,841234567e9'],
    ['9.779841234567E+12'],
    ["'9841234567"],
    ["'+977 984 1234567"],
    ["'' 9841234567"],
    ['0977 9841234567'],
    ['0977-0984-1234567'],
    ['+977 (0) 984/1234567'],
    ['\u200e+977 984‑1234567\u202c'],
    // As it is copied from the contacts of a phone or a Mac.
    ['\u2068+977 984-1234567\u2069'],
    [' 9841234567\t'],
    ['9.841234567E+09 '],
    ['98,41,234,567'],
  ])('%j is a mobile number of Nepal', (raw) => expect(readPhone(raw)).toEqual({ phone: '+9779841234567' }));

  test.each([
    ['', 'empty'],
    ['  ', 'empty'],
    ['abc', 'not-a-number'],
    ['98412abc34', 'not-a-number'],
    ['Rs. 9841000002', 'not-a-number'],
    ['Order #9841000003', 'not-a-number'],
    ['a9841000007b', 'not-a-number'],
    ['9841000001 ext. 5', 'not-a-number'],
    ['9841000001,', 'not-a-number'],
    ['984,1000,001', 'not-a-number'],
    ['9841000001,9841000002', 'not-a-number'],
    ['tel:9841000001', 'not-a-number'],
    ["984'1234567", 'not-a-number'],
    ['98a1234567', 'not-a-number'],
    ['984abcdefg', 'not-a-number'],
    ['+977x9841234567', 'not-a-number'],
    ['9.841234567E+09x', 'not-a-number'],
    ['9E9', 'rounded'],
    ['9.84123E+09', 'rounded'],
    ['9,841E+09', 'rounded'],
    ['9.77984E+12', 'rounded'],
    ['9.84E-09', 'not-a-number'],
    ['1E5', 'not-a-number'],
    ['9841E9', 'not-a-number'],
    ['9.8412345678E9', 'not-a-number'],
    ['9841', 'too-short'],
    ['984123456', 'too-short'],
    ['14412345678901', 'too-long'],
    ['9841000001/9841000002', 'too-long'],
    ['98412345678', 'too-long'],
    ['9841234567.0.', 'too-long'],
    ['01-4412345', 'landline'],
    ['+977-1-4412345', 'landline'],
    ['0977-1-4412345', 'landline'],
    ['+14155550100', 'foreign'],
    ['0091 98765 43210', 'foreign'],
    ['9441234567', 'not-a-number'],
  ])('%j is refused: %s', (raw, problem) => expect(readPhone(raw)).toEqual({ problem }));
});

test('zeros after a dot are digits where the number needs them', () => {
  expect(readPhone('984.012.3456')).toEqual({ phone: '+9779840123456' });
  expect(readPhone('984.1234.000')).toEqual({ phone: '+9779841234000' });
});

test('a number that begins with 977 is not shortened by it', () =>
  expect(readPhone('977-123-4567')).toEqual({ phone: '+9779771234567' }));

test('a trunk 0 before a number that itself begins with 977 is no country code', () =>
  expect(readPhone('0977 1234567')).toEqual({ phone: '+9779771234567' }));

test('what is read is a number that libphonenumber knows, too', () => {
  for (const { prefix } of nepalRanges) {
    const local = `${prefix}1234567`;
    for (const raw of [local, `+977 ${local}`, `0${local}`, `00977-${local}`, `(${prefix}) 123-4567`]) {
      const found = parsePhoneNumberFromString(raw.replace(/^00/, '+'), 'NP');
      expect(readPhone(raw), raw).toEqual({ phone: `+977${local}` });
      expect(found?.number, raw).toBe(`+977${local}`);
    }
  }
});

test.each([
  ['+9779841234567', 'ntc'],
  ['+9779801234567', 'ncell'],
  ['+9779001234567', 'ncell'],
  ['+9779611234567', 'smart'],
  ['+9779631234567', 'hello'],
  ['+9779871234567', 'unknown'],
])('%s belongs to %s', (phone, operator) => expect(operatorOf(phone)).toBe(operator));

test('971 is Ncell’s, and 972, once of UTL, is of no operator that is known here', () => {
  expect(operatorOf('+9779711234567')).toBe('ncell');
  expect(readPhone('9721234567')).toEqual({ phone: '+9779721234567' });
  expect(operatorOf('+9779721234567')).toBe('unknown');
});

test.each([
  ['+9779841234567', false],
  ['+9779801234567', false],
  ['+9779611234567', true],
  ['+9779631234567', true],
])('the network of %s is closed: %s', (phone, closed) => expect(rangeOf(phone)?.closed).toBe(closed));

test('a foreign number is in no range, whatever its digits', () =>
  expect(rangeOf('+1239841234567')).toBeUndefined());
