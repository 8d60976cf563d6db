import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { WalletAdjustment } from '#schema/walletAdjustment.ts';
import type { User } from '../../support/app.ts';
import { OWN, setUpFourEyes } from './fourEyesSetup.ts';

const setup = setUpFourEyes();
const { balance, post, adjust, confirm, topUp, actions } = setup;

const ADJUSTMENTS = '/v1/admin/wallet-adjustments/';

const waiting = async () =>
  (
    await setup.world.call<{ results: WalletAdjustment[] }>(
      'admin',
      'GET',
      `${ADJUSTMENTS}?account=${setup.world.accounts.customer}`,
    )
  ).body.results;

describe('an adjustment', () => {
  const asked = async (amount = 100_001) => {
    expect((await adjust('admin', amount)).status).toBe(202);
    return (await waiting())[0]!;
  };
  const decide = (as: User, uuid: string, what: 'confirm' | 'reject', body: object = {}) =>
    post<WalletAdjustment>(as, `${ADJUSTMENTS}${uuid}/${what}/`, body);

  test.each([100_000, -100_000])('of the limit (%i) is done by one person', async (amount) => {
    const done = await adjust('admin', amount);
    expect([done.status, done.body.data]).toEqual([200, { before: 5_000_000, after: 5_000_000 + amount }]);
    expect(await waiting()).toEqual([]);
  });

  test.each([100_001, -100_001])(
    'above it (%i) waits, and moves when a second person confirms',
    async (amount) => {
      const first = await adjust('admin', amount);
      expect([first.status, first.body.data]).toEqual([
        202,
        { before: 5_000_000, after: 5_000_000, waits: true },
      ]);
      expect(await balance()).toBe(5_000_000);
      const [one] = await waiting();
      expect(one).toMatchObject({
        ...{ account_name: 'Himal Traders', amount, reason: 'A slip', status: 'pending' },
        ...{ asked_by_name: 'Asha Gurung', decided_by_name: null },
      });
      const own = await decide('admin', one!.uuid, 'confirm');
      expect([own.status, own.body.detail]).toEqual([
        403,
        'You asked for this adjustment, so a second person must confirm it.',
      ]);
      const done = await decide('support', one!.uuid, 'confirm');
      expect(done.body.data).toMatchObject({ status: 'confirmed', decided_by_name: 'Bikash Rai' });
      expect(await balance()).toBe(5_000_000 + amount);
      // It counts against neither of the two.
      for (const as of ['admin', 'support'] as const) expect((await adjust(as, 100_000)).status).toBe(200);
      expect((await decide('support', one!.uuid, 'confirm')).body.detail).toBe(
        'This adjustment is already confirmed. Nothing was changed.',
      );
      expect(await actions(one!.uuid)).toEqual([
        ['request', setup.world.emails.admin],
        ['confirm', setup.world.emails.support],
      ]);
    },
  );

  test('that is rejected moves nothing; who asked may take it back', async () => {
    for (const as of ['support', 'admin'] as const) {
      const { uuid } = await asked();
      expect((await decide(as, uuid, 'reject')).body.errors).toHaveProperty('reason');
      const done = await decide(as, uuid, 'reject', { reason: 'Not this account' });
      expect(done.body.data).toMatchObject({ status: 'rejected', note: 'Not this account' });
      expect((await decide('support', uuid, 'confirm')).status).toBe(409);
    }
    expect(await balance()).toBe(5_000_000);
  });

  test('that the balance no longer allows is refused and waits on', async () => {
    const { uuid } = await asked(-4_950_000);
    await adjust('admin', -100_000);
    expect((await decide('support', uuid, 'confirm')).status).toBe(402);
    expect((await waiting())[0]?.status).toBe('pending');
    const tooMuch = await adjust('support', -5_000_000);
    expect([tooMuch.status, tooMuch.body.code]).toEqual([402, 'insufficient_balance']);
  });

  test('that two decide at once is decided once', async () => {
    for (let round = 0; round < 5; round++) {
      const before = await balance();
      const { uuid } = await asked();
      const answers = await Promise.all([
        decide('support', uuid, 'confirm'),
        decide('support', uuid, 'confirm'),
        decide('admin', uuid, 'reject', { reason: 'No' }),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
      const [{ status }] = (await waiting()) as [WalletAdjustment];
      expect(await balance()).toBe(before + (status === 'confirmed' ? 100_001 : 0));
    }
  });

  test('in parts is no way around the limit, up or down, with payments or without', async () => {
    expect((await adjust('admin', 50_000)).status).toBe(200);
    expect((await adjust('admin', -30_000)).status).toBe(200);
    expect((await confirm('admin', await topUp(20_000))).status).toBe(200);
    expect((await adjust('admin', -1)).status).toBe(202);
    expect((await adjust('support', 1)).status).toBe(200);
  });

  test('of yesterday counts no more', async () => {
    const { rows } = await sql<{ uuid: string }>`
      WITH made AS (INSERT INTO account (name, balance) VALUES ('Old', 90000) RETURNING uuid)
      INSERT INTO wallet_entry (uuid, account, kind, amount, balance, note, alone)
      SELECT uuid_v7(now() - interval '25 hours'), made.uuid, 'adjustment', 90000, 90000, 'Then', u.uuid
      FROM made, users u WHERE u.email = ${setup.world.emails.admin} RETURNING account AS uuid`.execute(
      setup.world.db,
    );
    expect((await adjust('admin', 100_000, rows[0]?.uuid)).status).toBe(200);
    expect((await adjust('admin', 1, rows[0]?.uuid)).status).toBe(202);
  });

  test('is decided by who holds the pair alone, and not by who belongs to the account', async () => {
    const { uuid } = await asked();
    for (const as of ['customer', 'other'] as const)
      for (const what of ['confirm', 'reject'] as const)
        expect((await decide(as, uuid, what, { reason: 'No' })).status).toBe(403);
    await sql`UPDATE wallet_adjustment SET account = ${setup.world.accounts.provider} WHERE uuid = ${uuid}`.execute(
      setup.world.db,
    );
    const own = await decide('support', uuid, 'confirm');
    expect([own.status, own.body.detail]).toEqual([403, expect.stringMatching(OWN)]);
  });
});
