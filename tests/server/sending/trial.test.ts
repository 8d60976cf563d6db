import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { TRIAL } from '#schema/trialFacts.ts';
import { createTestApp } from '../../support/app.ts';
import { asTyped } from '../../support/asTyped.ts';
import { audit } from '../../support/audit.ts';
import { buyPackage } from '../../support/boughtPackage.ts';
import { setUpTrials, type TrialState } from './trialSetup.ts';

const setup = setUpTrials();
const { aNumber, state, askCode, enter, send, codeTo, passAMinute, verified } = setup;

const setKyc = (status: string) =>
  sql`UPDATE account SET kyc_status = ${status} WHERE uuid = ${setup.world.accounts.customer}`.execute(
    setup.world.db,
  );

/** The campaigns of an account's trial, with their numbers. */
async function campaigns(account = setup.world.accounts.customer) {
  const { rows } = await sql<Record<string, unknown>>`
    SELECT c.sender, c.body, c.status, c.urgent, c.cost, c.package_parts, c.recipients, r.phone
    FROM campaign c JOIN plan_recipient r ON r.plan = c.plan WHERE c.account = ${account} AND c.trial
    ORDER BY c.uuid`.execute(setup.world.db);
  return rows;
}

describe('a trial', () => {
  test('begins with a code to the number, which is none of its ten free messages', async () => {
    expect(await state()).toEqual({
      ...{ refusal: null, sender: 'TRYSMS', phone: null },
      ...{ verified: false, code_sent: false, left: 10, samples: false },
    });
    const phone = aNumber();
    const asked = await askCode(` ${phone.slice(0, 4)} ${phone.slice(4)}`);
    expect(asked.status).toBe(200);
    expect(asked.body.data).toMatchObject({
      phone: `+977${phone}`,
      verified: false,
      code_sent: true,
      left: 10,
    });
    const done = await enter(asTyped(await codeTo(phone)));
    expect(done.body.data, done.text).toMatchObject({
      verified: true,
      code_sent: false,
      left: 10,
      samples: true,
    });
    const sent = await send({ body: 'Namaste {{name}}', values: { name: 'Sita' } });
    expect([sent.status, sent.body.data.left]).toEqual([201, 9]);
    expect(await campaigns()).toEqual([
      {
        ...{ sender: 'TRYSMS', body: 'Namaste Sita', status: 'preparing', urgent: true },
        ...{ cost: 0, package_parts: 0, recipients: 1, phone: `+977${phone}` },
      },
    ]);
  });

  test('costs nothing: no ledger entry, no package, whatever the account has', async () => {
    const { customer } = setup.world.accounts;
    await buyPackage(setup.world.db, customer, { parts: 10 });
    const books = async () =>
      (
        await sql`
          SELECT a.balance, (SELECT count(*) FROM wallet_entry WHERE account = a.uuid) AS entries,
            (SELECT sum(remaining) FROM account_package WHERE account = a.uuid) AS parts
          FROM account a WHERE a.uuid = ${customer}`.execute(setup.world.db)
      ).rows[0];
    const before = await books();
    await verified();
    await send();
    expect(await books()).toEqual(before);
    await audit(setup.world.db);
    await sql`UPDATE account_package SET expires_at = now() WHERE account = ${customer}`.execute(
      setup.world.db,
    );
  });

  test('sends ten messages and no more, however many are requested at once', async () => {
    const phone = await verified();
    const answers = await Promise.all(Array.from({ length: 25 }, (_, n) => send({ body: `Number ${n}` })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(15);
    expect((await state()).left).toBe(0);
    const sent = await campaigns();
    expect(sent).toHaveLength(10);
    expect(new Set(sent.map((one) => one.phone))).toEqual(new Set([`+977${phone}`]));
    expect((await send()).body.detail).toMatch(/^You have used all 10 free messages/);
  });

  test('counts one message for one Idempotency-Key', async () => {
    await verified();
    const once = () =>
      setup.world.app.inject({
        ...{ method: 'POST', url: `${TRIAL}send/`, payload: { body: 'Once' } },
        headers: { authorization: `Token ${setup.world.tokens.customer}`, 'idempotency-key': 'trial-1' },
      });
    const [first, again] = [await once(), await once()];
    expect([first.statusCode, again.statusCode]).toEqual([201, 201]);
    expect(again.json().data.campaign).toBe(first.json().data.campaign);
    expect((await state()).left).toBe(9);
  });

  test('sends to the confirmed number only: no request can name another', async () => {
    await verified();
    for (const more of [{ phone: '9841234567' }, { recipients: { numbers: ['9841234567'] } }, { to: 'x' }])
      expect((await send({ body: 'Hello', ...more })).status).toBe(400);
    // The number stays: another code, for another number, is refused.
    await passAMinute();
    const other = await askCode(aNumber());
    expect([other.status, other.body.code]).toEqual([409, 'conflict']);
    expect(await campaigns()).toEqual([]);
  });

  test('sends nothing before the number is confirmed', async () => {
    expect((await send()).status).toBe(409);
    await askCode(aNumber());
    const answer = await send();
    expect([answer.status, answer.body.detail]).toEqual([
      409,
      'Confirm your mobile number first. Nothing was sent.',
    ]);
    expect(await campaigns()).toEqual([]);
  });

  test.each([
    ['a text of four parts', { body: 'x'.repeat(500) }, 'body'],
    ['a missing value', { body: 'Dear {{name}}' }, 'values'],
    ['no text', { body: '' }, 'body'],
  ])('refuses %s and counts nothing', async (_, body, field) => {
    await verified();
    const answer = await send(body);
    expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([400, [field]]);
    expect((await state()).left).toBe(10);
    expect(await campaigns()).toEqual([]);
  });

  test('refuses a blocked keyword', async () => {
    await verified();
    const keyword = { keyword: 'lottery', is_active: true };
    const added = await setup.world.call('admin', 'POST', '/v1/admin/blocked-sms-keywords/', keyword);
    const answer = await send({ body: 'You won the lottery' });
    await sql`DELETE FROM blocked_keyword`.execute(setup.world.db);
    expect([added.status, answer.status]).toEqual([201, 400]);
    expect((await state()).left).toBe(10);
  });

  test('does not wait for approval, and does not count towards it', async () => {
    await verified();
    await sql`UPDATE provider_setting SET approval_above = 0`.execute(setup.world.db);
    const { status } = await send();
    await sql`UPDATE provider_setting SET approval_above = NULL`.execute(setup.world.db);
    expect(status).toBe(201);
    const { rows } =
      await sql`SELECT FROM unapproved_day WHERE account = ${setup.world.accounts.customer}`.execute(
        setup.world.db,
      );
    expect([rows.length, (await campaigns()).map((one) => one.status)]).toEqual([0, ['preparing']]);
  });
});

describe('there is no trial', () => {
  test('once the account is approved, also for what is left', async () => {
    await verified();
    await setKyc('approved');
    expect(await state()).toMatchObject({ refusal: 'approved', sender: null, left: 10 });
    for (const answer of [await send(), await askCode(aNumber())])
      expect([answer.status, answer.body.detail?.startsWith('Your account is approved')]).toEqual([
        409,
        true,
      ]);
    await setKyc('rejected');
    expect((await send()).status).toBe(201);
  });

  test('for staff, and without bulk-sms', async () => {
    expect((await setup.world.call<TrialState>('admin', 'GET', TRIAL)).body.data.refusal).toBe('approved');
    expect((await setup.world.call('support', 'GET', TRIAL)).status).toBe(403);
  });

  test.each([
    ['operator', {}, 'not_offered'],
    ['none', { TRIAL_SENDER: 'TRYSMS' }, 'no_operator'],
    // With its own database the simulator shows nobody a code.
    ['simulator', { TRIAL_SENDER: 'TRYSMS', DATABASE_URL: 'postgresql://unused/x' }, 'no_operator'],
    ['simulator', {}, null],
  ] as const)('with the links %s and the variables %j: %s', async (link, environment, refusal) => {
    const app = await createTestApp({ link, environment });
    const answer = await app.call<TrialState>('customer', 'GET', TRIAL);
    const asked = await app.call('customer', 'POST', `${TRIAL}code/`, { phone: '9841000001' });
    await audit(app.db);
    const letters = await app.app.inject({ url: '/dev/outbox', headers: { accept: 'application/json' } });
    await app.close();
    expect([answer.body.data.refusal, asked.status]).toEqual([refusal, refusal ? 409 : 200]);
    // The demonstration shows the code where it shows its mail.
    if (refusal === null)
      expect(letters.json().results[0]).toMatchObject({
        to: '+9779841000001',
        text: expect.stringMatching(/^\d{6} is your code/),
      });
  });
});

describe('the samples', () => {
  const counts = async () => {
    const { rows } = await sql<{ templates: number; contacts: number; active: number }>`
      SELECT (SELECT count(*)::int FROM template WHERE account = a.uuid) AS templates,
        (SELECT count(*)::int FROM contact WHERE account = a.uuid) AS contacts,
        (SELECT count(*)::int FROM contact WHERE account = a.uuid AND is_active) AS active
      FROM account a WHERE uuid = ${setup.world.accounts.customer}`.execute(setup.world.db);
    return rows[0];
  };
  const remove = () => setup.world.call<TrialState>('customer', 'DELETE', `${TRIAL}samples/`);

  test('are a template and three contacts that no campaign can go to, and go in one request', async () => {
    await verified();
    expect(await counts()).toEqual({ templates: 1, contacts: 3, active: 0 });
    const answer = await remove();
    expect([answer.status, answer.body.data.samples]).toEqual([200, false]);
    expect(await counts()).toEqual({ templates: 0, contacts: 0, active: 0 });
    expect((await remove()).status).toBe(200);
  });

  test('that were changed are the customer’s own and stay', async () => {
    await verified();
    await sql`UPDATE template SET body = 'Mine' WHERE account = ${setup.world.accounts.customer}`.execute(
      setup.world.db,
    );
    expect((await remove()).body.data.samples).toBe(false);
    expect(await counts()).toEqual({ templates: 1, contacts: 0, active: 0 });
  });

  test('are in Nepali for who reads Nepali, and leave a contact of the same number alone', async () => {
    const { customer } = setup.world.accounts;
    await sql`UPDATE users SET language = 'ne' WHERE account = ${customer}`.execute(setup.world.db);
    await sql`
      INSERT INTO contact (account, name, phone, operator) VALUES (${customer}, 'Own', '+9779841000017', 'ntc')`.execute(
      setup.world.db,
    );
    await verified();
    const { rows } = await sql<{ name: string }>`
      SELECT name FROM contact WHERE account = ${customer} ORDER BY uuid`.execute(setup.world.db);
    expect(rows.map(({ name }) => name)).toEqual(['Own', 'राम यादव', 'गीता राई']);
    await remove();
    expect(await counts()).toMatchObject({ contacts: 1 });
  });
});

test('what a trial does is in the audit log', async () => {
  await verified();
  await send();
  const { rows } = await sql<{ action: string }>`
    SELECT action FROM audit_entry WHERE account = ${setup.world.accounts.customer} ORDER BY uuid`.execute(
    setup.world.db,
  );
  expect(rows.map(({ action }) => action)).toEqual(['send-code', 'confirm-number', 'send-trial']);
});
