import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { kyc as kycEntity } from '#schema/kyc.ts';
import type { PaymentReference, StartedPayment } from '#schema/paymentReference.ts';
import { kycReasons, reviewReasons } from '#schema/reviewReasons.ts';
import type { SenderIdentity } from '#schema/senderIdentity.ts';
import type { SmsPackage } from '#schema/smsPackage.ts';
import { createOnlinePayments } from '../../../server/services/money/online/onlinePayments.ts';
import { serverInNepali } from '../../../src/i18n/serverInNepali.ts';
import { createTestApp, type TestApp, type User } from '../../support/app.ts';
import { kycInput, submitKyc } from '../../support/kyc.ts';
import { type Mail, mailsTo } from '../../support/mailbox.ts';

let app: TestApp;
/** The app with customers of this test's own, with a colleague, and one who may no longer sign in. */
let world: TestApp;
let colleague: string;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  world = await app.newCustomers();
  colleague = `colleague-${world.emails.customer}`;
  await sql`
    INSERT INTO users (account, name, email, role, password_hash, is_active)
    SELECT ${world.accounts.customer}, name, name || ${`-${world.emails.customer}`}, 'customer', 'x', name <> 'gone'
    FROM unnest(ARRAY['colleague', 'gone']) AS name`.execute(world.db);
  await sql`DELETE FROM mail`.execute(world.db);
});

const letters = (to: string): Promise<Mail[]> => mailsTo(world, to);
const mine = () => letters(world.emails.customer);
/** How many mails there are at all. */
const all = async () =>
  (await sql<{ n: number }>`SELECT count(*)::int AS n FROM mail`.execute(world.db)).rows[0]?.n;
const inNepali = () =>
  sql`UPDATE users SET language = 'ne' WHERE email = ${world.emails.customer}`.execute(world.db);

async function topUp(body: object = {}, as: User = 'customer'): Promise<string> {
  const { body: answer } = await world.call<{ data: PaymentReference }>(
    as,
    'POST',
    '/v1/credit/payment/credit_payment_initiate/',
    { amount: 123_456_789, method: 'cash', ...body },
  );
  return answer.data.uuid;
}
const pay = (what: 'confirm' | 'reject', body: object) =>
  world.call('admin', 'POST', `/v1/credit/payment/credit_payment_${what}/`, body);

describe('a verification', () => {
  const decide = async (what: 'approve' | 'reject', body: object = {}) => {
    const { uuid } = (await submitKyc(world, await kycInput(world))).body.data;
    const { status } = await world.call('admin', 'POST', `${kycEntity.path}${what}/`, { uuid, ...body });
    expect(status).toBe(200);
  };

  test('that is rejected is mailed with its reason and the way to correct it, in the user’s language', async () => {
    await inNepali();
    await decide('reject', { reason: kycReasons[0]!.en });
    const [english] = await letters(colleague);
    expect(english).toMatchObject({ subject: 'Your documents were not accepted' });
    expect(english?.text).toContain(`Reason: ${kycReasons[0]!.en}`);
    expect(english?.text).toContain('https://sms.example/kyc');
    const [nepali] = await mine();
    expect(nepali?.subject).toBe('तपाईंका कागजात स्वीकृत भएनन्');
    expect(nepali?.text).toContain(`कारण: ${kycReasons[0]!.ne}`);
    // Nobody who cannot sign in, nobody else's.
    expect(await all()).toBe(2);
  });

  test('keeps what was decided when it is submitted again before the mail leaves', async () => {
    await decide('reject', { reason: 'The photo is <b>dark</b>.' });
    await sql`UPDATE mail SET sent_at = NULL, text = NULL, due_at = now()`.execute(world.db);
    await submitKyc(world, await kycInput(world));
    await world.deps.deliverMail();
    expect((await mine())[0]?.text).toContain('The photo is <b>dark</b>.');
    const { rows } = await sql<{ html: string }>`SELECT html FROM mail`.execute(world.db);
    expect(rows.every(({ html }) => html.includes('The photo is &#60;b&#62;dark'))).toBe(true);
  });

  test('that is approved is mailed', async () => {
    await decide('approve');
    expect((await mine())[0]).toMatchObject({ subject: 'Your identity is verified' });
  });

  test('that is approved after the database’s clock went back is not mailed as the former rejection', async () => {
    await decide('reject', { reason: 'Too dark.' });
    await sql`
      INSERT INTO kyc_decision (uuid, kyc, status, reason, submitted_at, decided_by)
      SELECT uuid_v7(now() + interval '1 day'), kyc, status, reason, submitted_at, decided_by
      FROM kyc_decision WHERE reason = 'Too dark.'`.execute(world.db);
    await sql`DELETE FROM mail`.execute(world.db);
    await decide('approve');
    expect((await mine()).map(({ subject }) => subject)).toEqual(['Your identity is verified']);
  });

  test('sends no mail when it is submitted, or when a decision is refused', async () => {
    const { uuid } = (await submitKyc(world, await kycInput(world))).body.data;
    expect(await all()).toBe(0);
    const approve = () => world.call('admin', 'POST', `${kycEntity.path}approve/`, { uuid });
    expect((await approve()).status).toBe(200);
    await sql`DELETE FROM mail`.execute(world.db);
    const again = await approve();
    expect([again.status, await all()]).toEqual([409, 0]);
  });
});

describe('a payment', () => {
  test('that is confirmed is mailed only to the user who requested it', async () => {
    const uuid = await topUp();
    expect(await all()).toBe(0);
    await pay('confirm', { uuid });
    const [letter] = await mine();
    expect(letter?.subject).toBe('Top-up of Rs. 12,34,567.89 confirmed');
    expect(letter?.text).toContain(`https://sms.example/wallet/topup-history/${uuid}/show`);
    expect(await all()).toBe(1);
  });

  test('that is rejected says why', async () => {
    await inNepali();
    await pay('reject', { uuid: await topUp({ amount: 5_000 }), reason: 'रकम आएको छैन।' });
    const [letter] = await mine();
    expect(letter?.subject).toBe('Rs. 50.00को भुक्तानी अस्वीकृत भयो');
    expect(letter?.text).toContain('कारण: रकम आएको छैन।');
  });

  test('for a package names the package; one that the wallet paid is no decision', async () => {
    await sql`INSERT INTO sms_package (name, parts, price, validity_days) VALUES ('Starter', 10, 5000, 30)`.execute(
      world.db,
    );
    const { results } = (
      await world.call<{ results: SmsPackage[] }>('customer', 'GET', '/v1/credit/sms-packages/')
    ).body;
    const buy = async (method: string) =>
      (
        await world.call<{ data: StartedPayment }>(
          'customer',
          'POST',
          '/v1/credit/user-payment-reference/smspackages/',
          { package: results[0]?.uuid, price: 5_000, method },
        )
      ).body.data;
    expect((await buy('wallet')).status).toBe('confirmed');
    expect(await all()).toBe(0);
    await pay('confirm', { uuid: (await buy('cash')).uuid });
    expect((await mine())[0]?.subject).toBe('Package Starter activated');
  });

  test('that its customer cancels is no decision either', async () => {
    const uuid = await topUp();
    await world.call('customer', 'POST', `/v1/credit/user-payment-reference/${uuid}/cancel_request/`);
    expect(await all()).toBe(0);
  });

  test('of two decisions at once one is mailed', async () => {
    const uuid = await topUp();
    await Promise.all([
      pay('confirm', { uuid }),
      pay('reject', { uuid, reason: 'No.' }),
      pay('confirm', { uuid }),
    ]);
    expect(await all()).toBe(1);
  });

  test.each([
    ['paid', 'Top-up of Rs. 777.00 confirmed'],
    ['failed', 'Payment of Rs. 777.00 was not made'],
  ] as const)('online that its service says is %s is mailed by the server itself', async (state, subject) => {
    const uuid = await topUp({ amount: 77_700 });
    // As a payment through a service that needs no page of its own.
    await sql`UPDATE payment_reference SET method = 'esewa' WHERE uuid = ${uuid}`.execute(world.db);
    await sql`
      INSERT INTO online_payment (uuid, account, method, amount, gateway_id)
      SELECT uuid, account, method, amount, uuid::text FROM payment_reference WHERE uuid = ${uuid}`.execute(
      world.db,
    );
    const online = createOnlinePayments({
      db: world.db,
      seller: async () => null,
      deliverMail: world.deps.deliverMail,
      log: { warn: () => {}, error: () => {} },
      gateways: async () => [
        {
          method: 'esewa',
          start: () => Promise.reject(new Error('not started here')),
          status: async ({ amount }) =>
            state === 'paid'
              ? { state, transaction: `T-${uuid}`, amount, word: 'COMPLETE' }
              : { state, transaction: null, amount: null, word: 'CANCELED' },
        },
      ],
    });
    await online.check(uuid);
    expect((await mine()).map((letter) => letter.subject)).toEqual([subject]);
  });
});

describe('a sender ID', () => {
  test.each([
    [{ status: 'approved' }, 'Sender ID MAILED1 approved', 'You can now send with the sender ID'],
    [
      { status: 'rejected', reason: 'Show a letter.' },
      'Sender ID MAILED2 not approved',
      'Reason: Show a letter.',
    ],
  ])('that is decided is mailed: %j', async (decision, subject, text) => {
    const name = subject.split(' ')[2];
    const { body } = await world.call<{ data: SenderIdentity }>('customer', 'POST', '/v1/sms/identities/', {
      name,
      purpose: 'Offers',
    });
    await world.call('admin', 'PUT', `/v1/sms/sender-identities/${body.data.uuid}/`, decision);
    for (const to of [world.emails.customer, colleague]) {
      const [letter] = await letters(to);
      expect(letter).toMatchObject({ subject, text: expect.stringContaining(text) });
      expect(letter?.text).toContain('https://sms.example/sms/sender-identities');
    }
    expect(await all()).toBe(2);
  });
});

test('every reason that can be chosen is read in Nepali, in the console as in the mail', () => {
  expect(reviewReasons.length).toBeGreaterThan(10);
  for (const { en, ne } of reviewReasons) expect(serverInNepali(en)).toBe(ne);
});
