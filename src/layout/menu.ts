import { mayDo } from '../access.ts';

export interface Entry {
  /** Translation key. */
  label: string;
  /** The route without its first slash, which is also the name that access is asked for. */
  route: string;
}

export interface Group {
  label: string;
  /** The routes under this path segment open the group. */
  prefix: string;
  entries: readonly Entry[];
}

export const isGroup = (item: Entry | Group): item is Group => 'entries' in item;

/** Words, order and grouping of the specification's section 2, as far as the screens are built. */
export const menu: readonly (Entry | Group)[] = [
  { label: 'menu.dashboard', route: '' },
  {
    label: 'menu.packages',
    prefix: 'packages',
    entries: [
      { label: 'menu.buy_package', route: 'packages/sms' },
      { label: 'menu.active_packages', route: 'packages/active-packages' },
      { label: 'menu.package_history', route: 'packages/history' },
    ],
  },
  {
    label: 'menu.sms',
    prefix: 'sms',
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
    prefix: 'wallet',
    entries: [{ label: 'menu.topup_history', route: 'wallet/topup-history' }],
  },
  {
    label: 'menu.settings',
    prefix: 'settings',
    entries: [{ label: 'menu.blacklist', route: 'settings/blacklist' }],
  },
];

const under = (path: string, route: string): boolean => path === route || path.startsWith(`${route}/`);

/** The menu without what the signed-in user may not open; a group without entries goes too. */
export function visibleMenu(items = menu): (Entry | Group)[] {
  return items.flatMap((item): (Entry | Group)[] => {
    if (!isGroup(item)) return mayDo(item.route) ? [item] : [];
    const entries = item.entries.filter(({ route }) => mayDo(route));
    return entries.length > 0 ? [{ ...item, entries }] : [];
  });
}

/** The one entry to light: the longest route that the path is or lies under; the dashboard only itself. */
export function activeRoute(pathname: string, items: readonly (Entry | Group)[] = menu): string | undefined {
  const path = pathname.replace(/^\/+|\/+$/g, '');
  const routes = items.flatMap((item) => (isGroup(item) ? item.entries : [item])).map(({ route }) => route);
  return routes
    .filter((route) => (route === '' ? path === '' : under(path, route)))
    .sort((a, b) => b.length - a.length)[0];
}

/** Whether a group's path prefix matches, so that it opens by itself. */
export const opensGroup = (pathname: string, { prefix }: Group): boolean =>
  under(pathname.replace(/^\/+/, ''), prefix);
