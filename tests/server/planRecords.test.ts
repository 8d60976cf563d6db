import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Plan } from '#schema/compose.ts';
import { roles } from '#schema/permissions.ts';
import type { Caller } from '../../server/services/platform/caller.ts';
import {
  accept,
  type SendRequest,
  showPlan,
  stagePlan,
  type Wanted,
} from '../../server/services/sending/plan.ts';
import type { Source } from '../../server/services/sending/recipients.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { waitForLocks } from '../support/locks.ts';

/** A plan and the campaign of it, step by step: what is kept, answered, written down and refused. As requests: plan.test.ts. */

let app: TestApp;
let t: TestApp;
let caller: Caller;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  t = await app.newCustomers();
  const { rows } = await sql<{ user: string }>`
    SELECT uuid AS "user" FROM users WHERE email = ${t.emails.customer}`.execute(t.db);
  caller = {
    ...{ user: rows[0]?.user as string, account: t.accounts.customer, role: 'customer' },
    ...{ pairs: roles.customer, tokenHash: Buffer.alloc(0) },
  };
  await sql`UPDATE operator_link SET is_simulator = false`.execute(t.db);
  await sql`DELETE FROM blocked_keyword`.execute(t.db);
  await sql`UPDATE provider_setting SET consecutive_numbers = NULL, approval_above = NULL`.execute(t.db);
});

const BODY = 'Sale today';
const phones = (count: number, first = 9841000000) =>
  Array.from({ length: count }, (_, n) => `${first + n * 7}`);
async function* given(numbers: readonly string[]): Source {
  yield numbers.map((value, i) => ({ source: 'numbers', row: i + 1, value, values: {} }));
}
const wanted = (more: Partial<Wanted> = {}): Wanted => ({
  ...{ sender: t.sender, body: BODY, recipients: { numbers: ['any'] }, ...more },
});
const stage = (numbers: readonly string[] = phones(1), more: Partial<Wanted> = {}) =>
  stagePlan(t.db, caller, wanted(more), given(numbers));
const send = (plan: string, more: Partial<SendRequest> = {}, as = caller) =>
  t.db.transaction().execute((trx) =>
    accept(trx, as, {
      ...{ plan, name: 'Offer', wanted: wanted(), cost: undefined, scheduledAt: null },
      ...more,
    }),
  );
/** Another approved sender of an account. */
async function addSender(account: string): Promise<string> {
  const { rows } = await sql<{ uuid: string }>`
    INSERT INTO sender_identity (account, name, purpose, status)
    VALUES (${account}, 'SECOND', 'Sales', 'approved') RETURNING uuid`.execute(t.db);
  return rows[0]?.uuid as string;
}
const show = (plan: string, scheduledAt: string | null = null, as = caller) =>
  showPlan(t.db, as, plan, { wanted: { body: BODY }, scheduledAt });
const campaign = async (uuid: string) => {
  const { rows } = await sql<Record<string, unknown>>`SELECT * FROM campaign WHERE uuid = ${uuid}`.execute(
    t.db,
  );
  return rows[0] ?? {};
};
const written = async (record: string) =>
  (
    await sql`
      SELECT action, entity, account, title, before, after FROM audit_entry WHERE record = ${record}`.execute(
      t.db,
    )
  ).rows;
const money = async () => {
  const { rows } = await sql`
    SELECT (SELECT balance FROM account WHERE uuid = ${caller.account}) AS balance,
      (SELECT count(*)::int FROM campaign WHERE account = ${caller.account}) AS campaigns`.execute(t.db);
  return rows[0];
};
/** Plans of the customer, and recipients of plans that are not there. */
const left = async () => {
  const { rows } = await sql`
    SELECT (SELECT count(*)::int FROM plan WHERE account = ${caller.account}) AS plans,
      (SELECT count(*)::int FROM plan_recipient r WHERE NOT EXISTS (SELECT FROM plan p WHERE p.uuid = r.plan))
        AS recipients`.execute(t.db);
  return rows[0];
};
const UNTOUCHED = { balance: 5_000_000, campaigns: 0 };
const simulate = (isOn: boolean) => sql`UPDATE operator_link SET is_simulator = ${isOn}`.execute(t.db);
const block = (keyword: string) =>
  sql`INSERT INTO blocked_keyword (keyword, folded) VALUES (${keyword}, ${keyword})`.execute(t.db);

describe('a plan', () => {
  test('is answered in full: who gets what, what it costs now and what is left', async () => {
    const { customer } = t.accounts;
    await sql`
      INSERT INTO account_package (account, name, parts, remaining, expires_at)
      VALUES (${customer}, 'One', 1, 1, now() + interval '1 day')`.execute(t.db);
    const uuid = await stage([...phones(2), '1']);
    const none = { 'unknown-operator': 0, duplicate: 0, blacklisted: 0, 'missing-value': 0, 'too-long': 0 };
    expect(await show(uuid)).toEqual({
      ...{ uuid, expires_at: expect.any(String), given: 3, recipients: 2 },
      refused: { ...none, invalid: 1, 'bad-character': 0, 'blocked-keyword': 0 },
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
      ...{ balance: 5_000_000, balance_after: 4_999_864, sufficient: true },
      ...{ needs_approval: false, approval: null, test: false, is_free: false, no_operator: false },
      samples: phones(2).map((phone) => ({ phone: `+977${phone}`, text: BODY, parts: 1 })),
    } satisfies Plan);
  });

  test('says where the money is not enough, to the paisa, and shows no balance without the pair', async () => {
    const uuid = await stage();
    const has = async (balance: number) => {
      await sql`UPDATE account SET balance = ${balance} WHERE uuid = ${caller.account}`.execute(t.db);
      return (await show(uuid)).sufficient;
    };
    expect([await has(135), await has(136)]).toEqual([false, true]);
    expect(await show(uuid, null, { ...caller, pairs: [] })).toMatchObject({
      balance: null,
      balance_after: null,
    });
    await sql`UPDATE account SET balance = 5000000 WHERE uuid = ${caller.account}`.execute(t.db);
  });

  test('is a test, and free, where only the simulator would take it; for nobody without any link', async () => {
    await simulate(true);
    const uuid = await stage();
    expect(await show(uuid)).toMatchObject({ test: true, is_free: true, no_operator: false, cost: 0 });
    const { rows } = await sql`SELECT test FROM plan WHERE uuid = ${uuid}`.execute(t.db);
    expect(rows).toEqual([{ test: true }]);
    const undo = new Error('as it was');
    const alone = t.db.transaction().execute(async (trx) => {
      await sql`DELETE FROM operator_link`.execute(trx);
      const shown = await showPlan(trx, caller, uuid, { wanted: { body: BODY }, scheduledAt: null });
      expect(shown).toMatchObject({ test: false, is_free: false, no_operator: true });
      throw undo;
    });
    await expect(alone).rejects.toBe(undo);
  });

  test('keeps nobody from the account while it is shown', async () => {
    const plan = await stage();
    await t.db.transaction().execute(async (trx) => {
      await showPlan(trx, caller, plan, { wanted: { body: BODY }, scheduledAt: null });
      const { rows } = await sql`
        SELECT FROM account WHERE uuid = ${caller.account} FOR NO KEY UPDATE SKIP LOCKED`.execute(t.db);
      expect(rows).toHaveLength(1);
    });
  });

  test('is found by its account alone', async () => {
    const uuid = await stage();
    const missing = { code: 'not_found', message: 'There is no such plan.' };
    await expect(show(randomUUID())).rejects.toMatchObject(missing);
    await expect(show(uuid, null, { ...caller, account: t.accounts.other })).rejects.toMatchObject(missing);
  });

  test('of which the recipients cannot be read to their end leaves nothing behind', async () => {
    const broken = new Error('The sheet ends in the middle');
    async function* source(): Source {
      yield* given(phones(2));
      throw broken;
    }
    await expect(stagePlan(t.db, caller, wanted(), source())).rejects.toBe(broken);
    expect(await left()).toEqual({ plans: 0, recipients: 0 });
    await expect(stage(phones(101), { urgent: true })).rejects.toMatchObject({
      errors: { urgent: ['An urgent message goes to at most 100 recipients.'] },
    });
    expect(await left()).toEqual({ plans: 0, recipients: 0 });
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
      const ended = stagePlan(t.db, caller, wanted(), source()).catch((error: unknown) => error);
      await waitForLocks(t.db);
      // Time enough to remove the plan for whoever does not wait.
      for (let n = 0; n < 100; n++) await left();
      return { ended };
    });
    expect(await staged.ended).toBe(broken);
    await sql`DROP TRIGGER wait_here ON plan_recipient`.execute(t.db);
    expect(await left()).toEqual({ plans: 0, recipients: 0 });
  });

  test('of an urgent message has as many recipients as may be, and of another more', async () => {
    await stage(phones(100), { urgent: true });
    await stage(phones(101));
    await stage(phones(101), { urgent: false });
  });

  test('has a flag for runs of numbers where the provider asks for it, and so has its campaign', async () => {
    const run = ['9841000001', '9841000002', '9841000003'];
    const flagOf = async (plan: string) => (await campaign(await send(plan))).flag;
    const unflagged = await send(await stage(run));
    const { rows } = await sql`SELECT FROM campaign WHERE uuid = ${unflagged} AND flag IS NULL`.execute(t.db);
    expect(rows).toHaveLength(1);
    await sql`UPDATE provider_setting SET consecutive_numbers = 3`.execute(t.db);
    expect(await flagOf(await stage(run))).toMatchObject({ threshold: 3, count: 1, numbers: 3 });
    expect(await flagOf(await stage(run.slice(0, 2)))).toBeNull();
  });

  test('of a text with a blocked word is none', async () => {
    await block('sale');
    await expect(stage()).rejects.toMatchObject({ errors: { body: [expect.stringContaining('sale')] } });
  });
});

describe('a campaign', () => {
  test('has the price, recipients and texts of its plan, holds the money, and is written down', async () => {
    await sql`
      INSERT INTO account_package (account, name, parts, remaining, expires_at)
      VALUES (${caller.account}, 'One', 1, 1, now() + interval '1 day')`.execute(t.db);
    const plan = await stage(phones(3));
    const uuid = await send(plan, { cost: 271, maxCost: 271, test: false });
    expect(await campaign(uuid)).toMatchObject({
      ...{ account: caller.account, user: caller.user, name: 'Offer', status: 'preparing', sender: 'DEMO' },
      ...{ body: BODY, encoding: 'GSM-7', recipients: 3, queued: 3, parts: 3, package_parts: 1, cost: 271 },
      prices: { ntc: { price: 135.6, package_parts: 1, release_undelivered: false } },
      ...{ plan, urgent: false, test: false, scheduled_at: null, retry_of: null, flag: null },
    });
    expect(await money()).toEqual({ balance: 5_000_000 - 271, campaigns: 1 });
    const { rows } = await sql`
      SELECT p.remaining, c.parts FROM campaign_package c JOIN account_package p ON p.uuid = c.package
      WHERE c.campaign = ${uuid}`.execute(t.db);
    expect(rows).toEqual([{ remaining: 0, parts: 1 }]);
    const held = await sql`SELECT kind, amount FROM wallet_entry WHERE campaign = ${uuid}`.execute(t.db);
    expect(held.rows).toEqual([{ kind: 'hold', amount: -271 }]);
    expect(await written(uuid)).toEqual([
      {
        ...{
          action: 'send',
          entity: 'admin/campaigns',
          account: caller.account,
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
    const plan = await stage(phones(1), more);
    const uuid = await send(plan, { wanted: wanted(more), scheduledAt: at });
    const found = await campaign(uuid);
    expect(found).toMatchObject({ urgent: true, encoding: 'UCS-2', package_parts: 0 });
    expect(new Date(found.scheduled_at as string).toISOString()).toBe(at);
    expect(await written(uuid)).toMatchObject([
      { after: { sender: 'DEMO', recipients: 1, parts: 1, cost: 136, urgent: true, scheduled_at: at } },
    ]);
  });

  test('of the simulator is a free test', async () => {
    await simulate(true);
    const uuid = await send(await stage());
    expect(await campaign(uuid)).toMatchObject({
      ...{ test: true, cost: 0, prices: { ntc: { price: 0, package_parts: 0, release_undelivered: false } } },
    });
    expect(await written(uuid)).toMatchObject([{ after: { cost: 0, test: true } }]);
    expect(await money()).toEqual({ ...UNTOUCHED, campaigns: 1 });
  });

  test.each([
    [{ numbers: [] }, 'send'],
    [{ failed_of: 'x' }, 'retry'],
    [{ test: 'x' }, 'send-test'],
    [null, 'send'],
  ])('to %o is called %s in the audit log', async (recipients, action) => {
    const more = { recipients };
    expect(await written(await send(await stage(phones(1), more), { wanted: wanted(more) }))).toMatchObject([
      { action },
    ]);
  });

  test('above the provider’s limit waits for approval, and the plan has said so', async () => {
    await sql`UPDATE provider_setting SET approval_above = 1`.execute(t.db);
    const plan = await stage(phones(2));
    expect(await show(plan, '2030-01-02T20:00:00Z')).toMatchObject({
      needs_approval: true,
      approval: { above: 1, day: '2030-01-03', total: 2 },
    });
    expect(await campaign(await send(plan))).toMatchObject({ status: 'draft' });
    expect(await campaign(await send(await stage()))).toMatchObject({ status: 'preparing' });
  });

  test('is told to the workers at once', async () => {
    const plan = await stage();
    const worker = new Client({ connectionString: t.url });
    await worker.connect();
    try {
      await worker.query('LISTEN dispatch');
      const told = once(worker, 'notification');
      await send(plan);
      expect(await told).toMatchObject([{ channel: 'dispatch' }]);
    } finally {
      await worker.end();
    }
  }, 10_000);

  test('of a retry knows what it repeats, which is repeated once at a time', async () => {
    const first = await send(await stage());
    const more = { recipients: { failed_of: first } };
    const again = async () => send(await stage(phones(1), more), { wanted: wanted(more), retryOf: first });
    expect(await campaign(await again())).toMatchObject({ retry_of: first });
    await expect(again()).rejects.toMatchObject({ code: 'conflict', data: { name: 'Offer' } });
  });
});

describe('nothing is sent or charged', () => {
  const refused = async (work: Promise<unknown>, problem: object) => {
    await expect(work).rejects.toMatchObject(problem);
    expect(await money()).toEqual(UNTOUCHED);
  };

  test('of a plan that is too old, another account’s, or none', async () => {
    const expired = { code: 'conflict', message: 'The plan has expired. Check the cost again.' };
    await refused(send(randomUUID()), expired);
    const plan = await stage();
    const { other } = t.accounts;
    const theirs = { ...caller, account: other };
    const own = wanted({ sender: await addSender(other) });
    await refused(send(plan, { wanted: own }, theirs), expired);
    await sql`UPDATE plan SET expires_at = now() WHERE uuid = ${plan}`.execute(t.db);
    await refused(send(plan), expired);
  });

  test.each([
    ['another text', { body: 'Sale tomorrow' }],
    ['another list', { recipients: { numbers: ['other'] } }],
  ])('where the plan was made for %s', async (_, other) => {
    await refused(send(await stage(), { wanted: wanted(other) }), {
      errors: { plan: ['The plan was made for another text, sender or list. Check the cost again.'] },
    });
  });

  test('where the plan was made for another sender, or the sender is not approved any more', async () => {
    const second = await addSender(caller.account);
    const plan = await stage();
    await refused(send(plan, { wanted: wanted({ sender: second }) }), {
      errors: { plan: [expect.any(String)] },
    });
    await sql`UPDATE sender_identity SET status = 'rejected' WHERE uuid = ${t.sender}`.execute(t.db);
    await refused(send(plan), { errors: { sender: ['This sender identity is not approved.'] } });
    await expect(stage()).rejects.toMatchObject({ errors: { sender: [expect.any(String)] } });
  });

  test('a second time', async () => {
    const plan = await stage();
    await send(plan);
    await expect(send(plan)).rejects.toMatchObject({
      ...{ code: 'conflict', message: 'This plan has been sent already. Nothing was sent again.' },
    });
    expect(await money()).toMatchObject({ campaigns: 1 });
  });

  test('where words were blocked since: in the text, or in what a placeholder may stand for', async () => {
    const plain = await stage();
    const personal = wanted({ body: 'Sale, {{name}}' });
    async function* people(): Source {
      yield [{ source: 'numbers', row: 1, value: '9841000001', values: { name: 'Sita' } }];
    }
    const named = await stagePlan(t.db, caller, personal, people());
    await block('casino');
    await refused(send(named, { wanted: personal }), {
      code: 'conflict',
      message: 'The blocked keywords have changed since you checked. Check the cost again.',
    });
    await block('sale');
    await refused(send(plain), { errors: { body: [expect.stringContaining('sale')] } });
    await sql`DELETE FROM blocked_keyword WHERE keyword = 'sale'`.execute(t.db);
    // A text without placeholders has been compared as a whole just now.
    await send(plain);
    await sql`DELETE FROM blocked_keyword`.execute(t.db);
    await send(named, { wanted: personal });
  });

  test('to nobody', async () => {
    await refused(send(await stage(['1'])), {
      errors: { recipients: ['There is nobody to send to: every recipient was refused.'] },
    });
  });

  test('to more than an urgent message may have', async () => {
    const urgent = wanted({ urgent: true });
    await refused(send(await stage(phones(101)), { wanted: urgent }), {
      errors: { urgent: [expect.any(String)] },
    });
  });

  test('for real where a test was agreed to, nor the other way, unless it is said again', async () => {
    const real = await stage();
    await simulate(true);
    await refused(send(real), {
      ...{ code: 'price_changed', data: { uuid: real, test: true, cost: 0 } },
      message: 'No operator is connected any more: this would only be a test. Nothing was sent or charged.',
    });
    const trial = await stage();
    await simulate(false);
    await refused(send(trial), {
      ...{ code: 'price_changed', data: { uuid: trial, test: false, cost: 136 } },
      message:
        'An operator was connected since you checked: this would be sent to real phones. Nothing was sent or charged.',
    });
    await refused(send(real, { test: true }), { code: 'price_changed' });
    await send(trial, { test: false });
  });

  test('where nobody would take it', async () => {
    const plan = await stage();
    const undo = t.db.transaction().execute(async (trx) => {
      await sql`DELETE FROM operator_link`.execute(trx);
      return accept(trx, caller, { plan, name: 'x', wanted: wanted(), cost: undefined, scheduledAt: null });
    });
    await refused(undo, { code: 'no_operator' });
  });

  test('for another cost than was agreed, or more than the most', async () => {
    const plan = await stage();
    for (const cost of [135, 137, 0])
      await refused(send(plan, { cost }), {
        ...{ code: 'price_changed', data: { uuid: plan, cost: 136 } },
        message: 'The cost has changed since you checked it. Nothing was sent or charged.',
      });
    for (const maxCost of [135, 0])
      await refused(send(plan, { maxCost }), {
        ...{ code: 'price_changed', data: { uuid: plan, cost: 136 } },
        message: 'This costs more than max_cost. Nothing was sent or charged.',
      });
    await send(plan, { maxCost: 137 });
  });

  test('for more than the account has', async () => {
    const plan = await stage();
    await sql`UPDATE account SET balance = 135 WHERE uuid = ${caller.account}`.execute(t.db);
    await expect(send(plan, { cost: 136 })).rejects.toMatchObject({
      ...{ code: 'insufficient_balance', data: { uuid: plan, sufficient: false } },
      message: 'The balance is not enough. Nothing was sent or charged.',
    });
    await sql`UPDATE account SET balance = 136 WHERE uuid = ${caller.account}`.execute(t.db);
    await send(plan, { cost: 136 });
  });

  test('twice at once for money that is there once', async () => {
    const plans = [await stage(), await stage()];
    await sql`UPDATE account SET balance = 136 WHERE uuid = ${caller.account}`.execute(t.db);
    // Both begin before either has held anything.
    const sent = await t.db.transaction().execute(async (trx) => {
      await sql`SELECT FROM account WHERE uuid = ${caller.account} FOR NO KEY UPDATE`.execute(trx);
      const both = Promise.allSettled(plans.map((plan) => send(plan)));
      await waitForLocks(t.db, 2);
      return { both };
    });
    const reasons = (await sent.both).flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(reasons).toMatchObject([{ code: 'insufficient_balance', data: { sufficient: false } }]);
    expect(await money()).toEqual({ balance: 0, campaigns: 1 });
  });

  test('by a version that is older than the database, and other troubles keep their name', async () => {
    const plan = await stage();
    await sql`INSERT INTO kysely_migration (name, timestamp) VALUES ('9999_newer', '2030')`.execute(t.db);
    await refused(send(plan), {
      code: 'unavailable',
      message: 'The server is being updated. Nothing was changed. Try again in a minute.',
    });
    await sql`DELETE FROM kysely_migration WHERE name = '9999_newer'`.execute(t.db);
    const aborted = t.db.transaction().execute(async (trx) => {
      await sql`SELECT 1 / 0`.execute(trx).catch(() => {});
      return accept(trx, caller, { plan, name: 'x', wanted: wanted(), cost: undefined, scheduledAt: null });
    });
    await refused(aborted, { message: expect.stringContaining('current transaction is aborted') });
  });
});
