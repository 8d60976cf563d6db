import { expect, test } from 'vitest';
import { entities } from '#schema/index.ts';

/** Texts that may hold characters that turn the text around them, with the reason. */
const kept: Readonly<Record<string, string>> = {
  'contact.name':
    'as in the file of its account; a message with such a name is excluded (schema/bodyText.ts)',
  'admin/operator-links.http_body': 'the operator’s own format, read by administrators',
};
const OPERATORS_WORDS = /^admin\/operator-links\.http_(accepted|refused|id|error|retry|receipt)_/;

test('no text of an entity’s forms turns or breaks what stands around it', () => {
  const texts = entities.flatMap(({ name: entity, fields }) =>
    Object.entries(fields)
      .filter(([, { kind, many, write }]) => /ext$/.test(kind) && !many && write !== 'never')
      .map(([name, { input, schema }]) => ({ name: `${entity}.${name}`, check: input ?? schema })),
  );
  expect(texts.length).toBeGreaterThan(50);
  const turning = texts
    .filter(({ check }) => check.safeParse('Him\u202eal').success)
    .map(({ name }) => name)
    .filter((name) => !OPERATORS_WORDS.test(name));
  expect(turning).toEqual(Object.keys(kept));
});
