import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Campaign } from '#schema/campaign.ts';
import type { CampaignRecipients } from '#schema/campaignRecipients.ts';
import type { UploadedFile } from '#schema/file.ts';
import { runHousekeeping } from '../../../server/jobs/housekeeping.ts';
import { expandNext } from '../../../server/services/sending/campaigns.ts';
import { keepMonths } from '../../../server/services/sending/messageMonths.ts';
import { createTestApp, type TestApp, type User } from '../../support/app.ts';

let base: TestApp;
let world: TestApp;
beforeAll(async () => {
  base = await createTestApp();
});
afterAll(() => base.close());
beforeEach(async () => {
  world = await base.newCustomers();
});

type One<T> = { data: T };
const NOTHING = { groups: 0, file: false };
const PATH = '/v1/sms/compose/';
const TOMORROW = new Date(Date.now() + 86_400_000).toISOString();

/** Sends to the recipients, at the given time, and returns the campaign's uuid. */
async function send(recipients: object, scheduled_at: string | null = null): Promise<string> {
  const body = { name: 'Offer', sender: world.sender, body: 'Dear {{name}}, sale', recipients, scheduled_at };
  const sent = await world.call<One<Campaign>>('customer', 'POST', PATH, { ...body, max_cost: 1_000_000 });
  expect(sent.status, sent.text).toBe(201);
  return sent.body.data.uuid;
}
const ask = (uuid: string, as: User = 'customer') =>
  world.call<One<CampaignRecipients>>(as, 'GET', `${PATH}${uuid}/recipients/`);
const found = async (uuid: string) => (await ask(uuid)).body.data;

async function group(name: string): Promise<string> {
  const made = await world.call<One<{ uuid: string }>>('customer', 'POST', '/v1/contact/contact-group/', {
    name,
  });
  return made.body.data.uuid;
}
async function contact(phone: string, groups: string[]): Promise<void> {
  const record = { name: 'Sita', phone, groups, attributes: {}, is_active: true };
  const made = await world.call('customer', 'POST', '/v1/core/contacts/', record);
  expect(made.status, made.text).toBe(201);
}
const upload = async () =>
  (await world.upload<One<UploadedFile>>('phone,Naam\n9841000011,Gita\n9841000012,Hari\n', 'dues.csv')).body
    .data.uuid;

describe('whom a campaign was addressed to', () => {
  test('is told as it was given: numbers, groups and a file with its columns', async () => {
    const [friends, dues] = [await group('Friends'), await group('Dues')];
    await contact('9841000001', [friends, dues]);
    const file = { reference: await upload(), phone: 'phone', columns: { name: 'Naam' }, header_row: 1 };
    const recipients = { numbers: ['9841-000 021', '9841000022'], groups: [dues, friends], file };
    const uuid = await send(recipients);
    expect(await found(uuid)).toEqual({
      recipients,
      file: { name: 'dues.csv', rows: 2 },
      missing: NOTHING,
    });
  });

  test('says what no longer exists, and gives the rest', async () => {
    const [friends, dues] = [await group('Friends'), await group('Dues')];
    await contact('9841000001', [friends, dues]);
    const file = { reference: await upload(), phone: 'phone', columns: { name: 'Naam' } };
    const uuid = await send({ groups: [dues, friends], file });
    await world.call('customer', 'DELETE', `/v1/contact/contact-group/${friends}/`);
    await sql`DELETE FROM file WHERE uuid = ${file.reference}`.execute(world.db);
    expect(await found(uuid)).toEqual({
      recipients: { groups: [dues] },
      file: null,
      missing: { groups: 1, file: true },
    });
  });

  test('says that a file is missing whose content was deleted, though an import keeps its row', async () => {
    const file = { reference: await upload(), phone: 'phone', columns: { name: 'Naam' } };
    const uuid = await send({ file });
    await sql`UPDATE file SET erased_at = now() WHERE uuid = ${file.reference}`.execute(world.db);
    expect(await found(uuid)).toEqual({ recipients: {}, file: null, missing: { groups: 0, file: true } });
  });

  test('is not known of a test message, which is not addressed to anybody’s list', async () => {
    const body = { sender: world.sender, body: 'Sale', phone: '9841000001' };
    const tested = await world.call<One<Campaign>>('customer', 'POST', `${PATH}test/`, body);
    expect(await found(tested.body.data.uuid)).toEqual({ recipients: null, file: null, missing: NOTHING });
  });

  test('is told to those who may send for the account, and to nobody else', async () => {
    const dues = await group('Dues');
    await contact('9841000001', [dues]);
    const uuid = await send({ groups: [dues] });
    expect((await ask(uuid, 'support')).status).toBe(403);
    expect((await ask(uuid, 'other')).status).toBe(404);
    expect((await ask(uuid, 'admin')).status).toBe(404);
  });
});

describe('its file', () => {
  const EIGHT_DAYS = sql`UPDATE file SET created_at = now() - interval '8 days'`;
  const file = async () => ({ reference: await upload(), phone: 'phone', columns: { name: 'Naam' } });

  test('stays while the campaign may be written again, and goes like others after that', async () => {
    const [waiting, over] = [
      await send({ file: await file() }, TOMORROW),
      await send({ file: await file() }),
    ];
    await EIGHT_DAYS.execute(world.db);
    await sql`
      UPDATE campaign SET status = 'completed', finished_at = now() - interval '2 days' WHERE uuid = ${over}`.execute(
      world.db,
    );
    await runHousekeeping(base.db, base.deps.files);
    expect((await found(waiting)).file).toEqual({ name: 'dues.csv', rows: 2 });
    expect((await found(over)).missing).toEqual({ groups: 0, file: true });
    // Editing cancels it first.
    await world.call('customer', 'POST', `${PATH}${waiting}/cancel/`);
    await runHousekeeping(base.db, base.deps.files);
    expect((await found(waiting)).file).toEqual({ name: 'dues.csv', rows: 2 });
  });
});

test('it is removed with the messages, also of a campaign that has none', async () => {
  const dues = await group('Dues');
  await contact('9841000001', [dues]);
  const [removed, cancelled, recent] = [
    await send({ groups: [dues] }),
    await send({ groups: [dues] }),
    await send({ groups: [dues] }),
  ];
  await sql`UPDATE campaign SET messages_removed_at = now() WHERE uuid = ${removed}`.execute(world.db);
  await sql`
    UPDATE campaign SET status = 'cancelled', finished_at = now() - interval '3 months' WHERE uuid = ${cancelled}`.execute(
    world.db,
  );
  await keepMonths(base.db, null);
  expect((await found(cancelled)).recipients).toEqual({ groups: [dues] });
  await keepMonths(base.db, 1);
  expect((await found(removed)).recipients).toBeNull();
  expect((await found(cancelled)).recipients).toBeNull();
  expect((await found(recent)).recipients).toEqual({ groups: [dues] });
});

test('excluded recipients go with it, and the numbers for which the list was flagged', async () => {
  const listed = { phone: '9841000012', reason: null };
  expect((await world.call('customer', 'POST', '/v1/core/sms/blacklist-numbers/', listed)).status).toBe(201);
  const sheet =
    'phone,Naam\n9841000011,Gita\n9841000011,Hari\n9841000012,Sita\n9841000013,Ram\n9841000010,Uma\n9801000001,Bina\n';
  const reference = (await world.upload<One<UploadedFile>>(sheet, 'dues.csv')).body.data.uuid;
  const file = { reference, phone: 'phone', columns: { name: 'Naam' } };
  await sql`
    UPDATE sender_approval SET status = 'rejected' WHERE sender = ${world.sender} AND operator = 'ncell'`.execute(
    world.db,
  );
  await sql`UPDATE provider_setting SET consecutive_numbers = 2`.execute(world.db);
  const [old, recent] = [await send({ file }), await send({ file })];
  await sql`UPDATE provider_setting SET consecutive_numbers = NULL`.execute(world.db);
  while (await expandNext(world.db)) {}
  const kept = async (uuid: string) => {
    const { rows } = await sql`
      SELECT c.flag->'runs'->0->>'first' AS flag, p.summary->'flag'->'runs'->0->>'first' AS planned,
        ARRAY(SELECT refusal || ' ' || coalesce(text, 'no text') FROM plan_recipient r WHERE r.plan = p.uuid ORDER BY 1) AS excluded,
        p.summary->'refused'->>'duplicate' AS duplicates
      FROM campaign c JOIN plan p ON p.uuid = c.plan WHERE c.uuid = ${uuid}`.execute(world.db);
    return rows[0];
  };
  const all = {
    ...{ flag: '+9779841000010', planned: '+9779841000010', duplicates: '1' },
    excluded: ['blacklisted no text', 'duplicate no text', 'sender-not-approved no text'],
  };
  expect(await kept(old)).toEqual(all);
  await sql`
    UPDATE campaign SET status = 'completed', finished_at = now() - interval '3 months' WHERE uuid = ${old}`.execute(
    world.db,
  );
  await keepMonths(base.db, null);
  expect(await kept(old)).toEqual(all);
  await keepMonths(base.db, 1);
  expect(await kept(old)).toEqual({ flag: null, planned: null, duplicates: '1', excluded: [] });
  expect(await kept(recent)).toEqual(all);
});
