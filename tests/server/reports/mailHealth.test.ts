import { afterAll, beforeAll, expect, test } from 'vitest';
import { SETUP_HEALTH, type SetupHealth } from '#schema/setupHealth.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';

let world: TestApp;
beforeAll(async () => {
  // With a database of its own, as a demonstration has.
  world = await createTestApp();
});
afterAll(() => world.close());

const mail = async () => {
  const { body } = await world.call<{ data: SetupHealth }>('admin', 'GET', SETUP_HEALTH);
  return body.data.checks.find(({ name }) => name === 'mail');
};

test('mail that a demonstration only shows is not said to be sent', async () => {
  expect(await mail()).toEqual({ name: 'mail', state: 'note', reason: 'shown' });
  const server = { host: 'mail.example', port: 587, security: 'none', sender_address: 'a@sms.example' };
  expect((await world.call('admin', 'PUT', '/v1/admin/settings/mail/', server)).status).toBe(200);
  expect(await mail()).toEqual({ name: 'mail', state: 'ok', reason: 'ok' });
});
