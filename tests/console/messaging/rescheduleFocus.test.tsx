import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { aCampaign } from '../support/messagingConsole.tsx';
import { setUpCampaigns } from './campaignsSetup.tsx';

const setup = setUpCampaigns();

it('starts at the calendar in use, and a day that has passed has the focus and says so each time', async () => {
  setup.record = aCampaign({ status: 'scheduled', scheduled_at: '2033-04-14T03:45:00Z' });
  setup.open();
  await userEvent.click(await screen.findByRole('button', { name: 'Change the time' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Send at another time?' }));
  expect(document.activeElement).toBe(dialog.getByRole('radio', { name: 'AD' }));
  const year = dialog.getByLabelText('Year');
  const save = dialog.getByRole('button', { name: 'Save the time' });
  fireEvent.change(year, { target: { value: '2020' } });
  await userEvent.click(save);
  expect(dialog.getByText(/^The earliest date is/)).toBeTruthy();
  expect(document.activeElement).toBe(year);
  await userEvent.click(save);
  expect(document.activeElement).toBe(year);
});
