import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import type { OwnAccount } from '#schema/account.ts';
import type { Campaign } from '#schema/campaign.ts';
import { runHousekeeping } from '../../../server/jobs/housekeeping.ts';
import { keepMarks } from '../../../server/services/platform/listMarks.ts';
import { keepMonths } from '../../../server/services/sending/messageMonths.ts';
import { setUpMonths } from './messageMonthsSetup.ts';

const setup = setUpMonths();
const { campaign, months, total } = setup;

describe('an account with a period of its own', () => {
  const setMonths = (whose: 'customer' | 'other', message_months: number | null) =>
    sql`UPDATE account SET message_months = ${message_months} WHERE uuid = ${setup.world.accounts[whose]}`.execute(
      setup.world.db,
    );
  afterEach(async () => {
    await setMonths('customer', null);
    await sql`DELETE FROM settings_part WHERE name = 'retention'`.execute(setup.world.db);
  });

  /** How many messages each of these campaigns has, and whether it says that some are gone. */
  const left = (...uuids: string[]) =>
    Promise.all(
      uuids.map(async (uuid) => {
        const { rows } = await sql<{ n: number; removed: boolean }>`
          SELECT (SELECT count(*)::int FROM message m WHERE m.campaign = c.uuid) AS n,
            messages_removed_at IS NOT NULL AS removed FROM campaign c WHERE uuid = ${uuid}`.execute(
          setup.world.db,
        );
        return [rows[0]?.n, rows[0]?.removed];
      }),
    );
  /** Marks that are not where their message is in its list. */
  async function misplaced() {
    const { rows } = await sql<Record<'account' | 'place' | 'true_place', unknown>>`
      SELECT m.account, m.place, (SELECT count(*) FROM message x WHERE x.uuid <= m.uuid
        AND (m.account = '00000000-0000-0000-0000-000000000000' OR x.account = m.account)) AS true_place
      FROM list_mark m`.execute(setup.world.db);
    expect(rows.length).toBeGreaterThan(3);
    return rows.filter(({ place, true_place }) => place !== true_place);
  }

  test('loses its messages sooner; others keep theirs, and totals, parts and places stay right', async () => {
    const old = await campaign(7, 6200);
    const foreign = await campaign(7, 2300, 'delivered', 'other');
    const kept = await campaign(6, 1500);
    const newer = await campaign(6, 1200, 'delivered', 'other');
    await keepMarks(setup.world.db);
    await setMonths('customer', 6);
    await keepMonths(setup.world.db, null);
    expect(await left(old, foreign, kept, newer)).toEqual([
      [0, true],
      [2300, false],
      [1500, false],
      [1200, false],
    ]);
    expect(await total()).toEqual({ n: 5000, counted: 5000, parts: 10_000 });
    expect(await misplaced()).toEqual([]);
    await keepMonths(setup.world.db, null);
    expect(await total()).toMatchObject({ n: 5000 });
  });

  test('also loses our ids by which an operator knew what it had not answered', async () => {
    await campaign(7, 2);
    await sql`UPDATE message SET link = 'L'`.execute(setup.world.db);
    await sql`DELETE FROM message_part WHERE operator_id = message::text || '2'`.execute(setup.world.db);
    await sql`UPDATE message_part SET operator_id = message, alone = true`.execute(setup.world.db);
    expect(await total()).toMatchObject({ n: 2, parts: 2 });
    await setMonths('customer', 6);
    await keepMonths(setup.world.db, null);
    expect(await total()).toMatchObject({ n: 0, parts: 0 });
  });

  test('keeps them longer than the others, whose messages of that month go alone', async () => {
    const gone = await campaign(8, 3, 'delivered', 'other');
    const own = await campaign(7, 4);
    const foreign = await campaign(7, 5, 'delivered', 'other');
    await setMonths('customer', 7);
    await keepMonths(setup.world.db, 6);
    expect(await left(gone, own, foreign)).toEqual([
      [0, true],
      [4, false],
      [0, true],
    ]);
    // The month that nobody keeps is gone as a whole, and the other as soon as nobody does.
    expect(await months()).toHaveLength(10);
    await setMonths('customer', null);
    await keepMonths(setup.world.db, 6);
    expect(await left(own)).toEqual([[0, true]]);
    expect(await months()).toHaveLength(8);
  });

  test('keeps those of a campaign that is open, and loses the rest of the month', async () => {
    const open = await campaign(8, 2, 'unknown');
    const ended = await campaign(8, 3);
    await setMonths('customer', 6);
    await keepMonths(setup.world.db, null);
    expect(await left(open, ended)).toEqual([
      [2, false],
      [0, true],
    ]);
  });

  test('says until when they are kept, as housekeeping does it', async () => {
    const uuids = [await campaign(8, 1), await campaign(7, 1), await campaign(6, 1)];
    const say = () =>
      Promise.all(
        uuids.map(async (uuid) => {
          const { body } = await setup.world.call<{ data: Campaign }>(
            'customer',
            'GET',
            `/v1/sms/compose/${uuid}/`,
          );
          return body.data.messages_kept_until;
        }),
      );
    const account = async () =>
      (
        await setup.world.call<{ data: OwnAccount }>(
          'customer',
          'GET',
          `/v1/autho/accounts/${setup.world.accounts.customer}/`,
        )
      ).body.data.message_months;
    expect([await account(), ...(await say())]).toEqual([null, null, null, null]);
    const saved = await setup.world.call('admin', 'PUT', '/v1/admin/settings/sending/', {
      message_months: 7,
    });
    expect([saved.status, await account()]).toEqual([200, 7]);
    await setMonths('customer', 6);
    expect(await account()).toBe(6);
    const until = await say();
    expect(until.every((at) => /^\d{4}-\d\d-01T00:00:00/.test(String(at)))).toBe(true);
    await runHousekeeping(setup.world.db, setup.world.deps.files);
    const isOver = until.map((at) => Date.parse(String(at)) <= Date.now());
    expect(isOver).toEqual([true, true, false]);
    expect((await left(...uuids)).map(([, removed]) => removed)).toEqual(isOver);
  });
});
