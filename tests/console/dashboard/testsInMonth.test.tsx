import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aDashboard } from '../support/dashboardData.ts';
import { open, setUpDashboard } from './dashboardSetup.tsx';

const setup = setUpDashboard();

it('says how many of the month’s messages were tests in the line of their number', async () => {
  const data = aDashboard();
  if (data.use) data.use.month.test = 12;
  setup.answer.data = data;
  open();
  const figure = screen.getByRole('heading', { name: 'Sent this month' }).parentElement;
  await waitFor(() => expect(figure?.querySelector('p')?.textContent).toBe('1,200 tests: 12'));
  expect(figure?.querySelector('small')?.textContent).not.toContain('12');
});
