import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import type { OnlinePaymentRow } from '#schema/onlinePayment.ts';
import type { PaymentReference, StartedPayment } from '#schema/paymentReference.ts';
import type { Gateway } from '../../../server/services/money/online/gateway.ts';
import { gatewaysOf } from '../../../server/services/money/online/gateways.ts';
import {
  createOnlinePayments,
  type OnlinePayments,
} from '../../../server/services/money/online/onlinePayments.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { audit } from '../../support/audit.ts';
import { type EsewaServer, sendForm, startEsewa } from '../../support/esewaServer.ts';
import { type KhaltiServer, startKhalti } from '../../support/khaltiServer.ts';
import { paymentEnvironment } from '../../support/paymentEnvironment.ts';

export const AMOUNT = 250_000;

/** A simulator of each payment service, and online payments that wait for it. */
export function setUpSettling() {
  let esewa: EsewaServer;
  let khalti: KhaltiServer;
  let world: TestApp;
  let gateways: Gateway[];
  /** The rules as the server has them, that may ask as often as they like. */
  let online: OnlinePayments;
  let logged: { details: Record<string, unknown>; message: string }[] = [];
  const log = {
    warn: () => {},
    error: (details: object, message: string) => logged.push({ details: { ...details }, message }),
  };

  beforeAll(async () => {
    [esewa, khalti] = await Promise.all([startEsewa(), startKhalti()]);
    world = await createTestApp({ environment: paymentEnvironment(esewa, khalti) });
    gateways = gatewaysOf(world.deps.config);
    const seller = { name: 'Demo Provider', pan: '600000000', address: 'Kathmandu' };
    online = createOnlinePayments({
      db: world.db,
      gateways: async () => gateways,
      seller: async () => seller,
      deliverMail: world.deps.deliverMail,
      log,
      askEvery: 0,
    });
  });

  beforeEach(() => {
    logged = [];
  });
  afterEach(async () => {
    esewa.mode('up');
    khalti.mode('up');
    await sql`UPDATE online_payment SET next_check_at = NULL`.execute(world.db);
  });

  afterAll(async () => {
    await audit(world.db);
    await Promise.all([world.close(), esewa.close(), khalti.close()]);
  });

  async function begun(
    method: 'esewa' | 'khalti' = 'esewa',
    as: 'customer' | 'other' = 'customer',
  ): Promise<string> {
    const { data } = (
      await world.call<{ data: StartedPayment }>(as, 'POST', '/v1/credit/payment/credit_payment_initiate/', {
        amount: AMOUNT,
        method,
      })
    ).body;
    if (data.checkout?.fields) expect(await sendForm(data.checkout.url, data.checkout.fields)).toBe(200);
    return data.uuid;
  }

  const show = async (uuid: string) =>
    (
      await world.call<{ data: PaymentReference }>(
        'customer',
        'GET',
        `/v1/credit/user-payment-reference/${uuid}/`,
      )
    ).body.data;

  const balance = async (): Promise<number> => {
    const { rows } = await sql<{ balance: number }>`
    SELECT balance FROM account WHERE uuid = ${world.accounts.customer}`.execute(world.db);
    return rows[0]!.balance;
  };

  const noted = async (uuid: string): Promise<OnlinePaymentRow> =>
    (
      await world.call<{ data: OnlinePaymentRow }>(
        'support',
        'GET',
        `/v1/admin/payment-reference/online/${uuid}/`,
      )
    ).body.data;

  /** Makes a payment as old as it says, and due. */
  async function age(uuid: string, since: string): Promise<void> {
    await sql`UPDATE payment_reference SET created_at = now() - ${since}::interval,
    decided_at = CASE WHEN decided_at IS NOT NULL THEN now() - ${since}::interval END
    WHERE uuid = ${uuid}`.execute(world.db);
    await due(uuid);
  }

  const due = (uuid: string) =>
    sql`UPDATE online_payment SET next_check_at = now() WHERE uuid = ${uuid}`.execute(world.db);
  /** Seconds until the server looks again; null when it does not. */
  const nextCheck = async (uuid: string): Promise<number | null> => {
    const { rows } = await sql<{ seconds: number | null }>`
    SELECT extract(epoch FROM next_check_at - now())::float8 AS seconds FROM online_payment
    WHERE uuid = ${uuid}`.execute(world.db);
    return rows[0]!.seconds;
  };

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
    get online() {
      return online;
    },
    get logged() {
      return logged;
    },
    begun,
    show,
    balance,
    noted,
    age,
    due,
    nextCheck,
    log,
  };
}
