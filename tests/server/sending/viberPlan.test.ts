import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { ViberSending } from '#schema/channel.ts';
import type { Plan } from '#schema/compose.ts';
import type { TestApp } from '../../support/app.ts';
import { ntc } from '../../support/linkWorld.ts';
import { setUpViber } from '../../support/viberSetup.ts';
import type { ViberWorld } from '../../support/viberWorld.ts';

let world: TestApp;
let viber: ViberWorld;
setUpViber((app, campaigns) => {
  world = app;
  viber = campaigns;
});

type Answer = { data: Plan; errors: Record<string, string[]>; detail: string; code: string };
const plan = (change: object = {}, numbers = ntc(2)) => {
  const { name: _, ...body } = viber.body(numbers, change) as Record<string, unknown>;
  return world.call<Answer>('customer', 'POST', '/v1/sms/compose/plan/', body);
};

test('a plan says what is held, and what it costs over each channel', async () => {
  const { body } = await plan({ body: 'a'.repeat(200) });
  expect(body.data).toMatchObject({
    cost: 480,
    parts: 2,
    package_parts: 0,
    viber: {
      ...{ identity: 'Himal Offers', fallback_minutes: 5 },
      ...{ viber_amount: 300, sms_amount: 480, sms_parts: 4 },
    },
    operators: [{ operator: 'ntc', messages: 2, parts: 2, price: 150, sms_price: 120, amount: 480 }],
  });
  const alone = (await plan({ body: 'a'.repeat(200), fallback_minutes: null, sender: null })).body.data;
  expect(alone).toMatchObject({ cost: 300, viber: { fallback_minutes: null, sms_amount: null } });
});

test('the dearer channel is held for each recipient, by their own text', async () => {
  const { rows } = await sql<{ uuid: string }>`
    INSERT INTO contact_group (account, name) VALUES (${world.accounts.customer}, 'Two') RETURNING uuid`.execute(
    world.db,
  );
  const group = rows[0]?.uuid as string;
  await sql`
    INSERT INTO contact (account, name, phone, operator, groups)
    SELECT ${world.accounts.customer}, name, phone, 'ntc', ARRAY[${group}::uuid]
    FROM (VALUES ('Al', '+9779841000001'), (repeat('b', 200), '+9779841000002')) AS c(name, phone)`.execute(
    world.db,
  );
  const answer = await plan({ body: 'Dear {{name}}', recipients: { groups: [group] } });
  // 150 for the first, whose SMS would be 120, and 240 for the second.
  expect(answer.body.data, answer.text).toMatchObject({
    recipients: 2,
    cost: 390,
    viber: { sms_amount: 360 },
  });
});

test('a text of 1,000 characters is one message in any script, and a longer text is refused with its field', async () => {
  const whole = await plan({ body: 'न'.repeat(1000), fallback_minutes: null });
  expect(whole.body.data).toMatchObject({ parts: 2, cost: 300 });
  const long = await plan({ body: 'न'.repeat(1001), fallback_minutes: null });
  expect([long.status, long.body.errors]).toEqual([
    400,
    { body: ['The text has 1001 characters. A Viber message can have up to 1000.'] },
  ]);
  // 15 parts are too many for an SMS.
  const both = (await plan({ body: 'न'.repeat(1000) })).body.data;
  expect(both.refused).toMatchObject({ 'too-long': 2 });
});

test.each([
  ['viber_identity', { viber_identity: null }, 'Required'],
  ['sender', { sender: null }, 'Required'],
  ['viber_identity', { channel: 'sms', fallback_minutes: null }, 'Only a message over Viber has this.'],
  ['fallback_minutes', { fallback_minutes: 1441 }, undefined],
  [
    'viber_identity',
    { viber_identity: '01890000-0000-7000-8000-000000000001' },
    'This Viber identity does not exist.',
  ],
])('%s is named when it is wrong (%o)', async (name, change, text) => {
  const { status, body } = await plan(change);
  expect([status, Object.keys(body.errors)]).toEqual([400, [name]]);
  if (text) expect(body.errors[name]).toEqual([text]);
});

const add = async (account: string, status: string, name: string) =>
  (
    await sql<{ uuid: string }>`
      INSERT INTO viber_identity (account, name, status, reason, decided_at)
      VALUES (${account}, ${name}, ${status}, 'No', CASE WHEN ${status} <> 'pending' THEN now() END)
      RETURNING uuid`.execute(world.db)
  ).rows[0]?.uuid as string;

test('an identity that is not approved, or another account’s, plans nothing', async () => {
  for (const status of ['pending', 'rejected']) {
    const { body } = await plan({ viber_identity: await add(world.accounts.customer, status, status) });
    expect(body.errors).toEqual({ viber_identity: ['This Viber identity is not approved.'] });
  }
  const { body } = await plan({ viber_identity: await add(world.accounts.other, 'approved', 'Theirs') });
  expect(body.errors).toEqual({ viber_identity: ['This Viber identity does not exist.'] });
});

test('the most specific price in force that names Viber applies, and without one nothing is planned', async () => {
  await sql`
    INSERT INTO pricing (account, operator, price, viber_price) VALUES
      (${world.accounts.customer}, NULL, 110, 90), (${world.accounts.customer}, 'ntc', 100, NULL)`.execute(
    world.db,
  );
  // The account's own price for the operator says nothing about Viber; it is the SMS's.
  expect((await plan({ fallback_minutes: null })).body.data).toMatchObject({ cost: 180 });
  expect((await plan()).body.data.operators).toMatchObject([{ price: 90, sms_price: 100 }]);
  await sql`DELETE FROM pricing WHERE account IS NOT NULL`.execute(world.db);
  await sql`UPDATE pricing SET viber_price = NULL`.execute(world.db);
  expect((await plan()).body.errors).toEqual({
    channel: ['There is no price for Viber messages yet. Ask your provider, or send an SMS.'],
  });
  await sql`UPDATE pricing SET viber_price = 150`.execute(world.db);
});

test('without a link for Viber, or for the SMS that may follow, nothing can be sent', async () => {
  await sql`UPDATE operator_link SET is_active = false`.execute(world.db);
  expect((await plan()).body.data.no_operator).toBe(false);
  await sql`UPDATE operator_link SET is_simulator = true WHERE channel = 'sms'`.execute(world.db);
  expect((await plan()).body.data.no_operator).toBe(true);
  expect((await plan({ fallback_minutes: null })).body.data.no_operator).toBe(false);
  await sql`UPDATE operator_link SET is_simulator = false, is_active = true`.execute(world.db);
});

test('the account’s approved identities and prices are told, and nobody else’s', async () => {
  const path = '/v1/viber/sending/';
  await add(world.accounts.other, 'approved', 'Shop');
  const { body } = await world.call<{ data: ViberSending }>('customer', 'GET', path);
  expect(body.data.identities.map(({ name }) => name)).toContain('Himal Offers');
  expect(body.data).toMatchObject({
    destination: 'operator',
    prices: expect.arrayContaining([{ operator: 'ntc', price: 150 }]),
  });
  const others = (await world.call<{ data: ViberSending }>('other', 'GET', path)).body.data.identities;
  const names = others.map(({ name }) => name);
  expect(names).toContain('Shop');
  expect(names).not.toContain('Himal Offers');
});

test('an identity stays while a campaign is sent with it, and a retry uses it again', async () => {
  const identity = await add(world.accounts.customer, 'approved', 'Used');
  const { uuid } = await viber.send(ntc(1), { fallback_minutes: null, viber_identity: identity });
  const path = '/v1/admin/viber-identities/';
  const remove = () => world.call<Answer>('admin', 'DELETE', `${path}${identity}/`);
  expect((await world.call('admin', 'DELETE', `${path}?uuid__in=${identity}`)).status).toBe(404);
  expect((await remove()).status).toBe(409);
  await viber.handOver('viber-link', uuid, 'rejected');
  const retried = await world.call<Answer>('customer', 'POST', `/v1/sms/compose/${uuid}/retry/plan/`, {});
  expect(retried.body.data, retried.text).toMatchObject({ cost: 150, viber: { fallback_minutes: null } });
  expect((await remove()).status).toBe(204);
});
