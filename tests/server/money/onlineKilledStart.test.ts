import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { CheckedPayment } from '#schema/onlinePayment.ts';
import type { StartedPayment } from '#schema/paymentReference.ts';
import { type Database, openDatabase } from '../../../server/db/database.ts';
import { audit } from '../../support/audit.ts';
import { sendForm } from '../../support/esewaServer.ts';
import { waitForLocks } from '../../support/locks.ts';
import { paymentEnvironment } from '../../support/paymentEnvironment.ts';
import { type RunningServer, startServer } from '../../support/server.ts';
import { soon } from '../../support/soon.ts';
import { AMOUNT, initiate, setUpOnlinePayments } from './onlinePaymentsSetup.ts';

// The server is killed while a customer's payment is being started: between its own record, the service's answer and its own.

const PAYMENT = '/v1/credit/user-payment-reference/';
type Service = 'esewa' | 'khalti';

const setup = setUpOnlinePayments();
const { balance, check, later } = setup;

let server: RunningServer;
let database: Database;
beforeAll(async () => {
  const { world, esewa, khalti } = setup;
  const seller = { SELLER_NAME: 'Demo Provider', SELLER_PAN: '600000000', SELLER_ADDRESS: 'Kathmandu' };
  server = await startServer({ ...paymentEnvironment(esewa, khalti), ...seller, DATABASE_URL: world.url }, [
    '--role',
    'api',
  ]);
  database = openDatabase(world.url, 2, () => {});
});
afterEach(() => audit(setup.world.db));
afterAll(async () => {
  await server?.kill();
  await database?.close();
});

/** The customer's request to the server process; null if that was killed before it answered. */
const startAt = (service: Service, key: string): Promise<StartedPayment | null> =>
  fetch(server.url + initiate, {
    method: 'POST',
    headers: {
      authorization: `Token ${setup.world.tokens.customer}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    body: JSON.stringify({ amount: AMOUNT, method: service }),
  }).then(
    async (response) => {
      const { data } = (await response.json()) as { data: StartedPayment };
      expect(response.status).toBe(201);
      return data;
    },
    () => null,
  );

/** A connection of the test's own in a transaction, which ends with `work`. */
async function inSession<T>(work: (session: pg.Client) => Promise<T>): Promise<T> {
  const session = await database.connect();
  try {
    await session.query('BEGIN');
    return await work(session);
  } finally {
    await session.query('ROLLBACK');
    await session.end();
  }
}

/**
 * Kills the server between a write to `online_payment` and whatever it does next: the write waits for `held`, then a
 * lock of the whole table stands in line behind it.
 */
const killBehind = (held: pg.Client): Promise<void> =>
  inSession(async (next) => {
    const locked = next.query('LOCK TABLE online_payment IN ACCESS EXCLUSIVE MODE');
    await waitForLocks(setup.world.db, 2);
    await held.query('ROLLBACK');
    await locked;
    await waitForLocks(setup.world.db);
    await server.kill();
  });

/** Starts a payment whose service has been asked and does not answer yet. In an object, because it ends only later. */
async function askedAt(service: Service, key: string): Promise<{ lost: ReturnType<typeof startAt> }> {
  setup[service].mode('hold');
  const lost = startAt(service, key);
  await soon(() => expect(setup[service].held()).toBe(1));
  return { lost };
}

/** The service answers, and a lock keeps the server from recording its answer until `work` has ended. */
async function answeredAt(service: Service, key: string, work: (held: pg.Client) => Promise<void>) {
  const { lost } = await askedAt(service, key);
  return inSession(async (held) => {
    await held.query('SELECT FROM online_payment WHERE gateway_id IS NULL FOR UPDATE');
    setup[service].mode('up');
    await waitForLocks(setup.world.db);
    await work(held);
    return lost;
  });
}

/** Each moment at which the server dies while it starts a payment. */
const moments = {
  /** The payment is recorded, and its service has not been asked. */
  recorded: (service: Service, key: string) =>
    inSession(async (held) => {
      await held.query('LOCK TABLE online_payment IN SHARE MODE');
      const lost = startAt(service, key);
      await waitForLocks(setup.world.db);
      await killBehind(held);
      return lost;
    }),
  /** The service has been asked, and has not answered. */
  async asked(service: Service, key: string) {
    const { lost } = await askedAt(service, key);
    await server.kill();
    setup[service].mode('up');
    return lost;
  },
  /** The service has answered, and the server has not recorded its answer. */
  answered: (service: Service, key: string) =>
    answeredAt(service, key, async () => {
      await server.kill();
      // What it had asked of the database is not done either: its connection is gone.
      await sql`
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(setup.world.db);
      await waitForLocks(setup.world.db, 0);
    }),
  /** Everything is recorded, and the customer's browser has no answer. */
  noted: (service: Service, key: string) => answeredAt(service, key, killBehind),
};

interface State {
  uuid: string;
  status: string;
  known: boolean;
  credits: number;
  invoices: number;
}

/** The customer's payments of this test, oldest first. */
async function payments(before: readonly State[] = []): Promise<State[]> {
  const { rows } = await sql<State>`
    SELECT p.uuid, p.status, o.gateway_id IS NOT NULL AS known,
      (SELECT count(*)::int FROM wallet_entry WHERE payment = p.uuid) AS credits,
      (SELECT count(*)::int FROM invoice WHERE payment = p.uuid) AS invoices
    FROM payment_reference p JOIN online_payment o USING (uuid) ORDER BY p.uuid`.execute(setup.world.db);
  return rows.filter(({ uuid }) => !before.some((one) => one.uuid === uuid));
}

/** The customer pays on the service's page, to which the answer leads, and comes back. */
async function payAt(service: Service, { uuid, checkout }: StartedPayment): Promise<void> {
  if (service === 'esewa') {
    expect(await sendForm(checkout?.url ?? '', checkout?.fields ?? {})).toBe(200);
    setup.esewa.pay(uuid);
  } else {
    const page = new URL(checkout?.url ?? '');
    const pay = new URL(`/pay/${page.searchParams.get('pidx')}`, page);
    expect((await fetch(pay, { method: 'POST', redirect: 'manual' })).status).toBe(302);
  }
  await later(uuid);
  expect((await check(uuid)).status).toBe(200);
}

const looked = async (uuid: string): Promise<CheckedPayment> => (await check(uuid)).body.data;
const CREDITED = { status: 'confirmed', known: true, credits: 1, invoices: 1 };

describe.each([
  // The moment, whether its service knows of the payment, and whether the server knows that.
  ['esewa', 'recorded', 0, false],
  ['khalti', 'recorded', 0, false],
  ['khalti', 'asked', 1, false],
  ['khalti', 'answered', 1, false],
  ['khalti', 'noted', 1, true],
] as const)('a payment by %s whose server is killed when it is %s', (service, moment, pages, known) => {
  async function killed(key: string) {
    const before = await payments();
    expect(await moments[moment](service, key)).toBeNull();
    const [made, ...others] = await payments(before);
    expect(others).toEqual([]);
    expect(made).toMatchObject({ status: 'pending', known, credits: 0, invoices: 0 });
    const { uuid } = made as State;
    if (service === 'khalti') expect(setup.khalti.pidxOf(uuid)).toHaveLength(pages);
    await server.restart();
    return { uuid, before };
  }

  test('is one payment and one credit when the request is repeated, twice at once', async () => {
    const [had, key] = [await balance(), randomUUID()];
    const { uuid, before } = await killed(key);
    const [again, twin] = await Promise.all([startAt(service, key), startAt(service, key)]);
    expect([again?.uuid, twin?.uuid]).toEqual([uuid, uuid]);
    // Both tries lead to the same page, so that only one can be paid.
    expect(twin?.checkout?.url).toBe(again?.checkout?.url);
    await payAt(service, again as StartedPayment);
    expect(await payments(before)).toEqual([{ uuid, ...CREDITED }]);
    expect(await startAt(service, key)).toMatchObject({ uuid, status: 'confirmed', checkout: null });
    expect((await balance()) - had).toBe(AMOUNT);
  });

  test('says what it is to a customer who comes back, and a new one beside it is credited once', async () => {
    const had = await balance();
    const { uuid, before } = await killed(randomUUID());
    await later(uuid);
    expect(await looked(uuid)).toMatchObject({
      status: 'pending',
      answer: known ? 'pending' : 'not_found',
      checkout: known ? { url: expect.stringContaining('pidx') } : null,
    });

    const second = (await startAt(service, randomUUID())) as StartedPayment;
    expect(second.uuid).not.toBe(uuid);
    await payAt(service, second);
    expect((await balance()) - had).toBe(AMOUNT);
    // The first one can be ended at once if nobody can pay it, and ends by itself when its page does.
    const cancel = await setup.world.call('customer', 'POST', `${PAYMENT}${uuid}/cancel_request/`);
    expect(cancel.status).toBe(known ? 409 : 200);
    if (known) {
      setup.khalti.change(uuid, { status: 'Expired' });
      await later(uuid);
      await check(uuid);
    }
    expect(await payments(before)).toEqual([
      { uuid, status: 'cancelled', known, credits: 0, invoices: 0 },
      { uuid: second.uuid, ...CREDITED },
    ]);
    expect((await balance()) - had).toBe(AMOUNT);
  });
});
