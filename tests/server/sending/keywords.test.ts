import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { BlockedKeyword, KeywordHits } from '#schema/blockedKeyword.ts';
import type { Campaign } from '#schema/campaign.ts';
import type { Plan } from '#schema/compose.ts';
import type { Failure } from '#schema/entity.ts';
import type { UploadedFile } from '#schema/file.ts';
import { createTestApp, type TestApp, type User } from '../../support/app.ts';

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterAll(() => world.close());

const PATH = '/v1/admin/blocked-sms-keywords/';
const COMPOSE = '/v1/sms/compose/';
type Answer = { data: BlockedKeyword } & Failure;
const block = async (keyword: string): Promise<BlockedKeyword> => {
  const { status, body, text } = await world.call<Answer>('admin', 'POST', PATH, {
    keyword,
    is_active: true,
  });
  expect(status, text).toBe(201);
  return body.data;
};
afterEach(async () => {
  const { body } = await world.call<{ results: BlockedKeyword[] }>('admin', 'GET', PATH);
  const uuids = body.results.map(({ uuid }) => uuid).join(',');
  if (uuids) await world.call('admin', 'DELETE', `${PATH}?uuid__in=${uuids}`);
});

const request = (body = 'Sale today') => ({
  name: 'Offer',
  sender: world.sender,
  body,
  recipients: { numbers: ['9841000001'] },
});
type Composed = { data: Plan & Campaign } & Failure;
const compose = (body: object) => world.call<Composed>('customer', 'POST', COMPOSE, body);
const ask = (body: object) => world.call<Composed>('customer', 'POST', `${COMPOSE}plan/`, body);
const plan = async (body: object): Promise<Plan> => {
  const answer = await ask(body);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
};

describe('the list', () => {
  test('is kept by administrators, and hidden from everybody else', async () => {
    const made = await block('  Casino ');
    expect(made).toMatchObject({ keyword: 'Casino', is_active: true });
    const list = await world.call<{ count: number }>('admin', 'GET', `${PATH}?search=cas`);
    expect(list.body.count).toBe(1);
    for (const as of ['customer', 'support'] as User[]) {
      expect((await world.call(as, 'GET', PATH)).status).toBe(403);
      expect((await world.call(as, 'POST', PATH, { keyword: 'x', is_active: true })).status).toBe(403);
      expect((await world.call(as, 'POST', `${PATH}test/`, { text: 'x' })).status).toBe(403);
    }
  });

  test.each([
    ['the same in another case and width', 'ｃａｓｉｎｏ', /already on the list/],
    ['no letter and no digit', '***', /letter or digit/],
    ['letters that cannot be seen', '\u115f\u1160', /Required/],
    ['a sign beside letters that cannot be seen', '\u115f.\u1160', /letter or digit/],
    ['too much of it', 'a'.repeat(61), /At most 60/],
    ['nothing', '  ', /Required/],
  ])('refuses %s', async (_, keyword, sentence) => {
    await block('casino');
    const { status, body } = await world.call<Failure>('admin', 'POST', PATH, { keyword, is_active: true });
    expect(status).toBe(400);
    expect(body.errors?.keyword?.[0]).toMatch(sentence);
  });

  test('compares what a keyword has been changed to', async () => {
    const { uuid } = await block('casino');
    await world.call('admin', 'PUT', `${PATH}${uuid}/`, { keyword: 'Lottery', is_active: true });
    expect((await ask(request('casino'))).status).toBe(200);
    expect((await ask(request('lottery'))).status).toBe(400);
  });
});

test('a text is tried on the active keywords', async () => {
  const { uuid } = await block('casino');
  await block('bet');
  const off = await block('lottery');
  await world.call('admin', 'PUT', `${PATH}${off.uuid}/`, { keyword: 'lottery', is_active: false });
  const text = 'The CASINO has no lottery, and no alphabet.';
  const { status, body } = await world.call<{ data: KeywordHits }>('admin', 'POST', `${PATH}test/`, { text });
  expect(status).toBe(200);
  expect(body.data.hits).toEqual([{ uuid, keyword: 'casino', start: 4, end: 10 }]);
});

describe('a campaign', () => {
  test('is refused at its text, which names the keywords, and nothing is planned', async () => {
    await block('casino');
    await block('bet');
    const { status, body } = await ask(request('Bet in the Casino'));
    expect(status).toBe(400);
    expect(body.errors).toEqual({
      body: [
        'The text has blocked keywords, each with the position of its first character: “bet” (1), “casino” (12). Write it without them.',
      ],
    });
    const test = { sender: world.sender, body: 'A {{x}}', values: { x: 'bet' }, phone: '9841000001' };
    const tried = await world.call<Failure>('customer', 'POST', `${COMPOSE}test/`, test);
    expect(tried.body.errors?.body?.[0]).toContain('“bet”');
  });

  test('leaves out the rows whose own text has a keyword, with the row and the reason', async () => {
    await block('casino');
    const sheet = 'phone,name\n9841000001,Sita\n9841000002,Casino Royal\n9841000003,Casinos';
    const { uuid } = (await world.upload<{ data: UploadedFile }>(sheet)).body.data;
    const made = await plan({
      ...request('Dear {{name}}, hello'),
      recipients: { file: { reference: uuid, phone: 'phone' } },
    });
    expect(made).toMatchObject({ given: 3, recipients: 2, refused: { 'blocked-keyword': 1 } });
    expect(made.refused_rows).toEqual([
      {
        source: 'file',
        row: 3,
        value: '9841000002',
        refusal: 'blocked-keyword',
        reason: 'The text has a blocked keyword: “casino” at character 6.',
      },
    ]);
  });

  test('is refused for a keyword that is blocked between its plan and its sending', async () => {
    const wanted = request('Visit the casino');
    const made = await plan(wanted);
    await block('casino');
    const { status, body } = await compose({ ...wanted, plan: made.uuid, cost: made.cost });
    expect(status).toBe(400);
    expect(body.errors?.body?.[0]).toContain('“casino”');
  });

  test('with placeholders is planned anew when the keywords have changed', async () => {
    const contact = {
      name: 'Casino Royal',
      phone: '9841000010',
      groups: [],
      attributes: {},
      is_active: true,
    };
    const group = await world.call<{ data: { uuid: string } }>(
      'customer',
      'POST',
      '/v1/contact/contact-group/',
      { name: 'Guests' },
    );
    const { uuid } = group.body.data;
    await world.call('customer', 'POST', '/v1/core/contacts/', { ...contact, groups: [uuid] });
    const wanted = { ...request('Dear {{name}}'), recipients: { groups: [uuid], numbers: [] } };
    const made = await plan(wanted);
    expect(made.recipients).toBe(1);
    await block('casino');
    const changed = await compose({ ...wanted, plan: made.uuid, cost: made.cost });
    expect([changed.status, changed.body.code]).toEqual([409, 'conflict']);
    expect(await plan(wanted)).toMatchObject({ recipients: 0, refused: { 'blocked-keyword': 1 } });
  });

  test('without placeholders is sent, whatever other keywords were blocked meanwhile', async () => {
    const made = await plan(request());
    await block('casino');
    const { status, text } = await compose({ ...request(), plan: made.uuid, cost: made.cost });
    expect(status, text).toBe(201);
  });

  test('may be kept as a template all the same', async () => {
    await block('casino');
    const { status } = await world.call('customer', 'POST', '/v1/sms/templates/', {
      name: 'Later',
      body: 'Casino',
    });
    expect(status).toBe(201);
  });
});
