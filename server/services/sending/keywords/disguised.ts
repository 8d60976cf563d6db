import { isDigit, type Letters, lettersOf, NO_GAP, SIGNS, SPACE } from './letters.ts';
import { shortWords } from './shortWords.ts';

/** Maximum punctuation marks between two letters of a word; more form a line. */
const SIGNS_MAX = 3;
/** From this length on, a keyword is found even if white space splits it anywhere. */
const LONG = 6;
/** Maximum letters of a piece that is looked up among short words. */
const SHORT = 3;
/** Shorter keywords are not searched in disguise, because too many words contain them. */
const LEAST = 3;

/** Words separated by white space, dots, dashes and apostrophes: other signs are part of a keyword's meaning. */
const OF_WORDS = /^[\p{L}\p{M}\p{N}\s.'’_-]+$/u;

interface Node<K> {
  next: Map<string, Node<K>>;
  ends: { keyword: K; gaps: readonly number[] }[];
}

/** Where a keyword is: positions in the text that was read. */
export interface Disguised<K> {
  keyword: K;
  start: number;
  end: number;
}

const newNode = <K>(): Node<K> => ({ next: new Map(), ends: [] });

/**
 * Compiles a search for disguised keywords: with gaps, accents, look-alikes and digits for letters. A match begins and ends
 * at a word border. The cost grows with the text, not with the number of keywords.
 */
export function disguisedFinder<K extends { keyword: string }>(
  keywords: readonly K[],
): (text: string) => Disguised<K>[] {
  const root = newNode<K>();
  for (const keyword of keywords) {
    if (!OF_WORDS.test(keyword.keyword)) continue;
    const { letters, gaps } = lettersOf(keyword.keyword);
    if (letters.length < LEAST || letters.every(isDigit)) continue;
    let node = root;
    for (const letter of letters) {
      const next = node.next.get(letter) ?? newNode<K>();
      node.next.set(letter, next);
      node = next;
    }
    node.ends.push({ keyword, gaps });
  }
  if (root.next.size === 0) return () => [];

  return (text) => {
    const read = lettersOf(text);
    const { letters, alternatives, gaps, signs, starts, ends } = read;
    const found: Disguised<K>[] = [];
    const visit = (node: Node<K>, first: number, at: number): void => {
      if (node.ends.length > 0 && (at === letters.length || gaps[at] !== NO_GAP)) {
        for (const { keyword, gaps: own } of node.ends) {
          if (isMeant(read, first, at, own))
            found.push({ keyword, start: starts[first] as number, end: ends[at - 1] as number });
        }
      }
      if (at >= letters.length || (at > first && (signs[at] as number) > SIGNS_MAX)) return;
      const letter = letters[at] as string;
      const same = node.next.get(letter);
      if (same) visit(same, first, at + 1);
      for (const other of alternatives[at] as string) {
        const next = node.next.get(other);
        if (next) visit(next, first, at + 1);
      }
    };
    for (let first = 0; first < letters.length; first++) {
      if (first === 0 || gaps[first] !== NO_GAP) visit(root, first, first);
    }
    return found;
  };
}

/**
 * Whether letters that spell a keyword are meant as one word: not only digits (`505` is not `sos`), and, if white space
 * splits them, in pieces that are not words themselves. `own` are the keyword's own gaps.
 */
function isMeant({ letters, gaps }: Letters, first: number, end: number, own: readonly number[]): boolean {
  let hasLetter = false;
  let isSplit = false;
  for (let at = first; at < end; at++) {
    if (!isDigit(letters[at] as string)) hasLetter = true;
    if (at > first && gaps[at] === SPACE && (own[at - first] ?? NO_GAP) === NO_GAP) isSplit = true;
  }
  if (!hasLetter) return false;
  if (!isSplit || end - first >= LONG) return true;
  const pieces: string[] = [];
  for (let at = first; at < end; at++) {
    const before = at === first || (gaps[at] as number) >= SIGNS ? '' : pieces.pop();
    pieces.push(`${before}${letters[at]}`);
  }
  return pieces.every((piece) => piece.length === 1) || pieces.some(isNoWord);
}

/** Whether a piece is not a word of its own; numbers are. */
const isNoWord = (piece: string): boolean =>
  piece.length <= SHORT && !shortWords.has(piece) && ![...piece].every(isDigit);
