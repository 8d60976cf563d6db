import { afterAll, expect, test } from 'vitest';
import { campaign } from '#schema/campaign.ts';
import { VIBER_SENDING, viberSending } from '#schema/channel.ts';
import { plan } from '#schema/compose.ts';
import { message } from '#schema/message.ts';
import type { TestApp } from '../support/app.ts';
import { ntc } from '../support/linkWorld.ts';
import { setUpViber } from '../support/viberSetup.ts';
import { SMS, VIBER, type ViberWorld } from '../support/viberWorld.ts';

let world: TestApp;
let viber: ViberWorld;
setUpViber((...made) => {
  [world, viber] = made;
});
afterAll(() => expect(world.undocumented()).toEqual([]));

const get = async (path: string) => (await world.call<{ data: unknown }>('customer', 'GET', path)).body.data;

test('campaigns over Viber, their plans and their messages are as the schema says, by channel', async () => {
  expect(viberSending.parse(await get(VIBER_SENDING)).identities).toEqual([
    { uuid: viber.identity, name: 'Himal Offers' },
  ]);
  const { name: _, ...unnamed } = viber.body(ntc(2));
  const planned = await world.call<{ data: unknown }>('customer', 'POST', '/v1/sms/compose/plan/', unnamed);
  expect(plan.strict().parse(planned.body.data)).toMatchObject({ cost: 300, viber: { fallback_minutes: 5 } });

  const { uuid } = await viber.send(ntc(2));
  await viber.handOver(VIBER, uuid);
  const [first, second] = ntc(2).map((number) => `+977${number}`) as [string, string];
  await viber.receive(VIBER, first, 'delivered', true);
  await viber.receive(VIBER, second, 'undelivered');
  await viber.handOver(SMS, uuid);
  expect(campaign.record.strict().parse(await get(`/v1/sms/compose/${uuid}/`))).toMatchObject({
    ...{ channel: 'viber', viber: 'Himal Offers', fallback_minutes: 5 },
  });
  const list = async (query: string) =>
    (
      await world.call<{ results: unknown[] }>(
        'customer',
        'GET',
        `/v1/sms/dispatch/?campaign=${uuid}&${query}`,
      )
    ).body.results.map((record) => message.record.strict().parse(record));
  expect(await list('channel=viber')).toMatchObject([
    { phone: first, status: 'delivered', read_at: expect.any(String) },
  ]);
  expect(await list('channel=sms')).toMatchObject([
    { phone: second, status: 'submitted', viber_status: 'undelivered' },
  ]);
  const campaigns = await world.call<{ count: number }>('customer', 'GET', '/v1/sms/compose/?channel=viber');
  expect(campaigns.body.count).toBe(1);
});
