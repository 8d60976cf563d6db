import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Campaign } from '#schema/campaign.ts';
import type { Plan } from '#schema/compose.ts';
import type { Contact } from '#schema/contact.ts';
import type { Failure } from '#schema/entity.ts';
import type { UploadedFile } from '#schema/file.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { audit } from '../../support/audit.ts';
import { claimCampaign } from '../../support/claimedCampaign.ts';

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterAll(async () => {
  await audit(world.db);
  await world.close();
});

// The number plan is everybody's: a prefix that one test adds is unknown again in the next.
const added: string[] = [];
afterEach(async () => {
  const prefixes = added.splice(0).map((prefix) => `+977${prefix}`);
  await sql`DELETE FROM number_range WHERE prefix = ANY (${prefixes})`.execute(world.db);
});

const PATH = '/v1/sms/compose/';
/** Prefixes that the number plan of a fresh server has no operator for. */
const PREFIXES = [901, 902, 903, 904, 905, 906, 907, 908, 909, 960, 964, 965, 966, 967, 968, 969, 972, 987];
const numbers = PREFIXES.map((prefix) => `${prefix}1234567`);
const reasonOf = (prefix: number) => `No known operator has numbers that begin with ${prefix}.`;

type Answer = { data: Plan & Campaign } & Failure;
const send = (recipients: object, more: object = {}, path = PATH) =>
  world.call<Answer>('customer', 'POST', path, {
    ...{ name: 'Offer', sender: world.sender, body: 'Sale', recipients },
    ...more,
  });
const planOf = async (recipients: object): Promise<Plan> =>
  (await send(recipients, {}, `${PATH}plan/`)).body.data;
const addPrefix = (prefix: string, operator: string) => {
  added.push(prefix);
  return world.call('admin', 'POST', '/v1/admin/number-plan/', { prefix, operator, closed: false });
};
const balance = async () => {
  const { rows } = await sql<{ balance: number }>`
    SELECT balance FROM account WHERE uuid = ${world.accounts.customer}`.execute(world.db);
  return rows[0]?.balance;
};

test('numbers of no known operator are left out of a plan, with their reason and at no cost', async () => {
  const plan = await planOf({ numbers: [...numbers, '9841000001'] });
  expect(plan).toMatchObject({ given: 19, recipients: 1, operators: [{ operator: 'ntc', messages: 1 }] });
  expect(plan.refused['unknown-operator']).toBe(18);
  expect(plan.refused_rows.map(({ value, refusal, reason }) => [value, refusal, reason])).toEqual(
    PREFIXES.map((prefix) => [`${prefix}1234567`, 'unknown-operator', reasonOf(prefix)]),
  );
  const alone = await planOf({ numbers: ['9841000001'] });
  expect([plan.cost, plan.parts]).toEqual([alone.cost, 1]);
});

test('nothing is sent or charged where all are of no known operator, whoever asks', async () => {
  const before = await balance();
  const answer = await send({ numbers }, { max_cost: 100_000 });
  expect([answer.status, answer.body.errors?.recipients]).toEqual([
    400,
    [expect.stringContaining('no recipients')],
  ]);
  const urgent = await send({ numbers: numbers.slice(0, 1) }, { max_cost: 100_000, urgent: true });
  expect(urgent.status).toBe(400);
  const trial = await world.call<Failure>('customer', 'POST', `${PATH}test/`, {
    ...{ sender: world.sender, body: 'Sale', phone: '9011234567' },
  });
  expect([trial.status, trial.body.errors]).toEqual([400, { phone: [reasonOf(901)] }]);
  expect(await balance()).toBe(before);
});

test('contacts and files may have them; messages to them are left out', async () => {
  const { body } = await world.call<{ data: { uuid: string } }>(
    'customer',
    'POST',
    '/v1/contact/contact-group/',
    {
      name: 'New prefixes',
    },
  );
  const group = body.data.uuid;
  const values = { name: 'Sita', phone: '9641234567', groups: [group], attributes: {}, is_active: true };
  const contact = await world.call<{ data: Contact }>('customer', 'POST', '/v1/core/contacts/', values);
  expect([contact.status, contact.body.data.operator]).toEqual([201, 'unknown']);
  const file = (await world.upload<{ data: UploadedFile }>('phone\n9091234567\n9841000002\n')).body.data.uuid;
  const plan = await planOf({ groups: [group], file: { reference: file, phone: 'phone' } });
  expect(plan).toMatchObject({ given: 3, recipients: 1 });
  expect(plan.refused_rows.map(({ source, row }) => [source, row])).toEqual([
    ['group', null],
    ['file', 2],
  ]);
});

test('a prefix in the number plan makes its numbers sendable, whosever they are', async () => {
  await addPrefix('9011', 'ncell');
  // An operator that is none of those that have a name here.
  await addPrefix('972', 'unknown');
  const plan = await planOf({ numbers: ['9011234567', '9021234567', '9721234567'] });
  expect(plan.operators.map(({ operator, messages }) => [operator, messages])).toEqual([
    ['ncell', 1],
    ['unknown', 1],
  ]);
  expect(plan.refused['unknown-operator']).toBe(1);
});

test('a retry skips numbers whose prefix no longer has an operator', async () => {
  await addPrefix('9053', 'ntc');
  const handed = await claimCampaign(world, ['9053000000', '9841000001']);
  await handed.record({ 0: 'submitted', 1: 'submitted' });
  await handed.receive({ 0: 'undelivered', 1: 'undelivered' });
  await sql`DELETE FROM number_range WHERE prefix = '+9779053'`.execute(world.db);
  const { body } = await world.call<Answer>('customer', 'POST', `${PATH}${handed.campaign}/retry/plan/`);
  expect(body.data).toMatchObject({ given: 2, recipients: 1, refused: { 'unknown-operator': 1 } });
});
