import type { Outline } from '#schema/outline.ts';
import { isOffered, reviewsKyc } from '../core/access.ts';
import { entities } from '../core/entities.ts';
import { routeOf } from '../core/route.ts';
import { isStaffHere } from '../core/session.ts';

/** Queues of records that wait for a decision by staff (useWaiting.ts). */
export type Queue = 'kyc' | 'payments' | 'senders' | 'viber' | 'campaigns';

export interface Entry {
  /** Translation key; a resource's own name (`resources.contact.name`) is shown in the plural. */
  label: string;
  /** The route without its leading slash, which is also the name used for access checks. */
  route: string;
  /** An additional condition, if more people may open the route than need the entry. */
  when?: () => boolean;
  /** Other routes that highlight this entry. */
  also?: readonly string[];
  /** The entry shows how many records of this queue wait for a decision. */
  queue?: Queue;
}

export interface Group {
  label: string;
  /** Translation key of the heading that the group is listed under, together with its neighbours. */
  section?: string;
  /** Routes with these prefixes open the group, besides those of its entries. */
  prefixes: readonly string[];
  /**
   * Routes that open the group but highlight no entry, because the specification has none for them.
   */
  unlit?: readonly string[];
  entries: readonly Entry[];
}

export const isGroup = (item: Entry | Group): item is Group => 'entries' in item;

const ADMINISTRATION = 'menu.administration';

/** Words, order and groups of the specification's section 2, for the screens that exist. */
const specified: readonly (Entry | Group)[] = [
  { label: 'menu.dashboard', route: '' },
  {
    label: 'menu.packages',
    prefixes: ['packages'],
    entries: [
      { label: 'menu.buy_package', route: 'packages/sms' },
      { label: 'menu.active_packages', route: 'packages/active-packages' },
      { label: 'menu.package_history', route: 'packages/history' },
    ],
  },
  {
    label: 'menu.sms',
    prefixes: ['sms'],
    // The profile links to them.
    unlit: ['sms/sender-identities'],
    entries: [
      { label: 'menu.bulk_sms', route: 'sms/bulk-sms' },
      { label: 'menu.templates', route: 'sms/templates' },
      { label: 'menu.campaigns', route: 'sms' },
      { label: 'menu.consumption', route: 'sms/consumption-history' },
    ],
  },
  { label: 'menu.contact', route: 'contact' },
  {
    label: 'menu.wallet',
    prefixes: ['wallet'],
    entries: [
      {
        label: 'menu.topup_history',
        route: 'wallet/topup-history',
        also: ['wallet/history', 'wallet/daily-consumption', 'wallet/invoices', 'wallet/online'],
      },
    ],
  },
  { label: 'menu.user', route: 'users' },
  {
    label: 'menu.settings',
    prefixes: ['settings/blacklist'],
    entries: [{ label: 'resources.settings/blacklist.name', route: 'settings/blacklist' }],
  },
  // Staff hold the pair too, but their reports are of all accounts.
  { label: 'menu.reports', route: 'reports', when: () => !isStaffHere() },
  // Staff hold the pair too, but their colleagues are users.
  { label: 'resources.team.name', route: 'team', when: () => !isStaffHere() },
  {
    label: 'menu.developers',
    prefixes: ['settings/api-keys', 'settings/webhooks', 'settings/webhook-deliveries'],
    entries: [
      { label: 'menu.api_keys', route: 'settings/api-keys' },
      { label: 'menu.webhooks', route: 'settings/webhooks', also: ['settings/webhook-deliveries'] },
    ],
  },
  {
    label: 'menu.privacy',
    prefixes: ['settings/exports', 'settings/erasures'],
    entries: [
      // Staff hold the pair too, but it is for an account's own people.
      { label: 'resources.settings/exports.name', route: 'settings/exports', when: () => !isStaffHere() },
      { label: 'resources.settings/erasures.name', route: 'settings/erasures' },
    ],
  },
  {
    label: 'menu.customers',
    section: ADMINISTRATION,
    prefixes: [],
    entries: [
      { label: 'menu.search', route: 'admin/search' },
      {
        label: 'menu.accounts',
        route: 'admin/accounts',
        also: ['admin/account-packages', 'admin/credit-limits'],
      },
      {
        label: 'menu.wallets',
        route: 'admin/wallets',
        also: ['admin/wallet-entries', 'admin/wallet-adjustments'],
      },
    ],
  },
  {
    label: 'menu.review_queue',
    section: ADMINISTRATION,
    prefixes: [],
    entries: [
      { label: 'menu.kyc', route: 'kyc', when: reviewsKyc, queue: 'kyc' },
      {
        label: 'menu.credit_requests',
        route: 'admin/payment-references',
        also: ['admin/online-payments', 'admin/payment-refunds', 'admin/monthly-invoices'],
        queue: 'payments',
      },
      { label: 'menu.sender_identities', route: 'admin/sender-identities', queue: 'senders' },
      { label: 'menu.viber_identities', route: 'admin/viber-identities', queue: 'viber' },
      { label: 'menu.oversight', route: 'admin/campaigns', queue: 'campaigns' },
    ],
  },
  {
    label: 'menu.sending',
    section: ADMINISTRATION,
    prefixes: [],
    entries: [
      { label: 'menu.operator_links', route: 'admin/operator-links', also: ['admin/failover'] },
      { label: 'menu.number_plan', route: 'admin/number-plan' },
      { label: 'menu.blocked_keywords', route: 'admin/blocked-keywords' },
    ],
  },
  {
    label: 'menu.catalogue',
    section: ADMINISTRATION,
    prefixes: [],
    entries: [
      { label: 'menu.product_pricing', route: 'admin/product-pricing' },
      { label: 'menu.packages_for_sale', route: 'admin/packages' },
    ],
  },
  {
    label: 'menu.system',
    section: ADMINISTRATION,
    prefixes: [],
    entries: [
      { label: 'menu.reports', route: 'admin/reports' },
      { label: 'menu.audit_log', route: 'admin/audit-log' },
      { label: 'menu.provider_settings', route: 'admin/settings' },
    ],
  },
];

/** A menu whose groups also list the entities that name them (`menu`), after their own entries. */
export const withEntities = (
  items: readonly (Entry | Group)[],
  all: readonly Pick<Outline, 'name' | 'menu'>[],
): readonly (Entry | Group)[] =>
  items.map((item) => ({
    ...item,
    ...(isGroup(item) && {
      entries: [
        ...item.entries,
        ...all
          .filter(({ menu }) => menu === item.label)
          .map(({ name }) => ({ label: `resources.${name}.name`, route: name })),
      ],
    }),
  }));

/** The sidebar: the specification's entries, and in their groups those of further entities. */
export const menu = withEntities(specified, entities);

/** A menu's entries, including those in groups. */
export const entriesOf = (items: readonly (Entry | Group)[] = menu): Entry[] =>
  items.flatMap((item) => (isGroup(item) ? item.entries : [item]));

/** Whether a route equals another or is below it. */
const isUnder = (path: string, route: string): boolean => path === route || path.startsWith(`${route}/`);

/** The menu without entries that the user may not open or does not need; groups without entries are dropped too. */
export function visibleMenu(items = menu): (Entry | Group)[] {
  const isShown = ({ route, when }: Entry) => isOffered(route) && (when?.() ?? true);
  return items.flatMap((item): (Entry | Group)[] => {
    if (!isGroup(item)) return isShown(item) ? [item] : [];
    const entries = item.entries.filter(isShown);
    return entries.length > 0 ? [{ ...item, entries }] : [];
  });
}

/**
 * The entry to highlight: the longest route that equals the path or is its start; the dashboard only for itself.
 * None if the longest is in `unlit`.
 */
export function activeRoute(pathname: string, items: readonly (Entry | Group)[] = menu): string | undefined {
  const path = routeOf(pathname);
  const lit = (place: string) => (place === '' ? path === '' : isUnder(path, place));
  const ofEntries = entriesOf(items).flatMap(({ route, also = [] }) =>
    [route, ...also].map((place) => ({ route, place })),
  );
  const ofNone = items
    .flatMap((item) => (isGroup(item) ? (item.unlit ?? []) : []))
    .map((place) => ({ route: undefined, place }));
  return [...ofEntries, ...ofNone]
    .filter(({ place }) => lit(place))
    .sort((a, b) => b.place.length - a.place.length)[0]?.route;
}

/** Whether a path prefix or entry of a group matches, so that the group opens by itself. */
export const opensGroup = (pathname: string, { prefixes, entries }: Group): boolean =>
  [...prefixes, ...entries.flatMap(({ route, also = [] }) => [route, ...also])].some((place) =>
    isUnder(routeOf(pathname), place),
  );
