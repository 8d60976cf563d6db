import { expect, test } from 'vitest';
import { readReceipt } from '../../../server/services/sending/http/answers.ts';
import { phoneOf } from '../../../server/services/sending/link/phoneOf.ts';
import { settingsFor } from '../../support/httpOperator.ts';

const [UNKNOWN, INTERNATIONAL, NATIONAL] = [0, 1, 2];

test.each([
  ['9841529999', UNKNOWN],
  ['9841529999', NATIONAL],
  ['9841529999', INTERNATIONAL],
  ['09841529999', UNKNOWN],
  ['09841529999', NATIONAL],
  ['09841529999', INTERNATIONAL],
  ['9779841529999', INTERNATIONAL],
  ['9779841529999', UNKNOWN],
  ['+977 9841529999', UNKNOWN],
  ['009779841529999', INTERNATIONAL],
  ['09779841529999', UNKNOWN],
])('an operator may write a number as %s with TON %i', (addr, ton) => {
  expect(phoneOf(addr, ton)).toBe('+9779841529999');
});

test.each(['9841529999', '09841529999', '9779841529999', '+977 9841529999', '009779841529999'])(
  'an operator may write it as %s in a report over HTTP',
  (to) => {
    const writing = { settings: settingsFor('http://operator.example'), channel: 'sms' as const };
    expect(readReceipt(writing, { id: '1', state: 'DELIVRD', to })?.source).toBe('+9779841529999');
    expect(readReceipt(writing, { id: '1', state: 'DELIVRD', to: 'masked' })?.source).toBe('');
  },
);

test('a short number of another country stays one', () => {
  // Of Iran, with ten digits, but no mobile number of Nepal; and any on a link to another country.
  expect(phoneOf('9821234567', INTERNATIONAL, '98')).toBe('+9821234567');
  expect(phoneOf('9121234567', INTERNATIONAL)).toBe('+9121234567');
  expect(phoneOf('6591234567', INTERNATIONAL)).toBe('+6591234567');
});
