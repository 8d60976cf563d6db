import { expect, test } from 'vitest';
import { grouped, rupees } from '../../../server/services/mail/decisionMails.ts';

test.each([
  [0, '0.00'],
  [99_999, '999.99'],
  [1_234_567_890, '1,23,45,678.90'],
  [-1, '-0.01'],
  [-90_000, '-900.00'],
  [-1_234_567_890, '-1,23,45,678.90'],
])('%i paisa are %s', (minor, text) => {
  expect(grouped(minor)).toBe(text);
});

test('a debt has its sign before the currency, as in the console', () => {
  expect([rupees(-90_000), rupees(90_000)]).toEqual(['-Rs. 900.00', 'Rs. 900.00']);
});
