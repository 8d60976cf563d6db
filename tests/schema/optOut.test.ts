import { describe, expect, test } from 'vitest';
import { readOptOut } from '#schema/optOut.ts';

describe('an answer of one word', () => {
  test.each([
    ['STOP', 'stop'],
    [' stop.\r\n', 'stop'],
    ['“Stop!”', 'stop'],
    ['ＳＴＯＰ', 'stop'],
    ['Unsubscribe', 'stop'],
    ['stopall', 'stop'],
    ['CANCEL', 'stop'],
    ['END', 'stop'],
    ['Quit.', 'stop'],
    ['optout', 'stop'],
    ['REVOKE!', 'stop'],
    ['रोक', 'stop'],
    ['रोक्नुहोस्', 'stop'],
    ['रोक्नुहोस्।', 'stop'],
    // With the joiner that some keyboards put behind a halant.
    ['रोक्\u200dनुहोस्', 'stop'],
    ['रोक्नुस्', 'stop'],
    ['start', 'start'],
    ['सुरु', 'start'],
    ['UNSTOP', 'start'],
  ])('%j asks to %s', (text, asked) => expect(readOptOut(text)).toBe(asked));

  test.each([
    '',
    '   ',
    'Please stop sending me these',
    'STOPPED',
    'stop it',
    'the end',
    'quit it',
    'weekend',
    'nonstop',
    'रोकिएको छ',
    '1',
    'id:1 stat:DELIVRD',
  ])('%j asks for nothing', (text) => expect(readOptOut(text)).toBeUndefined());
});
