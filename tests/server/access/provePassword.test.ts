import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Failure } from '#schema/entity.ts';
import { createTestApp, PASSWORD, type TestApp, type User } from '../../support/app.ts';

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterAll(() => world.close());
beforeEach(async () => {
  await sql`TRUNCATE request_count, sign_in_try, sign_in_place`.execute(world.db);
});

const WRONG = 'wrong-password-9';
/** Whatever asks a user in a session for their password, as it is asked with one. */
const asks: [path: string, body: (password: string) => object, field: string, sentence: string][] = [
  [
    '/v1/autho/user/change-password/',
    (old_password) => ({ old_password, new_password: PASSWORD }),
    'old_password',
    'The current password is not correct.',
  ],
  ['/v1/autho/two-factor/start/', (password) => ({ password }), 'password', 'The password is not correct.'],
];

async function post(as: User, url: string, payload: object, remoteAddress = '10.1.1.1') {
  const headers = { authorization: `Token ${world.tokens[as]}` };
  const answer = await world.app.inject({ method: 'POST', url, payload, remoteAddress, headers });
  return { status: answer.statusCode, headers: answer.headers, body: answer.json<Failure>() };
}
/** The next try of everybody is due now. */
const passWaits = () => sql`UPDATE sign_in_try SET next_at = clock_timestamp()`.execute(world.db);
const holdWaits = () =>
  sql`UPDATE sign_in_try SET next_at = next_at + interval '1 hour' WHERE next_at > last_at`.execute(world.db);
const lastWait = async () => {
  const { rows } = await sql<{ seconds: number }>`
    SELECT round(extract(epoch FROM next_at - last_at))::int AS seconds FROM sign_in_try
    ORDER BY last_at DESC LIMIT 1`.execute(world.db);
  return rows[0]?.seconds;
};

describe.each(asks)('wrong passwords at %s', (path, body, field, sentence) => {
  test('wait as wrong ones at the door do, before they are looked at', async () => {
    const waits: unknown[] = [];
    for (let i = 0; i < 7; i++) {
      await passWaits();
      const answer = await post('customer', path, body(WRONG));
      expect([answer.status, answer.body.errors]).toEqual([400, { [field]: [sentence] }]);
      waits.push(await lastWait());
    }
    expect(waits).toEqual([0, 0, 0, 0, 1, 2, 4]);
    await holdWaits();
    const refused = await post('customer', path, body(PASSWORD));
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3500);
  });

  test('are in the audit log, with who and from where', async () => {
    await post('customer', path, body(WRONG), '10.1.2.3');
    const { rows } = await sql`
      SELECT action, entity, actor_email, ip, before, after FROM audit_entry ORDER BY uuid DESC LIMIT 1`.execute(
      world.db,
    );
    expect(rows).toEqual([
      {
        action: 'wrong-password',
        entity: 'users',
        actor_email: world.emails.customer,
        ip: '10.1.2.3',
        before: null,
        after: null,
      },
    ]);
  });

  test('count with those of the door, of the same place and account', async () => {
    for (let i = 0; i < 4; i++) await post('customer', path, body(WRONG));
    const door = await world.app.inject({
      ...{ method: 'POST', url: '/v1/login/', remoteAddress: '10.1.1.1' },
      payload: { email: world.emails.customer, password: WRONG },
    });
    expect(door.statusCode).toBe(400);
    expect(await lastWait()).toBe(1);
    await post('other', path, body(WRONG));
    expect(await lastWait()).toBe(0);
  });
});

test('a right password begins the count anew', async () => {
  const [path, body] = asks[1] as (typeof asks)[number];
  for (let i = 0; i < 4; i++) await post('customer', path, body(WRONG));
  expect((await post('customer', path, body(PASSWORD))).status).toBe(200);
  await post('customer', path, body(WRONG));
  expect(await lastWait()).toBe(0);
});

test('a browser in which the user signed in is a place of its own', async () => {
  const [path, body] = asks[1] as (typeof asks)[number];
  const signedIn = await world.app.inject({
    ...{ method: 'POST', url: '/v1/login/', remoteAddress: '10.1.1.1' },
    payload: { email: world.emails.customer, password: PASSWORD },
  });
  const device = /device=([^;]+)/.exec(String(signedIn.headers['set-cookie']))?.[1];
  expect(device).toBeTruthy();
  const headers = { authorization: `Token ${world.tokens.customer}`, cookie: `device=${device}` };
  const ask = (password: string, remoteAddress: string) =>
    world.app.inject({ method: 'POST', url: path, payload: body(password), remoteAddress, headers });
  for (let i = 0; i < 4; i++) await ask(WRONG, `10.2.0.${i}`);
  await ask(WRONG, '10.2.0.9');
  expect(await lastWait()).toBe(1);
});
