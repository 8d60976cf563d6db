import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { countWaiting } from '../../../server/services/people/eraseSteps.ts';
import { removeOfAccounts } from '../../../server/services/sending/accountMonths.ts';
import type { Claimed } from '../../../server/services/sending/claims.ts';
import { compareMemory } from '../../../server/services/sending/failover/compare.ts';
import { identityOf } from '../../../server/services/sending/failover/identity.ts';
import { Memory } from '../../../server/services/sending/failover/memory.ts';
import { noticeMove } from '../../../server/services/sending/failover/resume.ts';
import { recordOutcomes } from '../../../server/services/sending/outcomes.ts';
import type { TestApp } from '../../support/app.ts';
import { audit } from '../../support/audit.ts';
import { ntc } from '../../support/linkWorld.ts';
import { setUpViber } from '../../support/viberSetup.ts';
import { SMS, VIBER, type ViberWorld } from '../../support/viberWorld.ts';

let world: TestApp;
let viber: ViberWorld;
setUpViber((app, campaigns) => {
  world = app;
  viber = campaigns;
});
afterEach(async () => {
  await sql`UPDATE sending_database SET identity = database_identity()`.execute(world.db);
  for (const table of ['failover_message', 'failover_campaign', 'failover', 'server_process'])
    await sql`DELETE FROM ${sql.table(table)}`.execute(world.db);
  await audit(world.db);
});

const LONG = 'a'.repeat(200);
const phonesOf = (count: number) => ntc(count).map((number) => `+977${number}`);

/** Compares what a process has handed over, by link, with the database after a failover. */
async function failOver(
  campaign: string,
  handed: readonly [link: string, phones: readonly string[]][],
): Promise<void> {
  const uuid = randomUUID();
  await sql`
    INSERT INTO server_process (uuid, role, host, pid, knows_viber) VALUES (${uuid}, 'worker', 'gone', 1, true)`.execute(
    world.db,
  );
  const memory = new Memory();
  for (const [n, [link, phones]] of handed.entries())
    memory.claimed(
      link,
      phones.map((phone) => ({ hand: n + 1, campaign, phone })),
    );
  const identity = await identityOf(world.db);
  await sql`UPDATE sending_database SET identity = ${`another ${identity}`}`.execute(world.db);
  await noticeMove(world.db);
  await compareMemory(world.db, uuid, { identity, isOther: true }, memory);
}

test('after a failover, what is with Viber or waits for its SMS stays, and what was handed over after that is unknown', async () => {
  const { uuid } = await viber.send(ntc(4), { body: LONG });
  const [waits, fell, sent, lost] = phonesOf(4) as [string, string, string, string];
  const { worker, claimed } = await viber.claim(VIBER, uuid);
  const ofViber = claimed.filter(({ phone }) => phone !== lost);
  await recordOutcomes(
    world.db,
    worker,
    ofViber.map(({ uuid: message, hand, phone }) => ({
      ...{ uuid: message, hand, status: 'submitted', ids: [`${VIBER} ${phone}`] },
    })),
  );
  for (const phone of [fell, sent]) await viber.receive(VIBER, phone, 'undelivered');
  // The database that is gone had the first SMS claimed; and the answer about the last Viber message is lost.
  const [left] = claimed.filter(({ phone }) => phone === lost);
  await recordOutcomes(world.db, worker, [
    { uuid: left?.uuid as string, hand: left?.hand as number, status: 'queued', error: 'BACK', seconds: 0 },
  ]);
  await failOver(uuid, [
    [VIBER, [waits, fell, sent, lost]],
    [SMS, [sent]],
  ]);
  expect(await viber.rows(uuid)).toMatchObject([
    { phone: waits, status: 'queued', channel: 'viber', viber_status: 'submitted' },
    { phone: fell, status: 'queued', channel: 'viber', viber_status: 'undelivered' },
    { phone: sent, status: 'unknown', channel: 'sms', parts: 2, amount: 240, link: SMS },
    { phone: lost, status: 'unknown', channel: 'viber', parts: 1, amount: 150, link: VIBER },
  ]);
});

test('after a failover, an SMS that was handed over while Viber has not reported is unknown, and Viber’s own message stays', async () => {
  const { uuid } = await viber.send(ntc(2, 80), { body: LONG });
  const [waits, sent] = ntc(2, 80).map((number) => `+977${number}`) as [string, string];
  await viber.handOver(VIBER, uuid);
  await viber.timeOver(uuid);
  // The database that is gone had this SMS claimed.
  await failOver(uuid, [
    [VIBER, [waits, sent]],
    [SMS, [sent]],
  ]);
  expect(await viber.rows(uuid)).toMatchObject([
    { phone: waits, status: 'queued', channel: 'viber', viber_status: 'submitted' },
    { phone: sent, status: 'unknown', channel: 'sms', parts: 2, amount: 240, link: SMS },
  ]);
});

test('after a failover, an SMS that a link has claimed while Viber has not reported stays with it', async () => {
  const { uuid } = await viber.send(ntc(1, 90), { body: LONG });
  const phone = `+977${ntc(1, 90)[0]}`;
  await viber.handOver(VIBER, uuid);
  await viber.timeOver(uuid);
  const { worker, claimed } = await viber.claim(SMS, uuid);
  await failOver(uuid, [
    [VIBER, [phone]],
    [SMS, [phone]],
  ]);
  expect(await viber.rows(uuid)).toMatchObject([{ status: 'queued', channel: 'sms' }]);
  const [{ uuid: message, hand }] = claimed as [Claimed];
  await recordOutcomes(world.db, worker, [{ uuid: message, hand, status: 'submitted', ids: ['sms-90'] }]);
  expect(await viber.rows(uuid)).toMatchObject([{ status: 'submitted', channel: 'sms', link: SMS }]);
});

test('an erased number is waited for while Viber has its message', async () => {
  const { uuid } = await viber.send(ntc(1, 50));
  const phone = `+977${ntc(1, 50)[0]}`;
  const scope = {
    account: world.accounts.customer,
    phone,
    everywhere: false,
    created_at: new Date().toISOString(),
  };
  await viber.handOver(VIBER, uuid);
  expect(await countWaiting(world.db, scope)).toBe(1);
  await viber.receive(VIBER, phone, 'delivered');
  expect(await countWaiting(world.db, scope)).toBe(0);
});

test('a cancelled campaign: an SMS that comes back from its link leaves the message with Viber', async () => {
  const { uuid } = await viber.send(ntc(1, 60), { body: LONG });
  await viber.handOver(VIBER, uuid);
  await viber.timeOver(uuid);
  const { worker, claimed } = await viber.claim(SMS, uuid);
  await world.call('customer', 'POST', `/v1/sms/compose/${uuid}/cancel/`, {});
  const [message] = claimed;
  await recordOutcomes(world.db, worker, [
    {
      uuid: message?.uuid as string,
      hand: message?.hand as number,
      status: 'queued',
      error: 'STOPPED',
      seconds: 0,
    },
  ]);
  expect(await viber.rows(uuid)).toMatchObject([
    { status: 'submitted', channel: 'viber', link: VIBER, amount: 150 },
  ]);
  expect(await viber.campaign(uuid)).toMatchObject({
    cancelled: 0,
    submitted: 1,
    captured: 150,
    released: 90,
  });
});

test.each([false, true])('the same when Viber has delivered it by then, read: %s', async (isRead) => {
  const number = isRead ? 62 : 61;
  const { uuid } = await viber.send(ntc(1, number), { body: LONG });
  await viber.handOver(VIBER, uuid);
  await viber.timeOver(uuid);
  // Given back once already, so that it waits when the campaign ends; or still with its link.
  const { worker, claimed } = await viber.claim(SMS, uuid);
  await viber.receive(VIBER, `+977${ntc(1, number)[0]}`, 'delivered', isRead);
  const [{ uuid: message, hand }] = claimed as [Claimed];
  const givesBack = () =>
    recordOutcomes(world.db, worker, [
      { uuid: message, hand, status: 'queued', error: 'STOPPED', seconds: 0 },
    ]);
  if (isRead) await givesBack();
  await world.call('customer', 'POST', `/v1/sms/compose/${uuid}/cancel/`, {});
  if (!isRead) await givesBack();
  expect(await viber.rows(uuid)).toMatchObject([
    { status: 'delivered', channel: 'viber', link: VIBER, amount: 150, is_read: isRead },
  ]);
  expect(await viber.campaign(uuid)).toMatchObject({
    ...{ cancelled: 0, delivered: 1, captured: 150, released: 90 },
  });
});

test('messages are removed with what told receipts of both their channels', async () => {
  const { uuid } = await viber.send(ntc(1, 70));
  const phone = `+977${ntc(1, 70)[0]}`;
  await viber.handOver(VIBER, uuid);
  await viber.receive(VIBER, phone, 'undelivered');
  await viber.handOver(SMS, uuid);
  await viber.receive(SMS, phone, 'delivered');
  const parts = async () => {
    const { rows } = await sql<{ link: string; viber: boolean }>`
      SELECT p.link, p.viber FROM message_part p WHERE p.operator_id LIKE ${`%${phone}`} ORDER BY p.link`.execute(
      world.db,
    );
    return rows;
  };
  expect(await parts()).toEqual([
    { link: SMS, viber: false },
    { link: VIBER, viber: true },
  ]);
  await sql`UPDATE campaign SET finished_at = now() - interval '40 days' WHERE uuid = ${uuid}`.execute(
    world.db,
  );
  const { rows } = await sql<{ name: string }>`
    SELECT tableoid::regclass::text AS name FROM message WHERE campaign = ${uuid}`.execute(world.db);
  const month = {
    ...{ name: rows[0]?.name as string, low: '00000000-0000-0000-0000-000000000000' },
    high: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
  };
  await removeOfAccounts(world.db, month, sql`timestamp '2020-01-01'`, true);
  expect(await viber.rows(uuid)).toEqual([]);
  expect(await parts()).toEqual([]);
  // The books leave out the days of removed messages.
  await sql`UPDATE campaign SET finished_at = now() WHERE uuid = ${uuid}`.execute(world.db);
});
