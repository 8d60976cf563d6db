import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import type { Failure } from '#schema/entity.ts';
import { PROVE_OPTIONS } from '#schema/passkey.ts';
import { createTestApp, PASSWORD, type TestApp } from '../../support/app.ts';
import { allMailsTo } from '../../support/mailbox.ts';

export const ORIGIN = 'https://sms.example';
export const SECRET = 'JBSWY3DPEHPK3PXP';
export type Caller = 'customer' | 'admin';
export type Options = { challenge: string } & Record<string, unknown>;
export type Answer<T = unknown> = { data: T } & Failure;
const door = (caller: Caller) => (caller === 'admin' ? '/v1/login/admin/' : '/v1/login/');
export const refused = { status: 400, code: 'wrong_passkey' };
export const verdict = ({ status, body }: { status: number; body: Failure }) => ({ status, code: body.code });

/** A user with an authenticator, and requests that enrol it and sign in with it. */
export function setUpPasskeys() {
  let base: TestApp;
  /** With a customer of the test's own; the administrator is everybody's. */
  let t: TestApp;
  beforeAll(async () => {
    base = await createTestApp({ environment: { PUBLIC_URL: `${ORIGIN}/` } });
  });
  afterAll(() => base.close());
  beforeEach(async () => {
    t = await base.newCustomers();
    await sql`UPDATE provider_setting SET staff_two_factor = false`.execute(t.db);
    await sql`DELETE FROM two_factor`.execute(t.db);
    await sql`DELETE FROM api_key`.execute(t.db);
    for (const caller of ['customer', 'admin'] as const)
      await sql`
      INSERT INTO two_factor ("user", secret, confirmed_at)
      SELECT uuid, ${SECRET}, now() FROM users WHERE email = ${t.emails[caller]}`.execute(t.db);
  });

  let address = 0;
  /** From an address of its own, and at a host of its own: neither says anything of where the console is. */
  async function post<T>(as: Caller | null, url: string, body: object) {
    address += 1;
    const answer = await t.app.inject({
      ...{ method: 'POST', url, payload: body, remoteAddress: `10.9.${address >> 8}.${address & 255}` },
      headers: { host: 'evil.example', ...(as && { authorization: `Token ${t.tokens[as]}` }) },
    });
    return { status: answer.statusCode, body: answer.json<Answer<T>>() };
  }

  const signIn = (caller: Caller, body: object = {}) =>
    post<{ token: string; passkey: Options }>(null, door(caller), {
      email: t.emails[caller],
      password: PASSWORD,
      ...body,
    });

  const asked = async (caller: Caller) => (await signIn(caller)).body.data.passkey;
  const options = async (caller: Caller) => (await post<Options>(caller, PROVE_OPTIONS, {})).body.data;
  const kept = async () =>
    (await sql`SELECT counter, backup_eligible, backed_up FROM passkey`.execute(t.db)).rows;
  const subjects = async () => (await allMailsTo(t, t.emails.customer)).map(({ subject }) => subject);
  /** Follows the link of the mail that tells the customer of a passkey. */
  async function reportNotMe() {
    const mail = (await allMailsTo(t, t.emails.customer)).find(
      ({ subject }) => subject === 'A passkey was added',
    );
    const link = /\/not-me\/(\S+)/.exec(mail?.text ?? '')?.[1];
    expect((await post(null, '/v1/autho/not-me/', { link })).status).toBe(200);
  }

  return {
    get world() {
      return t;
    },
    post,
    signIn,
    asked,
    options,
    kept,
    subjects,
    reportNotMe,
  };
}
