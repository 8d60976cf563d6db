import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { type Pair, roles } from '#schema/permissions.ts';
import { adoptProfile, refreshProfile, startProfile } from '../../../src/authProvider/profile.ts';
import { getUser, type User } from '../../../src/core/session.ts';
import { watchIntervals } from '../support/intervals.ts';
import { ID, open, setUpShell, user } from './shellSetup.tsx';

const setup = setUpShell();

const heading = () => screen.findByRole('heading', { level: 1 });

describe('the shell', () => {
  test('shows a spinner, then balance and name from the profile', async () => {
    await open('/sms');
    expect(screen.getByRole('progressbar')).toBeTruthy();
    expect(await screen.findByText('Balance: 12,34,567.00')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Menu of Asha Shrestha' }).textContent).toContain('AS');
    await waitFor(() => expect(document.title).toBe('Campaigns · Bulk SMS Console'));
    expect(setup.server.seen.filter(({ url }) => url === '/v1/autho/user/profile/')).toHaveLength(1);
  });

  test('follows the balance while a page stays open', async () => {
    const tick = watchIntervals();
    await open('/sms');
    expect(await screen.findByText('Balance: 12,34,567.00')).toBeTruthy();
    setup.profile.body = user({ wallet: { balance: 123_556_700 } });
    const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 31_000);
    await tick(30_000);
    now.mockRestore();
    expect(await screen.findByText('Balance: 12,35,567.00')).toBeTruthy();
  });

  test('asks for nothing while a page is left open, so that the session can become idle', async () => {
    const tick = watchIntervals();
    await open('/sms');
    await screen.findByText('Balance: 12,34,567.00');
    setup.server.seen.length = 0;
    const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 301_000);
    await tick(30_000);
    expect(setup.server.seen).toEqual([]);
    fireEvent.pointerMove(document.body);
    await tick(30_000);
    await waitFor(() => expect(setup.server.seen.map(({ url }) => url)).toEqual(['/v1/autho/user/profile/']));
    now.mockRestore();
  });

  test.each([
    [503, '{}', 'Error while fetching profile data'],
    [503, '{"detail":"The database is not available."}', 'The database is not available.'],
    [429, '', 'Too many requests. Try again in 60 seconds.'],
  ])('says why there is no profile where the answer is %i %s', async (status, body, text) => {
    setup.profile = { status, body };
    await open('/sms');
    expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
    expect(screen.queryByText('{}')).toBeNull();
  });

  test('asks for no profile when signing in has answered it, and again when it may have changed', async () => {
    const asked = () => setup.server.seen.filter(({ url }) => url === '/v1/autho/user/profile/');
    await adoptProfile(user().data as User);
    startProfile();
    await open('/sms');
    expect(screen.getByText('Balance: 12,34,567.00')).toBeTruthy();
    await heading();
    expect(asked()).toHaveLength(0);
    const before = getUser();
    await act(refreshProfile);
    expect(asked()).toHaveLength(1);
    expect(getUser()).toBe(before);
    setup.profile.body = user({ wallet: { balance: 100 } });
    await act(refreshProfile);
    expect(await screen.findByText('Balance: 1.00')).toBeTruthy();
  });

  test('says of a demonstration that its money is no real one', async () => {
    setup.profile.body = user({ wallet: { balance: 100, is_demo: true } });
    await open('/sms');
    expect(await screen.findByText('Demo money')).toBeTruthy();
    setup.profile.body = user({ wallet: { balance: 100, is_demo: false } });
    await act(refreshProfile);
    await waitFor(() => expect(screen.queryByText('Demo money')).toBeNull());
  });

  test('has no balance for staff who use no account of their own, and one for those who do', async () => {
    setup.profile.body = user({ role: 'support', ui_permissions: roles.support });
    await open('/sms');
    await heading();
    expect(screen.queryByText(/^Balance/)).toBeNull();
    setup.profile.body = user({ role: 'admin', ui_permissions: roles.admin });
    act(() => void refreshProfile());
    expect(await screen.findByText('Balance: 12,34,567.00')).toBeTruthy();
  });

  test('hides the balance from users who may not see it', async () => {
    setup.profile.body = user({ wallet: { balance: null, is_demo: true } });
    await open('/sms');
    await heading();
    expect(screen.queryByText(/Balance|Demo money/)).toBeNull();
    expect(screen.getByRole('button', { name: /^Menu of/ })).toBeTruthy();
  });

  test('a user without a name is called User', async () => {
    setup.profile.body = user({ name: '' });
    await open('/sms');
    expect(await screen.findByRole('button', { name: 'Menu of User' })).toBeTruthy();
  });

  test.each([
    ['its message', 500, { detail: 'Down for repairs' }, 'Down for repairs'],
    ['the raw body', 502, 'Bad gateway', 'Bad gateway'],
  ])('a profile that fails is told with %s, and can be tried again', async (_, status, body, text) => {
    setup.profile = { status, body };
    const { user: hand } = await open('/sms');
    expect(await screen.findByText(text)).toBeTruthy();
    setup.profile = { status: 200, body: user() };
    await hand.click(screen.getByRole('button', { name: 'Try again' }));
    expect((await heading()).textContent).toBe('Campaigns');
  });

  test('opens the group of the route and lights one entry', async () => {
    await open('/sms/templates');
    const nav = await screen.findByRole('navigation', { name: 'Main menu' });
    expect(within(nav).getByRole('button', { name: 'Sms' }).getAttribute('aria-expanded')).toBe('true');
    expect(within(nav).getByRole('button', { name: 'Settings' }).getAttribute('aria-expanded')).toBe('false');
    const lit = nav.querySelectorAll('[aria-current="page"]');
    expect([...lit].map((link) => link.textContent)).toEqual(['SMS Templates']);
  });

  test('lights Topup History for an invoice, which no entry leads to', async () => {
    await open('/wallet/invoices/01890000-0000-7000-8000-000000000001');
    const nav = await screen.findByRole('navigation', { name: 'Main menu' });
    const lit = nav.querySelectorAll('[aria-current="page"]');
    expect([...lit].map((link) => link.textContent)).toEqual(['Topup History']);
  });

  test('names an entry after its resource, in the plural, where it has no name of its own', async () => {
    await open('/sms');
    const nav = await screen.findByRole('navigation', { name: 'Main menu' });
    const entry = nav.querySelector('a[href="/settings/blacklist"]');
    expect(entry?.textContent).toBe('Blacklist');
  });

  test('changes language without losing what is typed', async () => {
    const { user: hand } = await open('/sms');
    const input = await screen.findByRole('textbox', { name: 'typed' });
    await hand.type(input, 'kept');
    await hand.click(screen.getByRole('button', { name: /नेपाली/ }));
    expect(screen.getByText('मौज्दात: 12,34,567.00')).toBeTruthy();
    expect((screen.getByRole('textbox', { name: 'typed' }) as HTMLInputElement).value).toBe('kept');
    expect(screen.getByRole('textbox', { name: 'typed' })).toBe(input);
  });
});

describe('a view', () => {
  test('that is not allowed says so, at its own address', async () => {
    setup.profile.body = user({
      offers: [],
      ui_permissions: [['sms-template-list', 'get']] satisfies Pair[],
    });
    const { router } = await open('/sms/templates/create');
    expect((await heading()).textContent).toBe('You do not have access to this page');
    expect(router.state.location.pathname).toBe('/sms/templates/create');
    await router.navigate('/sms');
    expect((await heading()).textContent).toBe('You do not have access to this page');
    await router.navigate('/sms/templates');
    await waitFor(async () => expect((await heading()).textContent).toBe('Templates'));
  });

  test.each([
    ['/sms/templates', 'Templates'],
    [`/sms/${ID}/show`, 'One campaign'],
    [`/sms/${ID}`, 'One campaign'],
    ['/sms/nope', 'Page not found'],
    ['/sms/nope/show', 'Page not found'],
    [`/sms/templates/${ID}`, 'Page not found'],
    ['/nowhere', 'Page not found'],
  ])('at %s is %s', async (path, title) => {
    await open(path);
    expect((await heading()).textContent).toBe(title);
  });

  test('that breaks leaves the shell standing', async () => {
    const quiet = vi.spyOn(console, 'error').mockImplementation(() => {});
    const { router } = await open('/contact');
    expect(
      await screen.findByText(
        'The service or page you are looking for is not available at the moment. Please contact support',
      ),
    ).toBeTruthy();
    expect(screen.getByRole('navigation', { name: 'Main menu' })).toBeTruthy();
    await router.navigate('/sms');
    await waitFor(async () => expect((await heading()).textContent).toBe('Campaigns'));
    quiet.mockRestore();
  });
});
