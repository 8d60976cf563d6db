import { z } from 'zod';
import { allows, type Pair } from './permissions.ts';
import { selfProof } from './twoFactor.ts';

/**
 * Pairs whose operations change money, prices, users or settings, or open a customer's account. Before one, users whose last proof is older than `step_up_minutes`
 * (Provider settings) are asked to prove themselves again. Operations that only read are never held up. API keys of staff hold none of these
 * pairs (keyPairs.ts), and customers none at all.
 */
export const stepUpPairs: readonly Pair[] = [
  ['payment-reference-list', 'post'],
  ['wallet-list', 'post'],
  ['user-list', 'post'],
  ['account-list', 'post'],
  ['setting-list', 'post'],
  // What messages and packages cost decides what is taken from every wallet.
  ['product-pricing-list', 'post'],
  ['package-sale-list', 'post'],
  // Opens what a customer sees, their numbers and papers, to whoever sits at the screen.
  ['sign-in-as', 'get'],
];

export const needsStepUp = (pair: Pair): boolean => allows(stepUpPairs, pair);

/** POST: shows that it is the caller, by a code where two-factor sign-in is on, else by their password (ours). */
export const PROVE = '/v1/autho/prove/';
export const prove = z.strictObject(selfProof);
