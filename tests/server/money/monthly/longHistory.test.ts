import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { usedBeyondAdvances } from '../../../../server/services/money/monthly/due.ts';
import { claimCampaign } from '../../../support/claimedCampaign.ts';
import { waitForLocks } from '../../../support/locks.ts';
import { next, setUpMonths } from './monthlySetup.ts';

const setup = setUpMonths();
const { close, postpaid, only } = setup;

test('the account moves money while the use of its whole history is read', async () => {
  await postpaid();
  await (await claimCampaign(setup.world, ['9841000001'])).record({ 0: 'submitted' });
  const { db } = setup.base;
  const reading = await db.startTransaction().execute();
  await sql`LOCK TABLE consumption`.execute(reading);
  const closed = close(next);
  await waitForLocks(db);
  const moving = sql`SELECT FROM account WHERE uuid = ${setup.account} FOR UPDATE NOWAIT`.execute(db);
  const answer = await moving.then(
    () => 'free',
    (error: Error) => error.message,
  );
  await reading.rollback().execute();
  await closed;
  expect(answer).toBe('free');
  expect((await only()).total).toBe(136);
});

interface Step {
  'Relation Name'?: string;
  'Actual Rows': number;
  'Rows Removed by Filter'?: number;
  'Actual Loops': number;
  Plans?: Step[];
}
/** How many rows of the ledger a plan has read. */
const linesRead = ({ Plans = [], ...step }: Step): number =>
  (step['Relation Name'] === 'wallet_entry'
    ? (step['Actual Rows'] + (step['Rows Removed by Filter'] ?? 0)) * step['Actual Loops']
    : 0) + Plans.reduce((sum, one) => sum + linesRead(one), 0);

test('of the ledger only what no campaign made is read', async () => {
  await postpaid();
  await setup.buy();
  await setup.topUp(5000);
  const trx = await setup.base.db.startTransaction().execute();
  await sql`
    INSERT INTO wallet_entry (account, kind, amount, balance)
    SELECT ${setup.account}, 'hold', -1, 0 FROM generate_series(1, 5000)`.execute(trx);
  await sql`ANALYZE wallet_entry`.execute(trx);
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: Step }] }>`
    EXPLAIN (ANALYZE, FORMAT JSON) SELECT ${usedBeyondAdvances(
      sql`${setup.account}::uuid`,
      sql`current_date`,
      sql`uuid_v7()`,
    )}`.execute(trx);
  await trx.rollback().execute();
  const read = linesRead((rows[0] as (typeof rows)[0])['QUERY PLAN'][0].Plan);
  expect(read).toBeGreaterThanOrEqual(2);
  expect(read).toBeLessThan(10);
});
