import { GSM_BASIC, GSM_ESCAPE, GSM_EXTENSION } from './gsm.ts';
import { own } from './own.ts';

/** Maximum length of a campaign's or template's body, in UTF-16 code units. */
export const BODY_MAX = 2000;
/** Maximum parts of one message; a longer one is refused. */
export const PARTS_MAX = 10;

export type Encoding = 'GSM-7' | 'UCS-2';

/** Messages per encoding, for encodings that occur: two in a mixed campaign. */
export const encodingShares = (counts: Readonly<Record<Encoding, number>>): [Encoding, number][] =>
  (['GSM-7', 'UCS-2'] as const).flatMap((encoding) =>
    counts[encoding] > 0 ? [[encoding, counts[encoding]]] : [],
  );

export interface SmsCount {
  encoding: Encoding;
  /** Septets for GSM-7 (an extension character counts as two), UTF-16 code units for UCS-2. */
  units: number;
  parts: number;
  /** Units left in the last part. */
  left: number;
}

/** GSM 03.38 default alphabet, without the escape. */
const basic = new Set(GSM_BASIC);
basic.delete(String.fromCharCode(GSM_ESCAPE));
/** Its extension table: each character needs an escape, so two septets. */
const extension = new Set(Object.keys(GSM_EXTENSION));

/** Units of a single-part message, and of each part of a longer one. */
const GSM = { single: 160, each: 153 };
const UCS2 = { single: 70, each: 67 };

/** Whether a character can be sent in the GSM 03.38 alphabet. */
const isGsm = (char: string): boolean => basic.has(char) || extension.has(char);

/** Septets of a text in the GSM alphabet, and whether it has pairs; null when the text needs UCS-2. */
function septetsOf(text: string): { units: number; pairs: boolean } | null {
  let units = 0;
  let pairs = false;
  for (let i = 0; i < text.length; i++) {
    const char = text[i] as string;
    if (basic.has(char)) units++;
    else if (extension.has(char)) {
      units += 2;
      pairs = true;
    } else return null;
  }
  return { units, pairs };
}

/**
 * Encoding, length and number of parts of a text. A pair (escape and character, or two surrogates) is never split, so a
 * part may end one unit early. Zero parts for ''.
 */
export function sizeSms(text: string): Omit<SmsCount, 'left'> {
  const gsm = septetsOf(text);
  if (!gsm) {
    const units = text.length;
    return { encoding: 'UCS-2', units, parts: units <= UCS2.single ? 1 : ucs2Parts(text, 0) };
  }
  const { units, pairs } = gsm;
  return { encoding: 'GSM-7', units, parts: units === 0 ? 0 : gsmParts(text, units, pairs).parts };
}

/** The same, plus the room left in the last part as cut by `ucs2Ends`. */
export function countSms(text: string): SmsCount {
  const gsm = septetsOf(text);
  if (gsm) {
    const { units, pairs } = gsm;
    if (units === 0) return { encoding: 'GSM-7', units, parts: 0, left: GSM.single };
    return { encoding: 'GSM-7', units, ...gsmParts(text, units, pairs) };
  }
  const ends = ucs2Ends(text);
  const [parts, units] = [ends.length, text.length];
  const room = parts === 1 ? UCS2.single : UCS2.each;
  return { encoding: 'UCS-2', units, parts, left: room - (units - (ends.at(-2) ?? 0)) };
}

function gsmParts(text: string, units: number, pairs: boolean): Pick<SmsCount, 'parts' | 'left'> {
  const { single, each } = GSM;
  if (units <= single) return { parts: 1, left: single - units };
  if (!pairs) {
    const parts = Math.ceil(units / each);
    return { parts, left: parts * each - units };
  }
  let parts = 1;
  let used = 0;
  for (const char of text) {
    const size = extension.has(char) ? 2 : 1;
    if (used + size > each) {
      parts++;
      used = 0;
    }
    used += size;
  }
  return { parts, left: each - used };
}

/** The latest end of a part that starts here: full, without half of a surrogate pair. */
function latestEnd(text: string, start: number): number {
  const end = start + UCS2.each;
  if (end >= text.length) return text.length;
  const splitsPair = /[\ud800-\udbff][\udc00-\udfff]/.test(text.slice(end - 1, end + 1));
  return splitsPair ? end - 1 : end;
}

/** The number of parts that the rest of a long text needs when each is as full as possible. */
function ucs2Parts(text: string, start: number): number {
  let parts = 0;
  for (let at = start; at < text.length; at = latestEnd(text, at)) parts++;
  return parts;
}

/**
 * Two letters of English or Nepali of which the first is not a half letter and the second not a combining sign: a character
 * certainly ends between them. This saves most texts the segmenter, which takes some microseconds.
 */
const BETWEEN = /[ -~\u0904-\u0939\u093e-\u094c\u0964-\u096f][ -~\u0904-\u0939\u0958-\u0961\u0964-\u096f]/;

let graphemes: Intl.Segmenter | undefined;

/** Start of the character in which a part would end; `end` itself when it is between two characters. */
function wholeEnd(text: string, end: number): number {
  if (end === text.length || BETWEEN.test(text.slice(end - 1, end + 1))) return end;
  graphemes ??= new Intl.Segmenter('und', { granularity: 'grapheme' });
  return graphemes.segment(text).containing(end)?.index ?? end;
}

/**
 * Where the parts of a UCS-2 text end, in UTF-16 code units. A part ends between visible characters (a letter with its
 * vowel sign, a joined emoji) if that needs no more parts, so that handsets that show parts separately show whole
 * characters. Otherwise each part is as full as possible.
 */
export function ucs2Ends(text: string): number[] {
  if (text.length <= UCS2.single) return [text.length];
  const most = ucs2Parts(text, 0);
  const ends: number[] = [];
  for (let start = 0; start < text.length; ) {
    let end = latestEnd(text, start);
    const whole = wholeEnd(text, end);
    if (whole < end && whole > start && ends.length + 1 + ucs2Parts(text, whole) <= most) end = whole;
    ends.push(end);
    start = end;
  }
  return ends;
}

/** Common characters that GSM 03.38 lacks, with replacements that keep the meaning. */
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

/** The distinct characters that require UCS-2, in order of appearance. */
export const charactersForcingUcs2 = (text: string): string[] => [
  ...new Set([...text].filter((char) => !isGsm(char))),
];

/** Replaces every character that has a GSM replacement; Devanagari and the like are kept. */
export const replaceForGsm = (text: string): string => [...text].map((c) => replacements[c] ?? c).join('');

/** A name begins and ends with no space, or is one space alone: spaces matched in several ways would cost cubic time. */
export const PLACEHOLDER = /\{\{\s*([^{}\s](?:[^{}]*[^{}\s])?|\s(?=\}\}))\s*\}\}/g;

/** The distinct names of a body's `{{name}}` placeholders, in order of appearance. */
export const placeholders = (body: string): string[] => [
  ...new Set([...body.matchAll(PLACEHOLDER)].map((match) => match[1] as string)),
];

/**
 * Fills in the placeholders. `missing` lists the names without a value (absent or blank); such a message must not be sent.
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
