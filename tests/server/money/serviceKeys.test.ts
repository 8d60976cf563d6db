import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import type { GatewayCheck } from '#schema/billingSettings.ts';
import type { Failure } from '#schema/entity.ts';
import type { CheckedPayment, OnlinePaymentRow } from '#schema/onlinePayment.ts';
import type { PaymentOptions, StartedPayment } from '#schema/paymentReference.ts';
import { SETUP_HEALTH, type SetupHealth } from '#schema/setupHealth.ts';
import { buildApp } from '../../../server/app.ts';
import { onlinePaymentsOf } from '../../../server/services/money/online/gateways.ts';
import { keyringOf } from '../../../server/services/platform/keyring.ts';
import { ESEWA_PRODUCT, ESEWA_SECRET } from '../../support/esewaServer.ts';
import { KHALTI_SECRET } from '../../support/khaltiServer.ts';
import { waitForLocks } from '../../support/locks.ts';
import { PATH, type Read, setUpBilling } from './billingSetup.ts';

const setup = setUpBilling();
const { read, put, rejectOpen } = setup;

const options = async () =>
  (await setup.world.call<{ data: PaymentOptions }>('customer', 'GET', '/v1/credit/payment/methods/')).body
    .data;

describe('keys of online services', () => {
  const gateway = (method: string) => `${PATH}gateways/${method}/`;
  const check = async (method: string) =>
    (await setup.world.call<{ data: GatewayCheck } & Failure>('admin', 'POST', `${gateway(method)}check/`))
      .body;
  const setEsewa = () => put(gateway('esewa'), { product: ESEWA_PRODUCT, secret: ESEWA_SECRET });
  /** Begins a payment at eSewa in the other process. */
  const payAtEsewa = () =>
    setup.second.inject({
      ...{ method: 'POST', url: '/v1/credit/payment/credit_payment_initiate/' },
      headers: { authorization: `Token ${setup.world.tokens.customer}` },
      payload: { amount: 123_450, method: 'esewa' },
    });

  test('are encrypted, told to nobody, and offer the service at once in every process', async () => {
    expect((await options()).methods).not.toContain('esewa');
    const saved = await setEsewa();
    expect(saved.body.data.gateways[0]).toEqual({
      ...{ method: 'esewa', product: ESEWA_PRODUCT, is_set: true, is_fixed: false, is_unreadable: false },
    });
    await put(gateway('khalti'), { secret: KHALTI_SECRET });
    const { rows } = await sql<{ all: string }>`
      SELECT (SELECT jsonb_agg(g) FROM payment_gateway g)::text || (SELECT jsonb_agg(e) FROM audit_entry e)::text AS all`.execute(
      setup.world.db,
    );
    for (const secret of [ESEWA_SECRET, KHALTI_SECRET]) {
      expect(rows[0]!.all).not.toContain(secret);
      expect(JSON.stringify(await read())).not.toContain(secret);
    }
    expect(rows[0]!.all.match(/enc1:/g)).toHaveLength(2);
    const started = await payAtEsewa();
    expect(started.statusCode).toBe(201);
    expect(started.json<{ data: StartedPayment }>().data.checkout?.url).toBe(setup.esewa.formUrl);
    expect((await options()).methods.slice(-2)).toEqual(['esewa', 'khalti']);
  });

  test('a page of a new process may send its form to eSewa', async () => {
    await setEsewa();
    const fresh = await buildApp({ ...setup.world.deps });
    const { headers } = await fresh.inject('/healthz');
    expect(headers['content-security-policy']).toContain(`form-action 'self' ${setup.esewa.base};`);
    await fresh.close();
  });

  test('the check says what came', async () => {
    await setEsewa();
    await put(gateway('khalti'), { secret: KHALTI_SECRET });
    expect((await check('esewa')).data).toMatchObject({ result: 'ok', detail: 'NOT_FOUND' });
    expect((await check('khalti')).data).toMatchObject({ result: 'ok' });
    setup.esewa.mode('down');
    expect((await check('esewa')).data).toMatchObject({ result: 'unreachable' });
    await put(gateway('khalti'), { secret: 'live_secret_key_of_somebody_else' });
    expect((await check('khalti')).data).toMatchObject({
      result: 'refused',
      detail: expect.stringContaining('401'),
    });
  });

  test('another merchant, and none, are refused while payments of this one are open', async () => {
    await setEsewa();
    expect((await payAtEsewa()).statusCode).toBe(201);
    const other = await put(gateway('esewa'), { product: 'NP-ES-2', secret: 'another-secret' });
    expect([other.status, other.body.detail]).toEqual([
      409,
      expect.stringContaining('Open payments at this service: 1.'),
    ]);
    expect((await setup.world.call('admin', 'DELETE', gateway('esewa'))).status).toBe(409);
    // A new secret of the same merchant can be needed at once.
    expect((await put(gateway('esewa'), { product: ESEWA_PRODUCT, secret: 'a-newer-secret' })).status).toBe(
      200,
    );
    await rejectOpen();
    // The second finds what it wants.
    for (let n = 0; n < 2; n++) {
      const removed = await setup.world.call<Read>('admin', 'DELETE', gateway('esewa'));
      expect(removed.body.data?.gateways[0]).toMatchObject({ product: null, is_set: false });
    }
    expect((await options()).methods).not.toContain('esewa');
    expect((await check('esewa')).code).toBe('conflict');
  });

  describe('a service whose secret no key of the process decrypts', () => {
    /** As a process saves it that has a newer SECRET_KEY. */
    const lock = async (method: 'esewa' | 'khalti') => {
      const secret = keyringOf(['a-key-that-this-process-has-not-been-given']).seal(
        { table: 'payment_gateway', column: 'secret', row: method },
        'a-secret',
      );
      await sql`UPDATE payment_gateway SET secret = ${secret} WHERE method = ${method}`.execute(
        setup.world.db,
      );
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
        return (await setup.world.call('customer', 'POST', path)).status;
      };
      /** As the server's own check finds it, hours after the payment began. */
      const recheck = async (uuid: string) => {
        await sql`UPDATE payment_reference SET created_at = now() - interval '3 hours' WHERE uuid = ${uuid}`.execute(
          setup.world.db,
        );
        await sql`UPDATE online_payment SET next_check_at = now() WHERE uuid = ${uuid}`.execute(
          setup.world.db,
        );
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
        expect(await cancel(uuid)).toBe(409);
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
        expect(await cancel(uuid)).toBe(409);
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

  /** Begins a payment while a change of the keys has counted the open ones and is not committed. */
  const payDuring = async <T>(change: () => Promise<T>) => {
    await setEsewa();
    const held = await setup.world.db.startTransaction().execute();
    await sql`SELECT FROM payment_gateway FOR UPDATE`.execute(held);
    const changing = change();
    await waitForLocks(setup.world.db);
    const paying = (async () => payAtEsewa())();
    await Promise.race([paying, waitForLocks(setup.world.db, 2)]);
    await held.rollback().execute();
    return { changed: await changing, paid: await paying };
  };

  test('a payment that begins while the merchant changes is one of the new merchant', async () => {
    const { changed, paid } = await payDuring(() =>
      put(gateway('esewa'), { product: 'NP-ES-2', secret: 'another-secret' }),
    );
    expect([changed.status, paid.statusCode]).toEqual([200, 201]);
    expect(paid.json<{ data: StartedPayment }>().data.checkout?.fields?.product_code).toBe('NP-ES-2');
  });

  test('a payment that begins while the service is removed is refused', async () => {
    const { changed, paid } = await payDuring(() =>
      setup.world.call<Read>('admin', 'DELETE', gateway('esewa')),
    );
    expect([changed.status, paid.statusCode]).toEqual([200, 400]);
    expect(paid.json<Failure>().errors).toHaveProperty('method');
    const { rows } =
      await sql`SELECT FROM payment_reference WHERE method = 'esewa' AND status = 'pending'`.execute(
        setup.world.db,
      );
    expect(rows).toEqual([]);
  });

  test('what is missing is said at its field; keys of the environment stay', async () => {
    expect((await put(gateway('esewa'), { secret: 'a-secret' })).body.errors).toHaveProperty('product');
    expect((await put(gateway('esewa'), { product: 'NP-ES-1' })).body.errors).toHaveProperty('secret');
    const config = { ...setup.world.deps.config, KHALTI_SECRET: 'fixed-secret' };
    const app = await buildApp({ ...setup.world.deps, config });
    const headers = { authorization: `Token ${setup.world.tokens.admin}` };
    const refused = await app.inject({
      method: 'PUT',
      url: gateway('khalti'),
      headers,
      payload: { secret: 'mine' },
    });
    expect(refused.statusCode).toBe(409);
    expect((await app.inject({ url: PATH, headers })).json<Read>().data.gateways[1]).toMatchObject({
      is_fixed: true,
    });
    await app.close();
  });
});
