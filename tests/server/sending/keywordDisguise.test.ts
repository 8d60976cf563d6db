import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Failure } from '#schema/entity.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { matcherOf } from '../../support/keywordMatcher.ts';

describe('a keyword is found', () => {
  test.each([
    ['through spaces', 'casino', 'play c a s i n o now'],
    ['through spaces of any kind', 'casino', 'c\u00a0a\u2003s\ti\u3000n o'],
    ['split into two', 'casino', 'our cas ino is open'],
    ['split into words of their own, when it is long', 'lottery', 'the lot tery'],
    ['short and split', 'porn', 'po rn'],
    ['through dots', 'casino', 'c.a.s.i.n.o'],
    ['through dashes', 'casino', 'ca-si–no'],
    ['through other signs', 'casino', 'c*a_s/i|n·o'],
    ['through up to three signs', 'casino', 'cas...ino'],
    ['through line breaks', 'casino', 'cas\nino and c\r\nasino'],
    ['through mixed gaps', 'casino', 'c.a-s_i\nn o'],
    ['through zero-width characters', 'casino', 'c\u200ba\u200cs\u200di\u2060n\ufeffo'],
    ['with digits for letters', 'casino', 'c4s1n0'],
    ['with 3, 5 and 7', 'sweetest', '5w33735t'],
    ['with a zero of Devanagari', 'casino', 'casin०'],
    ['with 1 for l', 'lottery', '1ottery'],
    ['with accents', 'casino', 'ćásïñò'],
    ['with accents of their own', 'casino', 'c\u0301a\u0300s\u0308i\u0327no\u0336'],
    ['without its own accents', 'café', 'the cafe'],
    ['in Cyrillic look-alikes', 'casino', 'саѕіno'],
    ['in Cyrillic capitals', 'casino', 'САЅІNО'],
    ['in Greek look-alikes', 'bitcoin', 'ΒΙΤСΟΙΝ'],
    ['in enclosed letters', 'casino', 'ⓒⓐⓢⓘⓝⓞ 🄲🄰🅂🄸🄽🄾'],
    ['in mathematical letters', 'casino', '𝓬𝓪𝓼𝓲𝓷𝓸 𝕔𝕒𝕤𝕚𝕟𝕠'],
    ['with l for I', 'casino', 'CASlNO'],
    ['with I for l', 'lottery', 'Iottery'],
    ['with all of it', 'casino', 'С-4\u200b ѕ.1\nñ 0'],
    ['as one word that is two', 'win money', 'WinMoney'],
    ['as a phrase with digits', 'win money', 'w1n m0ney'],
    ['in Devanagari through a space', 'जुवा', 'जु वा खेल्नुहोस्'],
    ['in Devanagari through a dot', 'जुवा', 'जु.वा'],
    ['in Devanagari through letters apart', 'चिट्ठा', 'चि ट् ठा'],
    ['with its nukta, whichever way it is written', 'क़र्ज़', 'क\u093c र्ज\u093c'],
  ])('%s', (_, keyword, text) => expect(matcherOf(keyword).keywordsIn(text)).toEqual([keyword]));
});

describe('a keyword is not found', () => {
  test.each([
    ['across the ends of words', 'as s', 'it was sent'],
    ['across the ends of words, without its gap', 'ass', 'was sent as sent'],
    ['in the end of a word', 'tent', 'the con­tent, the con-tents'],
    ['when a letter follows', 'casino', 'c a s i n os'],
    ['when a letter comes before', 'casino', 'xc a s i n o'],
    ['in a number', 'sos', 'Rs. 505 or 5.0.5'],
    ['in a number and a word', 'iso', 'take 1, so we go'],
    ['in a Nepali number', 'ooo', 'रु. ०००'],
    ['in two short words', 'forex', 'a discount for ex-customers'],
    ['in two words, when it is short', 'income', 'come in'],
    ['in a list of signs', 'casino', 'cas.......ino'],
    ['as 365 after it', 'bet', 'bet365'],
    ['without its nukta', 'क़र्ज़', 'कर्ज'],
    ['with another vowel sign', 'जुवा', 'जवा जुव'],
    ['without its virama', 'चिट्ठा', 'चिटठा'],
    ['in an inflected Nepali word', 'जुवा', 'जुवाले जु वाले'],
    ['as m for rn', 'modern', 'modem'],
    ['as l for i in a small word', 'bail', 'the ball'],
  ])('%s', (_, keyword, text) => expect(matcherOf(keyword).keywordsIn(text)).toEqual([]));
});

test('hits have the places of the text as it was given', () => {
  const text = 'Hi. С-4\u200bѕ.1ñ0, lot\u200btery! जु वा।';
  const places = matcherOf('casino', 'lottery', 'जुवा').hits(text);
  expect(places.map(({ start, end }) => text.slice(start, end))).toEqual([
    'С-4\u200bѕ.1ñ0',
    'lot\u200btery',
    'जु वा',
  ]);
});

test('values finish what the text begins, in disguise too', () => {
  const { forValues, hitsInBody } = matcherOf('casino');
  const body = 'Our c.a.s{{x}}.n.o';
  expect(hitsInBody(body)).toEqual([]);
  expect(forValues(body)({ x: '.1' }, 'Our c.a.s.1.n.o')).toEqual(['casino']);
  expect(forValues(body)({ x: '.e' }, 'Our c.a.s.e.n.o')).toEqual([]);
});

test('a body has its hits where they stand, whatever its placeholders are called', () => {
  const body = 'Dear {{first name}}, c4sino for {{x}}';
  const [hit] = matcherOf('casino').hitsInBody(body);
  expect(body.slice(hit?.start, hit?.end)).toBe('c4sino');
});

describe('the refusal', () => {
  let world: TestApp;
  beforeAll(async () => {
    world = await createTestApp();
    for (const keyword of ['casino', 'bet'])
      await world.call('admin', 'POST', '/v1/admin/blocked-sms-keywords/', { keyword, is_active: true });
  });
  afterAll(() => world.close());

  test.each([
    [
      'Dear {{name}}, our c.4.s\ni-n o is open',
      'The text has a blocked keyword: “casino”, written “c.4.s i-n o” at character 20. Write it without.',
    ],
    ['नेपाल casino', 'The text has a blocked keyword: “casino” at character 5. Write it without.'],
    [
      'B3T in our casino, or bet',
      'The text has blocked keywords, each with the position of its first character: “bet” (1), “casino” (12). Write it without them.',
    ],
  ])('of %j names the word, how it is written, and where', async (body, sentence) => {
    const recipients = { numbers: ['9841000001'] };
    const asked = { name: 'Offer', sender: world.sender, body, recipients };
    const answer = await world.call<Failure>('customer', 'POST', '/v1/sms/compose/plan/', asked);
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toEqual({ body: [sentence] });
  });
});
