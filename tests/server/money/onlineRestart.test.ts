import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../../server/db/database.ts';
import { audit } from '../../support/audit.ts';
import { waitForLocks } from '../../support/locks.ts';
import { paymentEnvironment } from '../../support/paymentEnvironment.ts';
import { type RunningServer, startServer } from '../../support/server.ts';
import { AMOUNT, setUpOnlinePayments } from './onlinePaymentsSetup.ts';

const setup = setUpOnlinePayments();
const { topUp, later, atEsewa, atKhalti, balance } = setup;

let server: RunningServer;
let database: Database;
beforeAll(async () => {
  const { world, esewa, khalti } = setup;
  const seller = { SELLER_NAME: 'Demo Provider', SELLER_PAN: '600000000', SELLER_ADDRESS: 'Kathmandu' };
  server = await startServer({ ...paymentEnvironment(esewa, khalti), ...seller, DATABASE_URL: world.url });
  database = openDatabase(world.url, 2, () => {});
});
afterEach(() => audit(setup.world.db));
afterAll(async () => {
  await server?.kill();
  await database?.close();
});

const begun = {
  esewa: async (): Promise<string> => {
    const uuid = await atEsewa();
    setup.esewa.pay(uuid);
    return uuid;
  },
  khalti: async (): Promise<string> => {
    const uuid = await atKhalti();
    setup.khalti.pay(uuid);
    return uuid;
  },
};
/** The customer's page asks the server process; 0 if that was killed. */
const returns = (uuid: string): Promise<number> =>
  fetch(`${server.url}/v1/credit/payment/online/${uuid}/check/`, {
    ...{ method: 'POST', headers: { authorization: `Token ${setup.world.tokens.customer}` } },
  }).then(
    ({ status }) => status,
    () => 0,
  );
const state = async (uuid: string) =>
  (
    await sql<{ status: string; note: string | null; credits: number; invoices: number }>`
      SELECT p.status, o.note, (SELECT count(*)::int FROM wallet_entry WHERE payment = p.uuid) AS credits,
        (SELECT count(*)::int FROM invoice WHERE payment = p.uuid) AS invoices
      FROM payment_reference p JOIN online_payment o USING (uuid) WHERE p.uuid = ${uuid}`.execute(
      setup.world.db,
    )
  ).rows[0];
const CREDITED = { status: 'confirmed', note: null, credits: 1, invoices: 1 };

/** The server is killed after it has asked the service and before it has the answer. */
async function killAsking(uuid: string, service: 'esewa' | 'khalti'): Promise<void> {
  setup[service].mode('hold');
  const lost = returns(uuid);
  await expect.poll(() => setup[service].held()).toBe(1);
  await server.kill();
  expect(await lost).toBe(0);
  setup[service].mode('up');
}

/** The server is killed after the service has said "paid", in the middle of its own booking. */
async function killBooking(uuid: string): Promise<void> {
  const session = await database.connect();
  try {
    await session.query('BEGIN');
    await session.query('SELECT FROM account WHERE uuid = $1 FOR UPDATE', [setup.world.accounts.customer]);
    const lost = returns(uuid);
    await waitForLocks(setup.world.db);
    await server.kill();
    expect(await lost).toBe(0);
  } finally {
    await session.query('ROLLBACK');
    await session.end();
  }
}
const kills = { asking: killAsking, booking: killBooking };

/** Lets the time pass after which the server looks by itself; null if it never would. */
async function lookAgain(uuid: string): Promise<string | null> {
  const { rows } = await sql<{ next_check_at: string | null }>`
    UPDATE online_payment SET next_check_at = now() WHERE uuid = ${uuid} AND next_check_at IS NOT NULL
    RETURNING next_check_at`.execute(setup.world.db);
  return rows[0]?.next_check_at ?? null;
}

describe.each([
  ['esewa', 'asking'],
  ['khalti', 'booking'],
] as const)('a payment by %s whose server is killed while it is %s', (service, moment) => {
  test('is credited once when its customer comes back, several times at once', async () => {
    const before = await balance();
    const uuid = await begun[service]();
    await kills[moment](uuid, service);
    expect(await state(uuid)).toEqual({ status: 'pending', note: null, credits: 0, invoices: 0 });
    await server.restart();
    await later(uuid);
    expect(await Promise.all([returns(uuid), returns(uuid), returns(uuid)])).toEqual([200, 200, 200]);
    await expect.poll(() => state(uuid)).toEqual(CREDITED);
    expect(await returns(uuid)).toBe(200);
    expect([await state(uuid), (await balance()) - before]).toEqual([CREDITED, AMOUNT]);
  });

  test('is credited once by the server itself when nobody comes back', async () => {
    const before = await balance();
    const uuid = await begun[service]();
    await kills[moment](uuid, service);
    expect(await lookAgain(uuid)).not.toBeNull();
    await server.restart();
    await expect.poll(() => state(uuid)).toEqual(CREDITED);
    expect((await balance()) - before).toBe(AMOUNT);
  });
});

describe('a server that comes back late', () => {
  const age = (uuid: string, by: string) =>
    sql`UPDATE payment_reference SET created_at = now() - ${by}::interval WHERE uuid = ${uuid}`.execute(
      setup.world.db,
    );

  test.each(['2 hours', '8 days'])('credits after %s what was paid before it was killed', async (by) => {
    const uuid = await begun.esewa();
    await killAsking(uuid, 'esewa');
    await age(uuid, by);
    await lookAgain(uuid);
    await server.restart();
    await expect.poll(() => state(uuid)).toEqual(CREDITED);
  });

  test('ends what expired unpaid, and leaves to staff what is paid after that', async () => {
    const before = await balance();
    const { uuid } = (await topUp({ method: 'khalti' })).body.data;
    await killAsking(uuid, 'khalti');
    setup.khalti.change(uuid, { status: 'Expired' });
    await age(uuid, '2 hours');
    await lookAgain(uuid);
    await server.restart();
    await expect.poll(() => state(uuid)).toMatchObject({ status: 'cancelled', credits: 0 });
    setup.khalti.pay(uuid);
    await later(uuid);
    await killAsking(uuid, 'khalti');
    await server.restart();
    await later(uuid);
    expect(await Promise.all([returns(uuid), returns(uuid)])).toEqual([200, 200]);
    await expect
      .poll(() => state(uuid))
      .toEqual({ status: 'cancelled', note: 'paid_after_end', credits: 0, invoices: 0 });
    expect(await balance()).toBe(before);
  });
});
