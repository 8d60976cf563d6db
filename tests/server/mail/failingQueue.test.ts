import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { kyc } from '#schema/kyc.ts';
import type { PaymentReference } from '#schema/paymentReference.ts';
import type { SenderIdentity } from '#schema/senderIdentity.ts';
import { createOnlinePayments } from '../../../server/services/money/online/onlinePayments.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { emptyKyc, kycInput, submitKyc } from '../../support/kyc.ts';

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp({
    deliverMail: async () => {
      throw new Error('the queue has no connection');
    },
  });
});
afterAll(() => world.close());

const PAYMENTS = '/v1/credit/payment/';
const SENDERS = '/v1/sms/sender-identities/';
const made = async <T>(path: string, body: object): Promise<T & { uuid: string }> => {
  const answer = await world.call<{ data: T & { uuid: string } }>('customer', 'POST', path, body);
  expect(answer.status, answer.text).toBe(201);
  return answer.body.data;
};
const topUp = async () =>
  (await made<PaymentReference>(`${PAYMENTS}credit_payment_initiate/`, { amount: 50_000, method: 'cash' }))
    .uuid;
const verification = async () => {
  await emptyKyc(world.db);
  await sql`UPDATE account SET kyc_status = 'none', type = 'company', pan = NULL`.execute(world.db);
  return (await submitKyc(world, await kycInput(world))).body.data.uuid;
};
const sender = async () =>
  (await made<SenderIdentity>('/v1/sms/identities/', { name: 'HIMAL', purpose: 'Offers' })).uuid;

// What is committed is told as done; its mail is in the outbox, and goes with the next round.
test.each<
  [string, () => Promise<string>, (uuid: string) => [method: string, path: string, body: object], string]
>([
  [
    'a confirmed payment',
    topUp,
    (uuid) => ['POST', `${PAYMENTS}credit_payment_confirm/`, { uuid }],
    'confirmed',
  ],
  [
    'a rejected payment',
    topUp,
    (uuid) => ['POST', `${PAYMENTS}credit_payment_reject/`, { uuid, reason: 'No money came.' }],
    'rejected',
  ],
  [
    'a rejected verification',
    verification,
    (uuid) => ['POST', `${kyc.path}reject/`, { uuid, reason: 'Too dark.' }],
    'rejected',
  ],
  ['a verification', verification, (uuid) => ['POST', `${kyc.path}approve/`, { uuid }], 'approved'],
  ['a sender ID', sender, (uuid) => ['PUT', `${SENDERS}${uuid}/`, { status: 'approved' }], 'approved'],
])('%s is answered as done though the queue takes no mail', async (_, make, decide, status) => {
  const answer = await world.call<{ data: { status: string } }>('admin', ...decide(await make()));
  expect([answer.status, answer.body.data?.status], answer.text).toEqual([200, status]);
});

test.each(['paid', 'failed'] as const)('an online payment that is %s, too', async (state) => {
  const uuid = await topUp();
  await sql`UPDATE payment_reference SET method = 'esewa' WHERE uuid = ${uuid}`.execute(world.db);
  await sql`
    INSERT INTO online_payment (uuid, account, method, amount, gateway_id)
    SELECT uuid, account, method, amount, uuid::text FROM payment_reference WHERE uuid = ${uuid}`.execute(
    world.db,
  );
  const warned: string[] = [];
  const online = createOnlinePayments({
    db: world.db,
    seller: async () => null,
    deliverMail: world.deps.deliverMail,
    log: { warn: (_, text) => void warned.push(text), error: () => {} },
    gateways: async () => [
      {
        ...{ method: 'esewa', start: () => Promise.reject(new Error('not started here')) },
        status: async ({ amount }) =>
          state === 'paid'
            ? { state, transaction: `T-${uuid}`, amount, word: 'COMPLETE' }
            : { state, transaction: null, amount: null, word: 'CANCELED' },
      },
    ],
  });
  await online.check(uuid);
  expect(warned).toEqual(['the queue took no mail']);
  const { rows } = await sql<{
    answer: string;
  }>`SELECT answer FROM online_payment WHERE uuid = ${uuid}`.execute(world.db);
  expect(rows).toEqual([{ answer: state }]);
});
