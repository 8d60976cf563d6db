import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { expandNext } from '../../../server/services/sending/campaigns.ts';
import { recordAnswer } from '../../../server/services/sending/optOut.ts';
import { LIST, setUpErasure } from './erasureSetup.ts';

const setup = setUpErasure();
const { erase, finishWaiting, record, made, listed, traces } = setup;

describe('an erased number on the blacklist', () => {
  /** What a plan for the number says. */
  async function plan() {
    const { body, status, text } = await setup.world.call<{
      data: { recipients: number; refused: { blacklisted: number }; refused_rows: { reason: string }[] };
    }>('customer', 'POST', '/v1/sms/compose/plan/', {
      ...{ name: 'Offer', sender: setup.world.sender, body: 'Hello' },
      recipients: { numbers: [setup.local, '9841000001'] },
    });
    expect(status, text).toBe(200);
    return body.data;
  }
  const entries = async () => {
    const { body } = await setup.world.call<{ results: { phone: string; reason: string }[] }>(
      'customer',
      'GET',
      LIST,
    );
    return body.results.map(({ phone, reason }) => [phone, reason]);
  };

  test('is stored as a hash of its own account, shown as erased, and still gets nothing', async () => {
    await listed('customer', 'Asked us');
    await listed('other', 'Asked us');
    await erase('admin');
    const { rows } = await sql<{ phone: string }>`
      SELECT phone FROM blacklist_number WHERE account IN (${setup.world.accounts.customer}, ${setup.world.accounts.other})`.execute(
      setup.world.db,
    );
    expect(rows.every((row) => /^erased:[\w-]{43}$/.test(row.phone))).toBe(true);
    expect(rows[0]?.phone).not.toBe(rows[1]?.phone);
    const { rows: key } = await sql<{ secret: string }>`SELECT secret FROM number_key`.execute(
      setup.world.db,
    );
    expect(key).toEqual([{ secret: expect.stringMatching(/^enc1:/) }]);
    expect(await entries()).toEqual([['erased', 'Asked us']]);
    const { recipients, refused, refused_rows } = await plan();
    expect([recipients, refused.blacklisted]).toEqual([1, 1]);
    expect(refused_rows[0]?.reason).toMatch(/^On the blacklist since .* \(manual\): Asked us\.$/);
  });

  test('gets nothing from a campaign that was accepted before and approved after', async () => {
    const setAbove = (approval_above: number | null) =>
      setup.world.call('admin', 'PUT', '/v1/admin/settings/sending/', { approval_above });
    await setAbove(0);
    const message = {
      ...{ name: 'Offer', sender: setup.world.sender, body: 'Hello' },
      recipients: { numbers: [setup.local, '9841000001'] },
    };
    const planned = await setup.world.call<{ data: { uuid: string; cost: number } }>(
      'customer',
      'POST',
      '/v1/sms/compose/plan/',
      message,
    );
    const { uuid: plan, cost } = planned.body.data;
    const campaign = await made(
      setup.world.call('customer', 'POST', '/v1/sms/compose/', { ...message, plan, cost }),
    );
    await setAbove(null);
    await listed('customer', 'Asked us');
    const { uuid } = (await erase()).body.data;
    expect(await record(uuid)).toMatchObject({ status: 'waiting', waiting: 1, blacklisted: 1 });
    const approved = await setup.world.call('admin', 'POST', `/v1/admin/campaigns/${campaign}/approve/`, {});
    expect(approved.status, approved.text).toBe(200);
    while (await expandNext(setup.world.db)) {}
    const { rows } = await sql`
      SELECT phone, status, error FROM message WHERE campaign = ${campaign} ORDER BY uuid`.execute(
      setup.world.db,
    );
    expect(rows).toEqual([
      { phone: setup.phone, status: 'cancelled', error: 'BLACKLISTED' },
      { phone: '+9779841000001', status: 'queued', error: null },
    ]);
    await finishWaiting();
    expect(await record(uuid)).toMatchObject({ status: 'completed', messages: 1 });
    expect(await traces(setup.world.accounts.customer)).toEqual([]);
  });

  test('is one entry, also if it is listed and erased again', async () => {
    await listed('customer', 'First');
    await erase();
    await listed('customer', 'Second');
    await erase();
    expect(await entries()).toEqual([['erased', 'Second']]);
    expect((await plan()).refused.blacklisted).toBe(1);
  });

  test('stays when its owner says STOP again, and goes with START if it was an opt-out', async () => {
    await sql`
      INSERT INTO blacklist_number (account, phone, source) VALUES (${setup.world.accounts.customer}, ${setup.phone}, 'opt-out')`.execute(
      setup.world.db,
    );
    await sql`
      UPDATE sender_identity SET name = 'ERASE' || ${setup.numbers}::int WHERE account = ${setup.world.accounts.customer}`.execute(
      setup.world.db,
    );
    await erase();
    const answer = (text: string) =>
      recordAnswer(setup.world.db, { from: setup.phone, to: `ERASE${setup.numbers}`, text } as never);
    expect(await answer('STOP')).toBe('kept');
    expect(await entries()).toEqual([['erased', null]]);
    expect(await answer('START')).toBe('removed');
    expect((await plan()).refused.blacklisted).toBe(0);
  });
});
