import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { money } from '../../../src/core/format.ts';
import { createHttp } from '../../../src/core/http.ts';
import { createDataProvider } from '../../../src/dataProvider/dataProvider.ts';
import { type Answer, type Asked, startApi } from '../support/api.ts';

const A = '01890000-0000-7000-8000-00000000000a';
const B = '01890000-0000-7000-8000-00000000000b';

let answer: (asked: Asked) => Answer;
let api: Awaited<ReturnType<typeof startApi>>;
let provider: ReturnType<typeof createDataProvider>;
let errors: string[];

beforeEach(async () => {
  errors = [];
  vi.spyOn(console, 'error').mockImplementation((text: string) => void errors.push(text));
  api = await startApi((asked) => answer(asked));
  provider = createDataProvider(createHttp({ base: api.base, onUnauthorized: () => undefined }));
});
afterEach(() => api.close());

const list = (resource: string, ...results: unknown[]) => {
  answer = () => ({ body: { count: results.length, next: null, previous: null, results } });
  return provider
    .getList(resource, {
      pagination: { page: 1, perPage: 25 },
      sort: { field: 'id', order: 'ASC' },
      filter: {},
    })
    .then(({ data }) => data);
};

describe('a record', () => {
  it.each([
    ['within data', { data: { uuid: A, name: 'Ram' } }],
    ['by itself', { uuid: A, name: 'Ram' }],
  ])('comes %s', async (_, body) => {
    answer = () => ({ body });
    const expected = { id: A, uuid: A, name: 'Ram' };
    expect((await provider.getOne('contact', { id: A })).data).toEqual(expected);
    expect((await provider.create('contact', { data: { name: 'Ram' } })).data).toMatchObject(expected);
    const change = { id: A, data: { name: 'Ram' }, previousData: { id: A } };
    expect((await provider.update('contact', change)).data).toMatchObject(expected);
  });

  it('is as it was sent where the server answers without it', async () => {
    answer = () => ({ status: 201 });
    expect((await provider.create('contact/groups', { data: { name: 'Staff' } })).data).toEqual({
      ...{ id: '', name: 'Staff' },
    });
    const change = { id: A, data: { name: 'Staff' }, previousData: { id: A, name: 'Old' } };
    expect((await provider.update('contact/groups', change)).data).toMatchObject({ id: A, name: 'Staff' });
  });

  it('is named by its uuid, else by its number', async () => {
    const [both, number, neither] = await list('contact', { id: 7, uuid: A }, { id: 8 }, { name: 'x' });
    expect(both).toMatchObject({ id: A, uuid: A });
    expect(number).toMatchObject({ id: '8', uuid: '8' });
    expect(neither).toEqual({ id: '', name: 'x' });
  });

  it('has the choices of the contract in any case', async () => {
    const [capital, title, own] = await list(
      'wallet/topup-history',
      { id: 1, kind: 'TOPUP', status: 'PENDING' },
      { id: 2, kind: 'Topup', status: 'Confirmed' },
      { id: 3, kind: 'Topup', status: 'On Hold' },
    );
    expect(capital).toMatchObject({ kind: 'topup', status: 'pending' });
    expect(title).toMatchObject({ kind: 'topup', status: 'confirmed' });
    expect(own).toMatchObject({ status: 'On Hold' });
  });

  it('accepts numbers as text, whole references and unknown choices', async () => {
    const [pack] = await list('admin/packages', { id: 1, price: '1180000', parts: '500', is_active: 'true' });
    expect(pack).toMatchObject({ price: 1_180_000, parts: 500, is_active: true });
    const [contact] = await list('contact', {
      ...{
        uuid: A,
        phone: 9841000001,
        groups: [{ uuid: B, name: 'Staff' }, 5],
        operator: 'hello',
        attributes: null,
      },
    });
    expect(contact).toMatchObject({
      phone: '9841000001',
      groups: [B, '5'],
      operator: 'hello',
      attributes: null,
    });
    const [price] = await list('admin/product-pricing', { id: 1, price: '135.60' });
    expect(price).toMatchObject({ price: 135.6 });
    expect(errors).toEqual([]);
  });

  it('leaves out what its server leaves out: no field is made up', async () => {
    expect(await list('contact', { uuid: A })).toEqual([{ id: A, uuid: A }]);
    // What is only shown, as a list, has nothing to show.
    expect(await list('sms', { uuid: A })).toEqual([
      { id: A, uuid: A, unreachable: [], unapproved_by: [], approvers: [] },
    ]);
  });

  it('says once in the console which field does not fit, and shows the rest', async () => {
    const odd = {
      uuid: A,
      name: { first: 'Ram' },
      phone: '+9779841000001',
      is_active: 'maybe',
      groups: 'none',
    };
    const [first] = await list('contact', odd, odd);
    expect(first).toMatchObject({ name: null, phone: '+9779841000001', is_active: null, groups: null });
    const [dated] = await list('contact/groups', { uuid: A, created_at: 'yesterday' });
    expect(dated).toMatchObject({ created_at: null });
    expect(errors).toEqual([
      'contact.name does not fit the API’s contract: {"first":"Ram"} is no text; it is not shown.',
      'contact.groups does not fit the API’s contract: "none" is no references; it is not shown.',
      'contact.is_active does not fit the API’s contract: "maybe" is no boolean; it is not shown.',
      'contact/groups.created_at does not fit the API’s contract: "yesterday" is no datetime; it is not shown.',
    ]);
  });

  it.each(['1234.50', '1234.00', 1234.5])('with the money %s is refused in place', async (balance) => {
    const [wallet] = await list('admin/wallets', { uuid: A, balance, held: '200' });
    expect(wallet?.balance).toBeNaN();
    expect(money(wallet?.balance)).toBe('Unreadable amount');
    expect(money(wallet?.balance - wallet?.held)).toBe('Unreadable amount');
    expect(wallet?.held).toBe(200);
  });
});

describe('a list', () => {
  const read = () =>
    provider.getList('contact', {
      ...{ pagination: { page: 2, perPage: 2 }, sort: { field: 'id', order: 'ASC' }, filter: {} },
    });
  const rows = [{ uuid: A }, { uuid: B }];

  it.each([
    ['within data', { data: { count: '9', next: 'http://x/', previous: null, results: rows } }, 9, true],
    ['with a bare list', rows, 2, false],
    ['with a list within data', { data: rows }, 2, false],
    ['without links', { count: 9, results: rows }, 9, true],
    ['without a count', { next: 'http://x/', results: rows }, 5, true],
    ['with odd rows', { count: 2, next: null, results: [null, ...rows, 'x'] }, 2, false],
  ])('comes %s', async (_, body, total, hasNextPage) => {
    answer = () => ({ body });
    const page = await read();
    expect(page.data.map(({ id }) => id)).toEqual([A, B]);
    expect(page).toMatchObject({ total, pageInfo: { hasNextPage } });
  });

  it.each([[{ detail: 'fine' }], [{ results: 'none' }], ['text']])(
    'that is not a list is refused: %j',
    async (body) => {
      answer = () => ({ body });
      await expect(read()).rejects.toThrow('could not be read');
    },
  );
});

it('an answer that is not a record is refused', async () => {
  answer = () => ({ body: ['x'] });
  await expect(provider.getOne('contact', { id: A })).rejects.toThrow('could not be read');
});
