import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../../server/db/database.ts';
import { startPurchase } from '../../../server/services/money/payments.ts';
import { adjustBalance } from '../../../server/services/money/wallets.ts';
import { cancel, expandNext } from '../../../server/services/sending/campaigns.ts';
import type { Claimed } from '../../../server/services/sending/claims.ts';
import { type Outcome, recordOutcomes } from '../../../server/services/sending/outcomes.ts';
import { accept } from '../../../server/services/sending/plan.ts';
import { recordReceipts } from '../../../server/services/sending/receipts.ts';
import type { Source } from '../../../server/services/sending/recipients.ts';
import { stagePlan } from '../../../server/services/sending/stagedPlan.ts';
import { newWorker } from '../../../server/services/sending/workers.ts';
import { audit } from '../../support/audit.ts';
import { LINK, take } from '../../support/claims.ts';
import { waitForLocks } from '../../support/locks.ts';
import { createMoneyWorld, type MoneyWorld } from '../../support/moneyWorld.ts';

const ROUNDS = 8;
let world: MoneyWorld;
let database: Database;

beforeAll(async () => {
  world = await createMoneyWorld(7);
  database = openDatabase(world.app.url, 20, () => {});
});
afterAll(async () => {
  await database.close();
  await world.close();
});
beforeEach(async () => {
  for (const { caller } of world.customers)
    await database.db
      .transaction()
      .execute((trx) =>
        adjustBalance(trx, world.admin, caller.account, { amount: 1_000_000, reason: 'For tests' }),
      );
});

const spend = <T>(work: Parameters<ReturnType<typeof database.db.transaction>['execute']>[0]): Promise<T> =>
  database.db.transaction().execute(work) as Promise<T>;
const customer = (n: number) => world.customers[n] as (typeof world.customers)[number];

async function plan(n: number, phones: readonly string[]) {
  const { caller, sender } = customer(n);
  const wanted = { sender, body: 'Hello', recipients: { test: randomUUID() } };
  async function* source(): Source {
    yield phones.map((value, row) => ({ source: 'numbers', row, value, values: {}, text: 'Hello' }));
  }
  const uuid = await stagePlan(database.db, caller, wanted, source());
  const request = { plan: uuid, name: 'At once', wanted, cost: undefined, scheduledAt: null };
  return () => spend<string>((trx) => accept(trx, caller, request));
}

/** A campaign of two messages that a worker has in hand. */
async function inHand(n: number, worker: number): Promise<{ campaign: string; held: Claimed[] }> {
  const campaign = await (await plan(n, ['9841012345', '9801012345']))();
  while (await expandNext(database.db)) {}
  return { campaign, held: await take(database.db, worker, campaign, 2) };
}

const refused = (held: readonly Claimed[]): Outcome[] =>
  held.map(({ uuid, hand }) => ({ uuid, hand, status: 'rejected', error: 'ESME_RINVDSTADR' }));

test('two workers that give back to the same two accounts do not wait for each other', async () => {
  const [one, two] = [await newWorker(database.db), await newWorker(database.db)];
  for (let round = 0; round < ROUNDS; round++) {
    // In the order of their campaigns the first worker comes to account 0 before 1, the second to 1 before 0.
    const first = await inHand(0, one);
    const second = await inHand(1, two);
    const third = await inHand(1, one);
    const fourth = await inHand(0, two);
    await Promise.all([
      recordOutcomes(database.db, one, refused([...first.held, ...third.held])),
      recordOutcomes(database.db, two, refused([...second.held, ...fourth.held])),
    ]);
  }
  await audit(database.db);
});

test('a claim does not wait for who cancels its campaign while it holds what is to be tried again', async () => {
  const worker = await newWorker(database.db);
  // Of one operator: one row of the queue, which is given to who waited first.
  const campaign = await (await plan(0, ['9841012345', '9841054321']))();
  while (await expandNext(database.db)) {}
  const [first] = await take(database.db, worker, campaign, 1);
  const { uuid, hand } = first as Claimed;
  await recordOutcomes(database.db, worker, [{ uuid, hand, status: 'queued', error: 'busy', seconds: 0 }]);
  const work: Promise<unknown>[] = [];
  await database.db.transaction().execute(async (trx) => {
    await sql`SELECT FROM campaign_queue WHERE campaign = ${campaign} FOR UPDATE`.execute(trx);
    work.push(cancel(database.db, customer(0).caller, campaign));
    await waitForLocks(database.db);
    work.push(take(database.db, worker, campaign, 2));
    await waitForLocks(database.db, 2);
  });
  expect(await Promise.all(work)).toEqual([undefined, []]);
  await audit(database.db);
});

test('customers and staff spend while workers charge and give back the same account', async () => {
  const workers = await Promise.all([1, 2, 3].map(() => newWorker(database.db)));
  const { caller } = customer(2);
  const buy = () =>
    spend((trx) => {
      const { uuid, price } = world.packages[0] as MoneyWorld['packages'][number];
      return startPurchase(trx, caller, { package: uuid, price, method: 'wallet' });
    });
  await Promise.all([buy(), buy(), buy()]);
  for (let round = 0; round < ROUNDS; round++) {
    const hands = [];
    for (const worker of workers) hands.push({ worker, ...(await inHand(2, worker)) });
    const doomed = await inHand(2, workers[0] as number);
    const sends = await Promise.all([plan(2, ['9841054321']), plan(2, ['9801054321', '9611054321'])]);
    await Promise.all([
      ...hands.map(async ({ worker, held }) => {
        const [{ uuid: taken, hand }, ...rest] = held as [Claimed, Claimed];
        await recordOutcomes(database.db, worker, [
          { uuid: taken, hand, status: 'submitted', ids: [taken] },
          ...refused(rest),
        ]);
        await recordReceipts(database.db, [
          {
            ...{
              link: LINK,
              operator_id: taken,
              phone: '+9779841012345',
              status: 'undelivered',
              error: null,
            },
          },
        ]);
      }),
      cancel(database.db, caller, doomed.campaign),
      ...sends.map((send) => send()),
      buy(),
      spend((trx) => adjustBalance(trx, world.admin, caller.account, { amount: 5, reason: 'A gift' })),
    ]);
  }
  await audit(database.db);
});
