import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { type Attention, type Dashboard, dashboard as schema } from '#schema/dashboard.ts';
import type { TestApp } from '../../support/app.ts';
import { setUpViber } from '../../support/viberSetup.ts';

let world: TestApp;
setUpViber((made) => {
  world = made;
});

const dashboard = async () => {
  const { body } = await world.call<{ data: Dashboard }>('customer', 'GET', '/v1/core/dashboard/');
  return schema.parse(body.data);
};
const has = async (wanted: Attention['code']) =>
  (await dashboard()).attention.some(({ code }) => code === wanted);
/** How many names the account can send with, and whether it is told to request a sender ID. */
const shown = async () => ({ ...(await dashboard()).senders, isAsked: await has('no_sender') });
/** What is read after a change, which is then taken back. */
const after = async <T>(
  change: ReturnType<typeof sql>,
  back: ReturnType<typeof sql>,
  read: () => Promise<T>,
) => {
  await change.execute(world.db);
  const found = await read();
  await back.execute(world.db);
  return found;
};
const decide = (table: string) => (status: string) =>
  sql`
  UPDATE ${sql.table(table)} SET status = ${status}, reason = CASE WHEN ${status} = 'rejected' THEN 'No.' END,
    decided_at = CASE WHEN ${status} <> 'pending' THEN now() END`;
const identity = decide('viber_identity');
const sender = decide('sender_identity');
beforeEach(async () => {
  await sender('approved').execute(world.db);
});

test('a Viber identity that can be sent with stands in for a sender ID', async () => {
  expect(await shown()).toEqual({ approved: 1, pending: 0, viber: 1, isAsked: false });
  await sender('rejected').execute(world.db);
  expect(await shown()).toEqual({ approved: 0, pending: 0, viber: 1, isAsked: false });
  expect((await world.call('other', 'GET', '/v1/core/dashboard/')).body).toMatchObject({
    data: { senders: { viber: 0 } },
  });

  const asked = { approved: 0, pending: 0, viber: 0, isAsked: true };
  for (const status of ['pending', 'rejected'])
    expect(await after(identity(status), identity('approved'), shown), status).toEqual(asked);
  // A provider without a link or a price sends nothing over Viber.
  const link = (channel: string) => sql`UPDATE operator_link SET channel = ${channel} WHERE kind = 'http'`;
  expect(await after(link('sms'), link('viber'), shown), 'link').toEqual(asked);
  const price = (viber: number | null) => sql`UPDATE pricing SET viber_price = ${viber}`;
  expect(await after(price(null), price(150), shown), 'price').toEqual(asked);
  expect(await shown()).toMatchObject({ viber: 1, isAsked: false });
});

test('packages, which pay only for SMS, do not help a low balance where all is sent over Viber', async () => {
  const { db, accounts } = world;
  await sql`
    WITH moved AS (UPDATE account SET balance = 0 WHERE uuid = ${accounts.customer})
    INSERT INTO wallet_entry (account, kind, amount, balance)
    SELECT uuid, 'adjustment', -balance, 0 FROM account WHERE uuid = ${accounts.customer}`.execute(db);
  await sql`
    INSERT INTO account_package (account, name, parts, remaining, expires_at)
    VALUES (${accounts.customer}, 'Small', 100, 100, now() + interval '30 days')`.execute(db);
  const isLow = () => has('low_balance');
  expect(await isLow()).toBe(false);
  await sender('rejected').execute(db);
  expect(await isLow()).toBe(true);
  // Also for those who top up and do not send.
  const allow = (pairs: string | null) =>
    sql`UPDATE users SET ui_permissions = ${pairs}::jsonb WHERE account = ${accounts.customer}`;
  expect(await after(allow('[["topup-list", "get"]]'), allow(null), isLow)).toBe(true);
  expect(await after(identity('pending'), identity('approved'), isLow)).toBe(false);
});
