import { cleanup, within } from '@testing-library/react';
import { afterEach, beforeEach } from 'vitest';
import type { Dashboard as Data } from '#schema/dashboard.ts';
import { preferences } from '../../../src/core/preferences.ts';
import { endSession, getUser } from '../../../src/core/session.ts';
import { Dashboard } from '../../../src/resources/dashboard/Dashboard.tsx';
import { signInCustomer } from '../support/crudConsole.tsx';
import { aDashboard } from '../support/dashboardData.ts';
import { type JsonServer, pointTo, startJsonServer } from '../support/jsonServer.ts';
import { aCampaign, pageOf, renderPage } from '../support/messagingConsole.tsx';

export const open = () => renderPage('/', <Dashboard />);
export const links = (within_: HTMLElement) =>
  within(within_)
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')]);

/** A server with a customer’s figures, and the page that shows them. */
export function setUpDashboard() {
  let server: JsonServer;
  let answer: { status: number; data: Data };
  let campaigns: object[];
  let contacts: object[];
  /** What the answer with the figures waits for. */
  let held: Promise<void>;
  beforeEach(async () => {
    localStorage.clear();
    preferences.set({ language: 'en', digits: 'latin' });
    signInCustomer();
    answer = { status: 200, data: aDashboard() };
    campaigns = [aCampaign({ status: 'completed' })];
    contacts = [{ uuid: 'x' }];
    held = Promise.resolve();
    server = await startJsonServer();
    pointTo(server.base);
    server.handle(async ({ url }, response) => {
      const at = new URL(url, server.base);
      const json = (status: number, body: object) =>
        response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
      if (at.pathname === '/v1/core/dashboard/') {
        await held;
        return json(answer.status, answer.status === 200 ? { data: answer.data } : { detail: 'It broke.' });
      }
      if (at.pathname === '/v1/autho/user/profile/')
        return json(200, { data: { ...getUser(), wallet: { balance: answer.data.balance } } });
      if (at.pathname === '/v1/core/contacts/') return json(200, pageOf(...contacts));
      const asked = at.searchParams.get('status__in');
      const found = campaigns.filter(
        ({ status }: { status?: string }) => !asked || asked.includes(status ?? ''),
      );
      return json(200, pageOf(...found));
    });
  });

  afterEach(async () => {
    cleanup();
    endSession();
    await server.stop();
  });

  const asked = (path: string) => server.seen.filter(({ url }) => url.startsWith(path)).length;
  return {
    get answer() {
      return answer;
    },
    get campaigns() {
      return campaigns;
    },
    set campaigns(value) {
      campaigns = value;
    },
    get contacts() {
      return contacts;
    },
    set contacts(value) {
      contacts = value;
    },
    set held(value: Promise<void>) {
      held = value;
    },
    asked,
  };
}
