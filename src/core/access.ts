import type { Feature } from '#schema/features.ts';
import { allows, type Pair } from '#schema/permissions.ts';
import { entityNamed } from './entities.ts';
import { searchPairs, settingsPair } from './entityTable.ts';
import { offers } from './offers.ts';
import { offersAction } from './offersAction.ts';
import { getUser, isStaffHere } from './session.ts';
import { opensForm } from './writing.ts';

/** What the routes that are no entity need; true is open to every signed-in user. */
const pages: Record<string, Pair | boolean> = {
  '': true,
  'sms/bulk-sms': ['bulk-sms', 'post'],
  'wallet/online': ['topup-list', 'get'],
  profile: ['profile-my', 'get'],
  'admin/settings': settingsPair,
  'admin/failover': settingsPair,
};

/** Pages that write, and the pair for it. */
const writingPages: Record<string, Pair> = { 'wallet/topup-history/create': ['topup-list', 'post'] };

/** Pages that any of several pairs opens. */
const openedByAny: Record<string, readonly Pair[]> = { 'admin/search': searchPairs };

/** What the pages need that not every server offers. */
const pageFeatures: Record<string, Feature> = {
  'wallet/online': 'online-payments',
  'admin/settings': 'settings',
  'admin/failover': 'failover',
  'admin/search': 'search',
};

/**
 * Whether the server offers what a screen is made of. Where it does not, there is no such page. A record that cannot be
 * asked for by itself is looked for in its list (dataProvider.ts).
 */
export const isServed = (route: string, action?: string): boolean => {
  const feature = pageFeatures[route];
  return feature ? offers(feature) : offersAction(route, action === 'show' ? 'list' : action);
};

/** Whether a route is of a page that is no entity. */
export const isPage = (route: string): boolean =>
  [pages, writingPages, openedByAny].some((known) => Object.hasOwn(known, route));

const needed = { create: 'create', edit: 'update', delete: 'delete' } as const;

/** Whether the signed-in user may: answered from memory, without a call. */
export const may = (asked: Pair | boolean): boolean => allows(getUser()?.ui_permissions, asked);

/**
 * Whether a form that writes with this pair is there for the signed-in user (writing.ts). A server whose profile says what
 * it offers has all our pairs: who lacks one may not.
 */
export function mayFill(write: Pair, read?: Pair | true): boolean {
  const user = getUser();
  const isOurs = Boolean(user?.offers) && !user?.isDocumented;
  return isOurs ? may(write) : opensForm(user?.ui_permissions, write, read);
}

/** Whether the signed-in user reads the KYC records of all accounts; everybody else has their own account's. */
export const reviewsKyc = (): boolean => isStaffHere() && may(['kyc-list', 'get']);

/** Whether the server offers an action on a route's records, and the signed-in user may. */
export function mayDo(route: string, action = 'list'): boolean {
  if (!isServed(route, action)) return false;
  const entity = entityNamed(route);
  if (!entity) {
    const write = writingPages[route];
    return write ? mayFill(write) : (openedByAny[route] ?? [pages[route] ?? false]).some(may);
  }
  const write = action in needed ? needed[action as keyof typeof needed] : undefined;
  if (!write) return [entity.read, ...entity.alsoRead].some(may);
  return entity.write !== null && entity.writes.includes(write) && mayFill(entity.write);
}

/** What an account is used by: buying, sending, and paying in. */
const usedBy: readonly Pair[] = [
  ['package-list', 'post'],
  ['bulk-sms', 'post'],
  ['topup-list', 'post'],
];

/**
 * Whether the signed-in user uses the account that they belong to. Support holds pairs that read packages, money and templates
 * for its sessions as a customer; in its own session they would show the provider's account, which it can do nothing with.
 */
export const usesOwnAccount = (): boolean => !isStaffHere() || usedBy.some(may);

/** Whether a screen is of the own account's records; packages for sale are everybody's, to buy for that account. */
const isOfOwnAccount = (route: string): boolean =>
  route === 'packages/sms' || entityNamed(route)?.tenancy === 'own';

/** Whether menu, palette and shortcuts offer a screen: its route may be open to users who do not need it. */
export const isOffered = (route: string): boolean =>
  mayDo(route) && (!isOfOwnAccount(route) || usesOwnAccount() || mayDo(route, 'create'));
