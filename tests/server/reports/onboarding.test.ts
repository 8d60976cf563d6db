import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Dashboard, REVIEWS_MIN, dashboard as schema } from '#schema/dashboard.ts';
import { createTestApp, type TestApp, type User } from '../../support/app.ts';

let server: TestApp;
/** A new customer in an account of its own. */
let world: TestApp;
beforeAll(async () => {
  server = await createTestApp({ environment: { TRIAL_SENDER: 'TRYSMS' } });
});
afterAll(() => server.close());
beforeEach(async () => {
  world = await server.newCustomers();
});

const shown = async (as: User = 'customer'): Promise<Dashboard> => {
  const answer = await world.call<{ data: Dashboard }>(as, 'GET', '/v1/core/dashboard/');
  return schema.parse(answer.body.data);
};
/** Decided sender IDs of the other account, after so many hours each. */
const decideSenders = (hours: readonly number[], more = sql`NULL::timestamptz`) =>
  sql`
  INSERT INTO sender_identity (account, name, purpose, status, created_at, decided_at, suspended_at)
  SELECT ${world.accounts.other}, 'S' || n || substr(md5(random()::text), 1, 6), 'Orders', 'approved',
    now() - make_interval(hours => h), now(), ${more}
  FROM unnest(${[...hours]}::int[]) WITH ORDINALITY AS x(h, n)`.execute(world.db);

describe('the first steps', () => {
  test('say since when each waits, and whether there are contacts', async () => {
    const { customer } = world.accounts;
    expect((await shown()).onboarding).toMatchObject({
      since: { kyc: null, sender: null, topup: null },
      contacts: false,
    });
    await sql`
      INSERT INTO sender_identity (account, name, purpose, created_at)
      VALUES (${customer}, 'HIMAL', 'Orders', '2026-02-01T03:04:05Z'), (${customer}, 'HIMAL2', 'Orders', now())`.execute(
      world.db,
    );
    await sql`
      INSERT INTO payment_reference (account, "user", kind, amount, method, created_at)
      SELECT account, uuid, 'topup', 1000, 'cash', '2026-02-02T03:04:05Z' FROM users WHERE account = ${customer}`.execute(
      world.db,
    );
    await sql`
      INSERT INTO contact (account, name, phone, operator) VALUES (${customer}, 'Sita', '+9779841000001', 'ntc')`.execute(
      world.db,
    );
    expect((await shown()).onboarding).toMatchObject({
      since: { kyc: null, sender: '2026-02-01T03:04:05.000Z', topup: '2026-02-02T03:04:05.000Z' },
      contacts: true,
    });
  });

  test('say how long staff usually take, once they have decided often enough', async () => {
    await decideSenders(Array.from({ length: REVIEWS_MIN - 1 }, () => 2));
    expect((await shown()).onboarding?.usual).toEqual({ kyc: null, sender: null, topup: null });
    // A suspension is no review.
    await decideSenders([90], sql`now()`);
    expect((await shown()).onboarding?.usual.sender).toBeNull();
    await decideSenders([90]);
    expect((await shown()).onboarding?.usual.sender).toBe(2 * 3600);
    await decideSenders([80, 80, 80, 80, 80, 80]);
    expect((await shown()).onboarding?.usual.sender).toBe(80 * 3600);
  });

  test('go on after messages of the trial, whose samples are no contacts', async () => {
    const phone = '9841020001';
    await world.call('customer', 'POST', '/v1/sms/trial/code/', { phone });
    const { rows } = await sql<{
      body: string;
    }>`SELECT body FROM campaign ORDER BY uuid DESC LIMIT 1`.execute(world.db);
    const code = /\d{6}/.exec(rows[0]?.body ?? '')?.[0];
    await world.call('customer', 'POST', '/v1/sms/trial/verify/', { code });
    const sent = await world.call('customer', 'POST', '/v1/sms/trial/send/', { body: 'Hello' });
    expect(sent.status).toBe(201);
    const { campaigns, onboarding } = await shown();
    expect([campaigns?.any, onboarding?.contacts]).toEqual([false, false]);
  });

  test('end with the first campaign, and are not for staff', async () => {
    const body = {
      ...{ name: 'First', sender: world.sender, body: 'Hello', max_cost: 1000 },
      recipients: { numbers: ['9841000001'] },
    };
    expect((await world.call('customer', 'POST', '/v1/sms/compose/', body)).status).toBe(201);
    expect((await shown()).onboarding).toBeNull();
    expect((await shown('admin')).onboarding).toBeNull();
  });
});
