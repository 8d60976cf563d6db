import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Contact } from '../../../schema/contact.ts';
import type { ContactImport } from '../../../schema/contactImport.ts';
import type { Failure } from '../../../schema/entity.ts';
import { csvRows, openRows } from '../../../schema/sheets/rows.ts';
import type { User } from '../../support/app.ts';
import { NOBODY, PATH, type Page, setUpContacts } from './contactSetup.ts';

const setup = setUpContacts();
const { list, create, group } = setup;

/** What relative links are resolved against. */
const HOST = 'http://localhost';
const names = (page: Page) => page.results.map(({ name }) => name);

/** Contacts of a name, one after the other, with numbers from 9841000000 up. */
const fill = (contacts: readonly string[]) =>
  sql`
  INSERT INTO contact (uuid, account, name, phone, operator)
  SELECT uuid_v7(now() - interval '1 hour' + n * interval '1 ms'), ${setup.world.accounts.customer}, name, '+97798' || (41000000 + n - 1), 'ntc'
  FROM unnest(${contacts}::text[]) WITH ORDINALITY AS c(name, n) ORDER BY n`.execute(setup.world.db);

const download = async (path: string, as: User = 'customer') => {
  const { status, text, headers } = await setup.world.call(as, 'GET', path);
  expect(status, text).toBe(200);
  expect(headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(text.startsWith('\ufeff')).toBe(true);
  return {
    lines: text.slice(1).trimEnd().split('\r\n'),
    disposition: String(headers['content-disposition']),
    text,
  };
};

describe('the list', () => {
  test('pages by cursor, forward and back, over equal names', async () => {
    await fill(Array.from({ length: 23 }, (_, i) => (i < 20 ? 'Same' : `Z${i}`)));
    const all = await list('?ordering=name&page_size=100');
    const pages: Contact[][] = [];
    let page = await list('?ordering=name&page_size=5');
    expect(page.previous).toBeNull();
    for (;;) {
      pages.push(page.results);
      if (!page.next) break;
      expect(page.next).toContain('cursor=');
      page = await list(new URL(page.next, HOST).search);
    }
    expect(pages.map(({ length }) => length)).toEqual([5, 5, 5, 5, 3]);
    expect(pages.flat()).toEqual(all.results);
    for (let i = pages.length - 2; i >= 0; i--) {
      page = await list(new URL(page.previous as string, HOST).search);
      expect(page.results).toEqual(pages[i]);
    }
    expect(page.previous).toBeNull();
    expect((await list('?ordering=name&page_size=5&page=3')).results).toEqual(pages[2]);
    expect((await list('?ordering=-name&page_size=100')).results).toEqual(all.results.toReversed());
  });

  test('pages over contacts without a name, those of before with their number included', async () => {
    await fill(['', 'b', '', '', 'a', '', '', 'c']);
    await sql`UPDATE contact SET name = phone WHERE uuid IN (SELECT uuid FROM contact WHERE name = '' ORDER BY uuid LIMIT 3)`.execute(
      setup.world.db,
    );
    for (const ordering of ['name', '-name']) {
      const all = await list(`?ordering=${ordering}&page_size=100`);
      expect(names(all).filter((name) => name === null)).toHaveLength(5);
      const found: Contact[] = [];
      let page = await list(`?ordering=${ordering}&page_size=2`);
      for (;;) {
        found.push(...page.results);
        if (!page.next) break;
        page = await list(new URL(page.next, HOST).search);
      }
      expect(found).toEqual(all.results);
    }
    const { lines } = await download(`${PATH}export/?ordering=phone`);
    expect(lines.slice(1, 4)).toEqual([',+9779841000000', 'b,+9779841000001', ',+9779841000002']);
  });

  test('searches names by any part and numbers by their start, in both scripts', async () => {
    await fill(['Sita Sharma', 'Ramesh', 'सीता शर्मा', '100% true', 'a_b']);
    expect(names(await list('?search=shar'))).toEqual(['Sita Sharma']);
    expect(names(await list(`?search=${encodeURIComponent('शर्मा')}`))).toEqual(['सीता शर्मा']);
    expect(names(await list('?search=ra'))).toEqual(['Ramesh']);
    expect(names(await list(`?search=${encodeURIComponent('00%')}`))).toEqual(['100% true']);
    expect(names(await list(`?search=${encodeURIComponent('a_b')}`))).toEqual(['a_b']);
    expect((await list(`?search=${encodeURIComponent('९८४१०००००१')}`)).count).toBe(1);
    expect((await list('?search=09841')).count).toBe(5);
    expect((await list('?search=nobody')).results).toEqual([]);
  });

  test('filters, counts and orders', async () => {
    const member = await group('Staff');
    await fill(['A', 'B', 'C']);
    await create({ name: 'D', phone: '9801000009', groups: [member], is_active: false });
    expect(await list()).toMatchObject({ count: 4, next: null, previous: null });
    expect(names(await list())).toEqual(['D', 'C', 'B', 'A']);
    expect(names(await list('?operator=ncell'))).toEqual(['D']);
    expect((await list('?operator__in=ncell,ntc')).count).toBe(4);
    expect(names(await list(`?groups=${member}`))).toEqual(['D']);
    expect((await list('?is_active=true')).count).toBe(3);
    expect(names(await list('?ordering=-phone&page_size=2'))).toEqual(['C', 'B']);
    const [one, two] = (await list()).results;
    expect(names(await list(`?uuid__in=${one?.uuid},${two?.uuid}`)).sort()).toEqual(['C', 'D']);
    expect((await list(`?created_at__gte=${new Date(Date.now() + 60_000).toISOString()}`)).count).toBe(0);
  });

  test.each([
    '?colour=red',
    '?page=0',
    '?page_size=1001',
    '?ordering=groups',
    '?operator=att',
    '?cursor=x',
    '?groups=1',
  ])('refuses %s', async (query) => {
    const { status, body } = await setup.world.call<Failure>('customer', 'GET', `${PATH}${query}`);
    expect(status).toBe(400);
    expect(Object.keys(body.errors ?? {})).toEqual([query.slice(1).split('=')[0]]);
  });

  test('deletes many by a filter, and only by one', async () => {
    await fill(['A', 'B', 'C', 'Keep']);
    await create({}, 'other');
    const remove = (query: string) =>
      setup.world.call<{ data: { deleted: number } } & Failure>('customer', 'DELETE', PATH + query);
    expect((await remove('')).status).toBe(400);
    expect((await remove('?page_size=10&ordering=name')).status).toBe(400);
    for (const nothing of ['', '%20', '%C2%A0%09'])
      expect((await remove(`?search=${nothing}`)).status).toBe(400);
    for (const none of ['?uuid__in=', '?operator__in=,', '?groups__in='])
      expect((await remove(none)).body).toEqual({ data: { deleted: 0 } });
    expect((await list('?search=%20')).count).toBe(4);
    const [first] = (await list('?ordering=name')).results;
    expect((await remove(`?uuid__in=${first?.uuid}`)).body).toEqual({ data: { deleted: 1 } });
    expect((await remove('?phone__in=%2B9779841000001,%2B9779841000002')).body).toEqual({
      data: { deleted: 2 },
    });
    expect(await list()).toMatchObject({ count: 1, results: [{ name: 'Keep' }] });
    expect((await list('', 'other')).count).toBe(1);
  });
});

describe('an export', () => {
  test('gives what the filter matches, in its order, safe for a spreadsheet', async () => {
    const staff = await group('Staff');
    await create({
      name: '=HYPERLINK("http://x")',
      attributes: { City: 'Po, "khara"', '@Age': '40' },
      groups: [staff],
    });
    await create({ name: 'Anita', phone: '9841000002', attributes: { City: '-5' } });
    await create({ name: 'Hidden', phone: '9841000003', is_active: false });
    const { lines, disposition } = await download(`${PATH}export/?is_active=true&ordering=name`);
    expect(lines).toEqual([
      "name,phone,'@Age,City",
      '"\'=HYPERLINK(""http://x"")",+9779841000001,40,"Po, ""khara"""',
      'Anita,+9779841000002,,-5',
    ]);
    expect(disposition).toMatch(/^attachment; filename="contacts \d{4}-\d\d-\d\d\.csv"/);
    expect((await download(`${PATH}export/?search=nobody`)).lines).toEqual(['name,phone']);
    expect((await setup.world.call('customer', 'GET', `${PATH}export/?colour=red`)).status).toBe(400);
    expect((await download(`${PATH}export/`, 'other')).lines).toEqual(['name,phone']);
    expect((await download(`${PATH}${staff}/export/`)).lines).toHaveLength(2);
  });

  test('of a group has its name, of one contact too; another’s and none are 404', async () => {
    const staff = await group('कर्मचारी "A/B"');
    const { uuid } = (await create({ groups: [staff] })).body.data;
    await create({ phone: '9841000002' });
    const { lines, disposition } = await download(`${PATH}${staff}/export/`);
    expect(lines).toEqual(['name,phone', 'Sita,+9779841000001']);
    expect(disposition).toContain(`filename*=UTF-8''${encodeURIComponent('कर्मचारी _A_B_')}`);
    expect(disposition).toMatch(/^attachment; filename="[\x20-\x7e]*"; filename\*=/);
    expect((await download(`${PATH}${uuid}/export/`)).lines).toHaveLength(2);
    expect((await setup.world.call('other', 'GET', `${PATH}${staff}/export/`)).status).toBe(404);
    expect((await setup.world.call('customer', 'GET', `${PATH}${NOBODY}/export/`)).status).toBe(404);
    expect((await setup.world.call('support', 'GET', `${PATH}export/`)).status).toBe(403);
  });

  test('makes the same contacts when it is imported', async () => {
    await fill(Array.from({ length: 4500 }, (_, i) => `n${i % 7}`));
    await create({
      name: '=1+1',
      phone: '9801000001',
      attributes: { '+key': '@x', note: "'=quoted", text: 'a\n"b",c' },
    });
    await create({ name: '9801000002', phone: '9801000002', attributes: { नगर: 'काठमाडौँ' } });
    const known = async () =>
      (
        await sql`SELECT name, phone, operator, attributes FROM contact WHERE account = ${setup.world.accounts.customer}
          ORDER BY phone`.execute(setup.world.db)
      ).rows;
    const before = await known();
    for (const ordering of ['created_at', '-name', 'phone']) {
      const { text } = await download(`${PATH}export/?ordering=${ordering}`);
      await sql`DELETE FROM contact`.execute(setup.world.db);
      const { body } = await setup.world.upload<{ data: { uuid: string } }>(text);
      const started = await setup.world.call<{ data: ContactImport }>('customer', 'POST', `${PATH}imports/`, {
        file: body.data.uuid,
        mapping: { phone: 'phone', name: 'name' },
        groups: [],
      });
      const path = `${PATH}imports/${started.body.data.uuid}/`;
      const { data } = (await setup.world.call<{ data: ContactImport }>('customer', 'GET', path)).body;
      expect(data).toMatchObject({ status: 'completed', created: 4502, refused: 0, duplicates: 0 });
      expect(await known()).toEqual(before);
    }
  });

  test.each([
    [98, 'k097'],
    [99, 'other attributes'],
    [120, 'other attributes'],
  ])('with %i attributes has as many columns as an import takes', async (count, last) => {
    const attributes = Object.fromEntries(
      Array.from({ length: count }, (_, i) => [`k${String(i).padStart(3, '0')}`, `${i}`]),
    );
    await create({ attributes });
    const { lines, text } = await download(`${PATH}export/`);
    const { columns } = await openRows(csvRows(() => Readable.from([Buffer.from(text)]), 'utf-8'));
    expect([columns.length, columns.at(-1)]).toEqual([100, last]);
    expect(lines[1]).toContain(`${count - 1}`);
    if (count > 98) expect(lines[1]).toContain(`""k${String(count - 1).padStart(3, '0')}"":""${count - 1}""`);
  });

  test('keeps attributes apart that are called as its own columns', async () => {
    const attributes = { name: 'Sita Devi', phone: '01-5550000', 'contact name': 'Office' };
    await create({ attributes });
    const { lines, text } = await download(`${PATH}export/`);
    expect(lines[0]).toBe('contact contact name,contact phone,contact name,name,phone');
    await sql`DELETE FROM contact`.execute(setup.world.db);
    const { body } = await setup.world.upload<{ data: { uuid: string } }>(text);
    await setup.world.call('customer', 'POST', `${PATH}imports/`, {
      file: body.data.uuid,
      mapping: { phone: 'contact phone', name: 'contact contact name' },
      groups: [],
    });
    expect((await list()).results).toMatchObject([{ name: 'Sita', phone: '+9779841000001', attributes }]);
  });
});
