import { describe, expect, test } from 'vitest';
import { charactersForcingUcs2, countSms, placeholders, renderBody, replaceForGsm } from '#schema/sms.ts';

describe('countSms', () => {
  test.each([
    ['', 'GSM-7', 0, 0, 160],
    ['a'.repeat(160), 'GSM-7', 160, 1, 0],
    ['a'.repeat(161), 'GSM-7', 161, 2, 145],
    ['a'.repeat(306), 'GSM-7', 306, 2, 0],
    ['a'.repeat(307), 'GSM-7', 307, 3, 152],
    ['€'.repeat(80), 'GSM-7', 160, 1, 0],
    // The 77th euro would be cut between its escape and itself: each part holds 76, with one septet lost.
    ['€'.repeat(81), 'GSM-7', 162, 2, 143],
    ['न'.repeat(70), 'UCS-2', 70, 1, 0],
    ['न'.repeat(71), 'UCS-2', 71, 2, 63],
    ['न'.repeat(134), 'UCS-2', 134, 2, 0],
    ['न'.repeat(135), 'UCS-2', 135, 3, 66],
    ['😀'.repeat(35), 'UCS-2', 70, 1, 0],
    // 33 pairs are 66 units; the 67th would cut a pair.
    ['😀'.repeat(36), 'UCS-2', 72, 2, 61],
    ['क्‍ष', 'UCS-2', 4, 1, 66],
  ])('%j', (text, encoding, units, parts, left) => {
    expect(countSms(text)).toEqual({ encoding, units, parts, left });
  });
});

test('names what forces UCS-2, and replaces what has a stand-in', () => {
  expect(charactersForcingUcs2('It’s “fine” – नेपाल € it’s')).toEqual([
    '’',
    '“',
    '”',
    '–',
    'न',
    'े',
    'प',
    'ा',
    'ल',
  ]);
  expect(replaceForGsm('It’s “fine” – really…')).toBe('It\'s "fine" - really...');
  expect(countSms(replaceForGsm('It’s “fine” – really…')).encoding).toBe('GSM-7');
  expect(replaceForGsm('र्‍य नेपाल')).toBe('र्‍य नेपाल');
});

describe('placeholders', () => {
  test('are found once each, in both scripts, with or without spaces', () => {
    expect(placeholders('{{name}} {{ रकम }} {{name}} {single} {{}}')).toEqual(['name', 'रकम']);
  });

  test('are filled; a blank or absent value is missing; a value is never read as a placeholder', () => {
    expect(renderBody('{{a}} {{b}}', { a: '{{b}}', b: 'x' })).toEqual({ text: '{{b}} x', missing: [] });
    expect(renderBody('{{a}} {{b}}', { a: ' ', b: undefined }).missing).toEqual(['a', 'b']);
    for (const name of ['constructor', 'toString', '__proto__', 'hasOwnProperty'])
      expect(renderBody(`{{${name}}}`, {}).missing).toEqual([name]);
    expect(renderBody('{{__proto__}}', Object.fromEntries([['__proto__', 'x']])).text).toBe('x');
  });
});
