import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createHttp, HttpError } from '../../../src/core/http.ts';
import { setUser } from '../../../src/core/session.ts';
import { createDataProvider } from '../../../src/dataProvider/dataProvider.ts';
import { type Answer, type Asked, startApi } from '../support/api.ts';

const A = '01890000-0000-7000-8000-00000000000a';
const B = '01890000-0000-7000-8000-00000000000b';
const emptyPage = { count: 0, next: null, previous: null, results: [] };

let answer: (asked: Asked) => Answer;
let api: Awaited<ReturnType<typeof startApi>>;
let provider: ReturnType<typeof createDataProvider>;

beforeEach(async () => {
  answer = () => ({ body: emptyPage });
  api = await startApi((asked) => answer(asked));
  provider = createDataProvider(createHttp({ base: api.base, onUnauthorized: () => undefined }));
});
afterEach(() => api.close());

const list = (page: number, filter: object = {}, sort = { field: 'created_at', order: 'DESC' as const }) =>
  provider.getList('contact', { pagination: { page, perPage: 25 }, sort, filter, meta: { page: 'fitting' } });

describe('lists', () => {
  it('asks for a page with ordering, search and filters', async () => {
    await list(1, { q: ' ram ', operator: 'ntc', phone: '', groups: [A, B], created_at__gte: '2026-01-01' });
    expect(api.urls()).toEqual([
      `GET /v1/core/contacts/?page=1&page_size=25&ordering=-created_at&created_at__gte=2026-01-01&groups__in=${A},${B}&operator=ntc&search=ram`,
    ]);
  });

  it("leaves the order to the server for react-admin's default sort", async () => {
    await provider.getList('sms/templates', {
      pagination: { page: 2, perPage: 10 },
      sort: { field: 'id', order: 'ASC' },
      filter: {},
    });
    expect(api.urls()).toEqual(['GET /v1/sms/templates/?page=2&page_size=10']);
  });

  it('names ids and passes the total on', async () => {
    answer = () => ({ body: { count: 1, next: null, previous: null, results: [{ uuid: A, name: 'Ram' }] } });
    expect(await list(1)).toEqual({
      data: [{ id: A, uuid: A, name: 'Ram' }],
      total: 1,
      pageInfo: { hasNextPage: false, hasPreviousPage: false },
      meta: { count: 1, countIsMinimum: false },
    });
  });

  it('says that a count is the least, and keeps pages beyond it alive', async () => {
    const results = Array.from({ length: 25 }, () => ({ uuid: A }));
    answer = () => ({
      body: { count: 10_000, count_is_minimum: true, next: '/?cursor=n', previous: null, results },
    });
    const deep = await list(500);
    expect(deep.total).toBe(500 * 25 + 1);
    expect(deep.meta).toEqual({ count: 10_000, countIsMinimum: true });
  });

  it('walks pages by cursor, and never mixes the cursors of two queries', async () => {
    answer = ({ url }) => {
      const cursor = new URL(url, 'http://x').searchParams.get('cursor') ?? '0';
      return {
        body: {
          ...emptyPage,
          count: 100,
          next: `${api.base}/v1/core/contacts/?page=9&cursor=n${cursor}`,
          previous: cursor === '0' ? null : `/v1/core/contacts/?cursor=p${cursor}`,
        },
      };
    };
    await list(1);
    await list(2);
    await list(3);
    await list(2);
    await list(1);
    await list(2, { operator: 'ntc' });
    await list(7);
    const query = (page: number) => `GET /v1/core/contacts/?page=${page}&page_size=25&ordering=-created_at`;
    expect(api.urls()).toEqual([
      query(1),
      `${query(2)}&cursor=n0`,
      `${query(3)}&cursor=nn0`,
      `${query(2)}&cursor=pnn0`,
      query(1),
      `${query(2)}&operator=ntc`,
      query(7),
    ]);
  });

  it('asks for the records that refer to one', async () => {
    await provider.getManyReference('sms/dispatch', {
      target: 'campaign',
      id: A,
      pagination: { page: 1, perPage: 50 },
      sort: { field: 'created_at', order: 'ASC' },
      filter: { status: 'failed' },
    });
    expect(api.urls()).toEqual([
      `GET /v1/sms/dispatch/?page=1&page_size=50&ordering=created_at&campaign=${A}&status=failed`,
    ]);
  });

  it('can be called off', async () => {
    answer = () => ({ body: emptyPage, delay: 2000 });
    const controller = new AbortController();
    const asked = provider.getList('contact', {
      pagination: { page: 1, perPage: 25 },
      sort: { field: 'id', order: 'ASC' },
      filter: {},
      signal: controller.signal,
    });
    controller.abort();
    await expect(asked).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('records', () => {
  it('reads one and names its id', async () => {
    answer = () => ({ body: { data: { uuid: A, name: 'Ram' } } });
    expect(await provider.getOne('contact', { id: A })).toEqual({ data: { id: A, uuid: A, name: 'Ram' } });
    expect(api.urls()).toEqual([`GET /v1/core/contacts/${A}/`]);
  });

  it('reads many in one request', async () => {
    answer = () => ({ body: { ...emptyPage, results: [{ uuid: B }, { uuid: A }] } });
    const { data } = await provider.getMany('contact/groups', { ids: [A, B] });
    expect(data.map(({ id }) => id)).toEqual([B, A]);
    expect(api.urls()).toEqual([`GET /v1/contact/contact-group/?page=1&page_size=2&uuid__in=${A},${B}`]);
  });

  it('creates with what may be set then', async () => {
    answer = () => ({ status: 201, body: { data: { uuid: A, phone: '+9779841000001' } } });
    const data = { phone: '9841000001', reason: null, source: 'manual', created_at: 'x', nonsense: 1 };
    const { data: record } = await provider.create('settings/blacklist', { data });
    expect(record.id).toBe(A);
    expect(api.asked).toEqual([
      {
        method: 'POST',
        url: '/v1/core/sms/blacklist-numbers/',
        body: { phone: '9841000001', source: 'manual' },
      },
    ]);
  });

  it('updates by PUT with the whole record: the changes, and what is set on creation as it was', async () => {
    answer = () => ({ body: { data: { uuid: A } } });
    const former = { id: A, uuid: A, phone: '+9779841000001', reason: null, created_at: 'x' };
    await provider.update('settings/blacklist', {
      id: A,
      data: { reason: 'asked', phone: 'changed', created_at: 'x' },
      previousData: former,
    });
    await provider.update('settings/blacklist', {
      id: A,
      data: { ...former, reason: 'asked' },
      previousData: { id: A },
    });
    const put = {
      method: 'PUT',
      url: `/v1/core/sms/blacklist-numbers/${A}/`,
      body: { phone: '+9779841000001', reason: 'asked' },
    };
    expect(api.asked).toEqual([put, put]);
  });

  it.each([
    ['blank to a server that does not say what it offers', undefined, { name: '', phone: '+977' }],
    ['null to ours', ['exports' as const], { name: null, phone: '+977' }],
  ])('writes a text that was emptied as %s', async (_, offers, body) => {
    onTestFinished(() => setUser(null));
    setUser({
      uuid: B,
      name: 'Asha',
      role: 'customer',
      wallet: { balance: 0 },
      ui_permissions: [],
      ...(offers && { offers }),
    });
    answer = () => ({ body: { data: { uuid: A } } });
    const previousData = { id: A, name: 'Ram', phone: '+977', attributes: null };
    await provider.update('contact', { id: A, data: { ...previousData, name: null }, previousData });
    expect(api.asked[0]?.body).toEqual({ ...body, attributes: null });
  });

  it('updates many with what is set on creation, as it was', async () => {
    const record = { uuid: A, phone: '+9779841000001', reason: null, source: 'import' };
    answer = ({ method }) =>
      method === 'GET' ? { body: { ...emptyPage, results: [record] } } : { body: { data: record } };
    await provider.updateMany('settings/blacklist', { ids: [A], data: { reason: 'asked' } });
    expect(api.asked[1]?.body).toEqual({ phone: '+9779841000001', reason: 'asked', source: 'import' });
  });

  it('updates many with the fields that it was not given, too', async () => {
    const record = { uuid: A, name: 'Ram', phone: '+977', groups: [], attributes: {}, is_active: true };
    answer = ({ method }) =>
      method === 'GET' ? { body: { ...emptyPage, results: [record] } } : { body: { data: record } };
    await provider.updateMany('contact', { ids: [A], data: { is_active: false } });
    expect(api.urls()).toEqual([
      `GET /v1/core/contacts/?page=1&page_size=1&uuid__in=${A}`,
      `PUT /v1/core/contacts/${A}/`,
    ]);
    expect(api.asked[1]?.body).toEqual({
      name: 'Ram',
      phone: '+977',
      groups: [],
      attributes: {},
      is_active: false,
    });
  });

  it('deletes one, some, and all that match', async () => {
    answer = ({ url }) => (url.includes('?') ? { body: { data: { deleted: 2 } } } : { status: 204 });
    expect(await provider.delete('contact', { id: A })).toEqual({ data: { id: A } });
    expect(await provider.deleteMany('contact', { ids: [A, B] })).toEqual({ data: [A, B] });
    await provider.deleteMany('contact', { ids: [A], meta: { filter: { q: 'ram', operator: 'ntc' } } });
    expect(api.urls()).toEqual([
      `DELETE /v1/core/contacts/${A}/`,
      `DELETE /v1/core/contacts/?uuid__in=${A},${B}`,
      'DELETE /v1/core/contacts/?operator=ntc&search=ram',
    ]);
  });
});

describe('errors', () => {
  it('hands field errors to forms as text', async () => {
    answer = () => ({
      status: 400,
      body: { detail: 'Not valid.', code: 'invalid', errors: { name: ['Too long.', 'Too odd.'] } },
    });
    const failure = await provider.create('contact/groups', { data: { name: 'x' } }).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(HttpError);
    expect(failure).toMatchObject({ status: 400, message: 'Not valid.', code: 'invalid' });
    expect((failure as HttpError).body.errors).toEqual({ name: 'Too long. Too odd.' });
  });

  it('refuses a resource that the contract does not have', async () => {
    await expect(provider.getOne('nonsense', { id: A })).rejects.toThrow('nonsense');
  });
});
