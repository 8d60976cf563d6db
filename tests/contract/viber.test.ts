// @vitest-environment jsdom
import Cookies from 'js-cookie';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { campaign } from '#schema/campaign.ts';
import { VIBER_SENDING, viberSending } from '#schema/channel.ts';
import { plan } from '#schema/compose.ts';
import { message } from '#schema/message.ts';
import { createHttp } from '../../src/core/http.ts';
import { createDataProvider } from '../../src/dataProvider/dataProvider.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { ntc } from '../support/linkWorld.ts';
import { SMS, startViber, VIBER, type ViberWorld } from '../support/viberWorld.ts';

let world: TestApp;
let viber: ViberWorld;
let base: string;
beforeAll(async () => {
  world = await createTestApp({ link: 'none', environment: { LOG_LEVEL: 'error' } });
  base = await world.app.listen({ host: '127.0.0.1', port: 0 });
  viber = await startViber(world);
});
afterAll(() => world?.close());

test('the console reads campaigns over Viber and their messages as the schema says, by channel', async () => {
  Cookies.set('token', world.tokens.customer);
  const http = createHttp({ base, onUnauthorized: () => undefined });
  const api = createDataProvider(http);
  const { data } = (await http.json(VIBER_SENDING)) as { data: unknown };
  expect(viberSending.parse(data).identities).toEqual([{ uuid: viber.identity, name: 'Himal Offers' }]);

  const asked = viber.body(ntc(2));
  const { name: _, ...unnamed } = asked;
  const planned = (await http.json('/v1/sms/compose/plan/', { method: 'POST', body: unnamed })) as {
    data: unknown;
  };
  expect(plan.parse(planned.data)).toMatchObject({ cost: 300, viber: { fallback_minutes: 5 } });

  const { uuid } = await viber.send(ntc(2));
  await viber.handOver(VIBER, uuid);
  const [first, second] = ntc(2).map((number) => `+977${number}`) as [string, string];
  await viber.receive(VIBER, first, 'delivered', true);
  await viber.receive(VIBER, second, 'undelivered');
  await viber.handOver(SMS, uuid);
  const { id, ...sent } = (await api.getOne('sms', { id: uuid })).data;
  expect(campaign.record.strict().parse(sent)).toMatchObject({
    channel: 'viber',
    viber: 'Himal Offers',
    fallback_minutes: 5,
  });
  expect(id).toBe(uuid);

  const list = async (filter: object) =>
    (
      await api.getList('sms/dispatch', {
        pagination: { page: 1, perPage: 25 },
        sort: { field: 'created_at', order: 'DESC' },
        filter: { campaign: uuid, ...filter },
      })
    ).data.map(({ id: _, ...record }) => message.record.strict().parse(record));
  expect(await list({ channel: 'viber' })).toMatchObject([
    { phone: first, status: 'delivered', read_at: expect.any(String) },
  ]);
  expect(await list({ channel: 'sms' })).toMatchObject([
    { phone: second, status: 'submitted', viber_status: 'undelivered' },
  ]);
});
