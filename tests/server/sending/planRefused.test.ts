import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accept } from '../../../server/services/sending/plan.ts';
import type { Source } from '../../../server/services/sending/recipients.ts';
import { stagePlan } from '../../../server/services/sending/stagedPlan.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { waitForLocks } from '../../support/locks.ts';
import { phones, planSteps } from '../../support/planSteps.ts';

/** What keeps a plan from becoming a campaign, in which words, and that nothing has changed then. */

let app: TestApp;
let t: TestApp;
let plans: Awaited<ReturnType<typeof planSteps>>;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  t = await app.newCustomers();
  plans = await planSteps(t);
  await plans.restore();
});

const UNTOUCHED = { balance: 5_000_000, campaigns: 0 };

describe('nothing is sent or charged', () => {
  const refused = async (work: Promise<unknown>, problem: object) => {
    await expect(work).rejects.toMatchObject(problem);
    expect(await plans.money()).toEqual(UNTOUCHED);
  };

  test('of a plan that is too old, another account’s, or none', async () => {
    const expired = { code: 'conflict', message: 'This check has expired. Check the cost again.' };
    await refused(plans.send(randomUUID()), expired);
    const plan = await plans.stage();
    const { other } = t.accounts;
    const theirs = { ...plans.caller, account: other };
    const own = plans.wanted({ sender: await plans.addSender(other) });
    await refused(plans.send(plan, { wanted: own }, theirs), expired);
    await sql`UPDATE plan SET expires_at = now() WHERE uuid = ${plan}`.execute(t.db);
    await refused(plans.send(plan), expired);
  });

  test.each([
    ['another text', { body: 'Sale tomorrow' }],
    ['another list', { recipients: { numbers: ['other'] } }],
  ])('where the plan was made for %s', async (_, other) => {
    await refused(plans.send(await plans.stage(), { wanted: plans.wanted(other) }), {
      errors: { plan: ['The check was made for another text, sender ID or list. Check the cost again.'] },
    });
  });

  test('where the plan was made for another sender, or the sender is not approved any more', async () => {
    const second = await plans.addSender(plans.caller.account);
    const plan = await plans.stage();
    await refused(plans.send(plan, { wanted: plans.wanted({ sender: second }) }), {
      errors: { plan: [expect.any(String)] },
    });
    await sql`UPDATE sender_identity SET status = 'rejected' WHERE uuid = ${t.sender}`.execute(t.db);
    await refused(plans.send(plan), { errors: { sender: ['This sender ID is not approved.'] } });
    await expect(plans.stage()).rejects.toMatchObject({ errors: { sender: [expect.any(String)] } });
  });

  test('a second time', async () => {
    const plan = await plans.stage();
    await plans.send(plan);
    await expect(plans.send(plan)).rejects.toMatchObject({
      ...{ code: 'conflict', message: 'This campaign was already sent. Nothing was sent again.' },
    });
    expect(await plans.money()).toMatchObject({ campaigns: 1 });
  });

  test('where words were blocked since: in the text, or in what a placeholder may stand for', async () => {
    const plain = await plans.stage();
    const personal = plans.wanted({ body: 'Sale, {{name}}' });
    async function* people(): Source {
      yield [{ source: 'numbers', row: 1, value: '9841000001', values: { name: 'Sita' } }];
    }
    const named = await stagePlan(t.db, plans.caller, personal, people());
    await plans.block('casino');
    await refused(plans.send(named, { wanted: personal }), {
      code: 'conflict',
      message: 'The blocked keywords have changed since you checked. Check the cost again.',
    });
    await plans.block('sale');
    await refused(plans.send(plain), { errors: { body: [expect.stringContaining('sale')] } });
    await sql`DELETE FROM blocked_keyword WHERE keyword = 'sale'`.execute(t.db);
    // A text without placeholders has been compared as a whole just now.
    await plans.send(plain);
    await sql`DELETE FROM blocked_keyword`.execute(t.db);
    await plans.send(named, { wanted: personal });
  });

  test('to nobody', async () => {
    await refused(plans.send(await plans.stage(['1'])), {
      errors: { recipients: ['There are no recipients: all were excluded.'] },
    });
  });

  test('to more than an urgent message may have', async () => {
    const urgent = plans.wanted({ urgent: true });
    await refused(plans.send(await plans.stage(phones(101)), { wanted: urgent }), {
      errors: { urgent: [expect.any(String)] },
    });
  });

  test('for real where a test was agreed to, nor the other way, unless it is said again', async () => {
    const real = await plans.stage();
    await plans.simulate(true);
    await refused(plans.send(real), {
      ...{ code: 'price_changed', data: { uuid: real, test: true, cost: 0 } },
      message: 'No operator is connected now, so this would only be a test. Nothing was sent or charged.',
    });
    const trial = await plans.stage();
    await plans.simulate(false);
    await refused(plans.send(trial), {
      ...{ code: 'price_changed', data: { uuid: trial, test: false, cost: 136 } },
      message:
        'An operator was connected after you checked, so this would be sent to real phones. Nothing was sent or charged.',
    });
    await refused(plans.send(real, { test: true }), { code: 'price_changed' });
    await plans.send(trial, { test: false });
  });

  test('where nobody would take it', async () => {
    const plan = await plans.stage();
    const undo = t.db.transaction().execute(async (trx) => {
      await sql`DELETE FROM operator_link`.execute(trx);
      return accept(trx, plans.caller, {
        plan,
        name: 'x',
        wanted: plans.wanted(),
        cost: undefined,
        scheduledAt: null,
      });
    });
    await refused(undo, { code: 'no_operator' });
  });

  test('for another cost than was agreed, or more than the most', async () => {
    const plan = await plans.stage();
    for (const cost of [135, 137, 0])
      await refused(plans.send(plan, { cost }), {
        ...{ code: 'price_changed', data: { uuid: plan, cost: 136 } },
        message: 'The cost has changed since you checked it. Nothing was sent or charged.',
      });
    for (const maxCost of [135, 0])
      await refused(plans.send(plan, { maxCost }), {
        ...{ code: 'price_changed', data: { uuid: plan, cost: 136 } },
        message: 'The cost is higher than max_cost. Nothing was sent or charged.',
      });
    await plans.send(plan, { maxCost: 137 });
  });

  test('for more than the account has', async () => {
    const plan = await plans.stage();
    await sql`UPDATE account SET balance = 135 WHERE uuid = ${plans.caller.account}`.execute(t.db);
    await expect(plans.send(plan, { cost: 136 })).rejects.toMatchObject({
      ...{ code: 'insufficient_balance', data: { uuid: plan, sufficient: false } },
      message: 'The balance is too low. Nothing was sent or charged.',
    });
    await sql`UPDATE account SET balance = 136 WHERE uuid = ${plans.caller.account}`.execute(t.db);
    await plans.send(plan, { cost: 136 });
  });

  test('twice at once for money that is there once', async () => {
    const pair = [await plans.stage(), await plans.stage()];
    await sql`UPDATE account SET balance = 136 WHERE uuid = ${plans.caller.account}`.execute(t.db);
    // Both begin before either has held anything.
    const sent = await t.db.transaction().execute(async (trx) => {
      await sql`SELECT FROM account WHERE uuid = ${plans.caller.account} FOR NO KEY UPDATE`.execute(trx);
      const both = Promise.allSettled(pair.map((plan) => plans.send(plan)));
      await waitForLocks(t.db, 2);
      return { both };
    });
    const reasons = (await sent.both).flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(reasons).toMatchObject([{ code: 'insufficient_balance', data: { sufficient: false } }]);
    expect(await plans.money()).toEqual({ balance: 0, campaigns: 1 });
  });

  test('by a version that is older than the database, and other troubles keep their name', async () => {
    const plan = await plans.stage();
    await sql`INSERT INTO kysely_migration (name, timestamp) VALUES ('9999_newer', '2030')`.execute(t.db);
    await refused(plans.send(plan), {
      code: 'unavailable',
      message: 'The server is being updated. Nothing was changed. Try again in a minute.',
    });
    await sql`DELETE FROM kysely_migration WHERE name = '9999_newer'`.execute(t.db);
    const aborted = t.db.transaction().execute(async (trx) => {
      await sql`SELECT 1 / 0`.execute(trx).catch(() => {});
      return accept(trx, plans.caller, {
        plan,
        name: 'x',
        wanted: plans.wanted(),
        cost: undefined,
        scheduledAt: null,
      });
    });
    await refused(aborted, { message: expect.stringContaining('current transaction is aborted') });
  });
});
