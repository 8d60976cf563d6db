import { cleanup, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Pair } from '#schema/permissions.ts';
import { teamRoles } from '#schema/teamRoles.ts';
import { getUser, setUser, type User } from '../../../src/core/session.ts';
import { ConsumptionList } from '../../../src/resources/billing/consumption/ConsumptionList.tsx';
import { WalletHistoryList } from '../../../src/resources/billing/walletHistory/WalletHistoryList.tsx';
import { MessageList } from '../../../src/resources/messaging/messages/MessageList.tsx';
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
  wallet: ['/wallet/history', <WalletHistoryList key="wallet" />, 'No entries yet'],
} as const;

/** The buttons of the empty list, by this role. */
async function offered(role: string, page: keyof typeof pages, change: Partial<User> = {}) {
  const pairs = (roles[role] ?? []).map(([name, verb]) => [name, verb] as [string, string]);
  setUser({ ...(getUser() as User), offers: [], ui_permissions: pairs as never, ...change });
  setup.campaigns = [];
  const [path, list, empty] = pages[page];
  renderPage(path, list);
  const title = await screen.findByText(empty);
  const links = [...(title.closest('section')?.querySelectorAll('a') ?? [])];
  const found = links.map((link) => `${link.textContent} ${link.getAttribute('href')}`);
  cleanup();
  return found;
}

it.each([
  ['owner', ['Send Bulk SMS /sms/bulk-sms']],
  ['sender', ['Send Bulk SMS /sms/bulk-sms']],
  ['developer', ['Send Bulk SMS /sms/bulk-sms']],
  ['viewer', []],
  ['reader', []],
])('without messages or consumption a %s is offered what they may do', async (role, wanted) => {
  expect(await offered(role, 'messages')).toEqual(wanted);
  // Developers do not see consumption.
  if (role !== 'developer') expect(await offered(role, 'consumption')).toEqual(wanted);
});

it.each([
  ['owner', ['Request a top-up /wallet/topup-history/create']],
  ['buyer', ['Buy a package /packages/sms']],
  ['reader', []],
  ['viewer', []],
])('without entries in the wallet a %s is offered what they may do', async (role, wanted) => {
  expect(await offered(role, 'wallet', credit(0))).toEqual(wanted);
});

it('a post-paid account without entries is not asked for money', async () => {
  expect(await offered('owner', 'wallet', credit(50_000))).toEqual(['Send Bulk SMS /sms/bulk-sms']);
});
