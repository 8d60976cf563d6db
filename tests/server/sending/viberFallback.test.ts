import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { cancel } from '../../../server/services/sending/campaigns.ts';
import { recordOutcomes } from '../../../server/services/sending/outcomes.ts';
import { sweepReceipts } from '../../../server/services/sending/receiptSweep.ts';
import { settleMessage } from '../../../server/services/sending/receipts.ts';
import { reapDeadWorkers } from '../../../server/services/sending/workers.ts';
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
// Nothing is charged twice or lost, whatever happened.
afterEach(() => audit(world.db));

// One Viber message is 150, an SMS of one part 120, of two 240.
const LONG = 'a'.repeat(200);
/** What reports count over each link. */
async function usedBy(): Promise<Record<string, { sent: number; parts: number }>> {
  const { rows } = await sql<{ link: string; sent: number; parts: number }>`
    SELECT link, sum(sent)::int AS sent, sum(parts)::int AS parts FROM message_use_now GROUP BY link`.execute(
    world.db,
  );
  return Object.fromEntries(rows.map(({ link, ...used }) => [link, used]));
}
const phonesOf = (count: number) => ntc(count).map((number) => `+977${number}`);

test('a link for SMS takes nothing of a campaign over Viber before the fallback, and one for Viber no SMS', async () => {
  const over = await viber.send(ntc(2));
  expect((await viber.claim(SMS, over.uuid)).claimed).toEqual([]);
  const plain = await viber.send(ntc(2), { channel: 'sms', viber_identity: null, fallback_minutes: null });
  expect((await viber.claim(VIBER, plain.uuid)).claimed).toEqual([]);
  expect(await viber.handOver(VIBER, over.uuid)).toHaveLength(2);
  expect((await viber.claim(SMS, over.uuid)).claimed).toEqual([]);
  expect(await viber.handOver(SMS, plain.uuid)).toHaveLength(2);
});

test('what Viber delivers costs its price, once, and the rest of what was held is released', async () => {
  const { uuid, cost } = await viber.send(ntc(2), { body: LONG });
  expect(cost).toBe(480);
  await viber.handOver(VIBER, uuid);
  expect(await viber.campaign(uuid)).toMatchObject({ status: 'sending', captured: 0, released: 0 });
  const phones = phonesOf(2);
  for (const phone of phones) await viber.receive(VIBER, phone, 'delivered');
  for (const phone of phones) await viber.receive(VIBER, phone, 'delivered');
  expect(await viber.campaign(uuid)).toMatchObject({
    status: 'completed',
    delivered: 2,
    captured: 300,
    released: 180,
  });
  expect(await viber.charged(uuid)).toEqual({ viber: [2, 300] });
  await viber.receive(VIBER, phones[0] as string, 'delivered', true);
  expect((await viber.rows(uuid)).map(({ is_read, channel }) => [channel, is_read])).toEqual([
    ['viber', true],
    ['viber', false],
  ]);
});

test.each(['refused', 'undelivered', 'late'] as const)(
  '%s by Viber: the SMS is sent and charged, and no Viber message',
  async (why) => {
    const { uuid, cost } = await viber.send(ntc(1));
    expect(cost).toBe(150);
    const [phone] = phonesOf(1) as [string];
    await viber.handOver(VIBER, uuid, why === 'refused' ? 'rejected' : 'submitted');
    if (why === 'undelivered') await viber.receive(VIBER, phone, 'undelivered');
    if (why === 'late') await viber.timeOver(uuid);
    expect(await viber.handOver(SMS, uuid)).toHaveLength(1);
    await viber.receive(SMS, phone, 'delivered');
    expect(await viber.campaign(uuid)).toMatchObject({
      status: 'completed',
      delivered: 1,
      captured: 120,
      released: 30,
    });
    expect(await viber.charged(uuid)).toEqual({ wallet: [1, 120] });
    const ended = { refused: 'rejected', undelivered: 'undelivered', late: 'submitted' }[why];
    expect(await viber.rows(uuid)).toMatchObject([
      { channel: 'sms', link: SMS, amount: 120, viber_status: ended },
    ]);
  },
);

test('an SMS of several parts is charged as such, and each link counts what it was charged for', async () => {
  const before = await usedBy();
  const { uuid } = await viber.send(ntc(2), { body: LONG });
  const [first, second] = phonesOf(2) as [string, string];
  await viber.handOver(VIBER, uuid);
  await viber.receive(VIBER, first, 'delivered');
  await viber.receive(VIBER, second, 'expired');
  await viber.handOver(SMS, uuid);
  expect(await viber.charged(uuid)).toEqual({ viber: [1, 150], wallet: [1, 240] });
  const after = await usedBy();
  expect(
    [after[SMS], after[VIBER]].map((one, n) => [
      (one?.sent ?? 0) - (before[n === 0 ? SMS : VIBER]?.sent ?? 0),
      (one?.parts ?? 0) - (before[n === 0 ? SMS : VIBER]?.parts ?? 0),
    ]),
  ).toEqual([
    [1, 2],
    [1, 1],
  ]);
});

test('delivered before the SMS is claimed cancels it; after that the result is only noted', async () => {
  const { uuid } = await viber.send(ntc(2));
  const [first, second] = phonesOf(2) as [string, string];
  await viber.handOver(VIBER, uuid);
  await viber.timeOver(uuid);
  await viber.receive(VIBER, first, 'delivered');
  const { worker, claimed } = await viber.claim(SMS, uuid);
  expect(claimed.map(({ phone }) => phone)).toEqual([second]);
  await viber.receive(VIBER, second, 'delivered');
  expect(await viber.rows(uuid)).toMatchObject([
    { status: 'delivered', channel: 'viber' },
    { status: 'queued', channel: 'sms', viber_status: 'delivered' },
  ]);
  const [message] = claimed;
  await recordOutcomes(world.db, worker, [
    {
      uuid: message?.uuid as string,
      hand: message?.hand as number,
      status: 'submitted',
      ids: [`${SMS} ${second}`],
    },
  ]);
  await viber.receive(VIBER, second, 'undelivered');
  await viber.receive(SMS, second, 'delivered');
  expect(await viber.charged(uuid)).toEqual({ viber: [1, 150], wallet: [1, 120] });
  expect(await viber.campaign(uuid)).toMatchObject({ status: 'completed', delivered: 2 });
});

test('a result from Viber and a claim of the SMS at the same moment: one of them has the message', async () => {
  const numbers = ntc(40);
  const { uuid } = await viber.send(numbers);
  await viber.handOver(VIBER, uuid);
  await viber.timeOver(uuid);
  const phones = phonesOf(40);
  const [claims] = await Promise.all([
    Promise.all([viber.claim(SMS, uuid), viber.claim(SMS, uuid)]),
    ...phones.map((phone) => viber.receive(VIBER, phone, 'delivered')),
  ]);
  const byLink = claims.flatMap(({ claimed }) => claimed.map(({ phone }) => phone));
  expect(new Set(byLink).size).toBe(byLink.length);
  const rows = await viber.rows(uuid);
  expect(rows.filter(({ channel }) => channel === 'sms').map(({ phone }) => phone)).toEqual(byLink.sort());
  expect(
    rows.filter(({ channel }) => channel === 'viber').every(({ status }) => status === 'delivered'),
  ).toBe(true);
});

test('two workers claim an SMS at the same moment: one has it', async () => {
  const { uuid } = await viber.send(ntc(30));
  await viber.handOver(VIBER, uuid, 'rejected');
  const claims = await Promise.all(Array.from({ length: 4 }, () => viber.claim(SMS, uuid)));
  const phones = claims.flatMap(({ claimed }) => claimed.map(({ phone }) => phone));
  expect(phones.sort()).toEqual(phonesOf(30).sort());
});

test('an unknown message does not fall back, and is settled as a Viber message', async () => {
  const { uuid } = await viber.send(ntc(2), { body: LONG });
  await viber.handOver(VIBER, uuid, 'unknown');
  expect((await viber.claim(SMS, uuid)).claimed).toEqual([]);
  expect(await viber.campaign(uuid)).toMatchObject({
    status: 'completed',
    unknown: 2,
    captured: 0,
    released: 0,
  });
  const { rows } = await sql<{
    uuid: string;
  }>`SELECT uuid FROM message WHERE campaign = ${uuid} ORDER BY phone`.execute(world.db);
  const by = { user: null, account: world.accounts.customer } as never;
  await world.db
    .transaction()
    .execute((trx) =>
      settleMessage(trx, { uuid: rows[0]?.uuid as string, status: 'delivered', error: null }, by),
    );
  await world.db
    .transaction()
    .execute((trx) =>
      settleMessage(trx, { uuid: rows[1]?.uuid as string, status: 'rejected', error: null }, by),
    );
  expect(await viber.campaign(uuid)).toMatchObject({ captured: 150, released: 330 });
});

test('an unknown message that a report finds by its number is a Viber message to the next report, too', async () => {
  const numbers = ntc(2, 70);
  const [seen, later] = numbers.map((number) => `+977${number}`) as [string, string];
  const { uuid } = await viber.send(numbers);
  await viber.handOver(VIBER, uuid, 'unknown');
  await viber.receive(VIBER, seen, 'delivered', true);
  await viber.receive(VIBER, later, 'delivered');
  await sweepReceipts(world.db);
  expect(await viber.rows(uuid)).toMatchObject([
    { status: 'delivered', is_read: true },
    { status: 'delivered', is_read: false },
  ]);
  await viber.receive(VIBER, later, 'delivered', true);
  expect(await viber.rows(uuid)).toMatchObject([{ is_read: true }, { is_read: true }]);
  expect(await viber.campaign(uuid)).toMatchObject({ delivered: 2, captured: 300 });
});

test('a cancelled campaign sends no SMS, and is charged for what Viber has', async () => {
  const { uuid } = await viber.send(ntc(2), { body: LONG });
  const [first] = phonesOf(2) as [string];
  await viber.handOver(VIBER, uuid);
  await viber.receive(VIBER, first, 'undelivered');
  await cancel(world.db, { account: world.accounts.customer, user: null } as never, uuid);
  expect((await viber.claim(SMS, uuid)).claimed).toEqual([]);
  expect(await viber.campaign(uuid)).toMatchObject({
    cancelled: 1,
    submitted: 1,
    captured: 150,
    released: 330,
  });
});

test('a paused campaign sends its SMS when it is resumed, unless Viber delivers meanwhile', async () => {
  const { uuid } = await viber.send(ntc(2));
  const [first] = phonesOf(2) as [string];
  await viber.handOver(VIBER, uuid);
  await viber.timeOver(uuid);
  await world.call('customer', 'POST', `/v1/sms/compose/${uuid}/pause/`, {});
  expect((await viber.claim(SMS, uuid)).claimed).toEqual([]);
  await viber.receive(VIBER, first, 'delivered');
  await world.call('customer', 'POST', `/v1/sms/compose/${uuid}/resume/`, {});
  expect(await viber.handOver(SMS, uuid)).toHaveLength(1);
});

test('a worker that dies with the SMS in hand leaves it unknown as an SMS; what Viber has stays', async () => {
  const { uuid } = await viber.send(ntc(2), { body: LONG });
  const [first, second] = phonesOf(2) as [string, string];
  await viber.handOver(VIBER, uuid);
  await viber.receive(VIBER, first, 'undelivered');
  expect((await viber.claim(SMS, uuid)).claimed).toHaveLength(1);
  await reapDeadWorkers(world.db);
  expect(await viber.rows(uuid)).toMatchObject([
    { status: 'unknown', channel: 'sms', parts: 2, amount: 240 },
    { status: 'queued', channel: 'viber', viber_status: 'submitted' },
  ]);
  await viber.receive(VIBER, second, 'delivered');
  expect(await viber.campaign(uuid)).toMatchObject({
    status: 'completed',
    delivered: 1,
    unknown: 1,
    captured: 150,
  });
});

test('without fallback a Viber message is charged when the operator has it, and nothing follows', async () => {
  const { uuid, cost } = await viber.send(ntc(2), { fallback_minutes: null, sender: null, body: LONG });
  expect(cost).toBe(300);
  const [first] = phonesOf(2) as [string];
  await viber.handOver(VIBER, uuid);
  await viber.receive(VIBER, first, 'undelivered');
  expect(await viber.campaign(uuid)).toMatchObject({
    status: 'completed',
    undelivered: 1,
    submitted: 1,
    sender: 'Himal Offers',
  });
  expect(await viber.charged(uuid)).toEqual({ viber: [2, 300] });
});

test('no campaign over Viber is accepted while a server of an earlier version runs', async () => {
  await sql`INSERT INTO server_process (uuid, role, host, pid) VALUES (gen_random_uuid(), 'all', 'old', 1)`.execute(
    world.db,
  );
  await expect(viber.send(ntc(1))).rejects.toThrow(/being updated/);
  await sql`DELETE FROM server_process WHERE host = 'old'`.execute(world.db);
});
