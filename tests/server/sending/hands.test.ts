import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Campaign } from '#schema/campaign.ts';
import { expandNext } from '../../../server/services/sending/campaigns.ts';
import { type Claimed, claim } from '../../../server/services/sending/claims.ts';
import { type Outcome, recordOutcomes } from '../../../server/services/sending/outcomes.ts';
import { newWorker, reapDeadWorkers, requeueUnsent } from '../../../server/services/sending/workers.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { audit } from '../../support/audit.ts';
import { LINK, take } from '../../support/claims.ts';
import { ncell, ntc } from '../../support/linkWorld.ts';

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterAll(() => world.close());

const PATH = '/v1/sms/compose/';

async function accept(numbers: string[]): Promise<string> {
  const body = { name: 'Hands', sender: world.sender, body: 'Hello', recipients: { numbers } };
  const sent = await world.call<{ data: Campaign }>('customer', 'POST', PATH, {
    ...body,
    max_cost: 1_000_000,
  });
  expect(sent.status, sent.text).toBe(201);
  return sent.body.data.uuid;
}
async function accepted(numbers: string[]): Promise<string> {
  const campaign = await accept(numbers);
  while (await expandNext(world.db)) {}
  return campaign;
}
/** How many messages of a campaign the list shows with each status. */
async function shown(campaign: string): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const status of ['queued', 'submitting', 'submitted', 'rejected', 'unknown', 'cancelled']) {
    const path = `/v1/sms/dispatch/?campaign=${campaign}&status=${status}`;
    const { body } = await world.call<{ count: number; results: { status: string }[] }>(
      'customer',
      'GET',
      path,
    );
    for (const row of body.results) expect(row.status).toBe(status);
    if (body.count > 0) found[status] = body.count;
  }
  return found;
}
const cancel = async (campaign: string) => {
  expect((await world.call('customer', 'POST', `${PATH}${campaign}/cancel/`)).status).toBe(200);
};
const submitted = ({ uuid, hand }: Claimed): Outcome => ({ uuid, hand, status: 'submitted', ids: [uuid] });
const refusedForNow = ({ uuid, hand }: Claimed): Outcome => ({
  ...{ uuid, hand, status: 'queued', error: 'ESME_RMSGQFUL', seconds: 0 },
});
const phonesOf = (claimed: readonly Claimed[]) => claimed.map(({ phone }) => phone.slice(4)).sort();

describe('claims', () => {
  test('of two workers at once share the messages, each given once', async () => {
    const numbers = [...ntc(60), ...ncell(40)];
    const campaign = await accepted(numbers);
    const workers = [await newWorker(world.db), await newWorker(world.db)];
    const claims = await Promise.all(
      Array.from({ length: 10 }, (_, n) => take(world.db, workers[n % 2] as number, campaign, 15)),
    );
    const claimed = claims.flat();
    expect(phonesOf(claimed)).toEqual(numbers.toSorted());
    await audit(world.db);
    expect(await shown(campaign)).toEqual({ submitting: 100 });
    for (const [which, worker] of workers.entries()) {
      const own = claims.filter((_, n) => n % 2 === which).flat();
      await recordOutcomes(world.db, worker, own.map(submitted));
    }
    expect(await shown(campaign)).toEqual({ submitted: 100 });
    await audit(world.db);
  });

  test('take one operator’s where the link takes no others', async () => {
    const campaign = await accepted([...ntc(5), ...ncell(3)]);
    const worker = await newWorker(world.db);
    await take(world.db, worker, campaign, 0);
    const claimed = await claim(world.db, worker, LINK, [{ uuid: campaign, operators: ['ncell'], limit: 5 }]);
    expect(phonesOf(claimed)).toEqual(ncell(3).toSorted());
    await recordOutcomes(world.db, worker, claimed.map(submitted));
    expect(await shown(campaign)).toEqual({ queued: 5, submitted: 3 });
    await cancel(campaign);
    await audit(world.db);
  });

  test('find what was made after the clock was set back', async () => {
    const campaign = await accept(ntc(1500));
    await expandNext(world.db);
    await sql`
      UPDATE message SET uuid = uuid_v7(now() + interval '1 hour')
      WHERE uuid = (SELECT uuid FROM message WHERE campaign = ${campaign} ORDER BY uuid DESC LIMIT 1)`.execute(
      world.db,
    );
    const worker = await newWorker(world.db);
    const first = await take(world.db, worker, campaign, 2000);
    expect(first).toHaveLength(1000);
    while (await expandNext(world.db)) {}
    const rest = await take(world.db, worker, campaign, 2000);
    expect(phonesOf([...first, ...rest])).toEqual(ntc(1500).toSorted());
    await recordOutcomes(world.db, worker, [...first, ...rest].map(submitted));
    await audit(world.db);
  });
});

describe('an outcome', () => {
  test('that is recorded twice, as after a lost answer of the database, counts once', async () => {
    const campaign = await accepted(ntc(4));
    const worker = await newWorker(world.db);
    const [one, two, ...rest] = (await take(world.db, worker, campaign, 4)) as [Claimed, Claimed];
    const outcomes = [submitted(one), refusedForNow(two)];
    for (let time = 0; time < 2; time++) await recordOutcomes(world.db, worker, outcomes);
    expect(await shown(campaign)).toEqual({ queued: 1, submitting: 2, submitted: 1 });
    await audit(world.db);
    // Another tries it again; what the first says of it then is too late.
    const other = await newWorker(world.db);
    const again = await take(world.db, other, campaign, 4);
    expect(again).toMatchObject([{ uuid: two.uuid, attempts: 2 }]);
    await recordOutcomes(world.db, worker, [submitted(two), ...rest.map(submitted)]);
    expect(await shown(campaign)).toEqual({ submitting: 1, submitted: 3 });
    await recordOutcomes(world.db, other, again.map(submitted));
    expect(await shown(campaign)).toEqual({ submitted: 4 });
    await audit(world.db);
  });

  test('of a worker that was taken for dead changes nothing', async () => {
    const campaign = await accepted(ntc(3));
    const worker = await newWorker(world.db);
    const claimed = await take(world.db, worker, campaign, 2);
    await recordOutcomes(world.db, worker, claimed.slice(1).map(refusedForNow));
    const again = await take(world.db, worker, campaign, 1);
    expect(again.map(({ uuid }) => uuid)).toEqual([claimed[1]?.uuid]);
    expect(await reapDeadWorkers(world.db)).toEqual({ unknown: 2, recorded: 0 });
    await recordOutcomes(world.db, worker, [claimed[0] as Claimed, ...again].map(submitted));
    expect(await shown(campaign)).toEqual({ queued: 1, unknown: 2 });
    await audit(world.db);
    await cancel(campaign);
    await audit(world.db);
  });
});

test('a campaign that is cancelled keeps what is in hand, and nothing else of it goes out', async () => {
  const campaign = await accepted(ntc(10));
  const worker = await newWorker(world.db);
  const claimed = await take(world.db, worker, campaign, 4);
  await recordOutcomes(world.db, worker, claimed.slice(0, 2).map(refusedForNow));
  const again = await take(world.db, worker, campaign, 1);
  await cancel(campaign);
  expect(await shown(campaign)).toEqual({ submitting: 3, cancelled: 7 });
  await audit(world.db);
  expect(await take(world.db, worker, campaign, 10)).toEqual([]);
  await recordOutcomes(world.db, worker, [...again.map(refusedForNow), ...claimed.slice(2).map(submitted)]);
  expect(await shown(campaign)).toEqual({ submitted: 2, cancelled: 8 });
  await audit(world.db);
});

test('what was claimed and never came into a hand goes out as the first attempt that it is', async () => {
  const campaign = await accepted(ntc(3));
  const worker = await newWorker(world.db);
  await take(world.db, worker, campaign, 3);
  await requeueUnsent(world.db, worker);
  expect(await shown(campaign)).toEqual({ queued: 3 });
  const again = await take(world.db, worker, campaign, 3);
  expect(again.map(({ attempts }) => attempts)).toEqual([1, 1, 1]);
  await recordOutcomes(world.db, worker, again.map(submitted));
  await audit(world.db);
});

test('nothing that changes of a message stands in an index, so that a change touches none', async () => {
  const { rows } = await sql<{ columns: string[] }>`
    SELECT array_agg(DISTINCT a.attname::text ORDER BY a.attname::text) AS columns
    FROM pg_index i JOIN pg_depend d ON d.objid = i.indexrelid AND d.refobjid = i.indrelid AND d.refobjsubid > 0
    JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = d.refobjsubid
    WHERE i.indrelid IN (SELECT inhrelid FROM pg_inherits WHERE inhparent = 'message'::regclass)`.execute(
    world.db,
  );
  expect(rows[0]?.columns).toEqual(['account', 'campaign', 'phone', 'uuid']);
});
