import { describe, expect, test } from 'vitest';
import { amountInWords } from '#schema/amountInWords.ts';
import { createRandom } from '../support/random.ts';

test.each([
  [0, 'Zero rupees only', 'शून्य रुपैयाँ मात्र'],
  [58, 'Fifty-eight paisa only', 'अन्ठाउन्न पैसा मात्र'],
  [100, 'One rupee only', 'एक रुपैयाँ मात्र'],
  [1_000_000, 'Ten thousand rupees only', 'दस हजार रुपैयाँ मात्र'],
  [
    128_330_258,
    'Twelve lakh eighty-three thousand three hundred two rupees and fifty-eight paisa only',
    'बाह्र लाख त्रियासी हजार तीन सय दुई रुपैयाँ अन्ठाउन्न पैसा मात्र',
  ],
  [5_000_000_000, 'Five crore rupees only', 'पाँच करोड रुपैयाँ मात्र'],
  [
    123_000_000_005,
    'One hundred twenty-three crore rupees and five paisa only',
    'एक अर्ब तेइस करोड रुपैयाँ पाँच पैसा मात्र',
  ],
])('%i paisa in words', (minor, english, nepali) => {
  expect([amountInWords(minor, 'en'), amountInWords(minor, 'ne')]).toEqual([english, nepali]);
});

test.each([-1, 0.5, Number.NaN, 2 ** 53])('%f is refused', (minor) => {
  expect(() => amountInWords(minor, 'en')).toThrow(RangeError);
});

/** Reads words back by another way: each scale multiplies what is open, from the smallest to the greatest. */
function read(
  words: readonly string[],
  scales: readonly (readonly [string, number])[],
  digits: Map<string, number>,
): number {
  for (const [name, value] of scales) {
    const at = words.lastIndexOf(name);
    if (at < 0) continue;
    return read(words.slice(0, at), scales, digits) * value + read(words.slice(at + 1), scales, digits);
  }
  if (words.length === 0) return 0;
  const found = digits.get(words.join(' '));
  if (found === undefined) throw new Error(`What is ${words.join(' ')}?`);
  return found;
}

const scales = {
  en: [
    ['crore', 10_000_000],
    ['lakh', 100_000],
    ['thousand', 1000],
    ['hundred', 100],
  ],
  ne: [
    ['खर्ब', 100_000_000_000],
    ['अर्ब', 1_000_000_000],
    ['करोड', 10_000_000],
    ['लाख', 100_000],
    ['हजार', 1000],
    ['सय', 100],
  ],
} as const;
/** Rupees and paisa of a text. */
const halves = {
  en: /^(?:(.*?) rupees?)?(?: and )?(?:(.*) paisa)? only$/,
  ne: /^(?:(.*?) रुपैयाँ)? ?(?:(.*) पैसा)? मात्र$/,
};

describe.each(['en', 'ne'] as const)('in %s', (language) => {
  const parts = (minor: number): [rupees: string, paisa: string] => {
    const [, rupees = '', paisa = ''] = halves[language].exec(amountInWords(minor, language)) ?? [];
    return [rupees.toLowerCase(), paisa.toLowerCase()];
  };
  const digits = new Map(Array.from({ length: 100 }, (_, n) => [parts(n * 100)[0], n]));
  const back = (minor: number): number => {
    const [rupees, paisa] = parts(minor).map((words) =>
      read(words.split(' ').filter(Boolean), scales[language], digits),
    );
    return (rupees ?? 0) * 100 + (paisa ?? 0);
  };

  test('every number up to 99 has a word of its own', () => expect(digits.size).toBe(100));

  test('the words of any amount are read back as that amount', () => {
    for (let minor = 1; minor < 3_000; minor++) expect(back(minor)).toBe(minor);
    const random = createRandom(7);
    for (let round = 0; round < 20_000; round++) {
      // Each length is as likely as any other.
      const minor = Math.floor(random.next() * 10 ** random.between(3, 15));
      expect(back(minor)).toBe(minor);
    }
  });
});
