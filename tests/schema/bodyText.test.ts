import { describe, expect, test } from 'vitest';
import { bodyProblem, characterNames, refusedCharacter } from '#schema/bodyText.ts';
import { characters } from '../../src/i18n/ne/server/characters.ts';

describe('a character that may not be sent', () => {
  test.each([
    ['\u0000', 'U+0000 null'],
    ['\u0007', 'U+0007 bell'],
    ['\u000b', 'U+000B line tabulation'],
    ['\u001a', 'U+001A control character'],
    ['\u001b', 'U+001B escape'],
    ['\u007f', 'U+007F delete'],
    ['\u0085', 'U+0085 next line'],
    ['\u009f', 'U+009F control character'],
    ['\u202a', 'U+202A left-to-right embedding'],
    ['\u202e', 'U+202E right-to-left override'],
    ['\u2066', 'U+2066 left-to-right isolate'],
    ['\u2069', 'U+2069 pop directional isolate'],
  ])('%j is named', (char, name) => {
    expect(refusedCharacter(`नमस्ते ${char}x`)).toBe(name);
  });

  test('is not a character that texts usually contain', () => {
    expect(
      refusedCharacter('a\tb\r\nc\u200d\u200cक्‍ष र्‍य \u200e\u200f\u00a0\ufeff👩‍👩‍👧 {{name}}'),
    ).toBeUndefined();
  });

  test('has a name in Nepali too', () => {
    expect(Object.keys(characters).sort()).toEqual([...characterNames].sort());
  });
});

describe('a text', () => {
  test.each(['', ' ', '\n\t ', '\u00a0\u200b\u200d'])('of blanks alone (%j) is refused', (body) => {
    expect(bodyProblem(body)).toBe('The text is blank. Write a message.');
  });

  test.each(['{{}}', '{{ }}', 'Dear {{  }}, hello'])(
    'with a placeholder without a name (%j) is refused',
    (body) => {
      expect(bodyProblem(body)).toMatch(/^A placeholder has no name\./);
    },
  );

  test('may be anything else', () => {
    for (const body of ['x', '{{name}}', '{ { } }', '{{ name }}', 'क'])
      expect(bodyProblem(body)).toBeUndefined();
  });
});
