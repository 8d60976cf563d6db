/** What people answer when they want no more messages, in English as operators know it and in Nepali. */
const stopWords: readonly string[] = [
  ...['stop', 'stopall', 'unsubscribe', 'cancel', 'end', 'quit', 'optout', 'revoke'],
  ...['रोक', 'रोक्नुस्', 'रोक्नुहोस्'],
];
/** What they answer when they want them again. */
const startWords: readonly string[] = ['start', 'unstop', 'सुरु', 'शुरु'];

/** One spelling of a word: composed, in small letters, without joiners, and without what stands around it. */
const folded = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u200b-\u200f\u2060\ufeff]/g, '')
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{M}\p{N}]+$/gu, '');

/**
 * What an answer to a message asks for: `stop`, `start`, or undefined for one that is not just one of the
 * words. Case, space and punctuation around it and Unicode's spellings do not matter; further words do.
 */
export function readOptOut(text: string): 'stop' | 'start' | undefined {
  const word = folded(text);
  if (stopWords.includes(word)) return 'stop';
  return startWords.includes(word) ? 'start' : undefined;
}
