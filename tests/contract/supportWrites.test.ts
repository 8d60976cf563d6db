import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';
import { addressed, inParallel, type Operation, operationsOf, tokenOf } from './operations.ts';

interface Profile {
  data: { account: { uuid: string } };
}

let world: TestApp;
let writes: Operation[];
beforeAll(async () => {
  world = await createTestApp();
  writes = (await operationsOf(world)).filter(
    ({ method, access }) => method !== 'GET' && access !== 'public',
  );
});
afterAll(() => world.close());

/**
 * The design says of support: "writes nothing". What is left is a person's own sign-in, what they get by mail, and papers
 * of payments that they may read. Everything else answers 403.
 */
const left: Readonly<Record<string, string>> = {
  'POST /v1/autho/logout/': 'own session',
  'POST /v1/autho/sessions/end-others/': 'own sessions',
  'DELETE /v1/autho/sessions/{uuid}/': 'own sessions',
  'POST /v1/autho/prove/': 'own session, which it makes fresh',
  'POST /v1/autho/prove/passkey/': 'own session, which it makes fresh',
  'POST /v1/autho/user/change-password/': 'own password',
  'POST /v1/autho/two-factor/start/': 'own second factor',
  'POST /v1/autho/two-factor/confirm/': 'own second factor',
  'POST /v1/autho/two-factor/recovery-codes/': 'own second factor',
  'POST /v1/autho/two-factor/turn-off/': 'own second factor',
  'POST /v1/autho/two-factor/passkeys/': 'own passkeys',
  'POST /v1/autho/two-factor/passkeys/options/': 'own passkeys',
  'POST /v1/autho/two-factor/passkeys/{uuid}/remove/': 'own passkeys',
  'POST /v1/autho/users/{uuid}/sign-in-as/': 'a session that only reads',
  'PUT /v1/admin/reports/mail/': 'own choice of a report by mail',
  'DELETE /v1/admin/reports/mail/': 'own choice of a report by mail',
  'PUT /v1/core/reports/mail/': 'own choice of a report by mail',
  'DELETE /v1/core/reports/mail/': 'own choice of a report by mail',
  'POST /v1/credit/invoices/{uuid}/mail/': 'a copy of an invoice that they may read',
  'POST /v1/credit/invoices/{uuid}/pdf/': 'a copy of an invoice that they may read',
  'POST /v1/credit/invoices/{uuid}/print/': 'a copy of an invoice that they may read',
  'POST /v1/credit/payment/online/{uuid}/check/': 'asks the payment provider again',
};

// In this order: the second ends all sessions of support.
describe('support staff', { shuffle: false }, () => {
  test('request no sender ID, and change neither their account nor their profile', async () => {
    const sender = { name: 'HELPDESK', purpose: 'Answers to customers of the help desk' };
    expect((await world.call('support', 'POST', '/v1/sms/identities/', sender)).status).toBe(403);
    expect((await world.call('admin', 'POST', '/v1/sms/identities/', sender)).status).toBe(201);
    const { body } = await world.call<Profile>('support', 'GET', '/v1/autho/user/profile/');
    const account = `/v1/autho/accounts/${body.data.account.uuid}/`;
    expect((await world.call('support', 'PUT', account, { name: 'Other' })).status).toBe(403);
    const own = { name: 'Other', phone: null };
    expect((await world.call('support', 'PUT', '/v1/autho/user/profile/', own)).status).toBe(403);
  });

  test('get 403 from every write but those of their own sign-in, mails and copies', async () => {
    const open: string[] = [];
    await inParallel(writes, async ({ name, method, path }) => {
      const { statusCode } = await world.app.inject({
        ...{ method, url: addressed(path, randomUUID()) },
        headers: {
          // One token each: signing out ends the others.
          authorization: `Token ${await tokenOf(world, 'support')}`,
          'content-type': 'application/json',
        },
        ...(method !== 'DELETE' && { payload: '{}' }),
      });
      if (statusCode !== 403) open.push(name);
    });
    expect(writes.length).toBeGreaterThan(150);
    expect(open.sort()).toEqual(Object.keys(left).sort());
  });
});
