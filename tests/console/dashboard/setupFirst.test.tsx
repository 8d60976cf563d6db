import { cleanup, screen } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { endSession } from '../../../src/core/session.ts';
import { Dashboard } from '../../../src/resources/dashboard/Dashboard.tsx';
import { type JsonServer, pointTo, startJsonServer } from '../support/jsonServer.ts';
import { aSummary, signInStaff } from '../support/linksData.ts';
import { pageOf, renderPage } from '../support/messagingConsole.tsx';

let server: JsonServer;
const setup = {
  ...{ brand: false, operator: 'none' as const, price: false, tax: false },
  ...{ payments: false, mail: false, customer: false },
};
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
