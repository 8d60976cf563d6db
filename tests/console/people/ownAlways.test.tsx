import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { roles } from '#schema/permissions.ts';
import { getUser, setUser } from '../../../src/core/session.ts';
import { signInCustomer } from '../support/crudConsole.tsx';
import { pageOf } from '../support/messagingConsole.tsx';
import { inCard, open, setUpProfile } from './profileSetup.tsx';

const { on, sent } = setUpProfile();
const withoutWriting = () => signInCustomer((name, verb) => name === 'profile-my' && verb === 'post');

test('everybody can end their own sessions: the server asks for no permission', async () => {
  withoutWriting();
  on('DELETE /v1/autho/sessions/', () => ({ status: 204 }));
  const { hand } = open();
  await hand.click(await (await inCard('Security')).findByRole('button', { name: /^Sign out:/ }));
  await hand.click(await screen.findByRole('button', { name: 'Sign out' }));
  expect(await screen.findByText('Session signed out')).toBeTruthy();
  expect(sent('DELETE', '/v1/autho/sessions/')).toHaveLength(1);
});

test('a session as a customer ends none of theirs', async () => {
  signInCustomer();
  setUser({ ...getUser(), acting: { name: 'Sita Rai' } } as never);
  open();
  await (await inCard('Security')).findByText('This browser');
  expect(screen.queryByRole('button', { name: /^Sign out/ })).toBeNull();
});

test('whoever cannot request a sender ID is not told to', async () => {
  withoutWriting();
  on('GET /v1/sms/identities/', () => ({ body: pageOf() }));
  open();
  const card = await inCard('Sender IDs');
  expect(await card.findByText('No sender IDs yet')).toBeTruthy();
  expect(card.queryByText(/Request one here/)).toBeNull();
});

test('support staff see no sender IDs of the provider’s own account, and change nothing', async () => {
  signInCustomer();
  setUser({ ...getUser(), role: 'support', ui_permissions: roles.support } as never);
  open();
  await (await inCard('Account')).findByText('Himal Traders');
  await (await inCard('Security')).findByText('This browser');
  expect(screen.queryByRole('region', { name: 'Sender IDs' })).toBeNull();
  expect(screen.queryByRole('button', { name: /^Edit/ })).toBeNull();
  // /kyc shows them every account's verification.
  expect(screen.queryByRole('link', { name: 'Verify your identity' })).toBeNull();
  expect(sent('GET', '/v1/sms/identities/')).toEqual([]);
});
