import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { server } from '../../../src/i18n/ne/server.ts';
import { en, english, ne, nepali, pairs } from '../../support/shownTexts.ts';

/** What the glossary (docs/glossary.md) says in other words, and turns that only a translation has. */
const notEnglish: readonly RegExp[] = [
  /what became of|becomes? of\b|on (its|their) way|hardly arrive|come(s|n)? as a sheet/i,
  /who(ever)? has no\b|gets? no (message|sms)|who gets (it|no)|said? who gets/i,
  /we do not know (whether|what|if)|it is not known whether|once at most|at most once/i,
  /\b(is|are) missing( in your wallet)?$|what it comes to|one part comes to|given back|goes back to/i,
  /\blooks? at this|look(ed)? at (it|what)|looks? again|look into/i,
  /sender (name|identit)|\bsegment|message unit/i,
  // A sheet is one of a workbook; what people upload is a file.
  /^(?!.*workbook).*\b(a|the|this) sheet\b/i,
  /is not right\b|are not right\b|\b(it|this|that) is there already|\bthere already\b|is there twice/i,
  /\b(to|you) go on\b|goes on\b|go on (from|only|at)|let it go on|any more\b|by itself\b|of its own\b/i,
  /\bmail (you|me)\b|\ba mail\b|\bmails (you|us)|sends no mail|\bits mail\b/i,
  /\b(mail|link|code)s? (went|goes) to\b|\bask for (a|another|the) (new|link|code|mail|name)/i,
  /whatever its name|may be (had|sent only)|\bjust now\b|\bmeanwhile\b|not whole\b|works? no more|no such\b/i,
  /\bPress “|\bpress on\b|steer campaigns|stands? (there|on|in)\b|bears? (the|it)\b/i,
];

/** Words for which the glossary has another one, and what is written wrongly. */
const notNepali: readonly RegExp[] = [
  /प्राप्तकर्ता/,
  /परिचय(?!पत्र)/,
  /(?<!स्प्रेड)सिट/,
  /(?<![\u0900-\u097f])पान(?![\u0900-\u097f])/,
  /इनभ्वाइस|(?<![\u0900-\u097f])बिल(?![\u0900-\u097f])/,
  /सहयोग केन्द्र/,
  /नाम माग्नुहोस्|नाम मागे/,
  /शान्त समय/,
  /ँदैछ/,
  /पहिल्यै|रकमान्तर/,
  /(?<!सेवा )प्रदायक|लेखापरीक्षण अभिलेख|अडिट लग/,
];

/** Terms with one word in Nepali, however the sentence is built. */
const oneWord: readonly (readonly [RegExp, RegExp])[] = [
  [/\bapprov(e|al|ed|es)\b/i, /स्वीकृ/],
  [/\baudit log\b/i, /कार्य अभिलेख/],
  [/\bcolleagues?\b/i, /सहकर्मी/],
  [/\bdownload/i, /डाउनलोड/],
  [/\bencrypt/i, /इन्क्रिप्/],
  [/\bheld\b/i, /रोक्का/],
  [/\binvoices?\b/i, /बीजक/],
  [/\binvit(e|es|ed|ation)/i, /निमन्त्र/],
  [/\blinks?\b/i, /लिङ्क/],
  [/\brevoke/i, /खारेज/],
  [/\bseller\b/i, /विक्रेता/],
  [/\bstaff\b/i, /कर्मचारी/],
  [/\bteam\b/i, /टोली/],
  [/\btemplates?\b/i, /टेम्प्लेट/],
  [/\bwallets?\b/i, /वालेट/],
];

const found = (texts: readonly (readonly [string, string])[], forbidden: readonly RegExp[]): string[] =>
  texts
    .filter(([, text]) => forbidden.some((pattern) => pattern.test(text)))
    .map(([at, text]) => `${at}: ${text}`);

describe('the words that people read', () => {
  it('are those of the glossary, in English', () => {
    expect(english.length).toBeGreaterThan(2500);
    expect(found(english, notEnglish)).toEqual([]);
  });

  it('are those of the glossary, in Nepali', () => {
    expect(nepali.length).toBeGreaterThan(2500);
    expect(found(nepali, notNepali)).toEqual([]);
  });

  it('of the glossary are said in Nepali as it says', () => {
    const rows = readFileSync(join(import.meta.dirname, '../../../docs/glossary.md'), 'utf8')
      .split('\n')
      .filter((line) => /^\| (?!English|-)/.test(line))
      .map((line) => line.split('|').map((cell) => cell.trim()));
    expect(rows.length).toBeGreaterThan(30);
    const terms = rows.flatMap(([, term = '', words = '']) =>
      words.split(', ').map((word) => [term, word.replace(/ \(प्रमाणीकरण\)$/, '')] as const),
    );
    const unsaid = terms.filter(([, word]) => !nepali.some(([, text]) => text.includes(word)));
    expect(unsaid).toEqual([]);
  });

  it('has one word for a term in every Nepali text', () => {
    const all = pairs();
    expect(all.length).toBeGreaterThan(2500);
    const others = all.filter(([english, translation]) =>
      oneWord.some(([term, word]) => term.test(english) && !word.test(translation)),
    );
    expect(others).toEqual([]);
  });

  it('have no digits of one script in Nepali: they follow the reader', () => {
    const hard = ne.filter(([, text]) => /[०-९]/.test(text) && !text.includes('देवनागरी'));
    expect([...hard, ...Object.entries(server).filter(([, text]) => /[०-९]/.test(text))]).toEqual([]);
  });
});

/**
 * English texts that Nepali cannot say with one word. An event of the audit log is a verb in the past, where a state is an
 * adjective ("Approved": somebody did it, or it is so), and a count has the plural of its word.
 */
const severalInNepali: Readonly<Record<string, string>> = {
  Approved: 'an event; a state',
  Rejected: 'an event; a state',
  Suspended: 'an event; a state',
  Requested: 'an event; a date',
  Created: 'an event; a date',
  Changed: 'an event; a date',
  Deactivated: 'an event; a state',
  Submitted: 'an event; a date',
  Confirmed: 'an event; a state',
  Cancelled: 'an event; a state',
  Sent: 'an event; a count; a date',
  Paused: 'an event; a state',
  Read: 'an event; a count',
  Revoked: 'an event; a state',
  'Switched off': 'an event; a state',
  Failed: 'a state; a count of messages',
  Delivered: 'a state; a count of messages',
  Expired: 'a state; packages in a tab',
  'Used up': 'a state; packages in a tab',
  Change: 'a difference; a command; a permission',
  View: 'a way to show a list; a permission',
  Show: 'a command; a label of a choice',
  Sending: 'a state; a group of permissions',
  Open: 'a state of a payment; of a refund',
  Stop: 'reading a file, which can be begun again; a campaign, for good',
  Day: 'of a month in each calendar; of a table',
  Year: 'of each calendar',
  'Enter year, month and day': 'of each calendar',
  'In force from': 'a time; a day',
  'At most %{max}': 'a count of things; a number',
};

describe('one English text', () => {
  const byEnglish = new Map<string, Set<string>>();
  const nepaliOf = new Map(ne);
  for (const [key, text] of en) {
    const translated = nepaliOf.get(key);
    if (translated !== undefined) byEnglish.set(text, (byEnglish.get(text) ?? new Set()).add(translated));
  }
  const several = [...byEnglish].filter(([, texts]) => texts.size > 1).map(([text]) => text);

  it('has one Nepali text, where grammar does not ask for two', () => {
    const unstated = several.filter((text) => !Object.hasOwn(severalInNepali, text));
    expect(unstated.map((text) => `${text}: ${[...(byEnglish.get(text) ?? [])].join(' | ')}`)).toEqual([]);
  });

  it('is an exception only as long as it has two', () => {
    expect(Object.keys(severalInNepali).filter((text) => !several.includes(text))).toEqual([]);
  });
});
