import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Failure } from '#schema/entity.ts';
import { TRIAL, TRIAL_CODES, TRIAL_CODES_A_DAY, type Trial, type TrialSent } from '#schema/trial.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { audit } from '../../support/audit.ts';

let server: TestApp;
/** A new customer, `customer`, and another one, `other`, in accounts of their own. */
let world: TestApp;
beforeAll(async () => {
  server = await createTestApp({ environment: { TRIAL_SENDER: 'TRYSMS' } });
});
afterAll(async () => {
  await audit(server.db);
  await server.close();
});
beforeEach(async () => {
  // The limit of requests from one address is of all tests together.
  await sql`DELETE FROM request_count`.execute(server.db);
  world = await server.newCustomers();
});

let numbers = 0;
/** A number that no other test uses. */
const aNumber = () => `98410${String(10_000 + ++numbers)}`;
type Who = 'customer' | 'other';
type Told = { data: Trial } & Failure;
const state = async (who: Who = 'customer') => (await world.call<Told>(who, 'GET', TRIAL)).body.data;
const askCode = (phone: string, who: Who = 'customer') =>
  world.call<Told>(who, 'POST', `${TRIAL}code/`, { phone });
const enter = (code: string, who: Who = 'customer') =>
  world.call<Told>(who, 'POST', `${TRIAL}verify/`, { code });
const send = (body: object = { body: 'Hello' }, who: Who = 'customer') =>
  world.call<{ data: TrialSent } & Failure>(who, 'POST', `${TRIAL}send/`, body);

/** The code in the newest message to a number, as its phone shows it. */
async function codeTo(phone: string): Promise<string> {
  const { rows } = await sql<{ body: string }>`
    SELECT c.body FROM campaign c JOIN plan_recipient r ON r.plan = c.plan
    WHERE r.phone = ${`+977${phone}`} ORDER BY c.uuid DESC LIMIT 1`.execute(world.db);
  return /\d{6}/.exec(rows[0]?.body ?? '')?.[0] ?? '';
}
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
/** So that the next code need not wait a minute. */
const passAMinute = () =>
  sql`UPDATE trial SET code_sent_at = code_sent_at - interval '1 minute'`.execute(world.db);
async function verified(phone = aNumber(), who: Who = 'customer'): Promise<string> {
  expect((await askCode(phone, who)).status).toBe(200);
  expect((await enter(await codeTo(phone), who)).status).toBe(200);
  return phone;
}
const setKyc = (status: string) =>
  sql`UPDATE account SET kyc_status = ${status} WHERE uuid = ${world.accounts.customer}`.execute(world.db);

/** The campaigns of an account's trial, with their numbers. */
async function campaigns(account = world.accounts.customer) {
  const { rows } = await sql<Record<string, unknown>>`
    SELECT c.sender, c.body, c.status, c.urgent, c.cost, c.package_parts, c.recipients, r.phone
    FROM campaign c JOIN plan_recipient r ON r.plan = c.plan WHERE c.account = ${account} AND c.trial
    ORDER BY c.uuid`.execute(world.db);
  return rows;
}

describe('a trial', () => {
  test('begins with a code to the number, which is its first free message', async () => {
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
      left: 9,
    });
    const done = await enter(await codeTo(phone));
    expect(done.body.data).toMatchObject({ verified: true, code_sent: false, left: 9, samples: true });
    const sent = await send({ body: 'Namaste {{name}}', values: { name: 'Sita' } });
    expect([sent.status, sent.body.data.left]).toEqual([201, 8]);
    expect(await campaigns()).toEqual([
      {
        ...{ sender: 'TRYSMS', body: 'Namaste Sita', status: 'preparing', urgent: true },
        ...{ cost: 0, package_parts: 0, recipients: 1, phone: `+977${phone}` },
      },
    ]);
  });

  test('costs nothing: no ledger entry, no package, whatever the account has', async () => {
    const { customer } = world.accounts;
    await sql`
      INSERT INTO account_package (account, name, parts, remaining, expires_at)
      VALUES (${customer}, 'Ten', 10, 10, now() + interval '1 day')`.execute(world.db);
    const books = async () =>
      (
        await sql`
          SELECT a.balance, (SELECT count(*) FROM wallet_entry WHERE account = a.uuid) AS entries,
            (SELECT sum(remaining) FROM account_package WHERE account = a.uuid) AS parts
          FROM account a WHERE a.uuid = ${customer}`.execute(world.db)
      ).rows[0];
    const before = await books();
    await verified();
    await send();
    expect(await books()).toEqual(before);
    await audit(world.db);
    await sql`DELETE FROM account_package WHERE account = ${customer}`.execute(world.db);
  });

  test('sends ten messages and no more, however many are requested at once', async () => {
    const phone = await verified();
    const answers = await Promise.all(Array.from({ length: 25 }, (_, n) => send({ body: `Number ${n}` })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(9);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(16);
    expect((await state()).left).toBe(0);
    const sent = await campaigns();
    expect(sent).toHaveLength(9);
    expect(new Set(sent.map((one) => one.phone))).toEqual(new Set([`+977${phone}`]));
    expect((await send()).body.detail).toMatch(/^You have used all 10 free messages/);
  });

  test('counts one message for one Idempotency-Key', async () => {
    await verified();
    const once = () =>
      world.app.inject({
        ...{ method: 'POST', url: `${TRIAL}send/`, payload: { body: 'Once' } },
        headers: { authorization: `Token ${world.tokens.customer}`, 'idempotency-key': 'trial-1' },
      });
    const [first, again] = [await once(), await once()];
    expect([first.statusCode, again.statusCode]).toEqual([201, 201]);
    expect(again.json().data.campaign).toBe(first.json().data.campaign);
    expect((await state()).left).toBe(8);
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
    expect((await state()).left).toBe(9);
    expect(await campaigns()).toEqual([]);
  });

  test('refuses a blocked keyword', async () => {
    await verified();
    const keyword = { keyword: 'lottery', is_active: true };
    const added = await world.call('admin', 'POST', '/v1/admin/blocked-sms-keywords/', keyword);
    const answer = await send({ body: 'You won the lottery' });
    await sql`DELETE FROM blocked_keyword`.execute(world.db);
    expect([added.status, answer.status]).toEqual([201, 400]);
    expect((await state()).left).toBe(9);
  });

  test('does not wait for approval, and does not count towards it', async () => {
    await verified();
    await sql`UPDATE provider_setting SET approval_above = 0`.execute(world.db);
    const { status } = await send();
    await sql`UPDATE provider_setting SET approval_above = NULL`.execute(world.db);
    expect(status).toBe(201);
    const { rows } = await sql`SELECT FROM unapproved_day WHERE account = ${world.accounts.customer}`.execute(
      world.db,
    );
    expect([rows.length, (await campaigns()).map((one) => one.status)]).toEqual([0, ['preparing']]);
  });
});

describe('the code', () => {
  test('is nowhere that the customer can read it without the phone', async () => {
    const phone = aNumber();
    await askCode(phone);
    const code = await codeTo(phone);
    for (const path of ['/v1/sms/compose/', '/v1/sms/dispatch/', TRIAL, '/v1/core/dashboard/'])
      expect((await world.call('customer', 'GET', path)).text).not.toContain(code);
    const { rows } = await sql<{ kept: string }>`
      SELECT to_jsonb(t)::text AS kept FROM trial t UNION ALL SELECT to_jsonb(a)::text FROM audit_entry a`.execute(
      world.db,
    );
    expect(rows.filter(({ kept }) => kept.includes(code))).toEqual([]);
  });

  test('is accepted once, within its time, and not after five wrong ones', async () => {
    const phone = aNumber();
    await askCode(phone);
    const code = await codeTo(phone);
    for (let n = 0; n < 5; n++) expect((await enter(wrong(code))).body.code).toBe('wrong_code');
    expect((await enter(code)).body.code).toBe('wrong_code');
    await passAMinute();
    await askCode(phone);
    const next = await codeTo(phone);
    await sql`UPDATE trial SET code_expires_at = now() WHERE account = ${world.accounts.customer}`.execute(
      world.db,
    );
    expect((await enter(next)).body.code).toBe('wrong_code');
    await passAMinute();
    await askCode(phone);
    const last = await codeTo(phone);
    const answers = await Promise.all([enter(last), enter(last)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect((await enter(last)).status).toBe(400);
  });

  test('of another account confirms nothing', async () => {
    const phone = aNumber();
    await askCode(phone);
    const code = await codeTo(phone);
    expect((await enter(code, 'other')).body.code).toBe('wrong_code');
    expect((await state('other')).verified).toBe(false);
  });

  test('is sent once a minute, and a few times in all', async () => {
    const soon = await askCode(aNumber());
    expect(soon.status).toBe(200);
    const again = await askCode(aNumber());
    expect(again.status).toBe(429);
    expect(again.body.data).toMatchObject({ retry_after: expect.any(Number) });
    for (let n = 1; n < TRIAL_CODES; n++) {
      await passAMinute();
      expect((await askCode(aNumber())).status).toBe(200);
    }
    await passAMinute();
    expect((await askCode(aNumber())).status).toBe(429);
    expect((await state()).left).toBe(10 - TRIAL_CODES);
  });

  test('goes to one number only a few times a day, whoever requests it', async () => {
    const phone = aNumber();
    for (let n = 0; n < TRIAL_CODES_A_DAY; n++) {
      world = await server.newCustomers();
      expect((await askCode(phone)).status).toBe(200);
    }
    world = await server.newCustomers();
    const answer = await askCode(phone);
    expect([answer.status, answer.body.detail]).toEqual([
      429,
      'Too many codes were sent to this number today. Try again tomorrow.',
    ]);
    // Nothing was counted for the account.
    expect((await state()).left).toBe(10);
  });

  test('requested twice at once is sent once', async () => {
    const phone = aNumber();
    const answers = await Promise.all([askCode(phone), askCode(phone), askCode(phone)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 429, 429]);
    expect((await state()).left).toBe(9);
  });

  test.each([
    ['a landline', '014123456'],
    ['a foreign number', '+14155550100'],
    ['nothing', ''],
  ])('is not sent to %s', async (_, phone) => {
    expect((await askCode(phone)).status).toBe(400);
    expect((await state()).left).toBe(10);
  });
});

describe('a number', () => {
  test('has one trial: registering again with it does not begin anew', async () => {
    const phone = await verified();
    await send();
    const first = world;
    world = await server.newCustomers();
    expect((await askCode(phone)).status).toBe(200);
    const answer = await enter(await codeTo(phone));
    expect([answer.status, answer.body.code]).toEqual([409, 'conflict']);
    expect(answer.body.detail).toMatch(/^This number has already been used/);
    expect((await state()).verified).toBe(false);
    expect((await send()).status).toBe(409);
    world = first;
    expect((await state()).left).toBe(8);
  });

  test('proved by two accounts at once belongs to one of them', async () => {
    const phone = aNumber();
    await askCode(phone, 'customer');
    const code = await codeTo(phone);
    await askCode(phone, 'other');
    const otherCode = await codeTo(phone);
    const answers = await Promise.all([enter(code, 'customer'), enter(otherCode, 'other')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe('there is no trial', () => {
  test('once the account is approved, also for what is left', async () => {
    await verified();
    await setKyc('approved');
    expect(await state()).toMatchObject({ refusal: 'approved', sender: null, left: 9 });
    for (const answer of [await send(), await askCode(aNumber())])
      expect([answer.status, answer.body.detail?.startsWith('Your account is approved')]).toEqual([
        409,
        true,
      ]);
    await setKyc('rejected');
    expect((await send()).status).toBe(201);
  });

  test('for staff, and without bulk-sms', async () => {
    expect((await world.call<Told>('admin', 'GET', TRIAL)).body.data.refusal).toBe('approved');
    expect((await world.call('support', 'GET', TRIAL)).status).toBe(403);
  });

  test.each([
    ['operator', {}, 'not_offered'],
    ['none', { TRIAL_SENDER: 'TRYSMS' }, 'no_operator'],
    // With its own database the simulator shows nobody a code.
    ['simulator', { TRIAL_SENDER: 'TRYSMS', DATABASE_URL: 'postgresql://unused/x' }, 'no_operator'],
    ['simulator', {}, null],
  ] as const)('with the links %s and the variables %j: %s', async (link, environment, refusal) => {
    const app = await createTestApp({ link, environment });
    const answer = await app.call<Told>('customer', 'GET', TRIAL);
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
      FROM account a WHERE uuid = ${world.accounts.customer}`.execute(world.db);
    return rows[0];
  };
  const remove = () => world.call<Told>('customer', 'DELETE', `${TRIAL}samples/`);

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
    await sql`UPDATE template SET body = 'Mine' WHERE account = ${world.accounts.customer}`.execute(world.db);
    expect((await remove()).body.data.samples).toBe(false);
    expect(await counts()).toEqual({ templates: 1, contacts: 0, active: 0 });
  });

  test('are in Nepali for who reads Nepali, and leave a contact of the same number alone', async () => {
    const { customer } = world.accounts;
    await sql`UPDATE users SET language = 'ne' WHERE account = ${customer}`.execute(world.db);
    await sql`
      INSERT INTO contact (account, name, phone, operator) VALUES (${customer}, 'Own', '+9779841000017', 'ntc')`.execute(
      world.db,
    );
    await verified();
    const { rows } = await sql<{ name: string }>`
      SELECT name FROM contact WHERE account = ${customer} ORDER BY uuid`.execute(world.db);
    expect(rows.map(({ name }) => name)).toEqual(['Own', 'राम यादव', 'गीता राई']);
    await remove();
    expect(await counts()).toMatchObject({ contacts: 1 });
  });
});

test('what a trial does is in the audit log', async () => {
  await verified();
  await send();
  const { rows } = await sql<{ action: string }>`
    SELECT action FROM audit_entry WHERE account = ${world.accounts.customer} ORDER BY uuid`.execute(
    world.db,
  );
  expect(rows.map(({ action }) => action)).toEqual(['send-code', 'confirm-number', 'send-trial']);
});
