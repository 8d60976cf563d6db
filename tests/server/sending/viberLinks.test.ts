import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { CampaignResults } from '#schema/campaignResults.ts';
import type { OperatorLink } from '#schema/operatorLink.ts';
import { audit } from '../../support/audit.ts';
import { httpInput } from '../../support/httpOperator.ts';
import { inputOf, LINKS, type LinkWorld, ntc, startLinkWorld } from '../../support/linkWorld.ts';
import { type RunningSimulator, startSimulator } from '../../support/simulator.ts';
import { soon } from '../../support/soon.ts';
import { addViberLinks } from '../../support/viberLinks.ts';

let world: LinkWorld;
let operator: RunningSimulator;
let identity: string;

type Refused = { detail: string; errors: Record<string, string[]> };
const post = (body: object) => world.call<{ data: OperatorLink } & Refused>('admin', 'POST', LINKS, body);

beforeAll(async () => {
  operator = await startSimulator({ protocol: 'http', undelivered: 0, 'receipt-after': 20 });
  world = await startLinkWorld([], { isHttp: true });
  identity = await addViberLinks(world, operator.url);
  for (const name of ['sms', 'viber']) await world.becomes(name, 'bound');
});
afterEach(() => audit(world.db));
afterAll(async () => {
  await world?.close();
  await operator?.kill();
});

const send = (numbers: readonly string[], fallback_minutes: number | null = 60, change: object = {}) =>
  world.send(numbers, { channel: 'viber', viber_identity: identity, fallback_minutes, ...change });
const messagesOf = async (uuid: string) =>
  (
    await sql<Record<string, unknown>>`
      SELECT right(phone, 4) AS number, channel, status, link, viber_status, read_at IS NOT NULL AS is_read
      FROM message WHERE campaign = ${uuid} ORDER BY phone`.execute(world.db)
  ).rows;

test('each fate of a Viber message ends over the channel that delivered it', async () => {
  const uuid = await send(['9841230005', '9841230006', '9841230007', '9841230008', '9841239000']);
  await soon(async () => expect(await messagesOf(uuid)).toMatchObject([{ is_read: true }, {}, {}, {}, {}]));
  await world.until(uuid, ({ delivered }) => delivered === 4);
  expect(await messagesOf(uuid)).toEqual([
    {
      number: '0005',
      channel: 'viber',
      status: 'delivered',
      link: 'viber',
      viber_status: 'submitted',
      is_read: true,
    },
    {
      number: '0006',
      channel: 'viber',
      status: 'queued',
      link: 'viber',
      viber_status: 'submitted',
      is_read: false,
    },
    {
      number: '0007',
      channel: 'sms',
      status: 'delivered',
      link: 'sms',
      viber_status: 'rejected',
      is_read: false,
    },
    {
      number: '0008',
      channel: 'sms',
      status: 'delivered',
      link: 'sms',
      viber_status: 'undelivered',
      is_read: false,
    },
    {
      number: '9000',
      channel: 'viber',
      status: 'delivered',
      link: 'viber',
      viber_status: 'submitted',
      is_read: false,
    },
  ]);
  const results = async () =>
    (await world.call<{ data: CampaignResults }>('customer', 'GET', `/v1/sms/compose/${uuid}/results/`)).body
      .data;
  expect((await results()).channels).toEqual([
    { channel: 'viber', messages: 3, sent: 2, delivered: 2, failed: 0, read: 1, waiting: 1 },
    { channel: 'sms', messages: 2, sent: 2, delivered: 2, failed: 0, read: 0, waiting: 0 },
  ]);

  // Its time is over.
  await sql`UPDATE message_retry SET not_before = now() WHERE campaign = ${uuid}`.execute(world.db);
  const done = await world.until(uuid, ({ status, delivered }) => status === 'completed' && delivered === 5);
  // Three SMS of 120, two Viber messages of 150, of five times 150 that were held.
  expect(done).toMatchObject({
    cost: 750,
    captured: 660,
    released: 90,
    channel: 'viber',
    viber: 'Himal Offers',
  });
  const [sms] = await operator.messages('+9779841230006').then((all) => all.slice(-1));
  expect(sms).toMatchObject({ from: 'DEMO' });
  expect((await operator.messages('+9779841230006'))[0]).toMatchObject({ from: 'Himal Offers' });
});

test('a list of messages shows what Viber has as sent, and filters by channel', async () => {
  const uuid = await send(['9841230006', '9841230007']);
  await world.until(uuid, ({ delivered }) => delivered === 1);
  const list = async (query: string) =>
    (
      await world.call<{ results: Record<string, unknown>[] }>(
        'admin',
        'GET',
        `/v1/sms/dispatch/?campaign=${uuid}&${query}`,
      )
    ).body.results.map(({ phone, status, channel }) => [phone, status, channel]);
  expect(await list('channel=viber')).toEqual([['+9779841230006', 'submitted', 'viber']]);
  expect(await list('channel=sms')).toEqual([['+9779841230007', 'delivered', 'sms']]);
  const { uuid: link } = await world.link('viber');
  const removed = await world.call<Refused>('admin', 'DELETE', `${LINKS}${link}/`);
  expect([removed.status, removed.body.detail]).toEqual([409, expect.stringContaining('awaiting receipts')]);
  await world.call('customer', 'POST', `/v1/sms/compose/${uuid}/cancel/`, {});
});

test('only an HTTP link can be of the channel Viber, and the channel never changes', async () => {
  const { kind: _, ...smpp } = { kind: 'smpp', ...inputOf('smpp://demo:demo@127.0.0.1:2775') };
  const refused = await post({ name: 'wrong', channel: 'viber', ...smpp });
  expect(refused.status).toBe(400);
  expect(refused.body.errors.channel).toEqual([
    'Viber needs a link of the type HTTP. SMPP carries only SMS.',
  ]);
  const link = await world.link('viber');
  const { body, status } = await world.call<Refused>('admin', 'PUT', `${LINKS}${link.uuid}/`, {
    ...httpInput('viber', operator.url),
    channel: 'sms',
  });
  expect([status, Object.keys(body.errors)]).toEqual([400, ['channel']]);
});

test('a Viber link that is down holds only Viber messages back, and says so', async () => {
  await world.act('viber', 'pause');
  const viber = await send(ntc(1));
  const sms = await world.send(ntc(1));
  await world.until(sms, ({ delivered }) => delivered === 1);
  expect(await world.campaign(viber)).toMatchObject({ queued: 1, unreachable: ['ntc'] });
  await world.act('viber', 'resume');
  await world.until(viber, ({ delivered }) => delivered === 1);
});
