import { expect, test } from 'vitest';

type Sources = Record<string, string>;

const sources: Sources = {
  ...import.meta.glob<string>('../../../src/**/*.{ts,tsx}', {
    eager: true,
    query: '?raw',
    import: 'default',
  }),
  ...import.meta.glob<string>('../../../schema/**/*.ts', { eager: true, query: '?raw', import: 'default' }),
  // A list of words that people write in messages, not a text.
  ...import.meta.glob<string>(
    ['../../../server/**/*.ts', '!**/node_modules/**', '!**/keywords/shortWords.ts'],
    { eager: true, query: '?raw', import: 'default' },
  ),
};

/** Case endings and postpositions, with what may follow them in the same word. */
const ending = `(?:ले|लाई|को|का|की|मा|बाट|देखि|द्वारा|सँग|सित|सम्म|भन्दा|भित्र|अनुसार|सहित|समेत|पछि|अघि|माथि|मुनि|बिना|मार्फत|हरू|औँ|औं)(?:को|का|की|मा|ले|लाई|बाट|सम्म|नै|ै)?(?![\u0900-\u0963])`;
const space = '(?:[ \u00a0-]|\\\\u00a0)';
/** After a value that is put in, Latin letters, a number, or a closing quotation mark or bracket. */
const afterValue = new RegExp(
  `(?:(?:%\\{\\w+\\}|\\{\\{\\w+\\}\\}|\\$\\{[^}\`]*\\}|[A-Za-z0-9०-९%])["”’»)]*|[\u0900-\u0963.…]["”’»)]+)${space}${ending}`,
  'g',
);
/** After a Nepali word only those that are no words of their own (पछि is "later", भन्दा after an infinitive "when saying"). */
const afterWord =
  /[\u0900-\u0963] (?:(?:ले|लाई|को|का|की|मा|बाट|देखि|द्वारा|सँग|सम्म|हरू|औँ)(?![\u0900-\u0963])|(?<!न )भन्दा(?![\u0900-\u0963]))/g;

const apart = (text: string): string[] =>
  [...text.matchAll(afterValue), ...text.matchAll(afterWord)].map(
    ({ 0: found, index }) => text.slice(Math.max(0, index - 20), index) + found,
  );

test('an ending is written together with what it belongs to, whatever is put in there', () => {
  const read = Object.entries(sources).filter(([, text]) => /[\u0900-\u097f]/.test(text));
  expect(read.length).toBeGreaterThan(80);
  expect(read.flatMap(([path, text]) => apart(text).map((found) => `${path}: ${found}`))).toEqual([]);
});

test('each kind of value is looked at', () => {
  for (const value of [
    '%{name}',
    '{{name}}',
    `\${amount}`,
    'eSewa',
    '2083',
    '“मदन”',
    '"CSV UTF-8"',
    '(SAR)',
    'राम',
  ]) {
    expect(apart(`${value}ले तिर्‍यो`), value).toEqual([]);
    expect(apart(`${value} ले तिर्‍यो`), value).toHaveLength(1);
  }
  expect(apart('रु.\u00a0%{amount}\u00a0को भुक्तानी')).toHaveLength(1);
  expect(apart('%{date}-देखिको')).toHaveLength(1);
  expect(apart('यति भन्दा बढी')).toHaveLength(1);
  expect(apart('हटाउन भन्दा अघि बढ्नुहोस्; 3 वटा माग')).toEqual([]);
});
