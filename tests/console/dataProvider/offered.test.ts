import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createHttp } from '../../../src/core/http.ts';
import { createDataProvider } from '../../../src/dataProvider/dataProvider.ts';
import { type Answer, type Asked, startApi } from '../support/api.ts';
import { pointTo } from '../support/jsonServer.ts';

const A = '01890000-0000-7000-8000-00000000000a';
const B = '01890000-0000-7000-8000-00000000000b';
const C = '01890000-0000-7000-8000-00000000000c';

let answer: (asked: Asked) => Answer;
let api: Awaited<ReturnType<typeof startApi>>;
let provider: ReturnType<typeof createDataProvider>;

beforeEach(async () => {
  api = await startApi((asked) => answer(asked));
  pointTo('', []);
  provider = createDataProvider(createHttp({ base: api.base, onUnauthorized: () => undefined }));
});
afterEach(async () => {
  pointTo('');
  await api.close();
});

const page = (uuids: string[], next: string | null = null) => ({
  body: {
    count: 3,
    next,
    previous: null,
    results: uuids.map((uuid) => ({ uuid, name: `The one of ${uuid}` })),
  },
});

describe('a record of a server that gives none by itself', () => {
  it('is looked for in the list, and compared: the server may not know the filter', async () => {
    answer = ({ url }) => (url.includes('page=1&') ? page([A, B], '/?page=2') : page([C]));
    expect((await provider.getOne('sms', { id: C })).data).toMatchObject({ id: C, name: `The one of ${C}` });
    expect(api.urls()).toEqual(
      [1, 2].map((n) => `GET /v1/sms/compose/?page=${n}&page_size=25&uuid__in=${C}`),
    );
  });

  it('is looked for by the count where lists have no links', async () => {
    const bare = (uuids: string[]) => ({ body: { count: 3, results: page(uuids).body.results } });
    answer = ({ url }) => bare(url.includes('page=1&') ? [A] : url.includes('page=2&') ? [B] : [C]);
    expect((await provider.getOne('sms', { id: C })).data).toMatchObject({ id: C });
    await expect(provider.getOne('sms', { id: 'none' })).rejects.toMatchObject({ status: 404 });
    expect(api.asked).toHaveLength(6);
  });

  it('is not found where no page has it', async () => {
    answer = () => page([A, B]);
    await expect(provider.getOne('sms', { id: C })).rejects.toMatchObject({ status: 404 });
    expect(api.asked).toHaveLength(1);
  });

  it('is asked for by itself where the catalogue has it, or the server offers it', async () => {
    answer = () => ({ body: { data: { uuid: A } } });
    await provider.getOne('contact', { id: A });
    pointTo('', ['campaign-details']);
    await provider.getOne('sms', { id: A });
    expect(api.urls()).toEqual([`GET /v1/core/contacts/${A}/`, `GET /v1/sms/compose/${A}/`]);
  });
});

describe('many records of a server that deletes one at a time', () => {
  const progress: number[] = [];
  const remove = () =>
    provider.deleteMany('contact', {
      ids: [A, B, C],
      meta: { onProgress: (done: number) => progress.push(done) },
    });
  beforeEach(() => {
    progress.length = 0;
  });

  it('are deleted one after the other; what is gone already is done', async () => {
    answer = ({ url }) => ({ status: url.includes(B) ? 404 : 204 });
    expect(await remove()).toEqual({ data: [A, B, C] });
    expect(api.urls()).toEqual([A, B, C].map((uuid) => `DELETE /v1/core/contacts/${uuid}/`));
    expect(progress).toEqual([1, 2, 3]);
  });

  it('stop at the first that is refused, and report it', async () => {
    answer = ({ url }) =>
      url.includes(B) ? { status: 403, body: { detail: 'Not yours.' } } : { status: 204 };
    await expect(remove()).rejects.toMatchObject({ status: 403, message: 'Not yours.' });
    expect(api.asked).toHaveLength(2);
    expect(progress).toEqual([1]);
  });
});
