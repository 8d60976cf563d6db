import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { BlacklistImport } from '#schema/blacklistImport.ts';
import type { BlacklistNumber } from '#schema/blacklistNumber.ts';
import type { Failure } from '#schema/entity.ts';
import { runImport } from '../../../server/services/contacts/sheetImport.ts';
import { createTestApp, type TestApp, type User } from '../../support/app.ts';
import { xlsx } from '../../support/xlsx.ts';

const LIST = '/v1/core/sms/blacklist-numbers/';
const PATH = `${LIST}imports/`;
const mapping = { phone: 'Number', reason: 'Why' };
let t: TestApp;
let isHeld = false;

beforeAll(async () => {
  t = await createTestApp({
    enqueue: async (_, { uuid }) => {
      if (!isHeld) await runImport(t.deps, uuid);
    },
  });
});
afterAll(() => t.close());
afterEach(async () => {
  isHeld = false;
  await sql`TRUNCATE blacklist_number, contact_import, contact, row_count`.execute(t.db);
});

async function start(content: string | Buffer, more: object = {}, as: User = 'customer') {
  const uploaded = await t.upload<{ data: { uuid: string } }>(content, 'stop list.csv', as);
  expect(uploaded.status, uploaded.text).toBe(201);
  return t.call<{ data: BlacklistImport } & Failure>(as, 'POST', PATH, {
    file: uploaded.body.data.uuid,
    mapping,
    ...more,
  });
}

const find = async (uuid: string): Promise<BlacklistImport> =>
  (await t.call<{ data: BlacklistImport }>('customer', 'GET', `${PATH}${uuid}/`)).body.data;

async function run(content: string | Buffer, more: object = {}): Promise<BlacklistImport> {
  const { status, body, text } = await start(content, more);
  expect(status, text).toBe(201);
  return find(body.data.uuid);
}

const numbers = async (): Promise<Pick<BlacklistNumber, 'phone' | 'reason' | 'source'>[]> => {
  const { body } = await t.call<{ results: BlacklistNumber[] }>(
    'customer',
    'GET',
    `${LIST}?page_size=1000&ordering=created_at`,
  );
  return body.results.map(({ phone, reason, source }) => ({ phone: phone.slice(4), reason, source }));
};

describe('an import', () => {
  test('lists the numbers in the order of the sheet, with their reasons, and says what it refused', async () => {
    const done = await run(
      [
        'Who,Number,Why',
        'Sita,9841000009,Asked by phone',
        'Ram,९८४१-०००-००२,',
        'Twice,09841000009,Other',
        'Short,98410,x',
        'Land,01-4412345,x',
        'None,,x',
        `Long,9841000004,${'w'.repeat(201)}`,
        'Many,9841000005,a,b',
        'Formula,9841000001,=1+1',
      ].join('\r\n'),
      { reason: ' List of 2082 ' },
    );
    expect(done).toMatchObject({
      status: 'completed',
      file_name: 'stop list.csv',
      reason: 'List of 2082',
      rows: 9,
      created: 3,
      updated: 0,
      duplicates: 1,
      refused: 5,
      error: null,
    });
    expect(done.bytes_read).toBe(done.bytes);
    expect(await numbers()).toEqual([
      { phone: '9841000009', reason: 'Asked by phone', source: 'import' },
      { phone: '9841000002', reason: 'List of 2082', source: 'import' },
      { phone: '9841000001', reason: '=1+1', source: 'import' },
    ]);

    const { text, headers } = await t.call('customer', 'GET', `${PATH}${done.uuid}/refused/`);
    expect(headers['content-disposition']).toContain('filename="stop list - refused rows.csv"');
    const [header, ...lines] = text.trimEnd().split('\r\n');
    expect(header).toBe('\ufeffrow,value,reason,Who,Number,Why');
    expect(lines.map((line) => line.split(',').slice(0, 2))).toEqual([
      ['5', '98410'],
      ['6', '01-4412345'],
      ['7', ''],
      ['8', '9841000004'],
      ['9', '9841000005'],
    ]);
    const reasons = [
      'too few digits',
      'A landline',
      'number is missing',
      'longer than 200 characters',
      'more cells',
    ];
    for (const [at, reason] of reasons.entries()) expect(lines[at]).toContain(reason);
  });

  test('leaves what is on the list as it is, and only fills a reason that is missing', async () => {
    await sql`
      INSERT INTO blacklist_number (account, phone, reason, source) VALUES
        (${t.accounts.customer}, '+9779841000001', 'Answered "STOP" to DEMO.', 'opt-out'),
        (${t.accounts.customer}, '+9779841000002', NULL, 'opt-out'),
        (${t.accounts.customer}, '+9779841000003', 'Court order', 'manual')`.execute(t.db);
    const sheet = 'Number,Why\n9841000001,x\n9841000002,Called\n9841000003,\n9841000004,\n';
    expect(await run(sheet)).toMatchObject({ created: 1, updated: 3, duplicates: 0, refused: 0 });
    expect((await numbers()).toSorted((a, b) => (a.phone < b.phone ? -1 : 1))).toEqual([
      { phone: '9841000001', reason: 'Answered "STOP" to DEMO.', source: 'opt-out' },
      { phone: '9841000002', reason: 'Called', source: 'opt-out' },
      { phone: '9841000003', reason: 'Court order', source: 'manual' },
      { phone: '9841000004', reason: null, source: 'import' },
    ]);
    expect(await run(sheet)).toMatchObject({ created: 0, updated: 4 });
  });

  test('of an Excel file, without a column of reasons', async () => {
    const sheet = xlsx([['Number'], [9841000001], ['no'], [9841000002]]);
    expect(await run(sheet, { mapping: { phone: 'Number', reason: null } })).toMatchObject({
      rows: 3,
      created: 2,
      refused: 1,
      reason: null,
    });
    expect((await numbers()).map(({ reason }) => reason)).toEqual([null, null]);
  });

  test('takes an export of the list back as it was', async () => {
    await run('Number,Why\n9841000001,=1+1\n9841000002,फोनमा भन्नुभयो\n');
    const before = await numbers();
    const csv = await t.call('customer', 'GET', `${LIST}export/?ordering=created_at`);
    await sql`DELETE FROM blacklist_number`.execute(t.db);
    const back = await run(csv.text, { mapping: { phone: 'number', reason: 'reason' } });
    expect(back).toMatchObject({ created: 2, refused: 0 });
    expect(await numbers()).toEqual(before);
  });

  test('that died continues where it was, and counts each row once', async () => {
    const lines = Array.from({ length: 12_000 }, (_, i) => `98${41_000_000 + (i % 50 === 49 ? i - 1 : i)},`);
    isHeld = true;
    const { body } = await start(`Number,Why\n${lines.join('\n')}\n`);
    await sql`
      CREATE FUNCTION break_second() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN IF NEW.rows > 8000 THEN RAISE EXCEPTION 'power cut'; END IF; RETURN NEW; END $$`.execute(t.db);
    await sql`CREATE TRIGGER break_second BEFORE UPDATE ON contact_import FOR EACH ROW EXECUTE FUNCTION break_second()`.execute(
      t.db,
    );
    await expect(runImport(t.deps, body.data.uuid)).rejects.toThrow('power cut');
    expect((await find(body.data.uuid)).status).toBe('running');
    await sql`DROP FUNCTION break_second CASCADE`.execute(t.db);
    await runImport(t.deps, body.data.uuid);
    expect(await find(body.data.uuid)).toMatchObject({
      status: 'completed',
      rows: 12_000,
      created: 11_760,
      updated: 0,
      duplicates: 240,
    });
    const { rows } = await sql<{ n: number }>`SELECT count(*) AS n FROM blacklist_number`.execute(t.db);
    expect(rows[0]?.n).toBe(11_760);
  });
});

describe('an import is cancelled', () => {
  const cancel = (uuid: string, as: User = 'customer', path = PATH) =>
    t.call<{ data: BlacklistImport } & Failure>(as, 'POST', `${path}${uuid}/cancel/`);

  test('before it ran, and then lists nothing', async () => {
    isHeld = true;
    const { uuid } = (await start('Number,Why\n9841000001,x\n')).body.data;
    expect((await cancel(uuid)).body.data.status).toBe('cancelled');
    await runImport(t.deps, uuid);
    expect(await numbers()).toEqual([]);
    expect((await cancel(uuid)).status).toBe(409);
  });

  test('not by another account, nor through the imports of contacts', async () => {
    isHeld = true;
    const { uuid } = (await start('Number,Why\n9841000001,x\n')).body.data;
    expect((await cancel(uuid, 'other')).status).toBe(404);
    const contacts = '/v1/core/contacts/imports/';
    expect((await cancel(uuid, 'customer', contacts)).status).toBe(404);
    for (const path of ['', 'refused/']) {
      expect((await t.call('customer', 'GET', `${contacts}${uuid}/${path}`)).status).toBe(404);
    }
    const { body } = await t.call<{ count: number }>('customer', 'GET', contacts);
    expect(body.count).toBe(0);
    expect((await find(uuid)).status).toBe('queued');
  });
});

describe('starting one is refused', () => {
  const CSV = 'Number,Why\n9841000001,x\n';
  test.each([
    ['a number column that is not there', { mapping: { phone: 'Phone' } }, 'mapping.phone'],
    ['a reason column that is not there', { mapping: { phone: 'Number', reason: 'R' } }, 'mapping.reason'],
    ['a reason that is too long', { reason: 'x'.repeat(201) }, 'reason'],
    ['groups, which are for contacts', { groups: [] }, 'groups'],
    ['a source', { source: 'manual' }, 'source'],
    ['a file that is not there', { file: '01a1fd16-4ea6-78fb-8ba9-b8bd602033c9' }, 'file'],
  ])('for %s', async (_, more, field) => {
    const { status, body } = await start(CSV, more);
    expect(status).toBe(400);
    expect(Object.keys(body.errors ?? {})).toEqual([field]);
  });

  test('for no missing permission other than writing the blacklist', async () => {
    await sql`UPDATE users SET ui_permissions = '[["black-list", "get"], ["black-list", "post"]]'
      WHERE email = 'customer@demo.test'`.execute(t.db);
    expect((await start(CSV)).status).toBe(201);
    await sql`UPDATE users SET ui_permissions = NULL WHERE email = 'customer@demo.test'`.execute(t.db);
  });

  test('without the permission to write the blacklist, whatever else is allowed', async () => {
    await sql`
      UPDATE users SET ui_permissions = '[["black-list", "get"], ["contact-list", "get"], ["contact-list", "post"]]'
      WHERE email = 'customer@demo.test'`.execute(t.db);
    expect((await start(CSV)).status).toBe(403);
    expect((await t.call('customer', 'GET', PATH)).status).toBe(200);
    await sql`UPDATE users SET ui_permissions = '[["contact-list", "get"]]' WHERE email = 'customer@demo.test'`.execute(
      t.db,
    );
    expect((await t.call('customer', 'GET', PATH)).status).toBe(403);
    await sql`UPDATE users SET ui_permissions = NULL WHERE email = 'customer@demo.test'`.execute(t.db);
  });
});
