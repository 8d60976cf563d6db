import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aDashboard } from '../support/dashboardData.ts';
import { links, open, setUpDashboard } from './dashboardSetup.tsx';

const setup = setUpDashboard();
const parts = { parts: 250, next_expiry: null };

it.each([
  { senders: { approved: 0, pending: 0, viber: 1 }, sender: 'done', topup: 'open', title: 'Viber identity' },
  { senders: { approved: 0, pending: 1, viber: 1 }, sender: 'done', topup: 'open', title: 'Viber identity' },
  {
    senders: { approved: 0, pending: 0, viber: 0 },
    sender: 'open',
    topup: 'done',
    title: 'Request a sender ID',
  },
  { senders: { approved: 0, pending: 0 }, sender: 'open', topup: 'done', title: 'Request a sender ID' },
  {
    senders: { approved: 1, pending: 0, viber: 1 },
    sender: 'done',
    topup: 'done',
    title: 'Request a sender ID',
  },
])('with $senders the step of the sender is $sender, and that of the money $topup', async (of) => {
  const { senders, sender, topup, title } = of;
  setup.campaigns = [];
  setup.answer.data = aDashboard({
    ...{ balance: 0, packages: parts, senders, campaigns: { running: 0, any: false }, attention: [] },
    use: { ...aDashboard().use!, operators: [] },
  });
  open();
  const start = await screen.findByRole('region', { name: 'Send your first campaign' });
  const step = (name: string) => start.querySelector<HTMLElement>(`[data-step="${name}"]`)!;
  expect(step('sender').dataset.state).toBe(sender);
  expect(step('sender').querySelector('strong')?.textContent).toBe(title);
  // Packages are of SMS parts, and do not pay for Viber.
  expect(step('topup').dataset.state).toBe(topup);
  const texts = [step('sender'), step('topup')].map((one) => one.querySelector('p')?.textContent);
  if (title !== 'Viber identity') return;
  expect(texts[1]?.trim()).toBe('Viber messages are paid from your balance.');
  // The step is done, and what is said of the sender ID is what can be done about it.
  if (senders.pending > 0) {
    expect(texts[0]).toMatch(/^Your sender ID awaits approval\./);
    expect(within(step('sender')).queryByRole('link')).toBeNull();
  } else {
    expect(texts[0]).toBe(
      'You can send over Viber. To send SMS, you also need a sender ID. Request a sender ID',
    );
    expect(links(step('sender'))).toEqual([['Request a sender ID', '/sms/sender-identities']]);
  }
});
