import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { invoiceMonth } from '../../../../server/services/money/monthly/invoiceMonth.ts';
import { nepalDay } from '../../../../server/services/platform/nepalTime.ts';
import { audit } from '../../../support/audit.ts';
import { claimCampaign } from '../../../support/claimedCampaign.ts';
import { afterNext, DAY, next, seller, setUpMonths, thisMonth } from './monthlySetup.ts';

const setup = setUpMonths();
const { close, terms, unguarded, withoutMoney, buy, expirePackages, topUp } = setup;
const { balance, listed, paper, only, postpaid } = setup;

/** Each a campaign of its own, which takes whole paisa from the wallet. */
const sendOneByOne = async (messages: number) => {
  for (let n = 0; n < messages; n++) {
    await (await claimCampaign(setup.world, ['9841000001'])).record({ 0: 'submitted' });
  }
};
/** A package whose parts the messages do not use. */
const buyUnused = async () => {
  await buy();
  await expirePackages();
};
const amounts = async (uuid: string) => (await paper(uuid)).lines?.map(({ name, amount }) => [name, amount]);

test('a month’s invoice is what the wallet was charged, and paid in full nothing is owed', async () => {
  await postpaid();
  await sendOneByOne(2);
  await buyUnused();
  await close(next);
  const { uuid, total } = await only();
  expect([total, await balance()]).toEqual([11_572, -11_572]);
  expect(await amounts(uuid)).toEqual([
    ['ntc', 272],
    ['Two', 11_300],
  ]);
  await topUp(total);
  expect(await balance()).toBe(0);
  expect(await close(afterNext)).toBe(0);
});

test('what was paid in advance, a campaign at a time, is not invoiced again', async () => {
  await withoutMoney();
  await sql`INSERT INTO pricing (account, price) VALUES (${setup.account}, 200.4)`.execute(setup.base.db);
  await topUp(1000);
  await sendOneByOne(5);
  expect(await balance()).toBe(0);
  await terms('postpaid', 100_000);
  expect(await close(next)).toBe(0);
  expect(await listed()).toEqual([]);
});

test('a campaign of two months costs on both invoices what it cost', async () => {
  await postpaid();
  for (const n of [0, 1]) {
    const sent = await claimCampaign(setup.world, [`980100000${n}`, `984100000${n}`]);
    await sent.record({ 0: 'submitted', 1: 'submitted' });
  }
  const trx = await setup.base.db.startTransaction().execute();
  // The messages to Ncell were a month earlier.
  for (const table of ['consumption', 'daily_use']) {
    await sql`
      UPDATE ${sql.table(table)} SET day = day - 31 WHERE account = ${setup.account} AND operator = 'ncell'`.execute(
      trx,
    );
  }
  const totals = [];
  for (const at of [new Date(next.getTime() - 31 * DAY), next]) {
    const month = {
      name: at === next ? thisMonth : '2083-01',
      lastDay: nepalDay(new Date(at.getTime() - DAY)),
    };
    await invoiceMonth(trx, setup.account, month, { seller, days: 15, at });
    const { rows } = await sql<{ total: number }>`
      SELECT total FROM invoice WHERE account = ${setup.account} ORDER BY uuid DESC LIMIT 1`.execute(trx);
    totals.push(rows[0]?.total);
  }
  await trx.rollback().execute();
  expect(totals).toEqual([272, 270]);
  expect(await balance()).toBe(-272 - 270);
  // Otherwise another test closes this month as well.
  await topUp(1000);
});

test('the next month makes up for one that was closed by fractions', async () => {
  await postpaid();
  await sendOneByOne(2);
  await buyUnused();
  await close(next);
  await unguarded('invoice', (trx) =>
    sql`
      UPDATE invoice SET total = total - 1, vat = vat - 1, lines = jsonb_set(lines, '{0,amount}', '271')
      WHERE account = ${setup.account}`.execute(trx),
  );
  expect((await only()).total).toBe(11_571);
  await audit(setup.base.db);
  await buyUnused();
  await close(afterNext);
  expect((await listed()).map(({ total }) => total)).toEqual([11_301, 11_571]);
  expect(await balance()).toBe(-11_301 - 11_571);
});

test('it also makes up for one in which fractions left nothing to invoice', async () => {
  await postpaid();
  await sql`INSERT INTO pricing (account, price) VALUES (${setup.account}, 1000.6)`.execute(setup.base.db);
  await topUp(2001);
  await sendOneByOne(2);
  await sql`
    INSERT INTO billed_month (account, month, last_day, entry)
    SELECT account, ${thisMonth}, ${nepalDay(new Date(next.getTime() - DAY))}, uuid FROM wallet_entry
    WHERE account = ${setup.account} ORDER BY uuid DESC LIMIT 1`.execute(setup.base.db);
  await audit(setup.base.db);
  await close(afterNext);
  expect([(await only()).total, await balance()]).toEqual([1, -1]);
});
