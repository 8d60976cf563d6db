import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Campaign } from '#schema/campaign.ts';
import { costOf } from '#schema/campaignState.ts';
import type { PaymentReference } from '#schema/paymentReference.ts';
import { createTestApp, type TestApp, type User } from '../../support/app.ts';
import { claimCampaign } from '../../support/claimedCampaign.ts';

const TIME = '20\\d\\d-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d \\+05:45';
let world: TestApp;
let campaign: string;

const pay = async (body: object) => {
  const answer = await world.call<{ data: PaymentReference }>(
    'customer',
    'POST',
    '/v1/credit/payment/credit_payment_initiate/',
    body,
  );
  expect(answer.status, answer.text).toBe(201);
  return answer.body.data.uuid;
};
const asAdmin = async (path: string, body: object) => {
  const answer = await world.call('admin', 'POST', `/v1/credit/${path}`, body);
  expect(answer.status, answer.text).toBe(200);
};

beforeAll(async () => {
  world = await createTestApp();
  const paid = await pay({ amount: 123_456, method: 'bank', reference: '=NIC 1', note: 'Branch: Patan' });
  await asAdmin('payment/credit_payment_confirm/', { uuid: paid });
  const refused = await pay({ amount: 50_000, method: 'cash' });
  await asAdmin('payment/credit_payment_reject/', { uuid: refused, reason: 'No money, sorry' });
  const sent = await claimCampaign(world, ['9841000001', '9841000003'], 'Namaste, all');
  campaign = sent.campaign;
  await sent.record({ 0: 'submitted', 1: 'rejected' });
  await sent.receive({ 0: 'delivered' });
  await asAdmin(`user-wallets/${world.accounts.customer}/adjust/`, { amount: -4_050, reason: 'A slip' });
});
afterAll(() => world.close());

/** The head and the rows of an export. */
async function file(path: string, as: User = 'customer', of = world) {
  const answer = await of.call(as, 'GET', `/v1/${path}`);
  expect(answer.status, answer.text).toBe(200);
  const [head = '', ...rows] = answer.text.split('\r\n');
  expect(rows.pop()).toBe('');
  return { head, rows, name: /filename="(.+?)"/.exec(String(answer.headers['content-disposition']))?.[1] };
}

test('the ledger: each change in rupees, what it was for, and the balance after it', async () => {
  const { head, rows, name } = await file('credit/wallet-history/export/');
  expect(name).toMatch(/^wallet-history 20\d\d-\d\d-\d\d\.csv$/);
  expect(head).toBe(
    '\ufefftime (NPT),kind,amount (Rs.),balance (Rs.),campaign,package,paid by,reference,note',
  );
  const slip = rows.find((row) => row.includes(',adjustment,'));
  expect(slip).toMatch(new RegExp(`^${TIME},adjustment,-40\\.50,`));
  expect(slip).toMatch(/,,,,,A slip$/);
  expect(rows.find((row) => row.includes(',topup,'))).toMatch(
    new RegExp(`^${TIME},topup,1234\\.56,51234\\.56,,,bank,'=NIC 1,$`),
  );
  expect(rows.find((row) => row.includes(',hold,'))).toMatch(/,hold,-\d+\.\d\d,\d+\.\d\d,Handed \d+,,,,$/);

  const cells = rows.map((row) => row.split(','));
  const moved = cells.reduce((sum, [, , amount]) => sum + Math.round(Number(amount) * 100), 0);
  const { rows: accounts } = await sql<{ balance: number }>`
    SELECT balance FROM account WHERE uuid = ${world.accounts.customer}`.execute(world.db);
  expect(moved).toBe(accounts[0]?.balance);
  expect(cells[0]?.[3]).toBe((moved / 100).toFixed(2));
});

test('it follows the filters, and ends at the account; staff have everybody’s with its name', async () => {
  expect((await file('credit/wallet-history/export/?kind=topup')).rows).toHaveLength(1);
  expect((await file(`credit/wallet-history/export/?campaign=${campaign}&kind=hold`)).rows).toHaveLength(1);
  expect((await file('credit/wallet-history/export/', 'other')).rows).toHaveLength(1);
  expect((await world.call('customer', 'GET', '/v1/credit/wallet-history/export/?kind=gift')).status).toBe(
    400,
  );

  const all = await file('admin/wallet-entries/export/', 'admin');
  expect(all.head.split(',')[1]).toBe('account');
  expect(all.rows.filter((row) => row.includes(',Himal Traders,topup,'))).toHaveLength(1);
  const others = await file(`admin/wallet-entries/export/?account=${world.accounts.other}`, 'admin');
  expect(others.rows.map((row) => row.split(',').slice(1, 5))).toEqual([
    ['Terai Mills', 'opening', '50000.00', '50000.00'],
  ]);
});

test('payments with what was decided and the invoice’s number', async () => {
  const { head, rows, name } = await file('credit/user-payment-reference/export/?kind=topup');
  expect(name).toMatch(/^payments /);
  expect(head).toBe(
    '\ufeffasked (NPT),for,package,amount (Rs.),method,reference,status,reason,decided (NPT),invoice,note',
  );
  expect(rows[0]).toMatch(new RegExp(`^${TIME},topup,,500\\.00,cash,,Rejected,"No money, sorry",${TIME},,$`));
  expect(rows[1]).toMatch(
    new RegExp(
      `^${TIME},topup,,1234\\.56,bank,'=NIC 1,Confirmed,,${TIME},20\\d\\d/\\d\\d-000001,Branch: Patan$`,
    ),
  );
  expect((await file('credit/user-payment-reference/smspackages/export/')).rows).toEqual([]);
  expect((await file('credit/user-payment-reference/export/', 'other')).rows).toEqual([]);
});

test('staff’s payments say whose they are and who decided', async () => {
  for (const path of ['admin/payment-reference/export/', 'credit/user-payment-reference/all/export/']) {
    const { head, rows } = await file(`${path}?status=confirmed`, 'support');
    expect(head).toBe(
      '\ufeffasked (NPT),account,asked by,for,package,amount (Rs.),method,reference,status,reason,decided (NPT),decided by,invoice,note',
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatch(/,Himal Traders,Sita Sharma,topup,,1234\.56,bank,'=NIC 1,Confirmed,,/);
    expect(rows[0]?.split(',').at(-2)).not.toBe('');
  }
});

test('campaigns with their outcomes and their money', async () => {
  const { head, rows, name } = await file('sms/compose/export/');
  expect(name).toMatch(/^campaigns /);
  const cells = rows[0]?.match(/("[^"]*"|[^,]*)(,|$)/g)?.map((cell) => cell.replace(/,$/, '')) ?? [];
  const row = Object.fromEntries(
    head
      .slice(1)
      .split(',')
      .map((key, at) => [key, cells[at]]),
  );
  expect(row).toMatchObject({
    account: 'Himal Traders',
    'made by': 'Sita Sharma',
    status: 'Completed',
    sender: 'DEMO',
    encoding: 'GSM-7',
    text: '"Namaste, all"',
    recipients: '2',
    delivered: '1',
    rejected: '1',
    queued: '0',
    parts: '2',
  });
  const [held, charged, back] = ['held', 'charged', 'released'].map((of) => Number(row[`${of} (Rs.)`]));
  expect(held).toBeGreaterThan(0);
  expect(charged).toBeGreaterThan(0);
  expect(Math.round(100 * ((charged ?? 0) + (back ?? 0)))).toBe(Math.round(100 * (held ?? 0)));

  // What the console's lists show as its cost.
  const { results } = (await world.call<{ results: Campaign[] }>('customer', 'GET', '/v1/sms/compose/')).body;
  expect(costOf(results[0] as Campaign)).toEqual({ charged: Math.round(100 * (charged ?? 0)), held: 0 });

  expect((await file('sms/compose/export/', 'other')).rows).toEqual([]);
  expect((await file('sms/compose/export/?status=draft')).rows).toEqual([]);
  for (const ordering of ['-attention', '-created_at'])
    expect((await file(`admin/campaigns/export/?ordering=${ordering}`, 'admin')).rows).toEqual(rows);
});

test('a mixed campaign with the encoding of each share, to its customer and to staff', async () => {
  // Of a world of its own: the lists of the other tests end at the campaign that they know.
  const own = await createTestApp();
  onTestFinished(() => own.close());
  const send = (body: string, sheet: string) =>
    own.upload<{ data: { uuid: string } }>(sheet).then(({ body: { data } }) =>
      own.call('customer', 'POST', '/v1/sms/compose/', {
        ...{ name: body, sender: own.sender, body, max_cost: 100_000 },
        recipients: { file: { reference: data.uuid, phone: 'phone' } },
      }),
    );
  const mixed = await send(
    'Mixed {{name}}',
    'phone,name\n9841000011,Sita\n9841000012,Ram\n9841000013,सीता\n',
  );
  expect(mixed.status, mixed.text).toBe(201);
  expect((await send('One {{name}}', 'phone,name\n9841000011,सीता\n')).status).toBe(201);
  for (const [path, as] of [
    ['sms/compose/export/', 'customer'],
    // Support would not see the texts (hiddenTexts.test.ts).
    ['admin/campaigns/export/', 'admin'],
  ] as const) {
    const { rows } = await file(path, as, own);
    expect(rows.find((row) => row.includes('Mixed {{name}}'))).toContain(',DEMO,"GSM-7: 2, UCS-2: 1",Mixed');
    expect(rows.find((row) => row.includes('One {{name}}'))).toContain(',DEMO,UCS-2,One');
  }
});

test('every customer’s wallet, and nothing of it for who may not read wallets', async () => {
  const { head, rows } = await file('credit/user-wallets/all/export/?ordering=name', 'admin');
  expect(head).toBe('\ufeffaccount,balance (Rs.),held (Rs.),last entry (NPT),active');
  expect(rows.map((row) => row.split(',')[0])).toEqual(['Himal Traders', 'Terai Mills']);
  expect(rows[1]).toMatch(new RegExp(`^Terai Mills,50000\\.00,0\\.00,${TIME},yes$`));
  for (const path of ['credit/user-wallets/all/', 'admin/wallet-entries/', 'admin/campaigns/'])
    expect((await world.call('customer', 'GET', `/v1/${path}export/`)).status).toBe(403);
});
