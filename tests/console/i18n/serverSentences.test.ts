import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fieldSentence } from '../../../server/services/platform/fieldSentence.ts';
import { NO_ANSWER } from '../../../src/core/http.ts';
import { preferences } from '../../../src/core/preferences.ts';
import { createI18nProvider } from '../../../src/i18n/i18nProvider.ts';
import { server } from '../../../src/i18n/ne/server.ts';
import { serverInNepali } from '../../../src/i18n/serverInNepali.ts';
import { refusalText } from '../../../src/resources/messaging/compose/refusalText.ts';
import { refusalsThatAreNoSentence, sentencesOf } from '../../support/sentences.ts';

/** What the console says itself where the server gave no sentence. */
const ownSentences = [
  'Too many requests. Try again in %{1} minutes.',
  'Something went wrong!',
  'Error while fetching profile data',
  'Internal Server Error',
  'The server took too long to answer. Try again in a few minutes.',
  'The server’s answer could not be read (status %{1}). Please contact support.',
];
const samples = ['7', 'Kathmandu', '12'];
const filled = (text: string): string => text.replace(/%\{(\d)\}/g, (_, n) => samples[Number(n) - 1] ?? n);
const isNepali = (text: string | undefined): boolean => /[\u0900-\u097f]/.test(text ?? '');

afterEach(() => preferences.set({ language: 'en', digits: 'latin', calendar: undefined }));

describe('every sentence that the server may answer', () => {
  const sentences = sentencesOf(['server', 'schema']);

  it('is found in its source', () => {
    // Each that has Nepali is one of them (below), and nothing has Nepali that is not said.
    expect(sentences.length).toBeGreaterThanOrEqual(Object.keys(server).length - ownSentences.length);
    const texts = sentences.map(({ text }) => text);
    expect(texts).toContain('This record does not exist.');
    expect(texts).toContain('The file has no column "%{1}".');
    expect(refusalsThatAreNoSentence().map(({ at, text }) => `${at} ${text}`)).toEqual([]);
  });

  it('has its Nepali', () => {
    const missing = sentences.filter(({ text }) => !isNepali(serverInNepali(filled(text))));
    expect(missing.map(({ at, text }) => `${at} ${text}`)).toEqual([]);
  });

  it('keeps its values in Nepali', () => {
    const lost = sentences.filter(({ text }) => {
      const nepali = serverInNepali(filled(text)) ?? '';
      return (text.match(/%\{\d\}/g) ?? []).some((hole) => !nepali.includes(filled(hole)));
    });
    expect(lost.map(({ text }) => text)).toEqual([]);
  });

  it('is still said by the server, where there is Nepali for it', () => {
    const shownTexts = new Set([...sentences.map(({ text }) => text), ...ownSentences]);
    expect(Object.keys(server).filter((text) => !shownTexts.has(text))).toEqual([]);
  });
});

describe('what the server says of a field', () => {
  const schema = z.object({
    name: z.string().min(1).max(5),
    code: z.string().min(4),
    count: z.number().int().min(2).max(9),
    email: z.email(),
    day: z.iso.date(),
    at: z.iso.datetime(),
    kind: z.enum(['a', 'b']),
    list: z.array(z.string()).max(1),
    on: z.boolean(),
    id: z.uuid(),
  });
  const good = {
    ...{
      name: 'x',
      code: 'xxxx',
      count: 3,
      email: 'a@b.np',
      day: '2026-01-01',
      kind: 'a',
      list: [],
      on: true,
    },
    ...{ at: '2026-01-01T00:00:00Z', id: '01890000-0000-7000-8000-000000000000' },
  };
  const shownTexts = (change: Record<string, unknown>): string[] =>
    schema.safeParse({ ...good, ...change }, { error: fieldSentence }).error?.issues.map((i) => i.message) ??
    [];

  it.each([
    [{ name: undefined }, 'Required'],
    [{ name: '' }, 'Required'],
    [{ name: null }, 'Required'],
    [{ name: 'xxxxxx' }, 'At most 5 characters'],
    [{ code: 'x' }, 'At least 4 characters'],
    [{ count: 1 }, 'At least 2'],
    [{ count: 10 }, 'At most 9'],
    [{ count: 'x' }, 'Enter a number'],
    [{ count: 2.5 }, 'Enter a whole number'],
    [{ email: 'x' }, 'Enter an e-mail address, such as name@example.com'],
    [{ day: '2026-02-30' }, 'Enter a date'],
    [{ at: 'x' }, 'Enter a date and a time'],
    [{ kind: 'c' }, 'This value cannot be used'],
    [{ list: ['a', 'b'] }, 'At most 1'],
    [{ on: 'x' }, 'This value cannot be used'],
    [{ id: 'x' }, 'This value cannot be used'],
  ])('%j is a sentence of ours, with its Nepali', (change, sentence) => {
    expect(shownTexts(change)).toEqual([sentence]);
    expect(isNepali(serverInNepali(sentence))).toBe(true);
  });
});

describe('the console', () => {
  it('shows what the server said in the reader’s language, wherever it translates', () => {
    const refusal = 'The balance is too low. Nothing was charged.';
    expect(createI18nProvider('en').translate(refusal, { _: refusal })).toBe(refusal);
    preferences.set({ language: 'ne' });
    const { translate } = createI18nProvider('ne');
    expect(translate(refusal, { _: refusal })).toBe('मौज्दात पुगेन। केही काटिएको छैन।');
    expect(translate('Required', { _: 'Required' })).toBe('आवश्यक छ');
    expect(isNepali(translate(NO_ANSWER, { _: NO_ANSWER }))).toBe(true);
    for (const own of ownSentences) expect(isNepali(translate(own, { _: own })), own).toBe(true);
  });

  it('puts numbers and statuses within a sentence as people read them', () => {
    preferences.set({ language: 'ne', digits: 'devanagari' });
    expect(
      serverInNepali('The file has 120 columns. The maximum is 100. Remove columns you do not need.'),
    ).toBe('फाइलमा १२० स्तम्भ छन्। बढीमा १०० पढ्न सकिन्छ। नचाहिने हटाउनुहोस्।');
    expect(serverInNepali('The file has no column "2nd (phone) .*".')).toContain('"2nd (phone) .*"');
  });

  it.each([
    ['confirmed', 'पुष्टि भयो'],
    ['rejected', 'अस्वीकृत'],
    ['cancelled', 'रद्द'],
  ])('says that a payment or an adjustment is already %s in a whole sentence', (status, word) => {
    const nothing = 'केही परिवर्तन भएको छैन।';
    for (const [english, nepali] of [
      [
        'This payment is already %{1}. Nothing was changed.',
        `यो भुक्तानीमा निर्णय भइसक्यो (${word})। ${nothing}`,
      ],
      [
        'This payment is already %{1}. Start a new one.',
        `यो भुक्तानीमा निर्णय भइसक्यो (${word})। नयाँ सुरु गर्नुहोस्।`,
      ],
      [
        'This adjustment is already %{1}. Nothing was changed.',
        `यो मिलानमा निर्णय भइसक्यो (${word})। ${nothing}`,
      ],
    ] as const)
      expect(serverInNepali(english.replace('%{1}', status))).toBe(nepali);
  });

  it('puts amounts, days and services within a sentence as people read them', () => {
    preferences.set({ language: 'ne', digits: 'devanagari', calendar: 'bs' });
    expect(serverInNepali('The minimum top-up is Rs. 500.00.')).toBe('कम्तीमा रु.\u00a0५००.०० थप्नुपर्छ।');
    expect(serverInNepali('This account owes Rs. 1,250.50. It can be prepaid once that is paid.')).toContain(
      'रु.\u00a0१,२५०.५० तिर्न',
    );
    expect(serverInNepali('A rate cannot change in the past. The earliest day is 2026-11-22.')).toContain(
      'चाँडो २०८३ मंसिर ६देखि',
    );
    const held = 'The e-mail address of this user was changed recently.';
    expect(
      serverInNepali(`${held} You can send a password link after 2026-11-22 14:05 (Nepal time).`),
    ).toContain('२०८३ मंसिर ६, १४:०५');
    // The days of that year's calendar are not known yet.
    const year = 'After these months 2091 would begin on 2034-04-16. A year begins between 13 and 15 April.';
    expect(serverInNepali(year)).toContain('२०९१ साल १६ अप्रिल २०३४मा');
    expect(serverInNepali('Only the series of 2083/84 and 2084/85 can be set.')).toContain(
      '२०८३/८४ र २०८४/८५को',
    );
    expect(
      serverInNepali('eSewa is not responding. Nothing was credited. Try again in a few minutes.'),
    ).toContain('अहिले इसेवाले जवाफ');
    expect(serverInNepali('The payment page of Khalti has expired.')).toMatch(/^खल्तीको भुक्तानी पृष्ठ/);
    preferences.set({ digits: 'latin', calendar: 'ad' });
    expect(serverInNepali('The maximum top-up is Rs. 1,00,000.00.')).toContain('रु.\u00a01,00,000.00 थप्न');
    expect(serverInNepali('A rate cannot change in the past. The earliest day is 2026-11-22.')).toContain(
      '22 नोभेम्बर 2026देखि',
    );
  });

  it('leaves words that somebody has typed as they are', () => {
    preferences.set({ language: 'ne', digits: 'devanagari' });
    for (const typed of ['Khalti', 'eSewa', '2026-07-15', '2083/84'])
      expect(serverInNepali(`The text has a blocked keyword: “${typed}” at character 12.`)).toMatch(
        new RegExp(`“${typed}”.*१२|१२.*“${typed}”`),
      );
    preferences.set({ language: 'en', digits: 'latin' });
  });

  it.each([
    [
      'invalid',
      '9841000001',
      'The row has more cells than the header. Check for a comma inside a cell without quotes.',
    ],
    [
      'invalid',
      'Kathmandu',
      'The row has more cells than the header. Check for a comma inside a cell without quotes.',
    ],
    ['too-long', '9841000001', 'The text has 1200 characters. A Viber message can have up to 1000.'],
  ] as const)('says why a recipient is refused as the server does (%s, %s)', (refusal, value, reason) => {
    const row = { source: 'file', row: 2, value, refusal, reason } as const;
    expect(refusalText(createI18nProvider('en').translate, row)).toBe(reason);
    preferences.set({ language: 'ne' });
    const nepali = refusalText(createI18nProvider('ne').translate, row);
    expect(isNepali(nepali)).toBe(true);
    expect(nepali).toBe(serverInNepali(reason));
  });

  it('translates several sentences about one field, when it knows them all', () => {
    expect(serverInNepali('The number is missing. Enter a phone number.')).toBe('नम्बर छैन। फोन नम्बर लेख्नुहोस्।');
    expect(serverInNepali('The number is missing. Nobody knows this.')).toBeUndefined();
  });

  it('shows another server’s sentence as it is', () => {
    preferences.set({ language: 'ne' });
    const other = 'Your subscription has lapsed.';
    expect(createI18nProvider('ne').translate(other, { _: other })).toBe(other);
  });
});
