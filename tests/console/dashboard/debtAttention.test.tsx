import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aDashboard } from '../support/dashboardData.ts';
import { open, setUpDashboard } from './dashboardSetup.tsx';

const setup = setUpDashboard();

it('a low balance below zero has its minus before the currency, as lists have it', async () => {
  setup.answer.data = aDashboard({
    attention: [{ code: 'low_balance', balance: -134_900, threshold: 10_000 }],
  });
  open();
  const attention = await screen.findByRole('region', { name: 'Needs your attention' });
  expect(within(attention).getByText(/Your balance of -Rs\.\s1,349\.00 is low/)).toBeTruthy();
});
