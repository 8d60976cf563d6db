import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Feature, features } from '#schema/features.ts';
import { grantable, roles } from '#schema/permissions.ts';
import type { User } from '#schema/users.ts';
import { preferences } from '../../../src/core/preferences.ts';
import { endSession, getToken, getUser, setUser, startSession } from '../../../src/core/session.ts';
import { texts as english } from '../../../src/i18n/en/users.ts';
import { user as userResource } from '../../../src/resources/people/users/index.tsx';
import { toggled } from '../../../src/resources/people/users/pairs.ts';
import { type Asked, startApi } from '../support/api.ts';
import { renderConsole } from '../support/crudConsole.tsx';
import { pointTo } from '../support/jsonServer.ts';

const uuid = (n: number): string => `01890000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const PROVIDER = uuid(90);
const ADMIN = uuid(91);

const aUser = (change: Partial<User> = {}): User => ({
  uuid: uuid(1),
  created_at: '2026-01-02T03:04:05Z',
  updated_at: '2026-01-02T03:04:05Z',
  name: 'Sita Sharma',
  email: 'sita@himal.test',
  new_email: null,
  phone: '+9779841000100',
  account: uuid(80),
  account_name: 'Himal Traders',
  role: 'customer',
  is_active: true,
  is_invited: false,
  last_login_at: '2026-02-02T03:04:05Z',
  sessions: 2,
  two_factor: false,
  api_keys: 0,
  ui_permissions: null,
  ...change,
});

let shown: User;
let refusal: { status: number; body: object } | undefined;
let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi(({ method, url, body }: Asked) => {
    if (refusal && method !== 'GET') return refusal;
    if (url.startsWith('/v1/admin/accounts/')) {
      const account = { uuid: uuid(80), name: 'Himal Traders', type: 'company', is_active: true };
      return { body: { count: 1, next: null, previous: null, results: [account] } };
    }
    if (method === 'POST' && url.endsWith('send-link/'))
      return { body: { data: { kind: 'password-reset' } } };
    if (method === 'POST' && url.endsWith('invitation-link/'))
      return { body: { data: { path: '/reset-password/one-secret', expires_at: '2026-02-03T04:05:06Z' } } };
    if (method === 'POST' && url.endsWith('end-sessions/')) return { body: { data: { ended: 2 } } };
    if (method === 'GET' && /\/users\/\?/.test(url))
      return { body: { count: 1, next: null, previous: null, results: [shown] } };
    if (method !== 'GET') shown = { ...shown, ...(body as object) };
    return { body: { data: shown } };
  });
  pointTo(api.base);
});
afterAll(() => api.close());
beforeEach(() => {
  shown = aUser();
  refusal = undefined;
  api.asked.length = 0;
  signIn('admin');
});
afterEach(() => {
  cleanup();
  pointTo(api.base);
  endSession();
  sessionStorage.clear();
  preferences.set({ language: 'en' });
});

function signIn(role: 'support' | 'admin'): void {
  startSession('token');
  setUser({
    uuid: ADMIN,
    name: 'Asha Gurung',
    email: 'admin@demo.test',
    phone: null,
    role,
    account: { uuid: PROVIDER, name: 'Demo Provider', type: 'company', kyc_status: 'none' },
    wallet: { balance: 0 },
    ui_permissions: roles[role].map(([name, verb]) => [name, verb]),
    // What our server says of itself.
    offers: Object.keys(features) as Feature[],
  });
}

/** From now on the server is another one, which does not say what it offers. */
const onAnotherServer = (): void => {
  const user = getUser();
  if (!user) throw new Error('nobody is signed in');
  const { offers: _, ...other } = user;
  setUser(other);
};
/** What a PUT for the whole record of `aUser` holds. */
const whole = { name: 'Sita Sharma', email: 'sita@himal.test', account: uuid(80), role: 'customer' };
const open = (address: string) => ({
  ...renderConsole([{ name: 'users', ...userResource }], address, api.base),
  hand: userEvent.setup(),
});
const sent = (method: string) => api.asked.filter((one) => one.method === method);
const button = (name: string | RegExp) => screen.findByRole('button', { name });

describe('the list', () => {
  test('shows who everyone is, and whether they may sign in', async () => {
    shown = aUser({ is_invited: true });
    open('/users');
    const row = await screen.findByRole('row', { name: /Sita Sharma/ });
    for (const text of ['sita@himal.test', '+977 9841000100', 'Himal Traders', 'Customer', 'Invited'])
      expect(within(row).getByText(text)).toBeTruthy();
    expect(screen.getByRole('link', { name: /^Add user/ })).toBeTruthy();
  });

  test('of another server has no word on who may sign in where it has none', async () => {
    onAnotherServer();
    const { is_active: _, is_invited: __, ...silent } = aUser();
    shown = silent as User;
    open('/users');
    expect(await screen.findByText('Sita Sharma')).toBeTruthy();
    for (const word of ['Active', 'Deactivated', 'Invited']) expect(screen.queryByText(word)).toBeNull();
  });

  test('support reads it and can add nobody', async () => {
    signIn('support');
    open('/users');
    await screen.findByText('sita@himal.test');
    expect(screen.queryByRole('link', { name: /^Add user/ })).toBeNull();
  });
});

describe('one user', () => {
  const address = `/users/${uuid(1)}/show`;

  test('an administrator deactivates, after being asked', async () => {
    const { hand } = open(address);
    await hand.click(await button('Deactivate'));
    const dialog = await screen.findByRole('dialog', { name: 'Deactivate Sita Sharma?' });
    expect(sent('PUT')).toEqual([]);
    await hand.click(within(dialog).getByRole('button', { name: 'Deactivate' }));
    expect(await button('Activate')).toBeTruthy();
    expect(sent('PUT')).toMatchObject([{ url: `/v1/autho/users/${uuid(1)}/`, body: { is_active: false } }]);
    expect(screen.getByText('Deactivated')).toBeTruthy();
  });

  test('of another server: nothing is said that it does not say', async () => {
    onAnotherServer();
    const { uuid: id, name, email } = aUser();
    shown = { uuid: id, name, email } as User;
    open(`/users/${uuid(1)}/show`);
    const access = await screen.findByRole('region', { name: english.users.access.title });
    expect([...access.querySelectorAll('p')].map(({ textContent }) => textContent)).toEqual([
      english.users.access.active,
    ]);
    expect(screen.queryByRole('heading', { name: english.users.pairs.title })).toBeNull();
    expect(await button('Deactivate')).toBeTruthy();
  });

  test('sends a link, and signs out everywhere', async () => {
    const { hand } = open(address);
    for (const [name, path] of [
      ['Send a password link', 'send-link'],
      ['Sign out everywhere', 'end-sessions'],
    ] as const) {
      await hand.click(await button(name));
      await hand.click(within(await screen.findByRole('dialog')).getByRole('button', { name }));
      await waitFor(() =>
        expect(sent('POST').map(({ url }) => url)).toContain(`/v1/autho/users/${uuid(1)}/${path}/`),
      );
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    }
  });

  test('an invited user’s link is made on demand and shown once', async () => {
    shown = aUser({ is_invited: true });
    const { hand } = open(address);
    expect(sent('POST')).toEqual([]);
    await hand.click(await button('Copy an invitation link'));
    const dialog = await screen.findByRole('dialog', { name: 'Invitation link for Sita Sharma' });
    expect(within(dialog).getByText(`${location.origin}/reset-password/one-secret`)).toBeTruthy();
    expect(dialog.textContent).toContain('It is shown only once');
    await hand.click(within(dialog).getByRole('button', { name: 'I have copied it' }));
    await waitFor(() => expect(screen.queryByText(/one-secret/)).toBeNull());
  });

  test('has no link to copy once a password is chosen, or for support', async () => {
    open(address);
    await button('Send a password link');
    expect(screen.queryByRole('button', { name: 'Copy an invitation link' })).toBeNull();
    cleanup();
    shown = aUser({ is_invited: true });
    signIn('support');
    open(address);
    await button('Sign in as');
    expect(screen.queryByRole('button', { name: 'Copy an invitation link' })).toBeNull();
  });

  test('where no mail can be sent, there is only the link to copy, and inviting says so', async () => {
    pointTo(api.base, 'all', { mail: false });
    shown = aUser({ is_invited: true });
    open(address);
    await button('Copy an invitation link');
    expect(screen.queryByRole('button', { name: 'Send the invitation again' })).toBeNull();
    cleanup();
    open(`/users/create?account=${uuid(80)}`);
    expect(await screen.findByText(/^This server cannot send e-mail. After you add the user/)).toBeTruthy();
    expect(await button('Invite a user')).toBeTruthy();
    expect(await screen.findByDisplayValue('Himal Traders')).toBeTruthy();
  });

  test('a refusal by the server is shown, and so is the newest state', async () => {
    const { hand } = open(address);
    await hand.click(await button('Deactivate'));
    refusal = {
      status: 409,
      body: { detail: 'Your own access has changed. Nothing was saved.' },
    };
    shown = aUser({ name: 'Sita Thapa' });
    await hand.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Deactivate' }));
    expect(await screen.findByText(/^Your own access has changed/)).toBeTruthy();
    expect(await screen.findByRole('heading', { level: 1, name: 'Sita Thapa' })).toBeTruthy();
  });

  test('deactivating revokes API keys unless they are kept, and asks where there are some', async () => {
    for (const keeps of [false, true]) {
      shown = aUser({ api_keys: 2 });
      api.asked.length = 0;
      const { hand } = open(address);
      await hand.click(await button('Deactivate'));
      const dialog = await screen.findByRole('dialog');
      const revoke = within(dialog).getByRole<HTMLInputElement>('checkbox', {
        name: /^Revoke their 2 API keys/,
      });
      expect(revoke.checked).toBe(true);
      if (keeps) await hand.click(revoke);
      await hand.click(within(dialog).getByRole('button', { name: 'Deactivate' }));
      await screen.findByText('Sita Sharma is deactivated');
      expect(api.asked.find(({ method }) => method === 'PUT')?.body).toEqual({
        is_active: false,
        ...(keeps && { keep_keys: true }),
      });
      cleanup();
    }
  });

  test('deactivating sends the whole user to a server that takes a PUT for the whole record', async () => {
    onAnotherServer();
    const { hand } = open(address);
    await hand.click(await button('Deactivate'));
    const dialog = await screen.findByRole('dialog');
    await hand.click(within(dialog).getByRole('button', { name: 'Deactivate' }));
    await waitFor(() => expect(sent('PUT')[0]?.body).toMatchObject({ ...whole, is_active: false }));
  });

  test('nobody can lock themselves out', async () => {
    shown = aUser({ uuid: ADMIN, role: 'admin', name: 'Asha Gurung' });
    open(`/users/${ADMIN}/show`);
    await screen.findByText('Can sign in.');
    for (const name of ['Deactivate', 'Sign out everywhere', 'Sign in as'])
      expect(screen.queryByRole('button', { name })).toBeNull();
  });

  test('support sees everything, may sign in as, and changes nothing', async () => {
    signIn('support');
    open(address);
    expect(await button('Sign in as')).toBeTruthy();
    expect(await screen.findByRole('region', { name: 'Permissions' })).toBeTruthy();
    for (const name of ['Deactivate', 'Sign out everywhere', 'Send a password link'])
      expect(screen.queryByRole('button', { name })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull();
  });

  test('marks what differs from the role', async () => {
    shown = aUser({
      ui_permissions: roles.customer.filter(([name]) => name !== 'bulk-sms').map(([n, v]) => [n, v]),
    });
    open(address);
    const table = await screen.findByRole('table');
    const marked = within(table).getAllByText('Differs from the role');
    expect(marked.map((mark) => mark.closest('tr')?.textContent)).toEqual([
      expect.stringContaining('Send bulk SMS'),
    ]);
  });
});

describe('signing in as', () => {
  test('asks for a reason, and sends nothing without one', async () => {
    const { hand } = open(`/users/${uuid(1)}/show`);
    await hand.click(await button('Sign in as'));
    const dialog = await screen.findByRole('dialog', { name: 'Sign in as Sita Sharma' });
    await hand.click(within(dialog).getByRole('button', { name: 'Sign in as' }));
    expect(await within(dialog).findByText(/^Enter a reason/)).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(within(dialog).getByLabelText('Reason')));
    expect(sent('POST')).toEqual([]);
  });

  test('a refusal by the server is shown in the dialog', async () => {
    const detail = 'This user cannot sign in: the user or the account is not active.';
    refusal = { status: 409, body: { detail } };
    const { hand } = open(`/users/${uuid(1)}/show`);
    await hand.click(await button('Sign in as'));
    const dialog = await screen.findByRole('dialog');
    await hand.type(within(dialog).getByLabelText('Reason'), 'Asked by phone');
    await hand.click(within(dialog).getByRole('button', { name: 'Sign in as' }));
    expect((await within(dialog).findByRole('alert')).textContent).toBe(detail);
    expect(getToken()).toBe('token');
  });
});

describe('the form', () => {
  test('invites a customer into an account', async () => {
    const { hand } = open('/users/create');
    await hand.type(await screen.findByLabelText('Name'), 'Gita Thapa');
    await hand.type(screen.getByLabelText('E-mail'), 'gita@himal.test');
    await hand.click(screen.getByLabelText('Account'));
    await hand.click(await screen.findByRole('option', { name: 'Himal Traders' }));
    await hand.click(screen.getByRole('button', { name: 'Send invitation' }));
    await waitFor(() => expect(sent('POST')).toHaveLength(1));
    expect(sent('POST')[0]?.body).toEqual({
      name: 'Gita Thapa',
      email: 'gita@himal.test',
      account: uuid(80),
      role: 'customer',
      is_active: true,
    });
  });

  test('staff need no account: they join the provider', async () => {
    const { hand } = open('/users/create');
    await hand.selectOptions(await screen.findByLabelText('Role'), 'support');
    expect(screen.queryByLabelText('Account')).toBeNull();
  });

  test('what the server says of a field stands beside it', async () => {
    refusal = {
      status: 400,
      body: {
        detail: 'Another user has this e-mail address.',
        errors: { email: ['Another user has this e-mail address.'] },
      },
    };
    const { hand } = open(`/users/${uuid(1)}`);
    const email = await screen.findByLabelText('E-mail');
    await hand.clear(email);
    await hand.type(email, 'taken@himal.test');
    await hand.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Another user has this e-mail address.')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(email));
  });

  test('sends only what was changed', async () => {
    const { hand } = open(`/users/${uuid(1)}`);
    const name = await screen.findByLabelText('Name');
    await hand.clear(name);
    await hand.type(name, 'Sita K. Sharma');
    await hand.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent('PUT')).toHaveLength(1));
    expect(sent('PUT')[0]?.body).toEqual({ name: 'Sita K. Sharma', account: uuid(80) });
  });

  test('sends the whole user to a server that takes a PUT for the whole record', async () => {
    onAnotherServer();
    const { hand } = open(`/users/${uuid(1)}`);
    const name = await screen.findByLabelText('Name');
    await hand.clear(name);
    await hand.type(name, 'Sita K. Sharma');
    await hand.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent('PUT')[0]?.body).toMatchObject({ ...whole, name: 'Sita K. Sharma' }));
  });

  test('pairs are chosen one by one, and reset to the role’s', async () => {
    const { hand } = open(`/users/${uuid(1)}`);
    const box = (name: string) => screen.queryByRole('checkbox', { name });
    await screen.findByRole('radio', { name: 'Same as all customers', checked: true });
    expect(box('Blacklist: Change')).toBeNull();
    await hand.click(screen.getByRole('radio', { name: 'Chosen for this user' }));
    // Who may not see something, cannot change it either.
    await hand.click(box('Blacklist: View') as HTMLElement);
    expect(box('Blacklist: Change')).toHaveProperty('checked', false);
    await hand.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent('PUT')).toHaveLength(1));
    const left = roles.customer.filter(([name]) => name !== 'black-list');
    expect(sent('PUT')[0]?.body).toEqual({ ui_permissions: left, account: uuid(80) });
  });

  test('the reset takes the choice back', async () => {
    shown = aUser({ ui_permissions: [['sms-list', 'get']] });
    const { hand } = open(`/users/${uuid(1)}`);
    await hand.click(await button('Reset to the role’s permissions'));
    await hand.click(screen.getByRole('button', { name: 'Save' }));
    const body = { ui_permissions: null, account: uuid(80) };
    await waitFor(() => expect(sent('PUT')[0]?.body).toEqual(body));
  });

  test('offers a customer no role of staff, and nobody their own', async () => {
    open(`/users/${uuid(1)}`);
    const role = await screen.findByLabelText('Role');
    expect(
      within(role)
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual(['Customer']);
    cleanup();
    shown = aUser({ uuid: ADMIN, role: 'admin' });
    open(`/users/${ADMIN}`);
    expect(await screen.findByLabelText('Role')).toHaveProperty('disabled', true);
    for (const way of screen.getAllByRole('radio')) expect(way).toHaveProperty('disabled', true);
  });
});

test('every pair that can be given has a name', () => {
  const names = new Set([...grantable('customer'), ...grantable('admin')].map(([name]) => name));
  expect([...names].filter((name) => !(name in english.users.pair))).toEqual([]);
});

test('giving the right to change gives the right to see; one that only changes stands alone', () => {
  expect(toggled([], ['black-list', 'post'], 'customer')).toEqual([
    ['black-list', 'get'],
    ['black-list', 'post'],
  ]);
  expect(toggled([], ['bulk-sms', 'post'], 'customer')).toEqual([['bulk-sms', 'post']]);
});
