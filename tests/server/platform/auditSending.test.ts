import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Plan } from '#schema/compose.ts';
import { recordAnswer } from '../../../server/services/sending/optOut.ts';
import { type One, setUpAudit, words } from './auditSetup.ts';

const setup = setUpAudit();
const { logged, call } = setup;

describe('of sending it has', () => {
  const COMPOSE = '/v1/sms/compose/';
  const wanted = (name: string) => ({
    ...{ name, sender: setup.world.sender, body: 'Hello' },
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
      await sql`UPDATE campaign SET status = 'sending' WHERE uuid = ${uuid}`.execute(setup.world.db);
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
      WHERE uuid = ${uuid}`.execute(setup.world.db);
    const entries = await logged(async () => {
      const one = {
        sender: setup.world.sender,
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
      WHERE uuid = ${campaign} RETURNING uuid`.execute(setup.world.db);
    await sql`UPDATE campaign SET queued = 49, unknown = 1 WHERE uuid = ${campaign}`.execute(setup.world.db);
    const settled = await logged(() =>
      call('admin', 'POST', `/v1/sms/dispatch/${rows[0]?.uuid}/settle/`, { status: 'delivered' }),
    );
    expect(words(settled)).toEqual(['settle · sms/dispatch · +9779841500005 · Asha Gurung']);
    expect(settled[0]).toMatchObject({
      account: setup.world.accounts.customer,
      before: { status: 'unknown' },
      after: { status: 'delivered' },
    });
    const answered = await logged(async () => {
      for (const text of ['STOP', 'STOP', 'START'])
        await recordAnswer(setup.world.db, { from: '+9779841500005', to: 'DEMO', text });
    });
    expect(words(answered)).toEqual([
      'opt-out · settings/blacklist · +9779841500005 · -',
      'opt-in · settings/blacklist · +9779841500005 · -',
    ]);
  });

  test('an import and a deletion of many: one entry each, none per row', async () => {
    const sheet = `Number\n${Array.from({ length: 300 }, (_, i) => `98413${10_000 + i}`).join('\n')}\n`;
    const entries = await logged(async () => {
      const file = (await setup.world.upload<One>(sheet, 'stop.csv')).body.data.uuid;
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
