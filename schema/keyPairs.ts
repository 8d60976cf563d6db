import { allows, isStaff, type Pair } from './permissions.ts';

const post = (name: string): Pair => [name, 'post'];

/**
 * Pairs that no key can have. With them, a key could make keys, change where reports go or extend its own rights. Changes
 * to one's own account need the person; a key may read the profile if it has the pair.
 */
const peoples: readonly Pair[] = [
  ['api-key-list', 'post'],
  ['webhook-list', 'post'],
  ['profile-my', 'post'],
  ['user-list', 'post'],
  // Names and addresses of colleagues are for people, too.
  ['team-list', 'get'],
  ['team-list', 'post'],
  // Everything in one file: whoever starts and fetches it is a person.
  ['account-export', 'get'],
  ['account-export', 'post'],
  // Nothing brings back what was erased.
  ['erasure', 'get'],
  ['erasure', 'post'],
  ['sign-in-as', 'get'],
  // Identity papers, because a key bypasses the second factor.
  ['kyc-list', 'get'],
  ['kyc-submit', 'post'],
];

/**
 * Further pairs that staff keys cannot have: moving money, changing prices, accounts, personal data or the provider's
 * settings. A key bypasses the second factor, and staff can reach every account.
 */
const staffs: readonly Pair[] = [
  ...(['payment-reference-list', 'wallet-list', 'topup-list', 'package-list'] as const).map(post),
  ...(['product-pricing-list', 'package-sale-list'] as const).map(post),
  ...(['account-list', 'kyc-list', 'setting-list'] as const).map(post),
];

/** The pairs that a user of a role may give to an API key, out of those that the user holds. */
export const grantable = (held: readonly Pair[], role: string): Pair[] =>
  held.filter((pair) => !allows(peoples, pair) && !(isStaff(role) && allows(staffs, pair)));
