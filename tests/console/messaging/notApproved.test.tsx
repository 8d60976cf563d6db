import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { CampaignList } from '../../../src/resources/messaging/campaigns/CampaignList.tsx';
import { startApi } from '../support/api.ts';
import { renderConsole } from '../support/crudConsole.tsx';
import { pointTo } from '../support/jsonServer.ts';
import { aCampaign, pageOf, uuid } from '../support/messagingConsole.tsx';
import { setUpCampaigns, text } from './campaignsSetup.tsx';

const world = setUpCampaigns();
afterEach(cleanup);

const rejected = { status: 'failed', not_approved: true, queued: 0, cancelled: 100, delivered: 0 };
const status = () => text(document.querySelector('h1 ~ .tested-status, .crud-header .tested-status'));

it('a campaign that was rejected is not approved on its page, whatever the API calls it', async () => {
  world.record = aCampaign({ ...rejected, error: 'Name your shop.' });
  world.open();
  expect(await screen.findByText(/^This campaign was not approved\. Nothing was sent/)).toBeTruthy();
  expect(status()).toBe('Not approved');
  expect(screen.queryByText(/failed/i)).toBeNull();
});

it('of one that failed otherwise nobody says who decided', async () => {
  world.record = aCampaign({ ...rejected, not_approved: undefined });
  world.open();
  expect(await screen.findByText(/^This campaign failed\. Nothing was sent/)).toBeTruthy();
  expect(status()).toBe('Not approved or failed');
});

it('lists say it, too', async () => {
  const api = await startApi(() => ({
    body: pageOf(aCampaign(rejected), aCampaign({ uuid: uuid(801), name: 'Fees', status: 'completed' })),
  }));
  pointTo(api.base);
  renderConsole([{ name: 'sms', list: <CampaignList /> }], '/sms', api.base);
  expect(await screen.findByText('Not approved')).toBeTruthy();
  cleanup();
  await api.close();
});
