import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Campaign } from '#schema/campaign.ts';
import { expandNext } from '../../../server/services/sending/campaigns.ts';
import {
  type Claimed,
  claim,
  contentsOf,
  sendingCampaigns,
} from '../../../server/services/sending/claims.ts';
import { DatabaseMoved, identityOf } from '../../../server/services/sending/failover/identity.ts';
import { type Outcome, recordOutcomes } from '../../../server/services/sending/outcomes.ts';
import { newWorker } from '../../../server/services/sending/workers.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { LINK, take } from '../../support/claims.ts';
import { ncell, ntc } from '../../support/linkWorld.ts';

let world: TestApp;
let worker: number;
beforeAll(async () => {
  world = await createTestApp();
  worker = await newWorker(world.db);
});
afterAll(() => world.close());
beforeEach(() => sql`UPDATE campaign SET status = 'paused' WHERE status = 'sending'`.execute(world.db));

async function accepted(numbers: string[], more: object = {}): Promise<string> {
  const sent = await world.call<{ data: Campaign }>('customer', 'POST', '/v1/sms/compose/', {
    ...{ name: 'Claims', sender: world.sender, body: 'Hello', recipients: { numbers }, max_cost: 1_000_000 },
    ...more,
  });
  expect(sent.status, sent.text).toBe(201);
  while (await expandNext(world.db)) {}
  // The link is registered, and nothing taken.
  await take(world.db, worker, sent.body.data.uuid, 0);
  return sent.body.data.uuid;
}
const both = (uuid: string, limit: number) => ({ uuid, operators: ['ncell', 'ntc'], limit });
const refuse = (claimed: readonly Claimed[]) =>
  recordOutcomes(
    world.db,
    worker,
    claimed.map(({ uuid, hand }): Outcome => {
      return { uuid, hand, status: 'queued', error: 'ESME_RTHROTTLED', seconds: 0 };
    }),
  );
const uuids = (claimed: readonly { uuid: string }[]) => claimed.map(({ uuid }) => uuid).sort();

test('a claim takes at most the campaign’s limit of messages', async () => {
  const campaign = await accepted([...ntc(5), ...ncell(3)]);
  const first = await claim(world.db, worker, LINK, [both(campaign, 6)]);
  expect(first).toHaveLength(6);
  expect(new Set(first.map(({ attempts }) => attempts))).toEqual(new Set([1]));
  const rest = await claim(world.db, worker, LINK, [both(campaign, 6)]);
  expect(rest).toHaveLength(2);
  expect(new Set(uuids([...first, ...rest])).size).toBe(8);
  expect(await claim(world.db, worker, LINK, [both(campaign, 6)])).toEqual([]);
});

test('what is tried again comes first and counts towards the limit', async () => {
  const campaign = await accepted([...ntc(4), ...ncell(2)]);
  const refused = await claim(world.db, worker, LINK, [both(campaign, 2)]);
  await refuse(refused);
  const next = await claim(world.db, worker, LINK, [both(campaign, 3)]);
  expect(next.map(({ attempts }) => attempts)).toEqual([2, 2, 1]);
  expect(uuids(next.slice(0, 2))).toEqual(uuids(refused));
  await refuse(next);
  expect(await claim(world.db, worker, LINK, [both(campaign, 2)])).toHaveLength(2);
});

test('several campaigns are claimed at once, each to its own limit', async () => {
  const one = await accepted(ntc(4));
  const two = await accepted(ntc(4, 10));
  await refuse(await claim(world.db, worker, LINK, [both(one, 2)]));
  const claimed = await claim(world.db, worker, LINK, [both(one, 3), both(two, 2)]);
  const of = (campaign: string) => claimed.filter((message) => message.campaign === campaign);
  expect([of(one).length, of(two).length, claimed.length]).toEqual([3, 2, 5]);
  expect(of(one).map(({ attempts }) => attempts)).toEqual([2, 2, 1]);
});

test('a link that is paused or unknown gets nothing', async () => {
  const campaign = await accepted(ntc(2));
  const set = (isActive: boolean) =>
    sql`UPDATE operator_link SET is_active = ${isActive} WHERE name = ${LINK}`.execute(world.db);
  await set(false);
  expect(await claim(world.db, worker, LINK, [both(campaign, 2)])).toEqual([]);
  expect(await claim(world.db, worker, 'nobody', [both(campaign, 2)])).toEqual([]);
  await set(true);
  expect(await claim(world.db, worker, LINK, [both(campaign, 2)])).toHaveLength(2);
});

test('a worker that knows another database gets nothing', async () => {
  const campaign = await accepted(ntc(1));
  const identity = await identityOf(world.db);
  const other = identity.replace(/\S+$/, '1');
  await expect(claim(world.db, worker, LINK, [both(campaign, 1)], other)).rejects.toThrow(DatabaseMoved);
  expect(await claim(world.db, worker, LINK, [both(campaign, 1)], identity)).toHaveLength(1);
});

test('what may be sent is listed with its operators and numbers; urgent ones alone where asked', async () => {
  const usual = await accepted([...ntc(2), ...ncell(1)]);
  const urgent = await accepted(ntc(1), { urgent: true });
  const found = await sendingCampaigns(world.db, LINK);
  expect(found.map(({ uuid, urgent, waiting }) => ({ uuid, urgent, waiting }))).toEqual([
    { uuid: usual, urgent: false, waiting: 3 },
    { uuid: urgent, urgent: true, waiting: 1 },
  ]);
  expect(found[0]).toMatchObject({ account: world.accounts.customer, operators: ['ncell', 'ntc'] });
  expect(uuids(await sendingCampaigns(world.db, LINK, true))).toEqual([urgent]);
  await refuse(await claim(world.db, worker, LINK, [both(usual, 3)]));
  expect((await sendingCampaigns(world.db, LINK))[0]).toMatchObject({ uuid: usual, waiting: 3 });
  expect(await contentsOf(world.db, [usual], LINK)).toEqual(
    new Map([[usual, { sender: 'DEMO', body: 'Hello' }]]),
  );
});

test('what a deactivated account sends waits until it is active again', async () => {
  const campaign = await accepted(ntc(1));
  const set = (isActive: boolean) =>
    sql`UPDATE account SET is_active = ${isActive} WHERE uuid = ${world.accounts.customer}`.execute(world.db);
  await set(false);
  expect(await sendingCampaigns(world.db, LINK)).toEqual([]);
  await set(true);
  expect(uuids(await sendingCampaigns(world.db, LINK))).toEqual([campaign]);
});
