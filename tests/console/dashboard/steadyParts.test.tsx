import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { preferences } from '../../../src/core/preferences.ts';
import { endSession, getUser, setUser } from '../../../src/core/session.ts';
import { Dashboard } from '../../../src/resources/dashboard/Dashboard.tsx';
import { signInCustomer } from '../support/crudConsole.tsx';
import { aDashboard } from '../support/dashboardData.ts';
import { type JsonServer, pointTo, startJsonServer } from '../support/jsonServer.ts';
import { pageOf, renderPage, uuid } from '../support/messagingConsole.tsx';

let server: JsonServer;
let trial: PromiseWithResolvers<{ status: number; body: object }>;
beforeEach(async () => {
  localStorage.clear();
  preferences.set({ language: 'en', digits: 'latin' });
  signInCustomer();
  const user = getUser();
  if (user)
    setUser({ ...user, account: { uuid: uuid(9), name: 'Himal', type: 'company', kyc_status: 'pending' } });
  trial = Promise.withResolvers();
  server = await startJsonServer();
  pointTo(server.base);
  server.handle(async ({ url }, response) => {
    const json = (status: number, body: object) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    if (url.startsWith('/v1/sms/trial/')) {
      const { status, body } = await trial.promise;
      return json(status, body);
    }
    if (url.startsWith('/v1/core/dashboard/')) return json(200, { data: aDashboard({ kyc: 'pending' }) });
    if (url.startsWith('/v1/autho/user/profile/')) return json(200, { data: getUser() });
    return json(200, pageOf());
  });
});
afterEach(async () => {
  cleanup();
  endSession();
  await server.stop();
});

/** The server's answers that take longer than drawing the cards. */
const ANSWERS = 30;
const charts = () => screen.queryByRole('heading', { name: /^Messages of the last/ });
const placeholders = () => screen.queryByRole('status', { name: /^Loading/ });

/** Until the figures have come, which need nothing else. */
async function figures(): Promise<void> {
  renderPage('/', <Dashboard />);
  await waitFor(() => expect(document.querySelectorAll('.dash-figure p > span')).toHaveLength(0));
  expect(document.querySelectorAll('.dash-figure').length).toBeGreaterThan(2);
}

it('waits with the cards until the free trial is known, which would move them', async () => {
  await figures();
  await waitFor(() => expect(server.seen.some(({ url }) => url.startsWith('/v1/sms/trial/'))).toBe(true));
  // Time for cards that do not wait.
  for (let i = 0; i < ANSWERS; i++) await fetch(`${server.base}/v1/autho/user/profile/`);
  expect(placeholders()).not.toBeNull();
  expect(charts()).toBeNull();
  trial.resolve({
    status: 200,
    body: {
      data: {
        ...{ refusal: null, sender: 'TRYSMS', phone: null },
        ...{ verified: false, code_sent: false, left: 10, samples: false },
      },
    },
  });
  await waitFor(() => expect(charts()).not.toBeNull());
  // Both at once.
  expect(screen.getByRole('region', { name: 'Try it now' })).toBeTruthy();
  expect(placeholders()).toBeNull();
});

it('shows the cards where the trial cannot be loaded', async () => {
  trial.resolve({ status: 500, body: { detail: 'It broke.' } });
  await figures();
  await waitFor(() => expect(charts()).not.toBeNull());
});
