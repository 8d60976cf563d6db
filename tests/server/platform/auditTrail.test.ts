import { globSync, readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AuditEntry, auditActions } from '#schema/auditEntry.ts';
import type { Plan } from '#schema/compose.ts';
import { auditEntry, entities } from '#schema/index.ts';
import { confirmPayment } from '../../../server/services/money/payments.ts';
import { recordAnswer } from '../../../server/services/sending/optOut.ts';
import { createTestApp, PASSWORD, type TestApp, type User } from '../../support/app.ts';
import { kycInput, submitKyc } from '../../support/kyc.ts';
import { codeIn, lettersTo, mailedReset } from '../../support/mailbox.ts';

let app: TestApp;
/** The app with customers of this test's own. */
let world: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  world = await app.newCustomers();
});

type One = { data: { uuid: string; token: string; status: string } };

/** Does something, and answers what the log got by it, oldest first: action, entity, title, who and from where. */
async function logged(work: () => Promise<unknown>): Promise<AuditEntry[]> {
  const before = await sql<{ uuid: string }>`SELECT uuid FROM audit_entry`.execute(world.db);
  const known = new Set(before.rows.map(({ uuid }) => uuid));
  await work();
  const { rows } = await sql<AuditEntry>`SELECT * FROM audit_entry ORDER BY uuid`.execute(world.db);
  return rows.filter(({ uuid }) => !known.has(uuid));
}
const words = (entries: AuditEntry[]): string[] =>
  entries.map((e) => [e.action, e.entity, e.title ?? '-', e.actor_name ?? '-'].join(' · '));

async function call<T = One>(as: User | null, method: string, path: string, body?: unknown): Promise<T> {
  const answer = await world.call<T>(as, method, path, body);
  expect(answer.status, `${method} ${path} ${answer.text}`).toBeLessThan(300);
  return answer.body;
}
const post = async (url: string, payload: object) => {
  const answer = await world.app.inject({ method: 'POST', url, payload, remoteAddress: '10.2.3.4' });
  return { status: answer.statusCode, body: answer.json<One>() };
};
const by = (token: string, method: 'POST' | 'DELETE', url: string, payload?: object) =>
  world.app.inject({ method, url, payload, headers: { authorization: `Token ${token}` } });

/** What must never be in the log: everything that a work below knew or was given. */
const secrets: string[] = [PASSWORD];

/** Signs in and out. */
async function signInAndOut(): Promise<void> {
  const credentials = { email: world.emails.customer.toUpperCase(), password: PASSWORD };
  const { token } = (await post('/v1/login/', credentials)).body.data;
  secrets.push(token);
  await by(token, 'POST', '/v1/autho/logout/');
}

/** Fails to sign in: with a wrong password, at the wrong door, as nobody, and with a password in the address's place. */
async function failToSignIn(): Promise<void> {
  const wrong = 'Wrong-password-9';
  secrets.push(wrong, 'Secret-in-the-wrong-field');
  await post('/v1/login/', { email: world.emails.other, password: wrong });
  await post('/v1/login/admin/', { email: world.emails.other, password: PASSWORD });
  await post('/v1/login/', { email: 'nobody@example.test', password: wrong });
  await post('/v1/login/', { email: 'Secret-in-the-wrong-field', password: '' });
  await post('/v1/login/', { email: 'Secret-in-the-wrong-field', password: 'x' });
}

/** Ends sessions, changes the password, and forgets it. Answers the session that was ended first, and what the log got. */
async function replacePassword(): Promise<{ session: string | undefined; entries: AuditEntry[] }> {
  const { other } = world.emails;
  const [token, lost, third] = [
    await world.signIn(other),
    await world.signIn(other),
    await world.signIn(other),
  ];
  secrets.push(token, lost, third, 'another-password-2', 'mailed-password-3');
  const { rows } = await sql<{ uuid: string }>`
    SELECT uuid FROM token WHERE hash = sha256(${lost}::text::bytea)`.execute(world.db);
  const session = rows[0]?.uuid;
  const entries = await logged(async () => {
    await by(token, 'DELETE', `/v1/autho/sessions/${session}/`);
    await by(token, 'POST', '/v1/autho/sessions/end-others/');
    const change = { old_password: PASSWORD, new_password: 'another-password-2' };
    await by(token, 'POST', '/v1/autho/user/change-password/', change);
    await post('/v1/autho/password_reset/', { email: other });
    const link = await mailedReset(world, other);
    secrets.push(link);
    const reset = await post('/v1/autho/password_reset/confirm/', {
      uuid: link,
      password: 'mailed-password-3',
    });
    expect(reset.status).toBe(200);
  });
  return { session, entries };
}

/** Registers, and answers with which address. */
async function register(): Promise<string> {
  const email = `maya-${world.emails.customer}`;
  secrets.push('a good password');
  const values = { type: 'individual', name: 'Maya Rai', email, password: 'a good password' };
  expect((await post('/v1/autho/user/signup/', values)).status).toBe(200);
  const otp = codeIn((await lettersTo(world, email))[0]);
  secrets.push(otp);
  const verified = await post('/v1/autho/user/verify-otp/', { email, otp });
  secrets.push(verified.body.data.token);
  return email;
}

describe('of a user’s sessions the log has', () => {
  test('signing in and out, with the address and the request', async () => {
    const entries = await logged(signInAndOut);
    expect(words(entries)).toEqual([
      'sign-in · users · Sita Sharma · Sita Sharma',
      'sign-out · users · Sita Sharma · Sita Sharma',
    ]);
    expect(entries[0]).toMatchObject({
      actor_email: world.emails.customer,
      account: world.accounts.customer,
      ip: '10.2.3.4',
      request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(entries[0]?.record).toBe(entries[0]?.actor);
  });

  test('a sign-in that failed, with the address that was tried, but never a password in its place', async () => {
    const entries = await logged(failToSignIn);
    expect(words(entries)).toEqual([
      `sign-in-failed · users · ${world.emails.other} · -`,
      `sign-in-failed · users · ${world.emails.other} · -`,
      'sign-in-failed · users · nobody@example.test · -',
      'sign-in-failed · users · - · -',
    ]);
    expect(entries.map(({ account, after, ip }) => [account, after, ip])).toEqual([
      [world.accounts.other, { door: 'customer' }, '10.2.3.4'],
      [world.accounts.other, { door: 'staff' }, '10.2.3.4'],
      [null, { door: 'customer' }, '10.2.3.4'],
      [null, { door: 'customer' }, '10.2.3.4'],
    ]);
  });

  test('ended sessions, a changed and a forgotten password, a profile and an account', async () => {
    const { session, entries } = await replacePassword();
    expect(words(entries)).toEqual(
      ['end-session', 'end-other-sessions', 'change-password', 'reset-password'].map(
        (action) => `${action} · users · Ram Yadav · Ram Yadav`,
      ),
    );
    expect(entries[0]?.before).toMatchObject({ session });
    const own = await logged(async () => {
      await call('customer', 'PUT', '/v1/autho/user/profile/', { name: 'Sita Rai', phone: '9841000001' });
      await call('customer', 'PUT', '/v1/autho/user/profile/', { name: 'Sita Rai' });
      const account = `/v1/autho/accounts/${world.accounts.customer}/`;
      await call('customer', 'PUT', account, { name: 'Himal Trade', type: 'company', pan: '301234567' });
    });
    expect(own.map(({ action, entity, before, after }) => [action, entity, before, after])).toEqual([
      [
        'update',
        'users',
        { name: 'Sita Sharma', phone: null },
        { name: 'Sita Rai', phone: '+9779841000001' },
      ],
      [
        ...['update', 'admin/accounts'],
        { name: 'Himal Traders', pan: null },
        { name: 'Himal Trade', pan: '301234567' },
      ],
    ]);
  });

  test('registering', async () => {
    let email = '';
    const entries = await logged(async () => {
      email = await register();
    });
    expect(words(entries)).toEqual(['register · users · Maya Rai · Maya Rai']);
    expect(entries[0]?.after).toEqual({ name: 'Maya Rai', email, phone: null });
  });
});

describe('of requests and decisions it has both', () => {
  test('sender identities', async () => {
    const ask = { name: 'SHOPNP', purpose: 'Offers to our customers' };
    const entries = await logged(async () => {
      const { uuid } = (await call('customer', 'POST', '/v1/sms/identities/', ask)).data;
      const decision = { status: 'rejected', reason: 'Not your name' };
      await call('admin', 'PUT', `/v1/sms/sender-identities/${uuid}/`, decision);
      const second = (await call('customer', 'POST', '/v1/sms/identities/', { ...ask, name: 'SHOP2' })).data;
      await call('customer', 'DELETE', `/v1/sms/identities/${second.uuid}/`);
    });
    expect(words(entries)).toEqual([
      'request · admin/sender-identities · SHOPNP · Sita Sharma',
      'reject · admin/sender-identities · SHOPNP · Asha Gurung',
      'request · admin/sender-identities · SHOP2 · Sita Sharma',
      'withdraw · admin/sender-identities · SHOP2 · Sita Sharma',
    ]);
    expect(entries[1]).toMatchObject({
      account: world.accounts.customer,
      before: { status: 'pending' },
      after: { status: 'rejected', reason: 'Not your name' },
    });
  });

  test('payments', async () => {
    const initiate = '/v1/credit/payment/credit_payment_initiate/';
    const topUp = async (reference?: string) =>
      (
        await call('customer', 'POST', initiate, {
          ...{ amount: 100_000, method: reference ? 'bank' : 'cash', reference },
        })
      ).data.uuid;
    const entries = await logged(async () => {
      await call('admin', 'POST', '/v1/credit/payment/credit_payment_confirm/', {
        uuid: await topUp('NIC-1'),
      });
      const reason = 'No transfer with this reference has reached our account.';
      const uuid = await topUp('NIC-2');
      await call('admin', 'POST', '/v1/credit/payment/credit_payment_reject/', { uuid, reason });
      const mine = `/v1/credit/user-payment-reference/${await topUp()}/cancel_request/`;
      await call('customer', 'POST', mine);
      // As a payment service's answer does it.
      const paid = await topUp();
      await world.db.transaction().execute((trx) => confirmPayment(trx, paid, { by: null, seller: null }));
    });
    expect(words(entries)).toEqual([
      'request · admin/payment-references · NIC-1 · Sita Sharma',
      'confirm · admin/payment-references · NIC-1 · Asha Gurung',
      'request · admin/payment-references · NIC-2 · Sita Sharma',
      'reject · admin/payment-references · NIC-2 · Asha Gurung',
      'request · admin/payment-references · - · Sita Sharma',
      'cancel · admin/payment-references · - · Sita Sharma',
      'request · admin/payment-references · - · Sita Sharma',
      'confirm · admin/payment-references · - · -',
    ]);
    expect(entries[1]).toMatchObject({
      account: world.accounts.customer,
      before: { status: 'pending' },
      after: { status: 'confirmed', amount: 100_000 },
    });
  });

  test('KYC, and what approving it makes of the account', async () => {
    const input = await kycInput(world);
    const entries = await logged(async () => {
      const { uuid } = (await submitKyc(world, input)).body.data;
      await call('admin', 'POST', '/v1/autho/kyc/approve/', { uuid });
    });
    expect(words(entries)).toEqual([
      'submit · kyc · Himal Traders Pvt. Ltd. · Sita Sharma',
      'approve · kyc · Himal Traders Pvt. Ltd. · Asha Gurung',
      'update · admin/accounts · Himal Traders Pvt. Ltd. · Asha Gurung',
    ]);
    expect(entries[2]).toMatchObject({
      before: { name: 'Himal Traders' },
      after: { name: 'Himal Traders Pvt. Ltd.' },
    });
  });
});

describe('of sending it has', () => {
  const COMPOSE = '/v1/sms/compose/';
  const wanted = (name: string) => ({
    ...{ name, sender: world.sender, body: 'Hello' },
    recipients: { numbers: Array.from({ length: 50 }, (_, i) => `98412000${i + 10}`) },
  });
  const send = async (name: string): Promise<string> => {
    const plan = (await call<{ data: Plan }>('customer', 'POST', `${COMPOSE}plan/`, wanted(name))).data;
    const sent = { ...wanted(name), plan: plan.uuid, cost: plan.cost };
    return (await call('customer', 'POST', COMPOSE, sent)).data.uuid;
  };

  test('the campaign and what people do to it: one entry each, none per message', async () => {
    const entries = await logged(async () => {
      const uuid = await send('Dues');
      await sql`UPDATE campaign SET status = 'sending' WHERE uuid = ${uuid}`.execute(world.db);
      for (const action of ['pause', 'resume', 'cancel']) {
        await call('customer', 'POST', `${COMPOSE}${uuid}/${action}/`);
      }
    });
    expect(words(entries)).toEqual(
      ['send', 'pause', 'resume', 'cancel'].map(
        (action) => `${action} · admin/campaigns · Dues · Sita Sharma`,
      ),
    );
    expect(entries[0]?.after).toMatchObject({ sender: 'DEMO', recipients: 50, cost: expect.any(Number) });
    expect(entries[1]).toMatchObject({ before: { status: 'sending' }, after: { status: 'paused' } });
  });

  test('a test message, and sending again to those that failed', async () => {
    const uuid = await send('Rent');
    await sql`
      INSERT INTO message (account, campaign, row, phone, operator, parts, package_parts, amount, status)
      SELECT account, uuid, 1, '+9779841500006', 'ntc', 1, 0, 135.6, 'undelivered' FROM campaign
      WHERE uuid = ${uuid}`.execute(world.db);
    const entries = await logged(async () => {
      const one = {
        sender: world.sender,
        body: 'Hello {{name}}',
        values: { name: 'Ram' },
        phone: '9841000001',
      };
      await call('customer', 'POST', `${COMPOSE}test/`, one);
      const retry = `${COMPOSE}${uuid}/retry/`;
      const plan = (await call<{ data: Plan }>('customer', 'POST', `${retry}plan/`)).data;
      await call('customer', 'POST', retry, { plan: plan.uuid, cost: plan.cost });
    });
    expect(words(entries)).toEqual([
      'send-test · admin/campaigns · Test to +9779841000001 · Sita Sharma',
      'retry · admin/campaigns · Rent (retry) · Sita Sharma',
    ]);
  });

  test('a message that a person settled, and an opt-out that nobody who is signed in made', async () => {
    const campaign = await send('Fees');
    const { rows } = await sql<{ uuid: string }>`
      INSERT INTO message (account, campaign, row, phone, operator, parts, package_parts, amount, status, submitted_at)
      SELECT account, uuid, 1, '+9779841500005', 'ntc', 1, 0, 135.6, 'unknown', now() FROM campaign
      WHERE uuid = ${campaign} RETURNING uuid`.execute(world.db);
    await sql`UPDATE campaign SET queued = 49, unknown = 1 WHERE uuid = ${campaign}`.execute(world.db);
    const settled = await logged(() =>
      call('admin', 'POST', `/v1/sms/dispatch/${rows[0]?.uuid}/settle/`, { status: 'delivered' }),
    );
    expect(words(settled)).toEqual(['settle · sms/dispatch · +9779841500005 · Asha Gurung']);
    expect(settled[0]).toMatchObject({
      account: world.accounts.customer,
      before: { status: 'unknown' },
      after: { status: 'delivered' },
    });
    const answered = await logged(async () => {
      for (const text of ['STOP', 'STOP', 'START'])
        await recordAnswer(world.db, { from: '+9779841500005', to: 'DEMO', text });
    });
    expect(words(answered)).toEqual([
      'opt-out · settings/blacklist · +9779841500005 · -',
      'opt-in · settings/blacklist · +9779841500005 · -',
    ]);
  });

  test('an import and a deletion of many: one entry each, none per row', async () => {
    const sheet = `Number\n${Array.from({ length: 300 }, (_, i) => `98413${10_000 + i}`).join('\n')}\n`;
    const entries = await logged(async () => {
      const file = (await world.upload<One>(sheet, 'stop.csv')).body.data.uuid;
      const path = '/v1/core/sms/blacklist-numbers/';
      await call('customer', 'POST', `${path}imports/`, { file, mapping: { phone: 'Number' } });
      await call('customer', 'DELETE', `${path}?source=import`);
    });
    expect(words(entries)).toEqual([
      'import · settings/blacklist/imports · stop.csv · Sita Sharma',
      'delete · settings/blacklist · - · Sita Sharma',
    ]);
    expect(entries[1]?.before).toMatchObject({ deleted: 300 });
  });
});

/** Looks for every secret so far in the whole log. Answers how many entries that has. */
async function findNoSecret(): Promise<number> {
  const { rows } = await sql<{ text: string }>`SELECT audit_entry::text AS text FROM audit_entry`.execute(
    world.db,
  );
  const hashes = await sql<{ hash: string }>`
    SELECT password_hash AS hash FROM users UNION SELECT encode(hash, 'hex') FROM token
    UNION SELECT encode(hash, 'base64') FROM token`.execute(world.db);
  const forbidden = [...secrets, ...Object.values(world.tokens), ...hashes.rows.map(({ hash }) => hash)];
  expect(forbidden.every((secret) => secret.length >= 6)).toBe(true);
  const dump = rows.map(({ text }) => text).join('\n');
  expect(forbidden.filter((secret) => dump.includes(secret))).toEqual([]);
  expect(dump).not.toMatch(/argon2|password_hash|"token"/);
  return rows.length;
}
afterEach(async () => void (await findNoSecret()));

test('after all this no password, token, code or hash stands anywhere in the log', async () => {
  for (let round = 0; round < 3; round++) {
    world = await app.newCustomers();
    await signInAndOut();
    await failToSignIn();
    await replacePassword();
    await register();
  }
  expect(await findNoSecret()).toBeGreaterThan(30);
});

describe('the contract names', () => {
  const source = globSync('server/**/*.ts')
    .map((file) => readFileSync(file, 'utf8'))
    .filter((text) => /\baudit\(|audit_entry/.test(text))
    .join('\n');
  const found = (pattern: RegExp) => [
    ...new Set([...source.matchAll(pattern)].map((match) => match[1] ?? match[2]!)),
  ];

  test('every action that the server writes', () => {
    const actions = found(/\baction: (?:[^,\n]*[?:] )?'([a-z-]+)'/g);
    expect(actions.length).toBeGreaterThan(15);
    expect(actions.filter((action) => !auditActions.some((known) => known === action))).toEqual([]);
  });

  test('every kind of record that it writes of', () => {
    const direct = found(/\bentity: '([a-z/-]+)'|AUDITED = '([a-z/-]+)'/g);
    const generated = entities.filter(({ writes }) => writes.length > 0).map(({ name }) => name);
    // What these write, their services write under the name of the record itself.
    const own = new Set(['sms/sender-identities', 'profile/account', 'profile', 'team']);
    const all = [...new Set([...direct, ...generated])].filter((name) => !own.has(name));
    expect(all.filter((name) => !auditEntry.fields.entity.choices?.includes(name))).toEqual([]);
  });
});
