import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { BikramSambat } from '#schema/bikramSambat.ts';
import type { LinkCost } from '#schema/linkCost.ts';
import type { MarginReport } from '#schema/marginReport.ts';
import { checkLedger } from '../../../server/services/reports/ledgerCheck.ts';
import { monthBefore, monthsBetween } from '../../../server/services/reports/months.ts';
import { recordLateAnswers } from '../../../server/services/sending/lateAnswers.ts';
import { keepMessageUse } from '../../../server/services/sending/messageUse.ts';
import { createTestApp, type TestApp, type User } from '../../support/app.ts';
import { audit } from '../../support/audit.ts';
import { claimCampaign } from '../../support/claimedCampaign.ts';
import { LINK } from '../../support/claims.ts';
import { countUse } from '../../support/countUse.ts';

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterEach(() => audit(world.db));
afterAll(() => world.close());

const day = (plus: number) => new Date(Date.now() + plus * 86_400_000).toISOString().slice(0, 10);
const period = { from: day(-2), until: day(2) };
const MARGINS = '/v1/admin/reports/margin/';
const phones = ['9841000011', '9841000012', '9841000013', '9801000014'];

const ask = (query: Record<string, string>, as: User | null = 'admin', path = MARGINS) =>
  world.call<{ data: MarginReport }>(as, 'GET', `${path}?${new URLSearchParams({ ...period, ...query })}`);
async function margin(account: string, by = 'link', more: Record<string, string> = {}) {
  const answer = await ask({ by, account, ...more });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
}
/** As if it had been set before any message was sent. */
async function priceFrom(price: number | null, from = '2026-01-01T00:00:00+05:45'): Promise<void> {
  await sql`
    INSERT INTO link_cost (link, price, valid_from) VALUES (${LINK}, ${price}::numeric, ${from})
    ON CONFLICT (link, valid_from) DO UPDATE SET price = excluded.price`.execute(world.db);
  await countUse(world.db);
}

describe('a margin', () => {
  test('is the charge without VAT less the cost at the time of acceptance', async () => {
    await priceFrom(80.25);
    const mine = await world.newCustomers();
    const account = mine.accounts.customer;
    const handed = await claimCampaign(mine, phones);
    await handed.record({ 0: 'submitted', 1: 'rejected', 2: 'submitted', 3: 'submitted' });
    const figures = { parts: 3, unknown: 0, charged: 406.8, net: 360, cost: 240.75, margin: 119.25 };
    expect(await margin(account)).toMatchObject({ rows: [{ key: LINK, ...figures }], total: figures });
    // Added up by housekeeping, and by another price later: the past stays.
    await keepMessageUse(world.db);
    expect((await margin(account)).total).toMatchObject(figures);
    for (const [by, keys] of [
      ['account', [account]],
      ['operator', ['ntc', 'ncell']],
    ] as const)
      expect((await margin(account, by)).rows.map(({ key }) => key)).toEqual(keys);
    expect((await margin(account, 'account')).rows[0]).toMatchObject({ name: 'Himal Traders', ...figures });
    expect((await margin(account, 'operator', { operator: 'ncell' })).total).toMatchObject({
      parts: 1,
      cost: 80.25,
    });
  });

  test('of messages without a known cost says so, and a free link costs nothing', async () => {
    await priceFrom(null);
    const mine = await world.newCustomers();
    const account = mine.accounts.customer;
    await (await claimCampaign(mine, phones)).record({ 0: 'submitted', 1: 'submitted' });
    expect((await margin(account)).total).toMatchObject({ parts: 2, unknown: 2, cost: null, margin: null });
    await keepMessageUse(world.db);
    expect((await margin(account)).total).toMatchObject({ parts: 2, unknown: 2, cost: null, margin: null });
    await priceFrom(0);
    expect((await margin(account)).total).toMatchObject({ parts: 2, unknown: 0, cost: 0 });
  });

  test('falls below zero when the operator charges more, and when a message is released', async () => {
    await priceFrom(500);
    const mine = await world.newCustomers();
    const account = mine.accounts.customer;
    await sql`
      INSERT INTO pricing (account, price, release_undelivered, valid_from)
      VALUES (${account}, 113, true, now() - interval '1 minute')`.execute(world.db);
    const handed = await claimCampaign(mine, phones);
    await handed.record({ 0: 'submitted', 1: 'submitted' });
    expect((await margin(account)).total).toMatchObject({ charged: 226, net: 200, cost: 1000, margin: -800 });
    // The customer is not charged for it, the provider is.
    await handed.receive({ 0: 'undelivered', 1: 'delivered' });
    expect((await margin(account)).rows).toEqual([
      expect.objectContaining({ key: LINK, parts: 2, charged: 113, net: 100, cost: 1000, margin: -900 }),
    ]);
  });

  test('follows an unknown message to its answer, and a refusal after acceptance', async () => {
    await priceFrom(50);
    const mine = await world.newCustomers();
    const account = mine.accounts.customer;
    const handed = await claimCampaign(mine, phones);
    await handed.record({ 0: 'unknown', 1: 'unknown', 2: 'submitted', 3: 'unknown' });
    expect((await margin(account)).total).toMatchObject({ parts: 1, charged: 135.6, cost: 50 });
    const { campaign, messages } = handed;
    await recordLateAnswers(world.db, [
      {
        campaign,
        link: LINK,
        phone: messages[0]?.phone as string,
        answer: { kind: 'submitted', ids: ['late'] },
      },
    ]);
    await audit(world.db);
    expect((await margin(account)).rows).toEqual([
      expect.objectContaining({ key: LINK, parts: 2, charged: 271.2, cost: 100 }),
    ]);
    await handed.receive({ 2: 'rejected' });
    // An operator that refuses a message charges nothing for it.
    expect((await margin(account)).total).toMatchObject({ parts: 1, cost: 50 });
  });

  test('counts parts of packages by what the packages cost', async () => {
    await priceFrom(40);
    const mine = await world.newCustomers();
    const account = mine.accounts.customer;
    const pack = await sql<{ uuid: string }>`
      INSERT INTO sms_package (name, parts, price, validity_days) VALUES ('Two hundred', 200, 22600, 30)
      RETURNING uuid`.execute(world.db);
    const bought = await mine.call('customer', 'POST', '/v1/credit/user-payment-reference/smspackages/', {
      ...{ package: pack.rows[0]?.uuid, price: 22600, method: 'wallet' },
    });
    expect(bought.status, bought.text).toBe(201);
    const handed = await claimCampaign(mine, phones);
    await handed.record({ 0: 'submitted', 1: 'rejected', 2: 'submitted' });
    // 22,600 for 200 parts: 113 a part, 100 without VAT.
    expect((await margin(account)).total).toMatchObject({ charged: 226, net: 200, cost: 80, margin: 120 });
  });

  test('stays when messages of an earlier version are counted again', async () => {
    await priceFrom(60);
    const mine = await world.newCustomers();
    const account = mine.accounts.customer;
    const handed = await claimCampaign(mine, phones);
    await handed.record({ 0: 'submitted', 1: 'rejected', 2: 'submitted' });
    for (const isAdded of [true, false]) {
      if (isAdded) await keepMessageUse(world.db);
      const before = await margin(account);
      await sql`INSERT INTO message_use_due SELECT DISTINCT uuid_day(uuid) FROM message ON CONFLICT DO NOTHING`.execute(
        world.db,
      );
      await keepMessageUse(world.db);
      expect(await margin(account)).toEqual(before);
      expect(before.total).toMatchObject({ parts: 2, charged: 271.2, cost: 120 });
    }
  });

  test('is compared with the messages by the ledger check', async () => {
    await priceFrom(70);
    const mine = await world.newCustomers();
    const account = mine.accounts.customer;
    await (await claimCampaign(mine, phones)).record({ 0: 'submitted' });
    await keepMessageUse(world.db);
    expect(await checkLedger(world.db, { account })).toEqual([]);
    await sql`UPDATE message_use SET cost = cost + 1 WHERE account = ${account}`.execute(world.db);
    expect(await checkLedger(world.db, { account })).toMatchObject([{ check: 'message-use', account }]);
    await sql`UPDATE message_use SET cost = cost - 1 WHERE account = ${account}`.execute(world.db);
  });
});

describe('the report', () => {
  test('is for those who see the operator links, and no customer’s answer has a cost', async () => {
    for (const [as, status] of [
      ['admin', 200],
      ['support', 403],
      ['customer', 403],
      [null, 401],
    ] as const)
      expect([as, (await ask({ by: 'link' }, as)).status]).toEqual([as, status]);
    for (const path of [
      '/v1/core/reports/',
      '/v1/credit/daily-consumption/',
      '/v1/credit/sms-consumption-history/',
    ]) {
      const answer = await ask(path.includes('reports') ? { by: 'operator' } : {}, 'customer', path);
      expect(answer.text).not.toMatch(/"(?:cost|margin|net)"/);
    }
    expect((await ask({ by: 'margin' }, 'customer', '/v1/core/reports/')).status).toBe(400);
  });

  test('is by month of either calendar, and exports rupees', async () => {
    await priceFrom(10);
    const mine = await world.newCustomers();
    const account = mine.accounts.customer;
    await (await claimCampaign(mine, phones)).record({ 0: 'submitted' });
    const [ad] = (await margin(account, 'month')).rows;
    expect(ad?.key).toMatch(/^20\d\d-\d\d$/);
    const [bs] = (await margin(account, 'month', { calendar: 'bs' })).rows;
    expect(Number(bs?.key.slice(0, 4)) - Number(ad?.key.slice(0, 4))).toBeOneOf([56, 57]);
    const file = await ask({ by: 'account', account }, 'admin', `${MARGINS}export/`);
    expect(file.text.split('\r\n').slice(0, 2)).toEqual([
      '\ufeffaccount,account ID,parts,charged incl. VAT (Rs.),charged excl. VAT (Rs.),cost (Rs.),margin (Rs.),parts without a known cost',
      `Himal Traders,${account},1,1.356,1.20,0.10,1.10,0`,
    ]);
    expect((await ask({ by: 'month', from: day(-400) })).status).toBe(400);
  });

  test('knows the months of a period, and the one before a day', () => {
    const bs = new BikramSambat();
    expect(monthsBetween('2026-01-30', '2026-03-02', null)).toEqual([
      { key: '2026-01', from: '2026-01-30', until: '2026-01-31' },
      { key: '2026-02', from: '2026-02-01', until: '2026-02-28' },
      { key: '2026-03', from: '2026-03-01', until: '2026-03-02' },
    ]);
    const last = '9999-12-31';
    expect(monthsBetween(last, last, null)).toEqual([{ key: '9999-12', from: last, until: last }]);
    expect(monthBefore('2026-01-01', null)).toEqual({
      key: '2025-12',
      from: '2025-12-01',
      until: '2025-12-31',
    });
    const month = monthBefore('2026-05-20', bs);
    expect(month.key).toBe('2083-01');
    expect([bs.toBs(month.from)?.day, bs.toBs(month.until)?.day]).toEqual([1, bs.daysInMonth(2083, 1)]);
  });
});

describe('a cost price', () => {
  const costs = async (method = 'GET', body?: object, more = '') => {
    const { rows } = await sql<{ uuid: string }>`SELECT uuid FROM operator_link WHERE name = ${LINK}`.execute(
      world.db,
    );
    const path = `/v1/admin/operator-links/${rows[0]?.uuid}/costs/${more}`;
    return world.call<{ data: LinkCost[]; errors?: object }>('admin', method as 'GET', path, body);
  };

  test('begins at a full hour to come, and replaces the one before', async () => {
    await sql`DELETE FROM link_cost`.execute(world.db);
    await countUse(world.db);
    const first = await costs('POST', { price: 79.5 });
    expect(first.status, first.text).toBe(200);
    const [now] = first.body.data;
    expect(now).toMatchObject({ price: 79.5, status: 'future' });
    const begins = Date.parse(now?.valid_from as string);
    expect((begins - 900_000) % 3_600_000).toBe(0);
    expect(begins - Date.now()).toBeGreaterThan(55_000);
    expect(begins - Date.now()).toBeLessThan(3_700_000);
    // The same hour again corrects it.
    expect((await costs('POST', { price: null })).body.data).toMatchObject([{ price: null }]);
    await priceFrom(60, '2025-01-01T00:00:00+05:45');
    await priceFrom(70);
    const later = await costs('POST', { price: 0, valid_from: `${day(40)}T00:00:00+05:45` });
    const shown = later.body.data.map(({ price, status }) => [price, status]);
    expect(shown).toEqual([
      [0, 'future'],
      [null, 'future'],
      [70, 'in-force'],
      [60, 'past'],
    ]);
    const [future, , inForce] = later.body.data;
    expect((await costs('DELETE', undefined, `${inForce?.uuid}/`)).status).toBe(409);
    expect((await costs('DELETE', undefined, `${future?.uuid}/`)).body.data).toHaveLength(3);
    expect((await costs('DELETE', undefined, `${future?.uuid}/`)).status).toBe(404);
    const { rows } = await sql<{ before: object; after: object }>`
      SELECT before, after FROM audit_entry WHERE entity = 'admin/operator-links' AND action = 'update'
      ORDER BY uuid DESC LIMIT 2`.execute(world.db);
    expect(rows).toMatchObject([{ before: { cost_price: 0 } }, { after: { cost_price: 0 } }]);
  });

  test.each([
    [{ price: 1, valid_from: '2026-01-01T00:00:00+05:45' }, 'valid_from'],
    [{ price: 1, valid_from: `${day(40)}T00:00:00Z` }, 'valid_from'],
    [{ price: -1 }, 'price'],
    [{ price: 0.00001 }, 'price'],
    [{}, 'price'],
  ])('is refused: %o', async (body, field) => {
    const answer = await costs('POST', body);
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.errors ?? {})).toEqual([field]);
  });

  test('ends with its link, so that another of that name does not have it', async () => {
    await sql`INSERT INTO operator_link (name, host, port, system_id, password) VALUES ('old', 'a.example', 2775, 'x', 'y')`.execute(
      world.db,
    );
    const { rows } = await sql<{ uuid: string }>`SELECT uuid FROM operator_link WHERE name = 'old'`.execute(
      world.db,
    );
    await sql`INSERT INTO link_cost (link, price, valid_from) VALUES ('old', 5, '2026-01-01T00:00:00+05:45'),
      ('old', 6, '2036-01-01T00:00:00+05:45')`.execute(world.db);
    const gone = await world.call('admin', 'DELETE', `/v1/admin/operator-links/${rows[0]?.uuid}/`);
    expect(gone.status, gone.text).toBe(204);
    const left = await sql<{ price: number | null }>`
      SELECT price::float8 AS price FROM link_cost WHERE link = 'old' ORDER BY valid_from`.execute(world.db);
    expect(left.rows.map(({ price }) => price)).toEqual([5, null]);
  });
});
