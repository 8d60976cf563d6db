import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Failure } from '#schema/entity.ts';
import type { PaymentReference } from '#schema/paymentReference.ts';
import { createTestApp, type TestApp, type User } from '../../support/app.ts';

type Paid = { data: PaymentReference & { receipt: string | null } };

const OWN = '/v1/credit/user-payment-reference/';
const STAFF = '/v1/admin/payment-reference/';
const PDF = '%PDF-1.4\n1 0 obj\n<<>>\nendobj\nstartxref\n9\n%%EOF\n';

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterAll(async () => {
  expect(world.undocumented()).toEqual([]);
  await world.close();
});

let asked = 0;
const pay = async (more: object = {}) =>
  (
    await world.call<Paid & Failure>('customer', 'POST', '/v1/credit/payment/credit_payment_initiate/', {
      ...{ amount: 1_000_000, method: 'bank', reference: `NOTE-${asked++}`, ...more },
    })
  ).body.data;
const change = (path: string, uuid: string, body: object, as: User = 'admin') =>
  world.call<Paid & Failure>(as, 'PUT', `${path}${uuid}/`, body);
const audited = async (record: string) =>
  (
    await sql<{ account: string; before: object; after: object }>`
      SELECT account, before, after FROM audit_entry WHERE record = ${record} AND action = 'update'
      ORDER BY uuid`.execute(world.db)
  ).rows;
const upload = async (as: User) =>
  (await world.upload<{ data: { uuid: string } }>(PDF, 'receipt.pdf', as)).body.data.uuid;

describe('the note of a payment', () => {
  test('is written when paying, changed while it waits, and kept by who does not know it', async () => {
    const { uuid, reference, note } = await pay({ note: ' Paid by my brother ' });
    expect(note).toBe('Paid by my brother');
    expect((await change(OWN, uuid, { reference }, 'customer')).body.data.note).toBe('Paid by my brother');
    const changed = await change(OWN, uuid, { reference, note: 'Paid by Ram' }, 'customer');
    expect([changed.status, changed.body.data.note]).toEqual([200, 'Paid by Ram']);
    expect((await change(OWN, uuid, { reference, note: '' }, 'customer')).body.data.note).toBeNull();
    expect(await audited(uuid)).toMatchObject([
      { before: { note: 'Paid by my brother' }, after: { note: 'Paid by Ram' } },
      { before: { note: 'Paid by Ram' }, after: { note: null } },
    ]);
  });

  test('has a limit', async () => {
    const { uuid, reference } = await pay();
    const { status, body } = await change(OWN, uuid, { reference, note: 'x'.repeat(501) }, 'customer');
    expect([status, Object.keys(body.errors ?? {})]).toEqual([400, ['note']]);
  });

  test('of a package goes with the purchase', async () => {
    const { rows } = await sql<{ uuid: string; price: number }>`
      INSERT INTO sms_package (name, parts, price, validity_days) VALUES ('Small', 100, 10000, 30)
      RETURNING uuid, price`.execute(world.db);
    const bought = await world.call<Paid>('customer', 'POST', `${OWN}smspackages/`, {
      ...{ package: rows[0]?.uuid, price: rows[0]?.price, method: 'cash', note: 'At the counter' },
    });
    expect([bought.status, bought.body.data.note]).toEqual([201, 'At the counter']);
  });
});

describe('staff correct a pending payment', () => {
  test('its number, receipt and note; customer and staff read them, and the audit log has both', async () => {
    const { uuid, reference } = await pay({ note: 'First' });
    const receipt = await upload('admin');
    const answer = await change(STAFF, uuid, { reference: 'BANK-77', receipt, note: 'Bank says 77' });
    expect([answer.status, answer.body.data]).toMatchObject([
      200,
      { reference: 'BANK-77', receipt, note: 'Bank says 77', status: 'pending' },
    ]);
    const own = await world.call<Paid>('customer', 'GET', `${OWN}${uuid}/`);
    expect(own.body.data).toMatchObject({ reference: 'BANK-77', note: 'Bank says 77' });
    // The paper is the customer's from then on, and nobody else's.
    expect((await world.call('customer', 'GET', `/v1/core/files/${receipt}/`)).status).toBe(200);
    expect((await world.call('other', 'GET', `/v1/core/files/${receipt}/`)).status).toBe(404);
    expect(await audited(uuid)).toEqual([
      {
        account: world.accounts.customer,
        before: { reference, receipt: null, note: 'First' },
        after: { reference: 'BANK-77', receipt, note: 'Bank says 77' },
      },
    ]);
  });

  test('also by the other path of the specification', async () => {
    const { uuid } = await pay();
    const { status, body } = await change(`${OWN}all/`, uuid, { reference: 'ALL-1' });
    expect([status, body.data.reference]).toEqual([200, 'ALL-1']);
  });

  test('not with a paper of somebody else, nor one that a record has', async () => {
    const { uuid, reference } = await pay();
    const foreign = await change(STAFF, uuid, { reference, receipt: await upload('other') });
    expect([foreign.status, Object.keys(foreign.body.errors ?? {})]).toEqual([400, ['receipt']]);
    const receipt = await upload('admin');
    await sql`UPDATE file SET attached = true WHERE uuid = ${receipt}`.execute(world.db);
    expect((await change(STAFF, uuid, { reference, receipt })).status).toBe(400);
  });

  test('support may not; nobody changes one that is decided or that a first person confirmed', async () => {
    const { uuid, reference } = await pay();
    expect((await change(STAFF, uuid, { reference }, 'support')).status).toBe(403);
    await sql`UPDATE payment_reference SET first_by = (SELECT uuid FROM users LIMIT 1), first_at = now()
      WHERE uuid = ${uuid}`.execute(world.db);
    const confirmed = await change(STAFF, uuid, { reference: 'X' });
    expect([confirmed.status, confirmed.body.detail]).toEqual([
      409,
      'One person has confirmed this payment already. Nothing was changed.',
    ]);
    await sql`UPDATE payment_reference SET first_by = NULL, first_at = NULL WHERE uuid = ${uuid}`.execute(
      world.db,
    );
    await world.call('admin', 'POST', '/v1/credit/payment/credit_payment_reject/', { uuid, reason: 'No' });
    expect((await change(STAFF, uuid, { reference: 'X' })).body.detail).toBe(
      'This payment is already rejected. Nothing was changed.',
    );
  });
});
