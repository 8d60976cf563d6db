import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp, type User } from '../../support/app.ts';
import { claimCampaign } from '../../support/claimedCampaign.ts';

const PATH = '/v1/sms/dispatch/export/';
const HEAD =
  '\ufeffcampaign,row,phone,operator,status,reason,parts,text,created (NPT),handed over (NPT),finished (NPT),operator’s id,test,channel,fell back to SMS,read (NPT)';
const TIME = /^20\d\d-\d\d-\d\d \d\d:\d\d:\d\d \+05:45$/;
let world: TestApp;
let campaign: string;

beforeAll(async () => {
  world = await createTestApp();
  const sent = await claimCampaign(world, ['9801000002', '9841000001', '9841000003'], '=1+1, "now"');
  campaign = sent.campaign;
  await sql`UPDATE campaign SET name = '@Dashain' WHERE uuid = ${campaign}`.execute(world.db);
  await sent.record({ 0: 'submitted', 1: 'rejected' });
  await sent.receive({ 0: 'delivered' });
  const other = await claimCampaign(world, ['9841000009']);
  await other.record({ 0: 'submitted' });
});
afterAll(() => world.close());

const lines = async (query = '', as: User = 'customer') => {
  const answer = await world.call(as, 'GET', PATH + query);
  expect(answer.status, answer.text).toBe(200);
  const [head, ...rows] = answer.text.split('\r\n');
  expect(head).toBe(HEAD);
  expect(rows.pop()).toBe('');
  return rows;
};

test('a campaign’s report has the result and time of each message, safe for spreadsheets', async () => {
  const rows = (await lines(`?campaign=${campaign}`)).sort();
  expect(rows.map((row) => row.slice(0, row.indexOf('20')))).toEqual([
    `'@Dashain,1,+9779801000002,ncell,Delivered,,1,"'=1+1, ""now""",`,
    `'@Dashain,2,+9779841000001,ntc,Rejected,The operator refused it without a reason (ESME_RSUBMITFAIL),1,"'=1+1, ""now""",`,
    `'@Dashain,3,+9779841000003,ntc,Sending,,1,"'=1+1, ""now""",`,
  ]);
  const times = rows.map((row) => row.split(',').slice(-8, -4));
  expect(times.map((cells) => cells.map((cell) => (TIME.test(cell) ? 'time' : cell && 'id')))).toEqual([
    ['time', 'time', 'time', 'id'],
    ['time', '', 'time', ''],
    ['time', '', '', ''],
  ]);
});

test('it follows the filters, by what is told of a status too, and the name is of the day', async () => {
  expect(await lines(`?campaign=${campaign}&status=submitting`)).toHaveLength(1);
  expect(await lines('?status=submitted')).toHaveLength(1);
  expect(await lines()).toHaveLength(4);
  expect((await world.call('customer', 'GET', `${PATH}?status=gone`)).status).toBe(400);
  const { headers } = await world.call('customer', 'GET', PATH);
  expect(headers['content-disposition']).toMatch(/filename="messages 20\d\d-\d\d-\d\d\.csv"/);
});

test('another account has none of it; support staff have all', async () => {
  expect(await lines('', 'other')).toEqual([]);
  expect(await lines(`?campaign=${campaign}`, 'support')).toHaveLength(3);
});
