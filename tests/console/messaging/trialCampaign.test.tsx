import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aCampaign } from '../support/messagingConsole.tsx';
import { setUpCampaigns } from './campaignsSetup.tsx';

const setup = setUpCampaigns();

it.each([
  { trial: true, buttons: 0 },
  { trial: false, buttons: 1 },
])(
  'a campaign (trial: $trial) that failed has $buttons buttons to send it again',
  async ({ trial, buttons }) => {
    setup.record = aCampaign({ status: 'completed', queued: 0, delivered: 94, submitted: 0, trial });
    setup.open();
    await screen.findByRole('button', { name: 'Duplicate' });
    expect(screen.queryAllByRole('button', { name: 'Send to those who did not get it' })).toHaveLength(
      buttons,
    );
  },
);
