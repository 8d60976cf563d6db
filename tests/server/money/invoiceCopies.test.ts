import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { apiKey, type NewApiKey } from '#schema/apiKey.ts';
import type { Invoice } from '#schema/invoice.ts';
import { issuedCopy } from '../../../server/services/money/invoiceCopies.ts';
import { invoiceMail } from '../../../server/services/money/invoiceMail.ts';
import { issueInvoice } from '../../../server/services/money/invoices.ts';
import { createTestApp, PASSWORD, type TestApp } from '../../support/app.ts';

let world: TestApp;
let path: string;
beforeAll(async () => {
  world = await createTestApp();
});
afterAll(() => world.close());
beforeEach(async () => {
  const { rows } = await sql<{ uuid: string }>`
    INSERT INTO payment_reference (account, "user", kind, amount, method, status, decided_at)
    SELECT ${world.accounts.customer}, uuid, 'topup', 128330258, 'cash', 'confirmed', now()
    FROM users WHERE account = ${world.accounts.customer} LIMIT 1 RETURNING uuid`.execute(world.db);
  const seller = { name: 'Demo Provider', pan: '600000000', address: 'Kathmandu' };
  const uuid = await world.db.transaction().execute((trx) => issueInvoice(trx, rows[0]!.uuid, seller));
  path = `/v1/credit/invoices/${uuid}/`;
});

const pdf = (language = 'en', method: 'GET' | 'POST' = 'POST') =>
  world.app.inject({
    method,
    url: `${path}pdf/`,
    headers: { authorization: `Token ${world.tokens.customer}` },
    ...(method === 'POST' && { payload: { language } }),
  });
const shown = async () => (await world.call<{ data: Invoice }>('customer', 'GET', path)).body.data;

test('each paper that is handed out is counted, whatever it is', async () => {
  expect((await shown()).handed_out).toBe(0);
  const print = () => world.call<{ data: { copy: number } }>('customer', 'POST', `${path}print/`, {});
  expect((await print()).body).toEqual({ data: { copy: 0 } });
  expect((await pdf()).statusCode).toBe(200);
  const mailed = await world.call('customer', 'POST', `${path}mail/`, { language: 'ne' });
  expect(mailed.body).toEqual({ data: { to: world.emails.customer } });
  expect((await print()).body).toEqual({ data: { copy: 3 } });
  expect((await shown()).handed_out).toBe(4);
  const { rows } = await sql`
    SELECT action, title, after FROM audit_entry WHERE entity = 'invoices' AND record = ${(await shown()).uuid}
    ORDER BY uuid`.execute(world.db);
  const { fiscal_year, number } = await shown();
  const title = `${fiscal_year}-${String(number).padStart(6, '0')}`;
  expect(rows).toEqual([
    { action: 'print', title, after: { copy: 0 } },
    { action: 'download', title, after: { copy: 1 } },
    { action: 'mail', title, after: { copy: 2 } },
    { action: 'print', title, after: { copy: 3 } },
  ]);
});

test('of prints at once only one is the original', async () => {
  const prints = await Promise.all(
    Array.from({ length: 8 }, () =>
      world.call<{ data: { copy: number } }>('customer', 'POST', `${path}print/`, {}),
    ),
  );
  expect(prints.map(({ body }) => body.data.copy).sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
});

test('the PDF is a file of its number, in both languages', async () => {
  for (const language of ['en', 'ne']) {
    const answer = await pdf(language);
    expect(answer.headers['content-type']).toBe('application/pdf');
    expect(answer.headers['content-disposition']).toMatch(
      /^attachment; filename="invoice-\d{4}-\d\d-\d{6}\.pdf"/,
    );
    expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    expect(answer.rawPayload.subarray(-7).toString()).toContain('%%EOF');
  }
  expect((await pdf('de')).statusCode).toBe(400);
});

test('reading counts nothing: no paper is handed out by a GET', async () => {
  expect((await pdf('en', 'GET')).statusCode).toBe(404);
  await shown();
  expect((await shown()).handed_out).toBe(0);
});

describe('another account', () => {
  test.each(['print/', 'mail/'])('cannot %s', async (paper) => {
    expect((await world.call('other', 'POST', path + paper, {})).status).toBe(404);
    expect((await shown()).handed_out).toBe(0);
  });
});

test('the mail has its own copy, also after the database’s clock went back', async () => {
  await world.call('customer', 'POST', `${path}mail/`, { language: 'en' });
  // Its entry in the log is one of tomorrow.
  await sql`
    INSERT INTO audit_entry (uuid, account, action, entity, record, after)
    SELECT uuid_v7(now() + interval '1 day'), account, action, entity, record, after
    FROM audit_entry WHERE record = ${(await shown()).uuid} AND action = 'mail'`.execute(world.db);
  await world.call('customer', 'POST', `${path}mail/`, { language: 'en' });
  const { rows } = await sql<{ about: string }>`
    SELECT about FROM mail WHERE kind = 'invoice' ORDER BY uuid DESC LIMIT 1`.execute(world.db);
  // The entry of tomorrow is a paper, too.
  expect(await issuedCopy(world.db, rows[0]!.about)).toMatchObject({ copy: 2 });
});

test('an API key is told where a mail goes only if it may read the profile', async () => {
  const mailTo = async (...pairs: [string, string][]) => {
    const body = { name: 'Books', pairs: [['topup-list', 'get'], ...pairs], password: PASSWORD };
    const made = await world.call<{ data: NewApiKey }>('customer', 'POST', apiKey.path, body);
    const headers = { authorization: `Token ${made.body.data.secret}` };
    const answer = await world.app.inject({ method: 'POST', url: `${path}mail/`, headers, payload: {} });
    return answer.json<{ data: object }>().data;
  };
  expect(await mailTo()).toEqual({ to: '' });
  expect(await mailTo(['profile-my', 'get'])).toEqual({ to: world.emails.customer });
});

test('the mail has the PDF of the copy that it was when it was asked for', async () => {
  await world.call('customer', 'POST', `${path}mail/`, { language: 'en' });
  await pdf();
  const { rows } = await sql<{ uuid: string; to: string; about: string; language: 'en' }>`
    SELECT uuid, "to", about, language FROM mail WHERE kind = 'invoice' ORDER BY uuid DESC LIMIT 1`.execute(
    world.db,
  );
  const mail = { kind: 'invoice', ...rows[0]! } as const;
  const message = await invoiceMail(world.db, mail, () => '');
  expect(message?.subject).toMatch(/^Tax invoice \d{4}/);
  expect(message?.attachments).toHaveLength(1);
  expect(message?.attachments?.[0]?.content.subarray(0, 5).toString()).toBe('%PDF-');
  await sql`UPDATE users SET is_active = false WHERE email = ${mail.to}`.execute(world.db);
  expect(await invoiceMail(world.db, mail, () => '')).toBeUndefined();
  await sql`UPDATE users SET is_active = true WHERE email = ${mail.to}`.execute(world.db);
});
