import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import type { Failure } from '#schema/entity.ts';
import type { Trial, TrialSent } from '#schema/trial.ts';
import { TRIAL } from '#schema/trialFacts.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { audit } from '../../support/audit.ts';

type Caller = 'customer' | 'other';
export type TrialState = { data: Trial } & Failure;

/** New customers for each test, and their requests for trials and codes. */
export function setUpTrials() {
  let server: TestApp;
  /** A new customer, `customer`, and another one, `other`, in accounts of their own. */
  let world: TestApp;
  beforeAll(async () => {
    server = await createTestApp({ environment: { TRIAL_SENDER: 'TRYSMS' } });
  });
  afterAll(async () => {
    await audit(server.db);
    await server.close();
  });

  beforeEach(async () => {
    // The limit of requests from one address is of all tests together.
    await sql`DELETE FROM request_count`.execute(server.db);
    world = await server.newCustomers();
  });

  let numbers = 0;
  /** A number that no other test uses. */
  const aNumber = () => `98410${String(10_000 + ++numbers)}`;
  const state = async (caller: Caller = 'customer') =>
    (await world.call<TrialState>(caller, 'GET', TRIAL)).body.data;
  const askCode = (phone: string, caller: Caller = 'customer') =>
    world.call<TrialState>(caller, 'POST', `${TRIAL}code/`, { phone });
  const enter = (code: string, caller: Caller = 'customer') =>
    world.call<TrialState>(caller, 'POST', `${TRIAL}verify/`, { code });
  const send = (body: object = { body: 'Hello' }, caller: Caller = 'customer') =>
    world.call<{ data: TrialSent } & Failure>(caller, 'POST', `${TRIAL}send/`, body);
  /** The code in the newest message to a number, as its phone shows it. */
  async function codeTo(phone: string): Promise<string> {
    const { rows } = await sql<{ body: string }>`
    SELECT c.body FROM campaign c JOIN plan_recipient r ON r.plan = c.plan
    WHERE r.phone = ${`+977${phone}`} ORDER BY c.uuid DESC LIMIT 1`.execute(world.db);
    return /\d{6}/.exec(rows[0]?.body ?? '')?.[0] ?? '';
  }

  /** So that the next code need not wait a minute. */
  const passAMinute = () =>
    sql`UPDATE trial SET code_sent_at = code_sent_at - interval '1 minute'`.execute(world.db);
  async function verified(phone = aNumber(), caller: Caller = 'customer'): Promise<string> {
    expect((await askCode(phone, caller)).status).toBe(200);
    expect((await enter(await codeTo(phone), caller)).status).toBe(200);
    return phone;
  }

  return {
    get world() {
      return world;
    },
    set world(value) {
      world = value;
    },
    get server() {
      return server;
    },
    aNumber,
    state,
    askCode,
    enter,
    send,
    codeTo,
    passAMinute,
    verified,
  };
}
