import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { preferences } from '../../../src/core/preferences.ts';
import { pointTo } from '../support/jsonServer.ts';
import { open, setUpShell } from './shellSetup.tsx';

const setup = setUpShell();

describe('Help', () => {
  const openMenu = async () => {
    const { user: hand } = await open('/sms');
    await hand.click(await screen.findByRole('button', { name: 'Menu of Asha Shrestha' }));
    await screen.findByRole('menuitem', { name: 'Change Password' });
    return hand;
  };
  afterEach(() => pointTo(setup.server.base));

  test('says how to reach the provider, as they gave it', async () => {
    const branding = { email: 'help@himal.example', phone: '01-4000000', hours: { en: '10 to 5' } };
    pointTo(setup.server.base, 'all', { brand: 'Himal SMS', branding });
    const hand = await openMenu();
    await hand.click(screen.getByRole('menuitem', { name: 'Help' }));
    const box = within(await screen.findByRole('dialog', { name: 'Help' }));
    expect(box.getByRole('link').getAttribute('href')).toBe('mailto:help@himal.example');
    expect(box.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      ...['help@himal.example', '01-4000000', '10 to 5'],
    ]);
    await hand.click(box.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('is not offered where they gave nothing', async () => {
    await openMenu();
    expect(screen.queryByRole('menuitem', { name: 'Help' })).toBeNull();
  });

  test('is on the page that asks to contact support', async () => {
    pointTo(setup.server.base, 'all', { branding: { phone: '01-4000000' } });
    const quiet = vi.spyOn(console, 'error').mockReturnValue();
    await open('/contact');
    expect(await screen.findByText('01-4000000')).toBeTruthy();
    quiet.mockRestore();
  });
});

describe('the theme', () => {
  const theme = (name: string) => screen.getByRole('menuitemradio', { name });
  const chosen = () =>
    screen
      .getAllByRole('menuitemradio')
      .filter((item) => item.getAttribute('aria-checked') === 'true')
      .map(({ textContent }) => textContent);

  test('is chosen in the menu, also as on this device, and by keyboard', async () => {
    const { user: hand } = await open('/sms');
    await hand.click(await screen.findByRole('button', { name: 'Menu of Asha Shrestha' }));
    await screen.findByRole('menuitem', { name: 'Change Password' });
    expect(chosen()).toEqual(['Light theme']);
    await hand.click(theme('System theme (as on this device)'));
    expect(preferences.get().theme).toBe('system');
    expect(chosen()).toEqual(['System theme (as on this device)']);
    await hand.keyboard('{ArrowUp}');
    expect(document.activeElement).toBe(theme('Dark theme'));
    await hand.keyboard('{Enter}');
    expect(preferences.get().theme).toBe('dark');
    expect(chosen()).toEqual(['Dark theme']);
  });

  test('is called the same in Nepali', async () => {
    preferences.set({ language: 'ne' });
    const { user: hand } = await open('/sms');
    await hand.click(await screen.findByRole('button', { name: 'Asha Shresthaको मेनु' }));
    await hand.click(await screen.findByRole('menuitemradio', { name: 'सिस्टमको रङ (यो उपकरणमा जस्तो)' }));
    expect(preferences.get().theme).toBe('system');
  });
});

describe('Change Password', () => {
  async function dialog() {
    const { user: hand } = await open('/sms');
    await hand.click(await screen.findByRole('button', { name: 'Menu of Asha Shrestha' }));
    await hand.click(await screen.findByRole('menuitem', { name: 'Change Password' }));
    return { hand, box: within(await screen.findByRole('dialog', { name: 'Change Password' })) };
  }

  const submit = { name: 'Change Password' };

  test('requires both fields, and each has a toggle', async () => {
    const { hand, box } = await dialog();
    await hand.click(box.getByRole('button', submit));
    expect(box.getAllByText('Required')).toHaveLength(2);
    expect(document.activeElement).toBe(box.getByLabelText('Current password'));
    await hand.type(box.getByLabelText('Current password'), 'a');
    await hand.click(box.getByRole('button', submit));
    expect(box.getAllByText('Required')).toHaveLength(1);
    await hand.click(box.getByRole('button', { name: 'Show password: New password' }));
    expect((box.getByLabelText('New password') as HTMLInputElement).type).toBe('text');
    expect((box.getByLabelText('Current password') as HTMLInputElement).type).toBe('password');
    expect(setup.server.seen.some(({ url }) => url.includes('change-password'))).toBe(false);
  });

  test.each([
    [200, {}, 'Password changed successfully'],
    [400, { detail: 'Wrong password.' }, 'Wrong password.'],
    [400, { error: 'Not today.' }, 'Not today.'],
    [400, { message: 'ignored' }, 'Something went wrong!'],
    [500, '<html>', 'Something went wrong!'],
  ])('an answer %s %j is told as "%s"', async (status, body, text) => {
    setup.password = { status, body };
    const { hand, box } = await dialog();
    await hand.type(box.getByLabelText('Current password'), 'old');
    await hand.type(box.getByLabelText('New password'), 'new');
    await hand.click(box.getByRole('button', submit));
    await waitFor(() => expect(screen.getAllByText(text).length).toBeGreaterThan(0));
    expect(JSON.parse(setup.server.last().body)).toEqual({ old_password: 'old', new_password: 'new' });
  });
});
