import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Contact } from '../../../schema/contact.ts';
import type { ContactImport } from '../../../schema/contactImport.ts';
import type { Failure } from '../../../schema/entity.ts';
import { runImport } from '../../../server/services/contacts/sheetImport.ts';
import { createTestApp, type TestApp, type User } from '../../support/app.ts';
import { xlsx } from '../../support/xlsx.ts';

const PATH = '/v1/core/contacts/imports/';
const mapping = { phone: 'Mobile', name: 'Name' };
let t: TestApp;
/** What `enqueue` does: run it now, or let the test do so. */
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
  await sql`TRUNCATE contact, contact_group, contact_import, row_count`.execute(t.db);
});

async function upload(content: string | Buffer, as: User = 'customer'): Promise<string> {
  const { status, body, text } = await t.upload<{ data: { uuid: string } }>(content, 'my list.csv', as);
  expect(status, text).toBe(201);
  return body.data.uuid;
}

async function start(content: string | Buffer, more: object = {}) {
  const file = await upload(content);
  return t.call<{ data: ContactImport } & Failure>('customer', 'POST', PATH, {
    file,
    mapping,
    groups: [],
    ...more,
  });
}

const find = async (uuid: string): Promise<ContactImport> =>
  (await t.call<{ data: ContactImport }>('customer', 'GET', `${PATH}${uuid}/`)).body.data;

async function run(content: string | Buffer, more: object = {}): Promise<ContactImport> {
  const { status, body, text } = await start(content, more);
  expect(status, text).toBe(201);
  return find(body.data.uuid);
}

const contacts = async (): Promise<Record<string, Contact>> => {
  const { body } = await t.call<{ results: Contact[] }>(
    'customer',
    'GET',
    '/v1/core/contacts/?page_size=1000',
  );
  return Object.fromEntries(body.results.map((contact) => [contact.phone, contact]));
};

async function group(name: string): Promise<string> {
  const path = '/v1/contact/contact-group/';
  const { body } = await t.call<{ data: { uuid: string } }>('customer', 'POST', path, { name });
  return body.data.uuid;
}
const countOf = async (uuid: string): Promise<number | undefined> =>
  (await t.call<{ data: { count: number } }>('customer', 'GET', `/v1/contact/contact-group/${uuid}/`)).body
    .data.count;

const refused = (uuid: string) => t.call<Failure>('customer', 'GET', `${PATH}${uuid}/refused/`);

describe('an import', () => {
  test('counts, creates, and says which rows it refused and why', async () => {
    const members = await group('Customers');
    const done = await run(
      [
        'Name,Mobile,City,Note',
        'Sita,9841000001,Kathmandu,',
        'सीता शर्मा,९८४१-०००-००२,काठमाडौँ,"two',
        'lines"',
        ',+977 9801000003,,=SUM(A1)',
        'Dup,09841000001,Pokhara,',
        'Short,98410,,',
        'Land,01-4412345,,',
        'None,,x,',
        'Many,9841000009,a,b,c',
        `${'N'.repeat(121)},9841000010,,`,
        `Long,9841000011,${'c'.repeat(501)},`,
        "Foreign,+919841000001,=1+1,'@x",
      ].join('\r\n'),
      { groups: [members] },
    );
    expect(done).toMatchObject({
      status: 'completed',
      file_name: 'my list.csv',
      error: null,
      rows: 11,
      created: 3,
      updated: 0,
      duplicates: 1,
      refused: 7,
      finished_at: expect.any(String),
    });
    expect(done.bytes_read).toBe(done.bytes);
    const all = await contacts();
    expect(Object.keys(all).sort()).toEqual(['+9779801000003', '+9779841000001', '+9779841000002']);
    expect(all['+9779841000001']).toMatchObject({
      name: 'Sita',
      operator: 'ntc',
      attributes: { City: 'Kathmandu' },
      groups: [members],
      is_active: true,
    });
    expect(all['+9779841000002']).toMatchObject({
      name: 'सीता शर्मा',
      attributes: { City: 'काठमाडौँ', Note: 'two\r\nlines' },
    });
    expect(all['+9779801000003']).toMatchObject({
      name: null,
      operator: 'ncell',
      attributes: { Note: '=SUM(A1)' },
    });
    expect(await countOf(members)).toBe(3);

    const { text, headers } = await refused(done.uuid);
    expect(headers['content-disposition']).toContain('filename="my list - refused rows.csv"');
    const [header, ...lines] = text.trimEnd().split('\r\n');
    expect(header).toBe('\ufeffrow,value,reason,Name,Mobile,City,Note');
    expect(lines.map((line) => line.split(',').slice(0, 2))).toEqual([
      ['6', '98410'],
      ['7', '01-4412345'],
      ['8', ''],
      ['9', '9841000009'],
      ['10', '9841000010'],
      ['11', '9841000011'],
      ['12', '+919841000001'],
    ]);
    expect(lines[1]).toBe('7,01-4412345,A landline cannot receive SMS.,Land,01-4412345,,');
    expect(lines[2]).toContain('The number is missing.');
    expect(lines[3]).toContain('more cells than the header');
    expect(lines[4]).toContain('The name is longer than 120 characters.');
    expect(lines[5]).toContain('""City"" is longer than 500 characters.');
    expect(lines[6]).toContain("Foreign,+919841000001,'=1+1,'@x");
  });

  test('adds to contacts that are there, and takes nothing away', async () => {
    const [old, fresh] = [await group('Old'), await group('New')];
    await run('Name,Mobile,City\nSita,9841000001,Kathmandu\nRam,9841000002,Pokhara\n', { groups: [old] });
    const done = await run('Mobile,Name,Age\n9841000001,,40\n9841000002,Rama,\n9841000003,Gita,5\n', {
      groups: [fresh, fresh],
    });
    expect(done).toMatchObject({ created: 1, updated: 2, duplicates: 0, refused: 0, groups: [fresh] });
    const all = await contacts();
    expect(all['+9779841000001']).toMatchObject({
      name: 'Sita',
      attributes: { City: 'Kathmandu', Age: '40' },
    });
    expect(all['+9779841000002']).toMatchObject({ name: 'Rama', attributes: { City: 'Pokhara' } });
    expect(all['+9779841000001']?.groups.toSorted()).toEqual([old, fresh].sort());
    expect(all['+9779841000003']?.groups).toEqual([fresh]);
    expect([await countOf(old), await countOf(fresh)]).toEqual([2, 3]);
  });

  test('of an Excel file, of one without a header, and of keys that JavaScript knows', async () => {
    const rows = [
      ['Name', 'Mobile', '__proto__', 'constructor'],
      ['Sita', 9841000001, 'x', 'y'],
      [],
      [null, 'no'],
    ];
    const sheet = await run(xlsx(rows));
    expect(sheet).toMatchObject({ status: 'completed', rows: 2, created: 1, refused: 1 });
    expect((await refused(sheet.uuid)).text).toContain('\r\n4,no,');
    const attributes = (await contacts())['+9779841000001']?.attributes ?? {};
    expect(Object.entries(attributes).sort()).toEqual([
      ['__proto__', 'x'],
      ['constructor', 'y'],
    ]);
    const bare = await run('9841000001,A\n9841000002,B\n', {
      mapping: { phone: 'Column 1', name: 'Column 2' },
    });
    expect(bare).toMatchObject({ rows: 2, created: 1, updated: 1 });
  });

  test('of many batches is exact, also where a run died and another went on', async () => {
    const row = (i: number) =>
      i % 100 === 99 ? `bad ${i},12` : `n${i},98${String(41_000_000 + (i % 100 === 98 ? i - 1 : i))}`;
    const lines = Array.from({ length: 23_000 }, (_, i) => row(i));
    isHeld = true;
    const { body } = await start(`Name,Mobile\n${lines.join('\n')}\n`);
    const { uuid } = body.data;
    expect(body.data.status).toBe('queued');

    // A database that breaks at the third batch stands for a process that dies there.
    await sql`
      CREATE FUNCTION break_third() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN IF NEW.rows > 12000 THEN RAISE EXCEPTION 'power cut'; END IF; RETURN NEW; END $$`.execute(t.db);
    await sql`CREATE TRIGGER break_third BEFORE UPDATE ON contact_import FOR EACH ROW EXECUTE FUNCTION break_third()`.execute(
      t.db,
    );
    await expect(runImport(t.deps, uuid)).rejects.toThrow('power cut');
    const half = await find(uuid);
    expect(half.status).toBe('running');
    expect(half.rows).toBeGreaterThan(0);
    expect(half.created).toBe(half.rows - half.duplicates - half.refused);
    expect(Object.keys(await contacts()).length).toBeGreaterThan(0);
    await sql`DROP FUNCTION break_third CASCADE`.execute(t.db);

    // Two at once, where a worker was taken for dead: the one that is done first asks to be called again.
    await Promise.allSettled([runImport(t.deps, uuid), runImport(t.deps, uuid)]);
    await runImport(t.deps, uuid);
    const done = await find(uuid);
    expect(done).toMatchObject({
      status: 'completed',
      rows: 23_000,
      created: 22_540,
      updated: 0,
      duplicates: 230,
      refused: 230,
    });
    const { rows } = await sql<{ n: number }>`SELECT count(*) AS n FROM contact`.execute(t.db);
    expect(rows[0]?.n).toBe(22_540);
    expect((await refused(uuid)).text.trimEnd().split('\r\n')).toHaveLength(231);

    await runImport(t.deps, uuid);
    expect(await find(uuid)).toEqual(done);
  });

  test('of a single number without a name', async () => {
    expect(await run('Mobile\n9841000001\n', { mapping: { phone: 'Mobile' } })).toMatchObject({
      ...{ status: 'completed', rows: 1, created: 1 },
    });
    expect(await contacts()).toMatchObject({ '+9779841000001': { phone: '+9779841000001' } });
  });

  test('lists its contacts in the order of the sheet', async () => {
    const phones = ['9841000009', '9841000001', '9841000005', '9801000002'];
    await run(`Name,Mobile\n${phones.map((phone, i) => `n${i},${phone}`).join('\n')}`);
    const { body } = await t.call<{ results: Contact[] }>(
      'customer',
      'GET',
      '/v1/core/contacts/?ordering=created_at',
    );
    expect(body.results.map(({ phone }) => phone.slice(4))).toEqual(phones);
  });

  test('leaves out a group that was deleted meanwhile', async () => {
    const [kept, gone] = [await group('Kept'), await group('Gone')];
    isHeld = true;
    const { body } = await start('Name,Mobile\nSita,9841000001\n', { groups: [kept, gone] });
    await t.call('customer', 'DELETE', `/v1/contact/contact-group/${gone}/`);
    await runImport(t.deps, body.data.uuid);
    expect((await contacts())['+9779841000001']?.groups).toEqual([kept]);
  });

  test('fails with a sentence when the sheet turns out to be broken, and keeps what it had', async () => {
    const good = Array.from({ length: 6000 }, (_, i) => `n${i},98${41_000_000 + i}`).join('\n');
    const done = await run(`Name,Mobile\n${good}\n"open,1\n`);
    expect(done).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('in row 6002 is not closed'),
      finished_at: expect.any(String),
    });
    expect(done.created).toBe(done.rows);
    expect(done.rows).toBeGreaterThan(0);
  });

  test('fails with a sentence when its file is gone', async () => {
    isHeld = true;
    const { body } = await start('Name,Mobile\nSita,9841000001\n');
    const { rows } = await sql<{
      path: string;
    }>`SELECT path FROM file WHERE uuid = ${body.data.file}`.execute(t.db);
    await t.deps.files.remove(rows[0]?.path as string);
    await runImport(t.deps, body.data.uuid);
    expect(await find(body.data.uuid)).toMatchObject({
      status: 'failed',
      error: 'The uploaded file no longer exists. Upload it again.',
    });
  });
});

describe('cancelling an import', () => {
  const cancel = (uuid: string, as: User = 'customer') =>
    t.call<{ data: ContactImport } & Failure>(as, 'POST', `${PATH}${uuid}/cancel/`);

  test('before it ran: nothing is imported', async () => {
    isHeld = true;
    const { uuid } = (await start('Name,Mobile\nSita,9841000001\n')).body.data;
    expect((await cancel(uuid)).body.data).toMatchObject({
      status: 'cancelled',
      finished_at: expect.any(String),
    });
    await runImport(t.deps, uuid);
    expect(await find(uuid)).toMatchObject({ status: 'cancelled', rows: 0 });
    expect(await contacts()).toEqual({});
    expect(await cancel(uuid)).toMatchObject({ status: 409, body: { code: 'conflict' } });
  });

  test('while it runs: it stops between two batches, and counts tell what stays', async () => {
    isHeld = true;
    const lines = Array.from({ length: 60_000 }, (_, i) => `n${i},98${41_000_000 + i}`);
    const { uuid } = (await start(`Name,Mobile\n${lines.join('\n')}\n`)).body.data;
    const running = runImport(t.deps, uuid);
    await expect
      .poll(async () => (await find(uuid)).rows, { interval: 20, timeout: 30_000 })
      .toBeGreaterThan(0);
    expect((await cancel(uuid)).status).toBe(200);
    await running;
    const ended = await find(uuid);
    expect(ended.status).toBe('cancelled');
    expect(ended.rows).toBeLessThan(60_000);
    const { rows } = await sql<{ n: number }>`SELECT count(*) AS n FROM contact`.execute(t.db);
    expect(rows[0]?.n).toBe(ended.created);
  });

  test('is not for another account, nor for who only reads', async () => {
    isHeld = true;
    const { uuid } = (await start('Name,Mobile\nSita,9841000001\n')).body.data;
    expect((await cancel(uuid, 'other')).status).toBe(404);
    expect((await cancel(uuid, 'support')).status).toBe(403);
    expect((await find(uuid)).status).toBe('queued');
  });
});

describe('starting an import is refused', () => {
  const CSV = 'Name,Mobile\nSita,9841000001\n';

  test.each([
    [
      'a column that is not there',
      { mapping: { phone: 'Phone' } },
      'mapping.phone',
      'The file has no column "Phone".',
    ],
    [
      'a name column that is not there',
      { mapping: { phone: 'Mobile', name: 'N' } },
      'mapping.name',
      'The file has no column "N".',
    ],
    [
      'a group that is not there',
      { groups: ['01a1fd16-4ea6-78fb-8ba9-b8bd602033c9'] },
      'groups',
      'This group does not exist.',
    ],
    [
      'a file that is not there',
      { file: '01a1fd16-4ea6-78fb-8ba9-b8bd602033c9' },
      'file',
      'This file does not exist. Upload it again.',
    ],
    ['an unknown field', { dry: true }, 'dry', 'This field does not exist.'],
  ])('for %s', async (_, more, field, sentence) => {
    const { status, body } = await start(CSV, more);
    expect(status).toBe(400);
    expect(body.errors).toEqual({ [field]: [sentence] });
  });

  test('for a header that is too long to be kept', async () => {
    const { status, body } = await start(`Name,Mobile,${'h'.repeat(61)}\nSita,9841000001,x\n`);
    expect(status).toBe(400);
    expect(body.errors?.mapping?.[0]).toContain('is longer than 60 characters');
  });

  test('for another account’s file, and theirs is not to be seen', async () => {
    const file = await upload(CSV, 'other');
    const { status } = await t.call('customer', 'POST', PATH, { file, mapping, groups: [] });
    expect(status).toBe(400);
    const { body } = await t.call<{ data: ContactImport }>('other', 'POST', PATH, {
      file,
      mapping,
      groups: [],
    });
    for (const path of ['', 'refused/']) {
      expect((await t.call('customer', 'GET', `${PATH}${body.data.uuid}/${path}`)).status).toBe(404);
    }
    await sql`DELETE FROM contact`.execute(t.db);
  });

  test('without the permission, and when too many wait', async () => {
    const file = await upload(CSV);
    expect((await t.call('support', 'POST', PATH, { file, mapping, groups: [] })).status).toBe(403);
    isHeld = true;
    for (let i = 0; i < 10; i++) expect((await start(CSV)).status).toBe(201);
    expect(await start(CSV)).toMatchObject({ status: 409, body: { code: 'conflict' } });
  });

  test('and the refused rows of a running import are not returned', async () => {
    isHeld = true;
    const { uuid } = (await start(CSV)).body.data;
    expect((await refused(uuid)).status).toBe(409);
  });
});
