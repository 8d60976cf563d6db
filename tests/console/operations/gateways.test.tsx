import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { onlineMethods } from '#schema/paymentReference.ts';
import { endSession } from '../../../src/core/session.ts';
import { Gateways } from '../../../src/resources/operations/settings/billing/Gateways.tsx';
import { renderPage } from '../support/messagingConsole.tsx';
import { signInStaff } from '../support/staffConsole.tsx';

beforeEach(() => signInStaff('admin'));
afterEach(() => {
  cleanup();
  endSession();
});

test('a key that the server cannot read is said to be so and asked for again, at its service alone', async () => {
  const gateways = onlineMethods.map((method) => ({
    ...{ method, product: 'HIMAL', is_set: true, is_fixed: false, is_unreadable: method === 'khalti' },
  }));
  const page = <Gateways gateways={gateways} onChanged={() => {}} />;
  renderPage('/admin/settings/*', page, '/admin/settings/billing');
  const of = async (name: string) => within(await screen.findByRole('form', { name }));
  const [esewa, khalti] = [await of('eSewa'), await of('Khalti')];
  expect(khalti.getByRole('alert').textContent).toMatch(/cannot be decrypted with this server’s SECRET_KEY/);
  expect(khalti.getByText('Not offered: its key cannot be read')).toBeTruthy();
  expect(khalti.queryByText('Saved. Leave empty to keep it.')).toBeNull();
  expect(khalti.queryByRole('button', { name: 'Check Khalti' })).toBeNull();
  expect(esewa.queryByRole('alert')).toBeNull();
  expect(esewa.getByText('Offered to customers')).toBeTruthy();
  expect(esewa.getByRole('button', { name: 'Check eSewa' })).toBeTruthy();
});
