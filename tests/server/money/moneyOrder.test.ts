import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { claim, sendingCampaigns } from '../../../server/services/sending/claims.ts';
import { recordOutcomes } from '../../../server/services/sending/outcomes.ts';
import { newWorker } from '../../../server/services/sending/workers.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { audit } from '../../support/audit.ts';
import { buyPackage } from '../../support/boughtPackage.ts';
import { claimCampaign } from '../../support/claimedCampaign.ts';
import { LINK, take } from '../../support/claims.ts';

/** Orders and moments that no sum shows: which package pays first, which is given back to, when and by whom. */

let first: TestApp;
let world: TestApp;
beforeAll(async () => {
  first = await createTestApp();
});
beforeEach(async () => {
  world = await first.newCustomers();
});
afterAll(() => first.close());

const phones = (count: number) =>
  Array.from({ length: count }, (_, n) => `98410000${String(n).padStart(2, '0')}`);

/** Gives the customer packages of two parts that end after so many days, in this order of their making. */
async function givePackages(...days: number[]): Promise<void> {
  for (const day of days)
    await buyPackage(world.db, world.accounts.customer, { name: `${day}`, parts: 2, ends: `${day} days` });
}

/** Parts that are left in each package, by the days after which it ends. */
async function remaining(): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string; remaining: number }>`
    SELECT name, remaining FROM account_package WHERE account = ${world.accounts.customer}`.execute(world.db);
  return Object.fromEntries(rows.map(({ name, remaining }) => [name, remaining]));
}

describe('packages', () => {
  test('are spent from the nearest expiry on, whatever the order they were bought in', async () => {
    await givePackages(20, 10, 30);
    await claimCampaign(world, phones(3));
    expect(await remaining()).toEqual({ 10: 0, 20: 1, 30: 2 });
    await claimCampaign(world, phones(2));
    expect(await remaining()).toEqual({ 10: 0, 20: 0, 30: 1 });
    await audit(world.db);
  });

  test('are given back to from the latest expiry on, and no more than they gave', async () => {
    await givePackages(20, 30, 10);
    const handed = await claimCampaign(world, phones(6));
    expect(await remaining()).toEqual({ 10: 0, 20: 0, 30: 0 });
    await handed.record({
      0: 'rejected',
      1: 'unknown',
      2: 'unknown',
      3: 'submitted',
      4: 'submitted',
      5: 'submitted',
    });
    expect(await remaining()).toEqual({ 10: 0, 20: 0, 30: 1 });
    for (const message of handed.messages.slice(1, 3))
      await world.call('admin', 'POST', `/v1/sms/dispatch/${message.uuid}/settle/`, { status: 'rejected' });
    expect(await remaining()).toEqual({ 10: 0, 20: 1, 30: 2 });
    await audit(world.db);
  });
});

describe('a message that was refused for now', () => {
  const due = (campaign: string) => ({ uuid: campaign, operators: ['ntc'], limit: 1 });

  test('waits for its moment, in the list of what to send and in the claim', async () => {
    const handed = await claimCampaign(world, phones(1));
    const [message] = handed.messages;
    const refuse = (seconds: number, hand = message?.hand as number) =>
      recordOutcomes(world.db, handed.worker, [
        { uuid: message?.uuid as string, hand, status: 'queued', error: 'ESME_RTHROTTLED', seconds },
      ]);
    const waits = async () => {
      const { rows } = await sql<{ seconds: number }>`
        SELECT round(extract(epoch FROM not_before - now()) / 60)::int * 60 AS seconds
        FROM message_retry WHERE message = ${message?.uuid}`.execute(world.db);
      return rows.map(({ seconds }) => seconds);
    };
    await refuse(3600);
    expect(await waits()).toEqual([3600]);
    expect((await sendingCampaigns(world.db, LINK)).filter(({ uuid }) => uuid === handed.campaign)).toEqual(
      [],
    );
    expect(await claim(world.db, handed.worker, LINK, [due(handed.campaign)])).toEqual([]);

    await sql`UPDATE message_retry SET not_before = now() - interval '1 second'`.execute(world.db);
    const [again] = await take(world.db, handed.worker, handed.campaign, 1);
    expect(again).toMatchObject({ uuid: message?.uuid, attempts: 2 });
    await refuse(7200, again?.hand);
    expect(await waits()).toEqual([7200]);
    expect(await claim(world.db, handed.worker, LINK, [due(handed.campaign)])).toEqual([]);
  });

  test('goes before one whose moment came later', async () => {
    const handed = await claimCampaign(world, phones(3));
    await handed.record({ 0: 'queued', 1: 'queued', 2: 'queued' });
    for (const [place, minutes] of [2, 3, 1].entries())
      await sql`
        UPDATE message_retry SET not_before = now() - make_interval(mins => ${minutes})
        WHERE message = ${handed.messages[place]?.uuid}`.execute(world.db);
    // Its index has the same order, and would hide that nobody asked for it.
    await sql`DROP INDEX message_retry_due`.execute(world.db);
    const order: string[] = [];
    for (let n = 0; n < 3; n++) {
      const [claimed] = await take(world.db, handed.worker, handed.campaign, 1);
      order.push(claimed?.phone.slice(-2) ?? '');
    }
    expect(order).toEqual(['01', '00', '02']);
  });
});

test('an outcome counts only from the worker that is sending the message', async () => {
  const handed = await claimCampaign(world, phones(1));
  const [message] = handed.messages;
  const statuses = async () =>
    (await sql`SELECT status FROM message WHERE uuid = ${message?.uuid}`.execute(world.db)).rows;
  const stranger = await newWorker(world.db);
  const outcome = {
    uuid: message?.uuid as string,
    hand: message?.hand as number,
    status: 'submitted',
  } as const;
  await recordOutcomes(world.db, stranger, [{ ...outcome, ids: ['strange'] }]);
  expect(await statuses()).toEqual([{ status: 'queued' }]);
  await recordOutcomes(world.db, handed.worker, [{ ...outcome, ids: ['own'] }]);
  expect(await statuses()).toEqual([{ status: 'submitted' }]);
  await audit(world.db);
});
