import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import type { Campaign } from '#schema/campaign.ts';
import { expandNext } from '../../../server/services/sending/campaigns.ts';
import type { TestApp } from '../../support/app.ts';
import { audit } from '../../support/audit.ts';
import { setUpViber } from '../../support/viberSetup.ts';
import { SMS, VIBER, type ViberWorld } from '../../support/viberWorld.ts';

let world: TestApp;
let viber: ViberWorld;
setUpViber((app, campaigns) => {
  world = app;
  viber = campaigns;
});
afterEach(() => audit(world.db));

type Answer = { data: Campaign; errors?: Record<string, string[]> };
const PHONE = '9841230005';
async function sendTest(change: object) {
  const asked = { phone: PHONE, body: 'Hello {{name}}', values: { name: 'Sita' }, ...change };
  const answer = await world.call<Answer>('customer', 'POST', '/v1/sms/compose/test/', asked);
  while (await expandNext(world.db)) {}
  return answer;
}

test('a test message goes over the channel of its campaign, at that price, and falls back like it', async () => {
  const { status, body, text } = await sendTest({
    ...{ sender: world.sender, channel: 'viber', viber_identity: viber.identity, fallback_minutes: 5 },
  });
  expect(status, text).toBe(201);
  expect(body.data).toMatchObject({ channel: 'viber', viber: 'Himal Offers', cost: 150, recipients: 1 });
  const { uuid } = body.data;
  expect((await viber.claim(SMS, uuid)).claimed).toEqual([]);
  const [handed] = await viber.handOver(VIBER, uuid, 'rejected');
  expect(handed?.text ?? body.data.body).toBe('Hello Sita');
  expect(await viber.handOver(SMS, uuid)).toHaveLength(1);
  expect(await viber.charged(uuid)).toEqual({ wallet: [1, 120] });
});

test('without fallback it needs no sender ID; over SMS it does, as before', async () => {
  const over = await sendTest({ channel: 'viber', viber_identity: viber.identity });
  expect(over.status, over.text).toBe(201);
  expect(over.body.data).toMatchObject({ channel: 'viber', fallback_minutes: null });
  await viber.handOver(VIBER, over.body.data.uuid);
  expect(await viber.charged(over.body.data.uuid)).toEqual({ viber: [1, 150] });
  const refused = await sendTest({});
  expect([refused.status, refused.body.errors]).toMatchObject([400, { sender: ['Required'] }]);
  const plain = await sendTest({ sender: world.sender });
  expect(plain.body.data).toMatchObject({ channel: 'sms', cost: 120 });
});

test('a text that is too long for Viber is refused, and nothing is sent', async () => {
  const before = await sql<{ n: number }>`SELECT count(*)::int AS n FROM campaign`.execute(world.db);
  const { status, body } = await sendTest({
    ...{ channel: 'viber', viber_identity: viber.identity, values: { name: 'a'.repeat(1000) } },
  });
  expect([status, Object.keys(body.errors ?? {})]).toEqual([400, ['body']]);
  const after = await sql<{ n: number }>`SELECT count(*)::int AS n FROM campaign`.execute(world.db);
  expect(after.rows).toEqual(before.rows);
});
