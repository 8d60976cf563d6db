import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Plan } from '#schema/compose.ts';
import { PASSWORD, type TestApp } from '../support/app.ts';
import { kycInput, submitKyc } from '../support/kyc.ts';
import { ruled } from './access.ts';
import { bodyOf } from './generatedRecords.ts';

/** Where an account's records are, by the start of their operations' paths, and how the customer gets one. */
type Makers = Readonly<Record<string, () => Promise<string>>>;

/** Bodies for operations on a record that would succeed if the record were the caller's. */
export const bodies: Readonly<Record<string, object>> = {
  ...Object.fromEntries(
    ruled
      .filter(({ entity }) => entity.writes.includes('update'))
      .map(({ entity }) => [`PUT ${entity.path}{uuid}/`, bodyOf(entity, 'update')]),
  ),
  'PUT /v1/autho/accounts/{uuid}/': { name: 'Taken over', type: 'company' },
  'PUT /v1/autho/api-keys/{uuid}/': { name: 'Taken over', addresses: [] },
  'PUT /v1/autho/webhooks/{uuid}/': {
    url: 'https://other.example/hook',
    events: ['message.delivered'],
    is_active: true,
  },
  'PUT /v1/autho/team/{uuid}/': { name: 'Taken over', role: 'viewer' },
  'POST /v1/autho/two-factor/passkeys/{uuid}/remove/': { password: PASSWORD },
  'PUT /v1/contact/contact-group/{uuid}/': { name: 'Taken over' },
  'POST /v1/credit/invoices/{uuid}/mail/': { language: 'en' },
  'POST /v1/credit/invoices/{uuid}/pdf/': { language: 'en' },
  'PUT /v1/core/contacts/{uuid}/': {
    ...{ name: 'Taken over', phone: '9841999999', groups: [], attributes: {}, is_active: true },
  },
  'PUT /v1/core/sms/blacklist-numbers/{uuid}/': { reason: 'Taken over' },
  'PUT /v1/sms/blacklist-numbers/{uuid}/': { reason: 'Taken over' },
  'PUT /v1/credit/user-payment-reference/smspackages/{uuid}/': { reference: 'TAKEN' },
  'PUT /v1/credit/user-payment-reference/{uuid}/': { reference: 'TAKEN' },
  'PUT /v1/sms/identities/{uuid}/': { purpose: 'Taken over' },
  'PUT /v1/sms/templates/{uuid}/': { name: 'Taken over', body: 'Mine' },
  'POST /v1/sms/compose/{uuid}/reject/': { reason: 'Taken over' },
  'POST /v1/sms/compose/{uuid}/retry/': { max_cost: 1_000_000 },
  'POST /v1/sms/compose/{uuid}/schedule/': { scheduled_at: null },
};

/** Functions that create a customer's record of every kind that accounts have. */
export function makersOf(world: TestApp): Makers {
  const { db } = world;
  const account = world.accounts.customer;
  const user = sql`(SELECT uuid FROM users WHERE account = ${account} LIMIT 1)`;

  const query = async (statement: RawBuilder<unknown>): Promise<string> => {
    const { rows } = await (statement as RawBuilder<{ uuid: string }>).execute(db);
    if (!rows[0]) throw new Error('the statement made no record');
    return rows[0].uuid;
  };
  const call = async <T = { uuid: string }>(method: string, path: string, body?: object): Promise<T> => {
    const answer = await world.call<{ data: T }>('customer', method, path, body);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`);
    return answer.body.data;
  };
  const post = async (path: string, body?: object) => (await call('POST', path, body)).uuid;
  const listed = async (path: string): Promise<string> => {
    const { body } = await world.call<{ results: { uuid: string }[] }>('customer', 'GET', path);
    if (!body.results[0]) throw new Error(`${path} lists nothing`);
    return body.results[0].uuid;
  };
  const file = async () =>
    (await world.upload<{ data: { uuid: string } }>('Number\n9841000009\n', 'a.csv')).body.data.uuid;

  const wanted = () => ({
    ...{ name: 'Dues', sender: world.sender, body: 'Hello', recipients: { numbers: ['9841000001'] } },
  });
  const plan = () => call<Plan>('POST', '/v1/sms/compose/plan/', wanted());
  const campaign = async (): Promise<string> => {
    const { uuid, cost } = await plan();
    return post('/v1/sms/compose/', { ...wanted(), plan: uuid, cost });
  };
  const payment = (method = 'cash') =>
    query(sql`
      INSERT INTO payment_reference (account, "user", kind, amount, method)
      VALUES (${account}, ${user}, 'topup', 100000, ${method}) RETURNING uuid`);
  const webhook = () =>
    query(sql`
      INSERT INTO webhook (account, "user", url, events, secret)
      VALUES (${account}, ${user}, 'https://customer.example/hook', '{message.delivered}', 's')
      RETURNING uuid`);
  const day = async (path: string) => {
    await sql`
      INSERT INTO daily_use (account, day, operator, messages, parts) VALUES (${account}, '2026-01-02', 'ntc', 1, 1)
      ON CONFLICT DO NOTHING`.execute(db);
    return listed(`${path}?day__gte=2026-01-01&day__lte=2026-01-03`);
  };
  const blacklisted = () =>
    post('/v1/core/sms/blacklist-numbers/', { phone: `98410${String(randomNumber())}`, reason: 'Asked' });

  return {
    ...Object.fromEntries(
      ruled
        .filter(({ entity }) => entity.writes.includes('create'))
        .map(({ entity }) => [entity.path, () => post(entity.path, bodyOf(entity, 'create'))]),
    ),
    '/v1/autho/accounts/': async () => account,
    '/v1/autho/api-keys/': () =>
      query(sql`
        INSERT INTO api_key (account, "user", name, prefix, hash, pairs)
        VALUES (${account}, ${user}, 'Shop', 'key_', ${randomUUID()}::text::bytea, '[["contact-list","get"]]')
        RETURNING uuid`),
    '/v1/autho/kyc/': async () => (await submitKyc(world, await kycInput(world))).body.data.uuid,
    '/v1/autho/exports/': () => post('/v1/autho/exports/', {}),
    '/v1/autho/erasures/': () => post('/v1/autho/erasures/', { phone: '9841555555', reference: 'Letter' }),
    '/v1/autho/team/': () =>
      post('/v1/autho/team/', { name: 'Gita', email: `${randomUUID()}@himal.test`, role: 'viewer' }),
    '/v1/autho/two-factor/passkeys/': () =>
      query(sql`
        WITH app AS (INSERT INTO two_factor ("user", secret) VALUES (${user}, 'A') RETURNING "user")
        INSERT INTO passkey ("user", name, credential_id, public_key, counter, backup_eligible, backed_up)
        SELECT "user", 'Phone', 'id', 'key', 0, false, false FROM app RETURNING uuid`),
    '/v1/autho/sessions/': () =>
      query(sql`
        INSERT INTO token (hash, "user", expires_at)
        VALUES (${randomUUID()}::text::bytea, ${user}, now() + interval '1 day') RETURNING uuid`),
    '/v1/autho/webhooks/': webhook,
    '/v1/autho/webhook-deliveries/': async () =>
      query(sql`
        INSERT INTO webhook_delivery (account, webhook, status, event_count, events)
        VALUES (${account}, ${await webhook()}, 'failed', 1, '[]') RETURNING uuid`),
    '/v1/contact/contact-group/': () => post('/v1/contact/contact-group/', { name: `Group ${randomUUID()}` }),
    '/v1/core/contacts/': () =>
      post('/v1/core/contacts/', {
        ...{ name: 'Ram', phone: `98412${randomNumber()}`, groups: [], attributes: {}, is_active: true },
      }),
    '/v1/core/contacts/imports/': async () =>
      query(sql`
        INSERT INTO contact_import (account, file, file_name, mapping, bytes)
        VALUES (${account}, ${await file()}, 'a.csv', '{"phone":"Number"}', 10) RETURNING uuid`),
    '/v1/core/files/': async () => (await kycInput(world)).document_front,
    '/v1/core/sms/blacklist-numbers/': blacklisted,
    '/v1/sms/blacklist-numbers/': blacklisted,
    '/v1/core/sms/blacklist-numbers/imports/': async () =>
      query(sql`
        INSERT INTO contact_import (account, target, file, file_name, mapping, bytes)
        VALUES (${account}, 'blacklist', ${await file()}, 'a.csv', '{"phone":"Number"}', 10) RETURNING uuid`),
    '/v1/credit/account-sms-packages/': () =>
      query(sql`
        INSERT INTO account_package (account, name, parts, remaining, expires_at)
        VALUES (${account}, 'Small', 100, 100, now() + interval '9 days') RETURNING uuid`),
    '/v1/credit/daily-consumption/': () => day('/v1/credit/daily-consumption/'),
    '/v1/credit/daily_consumption/': () => day('/v1/credit/daily_consumption/'),
    '/v1/credit/invoices/': async () =>
      query(sql`
        INSERT INTO invoice (account, payment, fiscal_year, number, issued_at, calendar_provisional, seller, buyer,
          taxable, vat, vat_percent, total)
        VALUES (${account}, ${await payment()}, '2082/83', 1, now(), true, '{}', '{}', 88496, 11504, 13, 100000)
        RETURNING uuid`),
    '/v1/credit/monthly-invoices/': () =>
      query(sql`
        INSERT INTO invoice (account, month, due_on, lines, fiscal_year, number, issued_at, calendar_provisional,
          seller, buyer, taxable, vat, vat_percent, total)
        VALUES (${account}, '2082-12', '2026-05-01', '[]', '2082/83', 2, now(), true, '{}', '{}', 88496, 11504, 13,
          100000)
        RETURNING uuid`),
    '/v1/credit/payment/online/': async () =>
      query(sql`
        INSERT INTO online_payment (uuid, account, method, amount)
        VALUES (${await payment('esewa')}, ${account}, 'esewa', 100000) RETURNING uuid`),
    '/v1/credit/sms-consumption-history/': async () =>
      query(sql`
        INSERT INTO consumption (account, day, campaign, operator, source, messages, parts, amount)
        VALUES (${account}, '2026-01-02', ${await campaign()}, 'ntc', 'wallet', 1, 1, 135.6) RETURNING uuid`),
    '/v1/credit/user-payment-reference/': () => payment(),
    '/v1/credit/user-payment-reference/smspackages/': () =>
      query(sql`
        WITH p AS (
          INSERT INTO sms_package (name, parts, price, validity_days)
          VALUES (${randomUUID()}, 100, 10000, 30) RETURNING uuid)
        INSERT INTO payment_reference (account, "user", kind, amount, method, package, package_name,
          package_parts, package_days)
        SELECT ${account}, ${user}, 'package', 10000, 'cash', uuid, 'Small', 100, 30 FROM p RETURNING uuid`),
    '/v1/credit/wallet-history/': () => listed('/v1/credit/wallet-history/'),
    '/v1/sms/compose/': campaign,
    '/v1/sms/compose/plan/': async () => (await plan()).uuid,
    '/v1/sms/dispatch/': async () =>
      query(sql`
        INSERT INTO message (account, campaign, row, phone, operator, parts, package_parts, amount, status)
        VALUES (${account}, ${await campaign()}, 1, '+9779841000001', 'ntc', 1, 0, 0, 'unknown')
        RETURNING uuid`),
    '/v1/sms/identities/': () =>
      post('/v1/sms/identities/', { name: 'SHOPNP', purpose: 'Offers to customers' }),
    '/v1/sms/templates/': () => post('/v1/sms/templates/', { name: `T ${randomUUID()}`, body: 'Hello' }),
    '/v1/viber/identity/': () =>
      query(sql`
        INSERT INTO viber_identity (account, name) VALUES (${account}, ${`Shop ${randomUUID()}`}) RETURNING uuid`),
  };
}

const randomNumber = (): number => 10_000 + Math.floor(Math.random() * 89_999);
