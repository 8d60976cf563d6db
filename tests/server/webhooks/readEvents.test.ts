import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { recordReceipts } from '../../../server/services/sending/receipts.ts';
import { gather } from '../../../server/services/webhooks/deliveries.ts';
import type { TestApp } from '../../support/app.ts';
import { audit } from '../../support/audit.ts';
import { ntc } from '../../support/linkWorld.ts';
import { setUpViber } from '../../support/viberSetup.ts';
import { SMS, VIBER, type ViberWorld } from '../../support/viberWorld.ts';

let world: TestApp;
let viber: ViberWorld;
setUpViber(
  (app, campaigns) => {
    world = app;
    viber = campaigns;
  },
  { environment: { WEBHOOK_ALLOW_PRIVATE: 'true' } },
);
afterEach(async () => {
  await sql`DELETE FROM webhook`.execute(world.db);
  await audit(world.db);
});

const hook = async (...events: string[]) => {
  const body = { url: 'http://127.0.0.1:9990/', events };
  const made = await world.call<{ data: { uuid: string } }>('customer', 'POST', '/v1/autho/webhooks/', body);
  expect(made.status, made.text).toBe(201);
  return made.body.data.uuid;
};
interface Told {
  id: string;
  type: string;
  timestamp: string;
  data: Record<string, unknown>;
}
/** The events in the requests of a webhook. */
const toldTo = async (webhook: string): Promise<Told[]> => {
  while (await gather(world.db)) {}
  const { rows } = await sql<{ event: Told }>`
    SELECT event FROM webhook_delivery, jsonb_array_elements(events) event
    WHERE webhook = ${webhook} ORDER BY event ->> 'id'`.execute(world.db);
  return rows.map(({ event }) => event);
};
/** A campaign whose Viber messages the operator has. */
async function withViber(count: number, from: number): Promise<{ uuid: string; phones: string[] }> {
  const numbers = ntc(count, from);
  const { uuid } = await viber.send(numbers);
  await viber.handOver(VIBER, uuid);
  return { uuid, phones: numbers.map((number) => `+977${number}`) };
}
const read = (phone: string) => ({
  ...{ link: VIBER, operator_id: `${VIBER} ${phone}`, phone, status: 'delivered' as const, error: null },
  read: true,
});

test('a message that was read is told once, by the first report, beside its result', async () => {
  const webhook = await hook('message.delivered', 'message.read');
  const { phones } = await withViber(2, 100);
  const [first, second] = phones as [string, string];
  await viber.receive(VIBER, first, 'delivered');
  expect((await toldTo(webhook)).map(({ type }) => type)).toEqual(['message.delivered']);
  // Twice in a batch, at the same time, and later again.
  const both = [read(first), read(first), read(second)];
  await Promise.all([recordReceipts(world.db, both), recordReceipts(world.db, both)]);
  await viber.receive(VIBER, first, 'delivered', true);
  const told = await toldTo(webhook);
  expect(told.map(({ type, data }) => [type, data.phone]).sort()).toEqual([
    ['message.delivered', first],
    ['message.delivered', second],
    ['message.read', first],
    ['message.read', second],
  ]);
  for (const { id, timestamp, data } of told.filter(({ type }) => type === 'message.read')) {
    expect(id).toBe(`${data.uuid}.read`);
    expect(data).toMatchObject({ status: 'delivered', channel: 'viber', read_at: timestamp, test: false });
    expect(timestamp).toMatch(/^20\d\d-\d\d-\d\dT[\d:.]+Z$/);
  }
});

test('only webhooks that ask for it are told, and nothing is queued for others', async () => {
  const other = await hook('message.delivered');
  const off = await hook('message.read');
  await sql`UPDATE webhook SET is_active = false WHERE uuid = ${off}`.execute(world.db);
  const { phones } = await withViber(1, 200);
  await viber.receive(VIBER, phones[0] as string, 'delivered', true);
  expect((await toldTo(other)).map(({ type }) => type)).toEqual(['message.delivered']);
  expect(await toldTo(off)).toEqual([]);
});

test('a message that became an SMS is not told as read: it is the SMS’s', async () => {
  const webhook = await hook('message.delivered', 'message.read');
  const { uuid, phones } = await withViber(1, 300);
  const [phone] = phones as [string];
  await viber.timeOver(uuid);
  await viber.handOver(SMS, uuid);
  await viber.receive(VIBER, phone, 'delivered', true);
  await viber.receive(SMS, phone, 'delivered');
  await viber.receive(VIBER, phone, 'delivered', true);
  expect((await toldTo(webhook)).map(({ type }) => type)).toEqual(['message.delivered']);
});

test('what is queued are whole events, which servers of earlier versions send as they are', async () => {
  await hook('message.read');
  const { phones } = await withViber(1, 400);
  await viber.receive(VIBER, phones[0] as string, 'delivered', true);
  const { rows } = await sql`
    SELECT messages, events -> 0 ->> 'type' AS type, jsonb_array_length(events) AS n FROM webhook_event`.execute(
    world.db,
  );
  expect(rows).toEqual([{ messages: [], type: 'message.read', n: 1 }]);
});
