import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import type { Failure } from '#schema/entity.ts';
import type { CheckedPayment } from '#schema/onlinePayment.ts';
import type { StartedPayment } from '#schema/paymentReference.ts';
import { createTestApp, type TestApp, type User } from '../../support/app.ts';
import { audit } from '../../support/audit.ts';
import { type EsewaServer, sendForm, startEsewa } from '../../support/esewaServer.ts';
import { type KhaltiServer, startKhalti } from '../../support/khaltiServer.ts';
import { paymentEnvironment } from '../../support/paymentEnvironment.ts';

export type Started = { data: StartedPayment } & Failure;
export type Checked = { data: CheckedPayment } & Failure;
export const initiate = '/v1/credit/payment/credit_payment_initiate/';
export const AMOUNT = 123_450;

/** A simulator of each payment service, and requests that pay with it. */
export function setUpOnlinePayments() {
  let esewa: EsewaServer;
  let khalti: KhaltiServer;
  let world: TestApp;
  beforeAll(async () => {
    [esewa, khalti] = await Promise.all([startEsewa(), startKhalti()]);
    world = await createTestApp({ environment: paymentEnvironment(esewa, khalti) });
  });

  afterEach(() => {
    esewa.mode('up');
    khalti.mode('up');
  });

  afterAll(async () => {
    await audit(world.db);
    await Promise.all([world.close(), esewa.close(), khalti.close()]);
  });

  const topUp = (body: object = {}, as: User = 'customer') =>
    world.call<Started>(as, 'POST', initiate, { amount: AMOUNT, method: 'esewa', ...body });
  const check = (uuid: string, as: User | null = 'customer') =>
    world.call<Checked>(as, 'POST', `/v1/credit/payment/online/${uuid}/check/`);
  const balance = async () =>
    (
      await world.call<{ data: { wallet: { balance: number } } }>(
        'customer',
        'GET',
        '/v1/autho/user/profile/',
      )
    ).body.data.wallet.balance;
  /** Takes back that the payment was asked about just now. */
  const later = (uuid: string) =>
    sql`UPDATE online_payment SET checked_at = checked_at - interval '1 minute' WHERE uuid = ${uuid}`.execute(
      world.db,
    );

  /** A payment whose form eSewa has. */
  async function atEsewa(body: object = {}): Promise<string> {
    const { data } = (await topUp(body)).body;
    expect(await sendForm(data.checkout!.url, data.checkout!.fields!)).toBe(200);
    return data.uuid;
  }

  async function atKhalti(body: object = {}): Promise<string> {
    return (await topUp({ method: 'khalti', ...body })).body.data.uuid;
  }
  return {
    get esewa() {
      return esewa;
    },
    get khalti() {
      return khalti;
    },
    get world() {
      return world;
    },
    topUp,
    check,
    balance,
    later,
    atEsewa,
    atKhalti,
  };
}
