/** Words for 0 to 99 in Nepali: each has one of its own. */
const ne = [
  ...['शून्य', 'एक', 'दुई', 'तीन', 'चार', 'पाँच', 'छ', 'सात', 'आठ', 'नौ'],
  ...['दस', 'एघार', 'बाह्र', 'तेह्र', 'चौध', 'पन्ध्र', 'सोह्र', 'सत्र', 'अठार', 'उन्नाइस'],
  ...['बीस', 'एक्काइस', 'बाइस', 'तेइस', 'चौबीस', 'पच्चीस', 'छब्बीस', 'सत्ताइस', 'अट्ठाइस', 'उनन्तीस'],
  ...['तीस', 'एकतीस', 'बत्तीस', 'तेत्तीस', 'चौँतीस', 'पैँतीस', 'छत्तीस', 'सैँतीस', 'अठतीस', 'उनन्चालीस'],
  ...['चालीस', 'एकचालीस', 'बयालीस', 'त्रिचालीस', 'चवालीस', 'पैँतालीस', 'छयालीस', 'सतचालीस', 'अठचालीस', 'उनन्चास'],
  ...['पचास', 'एकाउन्न', 'बाउन्न', 'त्रिपन्न', 'चउन्न', 'पचपन्न', 'छपन्न', 'सन्ताउन्न', 'अन्ठाउन्न', 'उनन्साठी'],
  ...['साठी', 'एकसट्ठी', 'बयसट्ठी', 'त्रिसट्ठी', 'चौँसट्ठी', 'पैँसट्ठी', 'छयसट्ठी', 'सतसट्ठी', 'अठसट्ठी', 'उनन्सत्तरी'],
  ...['सत्तरी', 'एकहत्तर', 'बहत्तर', 'त्रिहत्तर', 'चौहत्तर', 'पचहत्तर', 'छयहत्तर', 'सतहत्तर', 'अठहत्तर', 'उनासी'],
  ...['असी', 'एकासी', 'बयासी', 'त्रियासी', 'चौरासी', 'पचासी', 'छयासी', 'सतासी', 'अठासी', 'उनान्नब्बे'],
  ...[
    'नब्बे',
    'एकान्नब्बे',
    'बयान्नब्बे',
    'त्रियान्नब्बे',
    'चौरान्नब्बे',
    'पन्चान्नब्बे',
    'छयान्नब्बे',
    'सन्तान्नब्बे',
    'अन्ठान्नब्बे',
    'उनान्सय',
  ],
];

const small = [
  ...['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'],
  ...[
    'ten',
    'eleven',
    'twelve',
    'thirteen',
    'fourteen',
    'fifteen',
    'sixteen',
    'seventeen',
    'eighteen',
    'nineteen',
  ],
];
const tens = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
const en = Array.from({ length: 100 }, (_, n) => {
  if (n < small.length) return small[n] as string;
  const unit = n % 10 === 0 ? '' : `-${small[n % 10]}`;
  return `${tens[Math.floor(n / 10)]}${unit}`;
});

type Language = 'en' | 'ne';

interface Words {
  upTo99: readonly string[];
  /** Powers of ten with a name, the greatest first. What exceeds a hundred times the greatest counts it in its own words. */
  scales: readonly (readonly [value: number, name: string])[];
  rupees(words: string, isOne: boolean): string;
  paisa(words: string): string;
  both(rupees: string, paisa: string): string;
  only(words: string): string;
  /** A line of an invoice. */
  line(words: string): string;
}

const languages: Readonly<Record<Language, Words>> = {
  en: {
    upTo99: en,
    scales: [
      [10_000_000, 'crore'],
      [100_000, 'lakh'],
      [1000, 'thousand'],
      [100, 'hundred'],
    ],
    rupees: (words, isOne) => `${words} ${isOne ? 'rupee' : 'rupees'}`,
    paisa: (words) => `${words} paisa`,
    both: (rupees, paisa) => `${rupees} and ${paisa}`,
    only: (words) => `${words.charAt(0).toUpperCase()}${words.slice(1)} only`,
    line: (words) => `In words: ${words}`,
  },
  ne: {
    upTo99: ne,
    scales: [
      [100_000_000_000, 'खर्ब'],
      [1_000_000_000, 'अर्ब'],
      [10_000_000, 'करोड'],
      [100_000, 'लाख'],
      [1000, 'हजार'],
      [100, 'सय'],
    ],
    rupees: (words) => `${words} रुपैयाँ`,
    paisa: (words) => `${words} पैसा`,
    both: (rupees, paisa) => `${rupees} ${paisa}`,
    only: (words) => `${words} मात्र`,
    line: (words) => `अक्षरेपी: ${words}`,
  },
};

/** A whole number in words, with lakh and crore: 1283302 is `twelve lakh eighty-three thousand three hundred two`. */
function numberInWords(value: number, { upTo99, scales }: Words): string {
  const parts: string[] = [];
  let rest = value;
  for (const [scale, name] of scales) {
    const count = Math.floor(rest / scale);
    rest %= scale;
    if (count > 0) parts.push(`${numberInWords(count, { upTo99, scales } as Words)} ${name}`);
  }
  if (rest > 0 || parts.length === 0) parts.push(upTo99[rest] as string);
  return parts.join(' ');
}

/**
 * An amount in minor units (paisa) in words, as invoices in Nepal have it: 128330258 is `Twelve lakh eighty-three thousand
 * three hundred two rupees and fifty-eight paisa only`. Throws RangeError unless it is a whole number, at least 0.
 */
export function amountInWords(minor: number, language: Language): string {
  if (!Number.isSafeInteger(minor) || minor < 0) throw new RangeError(`${minor} is not an amount in paisa.`);
  const words = languages[language];
  const [whole, rest] = [Math.floor(minor / 100), minor % 100];
  const paisa = rest > 0 && words.paisa(numberInWords(rest, words));
  const rupees = (whole > 0 || !paisa) && words.rupees(numberInWords(whole, words), whole === 1);
  return words.only(rupees && paisa ? words.both(rupees, paisa) : rupees || paisa || '');
}

/**
 * The lines of an invoice with its total in words, in both languages, the reader's first: an invoice in either language is read
 * by people who know only the other.
 */
export const linesInWords = (minor: number, language: Language): { language: Language; text: string }[] =>
  (language === 'en' ? (['en', 'ne'] as const) : (['ne', 'en'] as const)).map((language) => ({
    language,
    text: languages[language].line(amountInWords(minor, language)),
  }));
