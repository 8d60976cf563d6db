import { cleanup, screen, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { endSession } from '../../../src/core/session.ts';
import { Dashboard } from '../../../src/resources/dashboard/Dashboard.tsx';
import { type JsonServer, pointTo, startJsonServer } from '../support/jsonServer.ts';
import { aSummary, signInStaff } from '../support/linksData.ts';
import { pageOf, renderPage } from '../support/messagingConsole.tsx';

let server: JsonServer;
const nothing = {
  ...{ brand: false, operator: 'none' as const, price: false, tax: false },
  ...{ payments: false, mail: false, customer: false },
};
let setup: Omit<typeof nothing, 'operator'> & { operator: 'none' | 'untested'; secrets?: boolean };
beforeEach(() => {
  setup = nothing;
});
beforeAll(async () => {
  server = await startJsonServer();
  pointTo(server.base);
  server.handle(({ url }, response) => {
    const isSummary = url.startsWith('/v1/admin/dashboard-summary/');
    response.writeHead(200).end(JSON.stringify(isSummary ? { data: aSummary({ setup }) } : pageOf()));
  });
});
afterAll(() => server.stop());
afterEach(() => {
  cleanup();
  endSession();
});

test('what a new provider has to set up comes before the figures', async () => {
  signInStaff('admin');
  renderPage('/', <Dashboard />);
  const steps = await screen.findByRole('heading', { name: 'Set up your service' });
  const figure = screen.getByRole('heading', { name: 'KYC to review' });
  expect(steps.compareDocumentPosition(figure)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test('a server without a key for its secrets says so first, because nothing else can be saved', async () => {
  setup = { ...nothing, secrets: false };
  signInStaff('admin');
  renderPage('/', <Dashboard />);
  expect(await screen.findByText(/^SECRET_KEY is not set on the server/)).toBeTruthy();
  expect(screen.getByText(/^0 of 8/)).toBeTruthy();
  cleanup();
  setup = { ...nothing, secrets: true };
  renderPage('/', <Dashboard />);
  expect(await screen.findByText(/^0 of 7/)).toBeTruthy();
  expect(screen.queryByText(/^SECRET_KEY/)).toBeNull();
});

test('a connection is tested by a customer, because the provider’s own account has no money to send', async () => {
  setup = { ...nothing, operator: 'untested' };
  signInStaff('admin');
  const operator = async () => {
    renderPage('/', <Dashboard />);
    const steps = await screen.findByRole('region', { name: 'Set up your service' });
    return within(steps.querySelector<HTMLElement>('[data-step="operator"]')!);
  };
  expect((await operator()).queryByRole('link')).toBeNull();
  cleanup();
  setup = { ...setup, customer: true };
  expect((await operator()).getByRole('link').getAttribute('href')).toBe('/admin/accounts');
});
