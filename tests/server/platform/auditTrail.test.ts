import { globSync, readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { type AuditEntry, auditActions } from '#schema/auditEntry.ts';
import { auditEntry, entities } from '#schema/index.ts';
import { confirmPayment } from '../../../server/services/money/payments.ts';
import { PASSWORD } from '../../support/app.ts';
import { kycInput, submitKyc } from '../../support/kyc.ts';
import { codeIn, mailedReset, mailsTo } from '../../support/mailbox.ts';
import { type One, secrets, setUpAudit, words } from './auditSetup.ts';

const setup = setUpAudit();
const { logged, call, findNoSecret } = setup;

const post = async (url: string, payload: object) => {
  const answer = await setup.world.app.inject({ method: 'POST', url, payload, remoteAddress: '10.2.3.4' });
  return { status: answer.statusCode, body: answer.json<One>() };
};
const by = (token: string, method: 'POST' | 'DELETE', url: string, payload?: object) =>
  setup.world.app.inject({ method, url, payload, headers: { authorization: `Token ${token}` } });

/** Signs in and out. */
async function signInAndOut(): Promise<void> {
  const credentials = { email: setup.world.emails.customer.toUpperCase(), password: PASSWORD };
  const { token } = (await post('/v1/login/', credentials)).body.data;
  secrets.push(token);
  await by(token, 'POST', '/v1/autho/logout/');
}

/** Fails to sign in: with a wrong password, at the wrong door, as nobody, and with a password in the address's place. */
async function failToSignIn(): Promise<void> {
  const wrong = 'Wrong-password-9';
  secrets.push(wrong, 'Secret-in-the-wrong-field');
  await post('/v1/login/', { email: setup.world.emails.other, password: wrong });
  await post('/v1/login/admin/', { email: setup.world.emails.other, password: PASSWORD });
  await post('/v1/login/', { email: 'nobody@example.test', password: wrong });
  await post('/v1/login/', { email: 'Secret-in-the-wrong-field', password: '' });
  await post('/v1/login/', { email: 'Secret-in-the-wrong-field', password: 'x' });
}

/** Ends sessions, changes the password, and forgets it. Answers the session that was ended first, and what the log got. */
async function replacePassword(): Promise<{ session: string | undefined; entries: AuditEntry[] }> {
  const { other } = setup.world.emails;
  const [token, lost, third] = [
    await setup.world.signIn(other),
    await setup.world.signIn(other),
    await setup.world.signIn(other),
  ];
  secrets.push(token, lost, third, 'another-password-2', 'mailed-password-3');
  const { rows } = await sql<{ uuid: string }>`
    SELECT uuid FROM token WHERE hash = sha256(${lost}::text::bytea)`.execute(setup.world.db);
  const session = rows[0]?.uuid;
  const entries = await logged(async () => {
    await by(token, 'DELETE', `/v1/autho/sessions/${session}/`);
    await by(token, 'POST', '/v1/autho/sessions/end-others/');
    const change = { old_password: PASSWORD, new_password: 'another-password-2' };
    await by(token, 'POST', '/v1/autho/user/change-password/', change);
    await post('/v1/autho/password_reset/', { email: other });
    const link = await mailedReset(setup.world, other);
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
  const email = `maya-${setup.world.emails.customer}`;
  secrets.push('a good password');
  const values = { type: 'individual', name: 'Maya Rai', email, password: 'a good password' };
  expect((await post('/v1/autho/user/signup/', values)).status).toBe(200);
  const otp = codeIn((await mailsTo(setup.world, email))[0]);
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
      actor_email: setup.world.emails.customer,
      account: setup.world.accounts.customer,
      ip: '10.2.3.4',
      request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(entries[0]?.record).toBe(entries[0]?.actor);
  });

  test('a sign-in that failed, with the address that was tried, but never a password in its place', async () => {
    const entries = await logged(failToSignIn);
    expect(words(entries)).toEqual([
      `sign-in-failed · users · ${setup.world.emails.other} · -`,
      `sign-in-failed · users · ${setup.world.emails.other} · -`,
      'sign-in-failed · users · nobody@example.test · -',
      'sign-in-failed · users · - · -',
    ]);
    expect(entries.map(({ account, after, ip }) => [account, after, ip])).toEqual([
      [setup.world.accounts.other, { door: 'customer' }, '10.2.3.4'],
      [setup.world.accounts.other, { door: 'staff' }, '10.2.3.4'],
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
      const account = `/v1/autho/accounts/${setup.world.accounts.customer}/`;
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
      account: setup.world.accounts.customer,
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
      await setup.world.db
        .transaction()
        .execute((trx) => confirmPayment(trx, paid, { by: null, seller: null }));
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
      account: setup.world.accounts.customer,
      before: { status: 'pending' },
      after: { status: 'confirmed', amount: 100_000 },
    });
  });

  test('KYC, and what approving it makes of the account', async () => {
    const input = await kycInput(setup.world);
    const entries = await logged(async () => {
      const { uuid } = (await submitKyc(setup.world, input)).body.data;
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

test('the log has no password, token, code or hash after all these requests', async () => {
  for (let round = 0; round < 3; round++) {
    setup.world = await setup.app.newCustomers();
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
