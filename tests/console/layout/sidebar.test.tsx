import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Pair, roles } from '#schema/permissions.ts';
import { preferences } from '../../../src/core/preferences.ts';
import { endSession } from '../../../src/core/session.ts';
import type { ConsoleDataProvider } from '../../../src/dataProvider/dataProvider.ts';
import { renderAdmin } from '../support/adminConsole.tsx';
import { type JsonServer, pointTo, startJsonServer } from '../support/jsonServer.ts';
import { aSummary } from '../support/linksData.ts';
import { newSession } from '../support/newSession.ts';

const ID = '0190a000-0000-7000-8000-000000000001';
const SUMMARY = '/v1/admin/dashboard-summary/';
let server: JsonServer;
let role: 'admin' | 'support' | 'customer';
let pairs: readonly Pair[];
let summary: object;

beforeAll(async () => {
  server = await startJsonServer();
  pointTo(server.base);
  server.handle(({ url }, response) => {
    const profile = {
      ...{ uuid: ID, name: 'Asha', email: 'a@b.test', phone: null, role, ui_permissions: pairs },
      ...{ account: { uuid: ID, name: 'A' }, wallet: { balance: 0 } },
    };
    response.writeHead(200).end(JSON.stringify({ data: url.startsWith(SUMMARY) ? summary : profile }));
  });
});
afterAll(() => server.stop());
beforeEach(() => {
  newSession();
  [role, pairs, summary] = ['admin', roles.admin, aSummary({ pending_senders: 1, pending_viber: 0 })];
  server.seen.length = 0;
});
afterEach(() => {
  cleanup();
  endSession();
  preferences.set({ language: 'en', digits: 'latin' });
});

const resources = ['sms', 'admin/accounts', 'admin/audit-log', 'admin/sender-identities'].map((name) => ({
  name,
  list: <h1>{name}</h1>,
}));

async function open(address: string) {
  const { router } = renderAdmin({ dataProvider: {} as ConsoleDataProvider, address, resources });
  const nav = await screen.findByRole('navigation', { name: /Main menu|मुख्य मेनु/ });
  return { router, nav, hand: userEvent.setup() };
}

const isOpen = (nav: HTMLElement, name: string): string | null =>
  within(nav).getByRole('button', { name }).getAttribute('aria-expanded');
const opened = (nav: HTMLElement): (string | null | undefined)[] =>
  within(nav)
    .getAllByRole('button', { expanded: true })
    .map((button) => button.querySelector('span')?.textContent);

test('the administration is five groups under one heading, of which the page’s is open', async () => {
  const { nav } = await open('/admin/audit-log');
  const items = [...(nav.querySelector('.menu')?.children ?? [])].map(
    (item) => item.querySelector('.menu-link > span')?.textContent ?? `# ${item.textContent}`,
  );
  expect(items.slice(items.indexOf('# Administration'))).toEqual([
    ...['# Administration', 'Customers', 'Review Queue', 'Sending', 'Catalogue', 'System'],
  ]);
  expect(opened(nav)).toEqual(['System']);
});

test('a group of the administration closes when the page leaves it; the others are left as they were', async () => {
  const { nav, router, hand } = await open('/admin/accounts');
  expect(opened(nav)).toEqual(['Customers']);
  await hand.click(within(nav).getByRole('button', { name: 'Sms' }));
  expect(opened(nav)).toEqual(['Sms', 'Customers']);
  await router.navigate('/admin/audit-log');
  await waitFor(() => expect(opened(nav)).toEqual(['Sms', 'System']));
  await router.navigate('/sms');
  await waitFor(() => expect(opened(nav)).toEqual(['Sms']));
  await router.navigate('/admin/audit-log');
  await waitFor(() => expect(opened(nav)).toEqual(['Sms', 'System']));
  await hand.click(within(nav).getByRole('button', { name: 'Sms' }));
  await router.navigate('/admin/accounts');
  await waitFor(() => expect(opened(nav)).toEqual(['Customers']));
});

test('the queue says how much waits: each entry for itself, the closed group for all', async () => {
  const { nav, hand } = await open('/sms');
  expect(server.seen.some(({ url }) => url.startsWith(SUMMARY))).toBe(false);
  // The first sign of a user.
  await hand.click(within(nav).getByRole('button', { name: 'Sms' }));
  const group = within(nav).getByRole('button', { name: 'Review Queue' });
  await waitFor(() => expect(group.querySelector('.menu-count')?.textContent).toBe('7'), { timeout: 6000 });
  expect(group.getAttribute('aria-describedby')).toBeTruthy();
  await hand.click(group);
  expect(group.querySelector('.menu-count')).toBeNull();
  const counts = within(nav)
    .getAllByRole('link')
    .filter((link) => link.querySelector('.menu-count'))
    .map((link) => [link.getAttribute('href'), link.querySelector('.menu-count')?.textContent]);
  expect(counts).toEqual([
    ['/kyc', '2'],
    ['/admin/payment-references', '3'],
    ['/admin/sender-identities', '1'],
    ['/admin/campaigns', '1'],
  ]);
  const kyc = within(nav).getByRole('link', { name: 'KYC' });
  const words = document.getElementById(kyc.getAttribute('aria-describedby') ?? '');
  expect(words?.textContent).toBe('2 waiting for a decision');
});

test('in Nepali, with its digits', async () => {
  preferences.set({ language: 'ne', digits: 'devanagari' });
  const { nav, hand } = await open('/admin/sender-identities');
  expect(isOpen(nav, 'निर्णय गर्न बाँकी')).toBe('true');
  await hand.click(within(nav).getByRole('button', { name: 'प्रणाली' }));
  await waitFor(() => expect(nav.querySelector('.menu-count')?.textContent).toBe('२'), { timeout: 6000 });
});

test('another server’s summary without these numbers shows none, and customers ask for none', async () => {
  summary = { users: 3 };
  const { nav, hand } = await open('/sms');
  await hand.click(within(nav).getByRole('button', { name: 'Review Queue' }));
  await waitFor(() => expect(server.seen.some(({ url }) => url.startsWith(SUMMARY))).toBe(true), {
    timeout: 6000,
  });
  expect(nav.querySelector('.menu-count')).toBeNull();
  cleanup();
  server.seen.length = 0;
  [role, pairs] = ['customer', roles.customer];
  const { nav: customers } = await open('/sms');
  await hand.click(within(customers).getByRole('button', { name: 'Sms' }));
  expect(server.seen.some(({ url }) => url.startsWith(SUMMARY))).toBe(false);
});
