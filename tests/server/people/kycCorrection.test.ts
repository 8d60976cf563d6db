import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Failure } from '#schema/entity.ts';
import { type Kyc, type KycCorrection, kyc, kycCorrected } from '#schema/kyc.ts';
import { createTestApp, type TestApp, type User } from '../../support/app.ts';
import { emptyKyc, kycInput, submitKyc } from '../../support/kyc.ts';
import { waitForLocks } from '../../support/locks.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(async () => {
  expect(t.undocumented()).toEqual([]);
  await t.close();
});
beforeEach(async () => {
  await emptyKyc(t.db);
  await sql`UPDATE account SET kyc_status = 'none', type = 'company', name = 'Himal Traders', pan = NULL`.execute(
    t.db,
  );
});

const submitted = async (as: User = 'customer'): Promise<Kyc> =>
  (await submitKyc(t, await kycInput(t, as), as)).body.data;
const decide = (verb: 'approve' | 'reject', body: object) =>
  t.call<{ data: Kyc } & Failure>('admin', 'POST', `${kyc.path}${verb}/`, body);
/** The record's correctable fields with some changed. */
const correction = (record: Kyc, change: object) => ({
  ...Object.fromEntries(kycCorrected.map((name) => [name, record[name]])),
  ...{ reason: 'A letter was missing', ...change },
});
const correct = (record: Kyc, change: object, as: User = 'admin') =>
  t.call<{ data: Kyc } & Failure>(as, 'PUT', `${kyc.path}${record.uuid}/`, correction(record, change));
const corrections = async (record: Kyc, as: User) =>
  (await t.call<{ data: KycCorrection[] }>(as, 'GET', `${kyc.path}${record.uuid}/corrections/`)).body.data;
const lines = async (action: string) =>
  (
    await sql<{ entity: string; before: object | null; after: Record<string, unknown>; title: string }>`
      SELECT entity, title, before, after FROM audit_entry WHERE action = ${action} ORDER BY uuid DESC`.execute(
      t.db,
    )
  ).rows;

describe('staff correct a record', () => {
  test('that waits: the fields that differ are kept with the reason, and their values not in the audit log', async () => {
    const record = await submitted();
    const { status, body, text } = await correct(record, {
      last_name: 'Sharmaa',
      document_number: '27-01-70-99999',
    });
    expect(status, text).toBe(200);
    expect(body.data).toMatchObject({
      ...{ name: 'Sita Kumari Sharmaa', document_number: '27-01-70-99999', status: 'pending' },
      submitted_at: record.submitted_at,
    });
    const [made] = await corrections(record, 'support');
    expect(made).toMatchObject({
      before: { last_name: 'Sharma', document_number: '27-01-70-12345' },
      after: { last_name: 'Sharmaa', document_number: '27-01-70-99999' },
      ...{ reason: 'A letter was missing', corrected_by: expect.any(String) },
    });
    expect(await corrections(record, 'customer')).toMatchObject([{ ...made, corrected_by: null }]);
    const [line] = await lines('correct');
    expect(line).toEqual({
      ...{ entity: 'kyc', title: 'Himal Traders Pvt. Ltd.', before: null },
      after: { reason: 'A letter was missing', fields: ['last_name', 'document_number'] },
    });
    expect(JSON.stringify(await lines('correct'))).not.toMatch(/Sharmaa|99999|12345/);
  });

  test('that is approved: the account bears the corrected name and PAN', async () => {
    const record = await submitted();
    await decide('approve', { uuid: record.uuid });
    const change = { company_name: 'Himal Traders Private Limited', company_pan: '३०१२३४५६८' };
    expect((await correct(record, change)).status).toBe(200);
    const { rows } = await sql`SELECT name, pan FROM account WHERE uuid = ${t.accounts.customer}`.execute(
      t.db,
    );
    expect(rows).toEqual([{ name: 'Himal Traders Private Limited', pan: '301234568' }]);
    expect((await lines('update'))[0]).toMatchObject({
      entity: 'admin/accounts',
      before: { name: 'Himal Traders Pvt. Ltd.', pan: '301234567' },
      after: { name: 'Himal Traders Private Limited', pan: '301234568' },
    });
  });

  test('and leave no trace where nothing differs', async () => {
    const record = await submitted();
    const before = (await lines('correct')).length;
    expect((await correct(record, {})).status).toBe(200);
    expect(await corrections(record, 'admin')).toEqual([]);
    expect(await lines('correct')).toHaveLength(before);
  });

  test('once where it is sent again because the answer was lost, and not as changed since', async () => {
    const record = await submitted();
    const change = { last_name: 'Sharmaa', updated_at: record.updated_at };
    for (const time of [1, 2]) expect((await correct(record, change)).status, `${time}`).toBe(200);
    expect(await corrections(record, 'admin')).toHaveLength(1);
  });

  test.each([
    ['without a reason', { reason: ' ' }, ['reason']],
    ['to a birth date before 1900', { birth_date: '1850-01-01' }, ['birth_date']],
    ['to another paper', { document_front: '0190a000-0000-7000-8000-000000000001' }, ['document_front']],
    ['without what a company has', { company_pan: null }, ['company_pan']],
  ])('not %s', async (_, change, fields) => {
    const record = await submitted();
    const { status, body } = await correct(record, change);
    expect([status, Object.keys(body.errors ?? {})]).toEqual([400, fields]);
    expect(await corrections(record, 'admin')).toEqual([]);
  });

  test('not when it was rejected, nor their own, nor without the pair, nor what has changed since', async () => {
    const record = await submitted();
    for (const as of ['customer', 'support'] as const)
      expect((await correct(record, { last_name: 'X' }, as)).status, as).toBe(403);
    await correct(record, { last_name: 'Other' });
    const late = await correct(record, { last_name: 'X', updated_at: record.updated_at });
    expect([late.status, late.body.detail]).toEqual([
      409,
      'This KYC was changed after you opened it. Nothing was changed.',
    ]);
    await decide('reject', { uuid: record.uuid, reason: 'Not readable' });
    expect((await correct(record, { last_name: 'X' })).body.detail).toMatch(/^This KYC was rejected/);
    const own = await submitted('admin');
    expect([(await correct(own, { last_name: 'X' })).status]).toEqual([403]);
  });
});

test('the provider’s own KYC is decided and corrected by a colleague of the person who submitted it', async () => {
  const record = await submitted('admin');
  const { uuid } = record;
  for (const answer of [await decide('approve', { uuid }), await decide('reject', { uuid, reason: 'No' })])
    expect([answer.status, answer.body.detail]).toEqual([
      403,
      'You submitted this KYC, so somebody else must decide about it. Nothing was changed.',
    ]);
  expect((await correct(record, { last_name: 'X' })).body.detail).toBe(
    'You submitted this KYC, so somebody else must correct it. Nothing was changed.',
  );
  const { rows } = await sql`SELECT status FROM kyc WHERE uuid = ${uuid}`.execute(t.db);
  expect(rows).toEqual([{ status: 'pending' }]);
  const asSupport = (role: string) =>
    sql`UPDATE users SET role = ${role} WHERE email = ${t.emails.support}`.execute(t.db);
  await asSupport('admin');
  expect((await correct(record, { last_name: 'Sharmaa' }, 'support')).status).toBe(200);
  const approved = await t.call('support', 'POST', `${kyc.path}approve/`, { uuid });
  expect(approved.status, approved.text).toBe(200);
  await asSupport('support');
});

test('a decision waits for a correction that has begun, and neither fails', async () => {
  const { uuid } = await submitted();
  const deciding = await t.db.transaction().execute(async (trx) => {
    // As far as a correction or a submission comes before it locks the record.
    await sql`SELECT FROM account WHERE uuid = ${t.accounts.customer} FOR NO KEY UPDATE`.execute(trx);
    const answer = decide('approve', { uuid });
    await waitForLocks(t.db);
    await sql`SELECT FROM kyc WHERE uuid = ${uuid} FOR UPDATE NOWAIT`.execute(trx);
    return { answer };
  });
  expect((await deciding.answer).status).toBe(200);
});

describe('who read a record before its correction', () => {
  test('does not decide of it, nor change it over that, where they say what they have read', async () => {
    const record = await submitted();
    const { updated_at } = (await correct(record, { last_name: 'Right' })).body.data;
    const seen = { uuid: record.uuid, submitted_at: record.submitted_at, updated_at: record.updated_at };
    for (const late of [await decide('approve', seen), await decide('reject', { ...seen, reason: 'No' })])
      expect([late.status, late.body.detail]).toEqual([
        409,
        'This KYC was changed after you opened it. Nothing was changed.',
      ]);
    const { uuid: _, ...read } = seen;
    const over = await submitKyc<Failure>(t, { ...(await kycInput(t)), ...read });
    expect([over.status, over.body.detail]).toEqual([
      409,
      'Your provider corrected your KYC after you opened it. Reload the page, and then change it.',
    ]);
    const again = await submitKyc(t, { ...(await kycInput(t)), ...read, updated_at });
    expect(again.status, again.text).toBe(201);
  });
});

test('corrections are never changed, deleted or truncated', async () => {
  await correct(await submitted(), { last_name: 'Right' });
  for (const change of [
    'UPDATE kyc_correction SET reason = reason',
    'DELETE FROM kyc_correction',
    'TRUNCATE kyc_correction',
  ])
    await expect(sql.raw(change).execute(t.db), change).rejects.toThrow();
});
