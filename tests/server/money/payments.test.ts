import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Failure } from '#schema/entity.ts';
import type { PaymentReference } from '#schema/paymentReference.ts';
import { type Answer, createTestApp, type TestApp, type User } from '../../support/app.ts';
import { audit } from '../../support/audit.ts';

type Paid = { data: PaymentReference };

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterAll(async () => {
  await audit(world.db);
  await world.close();
});

const initiate = '/v1/credit/payment/credit_payment_initiate/';
const topUp = (body: object = {}, as: User | null = 'customer') =>
  world.call<Paid & Failure>(as, 'POST', initiate, { amount: 1_000_000, method: 'cash', ...body });
const decide = (what: 'confirm' | 'reject', uuid: string, more: object = {}, as: User | null = 'admin') =>
  world.call<Paid & Failure>(as, 'POST', `/v1/credit/payment/credit_payment_${what}/`, { uuid, ...more });
const cancel = (uuid: string, as: User | null = 'customer') =>
  world.call<Paid & Failure>(as, 'POST', `/v1/credit/user-payment-reference/${uuid}/cancel_request/`);
const balance = async (as: User = 'customer') =>
  (await world.call<{ data: { wallet: { balance: number } } }>(as, 'GET', '/v1/autho/user/profile/')).body
    .data.wallet.balance;
const keyed = (key: string, url: string, body: object): Promise<Answer<Paid>> =>
  world.app
    .inject({
      method: 'POST',
      url,
      payload: body,
      headers: { authorization: `Token ${world.tokens.customer}`, 'idempotency-key': key },
    })
    .then((r) => ({ status: r.statusCode, body: r.json(), text: r.body, headers: r.headers }));

describe('changing a pending payment', () => {
  const OWN = '/v1/credit/user-payment-reference/';
  const change = (uuid: string, body: object, as: User = 'customer', path = OWN) =>
    world.call<Paid & Failure>(as, 'PUT', `${path}${uuid}/`, body);
  const bank = async (reference: string) => (await topUp({ method: 'bank', reference })).body.data;

  test('gives it another number and a receipt, and the audit log has both', async () => {
    const { uuid } = await bank('TYPO-1');
    const file = await world.upload<{ data: { uuid: string } }>(
      '%PDF-1.4\n1 0 obj\n<<>>\nendobj\nstartxref\n9\n%%EOF\n',
      'receipt.pdf',
    );
    const receipt = file.body.data.uuid;
    const { status, body } = await change(uuid, { reference: ' RIGHT-1 ', receipt });
    expect([status, body.data]).toMatchObject([200, { reference: 'RIGHT-1', receipt, status: 'pending' }]);
    const { rows } = await sql`
      SELECT before, after FROM audit_entry WHERE record = ${uuid} AND action = 'update'`.execute(world.db);
    expect(rows).toEqual([
      { before: { reference: 'TYPO-1', receipt: null }, after: { reference: 'RIGHT-1', receipt } },
    ]);
    expect((await change(uuid, { reference: 'RIGHT-1' })).body.data.receipt).toBeNull();
  });

  test.each([
    ['without its number', { reference: ' ' }, 'reference'],
    ['with the number of another payment', { reference: 'taken-2' }, 'reference'],
    ['with another amount', { reference: 'X', amount: 1 }, 'amount'],
    ['with a receipt that is nobody’s', { reference: 'X', receipt: randomUUID() }, 'receipt'],
  ])('%s is refused', async (_, body, field) => {
    await bank('TAKEN-2');
    const { uuid } = await bank(`MINE-${randomUUID()}`);
    const answer = await change(uuid, body);
    expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([400, [field]]);
  });

  test('one that is decided, that one person has confirmed, or that is of another account stays', async () => {
    const { uuid } = await bank('STAYS-1');
    expect((await change(uuid, { reference: 'X' }, 'other')).status).toBe(404);
    await sql`UPDATE payment_reference SET first_by = (SELECT uuid FROM users LIMIT 1), first_at = now()
      WHERE uuid = ${uuid}`.execute(world.db);
    expect((await change(uuid, { reference: 'X' })).body.detail).toContain('is confirming this payment');
    await sql`UPDATE payment_reference SET first_by = NULL, first_at = NULL WHERE uuid = ${uuid}`.execute(
      world.db,
    );
    await decide('reject', uuid, { reason: 'No money' });
    const late = await change(uuid, { reference: 'X' });
    expect([late.status, late.body.detail]).toEqual([
      409,
      'This payment is already rejected. Nothing was changed.',
    ]);
  });

  test('a top-up is no purchase', async () => {
    const { uuid } = await bank('NO-PACK-1');
    const path = `${OWN}smspackages/`;
    expect((await change(uuid, { reference: 'X' }, 'customer', path)).status).toBe(404);
  });

  test('is not confirmed by who has read it before the change', async () => {
    const before = await balance();
    const { uuid, updated_at: read } = await bank('READ-1');
    const { updated_at: now } = (await change(uuid, { reference: 'READ-2' })).body.data;
    const late = await decide('confirm', uuid, { updated_at: read });
    expect([late.status, late.body.detail]).toEqual([
      409,
      'This payment was changed after you opened it. Nothing was decided.',
    ]);
    expect(await balance()).toBe(before);
    expect((await decide('confirm', uuid, { updated_at: now })).status).toBe(200);
  });
});

describe('a top-up', () => {
  test('gives nothing before it is confirmed, and then its amount once', async () => {
    const before = await balance();
    const asked = await topUp({ method: 'bank', reference: 'NIC-1', amount: 123_456 });
    expect(asked.status).toBe(201);
    expect(asked.body.data).toMatchObject({
      kind: 'topup',
      amount: 123_456,
      method: 'bank',
      reference: 'NIC-1',
      status: 'pending',
      invoice: null,
      checkout: null,
    });
    expect(await balance()).toBe(before);

    const confirmed = await decide('confirm', asked.body.data.uuid);
    expect(confirmed.body.data).toMatchObject({ status: 'confirmed', decided_at: expect.any(String) });
    expect(await balance()).toBe(before + 123_456);

    const again = await decide('confirm', asked.body.data.uuid);
    expect([again.status, again.body.code]).toEqual([409, 'conflict']);
    expect(await balance()).toBe(before + 123_456);
  });

  test('of twenty confirmations at once one wins, and the wallet moves once', async () => {
    const before = await balance();
    const { uuid } = (await topUp()).body.data;
    const answers = await Promise.all(Array.from({ length: 20 }, () => decide('confirm', uuid)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)]);
    expect(await balance()).toBe(before + 1_000_000);
  });

  test('is confirmed, rejected or cancelled only once', async () => {
    const before = await balance();
    const { uuid } = (await topUp()).body.data;
    const answers = await Promise.all([
      decide('confirm', uuid),
      decide('reject', uuid, { reason: 'No money' }),
      cancel(uuid),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const { body } = await world.call<Paid>('customer', 'GET', `/v1/credit/user-payment-reference/${uuid}/`);
    expect(await balance()).toBe(before + (body.data.status === 'confirmed' ? 1_000_000 : 0));
  });

  test('that is rejected says why', async () => {
    const { uuid } = (await topUp()).body.data;
    expect((await decide('reject', uuid)).body.errors).toEqual({ reason: ['Required'] });
    await decide('reject', uuid, { reason: 'No transfer came.' });
    const { body } = await world.call<Paid>('customer', 'GET', `/v1/credit/user-payment-reference/${uuid}/`);
    expect(body.data).toMatchObject({ status: 'rejected', reason: 'No transfer came.' });
  });

  test.each([
    ['a wrong amount', { amount: 12.5 }, 'amount'],
    ['less than the least', { amount: 999 }, 'amount'],
    ['more than the most', { amount: 1_000_000_001 }, 'amount'],
    ['a negative amount', { amount: -5000 }, 'amount'],
    ['a transfer without its reference', { method: 'bank' }, 'reference'],
    ['a cheque with an empty number', { method: 'cheque', reference: ' ' }, 'reference'],
    ['an unknown method', { method: 'gold' }, 'method'],
    ['the wallet itself', { method: 'wallet' }, 'method'],
    ['a service that is not configured', { method: 'esewa' }, 'method'],
    ['a receipt that nobody uploaded', { receipt: randomUUID() }, 'receipt'],
  ])('refuses %s', async (_, body, field) => {
    const { status, body: answer } = await topUp(body);
    expect([status, Object.keys(answer.errors ?? {})]).toEqual([400, [field]]);
  });

  test('one transfer pays once: its reference is taken while it is pending or confirmed', async () => {
    const bank = { method: 'bank', reference: 'HBL-77' };
    const first = await topUp(bank);
    expect(first.status).toBe(201);
    expect((await topUp({ ...bank, reference: 'hbl-77' })).body.errors).toHaveProperty('reference');
    expect((await topUp(bank, 'other')).status).toBe(201);
    await cancel(first.body.data.uuid);
    expect((await topUp(bank)).status).toBe(201);
  });

  test('the same key asks once', async () => {
    const key = randomUUID();
    const body = { amount: 5_000, method: 'cash' };
    const answers = await Promise.all(Array.from({ length: 5 }, () => keyed(key, initiate, body)));
    const made = new Set(answers.filter(({ status }) => status === 201).map((a) => a.body.data.uuid));
    expect(made.size).toBe(1);
    expect((await keyed(key, initiate, body)).body.data.uuid).toBe([...made][0]);
    expect((await keyed(key, initiate, { ...body, amount: 6_000 })).status).toBe(422);
  });

  test('belongs to its account', async () => {
    const { uuid } = (await topUp()).body.data;
    expect((await cancel(uuid, 'other')).status).toBe(404);
    expect((await cancel(uuid, null)).status).toBe(401);
    // The pair to buy packages opens the operation, but not for a top-up.
    const give = (pairs: string | null) =>
      sql`UPDATE users SET ui_permissions = ${pairs} WHERE email = 'customer@demo.test'`.execute(world.db);
    await give('[["package-list", "post"]]');
    expect((await cancel(uuid)).status).toBe(403);
    await give(null);
    expect((await decide('confirm', uuid, {}, 'customer')).status).toBe(403);
    expect((await decide('reject', uuid, { reason: 'x' }, 'support')).status).toBe(403);
    const { body } = await world.call<{ results: PaymentReference[] }>(
      'other',
      'GET',
      '/v1/credit/user-payment-reference/',
    );
    expect(body.results.map((payment) => payment.uuid)).not.toContain(uuid);
    expect((await decide('confirm', randomUUID())).status).toBe(404);
  });

  test('a decision cannot be changed behind the server’s back', async () => {
    const { uuid } = (await topUp()).body.data;
    await decide('confirm', uuid);
    for (const change of [sql`status = 'pending', decided_at = NULL`, sql`amount = 1`]) {
      await expect(
        sql`UPDATE payment_reference SET ${change} WHERE uuid = ${uuid}`.execute(world.db),
      ).rejects.toThrow(/stays so/);
    }
  });

  test('says what is offered', async () => {
    const { body } = await world.call('customer', 'GET', '/v1/credit/payment/methods/');
    expect(body).toEqual({
      data: {
        methods: ['bank', 'cash', 'cheque'],
        instructions: '',
        ...{ accounts: [], method_instructions: {}, topup_min: 1_000, topup_max: 1_000_000_000 },
      },
    });
  });
});
