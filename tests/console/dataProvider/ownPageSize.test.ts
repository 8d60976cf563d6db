import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { keepAhead } from '../../../src/core/ahead.ts';
import { entityOf } from '../../../src/core/entities.ts';
import { createHttp } from '../../../src/core/http.ts';
import { listPath } from '../../../src/core/paths.ts';
import { readProfile } from '../../../src/core/readProfile.ts';
import { setUser } from '../../../src/core/session.ts';
import { createDataProvider } from '../../../src/dataProvider/dataProvider.ts';
import { type Answer, type Asked, startApi } from '../support/api.ts';

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
  ])('which is %s is detected on the first page, and the last page is reached', async (_, size, more) => {
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

  it.each([
    ['more', 10, 6],
    ['fewer', 4, undefined],
  ])('answers %s rows ahead than a list without page navigation has', (_, size, drawn) => {
    const asked = { pagination: { page: 1, perPage: 6 }, sort: { field: 'name', order: 'ASC' as const } };
    serve(73, size);
    const ahead = (meta?: object) => {
      const path = listPath(entityOf('contact'), { page: 1, perPage: 6, sort: asked.sort });
      keepAhead(path, answer({ method: 'GET', url: path, body: undefined }).body);
      return provider.preloadedList('contact', { ...asked, filter: {}, ...(meta && { meta }) });
    };
    expect(ahead()?.data.length).toBe(drawn);
    expect(ahead({ page: 'answered' })?.data).toHaveLength(size);
  });

  it('is known from its last page, too', async () => {
    serve(73, 50);
    expect((await paged(2, 25)).meta).toMatchObject({ pageSize: 50 });
  });

  it.each([
    [2, 10, 10],
    [4, 10, 10],
    [8, 10, 3],
    [2, 50, 23],
  ])(
    'is asked of the first page if page %i of %i rows is opened and there are no links',
    async (page, size, rows) => {
      serve(73, size, { withLinks: false });
      const answer = await paged(page, 25);
      expect(answer.data).toHaveLength(rows);
      expect(answer.meta).toMatchObject({ pageSize: size });
      expect(api.asked).toHaveLength(2);
    },
  );

  it('is not asked for if the last page without links fits what was asked', async () => {
    serve(73, 25, { withLinks: false });
    expect((await paged(3, 25)).meta).toEqual({ count: 73, countIsMinimum: false });
    expect(api.asked).toHaveLength(1);
  });

  it('is not read from rows that came between two pages', async () => {
    onTestFinished(() => setUser(null));
    for (const offers of [['search'], undefined]) {
      setUser(readProfile({ name: 'Asha', ui_permissions: [], ...(offers && { offers }) }) ?? null);
      let total = 40;
      answer = ({ url }) => {
        const isSecond = new URL(url, 'http://x').searchParams.get('page') === '2';
        const results = Array.from({ length: isSecond ? 15 : 25 }, (_, index) => ({ id: index + 1 }));
        const next = isSecond ? null : `http://elsewhere.test/contacts?page=2&cursor=${offers}`;
        return { body: { count: total, results, next, previous: null } };
      };
      await paged(1, 25);
      total = 43;
      expect((await paged(2, 25)).meta).toEqual({ count: 43, countIsMinimum: false });
      expect(api.urls().at(-1)).toContain('cursor=');
      // Counted a moment later than the rows were read, for a page that is opened by its address.
      const late = provider.getList('contact', {
        ...{ pagination: { page: 2, perPage: 25 }, sort: { field: 'phone', order: 'ASC' }, filter: {} },
        meta: { page: 'fitting' },
      });
      if (offers) expect((await late).meta).toEqual({ count: 43, countIsMinimum: false });
      else expect((await late).meta).toMatchObject({ pageSize: 28 });
    }
  });

  it('which is its maximum still allows smaller sizes', async () => {
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
