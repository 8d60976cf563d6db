/** Replies that stop messages, in English as operators define them and in Nepali. */
const stopWords: readonly string[] = [
  ...['stop', 'stopall', 'unsubscribe', 'cancel', 'end', 'quit', 'optout', 'revoke'],
  ...['रोक', 'रोक्नुस्', 'रोक्नुहोस्', 'स्टप'],
];
/** Replies that allow messages again. */
const startWords: readonly string[] = ['start', 'unstop', 'optin', 'सुरु', 'शुरु', 'स्टार्ट'];

/**
 * Normalises a word: composed, in lower case, without joiners and surrounding punctuation. Without spaces and dashes, because
 * people write "opt out" and "opt-out".
 */
const folded = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u200b-\u200f\u2060\ufeff\s\p{Pd}]/gu, '')
    .replace(/^[^\p{L}\p{N}]+|(?<![^\p{L}\p{M}\p{N}])[^\p{L}\p{M}\p{N}]+$/gu, '');

/**
 * What a reply asks for: `stop`, `start`, or undefined when it is not exactly one of the words. Case, spaces, dashes,
 * surrounding punctuation and Unicode forms do not matter; additional words do.
 */
export function readOptOut(text: string): 'stop' | 'start' | undefined {
  const word = folded(text);
  if (stopWords.includes(word)) return 'stop';
  return startWords.includes(word) ? 'start' : undefined;
}
