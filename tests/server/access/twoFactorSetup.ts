import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import type { Failure } from '#schema/entity.ts';
import type { RecoveryCodes, TwoFactorSecret } from '#schema/twoFactor.ts';
import { fromBase32, hotp, stepAt } from '../../../server/services/access/totp.ts';
import { createTestApp, PASSWORD, type TestApp, type User, users } from '../../support/app.ts';

export const PATH = '/v1/autho/two-factor/';
const codeAt = (secret: string, step: number) => hotp(fromBase32(secret), step);
/** A code that is right now; `later` ones for who has used it already. */
export const code = (secret: string, later = 0) => codeAt(secret, stepAt(Date.now()) + later);

export const wrong = (secret: string) =>
  String((Number(code(secret)) + 500_000) % 1_000_000).padStart(6, '0');
type Doors = 'customer' | 'admin';
type Answer = { data: { token: string; retry_after: number } & TwoFactorSecret & RecoveryCodes } & Failure;

/** A user, and requests that turn two-factor sign-in on and sign in. */
export function setUpTwoFactor() {
  let world: TestApp;
  beforeAll(async () => {
    world = await createTestApp();
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    await sql`DELETE FROM two_factor`.execute(world.db);
    await sql`UPDATE provider_setting SET staff_two_factor = false`.execute(world.db);
  });

  const password = PASSWORD;
  let caller = 0;
  /** A request from an address of its own: how many an address may make in a minute is tried elsewhere. */
  async function post(as: User | null, url: string, body: object) {
    const answer = await world.app.inject({
      method: 'POST',
      url,
      remoteAddress: `10.0.${caller >> 8}.${caller++ & 255}`,
      headers: as ? { authorization: `Token ${world.tokens[as]}` } : {},
      payload: body,
    });
    return { status: answer.statusCode, body: answer.json() as Answer, text: answer.body };
  }

  const signIn = (as: Doors, body: object = {}) =>
    post(null, as === 'admin' ? '/v1/login/admin/' : '/v1/login/', { email: users[as], password, ...body });
  async function start(as: User): Promise<string> {
    const answer = await post(as, `${PATH}start/`, { password });
    expect(answer.status, answer.text).toBe(200);
    return answer.body.data.secret;
  }

  /** Two-factor sign-in of a user, on; the codes of the moment can be used again. */
  async function enrol(as: User): Promise<{ secret: string; codes: string[] }> {
    const secret = await start(as);
    const kept =
      await sql`SELECT * FROM token WHERE "user" = (SELECT uuid FROM users WHERE email = ${users[as]})`.execute(
        world.db,
      );
    expect(kept.rows.length).toBeGreaterThan(0);
    const answer = await post(as, `${PATH}confirm/`, {
      code: code(secret),
    });
    expect(answer.status, answer.text).toBe(200);
    await forget();
    return { secret, codes: answer.body.data.recovery_codes };
  }

  const forget = () => sql`UPDATE two_factor SET last_step = 0, tries = '{}'`.execute(world.db);
  const actions = async () => {
    const { rows } = await sql<{ action: string }>`
    SELECT action FROM audit_entry WHERE action LIKE '%factor%' OR action LIKE '%recovery%' ORDER BY uuid DESC LIMIT 1`.execute(
      world.db,
    );
    return rows[0]?.action;
  };

  return {
    get world() {
      return world;
    },
    password,
    post,
    signIn,
    start,
    enrol,
    actions,
  };
}
