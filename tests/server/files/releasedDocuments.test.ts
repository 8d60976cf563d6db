import { type Kysely, sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import type { Failure } from '#schema/entity.ts';
import type { Kyc } from '#schema/kyc.ts';
import { runHousekeeping } from '../../../server/jobs/housekeeping.ts';
import { releaseDocuments, requireDocument } from '../../../server/services/files/documents.ts';
import { pdf } from '../../support/documents.ts';
import { emptyKyc, kycInput, submitKyc } from '../../support/kyc.ts';
import { waitForLocks } from '../../support/locks.ts';
import { setUpDocuments } from './documentsSetup.ts';

const setup = setUpDocuments();
const document = async (as: 'customer' | 'admin' = 'customer') =>
  (await setup.uploaded(pdf(), 'paper.pdf', as)).uuid;

/** Which of these files are left after so many days, as housekeeping sees them. */
async function leftAfter(days: number, ...uuids: string[]): Promise<string[]> {
  const { db, deps } = setup.world;
  const earlier = sql`make_interval(days => ${days})`;
  await sql`UPDATE file SET created_at = created_at - ${earlier}, detached_at = detached_at - ${earlier}`.execute(
    db,
  );
  await runHousekeeping(db, deps.files);
  const { rows } = await sql<{ uuid: string }>`SELECT uuid FROM file WHERE uuid = ANY(${uuids})`.execute(db);
  return uuids.filter((uuid) => rows.some((row) => row.uuid === uuid));
}

const call = async <T>(as: 'customer' | 'admin', method: string, path: string, body: object): Promise<T> => {
  const { status, body: answer, text } = await setup.world.call<{ data: T }>(as, method, path, body);
  expect(status, text).toBeLessThan(300);
  return answer?.data;
};
let n = 0;
const payment = async (receipt: string) => {
  const paid = { amount: 1_000_000, method: 'bank', reference: `R-${n++}`, receipt };
  const path = '/v1/credit/payment/credit_payment_initiate/';
  return (await call<{ uuid: string; reference: string }>('customer', 'POST', path, paid)).uuid;
};
const changePayment = (uuid: string, receipt: string | null) =>
  call('customer', 'PUT', `/v1/credit/user-payment-reference/${uuid}/`, { reference: `R-${n++}`, receipt });
const IDENTITIES = '/v1/sms/identities/';
const request = async (letter: string) =>
  (
    await call<{ uuid: string }>('customer', 'POST', IDENTITIES, {
      ...{ name: `Shop${n++}`, purpose: 'Offers', document: letter },
    })
  ).uuid;

describe('a document that its record no longer refers to', () => {
  afterEach(() => emptyKyc(setup.world.db));

  test('goes a week after it was replaced, however old it is, and the new one stays', async () => {
    const [former, next] = [await document(), await document()];
    const uuid = await payment(former);
    expect(await leftAfter(30, former, next)).toEqual([former]);
    const now = await document();
    await changePayment(uuid, now);
    expect(await leftAfter(6, former, now)).toEqual([former, now]);
    expect(await leftAfter(2, former, now)).toEqual([now]);
    await changePayment(uuid, null);
    expect(await leftAfter(8, now)).toEqual([]);
  });

  test('stays while another record refers to it, and when it is attached again', async () => {
    const [shared, other] = [await document(), await document()];
    const [paid, asked] = [await payment(shared), await request(shared)];
    await changePayment(paid, other);
    expect(await leftAfter(30, shared, other)).toEqual([shared, other]);
    expect((await setup.read(shared, 'admin')).status).toBe(200);
    await call('customer', 'PUT', `${IDENTITIES}${asked}/`, { purpose: 'More' });
    expect(await leftAfter(6, shared)).toEqual([shared]);
    await changePayment(paid, shared);
    expect(await leftAfter(30, shared)).toEqual([shared]);
  });

  test('of a withdrawn request goes, and with it what operators wrote about it', async () => {
    const [letter, answer] = [await document(), await document('admin')];
    const uuid = await request(letter);
    const approvals = [{ operator: 'ntc', status: 'requested', document: answer }];
    await call('admin', 'PUT', `/v1/sms/sender-identities/${uuid}/approvals/`, { approvals });
    expect(await leftAfter(30, letter, answer)).toEqual([letter, answer]);
    await call('customer', 'DELETE', `${IDENTITIES}${uuid}/`, {});
    expect(await leftAfter(6, letter, answer)).toEqual([letter, answer]);
    expect(await leftAfter(2, letter, answer)).toEqual([]);
  });

  test('of an operator’s approval goes, when another replaces it or the approval is removed', async () => {
    const [first, second, third] = [
      await document('admin'),
      await document('admin'),
      await document('admin'),
    ];
    const uuid = await request(await document());
    const set = (...changed: object[]) =>
      call('admin', 'PUT', `/v1/sms/sender-identities/${uuid}/approvals/`, { changed });
    await set({ operator: 'ntc', status: 'requested', document: first });
    await set({ operator: 'ncell', status: 'requested', document: second });
    await set({ operator: 'ntc', status: 'approved', document: third }, { operator: 'ncell', status: null });
    expect(await leftAfter(8, first, second, third)).toEqual([third]);
  });

  test('of a KYC goes when it is submitted again with another', async () => {
    const input = await kycInput(setup.world);
    const { body } = await submitKyc<{ data: Kyc } & Failure>(setup.world, input);
    const { document_front: former, photo } = body.data;
    const front = await document();
    const changed = { ...input, document_front: front, submitted_at: body.data.submitted_at };
    expect((await submitKyc(setup.world, changed)).status).toBe(201);
    expect(await leftAfter(8, former, photo, front)).toEqual([photo, front]);
  });

  test('stays for a record that is just being given it', async () => {
    const { db, accounts } = setup.world;
    const uuid = await document();
    const paid = await payment(uuid);
    const attaching = await (db as Kysely<unknown>).startTransaction().execute();
    await requireDocument(attaching, accounts.customer, uuid, 'document');
    await sql`
      INSERT INTO sender_identity (account, name, purpose, document)
      VALUES (${accounts.customer}, ${`Shop${n++}`}, 'Offers', ${uuid})`.execute(attaching);
    const releasing = db.transaction().execute(async (trx) => {
      await sql`UPDATE payment_reference SET receipt = NULL WHERE uuid = ${paid}`.execute(trx);
      await releaseDocuments(trx, [uuid]);
    });
    await waitForLocks(db);
    await attaching.commit().execute();
    await releasing;
    expect(await leftAfter(30, uuid)).toEqual([uuid]);
  });
});
