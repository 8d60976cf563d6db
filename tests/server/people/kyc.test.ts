import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Failure } from '#schema/entity.ts';
import { FILES_PATH, type UploadedFile } from '#schema/file.ts';
import { type Kyc, type KycDecision, kyc } from '#schema/kyc.ts';
import type { Profile } from '#schema/user.ts';
import { createTestApp, type TestApp, type User } from '../../support/app.ts';
import { pdf } from '../../support/documents.ts';
import { emptyKyc, kycInput, submitKyc } from '../../support/kyc.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  await emptyKyc(t.db);
  await sql`UPDATE account SET kyc_status = 'none', type = 'company', name = 'Himal Traders', pan = NULL
    WHERE uuid = ${t.accounts.customer}`.execute(t.db);
  await sql`UPDATE users SET ui_permissions = NULL`.execute(t.db);
});

const submit = (body: unknown, as: User = 'customer') => submitKyc<{ data: Kyc } & Failure>(t, body, as);
const submitted = async (as: User = 'customer'): Promise<Kyc> => {
  const { status, body, text } = await submit(await kycInput(t, as), as);
  expect(status, text).toBe(201);
  return body.data;
};
const decide = (verb: 'approve' | 'reject', body: unknown, as: User = 'admin') =>
  t.call<{ data: Kyc } & Failure>(as, 'POST', `${kyc.path}${verb}/`, body);
const shownAccount = async () =>
  (await t.call<{ data: Profile }>('customer', 'GET', '/v1/autho/user/profile/')).body.data.account;
const list = async (as: User, query = '') =>
  (await t.call<{ count: number; results: Kyc[] }>(as, 'GET', kyc.path + query)).body;

describe('submitting', () => {
  test('keeps what was given, pending, and says so in the profile', async () => {
    expect(await shownAccount()).toMatchObject({ type: 'company', kyc_status: 'none' });
    const input = await kycInput(t);
    const { status, body, text } = await submit({ ...input, document_number: ' २७-०१-७०-१२३४५ ' });
    expect(status, text).toBe(201);
    expect(body.data).toEqual({
      ...input,
      ...{ name: 'Sita Kumari Sharma', type: 'company', status: 'pending', account: t.accounts.customer },
      ...{ account_name: 'Himal Traders', reason: null, decided_at: null, submitted_at: expect.any(String) },
      ...{ uuid: expect.any(String), created_at: expect.any(String), updated_at: expect.any(String) },
    });
    expect((await shownAccount()).kyc_status).toBe('pending');
    const { rows } = await sql`SELECT FROM file WHERE attached AND account = ${t.accounts.customer}`.execute(
      t.db,
    );
    expect(rows).toHaveLength(4);
  });

  test('of a person leaves out what only companies have', async () => {
    await sql`UPDATE account SET type = 'individual' WHERE uuid = ${t.accounts.customer}`.execute(t.db);
    const { middle_name: _, ...input } = await kycInput(t);
    const { body } = await submit({ ...input, company_name: '', tole: '' });
    expect(body.data).toMatchObject({
      ...{ name: 'Sita Sharma', type: 'individual', middle_name: null, tole: null },
      ...{ company_name: null, company_pan: null, pan_certificate: null },
    });
  });

  const yearsAgo = (years: number) => `${new Date().getFullYear() - years}-01-01`;
  test.each<[string, Record<string, unknown>, string, RegExp]>([
    ['a name in Nepali letters', { first_name: 'सीता' }, 'first_name', /English letters/],
    ['no last name', { last_name: ' ' }, 'last_name', /^Required$/],
    ['a Nepali name in English letters', { name_ne: 'Sita' }, 'name_ne', /Nepali letters/],
    ['a child', { birth_date: yearsAgo(10), issue_date: yearsAgo(1) }, 'birth_date', /aged 16 or over/],
    ['somebody of another century', { birth_date: '1890-01-01' }, 'birth_date', /year of birth/],
    ['a day that is none', { birth_date: '1990-02-30' }, 'birth_date', /./],
    ['an issue date in the future', { issue_date: '2999-01-01' }, 'issue_date', /in the future/],
    ['an issue date before birth', { issue_date: '1980-01-01' }, 'issue_date', /before the date of birth/],
    ['no such document', { document_type: 'library_card' }, 'document_type', /./],
    ['a number of signs', { document_number: '<b>' }, 'document_number', /as on the document/],
    ['no issue district', { issue_district: null }, 'issue_district', /^Required$/],
    ['no such issue district', { issue_district: 99 }, 'issue_district', /district does not exist/],
    ['no such province', { province: 8 }, 'province', /province does not exist/],
    ['a district of another province', { province: 1 }, 'district', /not in that province/],
    ['a municipality of another district', { municipality: 414 }, 'municipality', /not in that district/],
    ['a ward that the municipality lacks', { ward: 33 }, 'ward', /This municipality has 32 wards/],
    ['ward 0', { ward: 0 }, 'ward', /./],
    ['no back of a citizenship', { document_back: null }, 'document_back', /^Required$/],
    ['no photo', { photo: undefined }, 'photo', /^Required$/],
    ['a company without its name', { company_name: '' }, 'company_name', /^Required$/],
    ['a company without its PAN', { company_pan: null }, 'company_pan', /^Required$/],
    ['a PAN of eight digits', { company_pan: '30123456' }, 'company_pan', /9 digits/],
    ['a company without its certificate', { pan_certificate: null }, 'pan_certificate', /^Required$/],
    ['a status', { status: 'approved' }, 'status', /field does not exist/],
    [
      'a file that is not there',
      { photo: '01890000-0000-7000-8000-000000000000' },
      'photo',
      /file does not exist/,
    ],
  ])('refuses %s at its field, and changes nothing', async (_, change, field, sentence) => {
    const { status, body } = await submit({ ...(await kycInput(t)), ...change });
    expect([status, Object.keys(body.errors ?? {})]).toEqual([400, [field]]);
    expect(body.errors?.[field]?.join()).toMatch(sentence);
    expect([(await list('admin')).count, (await shownAccount()).kyc_status]).toEqual([0, 'none']);
  });

  test('refuses files of another account and a photo that is no picture', async () => {
    const theirs = (await t.upload<{ data: UploadedFile }>(pdf(), 'a', 'other')).body.data.uuid;
    const ours = (await t.upload<{ data: UploadedFile }>(pdf())).body.data.uuid;
    const input = await kycInput(t);
    expect((await submit({ ...input, document_front: theirs })).body.errors?.document_front?.[0]).toMatch(
      /file does not exist/,
    );
    expect((await submit({ ...input, photo: ours })).body.errors?.photo?.[0]).toMatch(/not a picture/);
  });

  test('a person of sixteen today may, one of tomorrow may not, whatever day the server has', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 7 * 86_400_000 });
    onTestFinished(() => void vi.useRealTimers());
    await sql`UPDATE account SET type = 'individual' WHERE uuid = ${t.accounts.customer}`.execute(t.db);
    const { rows } = await sql<{ today: string; tomorrow: string }>`
      SELECT (d - interval '16 years')::date AS today, (d + 1 - interval '16 years')::date AS tomorrow
      FROM (SELECT (now() AT TIME ZONE 'Asia/Kathmandu')::date AS d) now`.execute(t.db);
    const input = { ...(await kycInput(t)), issue_date: rows[0]!.tomorrow };
    expect((await submit({ ...input, birth_date: rows[0]!.tomorrow })).status).toBe(400);
    expect((await submit({ ...input, birth_date: rows[0]!.today })).status).toBe(201);
  });

  test('a person cannot show a company’s registration; a passport has no back and no district', async () => {
    const input = await kycInput(t);
    await sql`UPDATE account SET type = 'individual' WHERE uuid = ${t.accounts.customer}`.execute(t.db);
    const refused = await submit({ ...input, document_type: 'company_registration' });
    expect(refused.body.errors).toEqual({
      document_type: ['This document is for companies. Choose another one.'],
    });
    const passport = { document_type: 'passport', document_back: null, issue_district: null };
    expect((await submit({ ...input, ...passport })).status).toBe(201);
  });

  test('of a person is in the audit log under the name of that person', async () => {
    const input = await kycInput(t);
    await sql`UPDATE account SET type = 'individual' WHERE uuid = ${t.accounts.customer}`.execute(t.db);
    const { uuid } = (await submit(input)).body.data;
    const { rows } = await sql`SELECT title, after FROM audit_entry WHERE record = ${uuid}`.execute(t.db);
    expect(rows).toEqual([
      {
        title: 'Sita Kumari Sharma',
        after: { status: 'pending', type: 'individual', name: 'Sita Kumari Sharma', company_name: null },
      },
    ]);
  });

  test('twice, and of two at once one: the other is a conflict and changes nothing', async () => {
    const input = await kycInput(t);
    const answers = await Promise.all([submit(input), submit({ ...input, first_name: 'Gita' })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect((await submit(input)).body).toMatchObject({
      code: 'conflict',
      detail: 'Your KYC is already pending. Nothing was changed.',
    });
    expect((await list('admin')).count).toBe(1);
  });

  test('changes what waits for its decision, where it names what it changes', async () => {
    const first = await submitted();
    const input = { ...(await kycInput(t)), first_name: 'Gita' };
    const moved = new Date(Date.parse(first.submitted_at) + 1000).toISOString();
    expect((await submit({ ...input, submitted_at: moved })).status).toBe(409);
    const changed = await submit({ ...input, submitted_at: first.submitted_at });
    expect([changed.status, changed.body.data]).toMatchObject([
      201,
      { uuid: first.uuid, first_name: 'Gita', status: 'pending' },
    ]);
    expect(Date.parse(changed.body.data.submitted_at)).toBeGreaterThan(Date.parse(first.submitted_at));
    const { rows } = await sql<{ action: string }>`
      SELECT action FROM audit_entry WHERE record = ${first.uuid} ORDER BY uuid`.execute(t.db);
    expect(rows.map(({ action }) => action)).toEqual(['submit', 'update']);
    // Whoever has read what it was before decides nothing of what it is now.
    const late = await decide('approve', { uuid: first.uuid, submitted_at: first.submitted_at });
    expect(late.status).toBe(409);
    // The same again is of what is not there any more.
    expect((await submit({ ...input, submitted_at: first.submitted_at })).status).toBe(409);
    await decide('approve', { uuid: first.uuid });
    const after = { ...input, submitted_at: changed.body.data.submitted_at };
    expect((await submit(after)).body.detail).toBe('Your KYC is already approved. Nothing was changed.');
  });

  test('needs signing in', async () => {
    expect((await t.call(null, 'POST', `${kyc.path}submit/`, {})).status).toBe(401);
  });
});

describe('deciding', () => {
  test('approves: the account bears what was proved', async () => {
    const { uuid } = await submitted();
    const { status, body } = await decide('approve', { uuid });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ status: 'approved', reason: null, decided_at: expect.any(String) });
    expect(await shownAccount()).toMatchObject({ kyc_status: 'approved', name: 'Himal Traders Pvt. Ltd.' });
    const { rows } = await sql`SELECT pan FROM account WHERE uuid = ${t.accounts.customer}`.execute(t.db);
    expect(rows).toEqual([{ pan: '301234567' }]);
    expect((await submit(await kycInput(t))).status).toBe(409);
  });

  test('an approved person’s account bears their name and the type that was checked', async () => {
    await sql`UPDATE account SET type = 'individual', pan = '123456789' WHERE uuid = ${t.accounts.customer}`.execute(
      t.db,
    );
    const { uuid } = await submitted();
    await sql`UPDATE account SET type = 'company', name = 'Something else' WHERE uuid = ${t.accounts.customer}`.execute(
      t.db,
    );
    await decide('approve', { uuid });
    const { rows } =
      await sql`SELECT name, type, pan FROM account WHERE uuid = ${t.accounts.customer}`.execute(t.db);
    expect(rows).toEqual([{ name: 'Sita Kumari Sharma', type: 'individual', pan: '123456789' }]);
  });

  test('rejects with a reason that is kept when the record is corrected and submitted again', async () => {
    const { uuid } = await submitted();
    expect((await decide('reject', { uuid, reason: ' ' })).body.errors).toEqual({ reason: ['Required'] });
    const { body } = await decide('reject', { uuid, reason: 'The photo is blurred.' });
    expect(body.data).toMatchObject({ status: 'rejected', reason: 'The photo is blurred.' });
    expect((await shownAccount()).kyc_status).toBe('rejected');

    const again = await submit({ ...(await kycInput(t)), first_name: 'Gita' });
    expect([again.status, again.body.data]).toMatchObject([
      201,
      { uuid, first_name: 'Gita', status: 'pending', reason: null, decided_at: null },
    ]);
    expect((await shownAccount()).kyc_status).toBe('pending');
    await decide('approve', { uuid });
    const decisions = await t.call<{ data: KycDecision[] }>(
      'customer',
      'GET',
      `${kyc.path}${uuid}/decisions/`,
    );
    expect(decisions.body.data).toMatchObject([
      { status: 'approved', reason: null, submitted_at: again.body.data.submitted_at },
      { status: 'rejected', reason: 'The photo is blurred.' },
    ]);
    await expect(sql`UPDATE kyc_decision SET reason = 'x'`.execute(t.db)).rejects.toThrow(/append-only/);
  });

  test('at once by two: one wins, the other hears of it, and one decision is kept', async () => {
    const { uuid } = await submitted();
    const answers = await Promise.all([
      decide('approve', { uuid }),
      decide('reject', { uuid, reason: 'No.' }),
      decide('approve', { uuid }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const winner = answers.find(({ status }) => status === 200)!.body.data.status;
    const { rows } = await sql`
      SELECT k.status, a.kyc_status, (SELECT count(*) FROM kyc_decision) AS decisions
      FROM kyc k JOIN account a ON a.uuid = k.account`.execute(t.db);
    expect(rows).toEqual([{ status: winner, kyc_status: winner, decisions: 1 }]);
    const refused = answers.find(({ status }) => status === 409)!;
    expect(refused.body.detail).toBe(`This KYC is already ${winner}. Nothing was changed.`);
  });

  test('needs its pair, and a record that there is', async () => {
    const { uuid } = await submitted();
    for (const caller of ['customer', 'support'] as const) {
      expect([caller, (await decide('approve', { uuid }, caller)).status]).toEqual([caller, 403]);
      expect([caller, (await decide('reject', { uuid, reason: 'x' }, caller)).status]).toEqual([caller, 403]);
    }
    expect((await decide('approve', { uuid: '01890000-0000-7000-8000-000000000000' })).status).toBe(404);
  });
});

describe('reading', () => {
  test('shows customers their own record, staff with the pair all', async () => {
    const mine = await submitted();
    const theirs = await submitted('other');
    const seen = async (as: User) => (await list(as)).results.map(({ uuid }) => uuid);
    expect(await seen('customer')).toEqual([mine.uuid]);
    expect(await seen('other')).toEqual([theirs.uuid]);
    expect(await seen('support')).toEqual([theirs.uuid, mine.uuid]);
    expect((await t.call('customer', 'GET', `${kyc.path}${theirs.uuid}/`)).status).toBe(404);
    expect((await t.call('customer', 'GET', `${kyc.path}${theirs.uuid}/decisions/`)).status).toBe(404);
    expect((await t.call('admin', 'GET', `${kyc.path}${theirs.uuid}/`)).status).toBe(200);
    expect((await list('admin', '?search=sharma&status=pending&type=company')).count).toBe(2);
    expect((await list('admin', '?status=approved')).count).toBe(0);
    // Not who works for the provider without the pair.
    await sql`UPDATE users SET ui_permissions = '[]' WHERE email = 'support@demo.test'`.execute(t.db);
    expect(await seen('support')).toEqual([]);
  });

  test('shows the documents to its account and to who reviews it', async () => {
    const { document_front } = await submitted();
    const read = async (as: User) => (await t.call(as, 'GET', `${FILES_PATH}${document_front}/`)).status;
    expect([await read('customer'), await read('support'), await read('other')]).toEqual([200, 200, 404]);
    await sql`UPDATE users SET ui_permissions = '[["payment-reference-list","get"]]' WHERE email = 'support@demo.test'`.execute(
      t.db,
    );
    expect(await read('support')).toBe(404);
  });
});
