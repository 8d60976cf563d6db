import type { Feature } from '#schema/features.ts';
import { allows, type Pair } from '#schema/permissions.ts';
import { entityNamed } from './entities.ts';
import { ownReports, reports, searchPairs, settingsPair } from './entityTable.ts';
import { namesItsFeatures, offers } from './offers.ts';
import { offersAction } from './offersAction.ts';
import { getUser, isStaffHere } from './session.ts';
import { opensForm } from './writing.ts';

/** What routes without an entity need; true means open to every signed-in user. */
const pages: Record<string, Pair | boolean> = {
  '': true,
  'sms/bulk-sms': ['bulk-sms', 'post'],
  'wallet/online': ['topup-list', 'get'],
  profile: ['profile-my', 'get'],
  reports: ownReports.pair,
  'admin/reports': reports.pair,
  'admin/settings': settingsPair,
  'admin/failover': settingsPair,
};

/** Pages that write, with the pair that they need. */
const writingPages: Record<string, Pair> = { 'wallet/topup-history/create': ['topup-list', 'post'] };

/** Pages that any of several pairs opens. */
const openedByAny: Record<string, readonly Pair[]> = { 'admin/search': searchPairs };

/** Features that the pages need and that not every server offers. */
const pageFeatures: Record<string, Feature> = {
  'wallet/online': 'online-payments',
  reports: 'reports',
  'admin/reports': 'reports',
  'admin/settings': 'settings',
  'admin/failover': 'failover',
  'admin/search': 'search',
};

/**
 * Whether the server offers what a screen needs. If it does not, the page does not exist. A record that
 * cannot be requested alone is looked up in its list (dataProvider.ts).
 */
export const isServed = (route: string, action?: string): boolean => {
  const feature = pageFeatures[route];
  return feature ? offers(feature) : offersAction(route, action === 'show' ? 'list' : action);
};

/** Whether a route belongs to a page without an entity. */
export const isPage = (route: string): boolean =>
  [pages, writingPages, openedByAny].some((known) => Object.hasOwn(known, route));

const needed = { create: 'create', edit: 'update', delete: 'delete' } as const;

/** Whether the signed-in user has access: answered from memory, without a call. */
export const hasPermission = (required: Pair | boolean): boolean =>
  allows(getUser()?.ui_permissions, required);

/**
 * Whether the signed-in user gets a form that writes with this pair (writing.ts). A server whose profile has
 * `offers` knows all our pairs, so a user without the pair has no access.
 */
export function canFillForm(write: Pair, read?: Pair | true): boolean {
  return namesItsFeatures() ? hasPermission(write) : opensForm(getUser()?.ui_permissions, write, read);
}

/**
 * Whether the signed-in user can read the KYC records of all accounts; others can read only their own
 * account's.
 */
export const reviewsKyc = (): boolean => isStaffHere() && hasPermission(['kyc-list', 'get']);

/** Whether the server offers an action on a route's records and the signed-in user may do it. */
export function canAccess(route: string, action = 'list'): boolean {
  if (!isServed(route, action)) return false;
  const entity = entityNamed(route);
  if (!entity) {
    const write = writingPages[route];
    return write ? canFillForm(write) : (openedByAny[route] ?? [pages[route] ?? false]).some(hasPermission);
  }
  const write = action in needed ? needed[action as keyof typeof needed] : undefined;
  if (!write) return [entity.read, ...entity.alsoRead].some(hasPermission);
  return entity.write !== null && entity.writes.includes(write) && canFillForm(entity.write);
}

/**
 * Whether the signed-in user can buy packages. Reading the list of packages for sale is not enough: a team's viewer may,
 * and buys nothing.
 */
export const canBuyPackages = (): boolean =>
  canAccess('packages/sms') && hasPermission(['package-list', 'post']);

/** The actions of using an account: buying, sending and paying in. */
const usedBy: readonly Pair[] = [
  ['package-list', 'post'],
  ['bulk-sms', 'post'],
  ['topup-list', 'post'],
];

/**
 * Whether the signed-in user uses the account that they belong to. Support has pairs that read packages,
 * money and templates for its sessions as a customer; in its own session they would show the provider's
 * account, which support cannot act on.
 */
export const usesOwnAccount = (): boolean => !isStaffHere() || usedBy.some(hasPermission);

/**
 * Whether a screen shows the own account's records. Packages for sale are visible to everybody, but are
 * bought for that account.
 */
const isOfOwnAccount = (route: string): boolean =>
  route === 'packages/sms' || entityNamed(route)?.tenancy === 'own';

/** Whether menu, palette and shortcuts offer a screen: a route can be open to users who do not need it. */
export const isOffered = (route: string): boolean =>
  canAccess(route) && (!isOfOwnAccount(route) || usesOwnAccount() || canAccess(route, 'create'));
