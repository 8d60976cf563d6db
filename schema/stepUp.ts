import { z } from 'zod';
import { allows, type Pair } from './permissions.ts';
import { selfProof } from './twoFactor.ts';

/**
 * Pairs whose operations change money, prices, users or settings, or open a customer's account. Users whose last proof is
 * older than `step_up_minutes` (provider settings) must first prove their identity again. Read operations are never
 * interrupted. Staff API keys have none of these pairs (keyPairs.ts), and neither have customers.
 */
export const stepUpPairs: readonly Pair[] = [
  ['payment-reference-list', 'post'],
  ['wallet-list', 'post'],
  ['user-list', 'post'],
  ['account-list', 'post'],
  ['setting-list', 'post'],
  // Prices of messages and packages determine what every wallet is charged.
  ['product-pricing-list', 'post'],
  ['package-sale-list', 'post'],
  // Lets whoever sits at the screen see a customer's data, including numbers and papers.
  ['sign-in-as', 'get'],
];

export const needsStepUp = (pair: Pair): boolean => allows(stepUpPairs, pair);

/** POST: proves the caller's identity, by a code if two-factor sign-in is on, otherwise by password (ours). */
export const PROVE = '/v1/autho/prove/';
export const prove = z.strictObject(selfProof);
