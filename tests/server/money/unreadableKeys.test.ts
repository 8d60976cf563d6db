import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Failure } from '#schema/entity.ts';
import type { CheckedPayment, OnlinePaymentRow } from '#schema/onlinePayment.ts';
import type { StartedPayment } from '#schema/paymentReference.ts';
import { SETUP_HEALTH, type SetupHealth } from '#schema/setupHealth.ts';
import { onlinePaymentsOf } from '../../../server/services/money/online/gateways.ts';
import { keyringOf } from '../../../server/services/platform/keyring.ts';
import { ESEWA_PRODUCT } from '../../support/esewaServer.ts';
import { KHALTI_SECRET } from '../../support/khaltiServer.ts';
import { setUpServiceKeys } from './serviceKeysSetup.ts';

const setup = setUpServiceKeys();
const { check, gateway, options, payAtEsewa, put, read, setEsewa } = setup;

describe('a service whose secret no key of the process decrypts', () => {
  /** As a process saves it that has a newer SECRET_KEY. */
  const lock = async (method: 'esewa' | 'khalti') => {
    const secret = keyringOf(['a-key-that-this-process-has-not-been-given']).seal(
      { table: 'payment_gateway', column: 'secret', row: method },
      'a-secret',
    );
    await sql`UPDATE payment_gateway SET secret = ${secret} WHERE method = ${method}`.execute(setup.world.db);
  };
  /** Online payments as a process checks them by itself, and the errors that it reports. */
  const job = () => {
    const errors: object[] = [];
    const log = { warn: () => {}, error: (details: object) => void errors.push(details) };
    const deps = { deliverMail: async () => {}, log };
    return { online: onlinePaymentsOf(setup.world.deps.config, setup.world.db, deps), errors };
  };
  const payments = async () => {
    const { body } = await setup.world.call<{ data: SetupHealth }>('admin', 'GET', SETUP_HEALTH);
    return body.data.checks.find(({ name }) => name === 'payments');
  };
  beforeEach(async () => {
    // A new key would be one for the payments of the tests before, too.
    await sql`UPDATE payment_reference SET status = 'cancelled' WHERE status = 'pending'`.execute(
      setup.world.db,
    );
    await sql`UPDATE online_payment SET note = NULL`.execute(setup.world.db);
    await setEsewa();
    await put(gateway('khalti'), { secret: KHALTI_SECRET });
    await lock('khalti');
  });

  test('is not offered, and the other one goes on', async () => {
    expect((await options()).methods.slice(-1)).toEqual(['esewa']);
    expect((await payAtEsewa()).statusCode).toBe(201);
    const { online, errors } = job();
    for (let n = 0; n < 2; n++) expect(await online.methods()).toEqual(['esewa']);
    expect(errors.map((error) => (error as { err: Error }).err.message)).toEqual([
      expect.stringMatching(/^payment_gateway\.secret of khalti cannot be decrypted: no key with the id/),
    ]);
  });

  test('is said to be so, until its key is entered again', async () => {
    expect((await read()).gateways.map(({ is_unreadable }) => is_unreadable)).toEqual([false, true]);
    expect(await payments()).toEqual({ name: 'payments', state: 'error', reason: 'unreadable' });
    const said = expect.stringMatching(/cannot be decrypted with this server’s SECRET_KEY/);
    expect(await check('khalti')).toMatchObject({ code: 'conflict', detail: said });
    await lock('esewa');
    const kept = await put(gateway('esewa'), { product: ESEWA_PRODUCT });
    expect([kept.status, kept.body.errors]).toEqual([400, { secret: [said] }]);
    await setEsewa();
    await put(gateway('khalti'), { secret: KHALTI_SECRET });
    expect((await payments())?.reason).not.toBe('unreadable');
    expect((await options()).methods.slice(-2)).toEqual(['esewa', 'khalti']);
  });

  describe('while a payment is open there', () => {
    const ONLINE = '/v1/admin/payment-reference/online/';
    const pay = async () => {
      await put(gateway('khalti'), { secret: KHALTI_SECRET });
      const answer = await setup.world.call<{ data: StartedPayment }>(
        'customer',
        'POST',
        '/v1/credit/payment/credit_payment_initiate/',
        { amount: 123_450, method: 'khalti' },
      );
      await lock('khalti');
      return answer.body.data.uuid;
    };
    const left = async () => {
      const list = await setup.world.call<{ results: OnlinePaymentRow[] }>(
        'support',
        'GET',
        `${ONLINE}?note__in=key_replaced`,
      );
      return list.body.results.map(({ uuid, status, answer }) => ({ uuid, status, answer }));
    };
    const cancel = async (uuid: string) => {
      const path = `/v1/credit/user-payment-reference/${uuid}/cancel_request/`;
      const { status, body } = await setup.world.call<Failure>('customer', 'POST', path);
      return [status, body.detail];
    };
    /** As the server's own check finds it, hours after the payment began. */
    const recheck = async (uuid: string) => {
      await sql`UPDATE payment_reference SET created_at = now() - interval '3 hours' WHERE uuid = ${uuid}`.execute(
        setup.world.db,
      );
      await sql`UPDATE online_payment SET next_check_at = now() WHERE uuid = ${uuid}`.execute(setup.world.db);
      const { online, errors } = job();
      await online.recheck();
      return errors;
    };

    test('is not led there, because what is paid could not be confirmed', async () => {
      const key = { 'idempotency-key': 'pay-once' };
      const start = () =>
        setup.second.inject({
          ...{ method: 'POST', url: '/v1/credit/payment/credit_payment_initiate/' },
          headers: { authorization: `Token ${setup.world.tokens.customer}`, ...key },
          payload: { amount: 123_450, method: 'khalti' },
        });
      const looked = async (uuid: string) => {
        await sql`UPDATE online_payment SET checked_at = NULL WHERE uuid = ${uuid}`.execute(setup.world.db);
        const path = `/v1/credit/payment/online/${uuid}/check/`;
        const { body } = await setup.world.call<{ data: CheckedPayment }>('customer', 'POST', path);
        return { answer: body.data.answer, isLed: body.data.checkout !== null };
      };
      await put(gateway('khalti'), { secret: KHALTI_SECRET });
      const { uuid, checkout } = (await start()).json<{ data: StartedPayment }>().data;
      expect(checkout).not.toBeNull();
      expect(await looked(uuid)).toEqual({ answer: 'pending', isLed: true });
      await lock('khalti');
      expect(await looked(uuid)).toEqual({ answer: 'unavailable', isLed: false });
      const refused = await start();
      expect([refused.statusCode, refused.json<Failure>().detail]).toEqual([
        503,
        'This payment method is not available right now. Your payment stays open. Try again later.',
      ]);
      // Nor can it be cancelled: it may have been paid.
      expect(await cancel(uuid)).toEqual([409, expect.stringMatching(/^Khalti is not responding/)]);
      await put(gateway('khalti'), { secret: KHALTI_SECRET });
      expect(await looked(uuid)).toEqual({ answer: 'pending', isLed: true });
      expect((await start()).json<{ data: StartedPayment }>().data.checkout).toEqual(checkout);
    });

    test('takes a new key, with which the payment is settled', async () => {
      const uuid = await pay();
      expect((await put(gateway('khalti'), { secret: KHALTI_SECRET })).status).toBe(200);
      expect(await left()).toEqual([{ uuid, status: 'pending', answer: null }]);
      expect(await recheck(uuid)).toEqual([]);
      // It is known there, and can be paid.
      expect(await left()).toEqual([]);
      setup.khalti.pay(uuid);
      expect(await job().online.confirm(uuid, null)).toBe(setup.world.accounts.customer);
      const { rows } = await sql`SELECT status FROM payment_reference WHERE uuid = ${uuid}`.execute(
        setup.world.db,
      );
      expect(rows).toEqual([{ status: 'confirmed' }]);
    });

    test('leaves one that the new merchant does not know to staff, and ends it in no other way', async () => {
      const uuid = await pay();
      setup.khalti.pay(uuid);
      expect((await put(gateway('khalti'), { secret: KHALTI_SECRET })).status).toBe(200);
      await sql`UPDATE online_payment SET gateway_id = 'of-another-merchant' WHERE uuid = ${uuid}`.execute(
        setup.world.db,
      );
      const told = expect.objectContaining({ payment: uuid, method: 'khalti' });
      expect(await recheck(uuid)).toEqual([told]);
      // That a payment is left to staff is told once.
      expect(await recheck(uuid)).toEqual([]);
      expect(await left()).toEqual([{ uuid, status: 'pending', answer: 'not_found' }]);
      expect(await cancel(uuid)).toEqual([409, expect.stringMatching(/^Khalti does not know this payment/)]);
      expect(await left()).toEqual([{ uuid, status: 'pending', answer: 'not_found' }]);
      const decision = { uuid, reason: 'Credited by hand' };
      const path = '/v1/credit/payment/credit_payment_reject/';
      const rejected = await setup.world.call('admin', 'POST', path, decision);
      expect(rejected.status, rejected.text).toBe(200);
      expect(await recheck(uuid)).toEqual([]);
      expect(await left()).toEqual([]);
    });

    test('keeps it while a server of an earlier version runs, which would end the payment', async () => {
      const uuid = await pay();
      await sql`INSERT INTO server_process (uuid, role, host, pid) VALUES (gen_random_uuid(), 'all', 'old', 1)`.execute(
        setup.world.db,
      );
      const refused = await put(gateway('khalti'), { secret: KHALTI_SECRET });
      expect([refused.status, refused.body.code]).toEqual([409, 'conflict']);
      expect(await left()).toEqual([]);
      await sql`DELETE FROM server_process WHERE host = 'old'`.execute(setup.world.db);
      expect((await put(gateway('khalti'), { secret: KHALTI_SECRET })).status).toBe(200);
      expect(await left()).toMatchObject([{ uuid }]);
    });
  });
});
