import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { apiKey, type NewApiKey } from '#schema/apiKey.ts';
import type { Failure } from '#schema/entity.ts';
import { operatorLink } from '#schema/operatorLink.ts';
import type { TwoFactorSecret } from '#schema/twoFactor.ts';
import { type NewWebhook, webhook } from '#schema/webhook.ts';
import { fromBase32, hotp, stepAt } from '../../../server/services/access/totp.ts';
import { createTestApp, PASSWORD, type TestApp, type User } from '../../support/app.ts';
import { inputOf } from '../../support/linkWorld.ts';
import { mailsTo } from '../../support/mailbox.ts';
import { soon } from '../../support/soon.ts';

let world: TestApp;
beforeEach(async () => {
  world = await createTestApp();
});
afterEach(() => world.close());

/** Sends a creation under an Idempotency-Key. */
async function post<T = unknown>(as: User, url: string, key: string, payload: object) {
  const answer = await world.app.inject({
    ...{ method: 'POST', url, payload },
    headers: { authorization: `Token ${world.tokens[as]}`, 'idempotency-key': key },
  });
  return { status: answer.statusCode, text: answer.body, body: answer.json<T & Partial<Failure>>() };
}
const count = async (as: User, path: string): Promise<number> =>
  (await world.call<{ count: number }>(as, 'GET', `${path}?page_size=1`)).body.count;
const kept = async (key: string): Promise<object | undefined> =>
  (await sql<{ answer: object }>`SELECT answer FROM idempotency_key WHERE key = ${key}`.execute(world.db))
    .rows[0]?.answer;

describe('a webhook created again under its key', () => {
  const body = { url: 'https://shop.example/sms', events: ['message.delivered'] };

  test('is the same one with the same secret, which is not stored among the answers', async () => {
    const first = await post<{ data: NewWebhook }>('customer', webhook.path, 'hook-1', body);
    const again = await post<{ data: NewWebhook }>('customer', webhook.path, 'hook-1', body);
    expect([first.status, again.status], again.text).toEqual([201, 201]);
    expect(again.body.data).toEqual(first.body.data);
    expect(again.body.data.secret).toMatch(/^whsec_/);
    expect(await count('customer', webhook.path)).toBe(1);
    expect(await kept('hook-1')).toEqual({ uuid: first.body.data.uuid });
    const { rows } = await sql`
      SELECT FROM audit_entry WHERE entity = ${webhook.name} AND action = 'create'`.execute(world.db);
    expect(rows).toHaveLength(1);
  });

  test('is not found once it has been deleted, and the key is not taken for another', async () => {
    const { uuid } = (await post<{ data: NewWebhook }>('customer', webhook.path, 'hook-2', body)).body.data;
    const other = { ...body, url: 'https://other.example/sms' };
    expect((await post('customer', webhook.path, 'hook-2', other)).body.code).toBe('key_reused');
    await world.call('customer', 'DELETE', `${webhook.path}${uuid}/`);
    expect((await post('customer', webhook.path, 'hook-2', body)).status).toBe(404);
  });
});

test('an operator link created again under its key is the same one, recognised without its password', async () => {
  const body = { name: 'ntc-2', ...inputOf('smpp://user:pass-word@ntc.example:2775') };
  const before = await count('admin', operatorLink.path);
  const first = await post<{ data: { uuid: string } }>('admin', operatorLink.path, 'link-1', body);
  // A stored hash of the password could be guessed, so the password is not part of it.
  const again = await post('admin', operatorLink.path, 'link-1', { ...body, password: 'other' });
  expect([first.status, again.status], again.text).toEqual([201, 201]);
  expect(again.body).toEqual(first.body);
  expect(await count('admin', operatorLink.path)).toBe(before + 1);
  expect(await kept('link-1')).toEqual({ uuid: first.body.data.uuid });
  const other = await post('admin', operatorLink.path, 'link-1', { ...body, port: 2776 });
  expect([other.status, other.body.code]).toEqual([422, 'key_reused']);
});

describe('an API key created again under its Idempotency-Key', () => {
  const body = { name: 'Shop', pairs: [['campaign-list', 'get']] };
  const create = (key: string, proof: object, change: object = {}) =>
    post<{ data: NewApiKey }>('customer', apiKey.path, key, { ...body, ...change, ...proof });

  test('is refused with the key that there is, because its secret is known to nobody', async () => {
    const first = await create('key-1', { password: PASSWORD });
    expect(first.status, first.text).toBe(201);
    const { secret, ...record } = first.body.data;
    const again = await create('key-1', { password: PASSWORD });
    expect([again.status, again.body.code]).toEqual([409, 'already_created']);
    expect(again.body.data).toEqual(record);
    expect(again.body.detail).toBe(
      `This key was already created: “Shop”, which starts with ${record.prefix}. Its secret was shown only then. Revoke it, and create another key.`,
    );
    expect(await count('customer', apiKey.path)).toBe(1);
    expect(await kept('key-1')).toEqual({ uuid: record.uuid });
    await soon(async () => {
      const alerts = (await mailsTo(world, world.emails.customer)).map(({ subject }) => subject);
      expect(alerts).toEqual(['An API key was added']);
    });
    // The same words may be meant as another key: under another Idempotency-Key they are.
    expect((await create('key-2', { password: PASSWORD })).status).toBe(201);
    const other = await create('key-1', { password: PASSWORD }, { name: 'Till' });
    expect([other.status, other.body.code]).toEqual([422, 'key_reused']);
  });

  test('is recognised with another code, and a refused proof keeps nothing', async () => {
    expect((await create('key-3', { password: 'wrong-password-9' })).status).toBe(400);
    expect(await kept('key-3')).toBeUndefined();
    const start = await world.call<{ data: TwoFactorSecret }>(
      ...(['customer', 'POST', '/v1/autho/two-factor/start/', { password: PASSWORD }] as const),
    );
    const code = hotp(fromBase32(start.body.data.secret), stepAt(Date.now()));
    await world.call('customer', 'POST', '/v1/autho/two-factor/confirm/', { code });
    await sql`UPDATE two_factor SET last_step = 0`.execute(world.db);
    expect((await create('key-3', { code })).status).toBe(201);
    // The code is used up by now, and so would be the next.
    expect((await create('key-3', { code })).body.code).toBe('already_created');
    expect((await create('key-3', { code: '000000' })).body.code).toBe('already_created');
  });
});
