import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Failure } from '#schema/entity.ts';
import { buildApp } from '../../../server/app.ts';
import type { App } from '../../../server/deps.ts';
import { runHousekeeping } from '../../../server/jobs/housekeeping.ts';
import { unusableHash, verifyPassword } from '../../../server/services/access/passwords.ts';
import type { Problem } from '../../../server/services/platform/problem.ts';
import { createTestApp, PASSWORD, type TestApp, users } from '../../support/app.ts';

let world: TestApp;
let second: App;
beforeAll(async () => {
  world = await createTestApp({ environment: { API_KEY_RATE: '3' } });
  second = await buildApp(world.deps);
});
afterAll(async () => {
  await second.close();
  await world.close();
});
beforeEach(async () => {
  await sql`TRUNCATE request_count, sign_in_try, sign_in_place`.execute(world.db);
});

interface Try {
  email?: string;
  password?: string;
  from?: string;
  cookie?: string;
  app?: App;
}
async function signIn({ email = users.customer, password = 'wrong', from = '10.1.1.1', ...more }: Try = {}) {
  const answer = await (more.app ?? world.app).inject({
    method: 'POST',
    url: '/v1/login/',
    remoteAddress: from,
    headers: more.cookie ? { cookie: more.cookie } : {},
    payload: { email, password },
  });
  const { body, ...rest } = { ...answer, body: answer.json<Failure>() };
  return {
    status: answer.statusCode,
    wait: Number(rest.headers['retry-after']),
    headers: answer.headers,
    body,
  };
}
const right = (more: Try = {}) => signIn({ password: PASSWORD, ...more });
/** The next try of everybody is due now. */
const passWaits = () => sql`UPDATE sign_in_try SET next_at = clock_timestamp()`.execute(world.db);
/** Whoever waits does so for an hour more, however slow the machine is. */
const holdWaits = () =>
  sql`UPDATE sign_in_try SET next_at = next_at + interval '1 hour' WHERE next_at > last_at`.execute(world.db);
/** The seconds that the last try made the next one wait. */
const lastWait = async (): Promise<number | undefined> => {
  const { rows } = await sql<{ seconds: number }>`
    SELECT round(extract(epoch FROM next_at - last_at))::int AS seconds FROM sign_in_try
    ORDER BY last_at DESC LIMIT 1`.execute(world.db);
  return rows[0]?.seconds;
};
const statuses = async (n: number, more: Try = {}) => {
  const found: number[] = [];
  for (let k = 0; k < n; k++) found.push((await signIn(more)).status);
  return found;
};
/** Wrong tries of an account from as many addresses as there are tries. */
async function attack(email: string, tries: number): Promise<void> {
  const key = sql`sha256(convert_to(${JSON.stringify(['sign-in-account', email])}, 'utf8'))`;
  await signIn({ email, from: '10.9.0.1' });
  const { numAffectedRows } = await sql`UPDATE request_count SET n = ${tries} WHERE key = ${key}`.execute(
    world.db,
  );
  expect(numAffectedRows).toBe(1n);
}

describe('wrong tries from one place', () => {
  test('wait longer each time after five, whether or not there is such an account', async () => {
    for (const email of [users.customer, 'nobody@demo.test']) {
      expect(await statuses(5, { email })).toEqual([400, 400, 400, 400, 400]);
      const waits = [await lastWait()];
      for (let k = 0; k < 3; k++) {
        await passWaits();
        expect((await signIn({ email })).status).toBe(400);
        waits.push(await lastWait());
      }
      expect(waits).toEqual([1, 2, 4, 8]);
      await holdWaits();
      const refused = await signIn({ email });
      expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
      expect(refused.wait).toBeGreaterThan(3500);
    }
  });

  test('are counted before they are looked at: many at once are no more', async () => {
    await signIn();
    await sql`UPDATE sign_in_try SET tries = 100`.execute(world.db);
    const all = await Promise.all(Array.from({ length: 20 }, () => signIn()));
    expect(all.filter(({ status }) => status === 400)).toHaveLength(1);
    expect(all.filter(({ status }) => status === 429)).toHaveLength(19);
  });

  test('never wait longer than a quarter of an hour, and are forgotten after a right one', async () => {
    await statuses(5);
    await sql`UPDATE sign_in_try SET tries = 500, next_at = clock_timestamp()`.execute(world.db);
    await signIn();
    const refused = await signIn();
    expect(await lastWait()).toBe(900);
    expect(refused.wait).toBeGreaterThan(840);
    expect(refused.body.detail).toBe('Too many attempts to sign in. Try again in 15 minutes.');
    await passWaits();
    expect((await right()).status).toBe(200);
    expect(await statuses(5)).toEqual([400, 400, 400, 400, 400]);
  });

  test('say nothing of the same account elsewhere, nor of another account here', async () => {
    await statuses(5);
    await holdWaits();
    expect((await signIn()).status).toBe(429);
    expect((await right({ from: '10.1.1.2' })).status).toBe(200);
    expect((await right({ email: users.other })).status).toBe(200);
  });

  test('count at every process, and within a network of IPv6 together', async () => {
    await statuses(3, { from: '2001:db8:1:2::1' });
    expect(await statuses(2, { from: '2001:db8:1:2:ffff::9', app: second })).toEqual([400, 400]);
    await holdWaits();
    expect((await right({ from: '2001:db8:1:2::77' })).status).toBe(429);
    expect((await right({ from: '2001:db8:1:3::1' })).status).toBe(200);
  });
});

describe('an account that strangers try from many places', () => {
  test('takes no more of them, and still its user where they signed in before', async () => {
    expect((await right({ from: '10.2.2.2' })).status).toBe(200);
    await attack(users.customer, 50);
    const stranger = await right({ from: '10.3.3.3' });
    expect(stranger.status).toBe(429);
    expect(stranger.wait).toBeGreaterThan(3000);
    expect((await right({ from: '10.2.2.2' })).status).toBe(200);
  });

  test('knows its user by the browser too, whatever its address', async () => {
    const cookies = String((await right({ from: '10.2.2.2' })).headers['set-cookie']);
    expect(cookies).toMatch(/^device=[\w-]{43}; Path=\/v1\/; Max-Age=15552000; HttpOnly; SameSite=Strict$/);
    const cookie = cookies.split(';')[0];
    await attack(users.customer, 50);
    await attack(users.other, 50);
    expect((await right({ from: '10.4.4.4', cookie })).status).toBe(200);
    expect((await right({ email: users.other, from: '10.5.5.5', cookie })).status).toBe(429);
  });

  test('an unknown account is counted in the same way', async () => {
    await attack('nobody@demo.test', 50);
    expect((await signIn({ email: 'nobody@demo.test', from: '10.3.3.3' })).status).toBe(429);
  });
});

test('an address that tries many accounts is refused, but not users known there; correct attempts do not count', async () => {
  expect((await right({ from: '10.6.6.6' })).status).toBe(200);
  await signIn({ email: users.other, from: '10.6.6.6' });
  const { rows } = await sql<{ n: number }>`
    SELECT n FROM request_count
    WHERE key = sha256(convert_to(${JSON.stringify(['sign-in-address', '10.6.6.6'])}, 'utf8'))`.execute(
    world.db,
  );
  expect(rows).toEqual([{ n: 1 }]);
  await sql`UPDATE request_count SET n = 100 WHERE n = 1 AND ends_at > now() + interval '10 minutes'`.execute(
    world.db,
  );
  expect((await right({ email: users.admin, from: '10.6.6.6' })).status).toBe(429);
  expect((await right({ from: '10.6.6.6' })).status).toBe(200);
});

test('housekeeping forgets what is over', async () => {
  await right();
  await signIn();
  await sql`UPDATE request_count SET ends_at = now() - interval '1 second'`.execute(world.db);
  await sql`UPDATE sign_in_try SET last_at = now() - interval '25 hours'`.execute(world.db);
  await sql`UPDATE sign_in_place SET seen_at = now() - interval '181 days'`.execute(world.db);
  await runHousekeeping(world.db, world.deps.files);
  const { rows } = await sql<{ n: number }>`
    SELECT ((SELECT count(*) FROM request_count) + (SELECT count(*) FROM sign_in_try)
      + (SELECT count(*) FROM sign_in_place))::int AS n`.execute(world.db);
  expect(rows).toEqual([{ n: 0 }]);
});

test('a ceiling on requests holds over all processes: of a route, and of an API key', async () => {
  const key = { name: 'k', pairs: [['sms-template-list', 'get']], password: PASSWORD };
  const made = await world.call<{ data: { secret: string } }>('customer', 'POST', '/v1/autho/api-keys/', key);
  const read = async (app: App) => {
    const headers = { authorization: `Bearer ${made.body.data.secret}` };
    return (await app.inject({ url: '/v1/sms/templates/', headers })).statusCode;
  };
  expect([await read(world.app), await read(second), await read(world.app), await read(second)]).toEqual([
    200, 200, 200, 429,
  ]);
  const ask = async (app: App) =>
    (await app.inject({ method: 'POST', url: '/v1/login/', payload: {} })).statusCode;
  const asked = await Promise.all(Array.from({ length: 31 }, (_, n) => ask(n % 2 ? world.app : second)));
  expect(asked.filter((status) => status === 429)).toHaveLength(1);
});

test('more passwords than can be hashed within seconds are refused, and the others are hashed', async () => {
  const all = await Promise.allSettled(
    Array.from({ length: 60 }, () => verifyPassword('wrong', unusableHash)),
  );
  const refused = all.filter((one) => one.status === 'rejected');
  expect(refused).toHaveLength(8);
  for (const { reason } of refused) expect((reason as Problem).code).toBe('too_many_requests');
  expect(await verifyPassword('wrong', unusableHash)).toBe(false);
  // As dear as a person's, or its time would tell that an address is nobody's.
  expect(unusableHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
});
