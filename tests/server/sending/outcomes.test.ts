import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Campaign } from '#schema/campaign.ts';
import type { Claimed } from '../../../server/services/sending/claims.ts';
import { recordOutcomes } from '../../../server/services/sending/outcomes.ts';
import { recordReceipts } from '../../../server/services/sending/receipts.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { audit } from '../../support/audit.ts';
import { claimCampaign } from '../../support/claimedCampaign.ts';
import { LINK, take } from '../../support/claims.ts';
import { ntc } from '../../support/linkWorld.ts';

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterAll(() => world.close());

/** Messages of a campaign, by phone, as the table has them. */
const rowsOf = async (campaign: string) =>
  (
    await sql<Record<string, unknown>>`
      SELECT status, link, operator_id, error, attempts, submitted_at IS NOT NULL AS submitted,
        finished_at IS NOT NULL AS finished,
        ARRAY(SELECT operator_id FROM message_part p WHERE p.message = m.uuid ORDER BY 1) AS parts
      FROM message m WHERE campaign = ${campaign} ORDER BY phone`.execute(world.db)
  ).rows;
const campaignOf = async (uuid: string) =>
  (await world.call<{ data: Campaign }>('customer', 'GET', `/v1/sms/compose/${uuid}/`)).body.data;

test('each outcome is written to its message, with the operator’s numbers or its reason', async () => {
  const { campaign, worker, messages } = await claimCampaign(world, ntc(5), 'a'.repeat(200));
  const at = (place: number) => {
    const { uuid, hand } = messages[place] as Claimed;
    return { uuid, hand };
  };
  await recordOutcomes(world.db, worker, [
    { ...at(0), status: 'submitted', ids: ['one', 'two'] },
    { ...at(1), status: 'rejected', error: 'ESME_RINVDSTADR' },
    { ...at(2), status: 'unknown', error: 'no answer' },
    { ...at(3), status: 'queued', error: 'ESME_RTHROTTLED', seconds: 0 },
    { ...at(4), status: 'queued', error: 'taken back', seconds: 0, spared: true },
  ]);
  const row = { link: LINK, operator_id: null, attempts: 1, submitted: false, finished: false, parts: [] };
  expect(await rowsOf(campaign)).toEqual([
    { ...row, status: 'submitted', operator_id: 'one', error: null, submitted: true, parts: ['one', 'two'] },
    { ...row, status: 'rejected', error: 'ESME_RINVDSTADR', finished: true },
    { ...row, status: 'unknown', error: 'no answer', submitted: true },
    { ...row, status: 'queued', error: 'ESME_RTHROTTLED' },
    { ...row, status: 'queued', error: 'taken back', attempts: 0 },
  ]);
  expect(await campaignOf(campaign)).toMatchObject({ submitted: 1, rejected: 1, unknown: 1, queued: 2 });
  await audit(world.db);
  const again = await take(world.db, worker, campaign, 5);
  expect(again.map(({ attempts }) => attempts).sort()).toEqual([1, 2]);
  const taken = again.map(({ uuid, hand }, n) => ({
    ...{ uuid, hand, status: 'submitted' as const, ids: [`again ${n}`] },
  }));
  await recordOutcomes(world.db, worker, taken);
  const { rows } = await sql`SELECT FROM message_retry WHERE campaign = ${campaign}`.execute(world.db);
  expect(rows).toHaveLength(0);
});

test('an operator’s ids and reasons may have any character', async () => {
  const { campaign, worker, messages } = await claimCampaign(world, ntc(3, 60), 'b'.repeat(200));
  const ids = ['NULL', 'a,"b"}\\{ \'ü'];
  const [one, other, third] = messages.map(({ uuid, hand }) => ({ uuid, hand }));
  await recordOutcomes(world.db, worker, [
    { ...(one as Claimed), status: 'submitted', ids },
    { ...(other as Claimed), status: 'rejected', error: 'no "such" {number}, \\' },
    { ...(third as Claimed), status: 'submitted', ids: [] },
  ]);
  const rows = await rowsOf(campaign);
  expect(rows.map(({ operator_id, error }) => [operator_id, error])).toEqual([
    ['NULL', null],
    [null, 'no "such" {number}, \\'],
    [null, null],
  ]);
  expect(rows.map(({ parts }) => new Set(parts as string[]))).toEqual([new Set(ids), new Set(), new Set()]);
  await audit(world.db);
});

test('a receipt that came before the answer is applied with it', async () => {
  const { campaign, record, receive } = await claimCampaign(world, ntc(2, 20));
  await receive({ 0: 'delivered', 1: 'undelivered' });
  expect(await campaignOf(campaign)).toMatchObject({ status: 'sending', delivered: 0, undelivered: 0 });
  await record({ 0: 'submitted', 1: 'submitted' });
  expect(await campaignOf(campaign)).toMatchObject({ status: 'completed', delivered: 1, undelivered: 1 });
  await audit(world.db);
});

test('an early receipt over another link is not this message’s', async () => {
  const { campaign, messages, record } = await claimCampaign(world, ntc(1, 30));
  const [message] = messages as [Claimed];
  await recordReceipts(world.db, [
    {
      ...{ link: 'another', operator_id: `id-${message.uuid}`, phone: message.phone },
      ...{ status: 'delivered', error: null },
    },
  ]);
  await record({ 0: 'submitted' });
  expect(await campaignOf(campaign)).toMatchObject({ submitted: 1, delivered: 0 });
});

test('what is refused for now is cancelled where its campaign was meanwhile, and costs nothing', async () => {
  const { campaign, record } = await claimCampaign(world, ntc(3, 40));
  const cancelled = await world.call('customer', 'POST', `/v1/sms/compose/${campaign}/cancel/`);
  expect(cancelled.status).toBe(200);
  await record({ 0: 'queued', 1: 'submitted' });
  const found = await campaignOf(campaign);
  expect(found).toMatchObject({ status: 'cancelled', cancelled: 1, submitted: 1, queued: 1 });
  await record({ 2: 'queued' });
  expect(await campaignOf(campaign)).toMatchObject({ cancelled: 2, submitted: 1, queued: 0 });
  const { cost, captured, released } = await campaignOf(campaign);
  expect([captured, released]).toEqual([Math.round(cost / 3), cost - Math.round(cost / 3)]);
  await audit(world.db);
});
