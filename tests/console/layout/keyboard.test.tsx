import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { drafts } from '../../../src/core/drafts.ts';
import { preferences } from '../../../src/core/preferences.ts';
import { getUser, setUser } from '../../../src/core/session.ts';
import { matching, score } from '../../../src/layout/keyboard/match.ts';
import type { Layout } from '../../../src/layout/Layout.tsx';
import { signInCustomer } from '../support/crudConsole.tsx';
import { signInStaff } from '../support/staffConsole.tsx';
import { id, pageOf, palette, person, setUpKeyboard } from './keyboardSetup.tsx';

const setup = setUpKeyboard();
const { open } = setup;

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

const options = (dialog: HTMLElement) =>
  within(dialog)
    .queryAllByRole('option')
    .map((one) => one.textContent);
const chosen = (box: HTMLElement) => document.getElementById(box.getAttribute('aria-activedescendant') ?? '');

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
    setup.answer = ({ url }) =>
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
      const asked = setup.api.urls().filter((url) => url.includes('search='));
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
    setup.answer = ({ url }) =>
      url.startsWith('/v1/core/contacts/') ? { status: 503, body: { detail: 'Busy.' } } : pageOf([]);
    await user.keyboard('y');
    const alert = await within(dialog).findByRole('alert');
    setup.answer = ({ url }) => (url.startsWith('/v1/core/contacts/') ? pageOf([person(9)]) : pageOf([]));
    await user.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(await within(dialog).findByRole('option', { name: /Person 9/ })).toBeTruthy();
    expect(within(dialog).queryByRole('alert')).toBeNull();
  });

  it('looks for staff in the lists of all accounts', async () => {
    signInStaff('support');
    setup.answer = ({ url }) =>
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
    expect(setup.api.urls().some((url) => url.includes('/v1/core/contacts/'))).toBe(false);
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
    await user.keyboard('system{Enter}');
    expect(preferences.get().theme).toBe('system');
    await user.keyboard('{Control>}k{/Control}');
    await palette();
    await user.keyboard('change pass{Enter}');
    expect(await screen.findByRole('dialog', { name: 'Change Password' })).toBeTruthy();
    // Nothing opens over a dialog.
    await user.keyboard('{Control>}k{/Control}');
    expect(screen.queryByRole('combobox')).toBeNull();
  });
});
