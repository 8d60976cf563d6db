import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Failure } from '#schema/entity.ts';
import { buildApp } from '../../../server/app.ts';
import { createLog } from '../../../server/log.ts';
import { createTestApp, PASSWORD, type TestApp, users } from '../../support/app.ts';
import { mailedReset, mailsTo } from '../../support/mailbox.ts';
import { soon } from '../../support/soon.ts';

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterAll(() => world.close());
/** Each with other people, whose password and sessions no test before has changed. */
let people: TestApp;
beforeEach(async () => {
  people = await world.newCustomers();
});
afterEach(async () => {
  await sql`DELETE FROM mail`.execute(world.db);
  await sql`DELETE FROM mail_quota`.execute(world.db);
  await sql`DELETE FROM password_reset`.execute(world.db);
});

const ASK = '/v1/autho/password_reset/';
const CHECK = `${ASK}check/`;
const CONFIRM = `${ASK}confirm/`;

let visitors = 0;
async function post(path: string, payload: object, app = world) {
  const remoteAddress = `10.1.${visitors >> 8}.${visitors++ & 255}`;
  const answer = await app.app.inject({ method: 'POST', url: path, payload, remoteAddress });
  return {
    status: answer.statusCode,
    body: answer.json<Failure & { data: { retry_after: number; usable: boolean } }>(),
  };
}

async function mailedLink(email: string): Promise<string> {
  await sql`DELETE FROM mail_quota`.execute(world.db);
  expect((await post(ASK, { email })).status).toBe(200);
  return mailedReset(world, email);
}

const login = async (email: string, password: string, path = '/v1/login/') =>
  (await post(path, { email, password })).status;
const profile = async (token: string) =>
  (await world.app.inject({ url: '/v1/autho/user/profile/', headers: { authorization: `Token ${token}` } }))
    .statusCode;

describe('a forgotten password', () => {
  test('is replaced by a mailed link, once, which ends every session', async () => {
    const link = await mailedLink(people.emails.customer.toUpperCase());
    expect(link).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect((await post(CHECK, { uuid: link })).body.data).toEqual({ usable: true, keys: 0 });
    const session = await world.signIn(people.emails.customer);

    const confirmed = await post(CONFIRM, { uuid: link, password: 'नयाँ पासवर्ड' });
    expect(confirmed.status).toBe(200);
    expect([await profile(session), await profile(people.tokens.customer)]).toEqual([401, 401]);
    expect(await profile(people.tokens.other)).toBe(200);
    expect(await login(people.emails.customer, PASSWORD)).toBe(400);
    expect(await login(people.emails.customer, 'नयाँ पासवर्ड')).toBe(200);

    expect((await post(CHECK, { uuid: link })).body.data).toEqual({ usable: false, keys: 0 });
    const again = await post(CONFIRM, { uuid: link, password: 'one more time' });
    expect([again.status, again.body.code]).toEqual([400, 'broken_link']);
    expect(await login(people.emails.customer, 'नयाँ पासवर्ड')).toBe(200);
    // Each request comes from somewhere else, so signing in is told, too.
    await soon(async () =>
      expect((await mailsTo(world, people.emails.customer)).map(({ subject }) => subject)).toEqual([
        'New sign-in to your account',
        'New sign-in to your account',
        'Your password was changed',
        'A new password for Bulk SMS Console',
      ]),
    );
  });

  test('of staff works alike', async () => {
    const link = await mailedLink(users.support);
    expect((await post(CONFIRM, { uuid: link, password: 'a staff password' })).status).toBe(200);
    expect(await login(users.support, 'a staff password', '/v1/login/admin/')).toBe(200);
  });

  test('may not become the own name or address, or a common one, which leaves the link as it was', async () => {
    const link = await mailedLink(people.emails.other);
    for (const password of ['ram yadav', people.emails.other.toUpperCase()]) {
      const { status, body } = await post(CONFIRM, { uuid: link, password });
      expect([status, body.errors]).toEqual([
        400,
        { password: ['Choose a password that is not your name or e-mail address.'] },
      ]);
    }
    expect((await post(CONFIRM, { uuid: link, password: 'Football' })).body.errors).toEqual({
      password: ['This password is too common and easy to guess. Choose another one.'],
    });
    expect((await post(CONFIRM, { uuid: link, password: 'short' })).body.errors).toEqual({
      password: ['Use at least 8 characters.'],
    });
    expect(await profile(people.tokens.other)).toBe(200);
    expect((await post(CONFIRM, { uuid: link, password: 'long enough' })).status).toBe(200);
  });
});

describe('a link', () => {
  test('ends after an hour', async () => {
    const link = await mailedLink(people.emails.other);
    const { rows } = await sql<{ minutes: number }>`
      SELECT ceil(extract(epoch FROM expires_at - now()) / 60)::int AS minutes FROM password_reset`.execute(
      world.db,
    );
    expect(rows).toEqual([{ minutes: 60 }]);
    await sql`UPDATE password_reset SET expires_at = now()`.execute(world.db);
    expect((await post(CONFIRM, { uuid: link, password: 'long enough' })).body.code).toBe('broken_link');
  });

  test('that was made up is broken, whatever it looks like', async () => {
    for (const uuid of ['', 'x', "' OR true --", '00000000-0000-4000-8000-000000000000']) {
      expect((await post(CHECK, { uuid })).body.data, uuid).toEqual({ usable: false, keys: 0 });
      expect((await post(CONFIRM, { uuid, password: 'long enough' })).body.code, uuid).toBe('broken_link');
    }
  });

  test('used twice at once, or with another of the same user, works once', async () => {
    const [first, second] = [await mailedLink(people.emails.other), await mailedLink(people.emails.other)];
    expect(first).not.toBe(second);
    const answers = await Promise.all(
      [first, second, first, second].map((uuid, i) => post(CONFIRM, { uuid, password: `password no ${i}` })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
    const winner = answers.findIndex(({ status }) => status === 200);
    expect(await login(people.emails.other, `password no ${winner}`)).toBe(200);
  });

  test('is kept only as its hash', async () => {
    const link = await mailedLink(people.emails.other);
    const { rows } = await sql<{ row: string }>`SELECT p::text AS row FROM password_reset p`.execute(
      world.db,
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.row).not.toContain(link);
  });

  test('is not in the request log', async () => {
    const lines: string[] = [];
    const log = createLog('info', { write: (line) => void lines.push(line) });
    const app = await buildApp(world.deps, log);
    const link = await mailedLink(people.emails.other);
    await app.inject({ url: `/reset-password/${link}?x=1`, headers: { authorization: 'Token abc' } });
    await app.close();
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ method: 'GET', route: null, status: 404 }),
    ]);
    expect(lines.join('')).not.toContain(link);
  });

  test('of somebody who may no longer sign in is not mailed, and no longer works', async () => {
    const link = await mailedLink(people.emails.other);
    await sql`UPDATE account SET is_active = false WHERE uuid = ${people.accounts.other}`.execute(world.db);
    expect((await post(CONFIRM, { uuid: link, password: 'long enough' })).body.code).toBe('broken_link');
    await sql`DELETE FROM mail_quota`.execute(world.db);
    expect((await post(ASK, { email: people.emails.other })).status).toBe(200);
    expect(await mailsTo(world, people.emails.other)).toHaveLength(1);
    await sql`UPDATE account SET is_active = true`.execute(world.db);
  });
});

describe('asking for a link', () => {
  test('answers the same for an address that nobody has, to which nothing is mailed', async () => {
    const known = await post(ASK, { email: users.admin });
    const unknown = await post(ASK, { email: 'nobody@example.test' });
    expect(unknown).toEqual(known);
    expect(known.status).toBe(200);
    expect(await mailsTo(world, users.admin)).toHaveLength(1);
    expect(await mailsTo(world, 'nobody@example.test')).toEqual([]);
    const again = await Promise.all(
      [users.admin, 'nobody@example.test'].map((email) => post(ASK, { email })),
    );
    expect(again.map(({ status, body }) => [status, body.code])).toEqual([
      [429, 'too_many_requests'],
      [429, 'too_many_requests'],
    ]);
  });

  test('has the same effects before it answers', async () => {
    const app = await createTestApp({ deliverMail: async () => {} });
    try {
      for (const email of [users.admin, 'nobody@example.test']) await post(ASK, { email }, app);
      const { rows } = await sql<object>`SELECT kind, subject, sent_at, attempts FROM mail`.execute(app.db);
      const untouched = { kind: 'password-reset', subject: null, sent_at: null, attempts: 0 };
      expect(rows).toEqual([untouched, untouched]);
      const links = await sql`SELECT FROM password_reset`.execute(app.db);
      expect(links.rows).toEqual([]);
    } finally {
      await app.close();
    }
  });

  test('writes in the language of the user, else of the page', async () => {
    await post(ASK, { email: users.admin, language: 'ne' });
    await sql`UPDATE users SET language = 'en' WHERE email = ${users.support}`.execute(world.db);
    await post(ASK, { email: users.support, language: 'ne' });
    expect((await mailsTo(world, users.admin))[0]?.subject).toBe('बल्क एसएमएस कन्सोलको नयाँ पासवर्ड');
    expect((await mailsTo(world, users.support))[0]?.subject).toBe('A new password for Bulk SMS Console');
  });

  test('six times an hour at most, and of a server that sends no mail not at all', async () => {
    const statuses = [];
    for (let i = 0; i < 7; i++) {
      statuses.push((await post(ASK, { email: users.admin })).status);
      await sql`UPDATE mail_quota SET times = ARRAY(SELECT t - interval '61 seconds' FROM unnest(times) AS t)`.execute(
        world.db,
      );
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429]);
    const app = await createTestApp({ environment: { DATABASE_URL: 'postgresql://elsewhere/db' } });
    try {
      expect((await post(ASK, { email: users.admin }, app)).body.code).toBe('unavailable');
    } finally {
      await app.close();
    }
  });

  test('mails that a clock of the database counted while it was ahead keep nobody waiting', async () => {
    await post(ASK, { email: users.admin });
    await sql`UPDATE mail_quota SET times = array_fill(now() + interval '5 hours', ARRAY[6])`.execute(
      world.db,
    );
    expect((await post(ASK, { email: users.admin })).status).toBe(200);
    // From then on it counts as ever.
    expect((await post(ASK, { email: users.admin })).status).toBe(429);
  });
});
