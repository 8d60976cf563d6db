import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { FILES_PATH, type UploadedFile } from '#schema/file.ts';
import { type Kyc, kyc } from '#schema/kyc.ts';
import { type Pair, roles } from '#schema/permissions.ts';
import { createTestApp, type TestApp, type User, users } from '../../support/app.ts';
import { pdf } from '../../support/documents.ts';
import { kycInput, submitKyc } from '../../support/kyc.ts';

let t: TestApp;
/** Of the customer's account. */
let record: Kyc;
beforeAll(async () => {
  t = await createTestApp();
  await sql`UPDATE account SET type = 'company' WHERE NOT is_provider`.execute(t.db);
  record = (await submitKyc(t, await kycInput(t))).body.data;
});
afterAll(() => t.close());
beforeEach(() => sql`UPDATE users SET ui_permissions = NULL`.execute(t.db));

const give = (caller: User, ...pairs: (readonly [string, string])[]) =>
  sql`UPDATE users SET ui_permissions = ${JSON.stringify(pairs)} WHERE email = ${users[caller]}`.execute(
    t.db,
  );
const statusOf = async (as: User, path: string, method = 'GET', body?: unknown) =>
  (await t.call(as, method, path, body)).status;

/** The only fields without the pair; every other one is somebody's name, birth date, number, address or paper. */
const state = () => {
  const { uuid, created_at, updated_at, status, submitted_at, decided_at } = record;
  return { uuid, created_at, updated_at, status, submitted_at, decided_at };
};

describe('a colleague with another pair', () => {
  beforeEach(() => give('customer', ['contact-list', 'get']));

  test('gets the state of the record alone, from the list and by its uuid', async () => {
    const list = await t.call<{ results: object[] }>('customer', 'GET', kyc.path);
    expect([list.status, list.body.results]).toEqual([200, [state()]]);
    const one = await t.call<{ data: object }>('customer', 'GET', `${kyc.path}${record.uuid}/`);
    expect([one.status, one.body.data]).toEqual([200, state()]);
  });

  test('can filter and order by the fields of the state', async () => {
    for (const query of ['status=pending', 'ordering=-submitted_at', `uuid__in=${record.uuid}`]) {
      const { body } = await t.call<{ results: object[] }>('customer', 'GET', `${kyc.path}?${query}`);
      expect(body.results, query).toEqual([state()]);
    }
  });

  test.each(['search=Sharma', 'search=zzz', 'type=company', 'type__in=company', 'ordering=-name'])(
    'is refused a list with the query %s',
    async (query) => {
      const answer = await t.call('customer', 'GET', `${kyc.path}?${query}`);
      expect(answer.status).toBe(403);
      expect(answer.text).not.toContain(record.uuid);
    },
  );

  test('gets no decision with its reason, and submits nothing', async () => {
    expect(await statusOf('customer', `${kyc.path}${record.uuid}/decisions/`)).toBe(403);
    expect(await statusOf('customer', `${kyc.path}submit/`, 'POST', await kycInput(t))).toBe(403);
  });

  test.each<[string, Pair[], number]>([
    ['none of documents', [['contact-list', 'get']], 403],
    ['top-ups', [['topup-list', 'get']], 404],
    ['submitting alone, though of a file that is in the record', [['kyc-submit', 'post']], 404],
    ['reading KYC', [['kyc-list', 'get']], 200],
  ])('with the pair for %s', async (_, pairs, status) => {
    await give('customer', ...pairs);
    for (const paper of [record.document_front, record.document_back, record.photo, record.pan_certificate])
      expect(await statusOf('customer', `${FILES_PATH}${paper}/`)).toBe(status);
  });

  test('does not make an identity paper readable by naming it as the receipt of a payment', async () => {
    await give('customer', ['topup-list', 'get'], ['topup-list', 'post']);
    const asked = { amount: 100_000, method: 'bank', reference: 'X-1', receipt: record.document_front };
    await t.call('customer', 'POST', '/v1/credit/payment/credit_payment_initiate/', asked);
    expect(await statusOf('customer', `${FILES_PATH}${record.document_front}/`)).toBe(404);
  });
});

describe('an upload that belongs to no record yet', () => {
  test('is its uploader’s alone, and of a colleague’s only who submits KYC may see one of an earlier version', async () => {
    const { uuid } = (await t.upload<{ data: UploadedFile }>(pdf(), 'draft')).body.data;
    const path = `${FILES_PATH}${uuid}/`;
    expect(await statusOf('customer', path)).toBe(200);
    await sql`UPDATE file SET "user" = (SELECT uuid FROM users WHERE email = ${users.other}) WHERE uuid = ${uuid}`.execute(
      t.db,
    );
    expect(await statusOf('customer', path)).toBe(404);
    await sql`UPDATE file SET "user" = NULL WHERE uuid = ${uuid}`.execute(t.db);
    expect(await statusOf('customer', path)).toBe(200);
    await give('customer', ['kyc-list', 'get'], ['topup-list', 'post']);
    expect(await statusOf('customer', path)).toBe(404);
  });
});

test('an API key reads no KYC, though it was given the pair', async () => {
  const secret = `bsk_${'k'.repeat(43)}`;
  await sql`
    INSERT INTO api_key (account, "user", name, prefix, hash, pairs)
    SELECT account, uuid, 'old', 'bsk_k', sha256(${secret}::text::bytea), '[["kyc-list", "get"], ["topup-list", "get"]]'
    FROM users WHERE email = ${users.customer}`.execute(t.db);
  const status = async (url: string) =>
    (await t.app.inject({ url, headers: { authorization: `Token ${secret}` } })).statusCode;
  expect(await status('/v1/credit/wallet-history/')).toBe(200);
  expect(await status(kyc.path)).toBe(403);
  expect(await status(`${FILES_PATH}${record.document_front}/`)).toBe(404);
});

describe('submitting and approving are two pairs', () => {
  test('who may submit only hears the state of what they have submitted', async () => {
    await give('other', ['kyc-submit', 'post']);
    const { status, body } = await submitKyc(t, await kycInput(t, 'other'), 'other');
    expect(status).toBe(201);
    expect(Object.keys(body.data).sort()).toEqual(Object.keys(state()).sort());
  });

  test('no customer approves or rejects, whatever their list holds', async () => {
    await give('customer', ...roles.admin, ['kyc-list', 'post']);
    for (const decision of ['approve', 'reject'])
      expect(
        await statusOf('customer', `${kyc.path}${decision}/`, 'POST', { uuid: record.uuid, reason: 'x' }),
      ).toBe(403);
    expect(await statusOf('customer', '/v1/autho/users/')).toBe(403);
    expect(roles.customer.map((pair) => pair.join(' '))).not.toContain('kyc-list post');
  });

  test('staff without the pair to read have the state of the provider’s own record alone', async () => {
    await give('support', ['user-list', 'get']);
    const { body } = await t.call<{ results: object[] }>('support', 'GET', kyc.path);
    expect(body.results).toEqual([]);
    expect(await statusOf('support', `${kyc.path}${record.uuid}/`)).toBe(404);
    expect(await statusOf('support', `${FILES_PATH}${record.document_front}/`)).toBe(403);
  });
});
