import { SegmentedMessage } from 'sms-segments-calculator';
import { describe, expect, test } from 'vitest';
import { countSms, sizeSms } from '#schema/sms.ts';
import { encodeSms } from '../../../../server/services/sending/smpp/encode.ts';

/** A generator that repeats itself, so that a failure can be seen again. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Parts as text, read by independent means: the octets' own meaning for UCS-2, the calculator's table turned round for GSM. */
function bodies(text: string): string[] {
  const { dataCoding, parts } = encodeSms(text, 7);
  return parts.map((part) => {
    const body = parts.length > 1 ? part.subarray(6) : part;
    return dataCoding === 8 ? new TextDecoder('utf-16be', { ignoreBOM: true }).decode(body) : gsmText(body);
  });
}

const GSM =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ␛ÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const EXTENDED: Record<string, string> = {
  '\n': '\f',
  Λ: '^',
  '(': '{',
  ')': '}',
  '/': '\\',
  '<': '[',
  '=': '~',
  '>': ']',
  '¡': '|',
  e: '€',
};
const gsmText = (octets: Buffer): string =>
  [...octets]
    .map((octet) => GSM[octet])
    .join('')
    .replace(/␛(.)/gs, (_, char: string) => EXTENDED[char] ?? '?');

const alphabets: Record<string, string[]> = {
  gsm: [...'abc XYZ 0129 @£$_èÅ\n'],
  'gsm with extension': [...'ab ^{}[]~\\|€\f'],
  'lines of both kinds': ['a', 'line', '\r\n', '\n', '\r'],
  devanagari: [...'नमस्ते क्षत्रिय ज्ञान र्‍य १२३ । काठमाडौं ँ ः ़ ॐ', '\u200c', '\u200d', '\n', '\r\n', 'Rs. '],
  emoji: ['😀', '👍🏽', '👩‍👩‍👧‍👦', '🇳🇵', '❤️', 'a', ' ', 'नि', '🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
  'mixed scripts': [...'aé“”–…₹€あ한글ไทยـعر', 'e\u0301', '\u00ad', '©', '\t'],
  'typographic devanagari': [...'“क” – ‘ख’ … ₹ © स्त्री', 'é', '\u00a0'],
};

describe('parts are those that are charged, and of sms-segments-calculator', () => {
  test.each(Object.entries(alphabets))('%s', (_, alphabet) => {
    const next = random(20_261_121);
    for (let round = 0; round < 150; round++) {
      const text = Array.from({ length: 1 + next(360) }, () => alphabet[next(alphabet.length)]).join('');
      const expected = new SegmentedMessage(text, 'auto');
      const { dataCoding, parts } = encodeSms(text);
      const counted = countSms(text);
      expect(parts.length, JSON.stringify(text)).toBe(counted.parts);
      expect(dataCoding).toBe(expected.encodingName === 'UCS-2' ? 8 : 0);
      expect(counted.encoding === 'UCS-2').toBe(dataCoding === 8);
      // The calculator keeps grapheme clusters whole, which may cost a part more; a handset joins them anyway.
      if (dataCoding === 0) expect(parts.length).toBe(expected.segments.length);
      else expect(parts.length).toBeLessThanOrEqual(expected.segments.length);
      expect(bodies(text).join('')).toBe(text);
      for (const part of parts) expect(part.length).toBeLessThanOrEqual(dataCoding === 8 ? 140 : 160);
    }
  });

  test.each([
    ['a', [1, 160, 161, 152, 153, 154, 305, 306, 307, 459, 460]],
    ['€', [79, 80, 81, 76, 77, 152, 153, 154]],
    ['न', [1, 69, 70, 71, 133, 134, 135, 201, 202]],
    ['नि', [35, 36, 66, 67, 68, 100, 101]],
    ['😀', [34, 35, 36, 66, 67, 99, 100]],
  ])('%s at the borders', (char, lengths) => {
    for (const length of lengths) {
      const text = char.repeat(length);
      expect(encodeSms(text).parts.length, `${length}`).toBe(countSms(text).parts);
      expect(bodies(text).join('')).toBe(text);
    }
  });
});

test('a header joins the parts of a long message', () => {
  const { dataCoding, parts } = encodeSms('x'.repeat(400), 0x2a);
  expect(dataCoding).toBe(0);
  expect(parts.map((part) => [...part.subarray(0, 6)])).toEqual([
    [5, 0, 3, 0x2a, 3, 1],
    [5, 0, 3, 0x2a, 3, 2],
    [5, 0, 3, 0x2a, 3, 3],
  ]);
  expect(parts.map((part) => part.length - 6)).toEqual([153, 153, 94]);
});

test('an escape pair stays whole, and one message part has no header', () => {
  expect(bodies(`${'x'.repeat(152)}€${'y'.repeat(20)}`)).toEqual(['x'.repeat(152), `€${'y'.repeat(20)}`]);
  expect(encodeSms('A@[€').parts).toEqual([Buffer.from([0x41, 0x00, 0x1b, 0x3c, 0x1b, 0x65])]);
});

describe('a part ends between characters as people see them', () => {
  const clusters = new Intl.Segmenter('und', { granularity: 'grapheme' });
  const starts = (text: string) => new Set([...clusters.segment(text)].map(({ index }) => index));
  const splits = (text: string): number => {
    const whole = starts(text);
    const parts = bodies(text);
    const ends = parts.map((_, n) => parts.slice(0, n + 1).join('').length);
    return ends.slice(0, -1).filter((end) => !whole.has(end)).length;
  };

  test.each([
    ['a vowel sign', `${'क'.repeat(66)}कि${'क'.repeat(50)}`, [66, 52]],
    ['a conjunct', `${'क'.repeat(64)}स्त्री${'क'.repeat(50)}`, [64, 56]],
    ['a joined emoji', `${'क'.repeat(60)}👩‍👩‍👧‍👦${'क'.repeat(50)}`, [60, 61]],
    ['a flag', `${'क'.repeat(65)}🇳🇵${'क'.repeat(50)}`, [65, 54]],
    ['a line break', `${'क'.repeat(66)}\r\n${'क'.repeat(50)}`, [66, 52]],
  ])('%s goes to the next part where there is room', (_, text, lengths) => {
    expect(bodies(text).map((body) => body.length)).toEqual(lengths);
    expect(bodies(text).join('')).toBe(text);
    expect(countSms(text)).toMatchObject({ parts: 2, left: 67 - (lengths[1] as number) });
  });

  test('is cut in the middle if ending between characters would cost another part', () => {
    const text = `${'क'.repeat(66)}कि${'क'.repeat(66)}`;
    expect(bodies(text).map((body) => body.length)).toEqual([67, 67]);
    expect(countSms(text)).toMatchObject({ parts: 2, left: 0 });
    // Of three parts the second has room for one letter only: the first cut takes it.
    const three = `${'क'.repeat(66)}कि${'क'.repeat(65)}कि${'क'.repeat(65)}`;
    expect(bodies(three).map((body) => body.length)).toEqual([66, 67, 67]);
    expect(bodies(three).join('')).toBe(three);
  });

  test('ends for certain between two letters of which none is half a letter or a sign', () => {
    const letters = [...' ~aZ0'];
    for (let code = 0x900; code < 0x980; code++) letters.push(String.fromCharCode(code));
    for (const before of letters)
      for (const after of letters) {
        const text = `${'क'.repeat(66)}${before}${after}${'x'.repeat(30)}`;
        expect(splits(text), JSON.stringify(before + after)).toBe(0);
      }
  });

  test('never costs a part, and splits nothing that an encoder of whole characters would not', () => {
    const next = random(20_261_124);
    for (const alphabet of [
      alphabets.devanagari,
      alphabets.emoji,
      alphabets['mixed scripts'],
    ] as string[][]) {
      for (let round = 0; round < 200; round++) {
        const text = `क${Array.from({ length: 40 + next(200) }, () => alphabet[next(alphabet.length)]).join('')}`;
        const parts = bodies(text);
        expect(parts.join('')).toBe(text);
        const expected = new SegmentedMessage(text, 'UCS-2').segments.length;
        if (parts.length === expected) expect(splits(text), JSON.stringify(text)).toBe(0);
        const { left } = countSms(text);
        expect(left).toBe((parts.length === 1 ? 70 : 67) - (parts.at(-1) as string).length);
        expect(sizeSms(text).parts).toBe(parts.length);
      }
    }
  });
});

test('a surrogate pair stays whole', () => {
  expect(bodies(`${'न'.repeat(66)}😀${'न'.repeat(20)}`)[1]).toBe(`😀${'न'.repeat(20)}`);
});

test('combining marks without end still fit their parts', () => {
  for (const text of [`e${'\u0301'.repeat(200)}`, `क${'ि'.repeat(200)}`, `x${'\u{1d167}'.repeat(90)}`]) {
    expect(bodies(text).join('')).toBe(text);
    for (const part of encodeSms(text).parts) expect(part.length).toBeLessThanOrEqual(140);
  }
});

test('references count on, and a text of more than 255 parts is refused', () => {
  const reference = () => encodeSms('x'.repeat(200)).parts[0]![3]!;
  expect((reference() + 1) % 256).toBe(reference());
  expect(encodeSms('x'.repeat(153 * 255)).parts).toHaveLength(255);
  expect(() => encodeSms('x'.repeat(153 * 255 + 1))).toThrow(RangeError);
});
