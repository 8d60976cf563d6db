import type { ReceiptStatus } from './link.ts';

/** A receipt's word of state (SMPP 3.4, Appendix B), by its first letters, because operators abbreviate it differently. */
const WORDS: readonly (readonly [prefix: string, status: ReceiptStatus])[] = [
  ['DELIVERING', 'pending'],
  // Of HTTP APIs: handed on, such as OneAPI's DeliveredToNetwork.
  ['DELIVEREDTONETWORK', 'pending'],
  ['DELIVEREDTOOPERATOR', 'pending'],
  ['DELIVEREDTOGATEWAY', 'pending'],
  ['DELIVEREDTOSMSC', 'pending'],
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
  ['IMPOSSIBLE', 'undelivered'],
  ['NOTDELIV', 'undelivered'],
];

/** What follows in `delivery_failed` and the like decides; what is in no table may be anything. */
const AFTER_DELIVERY: typeof WORDS = [
  ...WORDS,
  ['SUCCE', 'delivered'],
  ['OK', 'delivered'],
  ['DONE', 'delivered'],
];
const DELIVERY = 'DELIVERY';

/** What an operator's word says about a message; `unknown` for a word that is in no table. */
export function statusOfWord(word: string): ReceiptStatus {
  const letters = word.toUpperCase().replace(/[^A-Z]/g, '');
  // Whole words: of Viber.
  if (letters === 'READ' || letters === 'SEEN') return 'read';
  const [said, words] = letters.startsWith(DELIVERY)
    ? [letters.slice(DELIVERY.length), AFTER_DELIVERY]
    : [letters, WORDS];
  return words.find(([prefix]) => said.startsWith(prefix))?.[1] ?? 'unknown';
}
