import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { preferences } from '../../../src/core/preferences.ts';
import { endSession } from '../../../src/core/session.ts';
import { activePackage } from '../../../src/resources/billing/activePackages/index.tsx';
import { packageHistory } from '../../../src/resources/billing/packageHistory/index.tsx';
import { smsPackage } from '../../../src/resources/billing/packages/index.tsx';
import { packageForSale } from '../../../src/resources/billing/packagesForSale/index.tsx';
import { productPricing } from '../../../src/resources/billing/productPricing/index.tsx';
import { blacklist } from '../../../src/resources/contacts/blacklist/index.tsx';
import { renderConsole, signInCustomer } from '../support/crudConsole.tsx';
import { type JsonServer, pointTo, startJsonServer } from '../support/jsonServer.ts';
import { signInStaff } from '../support/linksData.ts';
import { pageOf, uuid } from '../support/messagingConsole.tsx';
import { resourceOf } from '../support/resourceOf.ts';

const ID = uuid(1);
const times = { created_at: '2026-01-02T03:04:05Z', updated_at: '2026-01-02T03:04:05Z' };
const pack = { name: 'Dashain 10k', parts: 10_000, price: 1_000_000, validity_days: 90, is_active: true };
const pricing = {
  account: null,
  account_name: null,
  operator: 'ntc',
  price: 135.6,
  release_undelivered: true,
};
const payment = {
  ...{ kind: 'package', amount: 1_000_000, method: 'bank', reference: 'NIC-7', receipt: null, reason: null },
  ...{ package_name: 'Dashain 10k', status: 'pending', decided_at: null, invoice: null },
};

const resources = [
  { name: 'settings/blacklist', ...blacklist },
  { name: 'admin/packages', ...packageForSale },
  { name: 'admin/product-pricing', ...productPricing },
  resourceOf('admin/blocked-keywords'),
  { name: 'packages/history', ...packageHistory },
  { name: 'packages/active-packages', ...activePackage },
  { name: 'packages/sms', ...smsPackage },
];

let server: JsonServer;
let record: Record<string, unknown>;
beforeAll(async () => {
  server = await startJsonServer();
  pointTo(server.base);
  server.handle(({ method, url }, response) => {
    if (method === 'DELETE') return response.writeHead(204).end();
    if (url.includes('/active/'))
      return response.writeHead(200).end(JSON.stringify({ data: { account: null, prices: [] } }));
    const body = url.includes(ID) ? { data: record } : pageOf(record);
    return response.writeHead(200).end(JSON.stringify(body));
  });
});
afterAll(() => server.stop());
beforeEach(() => {
  preferences.set({ language: 'en', calendar: 'ad', digits: 'latin' });
  server.seen.length = 0;
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  endSession();
});

const has = (name: RegExp): boolean =>
  Boolean(screen.queryByRole('button', { name }) ?? screen.queryByRole('link', { name }));

/** Opens a record's page by its link in the list, and answers what its terms say. */
async function openFromList(route: string, of: Record<string, unknown>, link: string | RegExp) {
  record = { uuid: ID, ...times, ...of };
  renderConsole(resources, `/${route}`, server.base);
  const to = await screen.findByRole('link', { name: link });
  expect(to.getAttribute('href')).toBe(`/${route}/${ID}/show`);
  fireEvent.click(to);
  await waitFor(() => expect([to.isConnected, document.querySelector('[aria-busy]')]).toEqual([false, null]));
  const terms = await screen.findAllByRole('term');
  const values = screen.getAllByRole('definition');
  return terms.map(({ textContent }, n) => `${textContent}: ${values[n]?.textContent}`);
}

test('a number of the blacklist has a page', async () => {
  signInCustomer();
  const entry = { phone: '+9779841000001', reason: 'Asked by phone', source: 'opt-out' };
  const facts = await openFromList('settings/blacklist', entry, /984.?1000001/);
  expect(facts).toContain('Reason: Asked by phone');
  expect([has(/^Edit/), has(/^Delete/)]).toEqual([true, true]);
});

test('a record of the list is shown before it is asked for', async () => {
  signInCustomer();
  const frames: FrameRequestCallback[] = [];
  const frame = vi.spyOn(globalThis, 'requestAnimationFrame').mockImplementation((draw) => frames.push(draw));
  const facts = await openFromList('settings/blacklist', { phone: '+9779841000002' }, /984.?1000002/);
  expect(facts.some((fact) => fact.endsWith('9841000002'))).toBe(true);
  const asked = () => server.seen.filter(({ url }) => url.includes(ID)).length;
  expect(asked()).toBe(0);
  frame.mockRestore();
  for (const draw of frames) draw(performance.now());
  await waitFor(() => expect(asked()).toBe(1));
});

test('a package for sale says what a part costs, and only one that was never sold can be deleted', async () => {
  signInStaff('admin');
  const facts = await openFromList('admin/packages', { ...pack, sold: 3 }, 'Dashain 10k');
  expect(facts.find((fact) => fact.startsWith('Price'))).toContain('10,000.00Rs.\u00a01.00 per part.');
  expect([has(/^Edit/), has(/^Delete/)]).toEqual([true, false]);
  cleanup();
  await openFromList('admin/packages', { ...pack, sold: 0 }, 'Dashain 10k');
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
  const dialog = await screen.findByRole('dialog');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(server.seen.filter(({ method }) => method === 'DELETE')).toHaveLength(1));
  // Back to the list.
  expect(await screen.findByRole('table')).toBeTruthy();
});

test('a package has a page that sells it to those who may buy', async () => {
  signInCustomer();
  const facts = await openFromList('packages/sms', pack, 'Dashain 10k');
  expect(facts).toContain('Valid for (days): 90');
  expect(facts.find((fact) => fact.startsWith('Price'))).toMatch(/10,000\.00Per part Rs\.\s1\.00/);
  expect(screen.getByRole('heading', { name: 'Package Dashain 10k' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Buy' }));
  expect(await screen.findByRole('dialog', { name: /^Buy Dashain 10k/ })).toBeTruthy();
  cleanup();
  signInCustomer((name, verb) => name === 'package-list' && verb === 'post');
  await openFromList('packages/sms', pack, 'Dashain 10k');
  expect(has(/^Buy/)).toBe(false);
  cleanup();
  // A server may not say the price, or not in the contract's unit.
  signInCustomer();
  const unpriced = await openFromList('packages/sms', { ...pack, price: undefined }, 'Dashain 10k');
  expect(has(/^Buy/)).toBe(false);
  expect(unpriced.join()).not.toMatch(/balance|NaN/);
});

test.each([
  ['future', true],
  ['in-force', false],
])('a price has a page; one that is %s can be changed and deleted: %s', async (status, can) => {
  signInStaff('admin');
  const price = { ...pricing, status, valid_from: '2026-01-01T00:00:00Z' };
  const facts = await openFromList('admin/product-pricing', price, /^Default/);
  expect(facts).toContain('Operator: NTC');
  // In the same order on each page.
  const actions = within(screen.getByRole('banner')).queryAllByText(/^(Edit|Delete)$/);
  expect(actions.map(({ textContent }) => textContent)).toEqual(can ? ['Edit', 'Delete'] : []);
});

test('a blocked keyword has a page', async () => {
  signInStaff('admin');
  const facts = await openFromList(
    'admin/blocked-keywords',
    { keyword: 'casino', is_active: true },
    'casino',
  );
  expect(facts).toContain('Keyword: casino');
  expect([has(/^Edit/), has(/^Delete/)]).toEqual([true, true]);
});

test('a purchase has a page among the purchases, also for who may not read payments', async () => {
  signInCustomer((name) => name === 'topup-list');
  const facts = await openFromList('packages/history', payment, 'Dashain 10k');
  expect(facts.some((fact) => fact.endsWith(': NIC-7'))).toBe(true);
  expect(has(/^Cancel/)).toBe(true);
  expect(server.seen.at(-1)?.url).toContain('/v1/credit/user-payment-reference/smspackages/');
});

test('an active package has a page', async () => {
  signInCustomer();
  const bought = { name: 'Dashain 10k', parts: 10_000, remaining: 2_500, expires_at: '2099-01-01T00:00:00Z' };
  const facts = await openFromList('packages/active-packages', bought, 'Dashain 10k');
  expect(facts.find((fact) => fact.startsWith('Parts left'))).toContain('2,500');
  expect([has(/^Edit/), has(/^Delete/)]).toEqual([false, false]);
});

test('the number of a pending payment is changed, and of a decided one not', async () => {
  signInCustomer();
  record = { uuid: ID, ...times, ...payment };
  renderConsole(resources, `/packages/history/${ID}/show`, server.base);
  fireEvent.click(await screen.findByRole('link', { name: 'Edit' }));
  const number = await screen.findByLabelText('Reference');
  fireEvent.change(number, { target: { value: 'NIC-8' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(server.seen.some(({ method }) => method === 'PUT')).toBe(true));
  const put = server.seen.find(({ method }) => method === 'PUT');
  expect(put?.url).toBe(`/v1/credit/user-payment-reference/smspackages/${ID}/`);
  expect(JSON.parse(put?.body ?? '')).toEqual({ reference: 'NIC-8', receipt: null });
  cleanup();
  record = { ...record, status: 'confirmed' };
  renderConsole(resources, `/packages/history/${ID}`, server.base);
  expect(await screen.findByText(/so it cannot be changed\.$/)).toBeTruthy();
  cleanup();
  renderConsole(resources, `/packages/history/${ID}/show`, server.base);
  await screen.findAllByRole('term');
  expect(has(/^Edit/)).toBe(false);
});
