import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Failure } from '#schema/entity.ts';
import type { StartedPayment } from '#schema/paymentReference.ts';
import { buildApp } from '../../../server/app.ts';
import { ESEWA_PRODUCT, ESEWA_SECRET } from '../../support/esewaServer.ts';
import { KHALTI_SECRET } from '../../support/khaltiServer.ts';
import { waitForLocks } from '../../support/locks.ts';
import { PATH, type Read } from './billingSetup.ts';
import { setUpServiceKeys } from './serviceKeysSetup.ts';

const setup = setUpServiceKeys();
const { check, gateway, options, payAtEsewa, put, read, rejectOpen, setEsewa } = setup;

describe('keys of online services', () => {
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
