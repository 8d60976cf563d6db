import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { runExport } from '../../../server/services/people/accountExport.ts';
import { zipReader } from '../../../server/services/sheets/zip.ts';
import { gather } from '../../../server/services/webhooks/deliveries.ts';
import type { TestApp } from '../../support/app.ts';
import { audit } from '../../support/audit.ts';
import { ntc } from '../../support/linkWorld.ts';
import { setUpViber } from '../../support/viberSetup.ts';
import { SMS, VIBER, type ViberWorld } from '../../support/viberWorld.ts';

let world: TestApp;
let viber: ViberWorld;
let campaign: string;
/** The day and time of a file. */
const TIME = /^20\d\d-\d\d-\d\d \d\d:\d\d:\d\d \+05:45$/;

setUpViber(
  (...made) => {
    [world, viber] = made;
  },
  {
    environment: { WEBHOOK_ALLOW_PRIVATE: 'true' },
    enqueue: (_job, { uuid }) => runExport({ db: world.db, files: world.deps.files }, uuid),
  },
);

// One message that is delivered over Viber and read, one that falls back, and one SMS of a campaign without Viber.
beforeAll(async () => {
  await world.call('customer', 'POST', '/v1/autho/webhooks/', {
    ...{ url: 'http://127.0.0.1:9990/', events: ['message.delivered'] },
  });
  const [first, second] = ntc(2).map((number) => `+977${number}`) as [string, string];
  ({ uuid: campaign } = await viber.send(ntc(2)));
  await viber.handOver(VIBER, campaign);
  await viber.receive(VIBER, first, 'delivered', true);
  await viber.receive(VIBER, second, 'undelivered');
  await viber.handOver(SMS, campaign);
  await viber.receive(SMS, second, 'delivered');
  const plain = await viber.send(ntc(1, 50), {
    ...{ channel: 'sms', viber_identity: null, fallback_minutes: null },
  });
  await viber.handOver(SMS, plain.uuid);
  await audit(world.db);
});

/** The rows of a CSV file without line breaks or quotes in its cells, by heading. */
function rowsOf(text: string): Record<string, string>[] {
  const [head = '', ...rows] = text.slice(1).split('\r\n').slice(0, -1);
  const names = head.split(',');
  return rows.map((row) => Object.fromEntries(row.split(',').map((cell, n) => [names[n], cell])));
}
const file = async (path: string) => (await world.call('customer', 'GET', path)).text;

test('the file of messages says the channel, whether the SMS followed Viber, and when it was read', async () => {
  const text = await file('/v1/sms/dispatch/export/');
  expect(text.split('\r\n')[0]).toMatch(/,test,channel,fell back to SMS,read \(NPT\)$/);
  const rows = rowsOf(text).sort((a, b) => String(a.phone).localeCompare(String(b.phone)));
  expect(rows.map((row) => [row.channel, row['fell back to SMS']])).toEqual([
    ['Viber', 'no'],
    ['SMS', 'yes'],
    ['SMS', 'no'],
  ]);
  expect(rows.map((row) => TIME.test(String(row['read (NPT)'])))).toEqual([true, false, false]);
});

test('the file of campaigns says the channel, and how many were charged over each and read', async () => {
  const text = await file('/v1/sms/compose/export/?ordering=created_at');
  expect(text.split('\r\n')[0]).toMatch(
    /,test,channel,Viber identity,SMS after \(minutes\),charged over Viber,charged as SMS after Viber,read in Viber$/,
  );
  const last = rowsOf(text).map((row) => Object.values(row).slice(-6));
  expect(last).toContainEqual(['Viber', 'Himal Offers', '5', '1', '1', '1']);
  expect(last).toContainEqual(['SMS', '', '', '', '', '']);
});

test('an account’s archive has the same', async () => {
  const { body } = await world.call<{ data: { uuid: string } }>('customer', 'POST', '/v1/autho/exports/', {});
  const { rawPayload } = await world.app.inject({
    url: `/v1/autho/exports/${body.data.uuid}/download/`,
    headers: { authorization: `Bearer ${world.tokens.customer}` },
  });
  const sheet = zipReader(rawPayload, 10_000_000);
  const messages = rowsOf(String(await sheet('messages.csv')));
  const of = messages.map((row) => [row.channel, row['fell back to SMS'], row['viber status']]);
  expect(of.sort()).toEqual([
    ['SMS', 'no', ''],
    ['SMS', 'yes', 'undelivered'],
    ['Viber', 'no', 'submitted'],
  ]);
  const viber = messages.find(({ channel }) => channel === 'Viber');
  expect([viber?.['viber (NPT)'], viber?.['read (NPT)']].every((at) => TIME.test(String(at)))).toBe(true);
  expect(rowsOf(String(await sheet('campaigns.csv'))).map((row) => Object.values(row).slice(-3))).toEqual([
    ['Viber', 'Himal Offers', '5'],
    ['SMS', '', ''],
  ]);
});

test('a webhook and the message itself say the same', async () => {
  await gather(world.db);
  const { rows } = await sql<{ data: Record<string, unknown> }>`
    SELECT e -> 'data' AS data FROM webhook_delivery, jsonb_array_elements(events) e`.execute(world.db);
  const told = rows.map(({ data }) => data).sort((a, b) => String(a.phone).localeCompare(String(b.phone)));
  const time = expect.stringMatching(/^20\d\d-\d\d-\d\dT[\d:.]+Z$/);
  const expected = [
    { channel: 'viber', viber_status: 'submitted', viber_error: null, viber_at: time, read_at: time },
    { channel: 'sms', viber_status: 'undelivered', viber_error: null, viber_at: time, read_at: null },
  ];
  expect(told).toMatchObject(expected);
  const { body } = await world.call<{ results: { phone: string }[] }>(
    'customer',
    'GET',
    `/v1/sms/dispatch/?campaign=${campaign}`,
  );
  expect(body.results.sort((a, b) => a.phone.localeCompare(b.phone))).toMatchObject(expected);
});
