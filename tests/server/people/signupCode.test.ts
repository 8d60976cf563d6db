import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { asTyped } from '../../support/asTyped.ts';
import { mailsTo } from '../../support/mailbox.ts';
import { person, RESEND, SIGNUP, setUpSignup, VERIFY, wrong } from './signupSetup.ts';

const setup = setUpSignup();
const { visitor, newestCode, later } = setup;

describe('a code', () => {
  test('is invalid after five wrong tries, even concurrent ones, and the answer stays the same', async () => {
    const post = visitor();
    const email = 'tries@example.test';
    const { ticket } = (await post(SIGNUP, person(email))).body.data;
    const otp = await newestCode(email);
    const tries = await Promise.all(
      Array.from({ length: 12 }, () => post(VERIFY, { email, otp: wrong(otp), ticket })),
    );
    const after = await post(VERIFY, { email, otp, ticket });
    const messages = new Set(
      [...tries, after].map(({ status, body }) => `${status} ${body.code} ${body.detail}`),
    );
    expect([...messages]).toEqual([expect.stringMatching(/^400 wrong_code This code is not correct/)]);
    const { rows } = await sql`SELECT tries FROM signup WHERE email = ${email}`.execute(setup.world.db);
    expect(rows).toEqual([{ tries: 5 }]);

    await later(email, '61 seconds');
    expect((await post(RESEND, { email, ticket })).status).toBe(200);
    const next = await newestCode(email);
    if (next !== otp) expect((await post(VERIFY, { email, otp, ticket })).body.code).toBe('wrong_code');
    expect((await post(VERIFY, { email, otp: asTyped(next), ticket })).status).toBe(200);
  });

  test('ends after ten minutes, and its sign-up after an hour', async () => {
    const post = visitor();
    const email = 'late@example.test';
    await post(SIGNUP, person(email));
    const otp = await newestCode(email);
    const { rows } = await sql<{ seconds: number }>`
      SELECT extract(epoch FROM code_expires_at - now())::int AS seconds FROM signup WHERE email = ${email}`.execute(
      setup.world.db,
    );
    expect(rows[0]?.seconds).toBeGreaterThan(590);
    expect(rows[0]?.seconds).toBeLessThanOrEqual(600);
    await sql`UPDATE signup SET code_expires_at = now() WHERE email = ${email}`.execute(setup.world.db);
    expect((await post(VERIFY, { email, otp })).body.code).toBe('wrong_code');
    await sql`UPDATE signup SET code_expires_at = now() + interval '1 minute', expires_at = now()
      WHERE email = ${email}`.execute(setup.world.db);
    expect((await post(VERIFY, { email, otp })).body.code).toBe('wrong_code');
  });

  test('is mailed again once a minute, and six times an hour', async () => {
    const post = visitor();
    const email = 'again@example.test';
    await post(SIGNUP, person(email));
    const soon = await post(RESEND, { email });
    expect([soon.status, soon.body.code]).toEqual([429, 'too_many_requests']);
    expect(soon.body.data.retry_after).toBeGreaterThan(55);
    expect(soon.body.data.retry_after).toBeLessThanOrEqual(60);
    await later(email, '61 seconds');
    const atOnce = await Promise.all([1, 2, 3].map(() => post(RESEND, { email })));
    expect(atOnce.map(({ status }) => status).sort()).toEqual([200, 429, 429]);
    for (let i = 0; i < 4; i++) {
      await later(email, '61 seconds');
      expect((await post(RESEND, { email })).status).toBe(200);
    }
    await later(email, '61 seconds');
    const seventh = await visitor()(RESEND, { email: email.toUpperCase() });
    expect(seventh.status).toBe(429);
    expect(seventh.body.data.retry_after).toBeGreaterThan(3000);
    expect((await visitor()(SIGNUP, person(email))).status).toBe(429);
    expect(await mailsTo(setup.world, email)).toHaveLength(6);
    await later(email, '50 minutes');
    await later(email, '5 minutes');
    expect((await post(RESEND, { email })).status).toBe(200);
  });
});
