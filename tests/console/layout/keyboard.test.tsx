import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ResourceProps } from 'ra-core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { contact } from '#schema/contact.ts';
import { roles } from '#schema/permissions.ts';
import { drafts } from '../../../src/core/drafts.ts';
import { createHttp } from '../../../src/core/http.ts';
import { preferences } from '../../../src/core/preferences.ts';
import { getUser, setUser, startSession } from '../../../src/core/session.ts';
import { EntityList } from '../../../src/crud/EntityList.tsx';
import { PageHeader } from '../../../src/crud/PageHeader.tsx';
import { createDataProvider } from '../../../src/dataProvider/dataProvider.ts';
import { latinKey, placesFor } from '../../../src/layout/keyboard/keys.ts';
import { matching, score } from '../../../src/layout/keyboard/match.ts';
import { Layout } from '../../../src/layout/Layout.tsx';
import { renderAdmin } from '../support/adminConsole.tsx';
import { type Answer, type Asked, startApi } from '../support/api.ts';
import { signInCustomer } from '../support/crudConsole.tsx';
import { signInStaff } from '../support/staffConsole.tsx';

const id = (n: number) => `01890000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const person = (n: number, name = `Person ${n}`) => ({
  uuid: id(n),
  name,
  phone: `+97798410000${String(n).padStart(2, '0')}`,
  operator: 'ntc',
  groups: [],
  attributes: {},
  is_active: true,
  created_at: '2026-01-02T03:04:05Z',
  updated_at: '2026-01-02T03:04:05Z',
});
const pageOf = (results: object[], count = results.length) => ({
  body: { count, next: null, previous: null, results },
});

let answer: (asked: Asked) => Answer;
let api: Awaited<ReturnType<typeof startApi>>;
const resources: ResourceProps[] = [
  {
    name: 'contact',
    list: <EntityList entity={contact} />,
    create: <PageHeader title="New" />,
    show: <PageHeader title="One" />,
  },
  { name: 'contact/groups', list: <PageHeader title="Groups" />, create: <PageHeader title="New group" /> },
  { name: 'sms', list: <PageHeader title="Campaigns" />, show: <PageHeader title="One campaign" /> },
  {
    name: 'sms/templates',
    list: <PageHeader title="Templates" />,
    create: <PageHeader title="New template" />,
  },
  { name: 'sms/dispatch', list: <PageHeader title="Messages" />, show: <PageHeader title="One message" /> },
  { name: 'admin/accounts', list: <PageHeader title="Accounts" />, show: <PageHeader title="One account" /> },
];

function open(address: string, Shell = Layout) {
  const dataProvider = createDataProvider(createHttp({ base: api.base, onUnauthorized: () => undefined }));
  const { router } = renderAdmin({ dataProvider, address, resources, around: Shell });
  return { router, user: userEvent.setup(), path: () => router.state.location.pathname };
}

/** A module as a page load gives it: of the code that it fetches later, nothing is there, whoever has asked before. */
const anew = (path: string) => import(`${path}?anew`);

/** The shell before the palette was opened for the first time, whose code comes when it is let. */
async function shellWithoutPalette() {
  const gate = Promise.withResolvers<void>();
  vi.doMock('../../../src/layout/keyboard/Palette.tsx', async (original) => {
    await gate.promise;
    return original();
  });
  const keyboard = await anew('../../../src/layout/keyboard/Keyboard.tsx');
  vi.doMock('../../../src/layout/keyboard/Keyboard.tsx', () => keyboard);
  const shell: { Layout: typeof Layout } = await anew('../../../src/layout/Layout.tsx');
  return { Shell: shell.Layout, fetchPalette: gate.resolve };
}

const palette = async () => {
  const dialog = await screen.findByRole('dialog', { name: /Search or jump to|खोज्नुहोस् वा/ });
  return { dialog, box: await within(dialog).findByRole('combobox') };
};
const options = (dialog: HTMLElement) =>
  within(dialog)
    .queryAllByRole('option')
    .map((one) => one.textContent);
const chosen = (box: HTMLElement) => document.getElementById(box.getAttribute('aria-activedescendant') ?? '');

beforeEach(async () => {
  localStorage.clear();
  sessionStorage.clear();
  preferences.set({ language: 'en', theme: 'light', calendar: 'ad' });
  signInCustomer();
  answer = () => pageOf([]);
  api = await startApi((asked) =>
    asked.url.includes('/user/profile/') ? { body: { data: getUser() } } : answer(asked),
  );
});
afterEach(async () => {
  cleanup();
  vi.doUnmock('../../../src/layout/keyboard/Palette.tsx');
  vi.doUnmock('../../../src/layout/keyboard/Keyboard.tsx');
  await api.close();
});

describe('finding by a text', () => {
  it('takes whole names before beginnings before single words', () => {
    const all = ['Contact import', 'Add contact', 'Contact', 'Campaigns'].map((name) => ({ names: [name] }));
    expect(matching(all, 'contact').map(({ names }) => names[0])).toEqual([
      'Contact',
      'Contact import',
      'Add contact',
    ]);
    expect(matching(all, 'add con').map(({ names }) => names[0])).toEqual(['Add contact']);
  });

  it('does not take three letters within a word for its name, nor an empty text for anything', () => {
    expect(score(['Bikram Sambat dates'], 'ram')).toBe(0);
    expect(score(['कालोसूची'], 'सूची')).toBeGreaterThan(0);
    expect(score(['Contact'], ' ')).toBe(0);
  });
});

describe('keys', () => {
  it('are those of the Latin keyboard while Devanagari is typed', () => {
    expect(latinKey({ key: 'ग', code: 'KeyG', shiftKey: false })).toBe('g');
    expect(latinKey({ key: '?', code: 'Minus', shiftKey: true })).toBe('?');
    expect(latinKey({ key: '।', code: 'Slash', shiftKey: true })).toBe('?');
    expect(latinKey({ key: 'G', code: 'KeyU', shiftKey: true })).toBe('g');
  });

  it('lead only to what may be opened, one screen a letter', () => {
    const customer = placesFor((route) => !route.startsWith('admin/'));
    expect(customer.get('w')).toBe('wallet/history');
    expect(placesFor((route) => route.startsWith('admin/')).get('w')).toBe('admin/wallets');
    expect(placesFor(() => false).size).toBe(0);
  });
});

describe('the palette', () => {
  it('takes what is typed while it is being fetched, which then is no shortcut', async () => {
    const { Shell, fetchPalette } = await shellWithoutPalette();
    const { user, path } = open('/contact', Shell);
    await screen.findByRole('heading', { name: /^Contacts/ });
    await user.keyboard('{Control>}k{/Control}');
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.keyboard('cam');
    fetchPalette();
    const { box } = await palette();
    expect((box as HTMLInputElement).value).toBe('cam');
    expect([path(), document.activeElement]).toEqual(['/contact', box]);
    await user.keyboard('{Escape}');
    await user.keyboard('{Control>}k{/Control}');
    expect(((await palette()).box as HTMLInputElement).value).toBe('');
  });

  it('opens by Ctrl+K and by its button, and gives the focus back on Esc', async () => {
    const { user } = open('/sms');
    await screen.findByRole('heading', { name: 'Campaigns' });
    await user.keyboard('{Control>}k{/Control}');
    const { box } = await palette();
    expect(document.activeElement).toBe(box);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());
    const button = screen.getByRole('button', { name: 'Search or jump to… Ctrl K' });
    await user.click(button);
    await palette();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(button));
  });

  it('has the screens and actions of the pairs, and no others', async () => {
    signInCustomer((name) => name === 'sms-template-list');
    const { user } = open('/sms');
    await screen.findByRole('heading', { name: 'Campaigns' });
    await user.keyboard('{Control>}k{/Control}');
    const { dialog } = await palette();
    const texts = options(dialog).join('\n');
    for (const there of [
      'Campaign List',
      'GroupsContact',
      'MessagesSms',
      'Add contact',
      'Sign out',
      'Profile',
    ])
      expect(texts).toContain(there);
    for (const absent of ['Templates', 'Add template', 'Accounts', 'Add contact import'])
      expect(texts).not.toContain(absent);
  });

  it('goes to a screen, and remembers it', async () => {
    const { user, path } = open('/sms');
    await screen.findByRole('heading', { name: 'Campaigns' });
    await user.keyboard('{Control>}k{/Control}');
    const { box } = await palette();
    await user.keyboard('templ');
    await waitFor(() => expect(chosen(box)?.textContent).toContain('SMS Templates'));
    await user.keyboard('{Enter}');
    await waitFor(() => expect(path()).toBe('/sms/templates'));
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Templates'));
    await user.keyboard('{Control>}k{/Control}');
    const { dialog } = await palette();
    expect(within(dialog).getByRole('group', { name: 'Recent' }).textContent).toContain('SMS Templates');
    setUser({ ...(getUser() as NonNullable<ReturnType<typeof getUser>>), uuid: id(77) });
    expect(drafts.read('palette:recent')).toBeUndefined();
  });

  it('finds screens in Nepali by English words', async () => {
    preferences.set({ language: 'ne' });
    const { user, path } = open('/sms');
    await screen.findByRole('heading', { name: 'Campaigns' });
    await user.keyboard('{Control>}k{/Control}');
    const { box } = await palette();
    await user.keyboard('send bulk');
    await waitFor(() => expect(chosen(box)?.textContent).toContain('बल्क एसएमएस पठाउनुहोस्'));
    await user.keyboard('{Enter}');
    await waitFor(() => expect(path()).toBe('/sms/bulk-sms'));
  });

  it('asks the lists once typing pauses, and leads to a record', async () => {
    answer = ({ url }) =>
      url.startsWith('/v1/core/contacts/')
        ? pageOf([person(5, 'Sita Rai'), person(6, 'Sita Lama')], 31)
        : pageOf([]);
    const { user, path } = open('/sms');
    await screen.findByRole('heading', { name: 'Campaigns' });
    await user.keyboard('{Control>}k{/Control}');
    const { dialog, box } = await palette();
    for (const value of ['si', 'sit', 'sita']) fireEvent.change(box, { target: { value } });
    const group = await within(dialog).findByRole('group', { name: 'Contacts' });
    expect(options(group)).toEqual(['Sita Rai+977 9841000005', 'Sita Lama+977 9841000006', 'All 31 results']);
    const paths = ['/v1/contact/contact-group/', '/v1/core/contacts/', '/v1/core/sms/blacklist-numbers/'];
    await waitFor(() => {
      const asked = api.urls().filter((url) => url.includes('search='));
      expect(asked.map((url) => url.replace(/\?.*&/, ' ')).sort()).toEqual(
        [...paths, '/v1/sms/compose/', '/v1/sms/templates/'].map((one) => `GET ${one} search=sita`),
      );
    });
    await waitFor(() => expect(chosen(box)?.textContent).toContain('Sita Rai'));
    await user.keyboard('{ArrowDown}{Enter}');
    await waitFor(() => expect(path()).toBe(`/contact/${id(6)}/show`));
  });

  it('says when nothing is found, and when a list could not be asked, which it tries again', async () => {
    const { user } = open('/sms');
    await screen.findByRole('heading', { name: 'Campaigns' });
    await user.keyboard('{Control>}k{/Control}');
    const { dialog } = await palette();
    await user.keyboard('zzzz');
    await waitFor(() => expect(within(dialog).getByRole('status').textContent).toContain('“zzzz”'));
    answer = ({ url }) =>
      url.startsWith('/v1/core/contacts/') ? { status: 503, body: { detail: 'Busy.' } } : pageOf([]);
    await user.keyboard('y');
    const alert = await within(dialog).findByRole('alert');
    answer = ({ url }) => (url.startsWith('/v1/core/contacts/') ? pageOf([person(9)]) : pageOf([]));
    await user.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(await within(dialog).findByRole('option', { name: /Person 9/ })).toBeTruthy();
    expect(within(dialog).queryByRole('alert')).toBeNull();
  });

  it('looks for staff in the lists of all accounts', async () => {
    signInStaff('support');
    answer = ({ url }) =>
      url.startsWith('/v1/admin/accounts/')
        ? pageOf([{ ...person(3, 'Himal Traders'), kyc_status: 'none', type: 'company', pan: '123456789' }])
        : pageOf([]);
    const { user, path } = open('/sms');
    await screen.findByRole('heading', { name: 'Campaigns' });
    await user.keyboard('{Control>}k{/Control}');
    const { dialog } = await palette();
    await user.keyboard('himal');
    expect(await within(dialog).findByRole('option', { name: /Himal Traders/ })).toBeTruthy();
    expect(await within(dialog).findByRole('option', { name: 'Search everywhere for “himal”' })).toBeTruthy();
    expect(api.urls().some((url) => url.includes('/v1/core/contacts/'))).toBe(false);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(path()).toBe(`/admin/accounts/${id(3)}/show`));
  });

  it('does what it offers: the password’s dialog, the theme', async () => {
    const { user } = open('/sms');
    await screen.findByRole('heading', { name: 'Campaigns' });
    await user.keyboard('{Control>}k{/Control}');
    await palette();
    await user.keyboard('dark{Enter}');
    expect(preferences.get().mode).toBe('dark');
    await user.keyboard('{Control>}k{/Control}');
    await palette();
    await user.keyboard('change pass{Enter}');
    expect(await screen.findByRole('dialog', { name: 'Change Password' })).toBeTruthy();
    // Nothing opens over a dialog.
    await user.keyboard('{Control>}k{/Control}');
    expect(screen.queryByRole('combobox')).toBeNull();
  });
});

describe('shortcuts', () => {
  const list = async () => {
    answer = () => pageOf([person(1), person(2), person(3)]);
    const opened = open('/contact');
    await screen.findByRole('link', { name: 'Person 1' });
    return opened;
  };

  it('go to screens, through rows, to the search and to a new record', async () => {
    const { user, path } = await list();
    await user.keyboard('jj');
    expect(document.activeElement?.textContent).toBe('Person 2');
    await user.keyboard('k');
    expect(document.activeElement?.textContent).toBe('Person 1');
    await user.keyboard('x');
    expect((screen.getByRole('checkbox', { name: 'Select Person 1' }) as HTMLInputElement).checked).toBe(
      true,
    );
    await user.keyboard('/');
    expect(document.activeElement).toBe(screen.getByRole('searchbox'));
    await user.keyboard('gl?');
    expect((screen.getByRole('searchbox') as HTMLInputElement).value).toBe('gl?');
    expect(path()).toBe('/contact');
    await user.tab();
    await user.tab();
    await user.keyboard('c');
    await waitFor(() => expect(path()).toBe('/contact/create'));
    await user.keyboard('gl');
    await waitFor(() => expect(path()).toBe('/sms'));
  });

  it('are listed under ?, and can be turned off for this user, but for Ctrl+K', async () => {
    const { user, path } = await list();
    await user.keyboard('?');
    const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    expect(within(dialog).getByText('Campaign List')).toBeTruthy();
    expect(within(dialog).queryByText('Accounts')).toBeNull();
    await user.click(within(dialog).getByRole('switch', { name: 'Single-key shortcuts' }));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.keyboard('gl?j');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(path()).toBe('/contact');
    await user.keyboard('{Control>}k{/Control}');
    await palette();
    cleanup();
    startSession('other');
    signInStaff('admin');
    setUser({
      ...(getUser() as NonNullable<ReturnType<typeof getUser>>),
      uuid: id(88),
      ui_permissions: roles.admin.map(([n, v]) => [n, v]),
    });
    const again = await list();
    await again.user.keyboard('?');
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeTruthy();
  });
});
