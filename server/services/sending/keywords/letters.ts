import unhomoglyph from 'unhomoglyph';

/** What is between two letters: nothing, only punctuation (`c-a`, `c...a`), or also white space. */
export const NO_GAP = 0;
export const SIGNS = 1;
export const SPACE = 2;

/**
 * A text as letters for the keyword search. Each array has an entry per letter; positions are UTF-16 code units of the
 * text. `alternatives` are other letters it may stand for; '' for none.
 */
export interface Letters {
  letters: string[];
  alternatives: string[];
  /** What precedes the letter, and how many signs. */
  gaps: number[];
  signs: number[];
  starts: number[];
  ends: number[];
}

/** Digits used as letters. */
const FOR_DIGITS: Readonly<Record<string, string>> = { 0: 'o', 1: 'il', 3: 'e', 4: 'a', 5: 's', 7: 't' };

export const isDigit = (letter: string): boolean =>
  (letter >= '0' && letter <= '9') || (letter >= '०' && letter <= '९');

/** The one Devanagari digit that looks like a Latin letter. */
const DEVANAGARI_ZERO = '०';

const LETTER = /^[\p{L}\p{M}\p{N}]$/u;
const UNSEEN = /^\p{Default_Ignorable_Code_Point}$/u;
const SPACES = /^\s$/u;
/** Scripts whose look-alikes of Latin letters are letters of other words, and whose marks are not accents. */
const INDIC = /^[\u0900-\u097f\ua8e0-\ua8ff\u1cd0-\u1cff]$/u;
/** Accents of Latin, Greek and Cyrillic letters, without vowel signs, virama and nukta. */
const ACCENTS = /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]/g;
const MAPPED = /^[\p{L}\p{M}\p{N}\p{So}]$/u;

interface Folded {
  /** One for each letter that the character stands for; none for invisible ones. */
  letters: readonly string[];
  alternatives: string;
  gap: number;
}

const known = new Map<string, Folded>();
/** Size of the cache; a text has few different characters. */
const KNOWN_MAX = 20_000;

const withoutAccents = (text: string): string => text.normalize('NFD').replace(ACCENTS, '');

/** The Latin letters that a character looks like (Unicode TR39), in lower case; unchanged if it looks like none. */
function looksLike(char: string): string {
  if (char <= '\x7f' || !MAPPED.test(char)) return char;
  const prototype = withoutAccents(unhomoglyph(char));
  return /^[A-Za-z]+$/.test(prototype) ? prototype : char;
}

function foldChar(char: string): Folded {
  if (UNSEEN.test(char)) return { letters: [], alternatives: '', gap: NO_GAP };
  if (SPACES.test(char)) return { letters: [], alternatives: '', gap: SPACE };
  if (INDIC.test(char)) {
    const parts = [...char.normalize('NFD')];
    const isWord = parts.every((part) => LETTER.test(part));
    return isWord
      ? { letters: parts, alternatives: char === DEVANAGARI_ZERO ? 'o' : '', gap: NO_GAP }
      : { letters: [], alternatives: '', gap: SIGNS };
  }
  const plain = withoutAccents(char.normalize('NFKC'));
  // A combining accent.
  if (plain === '') return { letters: [], alternatives: '', gap: NO_GAP };
  // The look-alike first, because upper and lower case may look like different letters.
  const seen = [...plain].map(looksLike).join('').toUpperCase().toLowerCase();
  const letters = [...withoutAccents([...seen].map(looksLike).join('').toLowerCase())].filter((one) =>
    LETTER.test(one),
  );
  if (letters.length === 0) return { letters, alternatives: '', gap: SIGNS };
  const [first = ''] = letters;
  // TR39 has one shape for l, I, 1 and the like.
  const isStroke = letters.length === 1 && first === 'l' && char > '\x7f';
  return { letters, alternatives: isStroke ? 'i' : (FOR_DIGITS[first] ?? ''), gap: NO_GAP };
}

function folded(char: string): Folded {
  const found = known.get(char);
  if (found) return found;
  if (known.size >= KNOWN_MAX) known.clear();
  const made = foldChar(char);
  known.set(char, made);
  return made;
}

/** Most characters of most texts. */
const ASCII = Array.from({ length: 0x80 }, (_, code) => foldChar(String.fromCharCode(code)));

const isLower = (char: string | undefined): boolean => char !== undefined && char >= 'a' && char <= 'z';
const isUpper = (char: string | undefined): boolean => char !== undefined && char >= 'A' && char <= 'Z';

/** A small l among capitals may be an I, and a capital I before small letters an l. */
function strokeOf(char: string, before: string | undefined, after: string | undefined): string {
  if (char === 'l' && !isLower(before) && !isLower(after) && (isUpper(before) || isUpper(after))) return 'i';
  return char === 'I' && isLower(after) ? 'l' : '';
}

/** Reads a text as letters: without case, accents and invisible characters, with look-alikes replaced. */
export function lettersOf(text: string): Letters {
  const result: Letters = { letters: [], alternatives: [], gaps: [], signs: [], starts: [], ends: [] };
  const { letters, alternatives, gaps, signs, starts, ends } = result;
  let gap = NO_GAP;
  let count = 0;
  let at = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    const char = code < 0x80 ? (text[at] as string) : String.fromCodePoint(text.codePointAt(at) as number);
    const {
      letters: parts,
      alternatives: others,
      gap: itsGap,
    } = code < 0x80 ? (ASCII[code] as Folded) : folded(char);
    if (itsGap > gap) gap = itsGap;
    if (itsGap === SIGNS) count++;
    for (const part of parts) {
      letters.push(part);
      alternatives.push(
        others || (char === 'l' || char === 'I' ? strokeOf(char, text[at - 1], text[at + 1]) : ''),
      );
      gaps.push(gap);
      signs.push(count);
      starts.push(at);
      ends.push(at + char.length);
      gap = NO_GAP;
      count = 0;
    }
    at += char.length;
  }
  return result;
}
