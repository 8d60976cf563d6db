import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { audit } from '../../support/audit.ts';
import { PATH, setUpPlans } from './planSetup.ts';

const setup = setUpPlans();
const { base, post, ask, plan } = setup;

const balance = async (): Promise<number> => {
  const { rows } = await sql<{ balance: number }>`
    SELECT balance FROM account WHERE uuid = ${setup.world.accounts.customer}`.execute(setup.world.db);
  return rows[0]!.balance;
};
const campaigns = async (): Promise<number> =>
  (await setup.world.call<{ count: number }>('customer', 'GET', '/v1/sms/compose/')).body.count;

describe('sending', () => {
  test('needs the cost, and refuses another with the new plan', async () => {
    const made = await plan(base());
    const before = [await balance(), await campaigns()];
    const missing = await post({ ...base(), plan: made.uuid });
    expect([missing.status, Object.keys(missing.body.errors ?? {})]).toEqual([400, ['cost']]);
    await sql`UPDATE pricing SET price = 200`.execute(setup.world.db);
    const changed = await post({ ...base(), plan: made.uuid, cost: made.cost });
    expect(changed.status).toBe(409);
    expect(changed.body).toMatchObject({ code: 'price_changed', data: { cost: 200, recipients: 1 } });
    expect([await balance(), await campaigns()]).toEqual(before);
    const agreed = await post({ ...base(), plan: made.uuid, cost: 200 });
    expect(agreed.status, agreed.text).toBe(201);
    expect(await balance()).toBe(before[0]! - 200);
    await sql`UPDATE pricing SET price = 135.6`.execute(setup.world.db);
  });

  test('a number blacklisted since the plan changes the price and gets nothing', async () => {
    const request = { ...base(), recipients: { numbers: ['9841000001', '9841000777'] } };
    const made = await plan(request);
    await setup.world.call('customer', 'POST', '/v1/sms/blacklist-numbers/', { phone: '9841000777' });
    const changed = await post({ ...request, plan: made.uuid, cost: made.cost });
    expect(changed.body).toMatchObject({
      code: 'price_changed',
      data: { recipients: 1, refused: { blacklisted: 1 } },
    });
  });

  test('a balance equal to the price sends; one paisa short sends nothing', async () => {
    const set = async (to: number) => {
      const by = to - (await balance());
      await sql`UPDATE account SET balance = ${to} WHERE uuid = ${setup.world.accounts.customer}`.execute(
        setup.world.db,
      );
      await sql`INSERT INTO wallet_entry (account, kind, amount, balance) SELECT ${setup.world.accounts.customer}, 'adjustment', ${by}, ${to}
        WHERE ${by} <> 0`.execute(setup.world.db);
    };
    const made = await plan(base());
    await set(made.cost - 1);
    const before = await campaigns();
    const short = await post({ ...base(), plan: made.uuid, cost: made.cost });
    expect(short.status).toBe(402);
    expect(short.body).toMatchObject({
      code: 'insufficient_balance',
      data: { sufficient: false, balance_after: -1 },
    });
    expect([await balance(), await campaigns()]).toEqual([made.cost - 1, before]);
    await set(made.cost);
    const equal = await post({ ...base(), plan: made.uuid, cost: made.cost });
    expect(equal.status, equal.text).toBe(201);
    expect(await balance()).toBe(0);
    await set(5_000_000);
    await audit(setup.world.db);
  });

  test('a plan is sent once, for what it was made for, by whom it was made', async () => {
    const made = await plan(base());
    const other = await post({ ...base(), body: 'Another text', plan: made.uuid, cost: made.cost });
    expect(Object.keys(other.body.errors ?? {})).toEqual(['plan']);
    expect((await post({ ...base(), plan: made.uuid, cost: made.cost }, 'other')).status).toBe(400);
    expect((await post({ ...base(), plan: made.uuid, cost: made.cost })).status).toBe(201);
    const again = await post({ ...base(), plan: made.uuid, cost: made.cost });
    expect([again.status, again.body.code]).toEqual([409, 'conflict']);
  });

  test('a plan that is sent ten times at once is one campaign, charged once, and nine conflicts', async () => {
    const made = await plan(base());
    const [before, charged] = [await campaigns(), await balance()];
    const sent = Array.from({ length: 10 }, () => post({ ...base(), plan: made.uuid, cost: made.cost }));
    const statuses = (await Promise.all(sent)).map(({ status }) => status).sort();
    expect(statuses).toEqual([201, ...Array.from({ length: 9 }, () => 409)]);
    expect([await campaigns(), await balance()]).toEqual([before + 1, charged - made.cost]);
  });

  test('more senders at once than the server has database connections are all served', async () => {
    const before = await balance();
    const answers = await Promise.all(Array.from({ length: 25 }, () => post({ ...base(), cost: 136 })));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([201]));
    expect(await balance()).toBe(before - 25 * 136);
  });

  test('nobody to send to is refused', async () => {
    const answer = await post({ ...base(), recipients: { numbers: ['1'] }, cost: 0 });
    expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([400, ['recipients']]);
  });

  test('one key, ten requests at once: one campaign, one charge, one answer; another body is refused', async () => {
    const made = await plan(base());
    const before = [await balance(), await campaigns()];
    const send = (body: object) =>
      setup.world.app.inject({
        method: 'POST',
        url: PATH,
        payload: body,
        headers: { authorization: `Token ${setup.world.tokens.customer}`, 'idempotency-key': 'key-1' },
      });
    const request = { ...base(), plan: made.uuid, cost: made.cost };
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(request)));
    const statuses = new Set(answers.map((answer) => answer.statusCode));
    expect([...statuses].every((status) => status === 201 || status === 409)).toBe(true);
    const replay = await send(request);
    expect(replay.statusCode).toBe(201);
    const uuids = new Set(
      [replay, ...answers].filter((a) => a.statusCode === 201).map((a) => a.json().data.uuid),
    );
    expect(uuids.size).toBe(1);
    expect([await balance(), await campaigns()]).toEqual([before[0]! - made.cost, before[1]! + 1]);
    expect((await send({ ...request, name: 'Other' })).statusCode).toBe(422);
  });

  test('a kept answer is replayed even when the request would be refused by now', async () => {
    const send = () =>
      setup.world.app.inject({
        method: 'POST',
        url: PATH,
        payload: { ...base(), cost: 136 },
        headers: { authorization: `Token ${setup.world.tokens.customer}`, 'idempotency-key': 'key-2' },
      });
    const first = await send();
    expect(first.statusCode, first.body).toBe(201);
    await sql`UPDATE sender_identity SET status = 'rejected'`.execute(setup.world.db);
    const replay = await send();
    await sql`UPDATE sender_identity SET status = 'approved'`.execute(setup.world.db);
    expect([replay.statusCode, replay.json().data?.uuid]).toEqual([201, first.json().data.uuid]);
  });

  test('support staff and the signed-out cannot send; a customer without the pair neither', async () => {
    expect((await ask(base(), 'support')).status).toBe(403);
    expect((await setup.world.call(null, 'POST', PATH, base())).status).toBe(401);
    await sql`UPDATE users SET ui_permissions = '[["bulk-sms", "get"]]' WHERE email = ${setup.world.emails.other}`.execute(
      setup.world.db,
    );
    expect((await ask(base(), 'other')).status).toBe(403);
    await sql`UPDATE users SET ui_permissions = NULL`.execute(setup.world.db);
  });
});
