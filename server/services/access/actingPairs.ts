import { MESSAGE_TEXT } from '#schema/messageTexts.ts';
import { allows, type Pair } from '#schema/permissions.ts';

/**
 * What staff hold of a customer's own profile, account and sender names: `profile-my` of staff is their own, so reading
 * another's takes the pairs for users and accounts.
 */
const OWN = 'profile-my';
const readsOthers: readonly Pair[] = [
  ['user-list', 'get'],
  ['account-list', 'get'],
];

/**
 * What a member of staff may while signed in as a customer: read what both of them may, and texts of messages where the
 * member of staff may: no customer holds that pair (messageTexts.ts). Worked out at each request, so that what is taken from
 * either counts at once.
 */
export const actingPairs = (customer: readonly Pair[], staff: readonly Pair[]): Pair[] => [
  ...customer.filter(
    ([name, verb]) =>
      verb === 'get' &&
      (name === OWN ? readsOthers.every((pair) => allows(staff, pair)) : allows(staff, [name, verb])),
  ),
  ...(allows(staff, MESSAGE_TEXT) ? [MESSAGE_TEXT] : []),
];
