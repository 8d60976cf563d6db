import { expect, test } from 'vitest';
import { phoneOf } from '../../../../server/services/sending/smpp/message.ts';

const [UNKNOWN, INTERNATIONAL, NATIONAL] = [0, 1, 2];

test.each([
  ['9841529999', UNKNOWN],
  ['9841529999', NATIONAL],
  ['09841529999', UNKNOWN],
  ['09841529999', NATIONAL],
  ['09841529999', INTERNATIONAL],
  ['9779841529999', INTERNATIONAL],
  ['9779841529999', UNKNOWN],
  ['+977 9841529999', UNKNOWN],
  ['009779841529999', INTERNATIONAL],
  ['09779841529999', UNKNOWN],
])('an operator may write a number as %s with TON %i', (addr, ton) => {
  expect(phoneOf(addr, ton, '977')).toBe('+9779841529999');
});

test('a short number of another country stays one', () => {
  expect(phoneOf('6591234567', INTERNATIONAL, '977')).toBe('+6591234567');
});
