import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aCampaign } from '../support/messagingConsole.tsx';
import { setUpCampaigns, text } from './campaignsSetup.tsx';

const setup = setUpCampaigns();

test.each([
  ['of one operator', ['ncell'], 'Messages to Ncell wait because the sender ID HIMAL is not approved there.'],
  ['of two', ['ncell', 'ntc'], 'Messages to Ncell, NTC wait because the sender ID HIMAL is not approved'],
  ['of one that the console does not know', ['newcell'], 'Messages to newcell wait because'],
])('a customer reads that messages wait for approval %s, and what to do', async (_, unapproved_by, words) => {
  setup.record = { ...aCampaign({ status: 'sending', sender: 'HIMAL' }), unapproved_by };
  setup.open();
  const note = await screen.findByText(/Cancel the campaign to get their cost back, or ask your provider/);
  expect(text(note)).toContain(words);
});

test.each([undefined, null, []])('a campaign with %o says nothing of it', async (unapproved_by) => {
  setup.record = { ...aCampaign({ status: 'sending' }), unapproved_by };
  setup.open();
  await screen.findByRole('heading', { level: 1, name: 'Dues' });
  expect(screen.queryByText(/not approved there/)).toBeNull();
});
