import { cleanup, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Pair } from '#schema/permissions.ts';
import { teamRoles } from '#schema/teamRoles.ts';
import { getUser, setUser, type User } from '../../../src/core/session.ts';
import { ConsumptionList } from '../../../src/resources/billing/consumption/ConsumptionList.tsx';
import { DailyConsumptionPage } from '../../../src/resources/billing/dailyConsumption/DailyConsumptionPage.tsx';
import { WalletHistoryList } from '../../../src/resources/billing/walletHistory/WalletHistoryList.tsx';
import { MessageHistory } from '../../../src/resources/contacts/contacts/MessageHistory.tsx';
import { MessageList } from '../../../src/resources/messaging/messages/MessageList.tsx';
import { aDashboard } from '../support/dashboardData.ts';
import { renderPage } from '../support/messagingConsole.tsx';
import { setUpDashboard } from './dashboardSetup.tsx';

const setup = setUpDashboard();
const owner = teamRoles.owner;
const without = (...names: string[]): Pair[] =>
  owner.filter(([name, verb]) => !(verb === 'post' && names.includes(name)));
const roles: Record<string, readonly Pair[]> = {
  ...teamRoles,
  buyer: without('topup-list'),
  reader: without('topup-list', 'package-list', 'bulk-sms'),
};
const credit = (credit_limit: number) => ({ wallet: { balance: 0, credit_limit } }) as Partial<User>;

const pages = {
  messages: ['/sms/dispatch', <MessageList key="messages" />, 'No messages yet'],
  consumption: ['/sms/consumption-history', <ConsumptionList key="consumption" />, 'No consumption yet'],
  daily: [
    '/wallet/daily-consumption',
    <DailyConsumptionPage key="daily" />,
    'Nothing was sent on these days',
  ],
  contact: [
    '/contact',
    <MessageHistory key="contact" phone="+9779841000001" />,
    'No messages to this number yet',
  ],
  wallet: ['/wallet/history', <WalletHistoryList key="wallet" />, 'No entries yet'],
} as const;
const lists = Object.keys(pages) as (keyof typeof pages)[];

/** Opens an empty list in this role, and reads its buttons. */
async function openEmpty(role: string, page: keyof typeof pages, change: Partial<User> = {}) {
  const pairs = (roles[role] ?? []).map(([name, verb]) => [name, verb] as [string, string]);
  setUser({ ...(getUser() as User), offers: [], ui_permissions: pairs as never, ...change });
  setup.campaigns = [];
  const [path, list, empty] = pages[page];
  renderPage(path, list);
  const title = await screen.findByText(empty);
  // What comes first is known with the account's figures.
  await waitFor(() => expect(document.querySelector('[aria-busy="true"]')).toBeNull());
  return () =>
    [...(title.closest('.empty-state')?.querySelectorAll('a') ?? [])].map(
      (link) => `${link.textContent} ${link.getAttribute('href')}`,
    );
}

async function expectOffer(wanted: readonly string[], ...of: Parameters<typeof openEmpty>) {
  const offered = await openEmpty(...of);
  await waitFor(() => expect(offered()).toEqual(wanted));
  cleanup();
}

it.each([
  ['owner', ['Send Bulk SMS /sms/bulk-sms']],
  ['sender', ['Send Bulk SMS /sms/bulk-sms']],
  ['developer', ['Send Bulk SMS /sms/bulk-sms']],
  ['viewer', []],
  ['reader', []],
])('without messages or consumption a %s is offered what they may do', async (role, wanted) => {
  await expectOffer(wanted, role, 'messages');
  // Developers do not see consumption.
  if (role !== 'developer') await expectOffer(wanted, role, 'consumption');
});

it.each([
  ['owner', ['Request a top-up /wallet/topup-history/create']],
  ['buyer', ['Buy a package /packages/sms']],
  ['reader', []],
  ['viewer', []],
])('without entries in the wallet a %s is offered what they may do', async (role, wanted) => {
  await expectOffer(wanted, role, 'wallet', credit(0));
});

it('a post-paid account without entries is not asked for money', async () => {
  await expectOffer(['Send Bulk SMS /sms/bulk-sms'], 'owner', 'wallet', credit(50_000));
});

it.each(lists)(
  'an account that cannot send yet is led to what comes first by the empty list of %s',
  async (page) => {
    setup.answer.data = aDashboard({ senders: { approved: 0, pending: 0 } });
    await expectOffer(['Request a sender ID /sms/sender-identities'], 'owner', page, credit(50_000));
    setup.answer.data = aDashboard({ kyc: 'approved', senders: { approved: 0, pending: 1 } });
    await expectOffer([], 'owner', page, credit(50_000));
  },
);

it.each(lists)('the empty list of %s offers nothing until it is known what comes first', async (page) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  setup.held = promise;
  setup.answer.data = aDashboard({ senders: { approved: 0, pending: 0 } });
  const offered = await openEmpty('owner', page, credit(50_000));
  const place = await screen.findByText('Send Bulk SMS');
  expect(place.style.visibility).toBe('hidden');
  expect(offered()).toEqual([]);
  await waitFor(() => expect(setup.asked('/v1/core/dashboard/')).toBe(1));
  expect(offered()).toEqual([]);
  resolve();
  await waitFor(() => expect(offered()).toEqual(['Request a sender ID /sms/sender-identities']));
});

it.each(lists)('an approved account is not asked about by the empty list of %s', async (page) => {
  const account = { ...(getUser() as User).account!, kyc_status: 'approved' as const };
  const offered = await openEmpty('owner', page, { ...credit(50_000), account });
  expect(offered()).toEqual(['Send Bulk SMS /sms/bulk-sms']);
  expect(setup.asked('/v1/core/dashboard/')).toBe(0);
});
