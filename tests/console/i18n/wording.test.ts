import { expect, test } from 'vitest';
import { english, nepali, type Placed, pairs } from '../../support/shownTexts.ts';

const found = (texts: readonly Placed[], forbidden: RegExp): string[] =>
  texts.filter(([, text]) => forbidden.test(text)).map(([at, text]) => `${at}: ${text}`);

test.each<readonly [string, RegExp]>([
  // What was sent by mail is an e-mail; a mail server sends it.
  ['an e-mail is an e-mail', /(?<!e-)\bmails?\b(?! (server|settings)|\.example)/i],
  ['a request or an invitation is withdrawn', /\b(take|taken|took) back\b/i],
  ['a new value applies, it does not hold', /\bholds? (for the next|from)\b/i],
  ['names the maximum', /^Most (recipients|urgent)/],
  // They are in the repository, and no address of the console leads there.
  ['names no file of docs/', /\bdocs\/|\w\.md\b/],
])('in English %s', (_, forbidden) => {
  expect(english.length).toBeGreaterThan(2500);
  expect(found(english, forbidden)).toEqual([]);
});

test.each<readonly [string, RegExp]>([
  ['says the result, not what became of it', /के भयो/],
  ['says that something could not be confirmed, not that it is unknown', /कि [^।]*थाहा (छैन|भएन)/],
  ['joins the verb that follows an infinitive', /नु पर्|नु परे/],
  ['writes आफैँ with a chandrabindu', /आफैं/],
  ['joins अनुसार', /[\u0900-\u097f](?<!का) अनुसार/],
  ['joins the half र with a joiner', /(दोहोर|पुर|गर)्य[ाो](?!लय)/],
  ['asks with हो', /ने\?/],
  ['names Excel like CSV and PDF', /एक्सेल/],
  ['calls a report रिपोर्ट', /प्रतिवेदन/],
  ['calls a payment method माध्यम', /भुक्तानी विधि/],
  ['calls a line हरफ', /(?<![\u0900-\u097f])लाइन(?!म)/],
  ['speaks of a customer with respect', /ग्राहकले [^।]*(सक्छ|देख्छ|पढ्छ|गर्छ|सक्दैन|गर्दैन)(?=[ ।;]|$)/],
  ['waits for a decision in one word', /(निर्णय|स्वीकृति)को पर्खाइ/],
  ['stays on a page with रहनुहोस्', /यहीँ बस/],
  ['moves a thing, not something on it', /%\{\w+\}(माथि| तल) सार/],
  ['checks documents in the plural', /कागजात जाँचियो/],
  ['has one operator that did not confirm', /सन्देश अपरेटरले पुष्टि गरेका छैनन्/],
  ['waits for money that may be cash', /रकम बैंकमा आइसके/],
])('in Nepali %s', (_, forbidden) => {
  expect(nepali.length).toBeGreaterThan(2500);
  expect(found(nepali, forbidden)).toEqual([]);
});

test('a Nepali text ends with a danda where the English one ends with a full stop', () => {
  const ends = (text: string, pattern: RegExp): string =>
    text
      .split(' |||| ')
      .map((one) => pattern.test(one))
      .join();
  const all = pairs().filter(([, translation]) => !/(सं|नं)\.$/.test(translation));
  expect(all.length).toBeGreaterThan(2500);
  const different = all.filter(([one, other]) => {
    // A question in one language may be an order in the other.
    if (/[?!:…]$/.test(one) || /[?!:…]$/.test(other)) return false;
    return ends(one, /\.$/) !== ends(other, /।$/);
  });
  expect(different).toEqual([]);
});

/** The Nepali of English texts that match, if it lacks what it must have. */
const without = (text: RegExp, word: RegExp, floor: number): readonly Placed[] => {
  const texts = pairs().filter(([one]) => text.test(one));
  expect(texts.length).toBeGreaterThan(floor);
  return texts.filter(([, translation]) => !word.test(translation));
};

test('what cannot be undone is said in one way: beside an amount others read as not refundable', () => {
  expect(without(/cannot be undone/, /उल्ट्याउन मिल्दैन/, 10)).toEqual([]);
});

test('a message that failed has one word in a chart’s legend, its summary and lists', () => {
  expect(without(/%\{failed\}|\bfailed messages?\b|\bmessages? failed\b/i, /नपुगेक|पुगेन/, 7)).toEqual([]);
});

test('a record is रेकर्ड, an entry of the log is अभिलेख', () => {
  // KYC has a word of its own.
  const records = pairs().filter(([text]) =>
    /(?<!KYC )\b(records|a record|this record)\b(?! it)/i.test(text),
  );
  expect(records.length).toBeGreaterThan(15);
  expect(records.filter(([, translation]) => !/रेकर्ड|कार्य अभिलेख/.test(translation))).toEqual([]);
});
