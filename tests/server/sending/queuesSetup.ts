import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import type { Failure } from '#schema/entity.ts';
import type { PaymentReference } from '#schema/paymentReference.ts';
import type { PaymentReview, PossibleDuplicate } from '#schema/paymentReview.ts';
import { createTestApp, type TestApp, type User } from '../../support/app.ts';
import { audit } from '../../support/audit.ts';

export type One<T> = { data: T } & Failure;
export const REVIEW = '/v1/admin/payment-reference/';

/** New customers for each test, and requests that staff decide about. */
export function setUpQueues() {
  let app: TestApp;
  /** The app with customers of this test's own. */
  let world: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(async () => {
    await audit(app.db);
    await app.close();
  });

  beforeEach(async () => {
    world = await app.newCustomers();
  });
  let n = 0;
  async function topUp(body: object = {}, as: User = 'customer'): Promise<string> {
    const {
      status,
      text,
      body: answer,
    } = await world.call<One<PaymentReference>>(as, 'POST', '/v1/credit/payment/credit_payment_initiate/', {
      amount: 1_500_000,
      method: 'bank',
      reference: `NIC-${++n}-0`,
      ...body,
    });
    expect(status, text).toBe(201);
    return answer.data.uuid;
  }

  const pay = (what: 'confirm' | 'reject', uuid: string, more: object = {}, as: User = 'admin') =>
    world.call<One<PaymentReference> & { data: PossibleDuplicate[] }>(
      as,
      'POST',
      `/v1/credit/payment/credit_payment_${what}/`,
      { uuid, ...more },
    );

  const review = async (uuid: string, as: User = 'support') =>
    (await world.call<One<PaymentReview>>(as, 'GET', `${REVIEW}${uuid}/`)).body.data;
  const balance = async (as: User = 'customer') =>
    (await world.call<{ data: { wallet: { balance: number } } }>(as, 'GET', '/v1/autho/user/profile/')).body
      .data.wallet.balance;
  return {
    get world() {
      return world;
    },
    topUp,
    pay,
    review,
    balance,
  };
}
