import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Campaign } from '#schema/campaign.ts';
import type { Plan } from '#schema/compose.ts';
import type { Caller } from '../../../server/services/platform/caller.ts';
import { expandNext } from '../../../server/services/sending/campaigns.ts';
import { recordOutcomes } from '../../../server/services/sending/outcomes.ts';
import { accept } from '../../../server/services/sending/plan.ts';
import { type ReceivedReceipt, recordReceipts } from '../../../server/services/sending/receipts.ts';
import { failedOf } from '../../../server/services/sending/retries.ts';
import { stagePlan } from '../../../server/services/sending/stagedPlan.ts';
import { newWorker } from '../../../server/services/sending/workers.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { audit } from '../../support/audit.ts';
import { claimCampaign } from '../../support/claimedCampaign.ts';
import { LINK, take } from '../../support/claims.ts';

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterAll(async () => {
  await audit(world.db);
  await world.close();
});

interface Refusal {
  code: string;
  data: { uuid: string };
}
const PATH = '/v1/sms/compose/';
const retry = <T = Campaign>(campaign: string, body: object = { max_cost: 1_000_000 }) =>
  world.call<{ data: T } & Refusal>('customer', 'POST', `${PATH}${campaign}/retry/`, body);
const askFor = (campaign: string) =>
  world.call<{ data: Plan } & Refusal>('customer', 'POST', `${PATH}${campaign}/retry/plan/`);
const planOf = async (campaign: string) => (await askFor(campaign)).body.data;
/** Whom a retry would go to. */
const wouldGet = async (campaign: string): Promise<string[]> => {
  const plan = await planOf(campaign);
  return plan.samples.map(({ phone }) => phone.slice(-2)).sort();
};

let block = 10;
/** A campaign to the numbers that end in 00, 01 and so on, none of which got it. */
async function failed(count: number): Promise<string> {
  block++;
  const handed = await claimCampaign(
    world,
    Array.from({ length: count }, (_, n) => `984${block}000${String(n).padStart(2, '0')}`),
  );
  const all = <T>(value: T) => Object.fromEntries(Array.from({ length: count }, (_, n) => [n, value]));
  await handed.record(all('submitted'));
  await handed.receive(all('undelivered'));
  return handed.campaign;
}

/** Sends a campaign to the operator, which says of each number (its last two digits) what became of it. */
async function finish(campaign: string, results: Record<string, ReceivedReceipt['status']>): Promise<void> {
  while (await expandNext(world.db)) {}
  const worker = await newWorker(world.db);
  const claimed = await take(world.db, worker, campaign, 100);
  expect(claimed.map(({ phone }) => phone.slice(-2)).sort()).toEqual(Object.keys(results).sort());
  await recordOutcomes(
    world.db,
    worker,
    claimed.map(({ uuid, hand }) => ({ uuid, hand, status: 'submitted', ids: [`again-${uuid}`] })),
  );
  await recordReceipts(
    world.db,
    claimed.map(({ uuid, phone }) => ({
      ...{ link: LINK, operator_id: `again-${uuid}`, phone, error: null },
      status: results[phone.slice(-2)] as ReceivedReceipt['status'],
    })),
  );
}

const shown = async (campaign: string) =>
  (await world.call<{ data: Campaign }>('customer', 'GET', `${PATH}${campaign}/`)).body.data;

test('of twelve retries at once one is sent, and the others name it', async () => {
  const campaign = await failed(3);
  expect(await shown(campaign)).toMatchObject({ retry_of: null, retried_as: null, retried_at: null });
  const answers = await Promise.all(Array.from({ length: 12 }, () => retry(campaign)));
  const [first, ...others] = answers.sort((a, b) => a.status - b.status);
  expect(first?.status, first?.text).toBe(201);
  for (const { status, body } of others) {
    expect([status, body.code, body.data.uuid]).toEqual([409, 'conflict', first?.body.data.uuid]);
  }
  const { rows } = await sql`SELECT FROM campaign WHERE retry_of = ${campaign}`.execute(world.db);
  expect(rows).toHaveLength(1);
  const { uuid, created_at } = first!.body.data;
  expect(await shown(campaign)).toMatchObject({ retried_as: uuid, retried_at: created_at });
  expect(await shown(uuid)).toMatchObject({ retry_of: campaign, retried_as: null });
});

test('a retry goes to those whose newest message of the whole chain failed', async () => {
  const original = await failed(3);
  const { data: second } = (await retry(original)).body;
  const checked = await askFor(original);
  expect([checked.status, checked.body.data.uuid]).toEqual([409, second.uuid]);
  await finish(second.uuid, { '00': 'delivered', '01': 'undelivered', '02': 'undelivered' });
  for (const from of [original, second.uuid]) expect(await wouldGet(from)).toEqual(['01', '02']);
  const { data: third } = (await retry(second.uuid)).body;
  expect((await retry(original)).status).toBe(409);
  await finish(third.uuid, { '01': 'delivered', '02': 'undelivered' });
  for (const from of [original, second.uuid, third.uuid]) expect(await wouldGet(from)).toEqual(['02']);
});

test('a plan of before another retry is of no use after it, even when that one has ended', async () => {
  const campaign = await failed(2);
  const plan = await planOf(campaign);
  const { data: other } = (await retry(campaign)).body;
  await finish(other.uuid, { '00': 'delivered', '01': 'delivered' });
  const late = await retry(campaign, { plan: plan.uuid, cost: plan.cost });
  expect([late.status, late.body.data.uuid]).toEqual([409, other.uuid]);
});

test('a plan made while another retry was in progress is of no use after it', async () => {
  const campaign = await failed(2);
  const { data: other } = (await retry(campaign)).body;
  const { rows } = await sql<Caller>`
    SELECT uuid AS "user", account, 'customer' AS role FROM users WHERE account = ${world.accounts.customer}`.execute(
    world.db,
  );
  const wanted = { sender: world.sender, body: 'Hello', recipients: { failed_of: campaign } };
  const plan = await stagePlan(world.db, rows[0]!, wanted, failedOf(world.db, campaign));
  await finish(other.uuid, { '00': 'delivered', '01': 'delivered' });
  const request = { plan, name: 'Retry', wanted, cost: undefined, scheduledAt: null, retryOf: campaign };
  const accepted = world.db.transaction().execute((trx) => accept(trx, rows[0]!, request));
  await expect(accepted).rejects.toMatchObject({ code: 'conflict', data: { uuid: other.uuid } });
});

test('a retry that was cancelled before sending does not block another', async () => {
  const campaign = await failed(2);
  const { data: first } = (await retry(campaign)).body;
  expect((await world.call('customer', 'POST', `${PATH}${first.uuid}/cancel/`)).status).toBe(200);
  while (await expandNext(world.db)) {}
  expect(await wouldGet(campaign)).toEqual(['00', '01']);
});

test('a campaign of another account is never taken for a retry', async () => {
  const campaign = await failed(1);
  const { data: second } = (await retry(campaign)).body;
  const give = (account: string) =>
    sql`UPDATE campaign SET account = ${account} WHERE uuid = ${second.uuid}`.execute(world.db);
  await give(world.accounts.other);
  expect(await shown(campaign)).toMatchObject({ retried_as: null, retried_at: null });
  expect((await askFor(campaign)).status).toBe(200);
  await give(world.accounts.customer);
  expect(await shown(campaign)).toMatchObject({ retried_as: second.uuid });
  expect((await askFor(campaign)).status).toBe(409);
  await finish(second.uuid, { '00': 'delivered' });
});

test('a recipient whose expired message is delivered after all gets no further retry', async () => {
  const handed = await claimCampaign(world, ['9849900001', '9849900002']);
  await handed.record({ 0: 'submitted', 1: 'submitted' });
  await handed.receive({ 0: 'expired', 1: 'expired' });
  const { uuid } = (await retry(handed.campaign)).body.data;
  await finish(uuid, { '01': 'undelivered', '02': 'undelivered' });
  await handed.receive({ 0: 'delivered' });
  expect(await wouldGet(uuid)).toEqual(['02']);
});
