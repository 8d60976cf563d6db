import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { getUser, setUser, type User } from '../../../src/core/session.ts';
import { aDashboard } from '../support/dashboardData.ts';
import { open, setUpDashboard } from './dashboardSetup.tsx';

const setup = setUpDashboard();

it.each([
  { credit_limit: 500_000, balance: 0, state: 'done' },
  { credit_limit: 500_000, balance: -500_000, state: 'open' },
  { credit_limit: undefined, balance: 0, state: 'open' },
])('with credit of $credit_limit and a balance of $balance the step to top up is $state', async (wallet) => {
  const { credit_limit, balance, state } = wallet;
  const user = getUser() as User;
  // As the dashboard says: otherwise the profile would be read again.
  const account = user.account && { ...user.account, kyc_status: 'approved' as const };
  setUser({
    ...user,
    ...(account && { account }),
    wallet: { balance, ...(credit_limit && { credit_limit }) },
  });
  setup.campaigns = [];
  setup.answer.data = aDashboard({
    balance,
    use: { ...aDashboard().use!, operators: [] },
    campaigns: { running: 0, any: false },
    packages: { parts: 0, next_expiry: null },
    topups: { pending: 0, amount: 0 },
    attention: [],
  });
  open();
  const start = await screen.findByRole('region', { name: 'Send your first campaign' });
  expect(start.querySelector('[data-step="topup"]')?.getAttribute('data-state')).toBe(state);
});
