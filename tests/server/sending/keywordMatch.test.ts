import { describe, expect, test } from 'vitest';
import { renderBody } from '#schema/sms.ts';
import { matcherOf } from '../../support/keywordMatcher.ts';

describe('a keyword is found', () => {
  test.each([
    ['without case', 'lottery', 'Win the LOTTERY now'],
    ['at the start and the end', 'lottery', 'lottery'],
    ['between punctuation', 'lottery', '(lottery!)'],
    ['beside an underscore', 'lottery', 'a_lottery_b'],
    ['as ß for ss', 'strasse', 'Hauptstr. STRAßE'],
    ['with any sigma', 'οδος', 'ΟΔΟΣ'],
    ['in full-width letters', 'lottery', 'ｌｏｔｔｅｒｙ'],
    ['in a ligature', 'office', 'the oﬃce'],
    ['decomposed', 'café', 'the cafe\u0301'],
    ['through a zero-width space', 'lottery', 'lot\u200btery'],
    ['through a soft hyphen', 'lottery', 'lot\u00adtery'],
    ['in Devanagari', 'चिट्ठा', 'ठूलो चिट्ठा खुल्यो।'],
    ['in Devanagari before a danda', 'चिट्ठा', 'यो चिट्ठा। अर्को'],
    ['in Devanagari through a ZWJ', 'चिट्ठा', 'चिट्\u200dठा'],
    ['whichever way its nukta is written', 'क़र्ज़', 'क\u093cर्ज\u093c'],
    ['as a phrase over a line break', 'win money', 'You win \n money today'],
    ['that begins with a sign', '#bet', 'join #BET now'],
    ['that ends with a sign', '100%', '100%off'],
  ])('%s', (_, keyword, text) => expect(matcherOf(keyword).keywordsIn(text)).toEqual([keyword]));
});

describe('a keyword is not found', () => {
  test.each([
    ['inside a longer word', 'bet', 'between the alphabet'],
    ['before a digit', 'bet', 'bet365'],
    ['inside a longer Nepali word', 'राम', 'रामायण'],
    ['with a Nepali ending', 'जुवा', 'जुवाले'],
    ['where a vowel sign follows', 'क', 'का कि'],
    ['as a part of a phrase', 'win money', 'win more money'],
    ['in another order', 'win money', 'money win'],
    ['in an empty text', 'bet', ''],
  ])('%s', (_, keyword, text) => expect(matcherOf(keyword).keywordsIn(text)).toEqual([]));

  test('in a text without one', () => expect(matcherOf().keywordsIn('bet on anything')).toEqual([]));
});

test('several are named once each, in the order in which they come', () => {
  expect(matcherOf('bet', 'casino').keywordsIn('Casino, bet, casino, BET')).toEqual(['casino', 'bet']);
});

test('hits have the places of the text as it was given', () => {
  const text = 'ｗ 🎲 Lot\u200btery, cafe\u0301  bar चिट्\u200dठा।';
  const { hits } = matcherOf('lottery', 'café bar', 'चिट्ठा');
  const places = hits(text);
  expect(places.map(({ start, end }) => text.slice(start, end))).toEqual([
    'Lot\u200btery',
    'cafe\u0301  bar',
    'चिट्\u200dठा',
  ]);
  expect(places.map(({ keyword }) => keyword)).toEqual(['lottery', 'café bar', 'चिट्ठा']);
});

describe('a body with placeholders', () => {
  const { hitsInBody, forValues } = matcherOf('bet', 'name', 'win money', 'चिट्ठा');
  const keywordsInBody = (body: string) => hitsInBody(body).map(({ keyword }) => keyword);

  test('is not refused for the names of its placeholders, nor for what touches one', () => {
    expect(keywordsInBody('Dear {{name}}, hello')).toEqual([]);
    expect(keywordsInBody('al{{ name }}bet')).toEqual([]);
    expect(keywordsInBody('Dear {{name}}, place a bet')).toEqual(['bet']);
  });

  test.each<[string, string, Record<string, string>, string[]]>([
    ['a value is a keyword', 'Dear {{a}}, come', { a: 'Bet' }, ['bet']],
    ['a value has one', 'Dear {{a}}, come', { a: 'a bet, or two' }, ['bet']],
    ['a value has part of a word', 'Dear {{a}}, come', { a: 'Betty' }, []],
    ['a value finishes a word of the text', 'A be{{a}} on it', { a: 't' }, ['bet']],
    ['a value makes a word longer', 'A {{a}}bet on it', { a: 'alpha' }, []],
    ['two values make a word', 'A {{a}}{{b}} on it', { a: 'b', b: 'et' }, ['bet']],
    ['a value finishes a phrase', 'You win {{a}} here', { a: 'money' }, ['win money']],
    ['a value starts a phrase', 'You {{a}} money here', { a: 'win' }, ['win money']],
    ['something stands in a phrase', 'You win {{a}} money here', { a: 'more' }, []],
    ['a zero-width joiner stands between', 'A be\u200d{{a}} on it', { a: '\u200dt' }, ['bet']],
    ['a value is a Nepali keyword', 'यो {{a}} हो', { a: 'चिट्ठा' }, ['चिट्ठा']],
    ['a value is an inflected one', 'यो {{a}} हो', { a: 'चिट्ठाको' }, []],
  ])('and values: %s', (_, body, values, found) => {
    expect(keywordsInBody(body)).toEqual([]);
    expect(forValues(body)(values, renderBody(body, values).text)).toEqual(found);
  });
});
