import { MESSAGE_TEXT } from '#schema/messageTexts.ts';
import { allows, type Pair } from '#schema/permissions.ts';

/**
 * Pairs for a customer's own profile, account and sender IDs. `profile-my` of staff is for their own, so reading a
 * customer's needs the pairs for users and accounts.
 */
const OWN = 'profile-my';
/** Everything of an account in one file is for its own people. */
const PEOPLES = 'account-export';
const readsOthers: readonly Pair[] = [
  ['user-list', 'get'],
  ['account-list', 'get'],
];

/**
 * The rights of staff signed in as a customer: to read what both of them may, and texts of messages if the staff member
 * may, because no customer has that pair (messageTexts.ts). Computed for each request, so that revoked rights apply at
 * once.
 */
export const actingPairs = (customer: readonly Pair[], staff: readonly Pair[]): Pair[] => [
  ...customer.filter(
    ([name, verb]) =>
      verb === 'get' &&
      name !== PEOPLES &&
      (name === OWN ? readsOthers.every((pair) => allows(staff, pair)) : allows(staff, [name, verb])),
  ),
  ...(allows(staff, MESSAGE_TEXT) ? [MESSAGE_TEXT] : []),
];
