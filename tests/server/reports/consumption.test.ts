import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ConsumptionTotals } from '#schema/wallet.ts';
import { createTestApp, type TestApp, type User } from '../../support/app.ts';
import { claimCampaign } from '../../support/claimedCampaign.ts';

const PATH = '/v1/credit/sms-consumption-history/';
let world: TestApp;
let campaign: string;

beforeAll(async () => {
  world = await createTestApp();
  await sql`
    INSERT INTO account_package (account, name, parts, remaining, expires_at)
    VALUES (${world.accounts.customer}, 'Small', 1, 1, now() + interval '1 day')`.execute(world.db);
  const first = await claimCampaign(world, ['9841000001', '9801000002']);
  await first.record({ 0: 'submitted', 1: 'submitted' });
  campaign = first.campaign;
  await sql`UPDATE campaign SET name = '=Dashain, sale' WHERE uuid = ${campaign}`.execute(world.db);
  const second = await claimCampaign(world, ['9841000003']);
  await second.record({ 0: 'submitted' });
  await sql`UPDATE consumption SET day = '2026-01-02' WHERE campaign <> ${campaign}`.execute(world.db);
  await sql`
    WITH earlier AS (
      UPDATE daily_use SET messages = messages - 1, parts = parts - 1, amount = amount - 135.6
      WHERE operator = 'ntc' RETURNING account, operator)
    INSERT INTO daily_use (account, day, operator, messages, parts, amount)
    SELECT account, '2026-01-02', operator, 1, 1, 135.6 FROM earlier`.execute(world.db);
});
afterAll(() => world.close());

const totals = async (query = '', as: User = 'customer') => {
  const answer = await world.call<{ data: ConsumptionTotals }>(as, 'GET', `${PATH}totals/${query}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
};

test('the totals are those of what the filters match, in all pages', async () => {
  expect(await totals()).toEqual({ messages: 3, parts: 3, amount: 271.2 });
  expect(await totals('?day__lte=2026-01-31')).toEqual({ messages: 1, parts: 1, amount: 135.6 });
  expect(await totals('?source=package')).toEqual({ messages: 1, parts: 1, amount: 0 });
  expect(await totals(`?campaign=${campaign}`)).toMatchObject({ messages: 2 });
  expect(await totals('?operator=ncell&page_size=1')).toMatchObject({ messages: 1 });
  expect(await totals('?operator=hello')).toEqual({ messages: 0, parts: 0, amount: 0 });
  expect((await world.call('customer', 'GET', `${PATH}totals/?day__lte=yesterday`)).status).toBe(400);
});

test('the totals of days and operators read the days’ sums, not each campaign', async () => {
  const held = await world.db.startTransaction().execute();
  await sql`LOCK TABLE consumption`.execute(held);
  expect(await totals()).toEqual({ messages: 3, parts: 3, amount: 271.2 });
  expect(await totals('?day__lte=2026-01-31&operator__in=ntc')).toMatchObject({ messages: 1 });
  await held.rollback().execute();
});

test('the list is ordered by day where it is asked to', async () => {
  const { body } = await world.call<{ results: { day: string }[] }>(
    'customer',
    'GET',
    `${PATH}?ordering=day`,
  );
  expect(body.results[0]?.day).toBe('2026-01-02');
});

test('the export has the campaigns’ names, safe for spreadsheets, and rupees', async () => {
  const { text, headers } = await world.call('customer', 'GET', `${PATH}export/?day__lte=2026-01-31`);
  expect(headers['content-disposition']).toContain('consumption-history.csv');
  const [head, line, end] = text.split('\r\n');
  expect(head).toBe('\ufeffday,campaign,operator,paid from,messages,parts,amount (Rs.),test');
  expect(line).toMatch(/^2026-01-02,Handed \d+,ntc,wallet,1,1,1\.356,no$/);
  expect(end).toBe('');
  const named = await world.call('customer', 'GET', `${PATH}export/?campaign=${campaign}&source=wallet`);
  expect(named.text).toContain(`,"'=Dashain, sale",`);
});

test('another account sees nothing of it, and without the pair nobody does', async () => {
  expect(await totals('', 'other')).toEqual({ messages: 0, parts: 0, amount: 0 });
  expect((await world.call('other', 'GET', `${PATH}export/`)).text.split('\r\n')).toHaveLength(2);
  await sql`UPDATE users SET ui_permissions = '[["topup-list", "get"]]' WHERE email = 'other@demo.test'`.execute(
    world.db,
  );
  for (const what of ['', 'totals/', 'export/'])
    expect((await world.call('other', 'GET', PATH + what)).status).toBe(403);
});
