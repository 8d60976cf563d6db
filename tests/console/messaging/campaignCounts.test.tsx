import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { preferences } from '../../../src/core/preferences.ts';
import { CampaignList } from '../../../src/resources/messaging/campaigns/CampaignList.tsx';
import { CampaignShow } from '../../../src/resources/messaging/campaigns/CampaignShow.tsx';
import { startApi } from '../support/api.ts';
import { renderConsole, signInCustomer } from '../support/crudConsole.tsx';
import { pointTo } from '../support/jsonServer.ts';
import { aCampaign, uuid } from '../support/messagingConsole.tsx';

let record: object;
let api: Awaited<ReturnType<typeof startApi>>;
beforeEach(async () => {
  preferences.set({ language: 'en' });
  signInCustomer();
  api = await startApi(({ url }) => ({
    body: url.includes('?') ? { count: 1, next: null, previous: null, results: [record] } : record,
  }));
  pointTo(api.base, ['campaign-details']);
});
afterEach(async () => {
  cleanup();
  await api.close();
});
const open = (address: string) =>
  renderConsole([{ name: 'sms', list: <CampaignList />, show: <CampaignShow /> }], address, api.base);
const text = (selector: string) => document.querySelector(selector)?.textContent?.replaceAll('\u00a0', ' ');
/** How much of the bar each outcome takes; '' is what no count includes. */
const bar = () =>
  [...document.querySelectorAll<HTMLElement>('.campaign-bar > span')].map(({ dataset, style }) => [
    dataset.outcome ?? '',
    style.flexGrow,
  ]);

describe('a campaign of a server that does not count its messages by result', () => {
  beforeEach(() => {
    record = { uuid: uuid(1), name: 'Dues', status: 'sent', recipients: 2, delivered: 1, cost: 300 };
  });

  it('has on its page what the server says, and no more', async () => {
    open(`/sms/${uuid(1)}/show`);
    await screen.findByRole('heading', { name: 'Cost' });
    // Neither "– of 2", nor "No delivery results yet".
    expect(text('.campaign-headline')).toBe('Sent');
    expect(bar()).toEqual([
      ['delivered', '1'],
      ['', '1'],
    ]);
    expect(text('[aria-labelledby="campaign-money"] dl')).toBe('CostRs. 3.00');
  });

  it('has no progress in the list', async () => {
    open('/sms');
    await screen.findByText('Dues');
    expect(document.querySelector('.campaign-progress')).toBeNull();
    expect(document.body.textContent).not.toContain('of 2');
  });
});

it('the bar of a campaign whose messages are all counted has no rest', async () => {
  record = aCampaign();
  open('/sms');
  expect(await screen.findByText('40 of 100')).toBeTruthy();
  expect(bar().every(([outcome]) => outcome !== '')).toBe(true);
});
