import { cleanup } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { roles } from '#schema/permissions.ts';
import { preferences } from '../../../src/core/preferences.ts';
import { endSession } from '../../../src/core/session.ts';
import type { ConsoleDataProvider } from '../../../src/dataProvider/dataProvider.ts';
import { renderAdmin } from '../support/adminConsole.tsx';
import { type JsonServer, pointTo, startJsonServer } from '../support/jsonServer.ts';
import { newSession } from '../support/newSession.ts';

export const ID = '0190a000-0000-7000-8000-000000000001';
export const user = (more: object = {}) => ({
  data: {
    uuid: ID,
    name: 'Asha Shrestha',
    email: 'asha@b.test',
    phone: null,
    role: 'customer',
    account: { uuid: ID, name: 'A' },
    wallet: { balance: 123456700 },
    ui_permissions: roles.customer,
    ...more,
  },
});

function Typed({ title }: { title: string }) {
  return (
    <>
      <h1>{title}</h1>
      <input aria-label="typed" />
    </>
  );
}

function Broken(): never {
  throw new Error('broken on purpose');
}

const resources = [
  { name: 'sms', list: <Typed title="Campaigns" />, show: <Typed title="One campaign" /> },
  { name: 'sms/templates', list: <Typed title="Templates" />, create: <Typed title="New" /> },
  { name: 'contact', list: Broken },
];

export async function open(address: string) {
  const { router } = renderAdmin({ dataProvider: {} as ConsoleDataProvider, address, resources });
  return { router, user: userEvent.setup() };
}

/** A server with a profile, and the shell around simple pages. */
export function setUpShell() {
  let server: JsonServer;
  let profile: { status: number; body: unknown };
  let password: { status: number; body: unknown };
  beforeAll(async () => {
    server = await startJsonServer();
    pointTo(server.base);
    server.handle(({ url }, response) => {
      const { status, body } = url.includes('change-password') ? password : profile;
      response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body));
    });
  });

  afterAll(() => server.stop());
  beforeEach(() => {
    newSession();
    profile = { status: 200, body: user() };
    password = { status: 200, body: {} };
    server.seen.length = 0;
  });

  afterEach(() => {
    cleanup();
    endSession();
    preferences.set({ language: 'en', theme: 'light', digits: 'latin' });
  });

  return {
    get server() {
      return server;
    },
    get profile() {
      return profile;
    },
    set profile(value) {
      profile = value;
    },
    get password() {
      return password;
    },
    set password(value) {
      password = value;
    },
  };
}
