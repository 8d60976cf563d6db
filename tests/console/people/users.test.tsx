import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { roles } from '#schema/permissions.ts';
import type { User } from '#schema/users.ts';
import { getToken } from '../../../src/core/session.ts';
import { texts as english } from '../../../src/i18n/en/users.ts';
import { pointTo } from '../support/jsonServer.ts';
import { aUser, button, onAnotherServer, setUpUsers, uuid, whole } from './usersSetup.tsx';

const setup = setUpUsers();
const { ADMIN, signIn, open, sent } = setup;

describe('the list', () => {
  test('shows who everyone is, and whether they may sign in', async () => {
    setup.shown = aUser({ is_invited: true });
    open('/users');
    const row = await screen.findByRole('row', { name: /Sita Sharma/ });
    for (const text of ['sita@himal.test', '+977 9841000100', 'Himal Traders', 'Customer', 'Invited'])
      expect(within(row).getByText(text)).toBeTruthy();
    expect(screen.getByRole('link', { name: /^Add user/ })).toBeTruthy();
  });

  test('of another server has no word on who may sign in where it has none', async () => {
    onAnotherServer();
    const { is_active: _, is_invited: __, ...silent } = aUser();
    setup.shown = silent as User;
    open('/users');
    expect(await screen.findByText('Sita Sharma')).toBeTruthy();
    for (const word of ['Active', 'Deactivated', 'Invited']) expect(screen.queryByText(word)).toBeNull();
  });

  test('has no filter by records that the user may not see', async () => {
    signIn('admin', 'account-list');
    open('/users?filter={"role":"admin"}');
    expect(await screen.findByRole('combobox', { name: 'Role' })).toBeTruthy();
    expect(screen.queryByRole('combobox', { name: 'Account' })).toBeNull();
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
    setup.shown = { uuid: id, name, email } as User;
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
    setup.shown = aUser({ is_invited: true });
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
    setup.shown = aUser({ is_invited: true });
    signIn('support');
    open(address);
    await button('Sign in as');
    expect(screen.queryByRole('button', { name: 'Copy an invitation link' })).toBeNull();
  });

  test('where no mail can be sent, there is only the link to copy, and inviting says so', async () => {
    pointTo(setup.api.base, 'all', { mail: false });
    setup.shown = aUser({ is_invited: true });
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
    setup.refusal = {
      status: 409,
      body: { detail: 'Your own access has changed. Nothing was saved.' },
    };
    setup.shown = aUser({ name: 'Sita Thapa' });
    await hand.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Deactivate' }));
    expect(await screen.findByText(/^Your own access has changed/)).toBeTruthy();
    expect(await screen.findByRole('heading', { level: 1, name: 'Sita Thapa' })).toBeTruthy();
  });

  test('deactivating revokes API keys unless they are kept, and asks where there are some', async () => {
    for (const keeps of [false, true]) {
      setup.shown = aUser({ api_keys: 2 });
      setup.api.asked.length = 0;
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
      expect(setup.api.asked.find(({ method }) => method === 'PUT')?.body).toEqual({
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
    setup.shown = aUser({ uuid: ADMIN, role: 'admin', name: 'Asha Gurung' });
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
    setup.shown = aUser({
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
    setup.refusal = { status: 409, body: { detail } };
    const own = getToken();
    const { hand } = open(`/users/${uuid(1)}/show`);
    await hand.click(await button('Sign in as'));
    const dialog = await screen.findByRole('dialog');
    await hand.type(within(dialog).getByLabelText('Reason'), 'Asked by phone');
    await hand.click(within(dialog).getByRole('button', { name: 'Sign in as' }));
    expect((await within(dialog).findByRole('alert')).textContent).toBe(detail);
    expect(own).toBeTruthy();
    expect(getToken()).toBe(own);
  });
});
