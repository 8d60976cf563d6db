/** Operators of Nepal, by code. `unknown` is a valid mobile number outside all known ranges. */
export const operators = ['ntc', 'ncell', 'smart', 'hello', 'unknown'] as const;
export type Operator = (typeof operators)[number];

/** A range of numbers: ten digits that start with `prefix` belong to `operator`. */
export interface NumberRange {
  prefix: string;
  operator: Operator;
  /** For numbers of a closed operator there is a warning before anything is charged. */
  closed: boolean;
}

/**
 * Nepal's mobile ranges as first seeded; a server stores them as dated rows that its administrator edits. Sources:
 * libphonenumber's data (resources/metadata/977/ranges.csv) and the press (Smart and Hello Nepal have closed). That data
 * assigns 972 to UTL, which is not one of our operators, and 960 to STM Telecom. Both stay unknown, and numbers outside all
 * ranges get no messages.
 */
export const nepalRanges: readonly NumberRange[] = [
  ...['974', '975', '976', '984', '985', '986'].map((p) => ({
    prefix: p,
    operator: 'ntc' as const,
    closed: false,
  })),
  ...['970', '971', '980', '981', '982', '900'].map((p) => ({
    prefix: p,
    operator: 'ncell' as const,
    closed: false,
  })),
  ...['961', '962', '988'].map((p) => ({ prefix: p, operator: 'smart' as const, closed: true })),
  { prefix: '963', operator: 'hello', closed: true },
];

const known = new Map(nepalRanges.map((r) => [r.prefix, r]));

/** The range of an E.164 number; undefined outside Nepal's ranges. */
export const rangeOf = (e164: string): NumberRange | undefined =>
  e164.startsWith('+977') ? known.get(e164.slice(4, 7)) : undefined;

export const operatorOf = (e164: string): Operator => rangeOf(e164)?.operator ?? 'unknown';

const DEVANAGARI_ZERO = 0x0966;

/** Replaces Devanagari digits with Latin ones; all other characters are kept. */
export const latinDigits = (text: string): string =>
  text.replace(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - DEVANAGARI_ZERO));

export type PhoneProblem =
  | 'empty'
  | 'not-a-number'
  | 'rounded'
  | 'too-short'
  | 'too-long'
  | 'landline'
  | 'foreign';
export type PhoneResult =
  | { phone: string; problem?: undefined }
  | { phone?: undefined; problem: PhoneProblem };

const problem = (of: PhoneProblem): PhoneResult => ({ problem: of });

const MOBILE = /^9[0678]\d{8}$/;
/** The common forms of a number. The others take a slower, more careful path. */
const USUAL = /^(?:\+977[ -]?|0)?(9[0678]\d)[ -]?(\d{7})$/;
/** A large number as Excel exports it to CSV, such as 9.841E+09. */
const EXPONENT = /^\+?(\d)(?:[.,](\d+))?E\+?(\d{1,2})$/i;
const BETWEEN_DIGITS = /[\s()‐-―\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff/-]/g;

/** A whole number with thousands separators, as spreadsheets show it: 9,841,234,567 or 9,84,10,00,001. */
const GROUPED = /^\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.0+)?$/;

/** The `.0` that spreadsheets add to a whole number. */
const FRACTION = /(\d{10})\.0+$|\.0$/;

/** Expands an exponent; undefined when the spreadsheet has rounded digits away. */
function withoutExponent(text: string): string | undefined {
  const [, first, decimals = '', exponent] = EXPONENT.exec(text) ?? [];
  if (first === undefined) return text;
  const lost = Number(exponent) - decimals.length;
  if (lost === 0) return first + decimals;
  return lost > 0 && Number(exponent) >= 9 ? undefined : text;
}

/**
 * Parses a mobile number of Nepal as people write it (spaces, dashes, +977, 00977, 0977, 0, Devanagari digits) and as
 * spreadsheets do (`9841234567.0`, `9,841,234,567`, a leading apostrophe) into E.164, or says why it is invalid. Mobile
 * numbers have ten digits and start with 9 and then 0, 6, 7 or 8; landlines cannot receive SMS. Other text next to the
 * number is refused, because which digits are meant would be a guess.
 */
export function readPhone(raw: string): PhoneResult {
  if (MOBILE.test(raw)) return { phone: `+977${raw}` };
  const usual = USUAL.exec(raw);
  if (usual) return { phone: `+977${usual[1]}${usual[2]}` };
  const whole = withoutExponent(latinDigits(raw.trim()).replace(/^['\s]+/, ''));
  if (whole === undefined) return problem('rounded');
  const joined = (GROUPED.test(whole) ? whole.replaceAll(',', '') : whole).replace(BETWEEN_DIGITS, '');
  const text = joined.includes('.') ? joined.replace(FRACTION, '$1').replaceAll('.', '') : joined;
  if (text === '') return problem('empty');
  if (!/^\+?\d+$/.test(text)) return problem('not-a-number');
  const international = text.startsWith('+') || text.startsWith('00');
  let digits = text.replace(/^(\+|00|0(?=977\d{8}))/, '');
  if (digits.startsWith('977') && (international || digits.length > 10)) digits = digits.slice(3);
  else if (international) return problem('foreign');
  digits = digits.replace(/^0/, '');
  if (MOBILE.test(digits)) return { phone: `+977${digits}` };
  if (/^0?[1-8]\d{6,8}$/.test(digits)) return problem('landline');
  return problem(digits.length < 10 ? 'too-short' : digits.length > 10 ? 'too-long' : 'not-a-number');
}
