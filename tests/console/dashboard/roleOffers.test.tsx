import { cleanup, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Pair } from '#schema/permissions.ts';
import { teamRoles } from '#schema/teamRoles.ts';
import { getUser, setUser, type User } from '../../../src/core/session.ts';
import { ActivePackageList } from '../../../src/resources/billing/activePackages/ActivePackageList.tsx';
import { PurchaseList } from '../../../src/resources/billing/packageHistory/PurchaseList.tsx';
import { GroupsInput } from '../../../src/resources/messaging/compose/GroupsInput.tsx';
import { aDashboard } from '../support/dashboardData.ts';
import { renderPage } from '../support/messagingConsole.tsx';
import { open, setUpDashboard } from './dashboardSetup.tsx';

const setup = setUpDashboard();
/** Of our server, whose profile names what it offers. */
const become = (pairs: readonly Pair[]) =>
  setUser({ ...(getUser() as User), offers: [], ui_permissions: pairs.map(([name, verb]) => [name, verb]) });

/** May send, and only read everything else: no role of ours, but what another API, or staff, may give. */
const readsAll: Pair[] = [['bulk-sms', 'post'], ...teamRoles.owner.filter(([, verb]) => verb === 'get')];
const roles = { ...teamRoles, readsAll };
const offersOf = (name: keyof typeof roles): (string | null)[] => {
  become(roles[name]);
  setup.answer.data = aDashboard({
    kyc: 'none',
    packages: { parts: 0, next_expiry: null },
    // As of an API that does not look at who asks.
    attention: [
      { code: 'kyc_missing' },
      { code: 'low_balance', balance: 0, threshold: 10_000 },
      { code: 'no_sender' },
    ],
  });
  return screen
    .queryAllByRole('link')
    .map(({ textContent }) => textContent)
    .filter((text) => /Buy|Top up$|Verify|Request|Add/.test(text ?? ''));
};

it.each([
  ['owner', ['Buy a package', 'Verify identity', 'Top up', 'Request a sender ID']],
  ['sender', []],
  ['viewer', []],
  ['developer', []],
  ['readsAll', []],
] as const)('the dashboard of a %s offers what they may do', async (role, wanted) => {
  offersOf(role);
  open();
  await screen.findByText('Needs your attention');
  expect(offersOf(role)).toEqual(wanted);
});

it.each([
  ['owner', ['Verify identity', 'Request a sender ID', 'Top up', 'Add contacts']],
  ['readsAll', []],
] as const)('the first steps of a %s are those that they may take', async (role, wanted) => {
  become(roles[role]);
  setup.campaigns = [];
  setup.contacts = [];
  setup.answer.data = aDashboard({
    ...{ balance: 0, kyc: 'none', attention: [], campaigns: { running: 0, any: false } },
    ...{ packages: { parts: 0, next_expiry: null }, senders: { approved: 0, pending: 0 } },
  });
  open();
  const start = await screen.findByRole('region', { name: 'Send your first campaign' });
  const steps = [...start.querySelectorAll('a')].map(({ textContent }) => textContent);
  expect(steps).toEqual([...wanted, 'Write a message']);
});

it.each([
  ['owner', true],
  ['viewer', false],
] as const)('the lists of packages of a %s offer to buy one: %s', async (role, isOffered) => {
  become(roles[role]);
  setup.campaigns = [];
  for (const [path, page, empty] of [
    ['/packages/active-packages', <ActivePackageList key="active" />, 'You have no active package'],
    ['/packages/history', <PurchaseList key="bought" />, 'You have not bought a package yet'],
  ] as const) {
    renderPage(path, page, path);
    await screen.findByText(empty);
    expect(screen.queryAllByRole('link', { name: 'Buy a package' }).length > 0, path).toBe(isOffered);
    cleanup();
  }
});

it.each([
  ['owner', 1],
  ['readsAll', 0],
] as const)('without groups a %s is offered %i ways to add one', async (role, count) => {
  become(roles[role]);
  setup.campaigns = [];
  const draft = { groups: [] } as never;
  renderPage('/', <GroupsInput draft={draft} edit={() => undefined} errors={{}} />);
  await screen.findByText(/no contact groups/);
  expect(screen.queryAllByRole('link')).toHaveLength(count);
});
