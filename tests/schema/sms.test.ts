import { describe, expect, test } from 'vitest';
import {
  charactersForcingUcs2,
  countSms,
  encodingShares,
  placeholders,
  renderBody,
  replaceForGsm,
  sizeSms,
  ucs2Ends,
} from '#schema/sms.ts';

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
    [`€${'a'.repeat(171)}`, 'GSM-7', 173, 2, 133],
    // The escape alone is no character of the alphabet.
    ['\x1b', 'UCS-2', 1, 1, 69],
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
    expect(sizeSms(text)).toEqual({ encoding, units, parts });
  });
});

describe('a part of UCS-2 ends', () => {
  const k = (count: number) => 'क'.repeat(count);
  test.each([
    ['nowhere but at the end of a short text', k(70), [70]],
    ['when it is full', k(71), [67, 71]],
    ['when it is full, in Latin letters beside Devanagari', `${'a'.repeat(70)}क`, [67, 71]],
    ['before a letter that its vowel sign would be cut from', `${k(66)}नि${k(10)}`, [66, 78]],
    ['before the half letter of a conjunct', `${k(65)}क्ष${k(10)}`, [65, 78]],
    ['before an emoji of several', `${k(64)}👍🏽${k(10)}`, [64, 78]],
    ['within a character where whole ones would make one part more', `${k(66)}नि${k(66)}`, [67, 134]],
    ['within a character that is longer than a part', `न${'\u0901'.repeat(100)}`, [67, 101]],
    ['after a surrogate that has no other half', `${k(66)}\ud83d${k(10)}`, [67, 77]],
    ['before a second half without a first', `${k(67)}\ude00${k(9)}`, [67, 77]],
    ['full where a pair of surrogates is elsewhere', `${k(70)}😀`, [67, 72]],
    ['never within a pair, even where that makes one part more', '😀'.repeat(67), [66, 132, 134]],
    ['never within a pair of surrogates', '😀'.repeat(70), [66, 132, 140]],
    ['whole again after a part that could not', `न${'\u0901'.repeat(66)}${k(66)}नि${k(10)}`, [67, 133, 145]],
  ])('%s', (_, text, ends) => expect(ucs2Ends(text)).toEqual(ends));
});

test('the encodings that occur are named with their numbers', () => {
  expect(encodingShares({ 'GSM-7': 2, 'UCS-2': 1 })).toEqual([
    ['GSM-7', 2],
    ['UCS-2', 1],
  ]);
  expect(encodingShares({ 'GSM-7': 0, 'UCS-2': 3 })).toEqual([['UCS-2', 3]]);
  expect(encodingShares({ 'GSM-7': 0, 'UCS-2': 0 })).toEqual([]);
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
  expect(replaceForGsm('‘’‚“”„–—‑…•\u00a0\u2009\u202f\t`₹\u200b\ufeff')).toBe("'''\"\"\"---...*    'Rs.");
});

describe('placeholders', () => {
  test('are found once each, in both scripts, with or without spaces', () => {
    expect(placeholders('{{name}} {{ रकम }} {{name}} {single} {{}}')).toEqual(['name', 'रकम']);
  });

  test('are found at once, however many spaces are in them', () => {
    const open = `{{${' '.repeat(1_000_000)}x`;
    expect(placeholders(open)).toEqual([]);
    expect(renderBody(open, { x: 'y' })).toEqual({ text: open, missing: [] });
    expect(placeholders(`${open} y\n}}`)).toEqual(['x y']);
    expect(placeholders('{{  }} {{ \t}}')).toEqual([' ', '\t']);
  });

  test('are filled; a blank or absent value is missing; a value is never read as a placeholder', () => {
    expect(renderBody('{{a}} {{b}}', { a: '{{b}}', b: 'x' })).toEqual({ text: '{{b}} x', missing: [] });
    expect(renderBody('[{{ a }}] [{{b}}]', { a: ' x ' })).toEqual({ text: '[x] []', missing: ['b'] });
    expect(renderBody('{{a}} {{b}}', { a: ' ', b: undefined }).missing).toEqual(['a', 'b']);
    for (const name of ['constructor', 'toString', '__proto__', 'hasOwnProperty'])
      expect(renderBody(`{{${name}}}`, {}).missing).toEqual([name]);
    expect(renderBody('{{__proto__}}', Object.fromEntries([['__proto__', 'x']])).text).toBe('x');
  });
});
