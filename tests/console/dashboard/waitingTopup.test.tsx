import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aDashboard } from '../support/dashboardData.ts';
import { open, setUpDashboard } from './dashboardSetup.tsx';

const setup = setUpDashboard();

it.each([
  { pending: 1, state: 'waiting', path: '/wallet/topup-history' },
  { pending: 0, state: 'open', path: '/wallet/topup-history/create' },
])('with $pending requested top-ups the step leads to $path', async ({ pending, state, path }) => {
  setup.campaigns = [];
  setup.answer.data = aDashboard({
    balance: 0,
    use: { ...aDashboard().use!, operators: [] },
    campaigns: { running: 0, any: false },
    packages: { parts: 0, next_expiry: null },
    topups: { pending, amount: pending * 50_000 },
    attention: [],
  });
  open();
  const start = await screen.findByRole('region', { name: 'Send your first campaign' });
  const step = start.querySelector<HTMLElement>('[data-step="topup"]')!;
  expect(step.dataset.state).toBe(state);
  expect(within(step).getByRole('link').getAttribute('href')).toBe(path);
});
