import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Pair } from '#schema/permissions.ts';
import type { SearchResults } from '#schema/search.ts';
import type { Caller } from '../../../server/services/platform/caller.ts';
import { staffSearch } from '../../../server/services/reports/staffSearch.ts';
import { createTestApp, type TestApp, type User } from '../../support/app.ts';
import { claimCampaign } from '../../support/claimedCampaign.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
  const { record } = await claimCampaign(t, ['9841234567', '9841234568']);
  await record({ 0: 'submitted', 1: 'rejected' });
  await sql`
    INSERT INTO payment_reference (account, "user", kind, amount, method, reference)
    SELECT account, uuid, 'topup', 500000, 'bank', ref
    FROM users, unnest(ARRAY['NIC-2048 3311', 'NABIL/77_120']) AS ref WHERE email = 'other@demo.test'`.execute(
    t.db,
  );
  await sql`UPDATE users SET phone = '+9779841000100' WHERE email = 'customer@demo.test'`.execute(t.db);
});
afterAll(() => t.close());

const ask = (as: User | null, q: string) =>
  t.call<{ data: SearchResults; errors?: object }>(
    as,
    'GET',
    `/v1/admin/search/?${new URLSearchParams({ q })}`,
  );
const find = async (q: string, as: User = 'support'): Promise<SearchResults> => {
  const { status, body, text } = await ask(as, q);
  expect(status, text).toBe(200);
  return body.data;
};
const names = <T extends { name: string }>(section: { results: T[] } | null) =>
  section?.results.map(({ name }) => name);

describe('staff find', () => {
  test.each(['9841234567', '+977 984-1234567', '0984 123 4567', '९८४१२३४५६७', '00977-9841234567'])(
    'the messages to %s, however it is written',
    async (q) => {
      const { phone, messages } = await find(q);
      expect(phone).toBe('+9779841234567');
      expect(messages).toMatchObject({
        more: false,
        results: [
          {
            phone: '+9779841234567',
            status: 'submitted',
            campaign: expect.stringMatching(/^Handed/),
            account: { uuid: t.accounts.customer, name: 'Himal Traders' },
          },
        ],
      });
    },
  );

  test('a user by name, e-mail address and phone, with their account', async () => {
    for (const q of ['sita', 'customer@demo', '9841000100', '०९८४१ ०००१००', '984100']) {
      const { users } = await find(q);
      expect(names(users), q).toEqual(['Sita Sharma']);
      expect(users?.results[0]?.account).toEqual({ uuid: t.accounts.customer, name: 'Himal Traders' });
    }
    expect(JSON.stringify(await find('sita'))).not.toMatch(/passw|hash/);
  });

  test('an account by its name and by its users', async () => {
    expect(names((await find('himal')).accounts)).toEqual(['Himal Traders']);
    expect(names((await find('other@demo.test')).accounts)).toEqual(['Terai Mills']);
  });

  test('a campaign by its name, a payment by its number however it is written', async () => {
    expect(names((await find('handed')).campaigns)).toEqual([expect.stringMatching(/^Handed/)]);
    for (const q of ['NIC-20483311', 'nic 2048-3311', '20483311']) {
      const { payments } = await find(q);
      expect(
        payments?.results.map(({ reference, account }) => [reference, account.name]),
        q,
      ).toEqual([['NIC-2048 3311', 'Terai Mills']]);
    }
  });

  test('nothing by SQL wildcards or punctuation alone', async () => {
    for (const q of ['%%%', '___', '\\\\\\', "' OR 1=1", '---']) {
      const { users, accounts, campaigns, payments, messages } = await find(q);
      for (const section of [users, accounts, campaigns, payments, messages])
        expect(section, q).toEqual({ results: [], more: false });
    }
  });

  test('six of many, the newest, and that there are more', async () => {
    await sql`
      INSERT INTO account (uuid, name) SELECT uuid_v7(timestamptz '2026-01-01' + n * interval '1 day'), 'Many ' || n
      FROM generate_series(1, 9) n`.execute(t.db);
    const { accounts } = await find('many');
    expect(names(accounts)).toEqual(['Many 9', 'Many 8', 'Many 7', 'Many 6', 'Many 5', 'Many 4']);
    expect(accounts?.more).toBe(true);
  });
});

describe('the search', () => {
  test('needs two characters, and a user who may search', async () => {
    expect((await ask('support', ' a ')).status).toBe(400);
    expect((await ask('support', 'x'.repeat(101))).status).toBe(400);
    expect((await ask(null, 'sita')).status).toBe(401);
    expect((await ask('customer', 'sita')).status).toBe(403);
  });

  test('leaves out every section whose pair is not held', async () => {
    await sql`UPDATE users SET ui_permissions = '[["user-list","get"]]' WHERE email = 'support@demo.test'`.execute(
      t.db,
    );
    const { users, ...others } = await find('9841234567');
    expect(users).toEqual({ results: [], more: false });
    expect(others).toEqual({
      phone: '+9779841234567',
      accounts: null,
      campaigns: null,
      messages: null,
      payments: null,
    });
    await sql`UPDATE users SET ui_permissions = NULL WHERE email = 'support@demo.test'`.execute(t.db);
  });

  // A match would tell what the caller may not read: an address can be guessed letter by letter.
  test('finds no account by its users for staff who may not read users', async () => {
    await sql`UPDATE users SET ui_permissions = '[["account-list","get"]]' WHERE email = 'support@demo.test'`.execute(
      t.db,
    );
    const listed = async (q: string) => {
      const path = `/v1/admin/accounts/?search=${q}`;
      const { body } = await t.call<{ count: number; results: object[] }>('support', 'GET', path);
      owners = body.results.map((record) => 'owner_email' in record);
      return body.count;
    };
    let owners: boolean[] = [];
    for (const q of ['customer@d', '984100']) {
      expect(names((await find(q)).accounts), q).toEqual([]);
      expect(await listed(q), q).toBe(0);
    }
    expect(names((await find('himal')).accounts)).toEqual(['Himal Traders']);
    expect(await listed('himal')).toBe(1);
    expect(owners).toEqual([false]);
    await sql`UPDATE users SET ui_permissions = NULL WHERE email = 'support@demo.test'`.execute(t.db);
    expect(await listed('customer@d')).toBe(1);
    expect(owners).toEqual([true]);
  });

  test('is refused to a customer whose list has the pairs, and would find their own account alone', async () => {
    const pairs: Pair[] = ['user-list', 'account-list', 'campaign-list', 'sms-dispatch'].map((name) => [
      name,
      'get',
    ]);
    pairs.push(['payment-reference-list', 'get']);
    await sql`
      UPDATE users SET ui_permissions = ${JSON.stringify(pairs)} WHERE email = 'other@demo.test'`.execute(
      t.db,
    );
    expect((await ask('other', 'himal')).status).toBe(403);
    const { rows } = await sql<{
      uuid: string;
    }>`SELECT uuid FROM users WHERE email = 'other@demo.test'`.execute(t.db);
    const account = t.accounts.other;
    const caller: Caller = {
      ...{ user: rows[0]!.uuid, account, role: 'customer', pairs, tokenHash: Buffer.alloc(0) },
    };
    const search = (text: string) => staffSearch(t.db, caller, text);
    expect((await search('9841234567')).messages).toEqual({ results: [], more: false });
    expect(names((await search('demo.test')).users)).toEqual(['Ram Yadav']);
    expect(names((await search('himal')).accounts)).toEqual([]);
    expect(names((await search('handed')).campaigns)).toEqual([]);
    expect((await search('20483311')).payments?.results).toHaveLength(1);
  });
});

test('messages are filtered by account beside the number', async () => {
  const of = async (account: string) =>
    (
      await t.call<{ count: number }>(
        'support',
        'GET',
        `/v1/sms/dispatch/?phone=${encodeURIComponent('+9779841234567')}&account=${account}`,
      )
    ).body.count;
  expect([await of(t.accounts.customer), await of(t.accounts.other)]).toEqual([1, 0]);
});
