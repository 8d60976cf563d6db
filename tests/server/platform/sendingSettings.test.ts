import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Failure } from '#schema/entity.ts';
import type { Trial } from '#schema/trial.ts';
import { TRIAL } from '#schema/trialFacts.ts';
import { fixRetention, readRetention } from '../../../server/services/sending/retention.ts';
import { fixTrial } from '../../../server/services/sending/trialSettings.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';

let server: TestApp;
/** New customers, whose accounts are not approved. */
let world: TestApp;
beforeAll(async () => {
  server = await createTestApp();
});
afterAll(() => server.close());
beforeEach(async () => {
  await sql`TRUNCATE settings_part, request_count`.execute(server.db);
  world = await server.newCustomers();
});

type Values = Record<string, unknown> & { fixed: string[] };
const PATH = '/v1/admin/settings/sending/';
const put = (body: object) => server.call<{ data: Values } & Failure>('admin', 'PUT', PATH, body);
const read = async () => (await server.call<{ data: Values }>('admin', 'GET', PATH)).body.data;
const trial = async () => (await world.call<{ data: Trial }>('customer', 'GET', TRIAL)).body.data;
const post = (path: string, body: object) =>
  world.call<{ data: Trial } & Failure>('customer', 'POST', `${TRIAL}${path}/`, body);

let numbers = 0;
/** Confirms a number of the customer's. */
async function confirm(): Promise<void> {
  const phone = `98413${String(10_000 + ++numbers)}`;
  expect((await post('code', { phone })).status).toBe(200);
  const { rows } = await sql<{ body: string }>`
    SELECT c.body FROM campaign c JOIN plan_recipient r ON r.plan = c.plan
    WHERE r.phone = ${`+977${phone}`} ORDER BY c.uuid DESC LIMIT 1`.execute(world.db);
  const code = /\d{6}/.exec(rows[0]?.body ?? '')?.[0];
  expect((await post('verify', { code })).status).toBe(200);
}

describe('the free trial', () => {
  test('is offered once a sender ID is set, with as many messages as chosen, at once', async () => {
    expect(await read()).toMatchObject({ trial_enabled: true, trial_sender: null, trial_messages: 10 });
    expect(await trial()).toMatchObject({ refusal: 'not_offered', sender: null });
    await put({ trial_sender: 'TRYSMS', trial_messages: 3 });
    expect(await trial()).toMatchObject({ refusal: null, sender: 'TRYSMS', left: 3 });
    await confirm();
    const answers = await Promise.all(Array.from({ length: 5 }, () => post('send', { body: 'Hello' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 409, 409]);
    expect((await post('send', { body: 'Hello' })).body.detail).toMatch(/^You have used all 3 free/);
    await put({ trial_messages: 12 });
    expect((await trial()).left).toBe(9);
    await put({ trial_messages: 1 });
    expect((await trial()).left).toBe(0);
    await put({ trial_messages: null });
    expect((await trial()).left).toBe(7);
  });

  test('can be a single message, whose number may need more than one code', async () => {
    await put({ trial_sender: 'TRYSMS', trial_messages: 1 });
    const ask = async () => {
      await sql`UPDATE trial SET code_sent_at = code_sent_at - interval '1 minute'`.execute(world.db);
      return (await post('code', { phone: '9841399999' })).status;
    };
    expect([await ask(), await ask()]).toEqual([200, 200]);
    expect((await trial()).left).toBe(1);
  });

  test('is over for everybody when it is switched off', async () => {
    await put({ trial_sender: 'TRYSMS' });
    await confirm();
    await put({ trial_enabled: false });
    expect(await trial()).toMatchObject({ refusal: 'not_offered', sender: null });
    expect((await post('send', { body: 'Hello' })).status).toBe(409);
    await put({ trial_enabled: true });
    expect((await post('send', { body: 'Hello' })).status).toBe(201);
  });
});

test('changes are recorded once, with what was and what is', async () => {
  await put({ approval_above: null });
  const { rows: earlier } = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM audit_entry WHERE entity = 'admin/settings'`.execute(server.db);
  await put({ trial_messages: 20, message_months: 13, approval_above: null });
  const { rows } = await sql`
    SELECT actor_email, before, after FROM audit_entry WHERE entity = 'admin/settings' ORDER BY uuid OFFSET ${earlier[0]?.n}`.execute(
    server.db,
  );
  expect(rows).toEqual([
    {
      actor_email: server.emails.admin,
      before: { trial_messages: 10 },
      after: { trial_messages: 20 },
    },
    { actor_email: server.emails.admin, before: { message_months: null }, after: { message_months: 13 } },
  ]);
});

test.each([
  ['trial_sender', 'no spaces'],
  ['trial_sender', 'ab'],
  ['trial_messages', 0],
  ['trial_messages', 101],
  ['trial_enabled', 'yes'],
  ['message_months', 0],
  ['message_months', 1.5],
  ['message_months', 1201],
])('%s cannot be %j, and everything stays as it is', async (field, value) => {
  await put({ trial_sender: 'TRYSMS', trial_messages: 5, message_months: 24 });
  const before = await read();
  const { status, body } = await put({ approval_above: 5, [field]: value });
  expect([status, Object.keys(body.errors ?? {})]).toEqual([400, [field]]);
  expect(await read()).toEqual(before);
});

test('what the environment sets is in force, shown as fixed, and cannot be changed', async () => {
  await put({ trial_sender: 'CHOSEN', message_months: 24 });
  await fixTrial(server.db, { TRIAL_SENDER: 'FIXED' });
  await fixRetention(server.db, { MESSAGE_MONTHS: 6 });
  const fixed = ['trial_sender', 'message_months'];
  expect(await read()).toMatchObject({ trial_sender: 'FIXED', message_months: 6, fixed });
  expect((await trial()).sender).toBe('FIXED');
  for (const [field, value] of [
    ['trial_sender', 'OTHER'],
    ['message_months', 12],
  ] as const) {
    const { status, body } = await put({ trial_messages: 4, [field]: value });
    expect([status, Object.keys(body.errors ?? {})]).toEqual([400, [field]]);
  }
  expect((await read()).trial_messages).toBe(10);
  // Without the variables, what was chosen before counts again.
  await fixTrial(server.db, {});
  await fixRetention(server.db, {});
  expect(await read()).toMatchObject({ trial_sender: 'CHOSEN', message_months: 24, fixed: [] });
  expect(await readRetention(server.db)).toMatchObject({ message_months: 24 });
});
