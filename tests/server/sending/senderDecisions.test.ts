import { describe, expect, test } from 'vitest';
import type { SenderRequest } from '#schema/senderIdentity.ts';
import { type One, OWN, STAFF, setUpSenderRequests } from './senderIdentitySetup.ts';

const setup = setUpSenderRequests();
const { ask, decide, pending } = setup;

interface Listed<T> {
  count: number;
  results: T[];
}

describe('staff', () => {
  test('see the requests of every account with the account’s name', async () => {
    const { uuid } = await pending('other');
    const { status, body } = await setup.world.call<Listed<SenderRequest>>(
      'admin',
      'GET',
      `${STAFF}?status=pending`,
    );
    expect(status).toBe(200);
    expect(body.results.find((one) => one.uuid === uuid)).toMatchObject({
      account: setup.world.accounts.other,
      account_name: 'Terai Mills',
      status: 'pending',
      decided_at: null,
    });
    const all = await setup.world.call<Listed<SenderRequest>>('admin', 'GET', STAFF);
    expect(all.body.count).toBe(all.body.results.length);
    const ofOne = `${STAFF}?account=${setup.world.accounts.other}`;
    const { results } = (await setup.world.call<Listed<SenderRequest>>('admin', 'GET', ofOne)).body;
    expect(new Set(results.map(({ account }) => account))).toEqual(new Set([setup.world.accounts.other]));
  });

  test('approve: it can be sent from', async () => {
    const { uuid } = await pending();
    const { status, body } = await decide(uuid, { status: 'approved' });
    expect([status, body.data.status, body.data.reason]).toEqual([200, 'approved', null]);
    expect(body.data.decided_at).toMatch(/Z$/);
    const plan = await setup.world.call('customer', 'POST', '/v1/sms/compose/plan/', {
      name: 'Offer',
      sender: uuid,
      body: 'Hello',
      recipients: { numbers: ['9841000001'] },
    });
    expect(plan.status, plan.text).toBe(200);
  });

  test('reject with a reason, which the customer reads; the name can be asked for again', async () => {
    const { uuid, name } = await pending();
    const without = await decide(uuid, { status: 'rejected', reason: ' ' });
    expect([without.status, without.body.errors]).toEqual([400, { reason: ['Required'] }]);
    expect((await decide(uuid, { status: 'rejected', reason: 'Show a letter.' })).status).toBe(200);
    const { data } = (await setup.world.call<One>('customer', 'GET', `${OWN}${uuid}/`)).body;
    expect([data.status, data.reason]).toEqual(['rejected', 'Show a letter.']);
    expect((await ask({ name })).status).toBe(201);
  });

  test('no decision is taken twice, and none is taken back', async () => {
    const moves = [{ status: 'approved' }, { status: 'rejected', reason: 'No' }];
    for (const first of moves)
      for (const second of moves) {
        const { uuid } = await pending();
        expect((await decide(uuid, first)).status).toBe(200);
        expect((await decide(uuid, second)).status).toBe(409);
        const { data } = (await setup.world.call<One>('customer', 'GET', `${OWN}${uuid}/`)).body;
        expect(data.status).toBe(first.status);
      }
    const { uuid } = await pending();
    expect((await decide(uuid, { status: 'pending' })).status).toBe(400);
  });

  test('of two who decide at the same time one does', async () => {
    const { uuid } = await pending();
    const answers = await Promise.all([
      decide(uuid, { status: 'approved' }),
      decide(uuid, { status: 'rejected', reason: 'No' }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const won = answers.find(({ status }) => status === 200);
    const { data } = (await setup.world.call<One>('customer', 'GET', `${OWN}${uuid}/`)).body;
    expect(data.status).toBe(won?.body.data.status);
  });

  test('a request that was taken back cannot be decided', async () => {
    const { uuid } = await pending();
    await setup.world.call('customer', 'DELETE', `${OWN}${uuid}/`);
    expect((await decide(uuid, { status: 'approved' })).status).toBe(404);
  });
});
