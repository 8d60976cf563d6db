import type { Contact } from '#schema/contact.ts';
import type { DashboardSummary } from '#schema/dashboardSummary.ts';
import { withAdmin } from './database.ts';
import { type RunningServer, startServer } from './server.ts';
import { type StandbyPair, startStandbyPair } from './standby.ts';

const ADMIN = { email: 'first@provider.test', password: 'first-password-1' };

/** Most milliseconds of a test or hook with such a pair, and how such a test waits for what takes seconds by itself. */
export const LIMIT = 120_000;
export const patience = { timeout: 60_000, interval: 50 };

/** What `readiness` answers while commits wait. */
export const WAITS = [503, 'Commits wait for the synchronous standby, which does not confirm them.'];

/** A pair whose commits wait for the standby, with an API process in which the administrator has signed in. */
export interface SynchronousPair {
  pair: StandbyPair;
  server: RunningServer;
  /** Status and reason of `/readyz`. */
  readiness(): Promise<[status: number, reason: string | undefined]>;
  /** What the staff dashboard says of the standby. */
  standby(): Promise<DashboardSummary['database']['standby']>;
  /** Creates the contact Sita, by the same idempotency key each time. */
  create(): Promise<Response>;
  /** Reads the contacts. */
  read(): Promise<Response>;
  names(): Promise<Contact['name'][]>;
  close(): Promise<void>;
}

export async function startSynchronousPair(): Promise<SynchronousPair> {
  const pair = await startStandbyPair();
  await withAdmin(pair.url, `ALTER SYSTEM SET synchronous_standby_names = '*'`);
  await withAdmin(pair.url, 'SELECT pg_reload_conf()');
  const server = await startServer(
    { DATABASE_URL: pair.url, ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password },
    ['--role', 'api'],
  );
  let token = '';
  const call = (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
    fetch(server.url + path, {
      method,
      headers: {
        ...(token && { authorization: `Token ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    });
  const signedIn = await call('POST', '/v1/login/admin/', ADMIN);
  token = ((await signedIn.json()) as { data: { token: string } }).data.token;
  const sita = { name: 'Sita', phone: '9841000001', groups: [], attributes: {}, is_active: true };
  const read = () => call('GET', '/v1/core/contacts/');
  return {
    pair,
    server,
    async readiness() {
      const response = await call('GET', '/readyz');
      return [response.status, ((await response.json()) as { reason?: string }).reason];
    },
    async standby() {
      const response = await call('GET', '/v1/admin/dashboard-summary/');
      return ((await response.json()) as { data: DashboardSummary }).data.database.standby;
    },
    create: () => call('POST', '/v1/core/contacts/', sita, { 'idempotency-key': 'frozen-standby-1' }),
    read,
    async names() {
      const { results } = (await (await read()).json()) as { results: Contact[] };
      return results.map(({ name }) => name);
    },
    async close() {
      await server.kill('SIGTERM');
      await pair.close();
    },
  };
}
