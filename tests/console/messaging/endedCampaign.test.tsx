import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { doneCount, fractionDone } from '../../../src/resources/messaging/campaigns/progress.ts';
import { aCampaign } from '../support/messagingConsole.tsx';
import { setUpCampaigns, text } from './campaignsSetup.tsx';

const world = setUpCampaigns();
const headline = () => text(document.querySelector('.campaign-headline'));

it('a cancelled campaign counts only what was sent as done', async () => {
  world.record = aCampaign({ status: 'cancelled', queued: 0, submitted: 0, delivered: 34, cancelled: 60 });
  world.open();
  await screen.findByText('40 of 100');
  expect(headline()).toContain('40% done');
});

it('of a campaign that was rejected nothing is done, and no results are requested', async () => {
  const none = { submitted: 0, delivered: 0, undelivered: 0, expired: 0, rejected: 0 };
  world.record = aCampaign({
    status: 'failed',
    queued: 0,
    ...none,
    cancelled: 100,
    error: 'Name your shop.',
  });
  world.open();
  await screen.findByText('0 of 100');
  expect(headline()).toContain('0% done');
  expect(screen.getByText(/Reason: Name your shop\. .*the address of this page/)).toBeTruthy();
  expect(screen.queryByRole('heading', { name: 'Why messages were not delivered' })).toBeNull();
});

it('a server that does not count cancelled messages is read as having none', () => {
  const { cancelled: _, ...campaign } = aCampaign();
  const shown = campaign as unknown as Parameters<typeof doneCount>[0];
  expect([doneCount(shown), fractionDone(shown)]).toEqual([40, 0.4]);
});
