import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Failure } from '#schema/entity.ts';
import type { Colleague } from '#schema/team.ts';
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
