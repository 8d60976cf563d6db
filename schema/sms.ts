import { GSM_BASIC, GSM_ESCAPE, GSM_EXTENSION } from './gsm.ts';
import { own } from './own.ts';

/** The longest body that a campaign or template may have, in UTF-16 code units. */
export const BODY_MAX = 2000;
/** The most parts that one message may have; a longer one is refused. */
export const PARTS_MAX = 10;

export type Encoding = 'GSM-7' | 'UCS-2';

export interface SmsCount {
  encoding: Encoding;
  /** Septets for GSM-7 (an extension character counts two), UTF-16 code units for UCS-2. */
  units: number;
  parts: number;
  /** Units that still fit into the last part. */
  left: number;
}

/** GSM 03.38 default alphabet, without the escape. */
const basic = new Set(GSM_BASIC);
basic.delete(String.fromCharCode(GSM_ESCAPE));
/** Its extension table: each takes an escape and so two septets. */
const extension = new Set(Object.keys(GSM_EXTENSION));

const LIMITS = { 'GSM-7': { single: 160, each: 153 }, 'UCS-2': { single: 70, each: 67 } } as const;

/** Whether a character can be sent in the GSM 03.38 alphabet. */
const isGsm = (char: string): boolean => basic.has(char) || extension.has(char);

/**
 * Encoding, length and number of message parts of a text. A pair (escape and character, or two
 * surrogates) is never split between parts, so a part may end one unit early. Zero parts for ''.
 */
export function countSms(text: string): SmsCount {
  if (text === '') return { encoding: 'GSM-7', units: 0, parts: 0, left: LIMITS['GSM-7'].single };
  let septets = 0;
  let pairs = false;
  for (let i = 0; i < text.length; i++) {
    const char = text[i] as string;
    if (basic.has(char)) septets++;
    else if (extension.has(char)) {
      septets += 2;
      pairs = true;
    } else return split(text, 'UCS-2', text.length, /[\ud800-\udbff]/.test(text));
  }
  return split(text, 'GSM-7', septets, pairs);
}

function split(text: string, encoding: Encoding, units: number, pairs: boolean): SmsCount {
  const { single, each } = LIMITS[encoding];
  if (units <= single) return { encoding, units, parts: 1, left: single - units };
  if (!pairs) {
    const parts = Math.ceil(units / each);
    return { encoding, units, parts, left: parts * each - units };
  }
  let parts = 1;
  let used = 0;
  for (const char of text) {
    const size = encoding === 'UCS-2' ? char.length : extension.has(char) ? 2 : 1;
    if (used + size > each) {
      parts++;
      used = 0;
    }
    used += size;
  }
  return { encoding, units, parts, left: each - used };
}

/** What people type or paste that GSM 03.38 lacks, and what stands for it without loss of meaning. */
const replacements: Record<string, string> = {
  '‘': "'",
  '’': "'",
  '‚': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '–': '-',
  '—': '-',
  '‑': '-',
  '…': '...',
  '•': '*',
  '\u00a0': ' ',
  '\u2009': ' ',
  '\u202f': ' ',
  '\t': ' ',
  '`': "'",
  '₹': 'Rs.',
  '\u200b': '',
  '\ufeff': '',
};

/** The distinct characters that force UCS-2, in order of appearance. */
export const charactersForcingUcs2 = (text: string): string[] => [
  ...new Set([...text].filter((char) => !isGsm(char))),
];

/** The text with every character replaced that has a GSM stand-in; Devanagari and the like stay. */
export const replaceForGsm = (text: string): string => [...text].map((c) => replacements[c] ?? c).join('');

const PLACEHOLDER = /\{\{\s*([^{}]+?)\s*\}\}/g;

/** The distinct names of a body's `{{name}}` placeholders, in order of appearance. */
export const placeholders = (body: string): string[] => [
  ...new Set([...body.matchAll(PLACEHOLDER)].map((match) => match[1] as string)),
];

/**
 * The body with each placeholder's value in its place. `missing` lists the names that have no value
 * (absent or blank); their message must not be sent.
 */
export function renderBody(
  body: string,
  values: Readonly<Record<string, string | undefined>>,
): { text: string; missing: string[] } {
  const missing: string[] = [];
  const text = body.replace(PLACEHOLDER, (_, name: string) => {
    const value = own(values, name)?.trim();
    if (!value) missing.push(name);
    return value ?? '';
  });
  return { text, missing };
}
