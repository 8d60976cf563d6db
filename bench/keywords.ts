/**
 * Blocked keywords on ordinary texts: how many are refused although they contain none as written, and the cost per text.
 * `node bench/keywords.ts`; docs/blocked-keywords.md has the figures.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fold, keywordMatcher } from '../server/services/sending/keywords.ts';

const root = join(import.meta.dirname, '..');
const matcherOf = (keywords: readonly string[]) =>
  keywordMatcher(
    keywords.map((keyword, n) => ({ uuid: String(n), keyword, folded: fold(keyword) })),
    'bench',
  );

/** Words and phrases that providers typically block: English, Nepali, and Nepali in Latin letters. */
const BLOCKED = [
  ...[
    'casino',
    'lottery',
    'jackpot',
    'betting',
    'bet',
    'gamble',
    'gambling',
    'poker',
    'roulette',
    'slots',
    'satta',
  ],
  ...[
    'porn',
    'porno',
    'sex',
    'sexy',
    'xxx',
    'nude',
    'escort',
    'viagra',
    'cialis',
    'drugs',
    'weed',
    'cocaine',
    'heroin',
  ],
  ...[
    'ganja',
    'charas',
    'loan',
    'instant loan',
    'bitcoin',
    'crypto',
    'forex',
    'ponzi',
    'mlm',
    'hack',
    'hacker',
    'scam',
  ],
  ...[
    'win money',
    'you have won',
    'free money',
    'cash prize',
    'claim now',
    'click here',
    'otp',
    'cvv',
    'atm pin',
    'bomb',
  ],
  ...[
    'terror',
    'weapon',
    'pistol',
    'suicide',
    'ass',
    'bitch',
    'bastard',
    'fuck',
    'shit',
    'dick',
    'rape',
    'sos',
    'iso',
  ],
  ...[
    'juwa',
    'jua',
    'tass',
    'chittha',
    'rin',
    'karja',
    'paisa',
    'raksi',
    'muji',
    'randi',
    'kukur',
    'saala',
    'chor',
  ],
  ...['जुवा', 'तास', 'चिट्ठा', 'ऋण', 'कर्जा', 'रक्सी', 'गाँजा', 'चरेस', 'लागुऔषध', 'बम', 'हतियार', 'अश्लील', 'यौन'],
  ...['सट्टा', 'लटरी', 'क्यासिनो', 'नि:शुल्क पैसा', 'रकम दोब्बर', 'पैसा जित्नुहोस्', 'आत्महत्या', 'बलात्कार', 'ठगी'],
];

/** Typical messages of a provider's customers, besides those of the demonstration. */
const MESSAGES = [
  'Dear Sita, Rs. 1,505.50 was debited from A/C ###4071 on 03/05. Avl bal Rs. 70,314.17. -Nabil',
  'Your OTP is 505371. Do not share it with anyone. Valid for 5 min.',
  'Reminder: your appointment with Dr. S. K. Jha is on Mon, 3 Nov at 10:15 a.m. Call 01-5970032.',
  'As set out in the notice, the A.G.M. is at 1 p.m. in the hall. Be on time, or be sent a proxy form.',
  'It was sent as per your order no. A-1053/7. Track it at https://example.com/t/5e7-a0b or call us.',
  'Happy Birthday Ram ji! Get 15% off at our store till 7/7. T & C apply. Stop: reply S T O P.',
  'B.Sc. C.S.I.T. 1st sem. exam starts at 7 a.m. on 2083-07-15. Bring I.D. card. - T.U.',
  'Class 10 A, B and C: come in at 9. As so many asked: to do list is on our site.',
  'Water will be off in wards 1, 3, 4, 5 & 7 from 10 to 4. Sorry for it. -KUKL',
  'W/O 4531 is done. Be at home 2-5 p.m. Our man is to set it up. Pay by eSewa/Khalti/IME.',
  'N. E. A.: Line cut on 5/7 for re-pair work. In case of need dial 1 1 5 0.',
  'Meeting minutes: a) in-come tax b) on-line forms c) co-op loans. See the e-mail.',
  'प्रिय ग्राहक, तपाईंको खाता नं. ०१२३४ मा रु. १,५०५ जम्मा भयो। धन्यवाद।',
  'आदरणीय अभिभावक, भोलि मिति २०८३/०७/१५ मा विद्यालय बिदा रहनेछ। - प्र.अ.',
  'डा. क. ख. शर्मा, वि.सं. २०८३ साल, नि.नं. ५७। कृपया समयमै आउनु हुन अनुरोध छ।',
  'ऋतु अनुसारको छुट! जुत्ता, तास्, बमोजिम सामान रु. ९९९ मात्र।',
  'Tapai ko bill Rs. 1,345 baki chha. Aaja nai tirnu hola. Na tire line kat chha. -KU KL',
  'Ma bholi aau chhu. Ta ni aaija hai. Bus ma ta sit na paai e la jasto chha.',
];

const files = (folder: string, ending: RegExp): string[] =>
  readdirSync(join(root, folder))
    .filter((name) => ending.test(name))
    .map((name) => readFileSync(join(root, folder, name), 'utf8'));

/** The texts of more than one word in a source file. */
const textsIn = (source: string): string[] =>
  [...source.matchAll(/'((?:[^'\\\n]|\\.){12,})'/g)]
    .map(([, text = '']) => text)
    .filter((text) => /\s/.test(text));

const demonstration = files('server', /^demo.*\.ts$/).flatMap(textsIn);
/** The console's own sentences, in both languages, and the manual's text. */
const sentences = ['en', 'ne', 'ne/server']
  .flatMap((folder) => files(join('src/i18n', folder), /\.ts$/))
  .flatMap(textsIn)
  .filter((text) => text.length > 25);
// Without the page about keywords, which is full of them.
const prose = files('docs', /^(?!blocked-keywords).*\.md$/)
  .flatMap((page) => page.replace(/```[\s\S]*?```/g, '').split(/\n\s*\n|\n- |\|/))
  .map((text) => text.replaceAll(/\s+/g, ' ').trim())
  .filter((text) => text.length > 40 && text.length < 600);

/** Texts that are refused only because keywords are recognised through disguises, each with what was read. */
function alarms(keywords: readonly string[], texts: readonly string[]): string[] {
  const { hits } = matcherOf(keywords);
  return texts.flatMap((text) =>
    hits(text)
      .filter(({ keyword, start, end }) => fold(text.slice(start, end)) !== fold(keyword))
      .slice(0, 1)
      .map(({ keyword, start, end }) => `${keyword} <- ${text.slice(start, end)}`),
  );
}

const report = (name: string, keywords: readonly string[], texts: readonly string[]): void => {
  const found = alarms(keywords, texts);
  const share = ((100 * found.length) / texts.length).toFixed(2);
  console.log(`${name}: ${found.length} of ${texts.length} texts (${share} %)`);
  for (const line of new Set(found.slice(0, 40))) console.log(`    ${line.replaceAll('\n', '\\n')}`);
};

const ordinary = [...MESSAGES, ...sentences, ...prose];
report(`${BLOCKED.length} keywords, the demonstration`, BLOCKED, demonstration);
report(`${BLOCKED.length} keywords, ordinary texts`, BLOCKED, ordinary);

/** The hardest list: a thousand ordinary words that nobody would block. */
const counts = new Map<string, number>();
for (const text of ordinary)
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{M}]{4,}/gu))
    counts.set(word, (counts.get(word) ?? 0) + 1);
const words = [...counts].sort((a, b) => a[1] - b[1] || (a[0] < b[0] ? -1 : 1)).map(([word]) => word);
const thousand = words.filter((_, n) => n % Math.floor(words.length / 1000) === 0).slice(0, 1000);
report('1000 ordinary words as keywords, ordinary texts', thousand, ordinary);

const distinct = Array.from({ length: 10_000 }, (_, n) =>
  `${ordinary[n % ordinary.length]} ${n}`.slice(-300),
);
for (const [name, keywords] of [
  ['no keyword', []],
  [`${BLOCKED.length} keywords`, BLOCKED],
  // In none of the texts, because a match costs a second pass for its position.
  ['1000 keywords', thousand.map((word) => `${word}qx`)],
] as const) {
  const matcher = matcherOf(keywords);
  for (const text of distinct) matcher.keywordsIn(text);
  const before = process.cpuUsage();
  for (const text of distinct) matcher.keywordsIn(text);
  const { user, system } = process.cpuUsage(before);
  const micro = (user + system) / distinct.length;
  const length = distinct.reduce((sum, text) => sum + text.length, 0) / distinct.length;
  console.log(
    `${name}, 10,000 distinct texts of ${Math.round(length)} characters: ${micro.toFixed(1)} µs of CPU a text`,
  );
}
