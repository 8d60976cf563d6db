import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Failure } from '#schema/entity.ts';
import { type Colleague, INVITATIONS_HOURLY } from '#schema/team.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';

let base: TestApp;
let world: TestApp;
beforeAll(async () => {
  base = await createTestApp();
});
afterAll(() => base.close());
beforeEach(async () => {
  world = await base.newCustomers();
});

const TEAM = '/v1/autho/team/';
let people = 0;
const invite = (t = world, email = `invited-${++people}@himal.test`) =>
  t.call<{ data: Colleague } & Failure>('customer', 'POST', TEAM, {
    ...{ name: 'Gita Karki', email, role: 'sender' },
  });

describe('the link of an invitation', () => {
  const copy = (t: TestApp, { uuid }: Colleague) =>
    t.call<{ data: { path: string } } & Failure>('customer', 'POST', `${TEAM}${uuid}/invitation-link/`);

  test('is not for the inviter where it is mailed: it would give them an address that is not theirs', async () => {
    const made = await copy(world, (await invite()).body.data);
    expect([made.status, made.body.detail]).toEqual([
      409,
      'This server sends invitations by e-mail, so there is no link to copy. Send the invitation again instead.',
    ]);
  });

  test('is for the inviter on a server without mail', async () => {
    const silent = await createTestApp({ environment: { DATABASE_URL: base.url } });
    const made = await copy(silent, (await invite(silent)).body.data);
    await silent.close();
    expect([made.status, made.body.data.path]).toEqual([
      200,
      expect.stringMatching(/^\/reset-password\/[\w-]{36}$/),
    ]);
  });
});

test('an account learns of few addresses whether somebody has them: refused invitations count, too', async () => {
  const known = () => invite(world, base.emails.admin);
  for (let i = 0; i < INVITATIONS_HOURLY; i++) {
    const refused = await known();
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      { email: ['Another user has this e-mail address.'] },
    ]);
  }
  for (const answer of [await known(), await invite()]) {
    expect([answer.status, answer.body.detail]).toEqual([
      429,
      'Your account has invited too many people within an hour. Try again in 60 minutes.',
    ]);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(3_500);
  }
  expect(
    (await world.call('other', 'POST', TEAM, { name: 'X', email: 'y@terai.test', role: 'sender' })).status,
  ).toBe(201);
  await sql`UPDATE request_count SET ends_at = clock_timestamp()`.execute(world.db);
  expect((await invite()).status).toBe(201);
});
