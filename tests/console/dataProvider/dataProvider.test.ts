import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createHttp, HttpError } from '../../../src/core/http.ts';
import { readProfile } from '../../../src/core/readProfile.ts';
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

describe('a server with a page size of its own', () => {
  /** Answers `total` contacts in pages of its own size, whatever is asked for, or of at most that size. */
  const serve = (total: number, size: number, { isLargest = false, withLinks = true } = {}) => {
    answer = ({ url }) => {
      const asked = new URL(url, 'http://x').searchParams;
      const real = isLargest ? Math.min(size, Number(asked.get('page_size'))) : size;
      const from = (Number(asked.get('page')) - 1) * real;
      const results = Array.from({ length: Math.max(0, Math.min(real, total - from)) }, (_, index) => ({
        id: from + index + 1,
        phone: `+97798410${10_000 + from + index}`,
      }));
      const next = from + real < total ? `http://elsewhere.test/contacts?page=${asked.get('page')}` : null;
      return { body: { count: total, results, ...(withLinks && { next, previous: null }) } };
    };
  };
  const paged = (page: number, perPage: number) =>
    provider.getList('contact', {
      ...{ pagination: { page, perPage }, sort: { field: 'name', order: 'ASC' }, filter: {} },
      meta: { page: 'fitting' },
    });

  it.each([
    ['smaller', 10, {}],
    ['larger', 50, {}],
    ['smaller, without links', 10, { withLinks: false }],
  ])('which is %s tells it with the first page, and the last is reached', async (_, size, more) => {
    serve(73, size, more);
    const first = await paged(1, 25);
    expect(first.meta).toMatchObject({
      pageSize: size,
      sizes: size > 25 ? { least: size, most: size } : { most: size },
    });
    // What is here already is not asked for again.
    expect((await paged(1, size)).data).toEqual(first.data);
    expect(api.asked).toHaveLength(1);
    const pages = Math.ceil(73 / size);
    const last = await paged(pages, size);
    expect(last.data).toHaveLength(73 - (pages - 1) * size);
    expect(last.pageInfo?.hasNextPage).toBe(false);
    expect(last.meta).toMatchObject({ pageSize: size });
    expect(last.data.at(-1)?.id).toBe('73');
  });

  it('is known from its last page, too', async () => {
    serve(73, 50);
    expect((await paged(2, 25)).meta).toMatchObject({ pageSize: 50 });
  });

  it('which is the largest that it gives leaves smaller ones', async () => {
    serve(300, 50, { isLargest: true });
    expect((await paged(1, 100)).meta).toMatchObject({ pageSize: 50, sizes: { least: 1, most: 50 } });
    expect((await paged(1, 25)).meta).toMatchObject({ pageSize: 25 });
  });

  it.each([{}, { withLinks: false }])('gives many by their ids from all its pages %j', async (links) => {
    // It filters by the ids, and has pages of ten.
    serve(25, 10, links);
    const ids = Array.from({ length: 25 }, (_, index) => index + 1);
    const { data } = await provider.getMany('contact', { ids });
    expect(data.map(({ id }) => Number(id))).toEqual(ids);
    expect(api.asked).toHaveLength(3);
  });

  it('does not page through all its records if it ignores the ids', async () => {
    serve(73, 10);
    await provider.getMany('contact', { ids: [3, 70] });
    expect(api.urls()).toEqual([
      'GET /v1/core/contacts/?page=1&page_size=2&uuid__in=3,70',
      'GET /v1/core/contacts/70/',
    ]);
  });

  it('gives what a choice wants by several requests, and no more than that', async () => {
    serve(73, 10);
    const asked = (perPage: number) =>
      provider.getList('contact', {
        ...{ pagination: { page: 1, perPage }, sort: { field: 'name', order: 'ASC' }, filter: {} },
      });
    expect((await asked(1000)).data.map(({ id }) => Number(id))).toEqual(
      Array.from({ length: 73 }, (_, index) => index + 1),
    );
    expect((await asked(25)).data).toHaveLength(25);
    expect((await asked(3)).data).toHaveLength(3);
  });
});

describe('a search whose rows do not show the text', () => {
  const rows = (from: number) =>
    Array.from({ length: 5 }, (_, index) => ({ uuid: `${from + index}`, name: `Contact ${from + index}` }));
  const search = (q: string, page = 1) => list(page, { q });

  it('is reported as ignored if the same rows come without it', async () => {
    answer = () => ({ body: { count: 5, next: null, previous: null, results: rows(1) } });
    expect((await search('zzz')).meta).toMatchObject({ unapplied: { search: true } });
    expect(api.urls().map((url) => url.includes('search='))).toEqual([true, false]);
    // The page without it is known now.
    expect((await search('yyy')).meta).toMatchObject({ unapplied: { search: true } });
    expect(api.asked).toHaveLength(3);
  });

  it('costs a server that applies it one request', async () => {
    answer = ({ url }) => ({
      body: { count: 5, next: null, previous: null, results: rows(url.includes('search=') ? 10 : 1) },
    });
    expect((await search('zzz')).meta).not.toHaveProperty('unapplied');
    expect(api.asked).toHaveLength(2);
    expect((await search('yyy', 2)).meta).not.toHaveProperty('unapplied');
    expect(api.asked).toHaveLength(3);
  });

  it('is shown although the second request fails', async () => {
    answer = ({ url }) =>
      url.includes('search=')
        ? { body: { count: 5, next: null, previous: null, results: rows(1) } }
        : { status: 500, body: { detail: 'x' } };
    expect((await search('zzz')).data).toHaveLength(5);
  });

  it('asks nothing of a server that names its features, or where the rows show the text', async () => {
    answer = () => ({ body: { count: 5, next: null, previous: null, results: rows(1) } });
    await search('contact');
    expect(api.asked).toHaveLength(1);
    onTestFinished(() => setUser(null));
    setUser(readProfile({ name: 'Asha', ui_permissions: [], offers: ['search'] }) ?? null);
    await search('zzz');
    expect(api.asked).toHaveLength(2);
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
