import type { ReceiptStatus } from './link.ts';

/** A receipt's word of state (SMPP 3.4, Appendix B), by its first letters, because operators abbreviate it differently. */
const WORDS: readonly (readonly [prefix: string, status: ReceiptStatus])[] = [
  ['DELIV', 'delivered'],
  ['DELET', 'undelivered'],
  ['EXPIR', 'expired'],
  ['UNDELIV', 'undelivered'],
  ['FAIL', 'undelivered'],
  ['REJ', 'rejected'],
  // From smscentral.com.au: no credit left there, and a failure of the operator's system.
  ['NOCRED', 'rejected'],
  ['SYSERR', 'undelivered'],
  ['ACCEPT', 'pending'],
  ['ACKED', 'pending'],
  ['BUFF', 'pending'],
  ['ENROUTE', 'pending'],
  ['SCHED', 'pending'],
  // "The message is in an invalid state": says neither that it arrived nor that it did not.
  ['UNKNOWN', 'unknown'],
  ['SKIPPED', 'undelivered'],
];

/** What an operator's word says about a message; `unknown` for a word that is in no table. */
export function statusOfWord(word: string): ReceiptStatus {
  const upper = word.toUpperCase();
  // Whole words: of Viber.
  if (upper === 'READ' || upper === 'SEEN') return 'read';
  return WORDS.find(([prefix]) => upper.startsWith(prefix))?.[1] ?? 'unknown';
}
