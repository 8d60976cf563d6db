import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { grantable, roles } from '#schema/permissions.ts';
import { texts as english } from '../../../src/i18n/en/users.ts';
import { toggled } from '../../../src/resources/people/users/pairs.ts';
import { anAccount, aUser, button, onAnotherServer, setUpUsers, uuid, whole } from './usersSetup.tsx';

const setup = setUpUsers();
const { ADMIN, open, sent } = setup;

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

  test('shows what the server found for an account, and tells equal names apart', async () => {
    const [first, second] = [anAccount(80, { pan: '301234567' }), anAccount(81, { pan: '609876543' })];
    setup.accounts = ({ url }) => (url.includes('search=609') ? [second] : [first, second]);
    const { hand } = open('/users/create');
    const input = await screen.findByLabelText('Account');
    const offered = () => {
      const list = screen.queryByRole('listbox');
      return list
        ? within(list)
            .queryAllByRole('option')
            .map(({ textContent }) => textContent)
        : [];
    };
    await hand.type(input, 'himal traders ');
    await waitFor(() => expect(offered()).toHaveLength(2));
    expect(offered()[0]).toContain('301234567');
    expect(offered()[1]).toContain('609876543');
    await hand.clear(input);
    await hand.type(input, '609876543');
    await waitFor(() => expect(offered()).toEqual(['Himal Traders']));
  });

  test('says why no account can be chosen', async () => {
    setup.signIn('admin', 'account-list');
    open('/users/create');
    expect(await screen.findByLabelText('Account')).toHaveProperty('disabled', true);
    expect(screen.getByText(english.users.noAccounts)).toBeTruthy();
    expect(setup.api.urls().filter((url) => url.includes('/accounts/'))).toEqual([]);
  });

  test('staff need no account: they join the provider', async () => {
    const { hand } = open('/users/create');
    await hand.selectOptions(await screen.findByLabelText('Role'), 'support');
    expect(screen.queryByLabelText('Account')).toBeNull();
  });

  test('what needs another administrator invites one', async () => {
    open('/users/create?role=admin');
    expect(await screen.findByLabelText<HTMLSelectElement>('Role').then(({ value }) => value)).toBe('admin');
    cleanup();
    open('/users/create?role=nobody');
    expect(await screen.findByLabelText<HTMLSelectElement>('Role').then(({ value }) => value)).toBe(
      'customer',
    );
  });

  test('what the server says of a field stands beside it', async () => {
    setup.refusal = {
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
    setup.shown = aUser({ ui_permissions: [['sms-list', 'get']] });
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
    setup.shown = aUser({ uuid: ADMIN, role: 'admin' });
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
