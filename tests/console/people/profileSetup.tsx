import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { preferences } from '../../../src/core/preferences.ts';
import { endSession, getUser } from '../../../src/core/session.ts';
import { ProfilePage } from '../../../src/resources/people/profile/ProfilePage.tsx';
import { signInCustomer } from '../support/crudConsole.tsx';
import { type JsonServer, pointTo, type Seen, startJsonServer } from '../support/jsonServer.ts';
import { aSender, pageOf, renderPage, uuid } from '../support/messagingConsole.tsx';

const ACCOUNT = '01890000-0000-7000-8000-0000000000fe';
const times = { created_at: '2026-01-02T03:04:05Z', updated_at: '2026-01-02T03:04:05Z' };
export const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
interface Reply {
  status?: number;
  body?: unknown;
}

export const account = (more: object = {}) => ({
  uuid: ACCOUNT,
  ...times,
  name: 'Himal Traders',
  type: 'company',
  pan: '301234567',
  address: null,
  kyc_status: 'none',
  ...more,
});

export const session = (n: number, more: object = {}) => ({
  uuid: uuid(n),
  created_at: times.created_at,
  last_seen_at: '2026-01-02T05:04:05Z',
  ip: '10.0.0.1',
  user_agent: FIREFOX,
  current: false,
  ...more,
});

export const open = () => ({ ...renderPage('/profile', <ProfilePage />), hand: userEvent.setup() });
const card = (name: string) => screen.findByRole('region', { name });
export const inCard = async (name: string) => within(await card(name));

/** A server with an account and its sessions, and the profile’s page. */
export function setUpProfile() {
  let server: JsonServer;
  /** What the server answers, by method and start of the path; the first that fits. */
  let answers: [string, (seen: Seen) => Reply][];
  const on = (what: string, reply: (seen: Seen) => Reply) => answers.unshift([what, reply]);
  const sent = (method: string, path: string) =>
    server.seen.filter((one) => one.method === method && one.url.startsWith(path));
  beforeAll(async () => {
    server = await startJsonServer();
    pointTo(server.base);
    server.handle((seen, response) => {
      const asked = `${seen.method} ${seen.url}`;
      const found = answers.find(([start]) => asked.startsWith(start));
      const { status = found ? 200 : 404, body } = found?.[1](seen) ?? { body: { detail: `no ${asked}` } };
      response.writeHead(status).end(body === undefined ? undefined : JSON.stringify(body));
    });
  });

  afterAll(() => server.stop());
  beforeEach(() => {
    signInCustomer();
    server.seen.length = 0;
    answers = [
      ['GET /v1/autho/accounts/', () => ({ body: { data: account() } })],
      ['GET /v1/autho/user/profile/', () => ({ body: { data: getUser() } })],
      ['GET /v1/sms/identities/', () => ({ body: pageOf(aSender(1, 'DEMO')) })],
      ['GET /v1/viber/identity/', () => ({ body: pageOf() })],
      [
        'GET /v1/autho/two-factor/',
        () => ({ body: { data: { enabled: false, recovery_codes_left: 0, required: false } } }),
      ],
      ['GET /v1/autho/sessions/', () => ({ body: pageOf(session(10, { current: true }), session(11)) })],
    ];
  });

  afterEach(() => {
    cleanup();
    sessionStorage.clear();
    endSession();
    preferences.set({ language: 'en', theme: 'light', digits: 'latin' });
  });

  return {
    get answers() {
      return answers;
    },
    on,
    sent,
  };
}
