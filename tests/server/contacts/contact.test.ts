import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Contact } from '../../../schema/contact.ts';
import type { ContactGroup } from '../../../schema/contactGroup.ts';
import type { Failure } from '../../../schema/entity.ts';
import { PASSWORD, users } from '../../support/app.ts';
import { waitForLocks } from '../../support/locks.ts';
import { GROUPS, input, NOBODY, PATH, setUpContacts } from './contactSetup.ts';

const setup = setUpContacts();
const { list, create, group } = setup;

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
    expect((await setup.world.call<{ data: Contact }>('customer', 'GET', path)).body).toEqual(made.body);
    const changed = await setup.world.call<{ data: Contact }>('customer', 'PUT', path, {
      ...input,
      name: 'Gita',
    });
    expect(changed.body.data).toMatchObject({
      name: 'Gita',
      phone: '+9779841000001',
      operator: 'ntc',
      groups: [],
    });
    expect((await setup.world.call('customer', 'DELETE', path)).status).toBe(204);
    expect((await setup.world.call('customer', 'GET', path)).status).toBe(404);
    expect((await setup.world.call('customer', 'DELETE', path)).status).toBe(404);
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
    const made = await setup.world.call<{ data: Contact }>('customer', 'POST', PATH, nameless);
    expect(made.body.data).toMatchObject({ name: null });
    expect((await create({ name: '9841000002', phone: '9841000003' })).body.data.name).toBe('9841000002');
    const { body } = await setup.world.call<{ results: { title: string }[] }>(
      'admin',
      'GET',
      `/v1/admin/audit-log/?record=${made.body.data.uuid}`,
    );
    expect(body.results).toMatchObject([{ title: '+9779841000001' }]);
  });

  test('is unique for each number of an account, in any notation', async () => {
    expect((await create()).status).toBe(201);
    const again = await create({ phone: '+977 984-1000001' });
    expect(again).toMatchObject({
      status: 400,
      body: { errors: { phone: ['A contact with this number already exists.'] } },
    });
    expect((await create({}, 'other')).status).toBe(201);
    const second = await create({ phone: '9841000002' });
    const moved = await setup.world.call<Failure>(
      'customer',
      'PUT',
      `${PATH}${second.body.data.uuid}/`,
      input,
    );
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
      expect(await setup.world.call('other', method, path, body), method).toMatchObject({
        status: 404,
        body: { code: 'not_found' },
      });
    }
    expect((await list('', 'other')).results).toEqual([]);
    const mine = await group('Mine');
    expect((await create({ groups: [mine] }, 'other')).body.errors).toHaveProperty('groups');
  });

  test('is changed only with the permission, and not readable without a token', async () => {
    expect((await create({}, 'support')).body).toMatchObject({ code: 'forbidden' });
    expect((await setup.world.call('support', 'DELETE', `${PATH}?search=a`)).status).toBe(403);
    for (const [method, path] of [
      ['GET', PATH],
      ['POST', PATH],
      ['GET', `${PATH}export/`],
      ['DELETE', PATH],
    ] as const) {
      expect((await setup.world.call(null, method, path)).status, `${method} ${path}`).toBe(401);
    }
    const token = await setup.world.signIn(users.customer);
    const answer = await setup.world.app.inject({ url: PATH, headers: { authorization: `Token ${token}` } });
    expect(answer.statusCode).toBe(200);
    const wrong = await setup.world.call<Failure>(null, 'POST', '/v1/login/', {
      email: users.admin,
      password: PASSWORD,
    });
    expect(wrong).toMatchObject({ status: 400, body: { code: 'wrong_credentials' } });
  });

  test('whose body is no JSON is refused in the envelope', async () => {
    const send = (payload: string, type = 'application/json') =>
      setup.world.app.inject({
        method: 'POST',
        url: PATH,
        payload,
        headers: { authorization: `Token ${setup.world.tokens.customer}`, 'content-type': type },
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

describe('a group', () => {
  test('counts its members, has a name of its own, and leaves them when it goes', async () => {
    const staff = await group('Staff');
    const [one, two] = [
      await create({ groups: [staff] }),
      await create({ phone: '9841000002', groups: [staff] }),
    ];
    const count = async () =>
      (await setup.world.call<{ data: ContactGroup }>('customer', 'GET', `${GROUPS}${staff}/`)).body.data
        .count;
    expect(await count()).toBe(2);
    await setup.world.call('customer', 'DELETE', `${PATH}${one.body.data.uuid}/`);
    expect(await count()).toBe(1);
    const again = await setup.world.call<Failure>('customer', 'POST', GROUPS, { name: 'Staff' });
    expect(again.body.errors).toEqual({ name: ['A group with this name already exists.'] });
    expect((await setup.world.call('customer', 'DELETE', `${GROUPS}${staff}/`)).status).toBe(204);
    const left = await setup.world.call<{ data: Contact }>(
      'customer',
      'GET',
      `${PATH}${two.body.data.uuid}/`,
    );
    expect(left.body.data.groups).toEqual([]);
  });
});

describe('while its group is being deleted', () => {
  const contact = async (groups: string[]) => (await create({ groups })).body.data;
  const save = (uuid: string, groups: string[]) =>
    setup.world.call<{ data: Contact } & Failure>('customer', 'PUT', `${PATH}${uuid}/`, { ...input, groups });
  /** Begins a request after the group was locked for its deletion, and ends that. */
  const during = async <T>(group: string, request: () => Promise<T>): Promise<T> => {
    const { begun } = await setup.world.db.transaction().execute(async (trx) => {
      await sql`SELECT FROM contact_group WHERE uuid = ${group} FOR UPDATE`.execute(trx);
      const begun = request();
      await waitForLocks(setup.world.db);
      await sql`DELETE FROM contact_group WHERE uuid = ${group}`.execute(trx);
      return { begun };
    });
    return begun;
  };

  test('a contact is not created with it, nor gets it', async () => {
    const gone = await group('Gone');
    const refused = { status: 400, body: { errors: { groups: ['This group does not exist.'] } } };
    expect(await during(gone, () => create({ groups: [gone] }))).toMatchObject(refused);
    const { uuid } = await contact([]);
    const other = await group('Other');
    expect(await during(other, () => save(uuid, [other]))).toMatchObject(refused);
    expect((await list()).results.map(({ groups }) => groups)).toEqual([[]]);
  });

  test('a member leaves it', async () => {
    const left = await group('Left');
    const { uuid } = await contact([left]);
    const saved = await during(left, () => save(uuid, []));
    expect(saved).toMatchObject({ status: 200, body: { data: { groups: [] } } });
  });

  test.each([
    ['by itself', (uuid: string) => `${uuid}/`, 204],
    ['by a filter', () => '?search=Sita', 200],
  ])('a member is deleted %s', async (_, which, status) => {
    const left = await group('Left');
    const { uuid } = await contact([left]);
    const remove = () => setup.world.call('customer', 'DELETE', PATH + which(uuid));
    expect((await during(left, remove)).status).toBe(status);
    expect(await list()).toMatchObject({ count: 0 });
  });
});
