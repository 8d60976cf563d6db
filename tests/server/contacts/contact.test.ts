import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Contact } from '../../../schema/contact.ts';
import type { ContactGroup } from '../../../schema/contactGroup.ts';
import type { ContactImport } from '../../../schema/contactImport.ts';
import type { Failure } from '../../../schema/entity.ts';
import { createTestApp, PASSWORD, type TestApp, type User, users } from '../../support/app.ts';

const PATH = '/v1/core/contacts/';
const GROUPS = '/v1/contact/contact-group/';
/** What relative links are resolved against. */
const HOST = 'http://localhost';
const NOBODY = '01a1fd16-4ea6-78fb-8ba9-b8bd602033c9';
const input = { name: 'Sita', phone: '9841000001', groups: [], attributes: {}, is_active: true };
let t: TestApp;

interface Page<T = Contact> {
  count: number;
  next: string | null;
  previous: string | null;
  results: T[];
}

beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());
afterEach(() => sql`TRUNCATE contact, contact_group, contact_import, row_count`.execute(t.db));

const list = async (query = '', as: User = 'customer'): Promise<Page> => {
  const { status, body, text } = await t.call<Page>(as, 'GET', `${PATH}${query}`);
  expect(status, text).toBe(200);
  return body;
};
const names = (page: Page) => page.results.map(({ name }) => name);
const create = (values: object = {}, as: User = 'customer') =>
  t.call<{ data: Contact } & Failure>(as, 'POST', PATH, { ...input, ...values });
const group = async (name: string, as: User = 'customer'): Promise<string> =>
  (await t.call<{ data: ContactGroup }>(as, 'POST', GROUPS, { name })).body.data.uuid;

/** Contacts of a name, one after the other, with numbers from 9841000000 up. */
const fill = (contacts: readonly string[]) =>
  sql`
  INSERT INTO contact (uuid, account, name, phone, operator)
  SELECT uuid_v7(now() - interval '1 hour' + n * interval '1 ms'), ${t.accounts.customer}, name, '+97798' || (41000000 + n - 1), 'ntc'
  FROM unnest(${contacts}::text[]) WITH ORDINALITY AS c(name, n) ORDER BY n`.execute(t.db);

const download = async (path: string, as: User = 'customer') => {
  const { status, text, headers } = await t.call(as, 'GET', path);
  expect(status, text).toBe(200);
  expect(headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(text.startsWith('\ufeff')).toBe(true);
  return {
    lines: text.slice(1).trimEnd().split('\r\n'),
    disposition: String(headers['content-disposition']),
    text,
  };
};

describe('a contact', () => {
  test('is created, read, changed and deleted', async () => {
    const member = await group('Staff');
    const made = await create({
      name: ' सीता ',
      phone: '०९८०-१०००००१',
      groups: [member, member],
      attributes: { City: 'Pokhara' },
    });
    expect(made.status).toBe(201);
    expect(made.body.data).toEqual({
      uuid: expect.any(String),
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
      updated_at: expect.any(String),
      name: 'सीता',
      phone: '+9779801000001',
      operator: 'ncell',
      groups: [member],
      attributes: { City: 'Pokhara' },
      is_active: true,
    });
    const path = `${PATH}${made.body.data.uuid}/`;
    expect((await t.call<{ data: Contact }>('customer', 'GET', path)).body).toEqual(made.body);
    const changed = await t.call<{ data: Contact }>('customer', 'PUT', path, { ...input, name: 'Gita' });
    expect(changed.body.data).toMatchObject({
      name: 'Gita',
      phone: '+9779841000001',
      operator: 'ntc',
      groups: [],
    });
    expect((await t.call('customer', 'DELETE', path)).status).toBe(204);
    expect((await t.call('customer', 'GET', path)).status).toBe(404);
    expect((await t.call('customer', 'DELETE', path)).status).toBe(404);
  });

  test.each([
    ['a landline', { phone: '01-4412345' }, 'phone', 'A landline cannot receive SMS.'],
    ['no number', { phone: 'Sita' }, 'phone', 'Enter a phone number.'],
    ['a group that is not there', { groups: [NOBODY] }, 'groups', 'This group does not exist.'],
    ['an unknown field', { operator: 'ntc' }, 'operator', 'This field does not exist.'],
  ])('with %s is refused beside its field', async (_, values, field, sentence) => {
    const { status, body } = await create(values);
    expect(status).toBe(400);
    expect(body).toMatchObject({
      code: 'invalid',
      detail: expect.any(String),
      errors: { [field]: [sentence] },
    });
  });

  test.each([null, '', ' ', '9841000001', '+977 984-1000001', '९८४१०००००१'])(
    'with the name %j has none: a number is no name',
    async (name) => {
      const made = await create({ name });
      expect(made.status, made.text).toBe(201);
      expect(made.body.data).toMatchObject({ name: null, phone: '+9779841000001' });
      expect((await list()).results).toMatchObject([{ name: null }]);
    },
  );

  test('may leave its name out, and may have another number as its name', async () => {
    const { name: _, ...nameless } = input;
    const made = await t.call<{ data: Contact }>('customer', 'POST', PATH, nameless);
    expect(made.body.data).toMatchObject({ name: null });
    expect((await create({ name: '9841000002', phone: '9841000003' })).body.data.name).toBe('9841000002');
    const { body } = await t.call<{ results: { title: string }[] }>(
      'admin',
      'GET',
      `/v1/admin/audit-log/?record=${made.body.data.uuid}`,
    );
    expect(body.results).toMatchObject([{ title: '+9779841000001' }]);
  });

  test('is one for each number of an account, however it is written', async () => {
    expect((await create()).status).toBe(201);
    const again = await create({ phone: '+977 984-1000001' });
    expect(again).toMatchObject({
      status: 400,
      body: { errors: { phone: ['A contact with this number already exists.'] } },
    });
    expect((await create({}, 'other')).status).toBe(201);
    const second = await create({ phone: '9841000002' });
    const moved = await t.call<Failure>('customer', 'PUT', `${PATH}${second.body.data.uuid}/`, input);
    expect(moved.body.errors).toHaveProperty('phone');
  });

  test('of another account is not there', async () => {
    const { uuid } = (await create()).body.data;
    for (const [method, path, body] of [
      ['GET', `${PATH}${uuid}/`],
      ['PUT', `${PATH}${uuid}/`, input],
      ['DELETE', `${PATH}${uuid}/`],
      ['GET', `${PATH}${uuid}/export/`],
    ] as const) {
      expect(await t.call('other', method, path, body), method).toMatchObject({
        status: 404,
        body: { code: 'not_found' },
      });
    }
    expect((await list('', 'other')).results).toEqual([]);
    const mine = await group('Mine');
    expect((await create({ groups: [mine] }, 'other')).body.errors).toHaveProperty('groups');
  });

  test('is written only by who may, and read by nobody without a token', async () => {
    expect((await create({}, 'support')).body).toMatchObject({ code: 'forbidden' });
    expect((await t.call('support', 'DELETE', `${PATH}?search=a`)).status).toBe(403);
    for (const [method, path] of [
      ['GET', PATH],
      ['POST', PATH],
      ['GET', `${PATH}export/`],
      ['DELETE', PATH],
    ] as const) {
      expect((await t.call(null, method, path)).status, `${method} ${path}`).toBe(401);
    }
    const token = await t.signIn(users.customer);
    const answer = await t.app.inject({ url: PATH, headers: { authorization: `Token ${token}` } });
    expect(answer.statusCode).toBe(200);
    const wrong = await t.call<Failure>(null, 'POST', '/v1/login/', {
      email: users.admin,
      password: PASSWORD,
    });
    expect(wrong).toMatchObject({ status: 400, body: { code: 'wrong_credentials' } });
  });

  test('whose body is no JSON is refused in the envelope', async () => {
    const send = (payload: string, type = 'application/json') =>
      t.app.inject({
        method: 'POST',
        url: PATH,
        payload,
        headers: { authorization: `Token ${t.tokens.customer}`, 'content-type': type },
      });
    for (const payload of ['{"name":', '', 'name=Sita', '[]', 'null', '"x"']) {
      const response = await send(payload);
      expect(response.statusCode, payload).toBe(400);
      expect(response.json()).toMatchObject({
        detail: expect.any(String),
        code: expect.any(String),
        request_id: expect.any(String),
      });
    }
    expect((await send('name=Sita', 'application/x-www-form-urlencoded')).statusCode).toBe(415);
  });
});

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
      t.db,
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
    const { status, body } = await t.call<Failure>('customer', 'GET', `${PATH}${query}`);
    expect(status).toBe(400);
    expect(Object.keys(body.errors ?? {})).toEqual([query.slice(1).split('=')[0]]);
  });

  test('deletes many by a filter, and only by one', async () => {
    await fill(['A', 'B', 'C', 'Keep']);
    await create({}, 'other');
    const remove = (query: string) =>
      t.call<{ data: { deleted: number } } & Failure>('customer', 'DELETE', PATH + query);
    expect((await remove('')).status).toBe(400);
    expect((await remove('?page_size=10&ordering=name')).status).toBe(400);
    const [first] = (await list('?ordering=name')).results;
    expect((await remove(`?uuid__in=${first?.uuid}`)).body).toEqual({ data: { deleted: 1 } });
    expect((await remove('?phone__in=%2B9779841000001,%2B9779841000002')).body).toEqual({
      data: { deleted: 2 },
    });
    expect(await list()).toMatchObject({ count: 1, results: [{ name: 'Keep' }] });
    expect((await list('', 'other')).count).toBe(1);
  });
});

describe('a group', () => {
  test('counts its members, has a name of its own, and leaves them when it goes', async () => {
    const staff = await group('Staff');
    const [one, two] = [
      await create({ groups: [staff] }),
      await create({ phone: '9841000002', groups: [staff] }),
    ];
    const count = async () =>
      (await t.call<{ data: ContactGroup }>('customer', 'GET', `${GROUPS}${staff}/`)).body.data.count;
    expect(await count()).toBe(2);
    await t.call('customer', 'DELETE', `${PATH}${one.body.data.uuid}/`);
    expect(await count()).toBe(1);
    const again = await t.call<Failure>('customer', 'POST', GROUPS, { name: 'Staff' });
    expect(again.body.errors).toEqual({ name: ['A group with this name already exists.'] });
    expect((await t.call('customer', 'DELETE', `${GROUPS}${staff}/`)).status).toBe(204);
    const left = await t.call<{ data: Contact }>('customer', 'GET', `${PATH}${two.body.data.uuid}/`);
    expect(left.body.data.groups).toEqual([]);
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
    expect((await t.call('customer', 'GET', `${PATH}export/?colour=red`)).status).toBe(400);
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
    expect((await t.call('other', 'GET', `${PATH}${staff}/export/`)).status).toBe(404);
    expect((await t.call('customer', 'GET', `${PATH}${NOBODY}/export/`)).status).toBe(404);
    expect((await t.call('support', 'GET', `${PATH}export/`)).status).toBe(403);
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
        await sql`SELECT name, phone, operator, attributes FROM contact WHERE account = ${t.accounts.customer}
          ORDER BY phone`.execute(t.db)
      ).rows;
    const before = await known();
    for (const ordering of ['created_at', '-name', 'phone']) {
      const { text } = await download(`${PATH}export/?ordering=${ordering}`);
      await sql`DELETE FROM contact`.execute(t.db);
      const { body } = await t.upload<{ data: { uuid: string } }>(text);
      const started = await t.call<{ data: ContactImport }>('customer', 'POST', `${PATH}imports/`, {
        file: body.data.uuid,
        mapping: { phone: 'phone', name: 'name' },
        groups: [],
      });
      const path = `${PATH}imports/${started.body.data.uuid}/`;
      const { data } = (await t.call<{ data: ContactImport }>('customer', 'GET', path)).body;
      expect(data).toMatchObject({ status: 'completed', created: 4502, refused: 0, duplicates: 0 });
      expect(await known()).toEqual(before);
    }
  });

  test('keeps attributes beyond a hundred columns', async () => {
    const attributes = Object.fromEntries(
      Array.from({ length: 120 }, (_, i) => [`k${String(i).padStart(3, '0')}`, `${i}`]),
    );
    await create({ attributes });
    const { lines } = await download(`${PATH}export/`);
    expect(lines[0]?.split(',')).toHaveLength(103);
    expect(lines[0]).toMatch(/,k099,other attributes$/);
    expect(lines[1]).toContain('""k119"":""119""');
  });
});
