// @vitest-environment jsdom
import Cookies from 'js-cookie';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { entities } from '#schema/index.ts';
import { allows, roles } from '#schema/permissions.ts';
import { createHttp, type HttpError } from '../../src/core/http.ts';
import { createDataProvider } from '../../src/dataProvider/dataProvider.ts';
import { createTestApp, type TestApp, type User } from '../support/app.ts';

let world: TestApp;
let base: string;
let unauthorized = 0;
const as = (user: User | null) => (user ? Cookies.set('token', world.tokens[user]) : Cookies.remove('token'));
const provider = () => createDataProvider(createHttp({ base, onUnauthorized: () => unauthorized++ }));
const list = {
  pagination: { page: 1, perPage: 25 },
  sort: { field: 'created_at', order: 'DESC' as const },
  filter: {},
};

beforeAll(async () => {
  world = await createTestApp();
  base = await world.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => world.close());
beforeEach(() => void as('customer'));

describe('the console’s data provider on the real server', () => {
  test.each(entities.map((entity) => [entity.name, entity] as const))('lists %s', async (name, entity) => {
    const isCustomers = [entity.read, ...entity.alsoRead].some((pair) => allows(roles.customer, pair));
    as(isCustomers ? 'customer' : 'admin');
    const { data, total } = await provider().getList(name, list);
    expect(total).toBe(data.length);
  });

  test('creates, reads, changes and deletes a template, each record as the schema says', async () => {
    const api = provider();
    const { data: made } = await api.create('sms/templates', {
      data: { name: 'Offer', body: 'Hello {{name}}' },
    });
    expect(made).toMatchObject({ id: made.uuid, name: 'Offer' });
    const { data: changed } = await api.update('sms/templates', {
      id: made.id,
      data: { ...made, body: 'नमस्ते' },
      previousData: made,
    });
    expect(changed.body).toBe('नमस्ते');
    const template = entities.find((entity) => entity.name === 'sms/templates')!;
    const { data: read } = await api.getOne('sms/templates', { id: made.id });
    const { id: _, ...record } = read;
    expect(template.record.strict().parse(record)).toEqual(record);
    await api.delete('sms/templates', { id: made.id, previousData: made });
    await expect(api.getOne('sms/templates', { id: made.id })).rejects.toMatchObject({ status: 404 });
  });

  test('a field that the server refuses arrives at the form', async () => {
    const error = await provider()
      .create('contact', {
        data: { name: 'Ram', phone: '01-4412345', groups: [], attributes: {}, is_active: true },
      })
      .catch((e: HttpError) => e);
    expect(error).toMatchObject({
      status: 400,
      body: { errors: { phone: 'A landline cannot receive SMS.' } },
    });
  });

  /** Continues as the customer of a new account, with a group of this many contacts. Returns the group. */
  const contacts = async (count: number): Promise<string> => {
    const { accounts, tokens } = await world.newCustomers();
    Cookies.set('token', tokens.customer);
    const { data: group } = await provider().create('contact/groups', { data: { name: 'Walk' } });
    await sql`
      INSERT INTO contact (account, name, phone, operator, groups)
      SELECT ${accounts.customer}, 'n' || i % 3, '+97798410' || (10000 + i), 'ntc', ARRAY[${group.uuid}::uuid]
      FROM generate_series(1, ${count}::int) i`.execute(world.db);
    return group.uuid as string;
  };

  test('walks a list forward and back by cursor, each record once, like pages by number', async () => {
    const group = await contacts(100);
    const api = provider();
    const page = async (number: number) => {
      const { data, total } = await api.getList('contact', {
        pagination: { page: number, perPage: 30 },
        sort: { field: 'name', order: 'ASC' },
        filter: { groups: group },
      });
      expect(total).toBe(100);
      return data.map((record) => record.phone as string);
    };
    const forward = [await page(1), await page(2), await page(3), await page(4)];
    expect(forward.map((phones) => phones.length)).toEqual([30, 30, 30, 10]);
    expect(new Set(forward.flat()).size).toBe(100);
    expect([await page(3), await page(2)]).toEqual([forward[2], forward[1]]);
    const fresh = await provider().getList('contact', {
      pagination: { page: 3, perPage: 30 },
      sort: { field: 'name', order: 'ASC' },
      filter: { groups: group },
    });
    expect(fresh.data.map((record) => record.phone)).toEqual(forward[2]);
  });

  test('gets many in one request, searches, filters, and deletes many', async () => {
    await contacts(100);
    const api = provider();
    const { data } = await api.getList('contact', { ...list, filter: { q: '984101000' } });
    expect(data.length).toBeGreaterThan(3);
    const ids = data.slice(0, 3).map((record) => record.id);
    const { data: many } = await api.getMany('contact', { ids });
    expect(new Set(many.map((record) => record.id))).toEqual(new Set(ids));
    const { data: deleted } = await api.deleteMany('contact', { ids });
    expect(deleted).toEqual(ids);
    expect((await api.getMany('contact', { ids })).data).toEqual([]);
  });

  test('another account’s record is not there; a missing permission is 403; only 401 signs out', async () => {
    unauthorized = 0;
    const { data } = await provider().create('sms/templates', { data: { name: 'Mine', body: 'x' } });
    as('other');
    await expect(provider().getOne('sms/templates', { id: data.id })).rejects.toMatchObject({ status: 404 });
    as('support');
    await expect(provider().getList('contact', list)).rejects.toMatchObject({ status: 403 });
    expect(unauthorized).toBe(0);
    as(null);
    await expect(provider().getList('contact', list)).rejects.toMatchObject({ status: 401 });
    expect(unauthorized).toBe(1);
  });
});
