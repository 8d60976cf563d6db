import { allows, isStaff, type Pair, type Role } from './permissions.ts';

const post = (name: string): Pair => [name, 'post'];

/**
 * Pairs that no key has, whoever makes it: with them a key could make keys, change where reports go, or
 * become more than it is. What a person does to their own account needs the person; their profile a key reads
 * where it was given the pair.
 */
const peoples: readonly Pair[] = [
  ['api-key-list', 'post'],
  ['webhook-list', 'post'],
  ['profile-my', 'post'],
  ['user-list', 'post'],
  ['sign-in-as', 'get'],
  // Identity papers: a key passes by the second factor.
  ['kyc-list', 'get'],
  ['kyc-submit', 'post'],
];

/**
 * What no key of staff may, beside those: move money, change what things cost, or change accounts, what is known of
 * people, and the provider's settings. A key passes by the second factor, and staff reach every account.
 */
const staffs: readonly Pair[] = [
  ...(['payment-reference-list', 'wallet-list', 'topup-list', 'package-list'] as const).map(post),
  ...(['product-pricing-list', 'package-sale-list'] as const).map(post),
  ...(['account-list', 'kyc-list', 'setting-list'] as const).map(post),
];

/** Of the pairs that somebody of a role holds, those that they may give to an API key. */
export const grantable = (held: readonly Pair[], role: Role): Pair[] =>
  held.filter((pair) => !allows(peoples, pair) && !(isStaff(role) && allows(staffs, pair)));
