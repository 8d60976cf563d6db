import { type RunningServer, startServer } from '../../tests/support/server.ts';
import { startSimulator } from '../../tests/support/simulator.ts';
import type { Site } from './site.ts';

export const CUSTOMER = 'customer@demo.test';
export const ADMIN = 'admin@demo.test';
export const PASSWORD = 'demo-password-1';

/** The token of a new session. */
export async function tokenOf(server: RunningServer, email: string): Promise<string> {
  const door = email === ADMIN ? '/v1/login/admin/' : '/v1/login/';
  const { data } = await server.call<{ data: { token: string } }>('POST', door, {
    email,
    password: PASSWORD,
  });
  return data.token;
}

/** A contact for the rivals. */
interface Contact {
  uuid: string;
  name: string;
  phone: string;
  operator: string;
  is_active: boolean;
  created_at: string;
}

/** This console as started by `npm start`: built, served by the server, with the demonstration's data. */
export interface Ours extends Site {
  server: RunningServer;
  contacts(): Promise<Contact[]>;
}

/** The console at an address with the demonstration's data. */
export const consoleAt = (url: string): Omit<Site, 'close'> => ({
  name: 'this console',
  list: `${url}/contact`,
  signIn: {
    page: `${url}/login`,
    user: 'input[name=email]',
    password: 'input[name=password]',
    submit: 'form button[type=submit]',
    pair: [CUSTOMER, PASSWORD],
    keeps: true,
  },
  search: 'main input[type=search]',
  sort: 'main thead button',
  rows: 'main tbody tr',
  opener: 'a',
  record: (text) => `() => /\\/show$/.test(location.pathname)
    && document.querySelector('main h1')?.textContent === ${JSON.stringify(text)}
    && document.querySelector('main dl dd')?.textContent.trim()`,
});

export async function startOurs(): Promise<Ours> {
  const operator = await startSimulator({ undelivered: 0 });
  // Slow enough that a campaign to the thousand contacts is still running while it is measured.
  const server = await startServer({
    ...{ NODE_ENV: 'production', LOG_LEVEL: 'warn' },
    SMPP_URL: `${operator.url}?rate=20`,
  });
  await server.signIn(CUSTOMER, PASSWORD);
  return {
    ...consoleAt(server.url),
    server,
    async contacts() {
      const all: Contact[] = [];
      for (let page = 1; ; page++) {
        const { results, next } = await server.call<{ results: Contact[]; next: string | null }>(
          'GET',
          `/v1/core/contacts/?page=${page}&page_size=100`,
        );
        all.push(...results);
        if (!next) return all;
      }
    },
    async close() {
      await server.kill('SIGTERM');
      await operator.kill();
    },
  };
}
