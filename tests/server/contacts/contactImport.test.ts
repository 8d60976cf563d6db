import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Contact } from '../../../schema/contact.ts';
import type { ContactImport } from '../../../schema/contactImport.ts';
import { runImport } from '../../../server/services/contacts/sheetImport.ts';
import { xlsx } from '../../support/xlsx.ts';
import { setUpImports } from './contactImportSetup.ts';

const setup = setUpImports();
const { start, find, contacts, refused } = setup;

async function run(content: string | Buffer, more: object = {}): Promise<ContactImport> {
  const { status, body, text } = await start(content, more);
  expect(status, text).toBe(201);
  return find(body.data.uuid);
}

async function group(name: string): Promise<string> {
  const path = '/v1/contact/contact-group/';
  const { body } = await setup.world.call<{ data: { uuid: string } }>('customer', 'POST', path, { name });
  return body.data.uuid;
}
const countOf = async (uuid: string): Promise<number | undefined> =>
  (
    await setup.world.call<{ data: { count: number } }>(
      'customer',
      'GET',
      `/v1/contact/contact-group/${uuid}/`,
    )
  ).body.data.count;

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
    setup.isHeld = true;
    const { body } = await start(`Name,Mobile\n${lines.join('\n')}\n`);
    const { uuid } = body.data;
    expect(body.data.status).toBe('queued');

    // A database that breaks at the third batch stands for a process that dies there.
    await sql`
      CREATE FUNCTION break_third() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN IF NEW.rows > 12000 THEN RAISE EXCEPTION 'power cut'; END IF; RETURN NEW; END $$`.execute(
      setup.world.db,
    );
    await sql`CREATE TRIGGER break_third BEFORE UPDATE ON contact_import FOR EACH ROW EXECUTE FUNCTION break_third()`.execute(
      setup.world.db,
    );
    await expect(runImport(setup.world.deps, uuid)).rejects.toThrow('power cut');
    const half = await find(uuid);
    expect(half.status).toBe('running');
    expect(half.rows).toBeGreaterThan(0);
    expect(half.created).toBe(half.rows - half.duplicates - half.refused);
    expect(Object.keys(await contacts()).length).toBeGreaterThan(0);
    await sql`DROP FUNCTION break_third CASCADE`.execute(setup.world.db);

    // Two at once, where a worker was taken for dead: the one that is done first asks to be called again.
    await Promise.allSettled([runImport(setup.world.deps, uuid), runImport(setup.world.deps, uuid)]);
    await runImport(setup.world.deps, uuid);
    const done = await find(uuid);
    expect(done).toMatchObject({
      status: 'completed',
      rows: 23_000,
      created: 22_540,
      updated: 0,
      duplicates: 230,
      refused: 230,
    });
    const { rows } = await sql<{ n: number }>`SELECT count(*) AS n FROM contact`.execute(setup.world.db);
    expect(rows[0]?.n).toBe(22_540);
    expect((await refused(uuid)).text.trimEnd().split('\r\n')).toHaveLength(231);

    await runImport(setup.world.deps, uuid);
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
    const { body } = await setup.world.call<{ results: Contact[] }>(
      'customer',
      'GET',
      '/v1/core/contacts/?ordering=created_at',
    );
    expect(body.results.map(({ phone }) => phone.slice(4))).toEqual(phones);
  });

  test('leaves out a group that was deleted meanwhile', async () => {
    const [kept, gone] = [await group('Kept'), await group('Gone')];
    setup.isHeld = true;
    const { body } = await start('Name,Mobile\nSita,9841000001\n', { groups: [kept, gone] });
    await setup.world.call('customer', 'DELETE', `/v1/contact/contact-group/${gone}/`);
    await runImport(setup.world.deps, body.data.uuid);
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
    setup.isHeld = true;
    const { body } = await start('Name,Mobile\nSita,9841000001\n');
    const { rows } = await sql<{
      path: string;
    }>`SELECT path FROM file WHERE uuid = ${body.data.file}`.execute(setup.world.db);
    await setup.world.deps.files.remove(rows[0]?.path as string);
    await runImport(setup.world.deps, body.data.uuid);
    expect(await find(body.data.uuid)).toMatchObject({
      status: 'failed',
      error: 'The uploaded file no longer exists. Upload it again.',
    });
  });
});
