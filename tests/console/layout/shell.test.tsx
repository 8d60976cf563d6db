import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Pair, roles } from '#schema/permissions.ts';
import { adoptProfile, refreshProfile, startProfile } from '../../../src/authProvider/profile.ts';
import { preferences } from '../../../src/core/preferences.ts';
import { endSession, getUser, startSession, type User } from '../../../src/core/session.ts';
import type { ConsoleDataProvider } from '../../../src/dataProvider/dataProvider.ts';
import { renderAdmin } from '../support/adminConsole.tsx';
import { watchIntervals } from '../support/intervals.ts';
import { type JsonServer, pointTo, startJsonServer } from '../support/jsonServer.ts';

const ID = '0190a000-0000-7000-8000-000000000001';
let server: JsonServer;
let profile: { status: number; body: unknown };
let password: { status: number; body: unknown };

const user = (more: object = {}) => ({
  data: {
    uuid: ID,
    name: 'Asha Shrestha',
    email: 'asha@b.test',
    phone: null,
    role: 'customer',
    account: { uuid: ID, name: 'A' },
    wallet: { balance: 123456700 },
    ui_permissions: roles.customer,
    ...more,
  },
});

beforeAll(async () => {
  server = await startJsonServer();
  pointTo(server.base);
  server.handle(({ url }, response) => {
    const { status, body } = url.includes('change-password') ? password : profile;
    response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body));
  });
});
afterAll(() => server.stop());
beforeEach(() => {
  startSession('t');
  profile = { status: 200, body: user() };
  password = { status: 200, body: {} };
  server.seen.length = 0;
});
afterEach(() => {
  cleanup();
  endSession();
  preferences.set({ language: 'en', theme: 'light', digits: 'latin' });
});

function Typed({ title }: { title: string }) {
  return (
    <>
      <h1>{title}</h1>
      <input aria-label="typed" />
    </>
  );
}

function Broken(): never {
  throw new Error('broken on purpose');
}

const resources = [
  { name: 'sms', list: <Typed title="Campaigns" />, show: <Typed title="One campaign" /> },
  { name: 'sms/templates', list: <Typed title="Templates" />, create: <Typed title="New" /> },
  { name: 'contact', list: Broken },
];

async function open(address: string) {
  const { router } = renderAdmin({ dataProvider: {} as ConsoleDataProvider, address, resources });
  return { router, user: userEvent.setup() };
}

const heading = () => screen.findByRole('heading', { level: 1 });

describe('the shell', () => {
  test('shows a spinner, then balance and name from the profile', async () => {
    await open('/sms');
    expect(screen.getByRole('progressbar')).toBeTruthy();
    expect(await screen.findByText('Balance: 12,34,567.00')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Menu of Asha Shrestha' }).textContent).toContain('AS');
    await waitFor(() => expect(document.title).toBe('Campaigns · Bulk SMS Console'));
    expect(server.seen.filter(({ url }) => url === '/v1/autho/user/profile/')).toHaveLength(1);
  });

  test('follows the balance while a page stays open', async () => {
    const tick = watchIntervals();
    await open('/sms');
    expect(await screen.findByText('Balance: 12,34,567.00')).toBeTruthy();
    profile.body = user({ wallet: { balance: 123_556_700 } });
    const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 31_000);
    await tick(30_000);
    now.mockRestore();
    expect(await screen.findByText('Balance: 12,35,567.00')).toBeTruthy();
  });

  test('asks for nothing while a page is left open, so that the session can become idle', async () => {
    const tick = watchIntervals();
    await open('/sms');
    await screen.findByText('Balance: 12,34,567.00');
    server.seen.length = 0;
    const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 301_000);
    await tick(30_000);
    expect(server.seen).toEqual([]);
    fireEvent.pointerMove(document.body);
    await tick(30_000);
    await waitFor(() => expect(server.seen.map(({ url }) => url)).toEqual(['/v1/autho/user/profile/']));
    now.mockRestore();
  });

  test.each([
    ['{}', 'Error while fetching profile data'],
    ['{"detail":"The database is not available."}', 'The database is not available.'],
  ])('says why there is no profile where the answer is %s', async (body, text) => {
    profile = { status: 503, body };
    await open('/sms');
    expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
    expect(screen.queryByText('{}')).toBeNull();
  });

  test('asks for no profile when signing in has answered it, and again when it may have changed', async () => {
    const asked = () => server.seen.filter(({ url }) => url === '/v1/autho/user/profile/');
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
    profile.body = user({ wallet: { balance: 100 } });
    await act(refreshProfile);
    expect(await screen.findByText('Balance: 1.00')).toBeTruthy();
  });

  test('says of a demonstration that its money is no real one', async () => {
    profile.body = user({ wallet: { balance: 100, is_demo: true } });
    await open('/sms');
    expect(await screen.findByText('Demo money')).toBeTruthy();
    profile.body = user({ wallet: { balance: 100, is_demo: false } });
    await act(refreshProfile);
    await waitFor(() => expect(screen.queryByText('Demo money')).toBeNull());
  });

  test('has no balance for staff who use no account of their own, and one for those who do', async () => {
    profile.body = user({ role: 'support', ui_permissions: roles.support });
    await open('/sms');
    await heading();
    expect(screen.queryByText(/^Balance/)).toBeNull();
    profile.body = user({ role: 'admin', ui_permissions: roles.admin });
    act(() => void refreshProfile());
    expect(await screen.findByText('Balance: 12,34,567.00')).toBeTruthy();
  });

  test('hides the balance from users who may not see it', async () => {
    profile.body = user({ wallet: { balance: null, is_demo: true } });
    await open('/sms');
    await heading();
    expect(screen.queryByText(/Balance|Demo money/)).toBeNull();
    expect(screen.getByRole('button', { name: /^Menu of/ })).toBeTruthy();
  });

  test('a user without a name is called User', async () => {
    profile.body = user({ name: '' });
    await open('/sms');
    expect(await screen.findByRole('button', { name: 'Menu of User' })).toBeTruthy();
  });

  test.each([
    ['its message', 500, { detail: 'Down for repairs' }, 'Down for repairs'],
    ['the raw body', 502, 'Bad gateway', 'Bad gateway'],
  ])('a profile that fails is told with %s, and can be tried again', async (_, status, body, text) => {
    profile = { status, body };
    const { user: hand } = await open('/sms');
    expect(await screen.findByText(text)).toBeTruthy();
    profile = { status: 200, body: user() };
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
    profile.body = user({ offers: [], ui_permissions: [['sms-template-list', 'get']] satisfies Pair[] });
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

describe('Help', () => {
  const openMenu = async () => {
    const { user: hand } = await open('/sms');
    await hand.click(await screen.findByRole('button', { name: 'Menu of Asha Shrestha' }));
    await screen.findByRole('menuitem', { name: 'Change Password' });
    return hand;
  };
  afterEach(() => pointTo(server.base));

  test('says how to reach the provider, as they gave it', async () => {
    const branding = { email: 'help@himal.example', phone: '01-4000000', hours: { en: '10 to 5' } };
    pointTo(server.base, 'all', { brand: 'Himal SMS', branding });
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
    pointTo(server.base, 'all', { branding: { phone: '01-4000000' } });
    const quiet = vi.spyOn(console, 'error').mockReturnValue();
    await open('/contact');
    expect(await screen.findByText('01-4000000')).toBeTruthy();
    quiet.mockRestore();
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
    expect(server.seen.some(({ url }) => url.includes('change-password'))).toBe(false);
  });

  test.each([
    [200, {}, 'Password changed successfully'],
    [400, { detail: 'Wrong password.' }, 'Wrong password.'],
    [400, { error: 'Not today.' }, 'Not today.'],
    [400, { message: 'ignored' }, 'Something went wrong!'],
    [500, '<html>', 'Something went wrong!'],
  ])('an answer %s %j is told as "%s"', async (status, body, text) => {
    password = { status, body };
    const { hand, box } = await dialog();
    await hand.type(box.getByLabelText('Current password'), 'old');
    await hand.type(box.getByLabelText('New password'), 'new');
    await hand.click(box.getByRole('button', submit));
    await waitFor(() => expect(screen.getAllByText(text).length).toBeGreaterThan(0));
    expect(JSON.parse(server.last().body)).toEqual({ old_password: 'old', new_password: 'new' });
  });
});
