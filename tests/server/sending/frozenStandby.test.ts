import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Contact } from '#schema/contact.ts';
import type { DashboardSummary } from '#schema/dashboardSummary.ts';
import { withAdmin } from '../../support/database.ts';
import { type RunningServer, startServer } from '../../support/server.ts';
import { type StandbyPair, startStandbyPair } from '../../support/standby.ts';

const LIMIT = 120_000;
const patience = { timeout: 60_000, interval: 50 };
const ADMIN = { email: 'first@provider.test', password: 'first-password-1' };
let pair: StandbyPair;
let server: RunningServer;
let token: string;

beforeAll(async () => {
  pair = await startStandbyPair();
  await withAdmin(pair.url, `ALTER SYSTEM SET synchronous_standby_names = '*'`);
  await withAdmin(pair.url, 'SELECT pg_reload_conf()');
  server = await startServer(
    { DATABASE_URL: pair.url, ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password },
    ['--role', 'api'],
  );
  const signedIn = await call('POST', '/v1/login/admin/', ADMIN);
  token = ((await signedIn.json()) as { data: { token: string } }).data.token;
}, LIMIT);
afterAll(async () => {
  await server?.kill('SIGTERM');
  await pair?.close();
}, LIMIT);

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
const readiness = async () => {
  const response = await call('GET', '/readyz');
  return [response.status, ((await response.json()) as { reason?: string }).reason];
};
const standby = async () =>
  ((await (await call('GET', '/v1/admin/dashboard-summary/')).json()) as { data: DashboardSummary }).data
    .database.standby;
const contacts = async () =>
  ((await (await call('GET', '/v1/core/contacts/')).json()) as { results: Contact[] }).results;

// In this order: it is the story of one pair.
describe('a synchronous standby that does not confirm', { shuffle: false }, () => {
  const sita = { name: 'Sita', phone: '9841000001', groups: [], attributes: {}, is_active: true };
  const create = () => call('POST', '/v1/core/contacts/', sita, { 'idempotency-key': 'frozen-standby-1' });

  test(
    'what waits for it is answered: it may or may not be done',
    async () => {
      expect(await readiness()).toEqual([200, undefined]);
      pair.holdBack();
      const answer = await create();
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
      expect(await answer.json()).toMatchObject({
        detail: expect.stringContaining('may or may not be done'),
      });
    },
    LIMIT,
  );

  test(
    'the process is not ready and says why, staff see it, and what only reads is answered',
    async () => {
      // Done on the primary alone: it must not be told yet, though the answer is there.
      const repeated = create();
      const reason = 'Commits wait for the synchronous standby, which does not confirm them.';
      await vi.waitFor(async () => expect(await readiness()).toEqual([503, reason]), patience);
      await vi.waitFor(async () => expect(await standby()).toBe('waiting'), patience);
      expect((await call('GET', '/v1/core/contacts/')).status).toBe(200);
      expect(server.log()).toContain('commits wait for the synchronous standby');
      expect((await repeated).status).toBe(503);
    },
    LIMIT,
  );

  test(
    'once it confirms again all goes on, and the same request makes nothing twice',
    async () => {
      pair.letThrough();
      await vi.waitFor(async () => expect(await readiness()).toEqual([200, undefined]), patience);
      await vi.waitFor(async () => expect(await standby()).toBe('synchronous'), patience);
      expect((await create()).status).toBe(201);
      expect((await contacts()).map(({ name }) => name)).toEqual(['Sita']);
    },
    LIMIT,
  );

  test(
    'it takes over with all that was confirmed: sending waits for no unknown process',
    async () => {
      await pair.failOver();
      const agrees = () =>
        withAdmin(pair.url, 'SELECT 1 / (identity = database_identity())::int FROM sending_database');
      // One that may lack something is waited with for 15 seconds.
      await vi.waitFor(agrees, { timeout: 12_000, interval: 100 });
      expect((await contacts()).map(({ name }) => name)).toEqual(['Sita']);
    },
    LIMIT,
  );
});
