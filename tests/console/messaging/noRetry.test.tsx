import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { preferences } from '../../../src/core/preferences.ts';
import { aCampaign } from '../support/messagingConsole.tsx';
import { setUpCampaigns } from './campaignsSetup.tsx';

const setup = setUpCampaigns();
const failed = { status: 'completed', queued: 0, delivered: 94, submitted: 0 };
const refuse = (field: string, reason: string) => {
  setup.refusal = { detail: reason, code: 'invalid', errors: { [field]: [reason] } };
};
const open = async (name: string) => {
  setup.open();
  await userEvent.click(await screen.findByRole('button', { name }));
  return screen.findByRole('alert');
};

it('says what to do where the sender ID is gone, and offers no other try', async () => {
  setup.record = aCampaign({ ...failed, sender: 'HIMAL' });
  refuse('sender', 'This sender ID is suspended. Choose another one, or ask your provider.');
  const alert = await open('Send to those who did not get it');
  expect(alert.textContent).toMatch(/This sender ID is suspended.*only be sent again from HIMAL/);
  expect(screen.getByRole('link', { name: 'Sender IDs' }).getAttribute('href')).toBe(
    '/sms/sender-identities',
  );
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

it('so it does in Nepali, and for a Viber identity, which has no page', async () => {
  preferences.set({ language: 'ne' });
  setup.record = aCampaign({ ...failed, channel: 'viber', viber: 'Himal Viber' });
  refuse('viber_identity', 'The Viber identity of this campaign no longer exists.');
  const alert = await open('नपाएकालाई फेरि पठाउनुहोस्');
  expect(alert.textContent).toMatch(/यस अभियानको भाइबर पहिचान अब छैन।.*यी सन्देश Himal Viberबाट मात्र/);
  expect(alert.querySelector('a')).toBeNull();
});

it('offers another try where the server failed', async () => {
  setup.record = aCampaign(failed);
  setup.refusal = { detail: 'Try later.' };
  await open('Send to those who did not get it');
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
});
