import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Failure } from '#schema/entity.ts';
import { createTestApp, type TestApp, type User } from '../../support/app.ts';

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
  await sql`UPDATE users SET role = 'admin' WHERE email = ${world.emails.support}`.execute(world.db);
  await sql`UPDATE provider_setting SET second_person_above = 1000`.execute(world.db);
});
afterAll(() => world.close());

const ADJUSTMENTS = '/v1/admin/wallet-adjustments/';
const post = (as: User, path: string, body: object) =>
  world.call<{ data: { uuid: string } } & Failure>(as, 'POST', path, body);
const entries = async (record: string) =>
  (
    await sql`
      SELECT action, entity, account, title, before, after FROM audit_entry
      WHERE record = ${record} ORDER BY uuid`.execute(world.db)
  ).rows;

test('an adjustment by two people is in the audit log, word for word', async () => {
  const account = world.accounts.customer;
  const of = { entity: 'admin/wallet-adjustments', account, title: 'Himal Traders' };
  for (const [what, reason] of [
    ['confirm', undefined],
    ['reject', 'No'],
  ] as const) {
    const path = `/v1/credit/user-wallets/${account}/adjust/`;
    expect((await post('admin', path, { amount: 2000, reason: 'A slip' })).status).toBe(202);
    const { rows } = await sql<{ uuid: string }>`
      SELECT uuid FROM wallet_adjustment WHERE status = 'pending'`.execute(world.db);
    const uuid = rows[0]?.uuid as string;
    expect((await post('support', `${ADJUSTMENTS}${uuid}/${what}/`, { reason })).status).toBe(200);
    expect(await entries(uuid)).toEqual([
      { ...of, action: 'request', before: null, after: { amount: 2000, reason: 'A slip' } },
      {
        ...{ ...of, action: what, before: { status: 'pending' } },
        after: { status: `${what}ed`, amount: 2000, ...(reason && { reason }) },
      },
    ]);
  }
  expect((await post('support', `${ADJUSTMENTS}${randomUUID()}/confirm/`, {})).status).toBe(404);
});

const CONFIRM = '/v1/credit/payment/credit_payment_confirm/';
const topUp = async () => {
  const path = '/v1/credit/payment/credit_payment_initiate/';
  return (await post('customer', path, { amount: 2000, method: 'cash' })).body.data.uuid;
};

test('so is the first person’s word on a payment, with the number that they gave', async () => {
  const account = world.accounts.customer;
  const of = {
    action: 'confirm-first',
    entity: 'admin/payment-references',
    account,
    title: null,
    before: null,
  };
  for (const reference of ['SLIP 9', undefined]) {
    const uuid = await topUp();
    expect((await post('admin', CONFIRM, { uuid, reference })).status).toBe(202);
    expect((await entries(uuid))[1]).toEqual({
      ...of,
      after: { amount: 2000, ...(reference && { reference }) },
    });
  }
  expect((await post('admin', CONFIRM, { uuid: randomUUID() })).status).toBe(404);
});

test('of a payment that was decided nobody’s word is written down, and it stays as it is', async () => {
  const cancelled = await topUp();
  await post('customer', `/v1/credit/user-payment-reference/${cancelled}/cancel_request/`, {});
  const confirmed = await topUp();
  for (const as of ['admin', 'support'] as const) await post(as, CONFIRM, { uuid: confirmed });
  for (const [uuid, status] of [
    [cancelled, 'cancelled'],
    [confirmed, 'confirmed'],
  ] as const) {
    const before = await entries(uuid);
    const { status: code, body } = await post('admin', CONFIRM, { uuid });
    expect([code, body.detail]).toEqual([409, `This payment is already ${status}. Nothing was changed.`]);
    expect(await entries(uuid)).toEqual(before);
  }
});
