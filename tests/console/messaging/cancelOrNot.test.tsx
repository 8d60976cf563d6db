import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { setUpCampaigns } from './campaignsSetup.tsx';

const setup = setUpCampaigns();

it('the dialog that cancels a campaign has one button that says so', async () => {
  setup.open();
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel campaign' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Go back',
    'Cancel the campaign',
  ]);
});
