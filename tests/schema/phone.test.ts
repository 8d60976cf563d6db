import { describe, expect, test } from 'vitest';
import { operatorOf, readPhone } from '#schema/phone.ts';

describe('readPhone', () => {
  test.each([
    ['9841234567'],
    ['+9779841234567'],
    ['009779841234567'],
    ['9779841234567'],
    ['09841234567'],
    ['984-123-4567'],
    ['(984) 123 4567'],
    ['९८४१२३४५६७'],
    ['+९७७ ९८४१२३४५६७'],
    ['9841234567.0'],
    ['\u200e+977 984‑1234567\u202c'],
    [' 9841234567\t'],
  ])('%j is a mobile number of Nepal', (raw) => expect(readPhone(raw)).toEqual({ phone: '+9779841234567' }));

  test.each([
    ['', 'empty'],
    ['  ', 'empty'],
    ['abc', 'not-a-number'],
    ['98412abc34', 'not-a-number'],
    ['984123456', 'too-short'],
    ['98412345678', 'too-long'],
    ['01-4412345', 'landline'],
    ['+977-1-4412345', 'landline'],
    ['+14155550100', 'foreign'],
    ['0091 98765 43210', 'foreign'],
    ['9441234567', 'not-a-number'],
  ])('%j is refused: %s', (raw, problem) => expect(readPhone(raw)).toEqual({ problem }));
});

test.each([
  ['+9779841234567', 'ntc'],
  ['+9779801234567', 'ncell'],
  ['+9779001234567', 'ncell'],
  ['+9779611234567', 'smart'],
  ['+9779631234567', 'hello'],
  ['+9779871234567', 'unknown'],
])('%s belongs to %s', (phone, operator) => expect(operatorOf(phone)).toBe(operator));
