import { describe, expect, test } from 'vitest';
import type { Failure } from '#schema/entity.ts';
import { kyc as kycEntity } from '#schema/kyc.ts';
import type { SenderIdentity, SenderRequest } from '#schema/senderIdentity.ts';
import type { User } from '../../support/app.ts';
import { kycInput, submitKyc } from '../../support/kyc.ts';
import { type One, setUpQueues } from './queuesSetup.ts';

const setup = setUpQueues();
const { topUp, pay, review, balance } = setup;

const SENDERS = '/v1/sms/sender-identities/';

async function askSender(name: string, as: User = 'customer'): Promise<string> {
  const { status, text, body } = await setup.world.call<One<SenderIdentity>>(
    as,
    'POST',
    '/v1/sms/identities/',
    {
      name,
      purpose: 'Offers',
    },
  );
  expect(status, text).toBe(201);
  return body.data.uuid;
}
const request = async (uuid: string) =>
  (await setup.world.call<One<SenderRequest>>('admin', 'GET', `${SENDERS}${uuid}/`)).body.data;

describe('a sender ID', () => {
  test('shows who else holds or wants a name that reads like it', async () => {
    const theirs = await askSender('NAMOBUDDHA', 'other');
    await setup.world.call('admin', 'PUT', `${SENDERS}${theirs}/`, { status: 'approved' });
    const mine = await askSender('Nam0Buddha');
    expect(await request(mine)).toMatchObject({
      account_name: 'Himal Traders',
      imitates: null,
      similar: [{ uuid: theirs, name: 'NAMOBUDDHA', account_name: 'Terai Mills', status: 'approved' }],
    });
    await setup.world.call('admin', 'PUT', `${SENDERS}${mine}/`, { status: 'rejected', reason: 'Taken' });
    expect((await request(theirs)).similar).toEqual([]);
    expect(await request(mine)).toMatchObject({ decided_by: 'Asha Gurung' });
  });

  test('an account’s own names warn of nothing', async () => {
    const first = await askSender('MYSHOP1');
    await askSender('MYSHOPI');
    expect((await request(first)).similar).toEqual([]);
  });

  test.each([
    ['NABIL', 'NABIL'],
    ['Nab1l', 'NABIL'],
    ['E5EWA', 'ESEWA'],
    ['NTC', 'NTC'],
    ['HARDWARE', null],
  ])('%s imitates %s', async (name, known) => {
    expect((await request(await askSender(name, 'other'))).imitates).toBe(known);
  });
});

describe('two reviewers at the same moment', () => {
  const settled = (answers: { status: number }[]) => answers.map(({ status }) => status).sort();

  test('of a payment: one wins, the other hears of it, and the money moves once or not at all', async () => {
    for (let round = 0; round < 5; round++) {
      const uuid = await topUp();
      const before = await balance();
      const answers = await Promise.all([
        pay('confirm', uuid),
        pay('reject', uuid, { reason: 'No money came.' }),
        pay('confirm', uuid),
      ]);
      expect(settled(answers)).toEqual([200, 409, 409]);
      const lost = answers.find(({ status }) => status === 409);
      const { status } = await review(uuid);
      expect(lost?.body).toMatchObject({
        code: 'conflict',
        detail: `This payment is already ${status}. Nothing was changed.`,
      });
      expect(await balance()).toBe(before + (status === 'confirmed' ? 1_500_000 : 0));
    }
  });

  test('of a sender ID', async () => {
    for (let round = 0; round < 5; round++) {
      const uuid = await askSender(`RIVAL${round}`);
      const answers = await Promise.all([
        setup.world.call('admin', 'PUT', `${SENDERS}${uuid}/`, { status: 'approved' }),
        setup.world.call('admin', 'PUT', `${SENDERS}${uuid}/`, { status: 'rejected', reason: 'No' }),
      ]);
      expect(settled(answers)).toEqual([200, 409]);
    }
  });

  test('of a verification, and not of one that was submitted again since it was read', async () => {
    const { body } = await submitKyc(setup.world, await kycInput(setup.world));
    const { uuid, submitted_at } = body.data;
    const decide = (what: string, more: object = {}) =>
      setup.world.call<Failure>('admin', 'POST', `${kycEntity.path}${what}/`, { uuid, ...more });
    const answers = await Promise.all([
      decide('reject', { reason: 'Blurred', submitted_at }),
      decide('reject', { reason: 'Dark', submitted_at }),
    ]);
    expect(settled(answers)).toEqual([200, 409]);
    await submitKyc(setup.world, await kycInput(setup.world));
    const stale = await decide('approve', { submitted_at });
    expect([stale.status, stale.body.code]).toEqual([409, 'conflict']);
    expect(stale.body.detail).toContain('was changed after you opened it');
    expect((await decide('approve')).status).toBe(200);
    const decisions = async (as: User) =>
      (
        await setup.world.call<{ data: { decided_by: string | null }[] }>(
          as,
          'GET',
          `${kycEntity.path}${uuid}/decisions/`,
        )
      ).body.data;
    expect((await decisions('support')).map(({ decided_by }) => decided_by)).toEqual([
      'Asha Gurung',
      'Asha Gurung',
    ]);
    expect((await decisions('customer')).map(({ decided_by }) => decided_by)).toEqual([null, null]);
  });
});
