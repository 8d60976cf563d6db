import { expect, test } from 'vitest';
import { messageReasons, reasonText, viberCode } from '#schema/messageReasons.ts';
import { texts as nepali } from '../../src/i18n/ne/messageReasons.ts';

test.each([
  ['VIBER_1', 'Viber failed for a moment (VIBER_1)'],
  ['VIBER_2', 'Viber does not know this Viber identity (VIBER_2)'],
  ['VIBER_8', 'The recipient blocked this sender or all business messages on Viber (VIBER_8)'],
  ['VIBER_9', 'The number does not use Viber (VIBER_9)'],
  // No status of Viber, but a reason in a receipt for an SMS.
  ['VIBER_27', 'Operator error code VIBER_27'],
  ['VIBER_', 'Operator error VIBER_'],
])('a status of Viber in words: %s', (error, words) => expect(reasonText(error)).toBe(words));

test.each([3, 5, 6, 7, 10, 11, 13, 18, 20, 21])(
  'status %i of Viber has words in both languages',
  (status) => {
    const english = reasonText(`VIBER_${status}`);
    const said = reasonText(`VIBER_${status}`, (reason) => nepali.message.reason[reason]);
    expect(english).toMatch(/^(Viber|No device) .* \(VIBER_\d+\)$/);
    expect(said).toMatch(/^[\p{Script=Devanagari} ]+ \(VIBER_\d+\)$/u);
  },
);

test('a number is recorded without zeros before it, however long', () => {
  expect(['9', '009', '0', '12345678901234567890123'].map(viberCode)).toEqual([
    ...['VIBER_9', 'VIBER_9', 'VIBER_0', 'VIBER_12345678901234567890123'],
  ]);
});

test('a bare number stays a code of a receipt for an SMS, also in rows of before', () => {
  expect(reasonText('001')).toBe(`${messageReasons.not_in_service} (001)`);
});
