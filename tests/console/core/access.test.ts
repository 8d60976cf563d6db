import { QueryObserver } from '@tanstack/react-query';
import { afterEach, describe, expect, test } from 'vitest';
import { entities } from '#schema/index.ts';
import { allows, type Pair, roles } from '#schema/permissions.ts';
import { authProvider } from '../../../src/authProvider/authProvider.ts';
import { canAccess, isOffered, usesOwnAccount } from '../../../src/core/access.ts';
import { HttpError } from '../../../src/core/http.ts';
import { endSession, getToken, setUser, startSession, type User } from '../../../src/core/session.ts';
import {
  activeRoute,
  isGroup,
  menu,
  opensGroup,
  visibleMenu,
  withEntities,
} from '../../../src/layout/menu.ts';
import { createQueryClient } from '../../../src/layout/queryClient.ts';

/** A server that says what it offers has all our pairs: who lacks one may not. */
const OURS: object = { offers: [] };

const user = (ui_permissions: readonly Pair[]): User => ({
  uuid: '0190a000-0000-7000-8000-000000000001',
  name: 'Asha Shrestha',
  email: 'a@b.test',
  phone: null,
  role: 'customer',
  account: {
    uuid: '0190a000-0000-7000-8000-000000000002',
    name: 'A',
    type: 'individual',
    kyc_status: 'none',
  },
  wallet: { balance: 0 },
  ui_permissions: ui_permissions.map(([name, verb]) => [name, verb]),
  ...OURS,
});

/** Entries that are not the specification's: entities name their group themselves. */
const added = new Set(entities.flatMap((entity) => (entity.menu ? [entity.name] : [])));
const words = (): unknown[] =>
  visibleMenu().map((item) =>
    isGroup(item)
      ? [item.label, ...item.entries.filter(({ route }) => !added.has(route)).map((entry) => entry.label)]
      : item.label,
  );

afterEach(() => endSession());

describe('the menu', () => {
  test('has the specification’s order and grouping for a customer', () => {
    setUser(user(roles.customer));
    expect(words()).toEqual([
      'menu.dashboard',
      ['menu.packages', 'menu.buy_package', 'menu.active_packages', 'menu.package_history'],
      ['menu.sms', 'menu.bulk_sms', 'menu.templates', 'menu.campaigns', 'menu.consumption'],
      'menu.contact',
      ['menu.wallet', 'menu.topup_history'],
      ['menu.settings', 'resources.settings/blacklist.name'],
      'menu.reports',
      'resources.team.name',
      ['menu.developers', 'menu.api_keys', 'menu.webhooks'],
      ['menu.privacy', 'resources.settings/exports.name', 'resources.settings/erasures.name'],
    ]);
  });

  test('lists an entity that names a group, after the group’s own entries', () => {
    const items = [
      { label: 'menu.contact', route: 'contact' },
      {
        label: 'menu.sms',
        prefixes: ['sms'],
        entries: [{ label: 'menu.templates', route: 'sms/templates' }],
      },
    ];
    const all = [{ name: 'sms/snippets', menu: 'menu.sms' }, { name: 'sms/other' }];
    expect(withEntities(items, all)).toEqual([
      items[0],
      {
        ...items[1],
        entries: [
          { label: 'menu.templates', route: 'sms/templates' },
          { label: 'resources.sms/snippets.name', route: 'sms/snippets' },
        ],
      },
    ]);
  });

  test('hides what no pair allows, and groups that are left empty', () => {
    setUser(user([['campaign-list', 'get']]));
    expect(words()).toEqual(['menu.dashboard', ['menu.sms', 'menu.campaigns']]);
    setUser(user([]));
    expect(words()).toEqual(['menu.dashboard']);
  });

  const staff = (pairs: readonly Pair[]): User => ({ ...user(pairs), role: 'support' });
  const customersGroups = ['menu.packages', 'menu.wallet', 'menu.contact', 'menu.settings'];
  const groups = () => words().flat();

  test('offers support nothing of an account that it does not use, though its pairs open it', () => {
    setUser(staff([...roles.support, ['contact-list', 'get'], ['black-list', 'get']]));
    expect(words().slice(0, 3)).toEqual(['menu.dashboard', ['menu.sms', 'menu.campaigns'], 'menu.user']);
    expect(groups().filter((word) => customersGroups.includes(String(word)))).toEqual([]);
    expect([canAccess('packages/sms'), isOffered('packages/sms'), usesOwnAccount()]).toEqual([
      true,
      false,
      false,
    ]);
    // Screens of no menu, which the palette has.
    expect([isOffered('wallet/history'), isOffered('sms/dispatch')]).toEqual([false, true]);
  });

  test('offers no team to staff, whose colleagues are users', () => {
    setUser({ ...user(roles.admin), role: 'admin' });
    expect(groups()).toContain('menu.user');
    expect(groups()).not.toContain('resources.team.name');
  });

  test('offers it to staff who buy, send or pay in, and what they may add to', () => {
    for (const pair of [
      ['bulk-sms', 'post'],
      ['package-list', 'post'],
      ['topup-list', 'post'],
    ] as const) {
      setUser(staff([...roles.support, pair]));
      expect(groups()).toContain('menu.buy_package');
    }
    setUser(staff([...roles.support, ['sms-template-list', 'post']]));
    expect(groups()).toContain('menu.templates');
    expect(groups()).not.toContain('menu.buy_package');
    setUser(staff(roles.admin));
    expect(groups()).toEqual(expect.arrayContaining(customersGroups));
  });

  test('offers it to customers who only read, and to support that is signed in as one', () => {
    setUser(user([['package-list', 'get']]));
    expect(words()).toEqual(['menu.dashboard', ['menu.packages', 'menu.buy_package']]);
    setUser({ ...user(roles.support), acting: { name: 'Bikash' } });
    expect(groups()).toContain('menu.topup_history');
  });

  test('asks for the verb, too', () => {
    setUser(user([['bulk-sms', 'get']]));
    expect(words()).toEqual(['menu.dashboard']);
  });

  test.each([
    ['/', ''],
    ['/sms', 'sms'],
    ['/sms/templates', 'sms/templates'],
    ['/sms/templates/create', 'sms/templates'],
    ['/sms/0190a000-0000-7000-8000-000000000001/show', 'sms'],
    ['/sms/bulk-sms', 'sms/bulk-sms'],
    ['/contact/groups', 'contact'],
    ['/contacts', undefined],
    ['/wallet/history', 'wallet/topup-history'],
    ['/wallet/daily-consumption', 'wallet/topup-history'],
    ['/settings/webhook-deliveries', 'settings/webhooks'],
    ['/wallet/topup-history/create', 'wallet/topup-history'],
    ['/packages/sms', 'packages/sms'],
    ['/sms/sender-identities', undefined],
    ['/sms/sender-identities/0190a000-0000-7000-8000-000000000001/show', undefined],
  ])('lights at most one entry: on %s it is %s', (path, route) => expect(activeRoute(path)).toBe(route));

  test('opens the group whose prefix matches', () => {
    const open = (path: string) =>
      menu.filter((item) => isGroup(item) && opensGroup(path, item)).map((item) => item.label);
    expect(open('/sms/dispatch')).toEqual(['menu.sms']);
    expect(open('/settings/blacklist')).toEqual(['menu.settings']);
    expect(open('/settings/api-keys')).toEqual(['menu.developers']);
    expect(open('/settings/webhook-deliveries/')).toEqual(['menu.developers']);
    expect(open('/sms/sender-identities')).toEqual(['menu.sms']);
    expect(open('/smsx')).toEqual([]);
  });
});

describe('access', () => {
  test('an empty or missing list denies; a boolean is returned as it is', () => {
    expect(allows([], ['sms-list', 'get'])).toBe(false);
    expect(allows(undefined, ['sms-list', 'get'])).toBe(false);
    expect(allows(undefined, true)).toBe(true);
    expect(allows([['sms-list', 'get']], false)).toBe(false);
  });

  test('reading needs get, writing needs post, and read-only resources deny writing', () => {
    setUser(user([['sms-template-list', 'get']]));
    expect(canAccess('sms/templates')).toBe(true);
    expect(canAccess('sms/templates', 'show')).toBe(true);
    expect(canAccess('sms/templates', 'create')).toBe(false);
    setUser(user([...roles.admin]));
    expect(canAccess('sms/templates', 'delete')).toBe(true);
    expect(canAccess('sms/dispatch', 'create')).toBe(false);
    expect(canAccess('no/such/route')).toBe(false);
  });

  test.each([
    ['contact', 'contact-list', 'get'],
    ['sms', 'campaign-list', 'get'],
    ['sms/dispatch', 'sms-dispatch', 'get'],
    ['sms/templates', 'sms-template-list', 'get'],
    ['sms/bulk-sms', 'bulk-sms', 'post'],
    ['sms/consumption-history', 'sms-list', 'get'],
    ['packages/sms', 'package-list', 'get'],
    ['packages/active-packages', 'package-active', 'get'],
    ['packages/history', 'package-history', 'get'],
    ['wallet/history', 'topup-list', 'get'],
    ['wallet/topup-history', 'topup-list', 'get'],
    ['wallet/topup-history/create', 'topup-list', 'post'],
    ['settings/blacklist', 'black-list', 'get'],
  ] as const)('/%s needs %s %s', (route, name, verb) => {
    setUser(user([[name, verb]]));
    expect(canAccess(route)).toBe(true);
    setUser(user([[name, verb === 'get' ? 'post' : 'get']]));
    expect(canAccess(route)).toBe(false);
  });

  test('react-admin’s access queries are born with their answer', () => {
    setUser(user([['contact-list', 'get']]));
    const client = createQueryClient();
    const born = (resource: string, action: string) => {
      const options = client.defaultQueryOptions({ queryKey: ['auth', 'canAccess', { resource, action }] });
      return new QueryObserver(client, options).getCurrentResult().data;
    };
    expect(born('contact', 'list')).toBe(true);
    expect(born('contact', 'create')).toBe(false);
  });
});

describe('the auth provider', () => {
  test('keeps the token for 20 hours on every path', () => {
    const written: string[] = [];
    const cookie = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie') as PropertyDescriptor;
    Object.defineProperty(document, 'cookie', {
      configurable: true,
      get: () => cookie.get?.call(document),
      set: (text: string) => {
        written.push(text);
        cookie.set?.call(document, text);
      },
    });
    startSession('t1');
    Reflect.deleteProperty(document, 'cookie');
    expect(getToken()).toBe('t1');
    const set = written.find((text) => text.startsWith('token=t1')) ?? '';
    expect(set).toMatch(/; path=\/;/);
    expect(set).toMatch(/; sameSite=Lax/i);
    const until = new Date(/expires=([^;]+)/.exec(set)?.[1] ?? '').getTime();
    expect(Math.abs(until - Date.now() - 72_000_000)).toBeLessThan(5_000);
  });

  test('only a 401 is a broken session, and checkAuth needs a token', async () => {
    await expect(authProvider.checkError(new HttpError('No', 403))).resolves.toBeUndefined();
    await expect(authProvider.checkError(new HttpError('Oops', 500))).resolves.toBeUndefined();
    await expect(authProvider.checkError(new HttpError('Who?', 401))).rejects.toThrow();
    startSession('t');
    await expect(authProvider.checkAuth({})).resolves.toBeUndefined();
    endSession();
    await expect(authProvider.checkAuth({})).rejects.toMatchObject({ message: false });
  });

  test('canAccess and identity come from the stored user', async () => {
    setUser(user([['contact-list', 'get']]));
    await expect(authProvider.canAccess?.({ resource: 'contact', action: 'list' })).resolves.toBe(true);
    await expect(authProvider.canAccess?.({ resource: 'sms', action: 'list' })).resolves.toBe(false);
    await expect(authProvider.getIdentity?.()).resolves.toMatchObject({
      fullName: 'Asha Shrestha',
      avatar: 'AS',
    });
  });
});
