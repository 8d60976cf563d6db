import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Plan } from '#schema/compose.ts';
import { showPlan } from '../../../server/services/sending/plan.ts';
import type { Source } from '../../../server/services/sending/recipients.ts';
import { stagePlan } from '../../../server/services/sending/stagedPlan.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { waitForLocks } from '../../support/locks.ts';
import { BODY, given, phones, planSteps } from '../../support/planSteps.ts';

/** A plan and the campaign of it: what is kept, answered and written down. As requests: plan.test.ts. */

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

describe('a plan', () => {
  test('is answered in full: who gets what, what it costs now and what is left', async () => {
    const { customer } = t.accounts;
    await sql`
      INSERT INTO account_package (account, name, parts, remaining, expires_at)
      VALUES (${customer}, 'One', 1, 1, now() + interval '1 day')`.execute(t.db);
    const uuid = await plans.stage([...phones(2), '1']);
    const none = { 'unknown-operator': 0, duplicate: 0, blacklisted: 0, 'missing-value': 0, 'too-long': 0 };
    expect(await plans.show(uuid)).toEqual({
      ...{ uuid, expires_at: expect.any(String), given: 3, recipients: 2, hidden_rows: 0 },
      refused: { ...none, invalid: 1, 'bad-character': 0, 'blocked-keyword': 0, 'sender-not-approved': 0 },
      sender_check: null,
      refused_rows: [
        { source: 'numbers', row: 3, value: '1', refusal: 'invalid', reason: expect.any(String) },
      ],
      operators: [
        {
          ...{ operator: 'ntc', messages: 2, parts: 2, package_parts: 1, price: 135.6, amount: 135.6 },
          closed: false,
        },
      ],
      ...{ encodings: { 'GSM-7': 2, 'UCS-2': 0 }, parts: 2, package_parts: 1, cost: 136 },
      ...{
        balance: 5_000_000,
        balance_after: 4_999_864,
        credit_limit: 0,
        daily_cap: null,
        colleague_approval: null,
        sufficient: true,
      },
      ...{ needs_approval: false, approval: null, test: false, is_free: false, no_operator: false },
      samples: phones(2).map((phone) => ({ phone: `+977${phone}`, text: BODY, parts: 1 })),
    } satisfies Plan);
  });

  test('says where the money is not enough, to the paisa, and shows no balance without the pair', async () => {
    const uuid = await plans.stage();
    const has = async (balance: number) => {
      await sql`UPDATE account SET balance = ${balance} WHERE uuid = ${plans.caller.account}`.execute(t.db);
      return (await plans.show(uuid)).sufficient;
    };
    expect([await has(135), await has(136)]).toEqual([false, true]);
    expect(await plans.show(uuid, null, { ...plans.caller, pairs: [] })).toMatchObject({
      balance: null,
      balance_after: null,
    });
    await sql`UPDATE account SET balance = 5000000 WHERE uuid = ${plans.caller.account}`.execute(t.db);
  });

  test('is a free test if only the simulator takes it, and has no operator without any link', async () => {
    await plans.simulate(true);
    const uuid = await plans.stage();
    expect(await plans.show(uuid)).toMatchObject({ test: true, is_free: true, no_operator: false, cost: 0 });
    const { rows } = await sql`SELECT test FROM plan WHERE uuid = ${uuid}`.execute(t.db);
    expect(rows).toEqual([{ test: true }]);
    const undo = new Error('as it was');
    const alone = t.db.transaction().execute(async (trx) => {
      await sql`DELETE FROM operator_link`.execute(trx);
      const shown = await showPlan(trx, plans.caller, uuid, {
        wanted: { body: BODY, sender: t.sender },
        scheduledAt: null,
      });
      expect(shown).toMatchObject({ test: false, is_free: false, no_operator: true });
      throw undo;
    });
    await expect(alone).rejects.toBe(undo);
  });

  test('does not lock the account while it is shown', async () => {
    const plan = await plans.stage();
    await t.db.transaction().execute(async (trx) => {
      await showPlan(trx, plans.caller, plan, {
        wanted: { body: BODY, sender: t.sender },
        scheduledAt: null,
      });
      const { rows } = await sql`
        SELECT FROM account WHERE uuid = ${plans.caller.account} FOR NO KEY UPDATE SKIP LOCKED`.execute(t.db);
      expect(rows).toHaveLength(1);
    });
  });

  test('is found by its account alone', async () => {
    const uuid = await plans.stage();
    const missing = { code: 'not_found', message: 'This check does not exist.' };
    await expect(plans.show(randomUUID())).rejects.toMatchObject(missing);
    await expect(
      plans.show(uuid, null, { ...plans.caller, account: t.accounts.other }),
    ).rejects.toMatchObject(missing);
  });

  test('whose recipients cannot be read completely leaves no rows behind', async () => {
    const broken = new Error('The sheet ends in the middle');
    async function* source(): Source {
      yield* given(phones(2));
      throw broken;
    }
    await expect(stagePlan(t.db, plans.caller, plans.wanted(), source())).rejects.toBe(broken);
    expect(await plans.left()).toEqual({ plans: 0, recipients: 0 });
    await expect(plans.stage(phones(101), { urgent: true })).rejects.toMatchObject({
      errors: { urgent: ['An urgent message can have up to 100 recipients.'] },
    });
    expect(await plans.left()).toEqual({ plans: 0, recipients: 0 });
  });

  test('that breaks off while rows are written waits for them, so that they go, too', async () => {
    const broken = new Error('The sheet ends in the middle');
    async function* source(): Source {
      yield* given(phones(2));
      await waitForLocks(t.db);
      throw broken;
    }
    await sql`
      CREATE FUNCTION wait_here() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN PERFORM pg_advisory_xact_lock(1); RETURN NULL; END $$`.execute(t.db);
    await sql`
      CREATE TRIGGER wait_here BEFORE INSERT ON plan_recipient EXECUTE FUNCTION wait_here()`.execute(t.db);
    const staged = await t.db.transaction().execute(async (trx) => {
      await sql`SELECT pg_advisory_xact_lock(1)`.execute(trx);
      const ended = stagePlan(t.db, plans.caller, plans.wanted(), source()).catch((error: unknown) => error);
      await waitForLocks(t.db);
      // Time enough to remove the plan for whoever does not wait.
      for (let n = 0; n < 100; n++) await plans.left();
      return { ended };
    });
    expect(await staged.ended).toBe(broken);
    await sql`DROP TRIGGER wait_here ON plan_recipient`.execute(t.db);
    expect(await plans.left()).toEqual({ plans: 0, recipients: 0 });
  });

  test('of an urgent message has as many recipients as may be, and of another more', async () => {
    await plans.stage(phones(100), { urgent: true });
    await plans.stage(phones(101));
    await plans.stage(phones(101), { urgent: false });
  });

  test('has a flag for runs of numbers where the provider asks for it, and so has its campaign', async () => {
    const run = ['9841000001', '9841000002', '9841000003'];
    const flagOf = async (plan: string) => (await plans.campaign(await plans.send(plan))).flag;
    const unflagged = await plans.send(await plans.stage(run));
    const { rows } = await sql`SELECT FROM campaign WHERE uuid = ${unflagged} AND flag IS NULL`.execute(t.db);
    expect(rows).toHaveLength(1);
    await sql`UPDATE provider_setting SET consecutive_numbers = 3`.execute(t.db);
    expect(await flagOf(await plans.stage(run))).toMatchObject({ threshold: 3, count: 1, numbers: 3 });
    expect(await flagOf(await plans.stage(run.slice(0, 2)))).toBeNull();
  });

  test('of a text with a blocked keyword is refused', async () => {
    await plans.block('sale');
    await expect(plans.stage()).rejects.toMatchObject({
      errors: { body: [expect.stringContaining('sale')] },
    });
  });
});

describe('a campaign', () => {
  test('has the price, recipients and texts of its plan, holds the money, and is written down', async () => {
    await sql`
      INSERT INTO account_package (account, name, parts, remaining, expires_at)
      VALUES (${plans.caller.account}, 'One', 1, 1, now() + interval '1 day')`.execute(t.db);
    const plan = await plans.stage(phones(3));
    const uuid = await plans.send(plan, { cost: 271, maxCost: 271, test: false });
    expect(await plans.campaign(uuid)).toMatchObject({
      ...{
        account: plans.caller.account,
        user: plans.caller.user,
        name: 'Offer',
        status: 'preparing',
        sender: 'DEMO',
      },
      ...{ body: BODY, encoding: 'GSM-7', recipients: 3, queued: 3, parts: 3, package_parts: 1, cost: 271 },
      prices: { ntc: { price: 135.6, package_parts: 1, release_undelivered: false } },
      ...{ plan, urgent: false, test: false, scheduled_at: null, retry_of: null, flag: null },
    });
    expect(await plans.money()).toEqual({ balance: 5_000_000 - 271, campaigns: 1 });
    const { rows } = await sql`
      SELECT p.remaining, c.parts FROM campaign_package c JOIN account_package p ON p.uuid = c.package
      WHERE c.campaign = ${uuid}`.execute(t.db);
    expect(rows).toEqual([{ remaining: 0, parts: 1 }]);
    const held = await sql`SELECT kind, amount FROM wallet_entry WHERE campaign = ${uuid}`.execute(t.db);
    expect(held.rows).toEqual([{ kind: 'hold', amount: -271 }]);
    expect(await plans.written(uuid)).toEqual([
      {
        ...{
          action: 'send',
          entity: 'admin/campaigns',
          account: plans.caller.account,
          title: 'Offer',
          before: null,
        },
        after: { sender: 'DEMO', recipients: 3, parts: 3, cost: 271 },
      },
    ]);
  });

  test('that is urgent, for later and in Nepali says so', async () => {
    const body = 'आज छुट';
    const at = '2030-01-02T03:04:05.000Z';
    const more = { body, urgent: true };
    const plan = await plans.stage(phones(1), more);
    const uuid = await plans.send(plan, { wanted: plans.wanted(more), scheduledAt: at });
    const found = await plans.campaign(uuid);
    expect(found).toMatchObject({ urgent: true, encoding: 'UCS-2', package_parts: 0 });
    expect(new Date(found.scheduled_at as string).toISOString()).toBe(at);
    expect(await plans.written(uuid)).toMatchObject([
      { after: { sender: 'DEMO', recipients: 1, parts: 1, cost: 136, urgent: true, scheduled_at: at } },
    ]);
  });

  test('of the simulator is a free test', async () => {
    await plans.simulate(true);
    const uuid = await plans.send(await plans.stage());
    expect(await plans.campaign(uuid)).toMatchObject({
      ...{ test: true, cost: 0, prices: { ntc: { price: 0, package_parts: 0, release_undelivered: false } } },
    });
    expect(await plans.written(uuid)).toMatchObject([{ after: { cost: 0, test: true } }]);
    expect(await plans.money()).toEqual({ ...UNTOUCHED, campaigns: 1 });
  });

  test.each([
    [{ numbers: [] }, 'send'],
    [{ failed_of: 'x' }, 'retry'],
    [{ test: 'x' }, 'send-test'],
    [null, 'send'],
  ])('to %o is called %s in the audit log', async (recipients, action) => {
    const more = { recipients };
    expect(
      await plans.written(
        await plans.send(await plans.stage(phones(1), more), { wanted: plans.wanted(more) }),
      ),
    ).toMatchObject([{ action }]);
  });

  test('above the provider’s limit waits for approval, and the plan has said so', async () => {
    await sql`UPDATE provider_setting SET approval_above = 1`.execute(t.db);
    const plan = await plans.stage(phones(2));
    expect(await plans.show(plan, '2030-01-02T20:00:00Z')).toMatchObject({
      needs_approval: true,
      approval: { above: 1, day: '2030-01-03', total: 2 },
    });
    expect(await plans.campaign(await plans.send(plan))).toMatchObject({ status: 'draft' });
    expect(await plans.campaign(await plans.send(await plans.stage()))).toMatchObject({
      status: 'preparing',
    });
  });

  test('reaches the workers at once', async () => {
    const plan = await plans.stage();
    const worker = new Client({ connectionString: t.url });
    await worker.connect();
    try {
      await worker.query('LISTEN dispatch');
      const notified = once(worker, 'notification');
      await plans.send(plan);
      expect(await notified).toMatchObject([{ channel: 'dispatch' }]);
    } finally {
      await worker.end();
    }
  }, 10_000);

  test('of a retry knows what it repeats, which is repeated once at a time', async () => {
    const first = await plans.send(await plans.stage());
    const more = { recipients: { failed_of: first } };
    const again = async () =>
      plans.send(await plans.stage(phones(1), more), { wanted: plans.wanted(more), retryOf: first });
    expect(await plans.campaign(await again())).toMatchObject({ retry_of: first });
    await expect(again()).rejects.toMatchObject({ code: 'conflict', data: { name: 'Offer' } });
  });
});
