import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { roles } from '#schema/permissions.ts';
import { getUser, setUser, startSession } from '../../../src/core/session.ts';
import { latinKey, placesFor } from '../../../src/layout/keyboard/keys.ts';
import { signInStaff } from '../support/staffConsole.tsx';
import { id, pageOf, palette, person, setUpKeyboard } from './keyboardSetup.tsx';

const setup = setUpKeyboard();
const { open } = setup;

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

describe('shortcuts', () => {
  const list = async () => {
    setup.answer = () => pageOf([person(1), person(2), person(3)]);
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
