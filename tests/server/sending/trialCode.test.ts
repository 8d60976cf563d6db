import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { TRIAL_CODES, TRIAL_CODES_A_DAY } from '#schema/trial.ts';
import { TRIAL } from '#schema/trialFacts.ts';
import { setUpTrials } from './trialSetup.ts';

const setup = setUpTrials();
const { aNumber, state, askCode, enter, send, codeTo, passAMinute, verified } = setup;

/** How many codes the customer's account has requested. */
const codes = async (): Promise<number | undefined> =>
  (
    await sql<{ codes: number }>`
      SELECT codes FROM trial WHERE account = ${setup.world.accounts.customer}`.execute(setup.world.db)
  ).rows[0]?.codes;

const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

describe('the code', () => {
  test('is nowhere that the customer can read it without the phone', async () => {
    const phone = aNumber();
    await askCode(phone);
    const code = await codeTo(phone);
    for (const path of ['/v1/sms/compose/', '/v1/sms/dispatch/', TRIAL, '/v1/core/dashboard/'])
      expect((await setup.world.call('customer', 'GET', path)).text).not.toContain(code);
    const { rows } = await sql<{ kept: string }>`
      SELECT to_jsonb(t)::text AS kept FROM trial t UNION ALL SELECT to_jsonb(a)::text FROM audit_entry a`.execute(
      setup.world.db,
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
    await sql`UPDATE trial SET code_expires_at = now() WHERE account = ${setup.world.accounts.customer}`.execute(
      setup.world.db,
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
    expect((await state()).left).toBe(10);
  });

  test('of before the migration is given back to trials that counted it as a message', async () => {
    await askCode(aNumber());
    await passAMinute();
    await verified();
    await send();
    const left = async () => (await state()).left;
    expect([await codes(), await left()]).toEqual([2, 9]);
    // As the former schema had it: three used, and nothing says how many of them were codes.
    await sql`UPDATE trial SET codes = 0`.execute(setup.world.db);
    expect(await left()).toBe(7);
    const folder = join(import.meta.dirname, '../../../server/db/migrations');
    const text = await readFile(join(folder, '0071_trial_codes_beside_0031.sql'), 'utf8');
    await sql.raw(/UPDATE trial[\s\S]*?;/.exec(text)?.[0] ?? '').execute(setup.world.db);
    expect([await codes(), await left()]).toEqual([2, 9]);
  });

  test('that was sent while the database’s clock was ahead keeps nobody waiting', async () => {
    const phone = aNumber();
    expect((await askCode(phone)).status).toBe(200);
    await sql`UPDATE trial SET code_sent_at = now() + interval '5 hours'`.execute(setup.world.db);
    expect((await askCode(phone)).status).toBe(200);
    expect((await askCode(phone)).status).toBe(429);
  });

  test('goes to one number only a few times a day, whoever requests it', async () => {
    const phone = aNumber();
    for (let n = 0; n < TRIAL_CODES_A_DAY; n++) {
      setup.world = await setup.server.newCustomers();
      expect((await askCode(phone)).status).toBe(200);
    }
    setup.world = await setup.server.newCustomers();
    const answer = await askCode(phone);
    expect([answer.status, answer.body.detail]).toEqual([
      429,
      'Too many codes were sent to this number today. Try again tomorrow.',
    ]);
    // Nothing was counted for the account.
    expect(await codes()).toBeUndefined();
  });

  test('requested twice at once is sent once', async () => {
    const phone = aNumber();
    const answers = await Promise.all([askCode(phone), askCode(phone), askCode(phone)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 429, 429]);
    expect(await codes()).toBe(1);
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
    const first = setup.world;
    setup.world = await setup.server.newCustomers();
    expect((await askCode(phone)).status).toBe(200);
    const answer = await enter(await codeTo(phone));
    expect([answer.status, answer.body.code]).toEqual([409, 'conflict']);
    expect(answer.body.detail).toMatch(/^This number has already been used/);
    expect((await state()).verified).toBe(false);
    expect((await send()).status).toBe(409);
    setup.world = first;
    expect((await state()).left).toBe(9);
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
