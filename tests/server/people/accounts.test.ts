import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Account, AccountOverview, Deactivated } from '#schema/account.ts';
import type { Campaign } from '#schema/campaign.ts';
import { sendingCampaigns } from '../../../server/services/sending/claims.ts';
import { pauseInactive } from '../../../server/services/sending/pauseCampaigns.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { audit } from '../../support/audit.ts';
import { buyPackage } from '../../support/boughtPackage.ts';
import { claimCampaign } from '../../support/claimedCampaign.ts';
import { LINK } from '../../support/claims.ts';
import { waitForLocks } from '../../support/locks.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  await sql`UPDATE account SET is_active = true`.execute(t.db);
});

const PATH = '/v1/admin/accounts/';
interface Page {
  count: number;
  results: Account[];
}
const list = async (query: string): Promise<string[]> =>
  (await t.call<Page>('support', 'GET', `${PATH}?${query}`)).body.results.map(({ name }) => name);
const search = (text: string) => list(new URLSearchParams({ search: text, ordering: 'name' }).toString());
const create = async (body: object): Promise<Account> => {
  const made = await t.call<{ data: Account }>('admin', 'POST', PATH, body);
  expect(made.status, made.text).toBe(201);
  return made.body.data;
};
const logged = async (record: string) =>
  (
    await sql<{ action: string; account: string; title: string; before: object; after: object }>`
      SELECT action, account, title, before, after FROM audit_entry
      WHERE record = ${record} AND entity = 'admin/accounts' ORDER BY uuid`.execute(t.db)
  ).rows;
const profile = (token: string) =>
  t.app.inject({ url: '/v1/autho/user/profile/', headers: { authorization: `Token ${token}` } });

describe('accounts', () => {
  test('are made and changed by an administrator, and the log says so', async () => {
    const made = await create({ name: ' Kaski Dairy ', type: 'company', pan: '३०१ २३४ ५६७', address: '' });
    expect(made).toMatchObject({
      name: 'Kaski Dairy',
      pan: '301234567',
      address: null,
      kyc_status: 'none',
      is_active: true,
      is_provider: false,
      balance: 0,
      users: 0,
      owner_email: null,
    });
    const changed = await t.call<{ data: Account }>('admin', 'PUT', `${PATH}${made.uuid}/`, {
      name: 'Kaski Dairy Pvt. Ltd.',
      type: 'company',
      pan: null,
      address: 'Pokhara',
    });
    expect(changed.body.data).toMatchObject({ name: 'Kaski Dairy Pvt. Ltd.', pan: null, address: 'Pokhara' });
    expect(await logged(made.uuid)).toMatchObject([
      { action: 'create', account: made.uuid, title: 'Kaski Dairy' },
      {
        action: 'update',
        account: made.uuid,
        before: { name: 'Kaski Dairy', pan: '301234567' },
        after: { name: 'Kaski Dairy Pvt. Ltd.', pan: null, address: 'Pokhara' },
      },
    ]);
  });

  test('say beside the field what is wrong', async () => {
    const { status, body } = await t.call<{ errors: Record<string, string[]> }>('admin', 'POST', PATH, {
      name: ' ',
      type: 'club',
      pan: '12',
    });
    expect(status).toBe(400);
    expect(body.errors).toMatchObject({ name: ['Required'], pan: ['A PAN has 9 digits.'] });
    expect(Object.keys(body.errors)).toContain('type');
    expect((await t.call('admin', 'POST', PATH, { name: 'X', type: 'company', balance: 5 })).status).toBe(
      400,
    );
  });

  test('are found by name, PAN, and the e-mail address or phone of a user', async () => {
    const { uuid } = await create({ name: 'Bagmati Cement', type: 'company', pan: '609876543' });
    await sql`
      INSERT INTO users (account, name, email, phone, role, password_hash)
      VALUES (${uuid}, 'Nima Lama', 'nima@bagmati.test', '+9779851077777', 'customer', 'x')`.execute(t.db);
    for (const text of [
      ...['bagmati', 'CEMENT', 'ba', '609876543', '98765', 'nima@bag', 'mati.test'],
      ...['9851077777', '+977 985-1077777', '०९८५१०७७७७७', '985107'],
    ])
      expect(await search(text), text).toEqual(['Bagmati Cement']);
    const { body } = await t.call<{ data: Account }>('support', 'GET', `${PATH}${uuid}/`);
    expect(body.data.owner_email).toBe('nima@bagmati.test');
    expect(await search('no%such_account')).toEqual([]);
    expect(await search('%')).toEqual([]);
  });

  test('are filtered and sorted', async () => {
    const { uuid } = await create({ name: 'Ram Thapa', type: 'individual' });
    expect(await list('type=individual')).toEqual(['Ram Thapa']);
    expect(await list('kyc_status=pending')).toEqual([]);
    await sql`UPDATE account SET kyc_status = 'pending' WHERE uuid = ${uuid}`.execute(t.db);
    expect(await list('kyc_status=pending&is_active=true')).toEqual(['Ram Thapa']);
    expect(await list('is_active=false')).toEqual([]);
    const { results } = (await t.call<Page>('support', 'GET', `${PATH}?ordering=-balance`)).body;
    const rich = results.filter(({ balance }) => balance > 0);
    expect(results.slice(0, rich.length)).toEqual(rich);
    expect(results.map(({ balance }) => balance)).toEqual(
      results.map(({ balance }) => balance).sort((a, b) => b - a),
    );
    expect(new Set(rich.map(({ name }) => name))).toEqual(new Set(['Himal Traders', 'Terai Mills']));
  });

  test('are for staff: a customer is refused, support only reads', async () => {
    for (const [as, method, path, status] of [
      ['customer', 'GET', PATH, 403],
      ['customer', 'GET', `${PATH}${t.accounts.customer}/overview/`, 403],
      ['support', 'GET', `${PATH}${t.accounts.customer}/`, 200],
      ['support', 'POST', `${PATH}${t.accounts.customer}/deactivate/`, 403],
      ['support', 'POST', `${PATH}${t.accounts.customer}/activate/`, 403],
      ['support', 'POST', PATH, 403],
      ['support', 'PUT', `${PATH}${t.accounts.customer}/`, 403],
      ['admin', 'DELETE', `${PATH}${t.accounts.customer}/`, 404],
      ['admin', 'POST', `${PATH}01890000-0000-7000-8000-000000000000/deactivate/`, 404],
      ['admin', 'GET', `${PATH}01890000-0000-7000-8000-000000000000/overview/`, 404],
    ] as const)
      expect((await t.call(as, method, path)).status, `${as} ${method} ${path}`).toBe(status);
  });

  test('a customer whose list has the pair is refused: no customer can be given it', async () => {
    await sql`
      UPDATE users SET ui_permissions = '[["account-list","get"],["sms-dispatch","get"]]'
      WHERE email = 'other@demo.test'`.execute(t.db);
    try {
      expect((await t.call('other', 'GET', PATH)).status).toBe(403);
      expect((await t.call('other', 'GET', `${PATH}${t.accounts.customer}/overview/`)).status).toBe(403);
    } finally {
      await sql`UPDATE users SET ui_permissions = NULL WHERE email = 'other@demo.test'`.execute(t.db);
    }
  });
});

describe('an overview', () => {
  test('says what is held, what is left of packages, the prices, and the days', async () => {
    const people = await t.newCustomers();
    await buyPackage(t.db, people.accounts.other, { parts: 250 });
    await buyPackage(t.db, people.accounts.other, { name: 'Old', parts: 400, ends: '-1 day' });
    const before = (
      await t.call<{ data: AccountOverview }>(
        'support',
        'GET',
        `${PATH}${people.accounts.customer}/overview/`,
      )
    ).body.data;
    expect(before).toMatchObject({ held: 0, running: 0, parts: 0, kyc: null });
    expect(before.days).toHaveLength(30);
    expect(before.days.every(({ sent, amount }) => sent === 0 && amount === 0)).toBe(true);
    expect(before.prices).toContainEqual({ operator: 'ntc', price: 135.6, viber_price: null });
    expect(before.prices).toHaveLength(5);
    const { record } = await claimCampaign(people, ['9841000001', '9841000002']);
    const during = (
      await t.call<{ data: AccountOverview }>(
        'support',
        'GET',
        `${PATH}${people.accounts.customer}/overview/`,
      )
    ).body.data;
    expect(during).toMatchObject({ held: 271, running: 1 });
    await record({ 0: 'submitted', 1: 'rejected' });
    const after = (
      await t.call<{ data: AccountOverview }>(
        'support',
        'GET',
        `${PATH}${people.accounts.customer}/overview/`,
      )
    ).body.data;
    expect(after).toMatchObject({ held: 0, running: 0 });
    expect(after.days.at(-1)).toMatchObject({ sent: 2, failed: 1, delivered: 0, parts: 1, amount: 135.6 });
    const theirs = await t.call<{ data: AccountOverview }>(
      'support',
      'GET',
      `${PATH}${people.accounts.other}/overview/`,
    );
    expect(theirs.body.data.parts).toBe(250);
    const packages = await t.call<{ results: object[] }>(
      'support',
      'GET',
      `/v1/admin/account-packages/?account=${people.accounts.other}&ordering=-remaining`,
    );
    expect(packages.body.results).toMatchObject([
      { name: 'Old', remaining: 400, account_name: 'Terai Mills' },
      { name: 'Small', remaining: 250 },
    ]);
  });
});

describe('an account that is deactivated', () => {
  test('is signed out at once, nobody signs in, its campaigns are paused, and it comes back', async () => {
    const people = await t.newCustomers();
    const token = await t.signIn(people.emails.customer);
    const { campaign, record } = await claimCampaign(people, ['9841000011', '9841000012', '9841000013']);
    await record({ 0: 'queued', 1: 'queued', 2: 'submitted' });
    const status = async () =>
      (await t.call<{ data: Campaign }>('support', 'GET', `/v1/sms/compose/${campaign}/`)).body.data.status;
    expect((await sendingCampaigns(t.db, LINK)).map(({ uuid }) => uuid)).toEqual([campaign]);

    // A session of staff as the customer ends with theirs, and is none of theirs.
    const { rows } = await sql<{ uuid: string }>`
      SELECT uuid FROM users WHERE email = ${people.emails.customer}`.execute(t.db);
    const act = await t.call('support', 'POST', `/v1/autho/users/${rows[0]?.uuid}/sign-in-as/`, {
      reason: 'Help',
    });
    expect(act.status, act.text).toBe(200);
    const path = `${PATH}${people.accounts.customer}/`;
    const done = await t.call<{ data: Deactivated }>('admin', 'POST', `${path}deactivate/`);
    expect(done.status, done.text).toBe(200);
    expect(done.body.data).toEqual({ signed_out: 2, paused: 1 });
    expect((await profile(token)).statusCode).toBe(401);
    expect(await status()).toBe('paused');
    const refused = await t.call('customer', 'POST', '/v1/login/', {
      email: people.emails.customer,
      password: 'demo-password-1',
    });
    expect(refused.status).toBe(400);
    expect(await list('is_active=false')).toEqual(['Himal Traders']);
    expect(await sendingCampaigns(t.db, LINK)).toEqual([]);

    // What begins to send later, as a scheduled campaign does, is held back and paused too.
    await sql`UPDATE campaign SET status = 'sending' WHERE uuid = ${campaign}`.execute(t.db);
    expect(await sendingCampaigns(t.db, LINK)).toEqual([]);
    await pauseInactive(t.db);
    expect(await status()).toBe('paused');

    const again = await t.call<{ code: string }>('admin', 'POST', `${path}deactivate/`);
    expect([again.status, again.body.code]).toEqual([409, 'conflict']);
    const back = await t.call<{ data: Account }>('admin', 'POST', `${path}activate/`);
    expect(back.body.data.is_active).toBe(true);
    expect((await t.call('admin', 'POST', `${path}activate/`)).status).toBe(409);
    expect(await status()).toBe('paused');
    expect((await profile(token)).statusCode).toBe(401);
    people.tokens.customer = await t.signIn(people.emails.customer);
    expect((await people.call('customer', 'POST', `/v1/sms/compose/${campaign}/resume/`)).status).toBe(200);
    expect((await sendingCampaigns(t.db, LINK)).map(({ uuid }) => uuid)).toEqual([campaign]);
    expect(await logged(people.accounts.customer)).toMatchObject([
      { action: 'deactivate', title: 'Himal Traders', after: { is_active: false, paused: 1, signed_out: 2 } },
      { action: 'activate', after: { is_active: true } },
    ]);
    await audit(t.db);
  });

  test('of many who deactivate it at once one does, and the log has it once', async () => {
    const { uuid } = await create({ name: 'Twice', type: 'company' });
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => t.call('admin', 'POST', `${PATH}${uuid}/deactivate/`)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
    expect((await logged(uuid)).map(({ action }) => action)).toEqual(['create', 'deactivate']);
  });

  test('and activated again has no session of somebody who was signing in meanwhile', async () => {
    const people = await t.newCustomers();
    const email = people.emails.customer;
    const act = (verb: string) => t.call('admin', 'POST', `${PATH}${people.accounts.customer}/${verb}/`);
    const { signingIn } = await t.db.transaction().execute(async (trx) => {
      await sql`SELECT FROM users WHERE email = ${email} FOR UPDATE`.execute(trx);
      const signingIn = people.signIn(email);
      await waitForLocks(t.db);
      expect((await act('deactivate')).status).toBe(200);
      return { signingIn };
    });
    const token = await signingIn;
    expect((await profile(token)).statusCode).toBe(401);
    expect((await act('activate')).status).toBe(200);
    expect((await profile(token)).statusCode).toBe(401);
  });

  test('is never the provider’s own', async () => {
    const { status, body } = await t.call<{ detail: string }>(
      'admin',
      'POST',
      `${PATH}${t.accounts.provider}/deactivate/`,
    );
    expect([status, body.detail]).toEqual([
      409,
      'This is the provider’s own account. It cannot be deactivated.',
    ]);
    expect((await t.call('admin', 'GET', '/v1/autho/user/profile/')).status).toBe(200);
  });
});
