import { expect, test } from 'vitest';
import type { z } from 'zod';
import { entities } from '#schema/index.ts';
import { fillTemplate } from '#schema/mailTemplate.ts';
import { readOptOut } from '#schema/optOut.ts';
import { cellFormat } from '#schema/sheets/xlsx/numberFormat.ts';
import { shownLine } from '#schema/shownText.ts';
import { webhookUrl } from '#schema/webhookUrl.ts';

/** As long as the body of a request can be. A check whose time grows with the square of this would need minutes. */
const LENGTH = 1_000_000;
const long = (piece: string): string => `a${piece.repeat(LENGTH / piece.length)}b`;

/** Runs that expressions with two repeats or without an anchor read again and again. */
test.each([' ', '\t', ':', '.', '-', '/', '0', '{', '{{ ', '[$', 'a', '=a '])(
  'forms refuse a text of %j at once',
  (piece) => {
    const checks = entities.flatMap(({ fields }) =>
      Object.values(fields)
        .filter(({ kind, many, write }) => /ext$/.test(kind) && !many && write !== 'never')
        .map(({ input, schema }): z.ZodType => input ?? schema),
    );
    expect(checks.length).toBeGreaterThan(50);
    const text = `${long(piece)}!`;
    for (const check of new Set(checks)) check.safeParse(text);
  },
);

test.each([
  ['a name', shownLine(500), '\u202e'],
  ['an address', webhookUrl, '\n'],
])('%s that is too long is not looked at further', (_, check, character) =>
  expect(check.safeParse(character.repeat(501).padStart(1002, 'a')).error?.issues).toMatchObject([
    { code: 'too_big' },
  ]),
);

test('a line is as short as it looks, however long its spaces are', () => {
  expect(shownLine(9).parse('a  \n\t  b')).toBe('a b');
  expect(shownLine(9).parse('a   b')).toBe('a   b');
  expect(shownLine(2 * LENGTH).parse(long(' '))).toBe(long(' '));
});

test('a mail’s subject is one line, however long its spaces are', () => {
  const subject = (text: string) => fillTemplate({ subject: text, body: '' }, {}).subject;
  expect(subject('a \r\n b  c')).toBe('a b  c');
  expect(subject(long(' '))).toBe(long(' '));
});

test('a reply is read at once, however many signs are in it', () => {
  expect(readOptOut(long('!'))).toBeUndefined();
  expect(readOptOut(`stop${'!'.repeat(LENGTH)}`)).toBe('stop');
});

test.each(['[', '[$', '"', '0['])('a number format of %j is read at once', (piece) =>
  expect(cellFormat(`0${long(piece)}`, false).number('1')).toBeTypeOf('string'),
);
