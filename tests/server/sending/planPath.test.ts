import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Campaign } from '#schema/campaign.ts';
import type { Plan } from '#schema/compose.ts';
import type { Failure } from '#schema/entity.ts';
import { counterKey } from '../../../server/services/access/requestCounts.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { claimCampaign } from '../../support/claimedCampaign.ts';

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterAll(() => world.close());

type Answer = { data: Plan & Campaign } & Failure;
const PATH = '/v1/sms/compose/';
const body = () => ({
  name: 'Offer',
  sender: world.sender,
  body: 'Sale today',
  recipients: { numbers: ['9841000001'] },
});
const post = (path: string, sent: object) => world.call<Answer>('customer', 'POST', path, sent);
const campaigns = async (): Promise<number> => {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM campaign`.execute(
    world.db,
  );
  return rows[0]!.count;
};

test('a plan has a path of its own, needs no name, and sends nothing', async () => {
  const { name: _, ...asked } = body();
  const before = await campaigns();
  const planned = await post(`${PATH}plan/`, asked);
  expect([planned.status, planned.body.data.recipients, await campaigns()]).toEqual([200, 1, before]);
  const { uuid, cost } = planned.body.data;
  expect((await post(PATH, { ...body(), plan: uuid, cost })).status).toBe(201);
});

test('an account makes 300 plans a minute; another account, and sending, are not held up', async () => {
  const own = await world.newCustomers();
  const asked = { ...body(), sender: own.sender };
  const plan = (as: 'customer' | 'other' = 'customer') =>
    own.call<Failure>(as, 'POST', `${PATH}plan/`, asked);
  expect((await plan()).headers).toMatchObject({
    'x-ratelimit-limit': '300',
    'x-ratelimit-remaining': '299',
  });
  const key = counterKey('requests', `POST ${PATH}plan/`, own.accounts.customer);
  await sql`UPDATE request_count SET n = 300 WHERE key = ${key}`.execute(own.db);
  const refused = await plan();
  expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests']);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await plan('other')).status).not.toBe(429);
  const sent = await own.call<Answer>('customer', 'POST', PATH, { ...asked, max_cost: 1000 });
  expect(sent.status).toBe(201);
  const retry = await own.call('customer', 'POST', `${PATH}${sent.body.data.uuid}/retry/plan/`);
  expect(retry.headers['x-ratelimit-limit']).toBe('300');
});

test.each([true, 'true', 1, null])(
  'the path that sends refuses `dry_run: %j` and names the other',
  async (dry_run) => {
    const before = await campaigns();
    const refused = await post(PATH, { ...body(), max_cost: 1000, dry_run });
    const sentence =
      'This path sends. To see what it would cost, use POST /v1/sms/compose/plan/ without dry_run. Nothing was sent.';
    expect(refused).toMatchObject({
      status: 400,
      body: { code: 'invalid', detail: sentence, errors: { dry_run: [sentence] } },
    });
    expect(await campaigns()).toBe(before);
  },
);

test('an explicit `dry_run: false` sends, and is the same request as one without it', async () => {
  const send = (sent: object) =>
    world.app.inject({
      method: 'POST',
      url: PATH,
      payload: { ...body(), max_cost: 1000, ...sent },
      headers: { authorization: `Token ${world.tokens.customer}`, 'idempotency-key': 'page-of-before' },
    });
  const [first, again] = [await send({}), await send({ dry_run: false })];
  expect([first.statusCode, again.statusCode]).toEqual([201, 201]);
  expect(again.json().data.uuid).toBe(first.json().data.uuid);
});

test('a request is recognised by what was sent, also across versions with other defaults', async () => {
  const key = 'across-versions';
  // As the server compares it: with its keys in order.
  const sent = (more = '') =>
    `{"body":"Sale today",${more}"max_cost":1000,"name":"Offer","recipients":{"numbers":["9841000001"]},"sender":"${world.sender}"`;
  const send = async () => {
    const answer = await world.app.inject({
      ...{ method: 'POST', url: PATH, payload: `${sent()}}` },
      headers: {
        authorization: `Token ${world.tokens.customer}`,
        ...{ 'idempotency-key': key, 'content-type': 'application/json' },
      },
    });
    return { status: answer.statusCode, uuid: answer.json().data?.uuid as string };
  };
  /** What a server has kept that knew the request in this form. */
  const known = (request: string) =>
    sql`
    UPDATE idempotency_key SET request_hash = sha256(convert_to(${`POST ${PATH}\n${request}`}, 'UTF8'))
    WHERE key = ${key}`.execute(world.db);
  const first = await send();
  expect(first.status).toBe(201);
  // One whose schema had fewer defaults, and a former one, which counted them as sent.
  for (const request of [`${sent()}}`, `${sent('"channel":"sms","dry_run":false,')},"urgent":false}`]) {
    await known(request);
    expect(await send()).toEqual(first);
  }
  await known(`${sent('"channel":"viber",')}}`);
  expect((await send()).status).toBe(422);
});

test('a retry is planned at a path of its own, and the one that sends refuses to plan', async () => {
  const handed = await claimCampaign(world, ['9841000011', '9841000012']);
  await handed.record({ 0: 'submitted', 1: 'submitted' });
  await handed.receive({ 0: 'undelivered', 1: 'undelivered' });
  const uuid = handed.campaign;
  const before = await campaigns();
  const planned = await post(`${PATH}${uuid}/retry/plan/`, {});
  expect([planned.status, planned.body.data.recipients]).toEqual([200, 2]);
  const refused = await post(`${PATH}${uuid}/retry/`, { max_cost: 1000, dry_run: true });
  expect([refused.status, refused.body.detail]).toEqual([
    400,
    `This path sends. To see what it would cost, use POST /v1/sms/compose/${uuid}/retry/plan/ without dry_run. Nothing was sent.`,
  ]);
  expect(await campaigns()).toBe(before);
  const { uuid: plan, cost } = planned.body.data;
  expect((await post(`${PATH}${uuid}/retry/`, { plan, cost })).status).toBe(201);
});

test.each(['cost', 'max_cost', 'plan', 'dry_run'])(
  'a plan that names `%s` was meant for the other path',
  async (field) => {
    const refused = await post(`${PATH}plan/`, { ...body(), [field]: field === 'dry_run' ? true : null });
    expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([400, [field]]);
  },
);
