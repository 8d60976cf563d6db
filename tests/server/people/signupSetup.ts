import { sql } from 'kysely';
import { afterAll, beforeAll } from 'vitest';
import type { Failure } from '#schema/entity.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { codeIn, mailsTo } from '../../support/mailbox.ts';

type Body = { detail: string; data: { ticket: string; token: string; retry_after: number } } & Failure;
export const SIGNUP = '/v1/autho/user/signup/';
export const VERIFY = '/v1/autho/user/verify-otp/';
export const RESEND = '/v1/autho/user/resend-verification/';
export const person = (email: string, more: object = {}) => ({
  type: 'individual',
  name: 'Maya Rai',
  email,
  password: 'a good password',
  ...more,
});

export const wrong = (code: string) => (code === '000000' ? '000001' : '000000');

/** Visitors who sign up, and the codes that they are mailed. */
export function setUpSignup() {
  let world: TestApp;
  beforeAll(async () => {
    world = await createTestApp();
  });
  afterAll(() => world.close());
  let visitors = 0;
  /** Somebody with an internet address of their own. */
  function visitor(app = world) {
    const remoteAddress = `10.0.${visitors >> 8}.${visitors++ & 255}`;
    return async (path: string, payload: object) => {
      const answer = await app.app.inject({ method: 'POST', url: path, payload, remoteAddress });
      return { status: answer.statusCode, body: answer.json<Body>() };
    };
  }

  const newestCode = async (email: string, app = world) => codeIn((await mailsTo(app, email))[0]);
  const later = (email: string, time: string) =>
    sql`UPDATE mail_quota SET times = ARRAY(SELECT t - ${time}::interval FROM unnest(times) AS t)
    WHERE address = ${email}`.execute(world.db);
  return {
    get world() {
      return world;
    },
    visitor,
    newestCode,
    later,
  };
}
